//! Positions with known values, and bots with an opening book.

use std::sync::{Arc, LazyLock};

use foursight_bots::arena::LabelledPosition;
use foursight_bots::{Bot, Level, Personality};
use foursight_core::{Column, Game, Move, Ruleset};
use foursight_solver::Solver;
use foursight_solver::book::{Book, shipped};

static BOOK: LazyLock<Arc<Book>> =
    LazyLock::new(|| Arc::new(Book::from_bytes(shipped::THROUGH_12_PLIES).expect("it is whole")));

/// Returns a solver with the book that native programs use.
pub(crate) fn solver() -> Solver {
    Solver::default().with_book(Arc::clone(&BOOK))
}

/// Returns a bot with that book, if its level uses one.
pub(crate) fn bot(level: Level) -> Box<dyn Bot> {
    level.bot_with_solver(Personality::default(), &solver)
}

/// Reads the positions of a data file, with the exact value of every move.
pub(crate) fn labelled(name: &str) -> Vec<LabelledPosition> {
    let path = format!("{}/tests/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the data is there");
    text.lines().map(parse).collect()
}

fn parse(line: &str) -> LabelledPosition {
    let value: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
    let moves = value["moves"].as_str().expect("moves").bytes();
    let moves = moves.map(|digit| drop_at(usize::from(digit - b'1')));
    let scores = value["scores"]
        .as_array()
        .expect("scores")
        .iter()
        .enumerate();
    LabelledPosition {
        game: Game::from_moves(Ruleset::STANDARD, moves).expect("legal"),
        values: scores
            .filter_map(|(index, score)| Some((drop_at(index), score.as_i64()? as i32)))
            .collect(),
    }
}

fn drop_at(index: usize) -> Move {
    Move::Drop(Column::from_index(index).expect("a column"))
}
