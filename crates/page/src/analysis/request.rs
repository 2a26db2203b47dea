//! Requests of the analysis to the engine, the most urgent first.

use foursight_core::{Column, Game};
use foursight_protocol::engine::{EngineQuery, EngineReply, VerdictBounds};
use foursight_solver::Verdict;

use super::NodeId;

/// Positions that the search for the proof of one drop visits at most.
const PROOF_POSITIONS: u64 = 1_000_000;
/// Positions that the solver visits at most for the verdicts of an explanation.
const VERDICT_NODES: u64 = 24_000_000;

/// A request to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisRequest {
    /// The verdicts of all columns at a node.
    Verdicts(NodeId, Game),
    /// The reasons of a column at a node.
    Reasons(NodeId, Column, Game),
}

/// The reply to a request. Empty if the engine has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisReply {
    /// Verdicts of all columns, as far as they are exact.
    Verdicts(NodeId, Vec<Option<Verdict>>),
    /// An explanation as numbers.
    Reasons(NodeId, Column, Vec<u64>),
}

impl AnalysisRequest {
    /// Returns the query for the engine.
    #[must_use]
    pub fn query(&self) -> EngineQuery {
        match self {
            Self::Verdicts(_, game) => EngineQuery::SolveColumns { game: game.clone() },
            Self::Reasons(_, column, game) => EngineQuery::ExplainDrop {
                game: game.clone(),
                column: *column,
                positions: PROOF_POSITIONS,
                nodes: VERDICT_NODES,
            },
        }
    }

    /// Returns the reply, which is empty if the engine failed.
    #[must_use]
    pub fn reply(&self, reply: Option<EngineReply>) -> AnalysisReply {
        match (self, reply) {
            (Self::Verdicts(at, _), Some(EngineReply::ColumnVerdicts { columns, .. })) => {
                let columns = columns.into_iter();
                let exact = |bounds: Option<VerdictBounds>| bounds.and_then(VerdictBounds::exact);
                AnalysisReply::Verdicts(*at, columns.map(exact).collect())
            }
            (Self::Verdicts(at, _), _) => AnalysisReply::Verdicts(*at, Vec::new()),
            (Self::Reasons(at, column, _), Some(EngineReply::Explained(code))) => {
                AnalysisReply::Reasons(*at, *column, code)
            }
            (Self::Reasons(at, column, _), _) => AnalysisReply::Reasons(*at, *column, Vec::new()),
        }
    }
}
