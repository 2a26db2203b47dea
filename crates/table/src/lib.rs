//! A game being played: who sits where, whose clock runs, what was offered and how it ended.
//!
//! A [`Table`] is the fold of its numbered events. [`Table::decide`] says what a command leads to
//! and changes nothing; [`Table::apply`] folds one event in and tells, as [`Happened`], what that
//! did to the grid. Sounds, sentences, movements and files follow `Happened` and nothing else.
//!
//! ```
//! use foursight_core::{Column, Ending, Move, Player, Ruleset, WonBy};
//! use foursight_table::{By, Command, Start, Table, Who};
//!
//! let seats = [Who::Person("Ada".into()), Who::Person("Charles".into())];
//! let start = Start::new(Ruleset::STANDARD, seats);
//! let mut table = Table::open(start, 1, 0).expect("no opening");
//! for (number, at_ms) in [4, 5, 4, 5, 4, 5, 4].into_iter().zip(1000..) {
//!     let step = Move::Drop(Column::from_number(number).expect("in range"));
//!     let at = table.point();
//!     // A server stores the entry between these two calls; `act` does both at once.
//!     let happened = table.act(&Command::Move { at, step }, By::Shared, at_ms);
//!     assert!(happened.is_ok());
//! }
//! assert_eq!(table.ending(), Some(Ending::Won(Player::First, WonBy::Rules)));
//! assert_eq!(table.score().wins, [1, 0]);
//! ```
//!
//! It reads no clock, rolls no dice, writes no text and knows no colour, level or account. Events
//! and commands have public fields, so `protocol` and the apps write them as they like.

mod clock;
mod command;
mod decide;
mod event;
mod fold;
mod happened;
mod saved;
mod seat;
mod table;

pub use clock::{ClockRule, Clocks};
pub use command::{By, Command, Offer, Point, Refused};
pub use decide::{DRAW_OFFERS_MAX, TAKE_BACK_OFFERS_MAX};
pub use event::{Broken, Decision, Entry, Event};
pub use happened::{Happened, Ply, Shift, Spot};
pub use saved::Saved;
pub use seat::{Consent, Made, Score, Seat, Start, Starts, Who};
pub use table::Table;
