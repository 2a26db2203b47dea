//! Every column of every labelled position agrees with an independent solver.
//!
//! The normal run takes positions with nine discs or more; `FOURSIGHT_FULL=1` takes all.

use crate::support::{corpus, full_run, position};
use foursight_core::Column;
use foursight_solver::Solver;

const POSITIONS: &str = include_str!("data/positions.jsonl");
const ONLY_WINNING: &str = include_str!("data/only_winning_move.jsonl");
const ONLY_NONLOSING: &str = include_str!("data/only_nonlosing_move.jsonl");

fn check(text: &str) {
    let plies_min = if full_run() { 0 } else { 9 };
    let mut solver = Solver::default();
    for entry in corpus(text)
        .iter()
        .filter(|entry| entry.drops.len() >= plies_min)
    {
        let position = position(&entry.drops);
        let analysis = solver.analyse(&position).expect("a standard position");
        for (index, score) in entry.scores.iter().enumerate() {
            let column = Column::from_index(index).expect("one of seven");
            let verdict = analysis.verdict(column);
            let found = verdict.map(|verdict| verdict.conventional_score(&position));
            assert_eq!(found, *score, "column {column} of {}", entry.drops);
        }
        let verdict = solver.verdict(&position).expect("a standard position");
        assert_eq!(
            verdict.conventional_score(&position),
            entry.score,
            "{}",
            entry.drops
        );
        assert_eq!(analysis.best(), Some(verdict));
        let outcome = solver.outcome(&position).expect("a standard position");
        assert_eq!(outcome, verdict.wdl());
    }
}

#[test]
fn positions_of_all_kinds() {
    check(POSITIONS);
}

#[test]
fn only_one_column_wins() {
    check(ONLY_WINNING);
}

#[test]
fn only_one_column_does_not_lose() {
    check(ONLY_NONLOSING);
}
