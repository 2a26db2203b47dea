//! What happens, and what is to be done about it.

use std::path::PathBuf;

use foursight_bots::Choice;
use foursight_core::{Game, Player};
use foursight_solver::{Answer, Verdict};
use foursight_table::Table;
use ratatui::crossterm::event::KeyEvent;

use super::state::Why;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Key(KeyEvent),
    /// A click on this column and line of the terminal.
    Click(u16, u16),
    Resize(u16, u16),
    /// A thirtieth of a second went by.
    Tick,
    /// A bot has answered.
    Chosen {
        id: u64,
        choice: Option<Choice>,
    },
    /// The solver knows this much about each column.
    Judged {
        id: u64,
        columns: Vec<Option<Answer<Verdict>>>,
        /// A sentence a column with the reason; empty before that is known.
        sentences: Vec<String>,
        is_final: bool,
    },
    /// The solver does not know these rules.
    NotJudged {
        id: u64,
        reason: String,
    },
    Saved {
        path: PathBuf,
        refused: Option<NotSaved>,
    },
    /// The game was saved after a move, or not.
    Kept(Option<String>),
    Loaded(Result<Box<Table>, String>),
    /// Something to tell, such as that the learner's memory cannot be written.
    Told(String),
}

/// Why a game was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotSaved {
    Exists,
    Failed(String),
}

/// What the program around must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Let a bot think; an earlier question is dropped.
    Ask {
        id: u64,
        why: Why,
        game: Box<Game>,
    },
    /// The answer is no longer wanted.
    StopAsking,
    /// The answer is wanted now.
    Hurry,
    Judge {
        id: u64,
        game: Box<Game>,
    },
    StopJudging,
    /// The learner remembers this finished game.
    Learn {
        player: Player,
        game: Box<Game>,
    },
    /// The game that has ended goes into the scores.
    Count,
    /// A move or the result of a game of a tournament is told where it counts.
    Enter,
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    /// Bring what the game is kept in up to date.
    Keep,
    Load(PathBuf),
    /// Ring the bell.
    Ring,
    /// Draw everything again: another program wrote onto the screen.
    Redraw,
    /// Give the terminal back until the shell lets the game go on.
    Suspend,
    Leave,
}
