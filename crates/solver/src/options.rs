//! Solver options and errors.

use std::fmt;
use std::num::NonZeroUsize;

use foursight_core::Variant;

use crate::techniques::Techniques;

/// Settings of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// Size of the transposition table. Rounded down to a power of two, at most
    /// [`TT_MIB_MAX`](Self::TT_MIB_MAX). More than the default hardly helps, because the search
    /// tree is small.
    pub tt_bytes: usize,
    /// Number of threads per search, at most [`THREADS_MAX`](Self::THREADS_MAX) and no more than
    /// the system provides. Always one in WebAssembly.
    pub threads: NonZeroUsize,
    /// The techniques the search may use; all, except for comparisons.
    pub techniques: Techniques,
}

impl SolverOptions {
    /// Default size of the transposition table: 16 MiB.
    pub const TT_BYTES: usize = 16 << 20;
    /// Maximum size of the transposition table, in MiB: 64 GiB.
    pub const TT_MIB_MAX: usize = 1 << 16;
    /// Maximum number of threads per search.
    pub const THREADS_MAX: usize = 256;
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            tt_bytes: Self::TT_BYTES,
            threads: NonZeroUsize::MIN,
            techniques: Techniques::ALL,
        }
    }
}

/// Reasons why a position cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The variant is unsupported: only the standard rules can be solved.
    Variant(Variant),
    /// The line length is unsupported: only lines of four can be solved.
    Connect(u8),
    /// The board needs more than 64 bits: `(height + 1) × width`.
    Board {
        /// Number of columns.
        width: u8,
        /// Number of rows.
        height: u8,
    },
    /// The game is over.
    GameOver,
    /// The system cannot allocate the transposition table.
    Memory {
        /// The requested size in MiB.
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
            Self::Board { width, height } => write!(
                f,
                "cannot solve a {width}x{height} board: (height + 1) x width must be at most 64"
            ),
            Self::GameOver => f.write_str("the game is over"),
            Self::Memory { mib } => {
                write!(f, "cannot allocate {mib} MiB of memory: use less")
            }
        }
    }
}

impl std::error::Error for SolveError {}
