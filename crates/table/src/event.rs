//! Events as stored and sent: only facts that cannot be derived, so a log cannot contradict itself.
//! The derived effects are in [`AppliedEvent`](crate::AppliedEvent).

use foursight_core::{Ending, Move};

use crate::{GameStart, Offer, Seat};

/// A fact about the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A game started.
    GameStarted(Box<GameStart>),
    /// A move was played. An end by the rules is part of it.
    MovePlayed {
        /// The move.
        mv: Move,
        /// Time charged for it, since the clock last started.
        spent_ms: u64,
    },
    /// All moves from this ply on were taken back.
    MovesTakenBack(usize),
    /// Undone moves were redone up to this ply.
    MovesRedone(usize),
    /// A seat made an offer.
    OfferMade(Seat, Offer),
    /// The offer of this seat was declined or withdrawn.
    OfferClosed(Seat),
    /// The game ended other than by its moves.
    GameEnded(Ending),
    /// The game was paused: clocks stop, and neither seat may move.
    Paused,
    /// The game was resumed.
    Resumed,
    /// The running clock was credited this many milliseconds.
    TimeCredited(u64),
    /// The score was reset to nil. A game that is already over does not count afterwards.
    ScoreReset,
}

/// An event with its sequence number and time. Numbers run from 1 without gaps, and times never
/// decrease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Sequence number.
    pub seq: u64,
    /// Time of the event, in milliseconds since an epoch that the app chooses.
    pub at_ms: u64,
    /// The event.
    pub event: Event,
}

/// Result of a command. It is a single event, so that no command can be stored in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A new entry, to be stored and then applied.
    New(Entry),
    /// A duplicate: the command already led to the event of this number.
    Duplicate(u64),
}

/// Reason why an entry cannot be applied. The table is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// The entry has already been applied: ignore it.
    AlreadyApplied,
    /// Entries from this number on are missing: fetch them.
    Gap(u64),
    /// The entry is invalid in this state: the log is damaged.
    Invalid,
}
