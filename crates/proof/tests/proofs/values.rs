//! The exact solver confirms the value of positions in the shipped proofs.

use std::path::Path;
use std::sync::Arc;

use crate::support::{games, is_full};
use foursight_core::{Column, Position, SplitMix64};
use foursight_proof::{ProofGoal, ShippedProof};
use foursight_solver::book::Book;
use foursight_solver::{Solver, Wdl};

/// Positions of each proof in the quick run.
const SAMPLE: usize = 60;

fn solver() -> Solver {
    let name = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver/books/7x6-12.book");
    let bytes = std::fs::read(name).expect("the book is in the repository");
    Solver::default().with_book(Arc::new(Book::from_bytes(&bytes).expect("a book")))
}

fn position(moves: &[Column]) -> Position {
    moves.iter().fold(Position::default(), |position, column| {
        position.drop_in(*column).expect("a legal game")
    })
}

#[test]
fn the_solver_agrees_with_every_value() {
    let mut solver = solver();
    let mut random = SplitMix64::new(5);
    for shipped in ShippedProof::ALL {
        let proof = shipped.proof();
        let goal = proof.claim().goal;
        let mut games = games(&proof);
        assert_eq!(
            games.len(),
            proof.stats().positions(),
            "every position is reached"
        );
        if !is_full() {
            games = (0..SAMPLE)
                .map(|_| games.swap_remove(random.below(games.len())))
                .collect();
        }
        for mut game in games {
            let opponent_wins = |value| match goal {
                ProofGoal::Win => value != Wdl::Loss,
                ProofGoal::Hold => value == Wdl::Win,
            };
            let value = solver.outcome(&position(&game)).expect("in progress");
            assert!(!opponent_wins(value), "{game:?}: {value:?}");
            // The position before the drop has the same value, for the planner.
            game.pop();
            let value = solver.outcome(&position(&game)).expect("in progress");
            let is_proved = match goal {
                ProofGoal::Win => value == Wdl::Win,
                ProofGoal::Hold => value != Wdl::Loss,
            };
            assert!(is_proved, "{game:?}: {value:?}");
        }
    }
}
