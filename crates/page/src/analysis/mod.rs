//! The analysis board: a game as a tree of variations, exact verdicts and reasons at every node.
//!
//! [`AnalysisState`] says what to ask the engine next ([`AnalysisState::next_request`]), so that a
//! view only passes requests and replies on. Part of a lazy chunk.

mod message;
mod request;
mod setup_editor;
mod state;
mod summary;
mod tree;
mod words;

pub use message::AnalysisMessage;
pub use request::{AnalysisReply, AnalysisRequest};
pub use setup_editor::{SetupEditor, SetupTool};
pub use state::{AnalysisState, OverlayLayer, PlayOut};
pub use summary::{GraphBar, ListedMove};
pub use tree::{GameTree, NodeId};
pub use words::{AnalysisWords, ColumnReason, plan_text};

#[cfg(test)]
mod tests;
