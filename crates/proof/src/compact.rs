//! The compact form of a proof: some kilobytes, versioned and with a checksum.
//!
//! | bytes | content |
//! |---|---|
//! | 3 | `4PF` |
//! | 1 | version |
//! | 4 | CRC-32 of all that follows |
//! | 1 | claim: bit 0 the planner is Second, bit 1 the goal is to hold, the rest length of the start |
//! | length | moves of the start, as column numbers |
//! | rest | drops and plans, arithmetically coded |
//!
//! Entries come breadth first from the start, and no position is stored: a reader plays
//! the replies and so knows which position comes next. Encoder and decoder are one function,
//! [`EntryCoder`], so that they cannot differ.

use std::fmt;

use foursight_core::{Column, Player};

use crate::bits;
use crate::board::{PlanCell, ProofBoard};
use crate::entry_coder::EntryCoder;
use crate::graph::{
    DuplicatePositionError, GraphVisitor, POSITIONS_MAX, Proof, ProofClaim, ProofGoal, ReplyNode,
    START_PLIES_MAX, visit_graph,
};
use crate::plan::Plan;
use crate::range_coder::{RangeDecoder, RangeEncoder};

/// Largest file that is read.
pub const COMPACT_BYTES_MAX: usize = 4 << 20;

const MAGIC: &[u8; 3] = b"4PF";
const VERSION: u8 = 1;
/// Bytes before those that the checksum covers.
const PREFIX_BYTES: usize = 8;

/// The reason why bytes are not a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompactError {
    /// The file does not begin like a proof.
    Magic,
    /// The version is unknown.
    Version(u8),
    /// The checksum does not match, from the given byte on.
    Checksum {
        /// Number of bytes in the file.
        bytes: usize,
    },
    /// The start of the claim is no game in progress.
    Start,
    /// The entries contradict each other: a drop into a full column, or too many positions.
    Entry(ProofBoard),
    /// The file is too large.
    TooLarge,
}

impl fmt::Display for CompactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("byte 1: this is not a proof"),
            Self::Version(version) => {
                write!(
                    f,
                    "byte 4: version {version} is unknown: only {VERSION} can be read"
                )
            }
            Self::Checksum { bytes } => write!(
                f,
                "byte 5: the checksum does not match the {bytes} bytes: the file is damaged"
            ),
            Self::Start => f.write_str("byte 9: the start is no game in progress"),
            Self::Entry(board) => write!(f, "the entry of {board} is invalid"),
            Self::TooLarge => f.write_str("the file is too large for a proof"),
        }
    }
}

impl std::error::Error for CompactError {}

/// A position that the graph leads to has no entry, so the proof cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncompleteProofError(pub ProofBoard);

impl fmt::Display for IncompleteProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the position is not listed: {}", self.0)
    }
}

impl std::error::Error for IncompleteProofError {}

impl Proof {
    /// Writes the compact form. Entries of plans that can never apply are left out.
    ///
    /// # Errors
    ///
    /// [`IncompleteProofError`] if a position that is reached has no entry.
    pub fn to_bytes(&self) -> Result<Vec<u8>, IncompleteProofError> {
        let claim = self.claim();
        let start = claim
            .start_board()
            .ok_or(IncompleteProofError(ProofBoard::default()))?;
        let mut writer = ProofWriter {
            proof: self,
            entries: EntryCoder::new(RangeEncoder::new()),
        };
        visit_graph(claim, start, &mut writer)?;
        let mut body = vec![claim_byte(claim)];
        body.extend(claim.start.iter().map(|column| column.number() as u8));
        body.extend(writer.entries.into_coder().finish());
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(crc32(&body).to_le_bytes());
        bytes.extend(body);
        Ok(bytes)
    }

    /// Reads the compact form.
    ///
    /// # Errors
    ///
    /// [`CompactError`] for anything that [`to_bytes`](Self::to_bytes) did not write.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CompactError> {
        if bytes.len() > COMPACT_BYTES_MAX {
            return Err(CompactError::TooLarge);
        }
        if !bytes.starts_with(MAGIC) {
            return Err(CompactError::Magic);
        }
        match bytes.get(MAGIC.len()) {
            Some(&VERSION) => {}
            Some(version) => return Err(CompactError::Version(*version)),
            None => return Err(CompactError::Checksum { bytes: bytes.len() }),
        }
        let checksum = bytes.get(4..PREFIX_BYTES);
        let body = bytes.get(PREFIX_BYTES..).unwrap_or_default();
        if checksum != Some(&crc32(body).to_le_bytes()) {
            return Err(CompactError::Checksum { bytes: bytes.len() });
        }
        let (claim, entries) = read_claim(body).ok_or(CompactError::Start)?;
        let start = claim.start_board().ok_or(CompactError::Start)?;
        let mut reader = ProofReader {
            proof: Self::new(claim.clone()),
            positions: 0,
            entries: EntryCoder::new(RangeDecoder::new(entries)),
        };
        visit_graph(&claim, start, &mut reader)?;
        Ok(reader.proof)
    }
}

