//! What happened, as it is stored and sent: facts that cannot be computed, and no others. So a log
//! cannot contradict itself. What follows from a fact is in [`Happened`](crate::Happened).

use foursight_core::{Ending, Move};

use crate::{Offer, Seat, Start};

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A game began.
    Started(Box<Start>),
    /// A move was made. An end by the rules is part of it.
    Moved {
        /// The move.
        step: Move,
        /// The time that is charged for it, since the clock last started.
        spent_ms: u64,
    },
    /// All moves from this ply on were taken back.
    TakenBack(usize),
    /// Moves were made again up to this ply.
    Redone(usize),
    /// A seat offers something.
    Offered(Seat, Offer),
    /// The offer of this seat was declined or withdrawn.
    Closed(Seat),
    /// The game ended beside the grid.
    Ended(Ending),
    /// The clocks stand, and neither seat may move.
    Paused,
    /// The game goes on.
    Resumed,
    /// The seat whose clock runs was given this many milliseconds.
    Credited(u64),
    /// The score is nil to nil. A game that is over stays out of it.
    ScoreReset,
}

/// An event with its number and time. Numbers run from 1 without gaps, and times never go back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number.
    pub seq: u64,
    /// When it happened, in milliseconds since a moment that the app chose.
    pub at_ms: u64,
    /// What happened.
    pub event: Event,
}

/// What a command leads to. It is one event, so no command can be stored by half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This entry, to be stored and then applied.
    New(Entry),
    /// Nothing new: the command led to the event of this number before.
    Known(u64),
}

/// Why an entry cannot be applied. The table is then as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The entry is known: ignore it.
    Old,
    /// Entries from this number on are missing: ask for them.
    Gap(u64),
    /// The entry cannot follow: the log is damaged.
    Impossible,
}
