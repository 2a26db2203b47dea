//! Exact solver for four-in-a-row positions.
//!
//! ```
//! use foursight_core::{Column, Position};
//! use foursight_solver::{Solver, Verdict};
//!
//! // First owns the middle three of the bottom row, with both ends open.
//! let mut position = Position::default();
//! for number in [4, 4, 3, 3, 5] {
//!     position = position.drop_in(Column::from_number(number).expect("in range"))?;
//! }
//! let mut solver = Solver::default();
//! assert_eq!(solver.verdict(&position)?, Verdict::Loss { plies: 2 });
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | get the outcome under perfect play and the distance to it | [`Solver::verdict`] |
//! | get only win, draw or loss | [`Solver::outcome`] |
//! | compare all columns | [`Solver::analyse`] |
//! | test whether a column is as good as a verdict | [`Solver::is_at_least_verdict`] |
//! | get the principal variation | [`Solver::principal_variation`] |
//! | stop early | [`Limits`], [`CancelToken`] |
//! | look up openings instead of searching | [`Solver::with_book`] |
//! | measure a single technique | [`SolverOptions::techniques`] |
//!
//! Any board under the standard rules with `(height + 1) × width ≤ 64` can be solved. The standard
//! board has a search compiled specially for it.
//!
//! The modules in reading order: `geometry` (bitboards), `score`, `node`, `search`, and what keeps
//! the tree small: `zugzwang`, `leaf`, `move_ordering`, `history`, `transposition_table`. Then the
//! drivers around it: `mtd`, `abdada`, `engine` and `solver`. The crate reads no clock and performs
//! no I/O.

#![expect(
    clippy::inline_always,
    reason = "the search is one hot function, and its masks must become constants in it"
)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod book;

mod abdada;
mod control;
mod engine;
mod geometry;
mod history;
mod leaf;
mod memory_probe;
mod move_ordering;
mod mtd;
mod node;
mod options;
mod queries;
mod score;
mod search;
mod solution;
mod solver;
mod techniques;
mod transposition_table;
mod verdict;
mod zugzwang;

#[cfg(test)]
mod ablation_tests;
#[cfg(test)]
mod reference_solver;
#[cfg(test)]
mod soundness_tests;

pub use control::{CancelToken, Limits, OnProgress, ShouldStop};
pub use memory_probe::is_memory_available;
pub use options::{SolveError, SolverOptions};
pub use queries::SearchResult;
pub use solution::{Analysis, Solution};
pub use solver::Solver;
pub use techniques::{Technique, Techniques};
pub use verdict::{BoundedValue, Verdict, Wdl};
