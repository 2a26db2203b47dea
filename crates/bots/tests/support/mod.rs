//! Positions with known values to ask bots about.

use foursight_bots::arena::Labelled;
use foursight_core::{Column, Game, Move, Ruleset};

/// The positions of a data file, with the exact value of every move.
pub(crate) fn labelled(name: &str) -> Vec<Labelled> {
    let path = format!("{}/tests/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the data is there");
    text.lines().map(parse).collect()
}

fn parse(line: &str) -> Labelled {
    let value: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
    let moves = value["moves"].as_str().expect("moves").bytes();
    let moves = moves.map(|digit| drop_at(usize::from(digit - b'1')));
    let scores = value["scores"]
        .as_array()
        .expect("scores")
        .iter()
        .enumerate();
    Labelled {
        game: Game::from_moves(Ruleset::STANDARD, moves).expect("legal"),
        values: scores
            .filter_map(|(index, score)| Some((drop_at(index), score.as_i64()? as i32)))
            .collect(),
    }
}

fn drop_at(index: usize) -> Move {
    Move::Drop(Column::from_index(index).expect("a column"))
}
