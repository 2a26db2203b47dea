//! Messages between the web page and its engine workers.
//!
//! Three WebAssembly modules run in web workers and speak this protocol: one holds the ladder bots that
//! need no solver, one the solver and all ladder bots, and one, loaded on demand, the opponents beside
//! the ladder and the nets. A worker sends [`EngineResponse::Ready`] once, and then exactly one [`EngineResponse`] with the same id for
//! every [`EngineRequest`]. A busy worker handles no messages: to cancel a search, terminate the worker
//! and start another.
//!
//! ```
//! use foursight_core::Game;
//! use foursight_protocol::engine::{EngineQuery, EngineRequest, decode_request, encode_request};
//!
//! let request = EngineRequest { id: 7, query: EngineQuery::SolveColumns { game: Game::default() } };
//! let bytes = encode_request(&request);
//! assert_eq!(decode_request(&bytes)?, request);
//! # Ok::<_, foursight_protocol::engine::DecodeError>(())
//! ```

use std::fmt;

use foursight_bots::net::{NetError, Prediction};
use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move};
use foursight_solver::{Analysis, BoundedValue, Verdict};

mod frame;

use frame::Frame;

/// Maximum size of a message in bytes: the whole memory of a learner and a long game.
pub const MESSAGE_BYTES_MAX: usize = 4 << 20;
/// Maximum size of a proof in bytes.
pub const PROOF_BYTES_MAX: usize = 1 << 20;
/// Maximum size of a learner's memory in bytes, which leaves room for a game.
pub const MEMORY_BYTES_MAX: usize = 3 << 20;

/// A request from the page to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRequest {
    /// Chosen by the page; the response carries the same id.
    pub id: u32,
    /// The query.
    pub query: EngineQuery,
}

/// A query to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineQuery {
    /// Load the opening book and use it from then on. Queries that need no book are answered
    /// meanwhile.
    LoadBook,
    /// Choose a move as this opponent would.
    ChooseMove {
        /// The game so far, which must not be over.
        game: Game,
        /// Strength of the opponent.
        level: Level,
        /// Playing style of the opponent.
        personality: Personality,
        /// Seed of the RNG: the same query with the same seed has the same result.
        seed: u64,
    },
    /// Choose a move as a learner with this memory would.
    ChooseLearnerMove {
        /// The game so far, which must not be over.
        game: Game,
        /// The learner's memory as last returned by the engine; empty for a new learner.
        memory: String,
        /// Seed of the RNG, as for other opponents.
        seed: u64,
    },
    /// Update a learner's memory after a finished game.
    TrainLearner {
        /// The finished game.
        game: Game,
        /// True for each of First and Second that the learner played.
        is_learner: [bool; 2],
        /// The learner's memory so far; empty for a new learner.
        memory: String,
    },
    /// Compute the verdict of each column.
    SolveColumns {
        /// The game so far, which must not be over.
        game: Game,
    },
    /// Evaluate the position with the net of an opponent.
    Evaluate {
        /// The game so far, which must not be over.
        game: Game,
        /// The opponent whose net is used.
        level: Level,
    },
    /// Explain a drop: verdicts of all columns, then a proof of this one's.
    ExplainDrop {
        /// The game so far, which must not be over.
        game: Game,
        /// The column, which must be open.
        column: Column,
        /// Positions that the search for a proof visits at most.
        positions: u64,
        /// Positions that the solver visits at most for the verdicts.
        nodes: u64,
    },
    /// Check a proof of an opening, or a part of it. The engine remembers how far it is, so the
    /// same request again continues; progress is to ask again, and to stop is not to ask.
    CheckProof {
        /// The proof in its compact form, perhaps damaged.
        bytes: Vec<u8>,
        /// Positions of the proof to check for this request, each with its whole plan.
        steps: u64,
        /// Begin again, even if the same proof is being checked.
        from_start: bool,
    },
}

/// A message from a worker to the page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EngineResponse {
    /// The worker has started and accepts requests.
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
        /// The id of the request, or [`UNKNOWN_ID`] if the request could not be decoded.
        id: u32,
        /// The reason.
        error: EngineError,
    },
}

/// The id of a request that could not be decoded. No request has it.
pub const UNKNOWN_ID: u32 = 0;

/// Reasons why a worker fails a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// The reason, in lower case and without a full stop.
    Refused(String),
    /// A net cannot answer.
    Net(NetWorkerError),
}

/// Reasons why no net can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetWorkerError {
    /// Nets support the standard game on 7 × 6 only.
    UnsupportedRules,
    /// The game is over, or the level has no net.
    NothingToDo,
    /// The weights could not be loaded.
    NotLoaded,
    /// The loaded file is not a net.
    NotANet,
    /// The net was written by another version of the program.
    UnsupportedVersion,
    /// The net is truncated or corrupted.
    Damaged,
}

