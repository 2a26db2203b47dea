//! Prints positions of random or fair play, one a line, as the columns played.
//!
//! ```text
//! cargo run --release -p foursight-explain --example sample -- fair|random COUNT SEED
//! ```
//!
//! The ply of each position is uniform. In random play every drop is. In fair play both players
//! complete and block lines; three times in four they choose among the drops that keep the outcome,
//! otherwise among those that do not lose at once.

use std::error::Error;
use std::sync::Arc;

use foursight_core::{Column, Position, SplitMix64};
use foursight_solver::book::{Book, shipped::THROUGH_12_PLIES};
use foursight_solver::{Solver, Verdict};

/// Plies of the last position: then five cells are empty.
const PLIES_MAX: u64 = 37;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [play, count, seed] = &arguments[..] else {
        return Err("give fair or random, a count and a seed".into());
    };
    let book = Book::from_bytes(THROUGH_12_PLIES)?;
    let mut solver = Solver::default().with_book(Arc::new(book));
    let mut random = SplitMix64::new(seed.parse()?);
    let mut left: usize = count.parse()?;
    while left > 0 {
        let plies = below(&mut random, PLIES_MAX + 1);
        if let Some(moves) = sample(&mut solver, &mut random, plies, play == "fair")? {
            println!("{moves}");
            left -= 1;
        }
    }
    Ok(())
}

/// Plays this number of plies, or returns `None` if the game ends before.
fn sample(
    solver: &mut Solver,
    random: &mut SplitMix64,
    plies: u64,
    is_fair: bool,
) -> Result<Option<String>, Box<dyn Error>> {
    let mut position = Position::default();
    let mut moves = String::new();
    for _ in 0..plies {
        let mut choices: Vec<_> = position
            .moves()
            .iter()
            .filter_map(|mv| mv.column())
            .collect();
        if is_fair {
            choices = fair_choices(solver, random, &position)?;
        }
        let column = choices[below(random, choices.len() as u64) as usize];
        position = position.drop_in(column)?;
        if position.is_over() {
            return Ok(None);
        }
        moves.push_str(&column.to_string());
    }
    Ok(Some(if moves.is_empty() {
        "start".to_owned()
    } else {
        moves
    }))
}

/// Returns the drops that a fair player chooses from.
fn fair_choices(
    solver: &mut Solver,
    random: &mut SplitMix64,
    position: &Position,
) -> Result<Vec<Column>, Box<dyn Error>> {
    let analysis = solver.analyse(position)?;
    let verdicts: Vec<_> = position
        .board()
        .columns()
        .filter_map(|column| Some((column, analysis.verdict(column)?)))
        .collect();
    let best = analysis.best().ok_or("the game is over")?;
    let is_careful = below(random, 4) > 0;
    let is_chosen = |verdict: Verdict| match best {
        Verdict::Win { plies: 1 } => verdict == best,
        Verdict::Loss { plies: 2 } => true,
        _ if is_careful => verdict.wdl() == best.wdl(),
        _ => verdict != Verdict::Loss { plies: 2 },
    };
    let chosen = verdicts
        .into_iter()
        .filter(|(_, verdict)| is_chosen(*verdict));
    Ok(chosen.map(|(column, _)| column).collect())
}

/// Returns a random number below a limit.
///
/// Not [`SplitMix64::below`]: the positions behind the figures in `docs/explain.md` come from this
/// remainder, whose bias is below one in 2^58.
fn below(random: &mut SplitMix64, limit: u64) -> u64 {
    random.next_u64() % limit
}
