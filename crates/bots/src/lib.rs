//! Bots for four in a row and its variants, from random to perfect, and the arena that measures
//! them.
//!
//! ```
//! use foursight_bots::{Budget, Level};
//! use foursight_core::{Column, Game};
//!
//! // Second threatens to complete column 1.
//! let mut game = Game::default();
//! for number in [4, 1, 5, 1, 7, 1] {
//!     game = game.drop_in(Column::from_number(number).expect("in range"))?;
//! }
//! let mut bot = Level::Hard.bot();
//! let choice = bot.choose(&game, &Budget::default(), 1).expect("the game goes on");
//! assert_eq!(choice.mv.to_string(), "drop in column 6"); // it wins itself
//! println!("{} after {} nodes", choice.evaluation, choice.nodes);
//! # Ok::<_, foursight_core::MoveError>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | play against a level | [`Level::bot`], [`Level::bot_with`] a [`Personality`] |
//! | build another bot | [`Searcher`], [`MonteCarlo`], [`Perfect`], [`Mixture`], or any [`Bot`] |
//! | let one learn from its games | [`Learner`], [`Memory`] |
//! | compare the strength of bots | [`arena`] |
//!
//! Every bot plays every variant on every board. Randomness comes from seeds and time from the
//! caller's [`Budget`]: the crate reads no clock, performs no I/O, and is deterministic on every
//! platform.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod alpha_beta;
pub mod arena;
mod bot;
mod insertion_sort;
mod learner;
mod level;
mod mcts;
mod memory;
mod mixture;
pub mod net;
mod node;
mod perfect;
mod prover;
mod searcher;
mod transposition_table;
mod weights;
mod windows;

pub use bot::{Bot, Budget, Evaluation, MoveChoice, StopCallback};
pub use learner::Learner;
pub use level::{Level, LevelSpec, ParseLevelError, Strategy};
pub use mcts::MonteCarlo;
pub use memory::{MEMORY_POSITIONS_MAX, MEMORY_TEXT_BYTES_MAX, Memory, MemoryError};
pub use mixture::{Mixture, RandomBot};
pub use perfect::Perfect;
pub use prover::Prover;
pub use searcher::Searcher;
pub use transposition_table::TT_BYTES_MAX;
pub use weights::{ParsePersonalityError, Personality, Weights};
