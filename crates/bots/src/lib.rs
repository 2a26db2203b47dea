//! Opponents for four in a row and its variants, from dice to perfect, and the arena that
//! measures them.
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
//! assert_eq!(choice.step.to_string(), "drop in column 6"); // it wins itself
//! println!("{} after {} nodes", choice.evaluation, choice.nodes);
//! # Ok::<_, foursight_core::MoveError>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | play against a level | [`Level::bot`], [`Level::bot_with`] a [`Personality`] |
//! | build another opponent | [`Searcher`], [`MonteCarlo`], [`Perfect`], [`Mixed`], or any [`Bot`] |
//! | let one learn | [`Learner`], [`Memory`] |
//! | find out who is better | [`arena`] |
//!
//! Every bot plays every variant on every grid. Chance comes from seeds and time from the
//! caller's [`Budget`]: the crate reads no clock, does no input or output, and the same question
//! gets the same answer everywhere.

pub mod arena;
mod bot;
mod dice;
mod few;
mod learner;
mod level;
mod mcts;
mod memo;
mod memory;
mod mixed;
pub mod net;
mod node;
mod perfect;
mod search;
mod searcher;
mod weights;
mod windows;

pub use bot::{Bot, Budget, Choice, Evaluation, Stop};
pub use dice::Dice;
pub use learner::Learner;
pub use level::{Level, Makeup, Mind, UnknownLevel};
pub use mcts::MonteCarlo;
pub use memo::MEMO_BYTES_MAX;
pub use memory::{MEMORY_POSITIONS_MAX, MEMORY_TEXT_BYTES_MAX, Memory, MemoryError};
pub use mixed::{Mixed, Uniform};
pub use perfect::Perfect;
pub use searcher::Searcher;
pub use weights::{Personality, UnknownPersonality, Weights};
