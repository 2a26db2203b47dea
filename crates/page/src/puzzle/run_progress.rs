//! A series in play.

use foursight_puzzles::{PuzzleId, PuzzleRun, RunMode};

/// Result of the puzzle before the one on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunStep {
    Solved,
    Skipped,
}

/// A series in play, or just over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunProgress {
    pub(super) run: PuzzleRun,
    pub(super) seen: Vec<PuzzleId>,
    pub(super) missed: Vec<PuzzleId>,
    pub(super) last: Option<RunStep>,
    pub(super) is_over: bool,
    pub(super) is_best: bool,
}

impl RunProgress {
    pub(super) const fn new(mode: RunMode, now_ms: u64) -> Self {
        Self {
            run: PuzzleRun::new(mode, now_ms),
            seen: Vec::new(),
            missed: Vec::new(),
            last: None,
            is_over: false,
            is_best: false,
        }
    }

    /// Returns the series.
    #[must_use]
    pub const fn run(&self) -> PuzzleRun {
        self.run
    }

    /// Returns the missed puzzles.
    #[must_use]
    pub fn missed(&self) -> &[PuzzleId] {
        &self.missed
    }

    /// Returns true once the series is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns true if this is the best result so far.
    #[must_use]
    pub const fn is_best(&self) -> bool {
        self.is_best
    }
}
