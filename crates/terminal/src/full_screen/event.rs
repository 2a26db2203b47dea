//! Events, which change the state, and effects, which the session runs.

use std::path::PathBuf;

use foursight_bots::MoveChoice;
use foursight_core::{Game, Player};
use foursight_solver::{BoundedValue, Verdict};
use foursight_table::Table;
use ratatui::crossterm::event::KeyEvent;

use super::state::BotRequestKind;

/// An event.
#[derive(Clone, Debug)]
pub(crate) enum ScreenEvent {
    Key(KeyEvent),
    /// A click on this column and line of the terminal.
    Click(u16, u16),
    Resize(u16, u16),
    /// 33 milliseconds have passed.
    Tick,
    /// A bot has chosen a move.
    MoveChosen {
        id: u64,
        choice: Option<MoveChoice>,
    },
    /// The solver has verdicts by column.
    VerdictsReady {
        id: u64,
        columns: Vec<Option<BoundedValue<Verdict>>>,
        /// A sentence per column with the reason; empty until it is known.
        sentences: Vec<String>,
        is_final: bool,
    },
    /// The solver does not support these rules.
    VerdictsUnavailable {
        id: u64,
        reason: String,
    },
    SaveResult {
        path: PathBuf,
        error: Option<SaveError>,
    },
    /// The autosave finished, with the error if it failed.
    Autosaved(Option<String>),
    Loaded(Result<Box<Table>, String>),
    /// A message for the status line, such as a failure to write the learner's memory.
    Notice(String),
}

/// Reason why a game was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SaveError {
    Exists,
    Failed(String),
}

/// A side effect for the session to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ScreenEffect {
    /// Requests a bot's choice and cancels an earlier request.
    RequestBot {
        id: u64,
        kind: BotRequestKind,
        game: Box<Game>,
    },
    /// Cancels the request.
    CancelBot,
    /// Makes the bot answer at once.
    StopThinking,
    RequestVerdicts {
        id: u64,
        game: Box<Game>,
    },
    CancelVerdicts,
    /// Adds this finished game to the learner's memory.
    Learn {
        player: Player,
        game: Box<Game>,
    },
    /// Adds the finished game to the scores.
    RecordScore,
    /// Reports a move or the result of a tournament game.
    ReportGame,
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    /// Updates the autosave.
    Autosave,
    Load(PathBuf),
    /// Ring the bell.
    RingBell,
    /// Repaints everything, because another program wrote to the screen.
    Repaint,
    /// Returns the terminal to the shell until it resumes the game.
    Suspend,
    Quit,
}