fn claim_byte(claim: &ProofClaim) -> u8 {
    let is_second = u8::from(claim.planner == Player::Second);
    let holds = u8::from(claim.goal == ProofGoal::Hold);
    is_second | holds << 1 | (claim.start.len() as u8) << 2
}

/// Returns the claim and the bytes after it.
fn read_claim(body: &[u8]) -> Option<(ProofClaim, &[u8])> {
    let (first, rest) = body.split_first()?;
    let length = usize::from(first >> 2);
    let (start, entries) = rest.split_at_checked(length)?;
    let column = |number: &u8| Column::from_number(usize::from(*number));
    let claim = ProofClaim {
        planner: if first & 1 == 0 {
            Player::First
        } else {
            Player::Second
        },
        goal: if first & 2 == 0 {
            ProofGoal::Win
        } else {
            ProofGoal::Hold
        },
        start: start.iter().map(column).collect::<Option<_>>()?,
    };
    (length <= START_PLIES_MAX).then_some((claim, entries))
}

/// CRC-32 as in zlib and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xEDB8_8320;
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { POLYNOMIAL } else { 0 }
        })
    })
}

struct ProofWriter<'a> {
    proof: &'a Proof,
    entries: EntryCoder<RangeEncoder>,
}

impl GraphVisitor for ProofWriter<'_> {
    type Error = IncompleteProofError;

    fn drop_at(
        &mut self,
        board: ProofBoard,
        reply: Option<PlanCell>,
        is_known: &dyn Fn(ProofBoard) -> bool,
    ) -> Result<u64, Self::Error> {
        let entry = self
            .proof
            .drop_at(board)
            .ok_or(IncompleteProofError(board))?;
        let landing = board
            .landing(entry.value)
            .ok_or(IncompleteProofError(board))?
            .bit();
        self.entries.orientation(entry.is_mirrored);
        Ok(self.entries.landing(board, reply, is_known, landing))
    }

    fn is_inner(&mut self, board: ProofBoard) -> Result<bool, Self::Error> {
        let entry = self.proof.node(board).ok_or(IncompleteProofError(board))?;
        let plan = match entry.value {
            ReplyNode::Inner => None,
            ReplyNode::Plan(plan) => Some(plan),
        };
        self.entries.orientation(entry.is_mirrored);
        if self.entries.is_inner(board, plan.is_none()) {
            return Ok(true);
        }
        let plan = plan
            .map(|plan| plan.normal(entry.board))
            .unwrap_or_default();
        self.entries.plan(entry.board, &plan);
        Ok(false)
    }
}

struct ProofReader<'a> {
    proof: Proof,
    positions: usize,
    entries: EntryCoder<RangeDecoder<'a>>,
}

impl ProofReader<'_> {
    /// Counts a position. A damaged file must neither fill the memory nor take for ever.
    fn count(&mut self, board: ProofBoard) -> Result<(), CompactError> {
        self.positions += 1;
        let is_valid = self.positions <= POSITIONS_MAX && !self.entries.coder().is_exhausted();
        is_valid.then_some(()).ok_or(CompactError::Entry(board))
    }
}

impl GraphVisitor for ProofReader<'_> {
    type Error = CompactError;

    fn drop_at(
        &mut self,
        board: ProofBoard,
        reply: Option<PlanCell>,
        is_known: &dyn Fn(ProofBoard) -> bool,
    ) -> Result<u64, Self::Error> {
        self.count(board)?;
        let is_mirrored = self.entries.orientation(false);
        let landing = self.entries.landing(board, reply, is_known, 0);
        let (listed, cell) = if is_mirrored {
            (board.mirror(), bits::mirror(landing))
        } else {
            (board, landing)
        };
        let column = PlanCell::from_bit(cell).column();
        let added = self.proof.add_drop(listed, column);
        added.map_err(|DuplicatePositionError(board)| CompactError::Entry(board))?;
        Ok(landing)
    }

    fn is_inner(&mut self, board: ProofBoard) -> Result<bool, Self::Error> {
        self.count(board)?;
        let is_mirrored = self.entries.orientation(false);
        let listed = if is_mirrored { board.mirror() } else { board };
        let is_inner = self.entries.is_inner(board, false);
        let node = if is_inner {
            ReplyNode::Inner
        } else {
            ReplyNode::Plan(self.entries.plan(listed, &Plan::default()))
        };
        let added = self.proof.add_node(listed, node);
        added.map_err(|DuplicatePositionError(board)| CompactError::Entry(board))?;
        Ok(is_inner)
    }
}
