//! What all columns of a position cost, next to its verdict alone: nodes and CPU time of both, without
//! a book.
//!
//! ```text
//! cargo run --release --example columns -- [POSITIONS] [DISCS...]
//! cargo run --release --example columns -- list [POSITIONS] [DISCS...]
//! ```
//!
//! Three kinds of positions: from random games that never miss a win and never allow one; from games
//! of fair and of good players, who make the smaller mistakes more often. The solver forgets
//! everything before each question. `list` prints the drops, for solvers in other languages.

use std::error::Error;
use std::sync::Arc;

use foursight_bench::{Asked, cpu_seconds, position, quiet_game, roll};
use foursight_core::Position;
use foursight_solver::book::Book;
use foursight_solver::book::shipped::THROUGH_12_PLIES;
use foursight_solver::{Answer, Limits, Solver, Verdict};

/// Discs of the positions in each set.
const SETS: [usize; 5] = [14, 16, 18, 20, 24];
/// Positions in each set.
const POSITIONS: usize = 200;
/// A drop that is worth this much less than the best is played 2.7 times less often.
const FAIR: f64 = 1.0;
const GOOD: f64 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let asked = Asked::of_command_line(POSITIONS, &SETS)?;
    let book = Arc::new(Book::from_bytes(THROUGH_12_PLIES)?);
    let mut player = Solver::default().with_book(book);
    for discs in asked.sets {
        for (kind, slip) in [("random", None), ("fair", Some(FAIR)), ("good", Some(GOOD))] {
            let mut seed = discs as u64;
            let games: Vec<_> = (0..asked.positions)
                .map(|_| match slip {
                    None => quiet_game(&mut seed, discs),
                    Some(slip) => played_game(&mut player, &mut seed, discs, slip),
                })
                .collect();
            if asked.list {
                for drops in games {
                    println!("{drops}");
                }
            } else {
                compare(&format!("{discs} discs, {kind}"), &games)?;
            }
        }
    }
    Ok(())
}

fn compare(set: &str, games: &[String]) -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::default();
    let (mut verdicts, mut columns) = ((0, 0.0), (0, 0.0));
    for drops in games {
        let position = position(drops);
        solver.forget();
        let start = cpu_seconds();
        let solution = solver.verdict_within(&position, Limits::default())?;
        verdicts = (
            verdicts.0 + solution.nodes,
            verdicts.1 + cpu_seconds() - start,
        );
        solver.forget();
        let start = cpu_seconds();
        let analysis = solver.analyse(&position)?;
        columns = (
            columns.0 + analysis.nodes,
            columns.1 + cpu_seconds() - start,
        );
        assert_eq!(analysis.best(), solution.answer.exact(), "{drops}");
    }
    println!(
        "{set}, {} positions: verdict {} nodes, {:.4} s; all columns {} nodes, {:.4} s: \
         {:.2} times the nodes, {:.2} times the time",
        games.len(),
        verdicts.0,
        verdicts.1,
        columns.0,
        columns.1,
        columns.0 as f64 / verdicts.0 as f64,
        columns.1 / verdicts.1,
    );
    Ok(())
}

/// The drops of a game that is not over, nor with the next disc, between players who slip now and
/// then.
fn played_game(player: &mut Solver, seed: &mut u64, discs: usize, slip: f64) -> String {
    'again: loop {
        let (mut drops, mut position) = (String::new(), Position::default());
        loop {
            let analysis = player.analyse(&position).expect("an unfinished game");
            let worth = analysis.columns.iter().map(|column| {
                let verdict = column.and_then(Answer::exact);
                verdict.map(|verdict| f64::from(verdict.conventional(&position)))
            });
            let worth: Vec<_> = worth.collect();
            let best = worth.iter().flatten().fold(f64::MIN, |a, b| a.max(*b));
            if analysis.best() == Some(Verdict::Win { plies: 1 }) {
                continue 'again;
            }
            if drops.len() == discs {
                return drops;
            }
            let weight =
                |worth: &Option<f64>| worth.map_or(0.0, |worth| ((worth - best) / slip).exp());
            let total: f64 = worth.iter().map(weight).sum();
            let mut left = total * (roll(seed) % 10_000) as f64 / 10_000.0;
            let choice = worth.iter().position(|worth| {
                left -= weight(worth);
                left < 0.0
            });
            let number = choice.expect("weights add up to the total") + 1;
            drops.push_str(&number.to_string());
            position = foursight_bench::position(&drops);
        }
    }
}
