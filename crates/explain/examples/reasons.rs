//! Says why each column wins, draws or loses:
//! `cargo run --release -p foursight-explain --example reasons`.

use std::error::Error;

use foursight_core::{Column, Game};
use foursight_explain::{ExplainBudget, Explainer};
use foursight_solver::Solver;

/// Twenty moves, after which one column wins.
const MOVES: [usize; 20] = [1, 2, 6, 1, 1, 6, 4, 2, 6, 1, 3, 5, 5, 2, 2, 5, 5, 5, 1, 2];

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::default();
    for number in MOVES {
        game = game.drop_in(Column::from_number(number).expect("a column of the board"))?;
    }
    let mut solver = Solver::default();
    let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
    for drop in explainer.explain(game.position())?.columns {
        let verdict = drop.verdict.ok_or("the search has no limits")?;
        // Every reason has passed a checker that knows the rules and no search.
        let kinds: Vec<_> = drop
            .reasons
            .iter()
            .map(|reason| reason.kind().name())
            .collect();
        println!("{}: {verdict}, {}", drop.cell, kinds.join(", "));
    }
    Ok(())
}
