//! How a solver is set up, and what it refuses.

use std::fmt;
use std::num::NonZeroUsize;

use foursight_core::Variant;

use crate::rules::Techniques;

/// How a solver is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for positions seen before. Rounded down to a power of two and to
    /// [`MEMO_MIB_MAX`](Self::MEMO_MIB_MAX); more than the default hardly helps, since the search
    /// tree is small.
    pub memo_bytes: usize,
    /// How many threads work on one question, at most [`THREADS_MAX`](Self::THREADS_MAX) and no
    /// more than the system gives. Always one in WebAssembly.
    pub threads: NonZeroUsize,
    /// What the search may use; everything unless you compare.
    pub techniques: Techniques,
}

impl Options {
    /// Memory of the memo unless you choose otherwise: 16 MiB.
    pub const MEMO_BYTES: usize = 16 << 20;
    /// The most memory of the memo, in MiB: 64 GiB.
    pub const MEMO_MIB_MAX: usize = 1 << 16;
    /// The most threads that work on one question.
    pub const THREADS_MAX: usize = 256;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memo_bytes: Self::MEMO_BYTES,
            threads: NonZeroUsize::MIN,
            techniques: Techniques::ALL,
        }
    }
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// Only the standard rules are solved, not this variant.
    Variant(Variant),
    /// Only lines of four are solved, not of this length.
    Connect(u8),
    /// The grid needs more than 64 bits: `(height + 1) × width`.
    Grid {
        /// Its number of columns.
        width: u8,
        /// Its number of rows.
        height: u8,
    },
    /// The game is over.
    GameOver,
    /// The system does not give so much memory for positions seen before.
    Memory {
        /// What was asked for, in MiB.
        mib: usize,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant(variant) => write!(
                f,
                "cannot solve the variant {}: only the standard rules can be solved",
                variant.name()
            ),
            Self::Connect(connect) => {
                write!(
                    f,
                    "cannot solve lines of {connect}: only lines of four can be solved"
                )
            }
            Self::Grid { width, height } => write!(
                f,
                "cannot solve a {width}x{height} grid: (height + 1) x width must be at most 64"
            ),
            Self::GameOver => f.write_str("the game is over"),
            Self::Memory { mib } => {
                write!(f, "the system does not give {mib} MiB of memory: use less")
            }
        }
    }
}

impl std::error::Error for SolveError {}
