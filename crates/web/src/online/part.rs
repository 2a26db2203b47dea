//! The online game as a part of the play view: moves fall at once and are sent, and everything else that
//! the people here want is passed on.

use std::fmt;
use std::rc::Rc;

use foursight_table::{By, Command, Decision, Happened, Seat, Table};

use crate::model::{Guard, Message, Part};

/// What the part needs of the line to the server.
pub trait Server {
    /// Sends a command of the people here.
    fn command(&self, command: &Command);
}

/// The people here at an online table.
pub struct Seated {
    seat: Option<Seat>,
    server: Rc<dyn Server>,
}

impl Seated {
    /// At this seat; without one they watch.
    #[must_use]
    pub const fn new(seat: Option<Seat>, server: Rc<dyn Server>) -> Self {
        Self { seat, server }
    }
}

impl fmt::Debug for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seated")
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}

impl Part for Seated {
    fn by(&self) -> Option<By> {
        self.seat.map(By::Seat)
    }

    fn guard(&mut self, table: &Table, command: &Command) -> Guard {
        let Some(seat) = self.seat else {
            return Guard::Elsewhere;
        };
        if !matches!(command, Command::Move { .. }) {
            self.server.command(command);
            return Guard::Elsewhere;
        }
        // At the time of the last event: whether time is up is for the server to say.
        match table.decide(command, By::Seat(seat), table.at_ms()) {
            Ok(Decision::New(entry)) => {
                self.server.command(command);
                Guard::Foreseen(Ok(entry))
            }
            Ok(Decision::Known(_)) => Guard::Elsewhere,
            Err(refused) => Guard::Foreseen(Err(refused)),
        }
    }

    fn hear(&mut self, _: &Table, _: &Happened) -> Vec<Message> {
        Vec::new()
    }
}
