//! Results of the slow verifier.

use std::fmt;

/// Counts of a verified proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofReport {
    /// Positions with a plan.
    pub plans: usize,
    /// Positions whose replies are listed.
    pub open: usize,
    /// Positions with a named drop.
    pub drops: usize,
    /// Positions that the plans lead to, the opponent to move.
    pub plan_positions: u64,
}

/// The place where a proof fails, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The line of the text, counted from 1; 0 if the line is missing.
    pub line: usize,
    /// The position in which it fails, or the text that cannot be read.
    pub place: String,
    /// The reason.
    pub reason: &'static str,
}

impl VerifyError {
    pub(super) fn new(line: usize, place: &str, reason: &'static str) -> Self {
        let place = place.to_owned();
        Self {
            line,
            place,
            reason,
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{}: {}", self.reason, self.place)
    }
}

impl std::error::Error for VerifyError {}
