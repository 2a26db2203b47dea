//! Checkpoint of an unfinished book: the solved positions of the deepest layer and their scores.
//!
//! One byte per position, in the order of the [`layer`](fn@super::layer): 0 for unsolved, otherwise
//! the score plus 64. So a checkpoint can be split into shards, sent to another machine and merged
//! again, and a run that is killed loses only what it solved since the last checkpoint.
//!
//! ```text
//!   8 bytes   "FOURWORK"
//!   1 byte    version, 2; version 1 has no size and implies 7 × 6
//!   2 bytes   columns and rows of the board
//!   1 byte    plies
//!   4 bytes   number of positions, little-endian
//!   1 byte    for each position
//!   4 bytes   CRC-32 of everything before
//! ```

use std::fmt;

use super::BoardSize;
use super::format::crc32;

pub(super) const MAGIC: &[u8; 8] = b"FOURWORK";
const VERSION: u8 = 2;
/// The version that supported the standard board only.
const VERSION_STANDARD: u8 = 1;
const UNSOLVED: u8 = 0;
const SCORE_ZERO: u8 = 64;

/// Scores of a layer, as far as it is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    size: BoardSize,
    plies: u32,
    scores: Vec<u8>,
}

impl Checkpoint {
    /// Creates a checkpoint of a layer with this many positions, none of them solved.
    #[must_use]
    pub fn new(size: BoardSize, plies: u32, positions: usize) -> Self {
        Self {
            size,
            plies,
            scores: vec![UNSOLVED; positions],
        }
    }

