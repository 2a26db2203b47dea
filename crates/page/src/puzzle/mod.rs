//! Puzzles: of the day, by theme, near the player's rating, in series, and those that return.
//!
//! [`PuzzleState`] applies every [`PuzzleMessage`] and says what to do ([`PuzzleEffect`]); the judge,
//! the history and the series are those of `foursight_puzzles`. Part of a lazy chunk.

mod address;
mod effect;
mod open_puzzle;
mod run_progress;
mod state;
mod words;

pub use address::{PuzzleAddress, PuzzleSource, SHEET_COUNT};
pub use effect::{PuzzleEffect, PuzzleMessage};
pub use open_puzzle::{ExplainedMove, OpenPuzzle, PuzzleFeedback};
pub use run_progress::RunProgress;
pub use state::PuzzleState;
pub use words::{PuzzleWords, ReturningPuzzle, TriedPuzzle, WeekDay, source_title};

#[cfg(test)]
mod tests;
