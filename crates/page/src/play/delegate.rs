//! Delegates: online games and tournament games that use the play view.
//!
//! A delegate starts its game with [`Message::ShowDelegated`]. It is consulted before each command of a
//! player on this page and notified of every event at the table. Delegates live in lazy chunks of
//! the shell and keep their own state; the initial chunk knows only this trait.

use std::fmt::Debug;

use foursight_table::{Actor, AppliedEvent, Command, CommandError, Entry, Table};

use super::Message;

/// Routing of a command given on this page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandRoute {
    /// The table of the page decides it.
    Local,
    /// The command is refused with this message.
    Refuse(String),
    /// The delegate has forwarded the command; the result arrives as [`Message::ApplyEntries`].
    Remote,
    /// The delegate has forwarded the command and predicts its result, which is shown at once.
    /// [`Message::ReplaceTable`] later confirms or corrects it.
    Optimistic(Result<Entry, CommandError>),
}

/// Status of a delegated game that the table does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DelegateStatus {
    /// The text below the name at each seat.
    pub seats: [String; 2],
    /// The ending of the game, if the board does not show it.
    pub ending: String,
    /// A player who is away is being notified.
    pub is_calling: bool,
}

/// A game in the play view that the page does not decide alone.
pub trait GameDelegate: Debug {
    /// Returns the actor of the players on this page, or `None` for viewers.
    fn actor(&self) -> Option<Actor> {
        Some(Actor::SharedDevice)
    }

    /// Routes a command before it is decided.
    fn route(&mut self, _table: &Table, _command: &Command) -> CommandRoute {
        CommandRoute::Local
    }

    /// Returns the messages that forward the last routed command. They are handled next.
    fn take_messages(&mut self) -> Vec<Message> {
        Vec::new()
    }

    /// Handles an applied event. The returned messages are handled next.
    fn on_applied(&mut self, table: &Table, happened: &AppliedEvent) -> Vec<Message>;
}
