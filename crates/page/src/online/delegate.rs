//! The online game as a delegate of the play view: moves are shown at once and sent, all other
//! commands are only sent.

use std::fmt;
use std::rc::Rc;

use foursight_table::{Actor, AppliedEvent, Command, Decision, Seat, Table};

use crate::play::{CommandRoute, GameDelegate, Message};

/// Sends commands to the server.
pub trait CommandSink {
    /// Sends a command of the player here.
    fn command(&self, command: &Command);
}

/// The player here at an online table.
pub struct OnlineDelegate {
    seat: Option<Seat>,
    sink: Rc<dyn CommandSink>,
}

impl OnlineDelegate {
    /// Creates a delegate for this seat, or for a viewer.
    #[must_use]
    pub const fn new(seat: Option<Seat>, sink: Rc<dyn CommandSink>) -> Self {
        Self { seat, sink }
    }
}

impl fmt::Debug for OnlineDelegate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnlineDelegate")
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}

impl GameDelegate for OnlineDelegate {
    fn actor(&self) -> Option<Actor> {
        self.seat.map(Actor::Seat)
    }

    fn route(&mut self, table: &Table, command: &Command) -> CommandRoute {
        let Some(seat) = self.seat else {
            return CommandRoute::Remote;
        };
        if !matches!(command, Command::PlayMove { .. }) {
            self.sink.command(command);
            return CommandRoute::Remote;
        }
        // At the time of the last event: only the server decides about timeouts.
        match table.decide(command, Actor::Seat(seat), table.at_ms()) {
            Ok(Decision::New(entry)) => {
                self.sink.command(command);
                CommandRoute::Optimistic(Ok(entry))
            }
            Ok(Decision::Duplicate(_)) => CommandRoute::Remote,
            Err(error) => CommandRoute::Optimistic(Err(error)),
        }
    }

    fn on_applied(&mut self, _: &Table, _: &AppliedEvent) -> Vec<Message> {
        Vec::new()
    }
}
