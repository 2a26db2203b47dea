//! A game being played: seats, clocks, offers, undo, score and ending.
//!
//! A [`Table`] is event-sourced: its state follows from its numbered events. [`Table::decide`]
//! returns the event that a command leads to and changes nothing; [`Table::apply`] applies one
//! event and returns, as [`AppliedEvent`], its effects on the board. Sounds, texts, animations and
//! files derive from `AppliedEvent` alone.
//!
//! ```
//! use foursight_core::{Column, Ending, Move, Player, Ruleset, WinReason};
//! use foursight_table::{Actor, Command, GameStart, Occupant, Table};
//!
//! let seats = [Occupant::Person("Ada".into()), Occupant::Person("Charles".into())];
//! let start = GameStart::new(Ruleset::STANDARD, seats);
//! let mut table = Table::open(start, 1, 0).expect("no opening");
//! for (number, at_ms) in [4, 5, 4, 5, 4, 5, 4].into_iter().zip(1000..) {
//!     let mv = Move::Drop(Column::from_number(number).expect("in range"));
//!     let at = table.point();
//!     // A server calls `decide`, stores the entry, then calls `apply`; `decide_and_apply` does both at once.
//!     let applied = table.decide_and_apply(&Command::PlayMove { at, mv }, Actor::SharedDevice, at_ms);
//!     assert!(applied.is_ok());
//! }
//! assert_eq!(table.ending(), Some(Ending::Won(Player::First, WinReason::Rules)));
//! assert_eq!(table.score().wins, [1, 0]);
//! ```
//!
//! The crate reads no clock, uses no randomness, produces no text and knows no colours, levels or
//! accounts. Events and commands have public fields, so that `protocol` and the apps can serialise
//! them.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod applied_event;
mod apply;
mod clock;
mod command;
mod decide;
mod event;
mod saved_table;
mod seat;
mod table;

pub use applied_event::{AppliedEvent, DiscMotion, DiscPlace, Ply};
pub use clock::{Clocks, TimeControl};
pub use command::{Actor, Command, CommandError, Offer, Point};
pub use decide::{DRAW_OFFERS_MAX, REMATCH_OFFERS_MAX, TAKE_BACK_OFFERS_MAX};
pub use event::{ApplyError, Decision, Entry, Event};
pub use saved_table::SavedTable;
pub use seat::{
    Consent, GameStart, MatchScore, Occupant, Seat, SeatIndexError, StartPolicy, TimedMove,
};
pub use table::Table;
