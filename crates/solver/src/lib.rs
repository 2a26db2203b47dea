//! The exact verdict of any four-in-a-row position, and the fast search behind it.
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
//! | know who wins, and when | [`Solver::verdict`] |
//! | know only who wins | [`Solver::outcome`] |
//! | compare all columns | [`Solver::analyse`] |
//! | know only whether a column is as good | [`Solver::is_worth`] |
//! | see a perfect game | [`Solver::line`] |
//! | stop early | [`Limits`], [`CancelToken`] |
//! | answer openings without a search | [`Solver::with_book`] |
//! | measure one technique | [`Options::techniques`] |
//!
//! Any grid under the standard rules with `(height + 1) × width ≤ 64` can be solved. The standard
//! grid has a search compiled for it alone.
//!
//! How it works, in reading order: `shape` (the bits), `score` (what is asked), `node`, `search`,
//! and what makes it small: `zugzwang`, `leaf`, `order`, `history`, `memo`. Then `schedule`, `team`,
//! `engine` and `solver` around it. The crate reads no clock and does no input or output.

#![expect(
    clippy::inline_always,
    reason = "the search is one hot function, and its masks must become constants in it"
)]

pub mod book;

mod control;
mod engine;
mod history;
mod leaf;
mod memo;
mod node;
mod options;
mod order;
mod rules;
mod schedule;
mod score;
mod search;
mod shape;
mod solution;
mod solver;
mod team;
mod verdict;
mod worth;
mod zugzwang;

#[cfg(test)]
mod alone;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod proofs;

pub use control::{CancelToken, Limits, OnProgress, ShouldStop};
pub use options::{Options, SolveError};
pub use rules::{Technique, Techniques};
pub use solution::{Analysis, Solution};
pub use solver::Solver;
pub use verdict::{Answer, Prospect, Verdict};
pub use worth::Found;
