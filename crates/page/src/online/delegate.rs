//! The online game as a delegate of the play view: moves are shown at once and sent, all other
//! commands are only sent.

use foursight_table::{Actor, AppliedEvent, Command, Decision, Seat, Table};

use super::OnlineMessage;
use crate::play::{CommandRoute, GameDelegate, Message};

/// The player here at an online table.
#[derive(Debug)]
pub struct OnlineDelegate {
    seat: Option<Seat>,
    /// The command to send.
    outgoing: Option<Command>,
}

impl OnlineDelegate {
    /// Creates a delegate for this seat, or for a viewer.
    #[must_use]
    pub const fn new(seat: Option<Seat>) -> Self {
        Self {
            seat,
            outgoing: None,
        }
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
            self.outgoing = Some(command.clone());
            return CommandRoute::Remote;
        }
        // At the time of the last event: only the server decides about timeouts.
        match table.decide(command, Actor::Seat(seat), table.at_ms()) {
            Ok(Decision::New(entry)) => {
                self.outgoing = Some(command.clone());
                CommandRoute::Optimistic(Ok(entry))
            }
            Ok(Decision::Duplicate(_)) => CommandRoute::Remote,
            Err(error) => CommandRoute::Optimistic(Err(error)),
        }
    }

    fn take_messages(&mut self) -> Vec<Message> {
        let command = self.outgoing.take();
        command
            .map(OnlineMessage::Command)
            .map(Into::into)
            .into_iter()
            .collect()
    }

    fn on_applied(&mut self, _: &Table, _: &AppliedEvent) -> Vec<Message> {
        Vec::new()
    }
}
