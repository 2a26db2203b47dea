//! Nodes and CPU time of analysing all columns of a position, compared with its verdict alone,
//! without a book.
//!
//! ```text
//! cargo run --release --example columns -- [POSITIONS] [DISCS...]
//! cargo run --release --example columns -- list [POSITIONS] [DISCS...]
//! ```
//!
//! Three kinds of positions: from random games that never miss a win and never allow one; from games
//! of fair and of good players, who make small mistakes more often than large ones. The solver
//! clears its table before each search. `list` prints the drops, for solvers in other languages.

use std::error::Error;
use std::sync::Arc;

use foursight_bench::{BenchOptions, cpu_seconds, position, quiet_game, xorshift};
use foursight_core::Position;
use foursight_solver::book::Book;
use foursight_solver::book::shipped::THROUGH_12_PLIES;
use foursight_solver::{BoundedValue, Limits, Solver, Verdict};

/// Discs of the positions in each set.
const SETS: [usize; 5] = [14, 16, 18, 20, 24];
/// Positions in each set.
const POSITIONS: usize = 200;
/// Softmax temperatures: a drop that scores this much less than the best is e times less likely.
const FAIR: f64 = 1.0;
const GOOD: f64 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let options = BenchOptions::from_command_line(POSITIONS, &SETS)?;
    let book = Arc::new(Book::from_bytes(THROUGH_12_PLIES)?);
    let mut player = Solver::default().with_book(book);
    for discs in options.sets {
        for (kind, slip) in [("random", None), ("fair", Some(FAIR)), ("good", Some(GOOD))] {
            let mut seed = discs as u64;
            let games: Vec<_> = (0..options.positions)
                .map(|_| match slip {
                    None => quiet_game(&mut seed, discs),
                    Some(slip) => played_game(&mut player, &mut seed, discs, slip),
                })
                .collect();
            if options.list {
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
        solver.clear();
        let start = cpu_seconds();
        let solution = solver.verdict_within(&position, Limits::default())?;
        verdicts = (
            verdicts.0 + solution.nodes,
            verdicts.1 + cpu_seconds() - start,
        );
        solver.clear();
        let start = cpu_seconds();
        let analysis = solver.analyse(&position)?;
        columns = (
            columns.0 + analysis.nodes,
            columns.1 + cpu_seconds() - start,
        );
        assert_eq!(analysis.best(), solution.value.exact(), "{drops}");
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

/// Returns the drops of a random game between players who make mistakes, up to a position without
/// an immediate win. `slip` is the softmax temperature.
fn played_game(player: &mut Solver, seed: &mut u64, discs: usize, slip: f64) -> String {
    'again: loop {
        let (mut drops, mut position) = (String::new(), Position::default());
        loop {
            let analysis = player.analyse(&position).expect("an unfinished game");
            let worth = analysis.columns.iter().map(|column| {
                let verdict = column.and_then(BoundedValue::exact);
                verdict.map(|verdict| f64::from(verdict.conventional_score(&position)))
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
            let mut left = total * (xorshift(seed) % 10_000) as f64 / 10_000.0;
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
