//! Messages between the web page and its engine worker.
//!
//! The engine runs in a web worker. It sends [`EngineResponse::Ready`] once, and then exactly one
//! [`EngineResponse`] with the same id for every [`EngineRequest`]. A busy engine handles no messages: to cancel
//! a request, terminate the worker and start another.
//!
//! ```
//! use foursight_core::Game;
//! use foursight_protocol::engine::{EngineQuery, EngineRequest, decode, encode};
//!
//! let request = EngineRequest { id: 7, query: EngineQuery::SolveColumns { game: Game::default() } };
//! let bytes = encode(&request);
//! assert_eq!(decode::<EngineRequest>(&bytes)?, request);
//! # Ok::<_, foursight_protocol::engine::DecodeError>(())
//! ```

use std::fmt;

use foursight_bots::{Level, Personality};
use foursight_core::{Game, Move};
use foursight_solver::{Analysis, BoundedValue, Verdict};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::codec;

/// Maximum size of a message in bytes: the whole memory of a learner and a long game.
pub const MESSAGE_BYTES_MAX: usize = 4 << 20;
/// Maximum size of a learner's memory in bytes, which leaves room for a game.
pub const MEMORY_BYTES_MAX: usize = 3 << 20;

/// A request from the page to the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineRequest {
    /// Chosen by the page; the response carries the same id.
    pub id: u32,
    /// The query.
    pub query: EngineQuery,
}

/// A query to the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EngineQuery {
    /// Load the opening book and use it from then on. Other queries are answered meanwhile.
    LoadBook,
    /// Choose a move as this opponent would.
    ChooseMove {
        /// The game so far, which must not be over.
        #[serde(with = "codec::game")]
        game: Game,
        /// Strength of the opponent.
        #[serde(with = "codec::name")]
        level: Level,
        /// Playing style of the opponent.
        #[serde(with = "codec::name")]
        personality: Personality,
        /// Seed of the RNG: the same query with the same seed has the same result.
        seed: u64,
    },
    /// Choose a move as a learner with this memory would.
    ChooseLearnerMove {
        /// The game so far, which must not be over.
        #[serde(with = "codec::game")]
        game: Game,
        /// The learner's memory as last returned by the engine; empty for a new learner.
        memory: String,
        /// Seed of the RNG, as for other opponents.
        seed: u64,
    },
    /// Update a learner's memory after a finished game.
    TrainLearner {
        /// The finished game.
        #[serde(with = "codec::game")]
        game: Game,
        /// True for each of First and Second that the learner played.
        is_learner: [bool; 2],
        /// The learner's memory so far; empty for a new learner.
        memory: String,
    },
    /// Compute the verdict of each column.
    SolveColumns {
        /// The game so far, which must not be over.
        #[serde(with = "codec::game")]
        game: Game,
    },
}

/// A message from the engine to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EngineResponse {
    /// The engine has started and accepts requests.
    Ready,
    /// The result of a request.
    Reply {
        /// The id of the request.
        id: u32,
        /// The result.
        reply: EngineReply,
    },
    /// The request failed.
    Failed {
        /// The id of the request, or 0 if the request could not be decoded.
        id: u32,
        /// The reason, in lower case and without a full stop.
        reason: String,
    },
}

/// A result of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EngineReply {
    /// The opening book is in use.
    BookLoaded,
    /// The move of an opponent.
    Move {
        /// The move, which is legal.
        #[serde(with = "codec::binary_move")]
        mv: Move,
        /// Depth of the opponent's search, in plies.
        depth: u32,
        /// Positions that the search visited.
        nodes: u64,
    },
    /// The learner's updated memory.
    LearnerMemory(String),
    /// The verdict of each column.
    ColumnVerdicts {
        /// By column from the left; `None` for a full column.
        columns: Vec<Option<VerdictBounds>>,
        /// Positions that the search visited.
        nodes: u64,
    },
}

impl From<Analysis> for EngineReply {
    fn from(analysis: Analysis) -> Self {
        let columns = analysis.columns.into_iter();
        Self::ColumnVerdicts {
            columns: columns
                .map(|answer| answer.map(VerdictBounds::from))
                .collect(),
            nodes: analysis.nodes,
        }
    }
}

/// Bounds of a verdict, which is exact if both are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictBounds {
    /// The verdict is at least this good for the player to move.
    #[serde(with = "VerdictDef")]
    pub worst: Verdict,
    /// The verdict is at most this good.
    #[serde(with = "VerdictDef")]
    pub best: Verdict,
}

impl VerdictBounds {
    /// Returns the verdict if it is exact.
    #[must_use]
    pub fn exact(self) -> Option<Verdict> {
        (self.worst == self.best).then_some(self.worst)
    }
}

impl From<BoundedValue<Verdict>> for VerdictBounds {
    fn from(answer: BoundedValue<Verdict>) -> Self {
        let (worst, best) = crate::solve::bounds(answer);
        Self { worst, best }
    }
}

/// Serde remote definition of [`Verdict`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Verdict")]
enum VerdictDef {
    Win { plies: u8 },
    Draw,
    Loss { plies: u8 },
}

/// A message could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The message has this many bytes, more than [`MESSAGE_BYTES_MAX`].
    TooLong(usize),
    /// The bytes are no message, or one that the rules reject.
    Malformed(postcard::Error),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(f, "a message of {bytes} bytes: at most {MESSAGE_BYTES_MAX}")
            }
            Self::Malformed(error) => write!(f, "a malformed message: {error}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Encodes a message.
///
/// # Panics
///
/// Never: all messages of this module can be encoded.
#[must_use]
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).expect("a message without maps or unsized parts can be written")
}

/// Decodes a message.
///
/// # Errors
///
/// [`DecodeError`] if the message is too long or malformed.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    if bytes.len() > MESSAGE_BYTES_MAX {
        return Err(DecodeError::TooLong(bytes.len()));
    }
    postcard::from_bytes(bytes).map_err(DecodeError::Malformed)
}
