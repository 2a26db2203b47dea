//! A part of the page that takes part in a game: an online game, a puzzle, a step of a lesson.
//!
//! It begins its game with [`Message::Sit`], and the play view shows it. The part is asked before
//! each command of the people here, and hears of everything that happens, the end included. It
//! lives behind a door of the shell and has a state of its own; the front knows only this trait.

use std::fmt::Debug;

use foursight_table::{By, Command, Entry, Happened, Refused, Table};

use super::Message;

/// What becomes of a command of the people here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The table of the page decides it.
    Decide,
    /// It is refused with these words.
    Refuse(String),
    /// The part has passed it on; what comes of it are [`Message::Entries`].
    Elsewhere,
    /// The part has passed it on and knows what will come of it, which is shown at once. Later
    /// [`Message::Confirm`] says whether it came true.
    Foreseen(Result<Entry, Refused>),
}

/// What takes part in a game.
pub trait Part: Debug {
    /// For whom the people here speak; none if they only watch.
    fn by(&self) -> Option<By> {
        Some(By::Shared)
    }

    /// Asked before a command of the people here is decided.
    fn guard(&mut self, _table: &Table, _command: &Command) -> Guard {
        Guard::Decide
    }

    /// Something happened at the table. What it answers is done next.
    fn hear(&mut self, table: &Table, happened: &Happened) -> Vec<Message>;
}