    /// Returns the board size of its positions.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of discs of the layer.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.scores.len()
    }

    /// Returns the number of solved positions.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.scores.iter().filter(|byte| **byte != UNSOLVED).count()
    }

    /// Returns the score of a position by its index in the layer, or `None` if it is unsolved or
    /// the index is out of range.
    #[must_use]
    pub fn score(&self, index: usize) -> Option<i8> {
        match *self.scores.get(index)? {
            UNSOLVED => None,
            byte => Some(byte.wrapping_sub(SCORE_ZERO) as i8),
        }
    }

    /// Stores a score.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Index`] or [`CheckpointError::Score`]; the checkpoint is then unchanged.
    pub fn set(&mut self, index: usize, score: i8) -> Result<(), CheckpointError> {
        if score.unsigned_abs() > self.size.score_max() {
            return Err(CheckpointError::Score { index, score });
        }
        let byte = self.scores.get_mut(index);
        *byte.ok_or(CheckpointError::Index(index))? = SCORE_ZERO.wrapping_add(score as u8);
        Ok(())
    }

    /// Adds the scores of another checkpoint of the same layer.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::OtherLayer`], [`CheckpointError::Positions`], or
    /// [`CheckpointError::Contradiction`] if the two have different scores for a position; this one
    /// is then unchanged.
    pub fn merge(&mut self, other: &Self) -> Result<(), CheckpointError> {
        let layer = |checkpoint: &Self| (checkpoint.size, checkpoint.plies);
        if layer(self) != layer(other) {
            return Err(CheckpointError::OtherLayer {
                size: other.size,
                plies: other.plies,
                wanted: layer(self),
            });
        }
        if self.positions() != other.positions() {
            return Err(CheckpointError::Positions {
                positions: other.positions(),
                wanted: self.positions(),
            });
        }
        let both =
            |(mine, theirs): (&u8, &u8)| *mine != UNSOLVED && *theirs != UNSOLVED && mine != theirs;
        if let Some(index) = self.scores.iter().zip(&other.scores).position(both) {
            return Err(CheckpointError::Contradiction(index));
        }
        for (mine, theirs) in self.scores.iter_mut().zip(&other.scores) {
            *mine |= theirs; // One of them is unsolved, which is 0, or they are equal.
        }
        Ok(())
    }

    /// Encodes this checkpoint.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([
            VERSION,
            self.size.width(),
            self.size.height(),
            self.plies as u8,
        ]);
        bytes.extend((self.scores.len() as u32).to_le_bytes());
        bytes.extend(&self.scores);
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes a checkpoint.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if the bytes are not a checkpoint or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let Some([version, ..]) = bytes.strip_prefix(MAGIC) else {
            return Err(match bytes {
                [] => CheckpointError::Empty,
                _ if bytes == MAGIC => CheckpointError::Damaged,
                _ if bytes.starts_with(super::format::MAGIC) => CheckpointError::Book,
                _ => CheckpointError::NotACheckpoint,
            });
        };
        if ![VERSION, VERSION_STANDARD].contains(version) {
            return Err(CheckpointError::Version(*version));
        }
        let (content, checksum) = bytes
            .split_last_chunk::<4>()
            .ok_or(CheckpointError::Damaged)?;
        if crc32(content) != u32::from_le_bytes(*checksum) {
            return Err(CheckpointError::Damaged);
        }
        let (size, rest) = match &content[MAGIC.len()..] {
            [VERSION, width, height, rest @ ..] => (BoardSize::new(*width, *height), rest),
            [VERSION_STANDARD, rest @ ..] => (Some(BoardSize::STANDARD), rest),
            _ => return Err(CheckpointError::Malformed("it ends too early")),
        };
        let size = size.ok_or(CheckpointError::Malformed("no board has this size"))?;
        let [plies, a, b, c, d, scores @ ..] = rest else {
            return Err(CheckpointError::Malformed("it ends too early"));
        };
        let plies = u32::from(*plies);
        if plies > size.plies_max() {
            return Err(CheckpointError::Malformed("no book is so deep"));
        }
        if u32::from_le_bytes([*a, *b, *c, *d]) as usize != scores.len() {
            let reason = "it says another number of positions than it has";
            return Err(CheckpointError::Malformed(reason));
        }
        let checkpoint = Self {
            size,
            plies,
            scores: scores.to_vec(),
        };
        checkpoint.check_scores()?;
        Ok(checkpoint)
    }

    /// Rejects impossible scores: a valid checksum does not rule them out.
    fn check_scores(&self) -> Result<(), CheckpointError> {
        let score_max = self.size.score_max();
        for index in 0..self.scores.len() {
            match self.score(index) {
                Some(score) if score.unsigned_abs() > score_max => {
                    return Err(CheckpointError::Score { index, score });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Reasons why a checkpoint cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file is empty.
    Empty,
    /// The file does not begin like a checkpoint.
    NotACheckpoint,
    /// The file is a finished [`Book`](super::Book).
    Book,
    /// The format version is unsupported.
    Version(u8),
    /// The checksum does not match.
    Damaged,
    /// The checksum matches, but the contents are invalid.
    Malformed(&'static str),
    /// It belongs to the layer of another ply or board.
    OtherLayer {
        /// The board it belongs to.
        size: BoardSize,
        /// The ply it belongs to.
        plies: u32,
        /// The board and the ply of the layer that it was to be merged into.
        wanted: (BoardSize, u32),
    },
    /// It claims to belong to this layer, but has the wrong number of positions.
    Positions {
        /// Number of positions in the checkpoint.
        positions: usize,
        /// Number of positions in the layer.
        wanted: usize,
    },
    /// It has another score for the position at this index.
    Contradiction(usize),
    /// The index is out of range.
    Index(usize),
    /// No position of the board can have this score.
    Score {
        /// The index in the layer.
        index: usize,
        /// The invalid score.
        score: i8,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                f.write_str("the checkpoint is empty: nothing can be taken from it, so delete it")
            }
            Self::NotACheckpoint => {
                f.write_str("this is not a checkpoint of a book: name the file of one, OUT.work")
            }
            Self::Book => f.write_str(
                "this is a finished book, not the work on one: name the checkpoint, OUT.work",
            ),
            Self::Version(version) => write!(
                f,
                "the checkpoint has format version {version}, and only {VERSION_STANDARD} and \
                 {VERSION} are known: use a newer Foursight, or start over"
            ),
            Self::Damaged => f.write_str(
                "the checkpoint is damaged: its checksum does not match; copy it again or start over",
            ),
            Self::Malformed(part) => {
                write!(f, "the checkpoint is malformed: {part}; start over")
            }
            Self::Positions { positions, wanted } => write!(
                f,
                "the checkpoint's number of positions is {positions}, and the layer's is {wanted}: start over"
            ),
            Self::OtherLayer {
                size,
                plies,
                wanted: (wanted_size, wanted_plies),
            } => write!(
                f,
                "the checkpoint belongs to a book of {size} through {plies} plies, and this one is \
                 of {wanted_size} through {wanted_plies}: use the checkpoints of the same book"
            ),
            Self::Contradiction(index) => write!(
                f,
                "two checkpoints know different scores of position {index} of the layer: leave out \
                 the one that is wrong"
            ),
            Self::Index(index) => write!(f, "the layer has no position {index}"),
            Self::Score { index, score } => write!(
                f,
                "position {index} of the layer has the impossible score {score}: start over"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Checkpoint {
        let mut checkpoint = Checkpoint::new(BoardSize::STANDARD, 8, 100);
        for (index, score) in [(0, -18), (1, 0), (7, 18), (99, -1)] {
            checkpoint.set(index, score).expect("possible");
        }
        checkpoint
    }

    #[test]
    fn a_checkpoint_round_trips() {
        let checkpoint = sample();
        assert_eq!(
            Checkpoint::from_bytes(&checkpoint.to_bytes()),
            Ok(checkpoint.clone())
        );
        assert_eq!(checkpoint.solved(), 4);
        assert_eq!(
            [0, 1, 2, 100].map(|i| checkpoint.score(i)),
            [Some(-18), Some(0), None, None]
        );
    }

    #[test]
    fn the_first_version_is_of_the_standard_board() {
        let mut bytes = b"FOURWORK\x01\x08\x02\0\0\0\0\x43".to_vec();
        bytes.extend(crc32(&bytes).to_le_bytes());
        let checkpoint = Checkpoint::from_bytes(&bytes).expect("it can be read");
        assert_eq!(
            (checkpoint.size(), checkpoint.plies()),
            (BoardSize::STANDARD, 8)
        );
        assert_eq!((checkpoint.score(0), checkpoint.score(1)), (None, Some(3)));
    }

    #[test]
    fn every_changed_or_missing_byte_is_detected() {
        let bytes = sample().to_bytes();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1;
            assert!(Checkpoint::from_bytes(&changed).is_err(), "byte {index}");
            assert!(
                Checkpoint::from_bytes(&bytes[..index]).is_err(),
                "cut at {index}"
            );
        }
    }

    /// Each forged file is rejected with its own error, whatever length it claims.
    #[test]
    fn forged_files_are_rejected_with_their_own_error() {
        let check = |bytes: &[u8], error: CheckpointError| {
            assert_eq!(Checkpoint::from_bytes(bytes).map(drop), Err(error));
        };
        let sealed = |content: &[u8], error: &'static str| {
            let content = [MAGIC, content].concat();
            let bytes = [&content[..], &crc32(&content).to_le_bytes()].concat();
            check(&bytes, CheckpointError::Malformed(error));
        };
        check(b"", CheckpointError::Empty);
        check(b"FOUR", CheckpointError::NotACheckpoint);
        check(b"FOURBOOK\x01", CheckpointError::Book);
        check(b"FOURWORK", CheckpointError::Damaged);
        check(b"FOURWORK\x03", CheckpointError::Version(3));
        check(b"FOURWORK\x02\0\0", CheckpointError::Damaged);
        sealed(b"\x02\x07", "it ends too early");
        sealed(b"\x02\x07\x06\x08\0\0", "it ends too early");
        sealed(b"\x02\xff\xff\x08\0\0\0\0", "no board has this size");
        sealed(b"\x02\x07\x06\xff\0\0\0\0", "no book is so deep");
        let lies = "it says another number of positions than it has";
        sealed(b"\x02\x07\x06\x08\xff\xff\xff\xff@", lies);
        sealed(b"\x01\x08\0\0\0\0@", lies);
    }

    #[test]
    fn impossible_scores_are_rejected() {
        let small = BoardSize::new(5, 4).expect("fits");
        for (size, score) in [
            (BoardSize::STANDARD, 19),
            (BoardSize::STANDARD, -128),
            (small, -8),
        ] {
            let error = Err(CheckpointError::Score { index: 1, score });
            let mut checkpoint = Checkpoint::new(size, 4, 2);
            assert_eq!(checkpoint.set(1, score), error);
            assert_eq!(checkpoint.solved(), 0);
            checkpoint.scores[1] = SCORE_ZERO.wrapping_add(score as u8);
            let read = Checkpoint::from_bytes(&checkpoint.to_bytes());
            assert_eq!(read.map(drop), error, "{size} {score}");
        }
        let mut checkpoint = Checkpoint::new(small, 4, 2);
        assert_eq!(checkpoint.set(1, -7), Ok(()));
        assert_eq!(checkpoint.set(2, 0), Err(CheckpointError::Index(2)));
    }

    #[test]
    fn merging_adds_scores_and_detects_contradictions() {
        let mut checkpoint = sample();
        let mut other = Checkpoint::new(BoardSize::STANDARD, 8, 100);
        other.set(50, 3).expect("possible");
        other.set(0, -18).expect("possible");
        assert_eq!(checkpoint.merge(&other), Ok(()));
        assert_eq!(checkpoint.solved(), 5);
        other.set(1, 5).expect("possible");
        assert_eq!(
            checkpoint.merge(&other),
            Err(CheckpointError::Contradiction(1))
        );
        let error = CheckpointError::Positions {
            positions: 3,
            wanted: 100,
        };
        let short = Checkpoint::new(BoardSize::STANDARD, 8, 3);
        assert_eq!(checkpoint.merge(&short), Err(error));
        let small = BoardSize::new(6, 6).expect("fits");
        for (size, plies) in [(BoardSize::STANDARD, 6), (small, 8)] {
            let foreign = Checkpoint::new(size, plies, 100);
            let error = CheckpointError::OtherLayer {
                size,
                plies,
                wanted: (BoardSize::STANDARD, 8),
            };
            assert_eq!(checkpoint.merge(&foreign), Err(error));
        }
    }
}
