//! What the web page and its engine say to each other.
//!
//! The engine lives in a worker. It says [`ToPage::Ready`] once, and then answers every [`ToEngine`]
//! with exactly one [`ToPage`] of the same id. A busy engine hears nothing: to cancel, end the
//! worker and start another.
//!
//! ```
//! use foursight_core::Game;
//! use foursight_protocol::engine::{Ask, ToEngine, decode, encode};
//!
//! let ask = ToEngine { id: 7, ask: Ask::Verdicts { game: Game::default() } };
//! let bytes = encode(&ask);
//! assert_eq!(decode::<ToEngine>(&bytes)?, ask);
//! # Ok::<_, foursight_protocol::engine::Unreadable>(())
//! ```

use std::fmt;

use foursight_bots::{Level, Personality};
use foursight_core::{Game, Move};
use foursight_solver::{Analysis, Answer, Verdict};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::sent;

/// The largest message: all that a learner remembers, and a long game.
pub const MESSAGE_BYTES_MAX: usize = 4 << 20;
/// The longest memory of a learner that is sent, which leaves room for a game.
pub const MEMORY_BYTES_MAX: usize = 3 << 20;

/// What the page asks of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToEngine {
    /// Chosen by the page; the answer carries it.
    pub id: u32,
    /// The question.
    pub ask: Ask,
}

/// A question to the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Ask {
    /// Load the book of openings and use it from then on. Other questions are answered meanwhile.
    Book,
    /// Choose a move as this opponent would.
    Choose {
        /// The game so far, which is not over.
        #[serde(with = "sent::game")]
        game: Game,
        /// How strong the opponent is.
        #[serde(with = "sent::name")]
        level: Level,
        /// And of what character.
        #[serde(with = "sent::name")]
        personality: Personality,
        /// Chance: the same question with the same seed has the same answer.
        seed: u64,
    },
    /// Choose a move as a learner would that remembers this.
    ChooseLearned {
        /// The game so far, which is not over.
        #[serde(with = "sent::game")]
        game: Game,
        /// What it remembers, as it was last told; empty if nothing was.
        memory: String,
        /// Chance, as with other opponents.
        seed: u64,
    },
    /// Let a learner learn from a game that is over.
    Learn {
        /// The game.
        #[serde(with = "sent::game")]
        game: Game,
        /// Whether the learner was First, and whether it was Second.
        was: [bool; 2],
        /// What it remembers so far; empty if nothing.
        memory: String,
    },
    /// Tell what each column leads to.
    Verdicts {
        /// The game so far, which is not over.
        #[serde(with = "sent::game")]
        game: Game,
    },
}

/// What the engine says to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToPage {
    /// The engine has started and listens.
    Ready,
    /// The answer to the question of this id.
    Answer {
        /// The id of the question.
        id: u32,
        /// What the engine found.
        found: Found,
    },
    /// The question of this id has no answer.
    Refused {
        /// The id of the question; 0 if not even that could be read.
        id: u32,
        /// Why, in lower case and without a full stop.
        reason: String,
    },
}

/// An answer of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Found {
    /// The book is in use.
    Book,
    /// The move of an opponent.
    Choice {
        /// The move, which is legal.
        #[serde(with = "sent::step")]
        step: Move,
        /// How many moves ahead the opponent looked.
        depth: u32,
        /// How many positions it visited.
        nodes: u64,
    },
    /// What the learner remembers now.
    Memory(String),
    /// What each column leads to.
    Verdicts {
        /// By column from the left; none where it is full.
        columns: Vec<Option<Bounds>>,
        /// How many positions were visited.
        nodes: u64,
    },
}

impl From<Analysis> for Found {
    fn from(analysis: Analysis) -> Self {
        let columns = analysis.columns.into_iter();
        Self::Verdicts {
            columns: columns.map(|answer| answer.map(Bounds::from)).collect(),
            nodes: analysis.nodes,
        }
    }
}

/// What is known of a verdict. If both bounds are equal, it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// It is at least as good as this for the player to move.
    #[serde(with = "VerdictShape")]
    pub worst: Verdict,
    /// It is at most as good as this.
    #[serde(with = "VerdictShape")]
    pub best: Verdict,
}

impl Bounds {
    /// The verdict, if it is exact.
    #[must_use]
    pub fn exact(self) -> Option<Verdict> {
        (self.worst == self.best).then_some(self.worst)
    }
}

impl From<Answer<Verdict>> for Bounds {
    fn from(answer: Answer<Verdict>) -> Self {
        let (worst, best) = crate::solve::bounds(answer);
        Self { worst, best }
    }
}

/// How a verdict is sent.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Verdict")]
enum VerdictShape {
    Win { plies: u8 },
    Draw,
    Loss { plies: u8 },
}

/// A message that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// It has so many bytes, more than [`MESSAGE_BYTES_MAX`].
    TooLong(usize),
    /// Its bytes mean nothing, or something that the rules refuse.
    Malformed(postcard::Error),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(f, "a message of {bytes} bytes: at most {MESSAGE_BYTES_MAX}")
            }
            Self::Malformed(error) => write!(f, "a malformed message: {error}"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// The bytes of a message.
///
/// # Panics
///
/// Never: the messages of this module can all be written.
#[must_use]
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).expect("a message without maps or unsized parts can be written")
}

/// The message of these bytes.
///
/// # Errors
///
/// [`Unreadable`] if they are too many or mean nothing.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unreadable> {
    if bytes.len() > MESSAGE_BYTES_MAX {
        return Err(Unreadable::TooLong(bytes.len()));
    }
    postcard::from_bytes(bytes).map_err(Unreadable::Malformed)
}
