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

use foursight_core::{Column, Position};
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
    let mut random = Random(seed.parse()?);
    let mut left: usize = count.parse()?;
    while left > 0 {
        let plies = random.below(PLIES_MAX + 1);
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
    random: &mut Random,
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
        let column = choices[random.below(choices.len() as u64) as usize];
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
    random: &mut Random,
    position: &Position,
) -> Result<Vec<Column>, Box<dyn Error>> {
    let analysis = solver.analyse(position)?;
    let verdicts: Vec<_> = position
        .board()
        .columns()
        .filter_map(|column| Some((column, analysis.verdict(column)?)))
        .collect();
    let best = analysis.best().ok_or("the game is over")?;
    let is_careful = random.below(4) > 0;
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

/// The generator `SplitMix64` (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }
}
