//! Why a drop is good or bad: threats, and reasons that are proved on the grid.
//!
//! The solver says *that* a drop wins. This crate says why, as values that a program turns into
//! words of its language. A [`Reason`] is a fact with a checker, [`Reason::holds`]; [`reasons`]
//! proposes facts and keeps those whose checker agrees. Where none does the list is empty, and an
//! honest program says that it found no simple reason.
//!
//! ```
//! use foursight_core::{Column, Game};
//! use foursight_explain::{Reason, reasons};
//! use foursight_solver::Prospect;
//!
//! // First has three in the first row, open on both sides.
//! let column = |number| Column::from_number(number).expect("in range");
//! let mut game = Game::default();
//! for number in [4, 4, 5, 5] {
//!     game = game.drop_in(column(number))?;
//! }
//! let found = reasons(game.position(), column(3), Prospect::Win, &[]);
//! let Reason::Fork { spaces } = &found[0] else { panic!("{found:?}") };
//! assert_eq!(spaces.map(|space| space.to_string()), ["b1", "f1"]);
//! # Ok::<_, foursight_core::MoveError>(())
//! ```
//!
//! Reasons are about drops under the standard rules on any grid; in the other variants there are
//! threats and no reasons.

mod find;
mod follow;
mod force;
mod reason;
mod threat;

pub use find::reasons;
pub use reason::Reason;
pub use threat::{Parity, Threat, threats};
