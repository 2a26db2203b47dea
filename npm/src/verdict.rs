//! Verdicts of perfect play.

use foursight_core::Position;
use foursight_solver::{Verdict, Wdl};
use serde::Serialize;

/// Names of the outcomes for the player to move.
pub(crate) const fn wdl_name(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

/// Verdict of perfect play on a position or a column, for the player to move.
#[derive(Serialize)]
pub(crate) struct VerdictInfo {
    outcome: &'static str,
    /// Plies to the end of the game, or `None` for a draw.
    plies: Option<u8>,
    /// 0 for a draw; positive wins, the sooner the higher; the scale of other solvers.
    score: i32,
}

impl VerdictInfo {
    pub(crate) fn new(verdict: Verdict, position: &Position) -> Self {
        let plies = match verdict {
            Verdict::Win { plies } | Verdict::Loss { plies } => Some(plies),
            Verdict::Draw => None,
        };
        Self {
            outcome: wdl_name(verdict.wdl()),
            plies,
            score: verdict.conventional_score(position),
        }
    }
}
