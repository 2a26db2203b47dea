//! The unfinished work of a book: which positions of the deepest layer are solved, and how.
//!
//! One byte a position, in the order of the [`layer`](fn@super::layer): 0 for unsolved, otherwise the
//! score plus 64. So a checkpoint can be cut into shards, handed to another machine and merged
//! again, and a run that is killed loses only what it solved since the last one was written.

use std::fmt;

use super::BOOK_PLIES_MAX;
use super::format::crc32;

const MAGIC: &[u8; 8] = b"FOURWORK";
const VERSION: u8 = 1;
const UNSOLVED: u8 = 0;
const SCORE_ZERO: u8 = 64;
/// Magic, version, plies and count before the bytes.
const HEADER_BYTES: usize = 14;

/// Scores of a layer, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    plies: u32,
    scores: Vec<u8>,
}

impl Checkpoint {
    /// The work on a layer of so many positions, none of it done.
    #[must_use]
    pub fn new(plies: u32, positions: usize) -> Self {
        Self {
            plies,
            scores: vec![UNSOLVED; positions],
        }
    }

    /// The layer's number of discs.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.scores.len()
    }

    /// How many are solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.scores.iter().filter(|byte| **byte != UNSOLVED).count()
    }

    /// The score of a position by its place in the layer; none if it is unsolved or there is no
    /// such place.
    #[must_use]
    pub fn score(&self, index: usize) -> Option<i8> {
        match *self.scores.get(index)? {
            UNSOLVED => None,
            byte => Some(byte.wrapping_sub(SCORE_ZERO) as i8),
        }
    }

    /// Notes a score. A place outside the layer is ignored.
    pub fn set(&mut self, index: usize, score: i8) {
        if let Some(byte) = self.scores.get_mut(index) {
            *byte = SCORE_ZERO.wrapping_add(score as u8);
        }
    }

    /// Takes over what another checkpoint of the same layer knows.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::OtherLayer`], or [`CheckpointError::Contradiction`] if the two know
    /// different scores of a position; this one is then unchanged.
    pub fn merge(&mut self, other: &Self) -> Result<(), CheckpointError> {
        if (self.plies, self.scores.len()) != (other.plies, other.scores.len()) {
            return Err(CheckpointError::OtherLayer(other.plies));
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

    /// The file of this checkpoint.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.plies as u8]);
        bytes.extend((self.scores.len() as u32).to_le_bytes());
        bytes.extend(&self.scores);
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the file of a checkpoint.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if it is none or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (content, checksum) = bytes
            .split_last_chunk::<4>()
            .ok_or(CheckpointError::Damaged)?;
        if !content.starts_with(MAGIC) {
            return Err(CheckpointError::NotACheckpoint);
        }
        if content.len() < HEADER_BYTES || crc32(content) != u32::from_le_bytes(*checksum) {
            return Err(CheckpointError::Damaged);
        }
        let (header, scores) = content.split_at(HEADER_BYTES);
        let count = u32::from_le_bytes([header[10], header[11], header[12], header[13]]);
        let plies = u32::from(header[9]);
        if header[8] != VERSION {
            return Err(CheckpointError::Version(header[8]));
        }
        if count as usize != scores.len() || plies > BOOK_PLIES_MAX {
            return Err(CheckpointError::Damaged);
        }
        Ok(Self {
            plies,
            scores: scores.to_vec(),
        })
    }
}

/// Why a checkpoint cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file does not begin like one.
    NotACheckpoint,
    /// It is of a version this program does not know.
    Version(u8),
    /// The checksum does not fit.
    Damaged,
    /// It belongs to the layer of another ply.
    OtherLayer(u32),
    /// It knows another score for the position at this place.
    Contradiction(usize),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACheckpoint => f.write_str("this is not a checkpoint of a book"),
            Self::Version(version) => write!(
                f,
                "the checkpoint has format version {version}, and only {VERSION} is known"
            ),
            Self::Damaged => f.write_str("the checkpoint is damaged: its checksum does not fit"),
            Self::OtherLayer(plies) => {
                write!(f, "the checkpoint belongs to a book through {plies} plies")
            }
            Self::Contradiction(index) => write!(
                f,
                "two checkpoints know different scores of position {index} of the layer"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Checkpoint {
        let mut work = Checkpoint::new(8, 100);
        for (index, score) in [(0, -18), (1, 0), (7, 18), (99, -1)] {
            work.set(index, score);
        }
        work
    }

    #[test]
    fn a_checkpoint_reads_back() {
        let work = some();
        assert_eq!(Checkpoint::from_bytes(&work.to_bytes()), Ok(work.clone()));
        assert_eq!(work.solved(), 4);
        assert_eq!(
            [0, 1, 2, 100].map(|i| work.score(i)),
            [Some(-18), Some(0), None, None]
        );
    }

    #[test]
    fn every_changed_or_missing_byte_is_noticed() {
        let bytes = some().to_bytes();
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

    #[test]
    fn merging_adds_and_notices_contradictions() {
        let mut work = some();
        let mut other = Checkpoint::new(8, 100);
        other.set(50, 3);
        other.set(0, -18);
        assert_eq!(work.merge(&other), Ok(()));
        assert_eq!(work.solved(), 5);
        other.set(1, 5);
        assert_eq!(work.merge(&other), Err(CheckpointError::Contradiction(1)));
        let foreign = Checkpoint::new(6, 100);
        assert_eq!(work.merge(&foreign), Err(CheckpointError::OtherLayer(6)));
    }
}
