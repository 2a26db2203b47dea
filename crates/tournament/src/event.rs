//! What happens in a tournament, and why something is refused.

use std::fmt;

use foursight_core::Player;

use crate::contest::{EntrantId, MatchId};
use crate::setup::{ENTRANTS_MAX, ENTRANTS_MIN, SetupError};

/// Who makes the moves of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    Person,
    /// A bot, named in words that the app reads.
    Bot(String),
}

/// Who did not come to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absentee {
    /// This entrant; the opponent wins the match.
    One(EntrantId),
    /// Neither came; both lose the match.
    Both,
}

/// One thing that happened. A [`Setup`](crate::Setup) and a list of events are a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Somebody entered. The entrants are numbered from 0.
    Entered {
        /// What the entrant is called; no two are called the same.
        name: String,
        /// Who makes the moves.
        who: Who,
        /// A rating from elsewhere, for the seeding.
        rating: Option<i32>,
    },
    /// The entrants are seeded, and the first matches are known.
    Began,
    /// The next Swiss round was paired: see [`Tournament::pairing`](crate::Tournament::pairing).
    Paired {
        /// Who meets whom; the first of a pair moves first.
        pairs: Vec<(EntrantId, EntrantId)>,
        /// Who has a bye.
        bye: Option<EntrantId>,
    },
    /// A game is over.
    Played {
        /// In which match.
        match_id: MatchId,
        /// Which game of the match, from 0.
        game: u16,
        /// Who won; none for a tie.
        winner: Option<Player>,
        /// How many plies it had.
        plies: u16,
        /// Its moves, in words that the app reads; perhaps empty.
        moves: String,
    },
    /// Somebody did not come to a match.
    Absent {
        /// To which match.
        match_id: MatchId,
        /// Who.
        who: Absentee,
    },
    /// An entrant left for good. All its open matches are lost.
    Withdrew(EntrantId),
}

/// Why an event is refused. The tournament is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// A name or words are not what they may be.
    Words(SetupError),
    /// Another entrant is called the same.
    NameTaken(String),
    /// The field is full.
    Full,
    /// The form has no free place for a late entrant, or it has been passed.
    TooLate,
    /// Fewer than two entrants are there.
    TooFew(usize),
    /// It has begun already.
    HasBegun,
    /// It has not begun yet.
    NotBegun,
    /// There is no such entrant.
    NoEntrant(EntrantId),
    /// The entrant has withdrawn already.
    HasWithdrawn(String),
    /// There is no such match.
    NoMatch(MatchId),
    /// The match is decided, or its entrants are not known yet.
    NotDue(MatchId),
    /// The match expects another game.
    WrongGame {
        /// The game that was named.
        game: u16,
        /// The game that is expected.
        expected: u16,
    },
    /// The entrant does not play in this match.
    NotInMatch(EntrantId, MatchId),
    /// No round is to be paired now.
    NotBetweenRounds,
    /// A round must pair everybody who is there once.
    BadPairing,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(error) => error.fmt(f),
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
            Self::BadPairing => f.write_str("a round must pair everybody who is there once"),
        }
    }
}

impl std::error::Error for Refused {}

impl From<SetupError> for Refused {
    fn from(error: SetupError) -> Self {
        Self::Words(error)
    }
}
