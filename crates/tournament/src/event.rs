//! The events of a tournament, and the errors of invalid ones.

use std::fmt;

use foursight_core::Player;

use crate::matches::{EntrantId, MatchId};
use crate::setup::{ENTRANTS_MAX, ENTRANTS_MIN, TournamentSetupError};

/// Kind of player that makes the moves of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntrantKind {
    /// A person.
    Person,
    /// A bot, described in text that the app reads.
    Bot(String),
}

/// Entrants absent from a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absentee {
    /// This entrant; the opponent wins the match.
    One(EntrantId),
    /// Both entrants; both lose the match.
    Both,
}

/// An event. A [`TournamentSetup`](crate::TournamentSetup) and a list of events make a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TournamentEvent {
    /// An entrant registered. Entrants are numbered from 0.
    Entered {
        /// Name of the entrant, unique within the tournament.
        name: String,
        /// Kind of player.
        kind: EntrantKind,
        /// External rating, used for seeding.
        rating: Option<i32>,
    },
    /// The tournament began: the entrants are seeded, and the first matches are known.
    Began,
    /// The next Swiss round was paired: see [`Tournament::next_pairing`](crate::Tournament::next_pairing).
    Paired {
        /// The pairs; the first of each moves first.
        pairs: Vec<(EntrantId, EntrantId)>,
        /// The entrant with a bye.
        bye: Option<EntrantId>,
    },
    /// A game ended.
    Played {
        /// The match of the game.
        match_id: MatchId,
        /// Number of the game within the match, from 0.
        game: u16,
        /// The winner; `None` for a draw.
        winner: Option<Player>,
        /// Number of plies.
        plies: u16,
        /// The moves, in text that the app reads; may be empty.
        moves: String,
    },
    /// One or both entrants did not come to a match.
    Absent {
        /// The match.
        match_id: MatchId,
        /// The absent entrants.
        absentee: Absentee,
    },
    /// An entrant withdrew and loses all its open matches.
    Withdrew(EntrantId),
}

/// Reason why an event is invalid. The tournament is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TournamentError {
    /// A name or other text is invalid.
    InvalidText(TournamentSetupError),
    /// Another entrant has the same name.
    NameTaken(String),
    /// The field is full.
    Full,
    /// The format has no free slot left for a late entrant.
    TooLate,
    /// There are fewer than two entrants.
    TooFew(usize),
    /// The tournament has begun already.
    HasBegun,
    /// The tournament has not begun yet.
    NotBegun,
    /// There is no such entrant.
    NoEntrant(EntrantId),
    /// The entrant has withdrawn already.
    HasWithdrawn(String),
    /// There is no such match.
    NoMatch(MatchId),
    /// The match is decided, or its entrants are not known yet.
    NotDue(MatchId),
    /// The event names another game of the match than the next one.
    WrongGame {
        /// The game of the event.
        game: u16,
        /// The next game.
        expected: u16,
    },
    /// The entrant does not play in this match.
    NotInMatch(EntrantId, MatchId),
    /// No round is to be paired now.
    NotBetweenRounds,
    /// A pairing must contain each active entrant exactly once.
    InvalidPairing,
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidText(error) => error.fmt(f),
            Self::NameTaken(name) => {
                write!(f, "{name:?} has entered already: choose another name")
            }
            Self::Full => write!(f, "the field is full: {ENTRANTS_MAX} have entered"),
            Self::TooLate => f.write_str("there is no free place left for a late entrant"),
            Self::TooFew(count) => write!(
                f,
                "{count} entrants: a tournament needs at least {ENTRANTS_MIN}"
            ),
            Self::HasBegun => f.write_str("the tournament has begun already"),
            Self::NotBegun => f.write_str("the tournament has not begun"),
            Self::NoEntrant(id) => write!(f, "there is no entrant {}", id.0),
            Self::HasWithdrawn(name) => write!(f, "{name:?} has withdrawn already"),
            Self::NoMatch(id) => write!(f, "there is no match {}", id.0),
            Self::NotDue(id) => write!(f, "match {} is decided or not due yet", id.0),
            Self::WrongGame { game, expected } => {
                write!(f, "game {game} of the match, where game {expected} is next")
            }
            Self::NotInMatch(id, match_id) => {
                write!(f, "entrant {} does not play in match {}", id.0, match_id.0)
            }
            Self::NotBetweenRounds => f.write_str("no round is to be paired now"),
            Self::InvalidPairing => {
                f.write_str("a round must pair every entrant who is present once")
            }
        }
    }
}

impl std::error::Error for TournamentError {}

impl From<TournamentSetupError> for TournamentError {
    fn from(error: TournamentSetupError) -> Self {
        Self::InvalidText(error)
    }
}
