//! Requests of the coach to the engine.

use foursight_core::{Column, Game};
use foursight_protocol::engine::{EngineQuery, EngineReply, VerdictBounds};

/// Positions that the search for the proof of one drop visits at most.
const PROOF_POSITIONS: u64 = 1_000_000;
/// Positions that the solver visits at most for the verdicts of an explanation.
const VERDICT_NODES: u64 = 24_000_000;

/// A request to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoachRequest {
    /// The verdicts before a move of the reviewed game, by its index.
    Review(usize, Game),
    /// The verdicts of a question, by its index.
    Verdicts(usize, Game),
    /// The reasons of a column of a question.
    Reasons(usize, Column, Game),
}

/// The reply to a request. Empty if the engine has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoachReply {
    /// Bounds of all columns before a move of the reviewed game.
    Review(usize, Vec<Option<VerdictBounds>>),
    /// Bounds of all columns of a question.
    Verdicts(usize, Vec<Option<VerdictBounds>>),
    /// An explanation as numbers.
    Reasons(usize, Column, Vec<u64>),
}

impl CoachRequest {
    /// Returns the query for the engine.
    #[must_use]
    pub fn query(&self) -> EngineQuery {
        match self {
            Self::Review(_, game) | Self::Verdicts(_, game) => {
                EngineQuery::SolveColumns { game: game.clone() }
            }
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
    pub fn reply(&self, reply: Option<EngineReply>) -> CoachReply {
        let (mut bounds, mut code) = (Vec::new(), Vec::new());
        match reply {
            Some(EngineReply::ColumnVerdicts { columns, .. }) => bounds = columns,
            Some(EngineReply::Explained(numbers)) => code = numbers,
            _ => {}
        }
        match self {
            Self::Review(index, _) => CoachReply::Review(*index, bounds),
            Self::Verdicts(index, _) => CoachReply::Verdicts(*index, bounds),
            Self::Reasons(index, column, _) => CoachReply::Reasons(*index, *column, code),
        }
    }
}
