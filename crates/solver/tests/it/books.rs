//! The shipped books: their sizes, contents and correctness.

use std::collections::BTreeSet;

use foursight_core::{Player, Position};
use foursight_solver::book::{BoardSize, Book, layer, shipped};

use crate::known_values::BY_PLY;
use crate::support::{Lcg, corpus, full_run, position, solve_in_parallel};

/// Each book with its plies and its maximum size in bytes.
const BOOKS: [(u32, &[u8], usize); 3] = [
    (8, shipped::THROUGH_8_PLIES, 60_000),
    (10, shipped::THROUGH_10_PLIES, 500_000),
    (12, shipped::THROUGH_12_PLIES, 4_000_000),
];
/// Layers from which positions are sampled and solved again, and the sample sizes.
const SAMPLED_LAYERS: [(u32, usize); 8] = [
    (12, 50),
    (6, 8),
    (5, 8),
    (4, 6),
    (3, 4),
    (2, 3),
    (1, 2),
    (0, 1),
];
/// The full run solves all positions with at most this many discs.
const ALL_SOLVED_PLIES: u32 = 6;
/// Stride between compared positions in large layers.
const STRIDE: usize = 11;

fn read(bytes: &[u8]) -> Book {
    Book::from_bytes(bytes).expect("a shipped book is whole")
}

#[test]
fn books_have_their_declared_depth_and_size() {
    for (plies, bytes, bytes_max) in BOOKS {
        let book = read(bytes);
        assert_eq!((book.plies(), book.size()), (plies, BoardSize::STANDARD));
        let stored: Vec<_> = book.layers().collect();
        let layers = (0..=plies).rev().step_by(4);
        let counted: Vec<_> = layers
            .map(|plies| (plies, layer(BoardSize::STANDARD, plies).len() as u32))
            .collect();
        assert_eq!(stored, counted);
        assert!(bytes.len() <= bytes_max, "{plies} plies: {}", bytes.len());
    }
}

#[test]
fn books_agree_with_each_other() {
    let [short, middle, long] = BOOKS.map(|(_, bytes, _)| read(bytes));
    let mut compared = 0;
    for plies in 0..=10 {
        let stride = if plies <= 8 { 1 } else { STRIDE };
        for opening in layer(BoardSize::STANDARD, plies).iter().step_by(stride) {
            let position = opening.position(BoardSize::STANDARD);
            let score = long.score(&position);
            assert_eq!(middle.score(&position), score, "{opening}");
            if plies <= 8 {
                assert_eq!(short.score(&position), score, "{opening}");
            }
            compared += 1;
        }
    }
    assert!(compared > 150_000, "{compared}");
}

/// The published numbers of won, drawn and lost positions after each of the first plies.
#[test]
fn books_match_the_published_verdicts_by_ply() {
    for (_, bytes, _) in BOOKS {
        let book = read(bytes);
        let mut positions = BTreeSet::from([Position::default()]);
        for (plies, expected) in BY_PLY.iter().enumerate() {
            let mut found = [0; 3];
            for position in &positions {
                // The last disc won a game that is over.
                let score = if position.is_over() {
                    -1
                } else {
                    book.score(position).expect("a short game")
                };
                let for_first = match position.to_move() {
                    Player::First => score,
                    Player::Second => -score,
                };
                found[(1 - for_first.signum()) as usize] += 1;
            }
            assert_eq!(found, *expected, "after {plies} plies");
            positions = positions.iter().flat_map(Position::children).collect();
        }
    }
}

#[test]
fn books_agree_with_the_corpus() {
    let known = corpus(include_str!("data/positions.jsonl"));
    for (plies, bytes, _) in BOOKS {
        let book = read(bytes);
        let mut compared = 0;
        for entry in &known {
            let position = position(&entry.drops);
            if entry.drops.len() <= plies as usize && !position.is_over() {
                let score = book.score(&position).map(i32::from);
                assert_eq!(score, Some(entry.score), "{}", entry.drops);
                compared += 1;
            }
        }
        assert!(compared > 140, "{compared} for {plies} plies");
    }
}

/// Solves some positions of the first plies and of the deepest layer without the book; the full run
/// solves all of the first plies.
#[test]
fn a_search_confirms_the_books() {
    let book = read(shipped::THROUGH_12_PLIES);
    let mut rng = Lcg(12);
    let mut positions = Vec::new();
    for (plies, sample) in SAMPLED_LAYERS {
        let mut openings = layer(BoardSize::STANDARD, plies);
        while openings.len() > sample && !(full_run() && plies <= ALL_SOLVED_PLIES) {
            openings.swap_remove(rng.below(openings.len()));
        }
        let chosen = openings
            .iter()
            .map(|opening| opening.position(BoardSize::STANDARD));
        positions.extend(chosen);
    }
    let scores = solve_in_parallel(&positions, |solver, position| {
        let verdict = solver.verdict(position).expect("a standard position");
        verdict.conventional_score(position)
    });
    for (position, score) in scores {
        let in_book = book.score(&position).map(i32::from);
        assert_eq!(in_book, Some(score), "{position:?}");
    }
}
