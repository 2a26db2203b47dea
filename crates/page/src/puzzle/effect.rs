//! Messages and effects of the puzzle page.

use foursight_core::{Column, Move};
use foursight_protocol::engine::EngineQuery;

use super::{PuzzleSource, PuzzleState};
use crate::engine_client::RequestResult;
use crate::hand::Hand;
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};

/// A message of the puzzle page.
#[derive(Debug)]
pub enum PuzzleMessage {
    /// A page is shown: with this source, this stored history, and the minutes by which local time is
    /// ahead of UTC.
    Open(PuzzleSource, String, i32),
    /// The history and its page are shown.
    OpenHistory(String, i32),
    /// Another tab has stored this history.
    HistoryChanged(String),
    /// Time has passed; local time is this many minutes ahead of UTC.
    Tick(i32),
    /// The player presses a column.
    Press(Column),
    /// The player makes a move that no press on a column makes.
    Play(Move),
    /// The player holds another piece.
    ChooseHand(Hand),
    /// The player says that there is no win.
    AnswerNoWin,
    /// The player wants another hint.
    RevealHint,
    /// The player leaves the refutation of a wrong move.
    TryAgain,
    /// The player wants to meet another defence.
    TryAnotherDefence,
    /// The player wants another puzzle.
    Next,
    /// The player skips a puzzle of a series.
    Skip,
    /// The player starts a series.
    StartRun,
    /// The player leaves the refutation, or goes on to the next puzzle, whichever applies.
    Continue,
    /// The engine has answered the request with this number.
    Replied(u64, RequestResult),
}

/// An effect of the puzzle page.
#[derive(Clone, Debug, PartialEq)]
pub enum PuzzleEffect {
    /// Store the history.
    SaveHistory(String),
    /// The stored history has lines that cannot be read: keep a copy before it is replaced.
    KeepDamagedHistory,
    /// Request an answer of the solver, and reply with this number.
    Request(u64, Box<EngineQuery>),
    /// Cancel the last request.
    CancelRequest,
}

impl From<PuzzleMessage> for Message {
    fn from(message: PuzzleMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for PuzzleMessage {
    fn apply(self: Box<Self>, model: &mut Model, now: TimeAndSeed) {
        // A second that changes nothing on the page must not render it again.
        let state = model.feature::<PuzzleState>();
        if matches!(*self, PuzzleMessage::Tick(offset) if !state.is_some_and(|state| state.is_due(offset, now)))
        {
            return;
        }
        let effects = model.update_feature(|state: &mut PuzzleState| state.update(*self, now));
        for effect in effects {
            model.emit_feature(effect);
        }
    }
}
