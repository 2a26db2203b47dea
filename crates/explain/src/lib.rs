//! Threats, and the reasons why a drop is good or bad, each proved on the board.
//!
//! The solver says *that* a drop wins. This crate says why, as values that a program phrases in its
//! own language. A [`Reason`] is a fact with a checker, [`Reason::holds`]; [`reasons`] proposes
//! facts and keeps those that the checker proves. If the list is empty, a program should say that
//! there is no simple reason.
//!
//! ```
//! use foursight_core::{Column, Game};
//! use foursight_explain::{Reason, reasons};
//! use foursight_solver::Wdl;
//!
//! // First has three in the first row, open on both sides.
//! let column = |number| Column::from_number(number).expect("in range");
//! let mut game = Game::default();
//! for number in [4, 4, 5, 5] {
//!     game = game.drop_in(column(number))?;
//! }
//! let found = reasons(game.position(), column(3), Wdl::Win, &[]);
//! let Reason::Fork { cells } = &found[0] else { panic!("{found:?}") };
//! assert_eq!(cells.map(|cell| cell.to_string()), ["b1", "f1"]);
//! # Ok::<_, foursight_core::MoveError>(())
//! ```
//!
//! Reasons cover drop-only rules on any board; the other variants have threats but no reasons.
//!
//! Threats, parity, zugzwang and follow-up are the concepts of L. V. Allis, *A Knowledge-based
//! Approach of Connect-Four*, 1988.

mod follow_up;
mod forced_win;
mod propose;
mod reason;
mod threat;

pub use propose::reasons;
pub use reason::Reason;
pub use threat::{Parity, Threat, threats};