impl NetWorkerError {
    /// Every reason.
    pub const ALL: [Self; 6] = [
        Self::UnsupportedRules,
        Self::NothingToDo,
        Self::NotLoaded,
        Self::NotANet,
        Self::UnsupportedVersion,
        Self::Damaged,
    ];
}

impl From<NetError> for NetWorkerError {
    fn from(error: NetError) -> Self {
        match error {
            NetError::NotANet => Self::NotANet,
            NetError::Version(_) | NetError::Foreign => Self::UnsupportedVersion,
            _ => Self::Damaged,
        }
    }
}

/// A result of a worker.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EngineReply {
    /// The opening book is in use.
    BookLoaded,
    /// The move of an opponent.
    Move {
        /// The move, which is legal.
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
    /// The prediction of a net.
    Prediction(Prediction),
    /// The explanation of a drop, as `foursight_explain::ProofCode` writes it.
    Explained(Vec<u64>),
    /// Progress of the check of a proof.
    ProofProgress(ProofCheck),
}

/// Progress of the check of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofCheck {
    /// Plans that were played against every reply.
    pub plans: u64,
    /// Positions with the opponent to move and no plan, all of whose replies are in the proof.
    pub inner: u64,
    /// Positions with the planner to move and a named drop.
    pub drops: u64,
    /// Positions that the plans lead to.
    pub plan_positions: u64,
    /// Positions of the proof with the opponent to move: those with a plan and the inner ones.
    pub positions: u64,
    /// Positions that this request was about, by their place in `foursight_proof::Proof::nodes`.
    pub walked: Vec<u64>,
    /// State of the check.
    pub state: ProofCheckState,
}

/// State of the check of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofCheckState {
    /// It is not finished: ask again.
    #[default]
    Running,
    /// Every position holds, so the claim is proved.
    Proved,
    /// The proof fails.
    Failed {
        /// The reason, by its place in `foursight_proof::WalkReason::ALL`.
        reason: u64,
        /// The position, as `foursight_proof::ProofBoard` writes it.
        board: String,
        /// The position whose plan leads there, if any.
        plan_of: Option<String>,
    },
    /// The bytes are no proof, for this reason, in lower case and without a full stop.
    Unreadable(String),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictBounds {
    /// The verdict is at least this good for the player to move.
    pub worst: Verdict,
    /// The verdict is at most this good.
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

/// A message could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The message has this many bytes, more than [`MESSAGE_BYTES_MAX`].
    TooLong(usize),
    /// The bytes are no message.
    Malformed(postcard::Error),
    /// The message is invalid, for this reason; the rules may reject it.
    Invalid(&'static str),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(f, "a message of {bytes} bytes: at most {MESSAGE_BYTES_MAX}")
            }
            Self::Malformed(error) => write!(f, "a malformed message: {error}"),
            Self::Invalid(reason) => write!(f, "an invalid message: {reason}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Encodes a request.
#[must_use]
pub fn encode_request(request: &EngineRequest) -> Vec<u8> {
    let (numbers, text) = frame::of_request(request);
    encode(&(numbers, text.as_str()))
}

/// Decodes a request.
///
/// # Errors
///
/// [`DecodeError`] if the message is too long, malformed or invalid.
pub fn decode_request(bytes: &[u8]) -> Result<EngineRequest, DecodeError> {
    frame::to_request(&decode(bytes)?).map_err(DecodeError::Invalid)
}

/// Encodes a response.
#[must_use]
pub fn encode_response(response: &EngineResponse) -> Vec<u8> {
    let (numbers, text) = frame::of_response(response);
    encode(&(numbers, &*text))
}

/// Decodes a response.
///
/// # Errors
///
/// [`DecodeError`] if the message is too long, malformed or invalid.
pub fn decode_response(bytes: &[u8]) -> Result<EngineResponse, DecodeError> {
    frame::to_response(&decode(bytes)?).map_err(DecodeError::Invalid)
}

// None of this is generic, so that serde's code is compiled with this crate: that of the workers is
// optimised for speed and would hold a larger copy.
fn encode(frame: &Frame<'_>) -> Vec<u8> {
    postcard::to_allocvec(frame).expect("numbers and a text can be written")
}

fn decode(bytes: &[u8]) -> Result<Frame<'_>, DecodeError> {
    if bytes.len() > MESSAGE_BYTES_MAX {
        return Err(DecodeError::TooLong(bytes.len()));
    }
    postcard::from_bytes(bytes).map_err(DecodeError::Malformed)
}
