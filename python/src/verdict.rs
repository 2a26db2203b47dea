//! Verdicts of perfect play.

use foursight_core::Position;
use foursight_solver::{Verdict, Wdl};
use pyo3::prelude::*;

/// Names of the outcomes for the player to move.
pub(crate) const fn wdl_name(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

/// Verdict of perfect play on a position or a column, for the player to move.
///
/// Verdicts are ordered by value: a faster win is greater, a faster loss less.
#[pyclass(
    name = "Verdict",
    module = "foursight",
    frozen,
    eq,
    ord,
    hash,
    from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyVerdict {
    /// Compared first: orders by outcome and distance.
    rank: i32,
    /// 0 for a draw; positive wins, the sooner the higher; the scale of other solvers.
    #[pyo3(get)]
    score: i32,
    /// Plies to the end of the game, or `None` for a draw.
    #[pyo3(get)]
    plies: Option<u8>,
    wdl: i8,
}

impl PyVerdict {
    pub(crate) fn new(verdict: Verdict, position: &Position) -> Self {
        let (rank, plies, wdl) = match verdict {
            Verdict::Win { plies } => (1000 - i32::from(plies), Some(plies), 1),
            Verdict::Draw => (0, None, 0),
            Verdict::Loss { plies } => (i32::from(plies) - 1000, Some(plies), -1),
        };
        Self {
            rank,
            score: verdict.conventional_score(position),
            plies,
            wdl,
        }
    }
}

#[pymethods]
impl PyVerdict {
    /// "win", "draw" or "loss" for the player to move.
    #[getter]
    fn outcome(&self) -> &'static str {
        wdl_name(match self.wdl {
            1 => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        })
    }

    fn __repr__(&self) -> String {
        match self.plies {
            Some(plies) => format!(
                "Verdict({} in {plies} plies, score {:+})",
                self.outcome(),
                self.score
            ),
            None => "Verdict(draw)".to_owned(),
        }
    }
}
