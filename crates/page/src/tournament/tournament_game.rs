//! A game of a tournament in the play view.
//!
//! Moves work as in any other game. Commands that have no place in a tournament are refused: a drop
//! cannot be taken back, and the score is that of the match. Every move is reported to the
//! callback, which saves it, so that the game survives a reload.

use std::fmt;

use foursight_table::{AppliedEvent, Command, Table};
use foursight_tournament::{DueGame, GameInProgress, MatchId, TournamentEvent};

use super::bot_game::played_event;
use super::local_tournament::encode_moves;
use crate::play::{CommandRoute, GameDelegate, Message};

/// Events of a tournament game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentGameEvent {
    /// A move was played; the game continues.
    Moved(GameInProgress),
    /// The game ended.
    Ended(TournamentEvent),
    /// The players want the next game of this match.
    NextRequested(MatchId),
}

/// Connects a table in the play view to its tournament.
pub struct TournamentGame {
    due: DueGame,
    refusal: String,
    on_event: Box<dyn Fn(TournamentGameEvent)>,
}

impl fmt::Debug for TournamentGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TournamentGame")
            .field("due", &self.due)
            .finish_non_exhaustive()
    }
}

impl TournamentGame {
    /// Creates the delegate of a due game. `refusal` is shown for commands that it refuses, and
    /// `on_event` receives its events.
    pub fn new(
        due: DueGame,
        refusal: String,
        on_event: impl Fn(TournamentGameEvent) + 'static,
    ) -> Self {
        let on_event = Box::new(on_event);
        Self {
            due,
            refusal,
            on_event,
        }
    }
}

impl GameDelegate for TournamentGame {
    fn route(&mut self, table: &Table, command: &Command) -> CommandRoute {
        match command {
            Command::PlayMove { .. } | Command::Resume => CommandRoute::Local,
            Command::NextGame if table.is_over() => {
                (self.on_event)(TournamentGameEvent::NextRequested(self.due.match_id));
                CommandRoute::Remote
            }
            _ => CommandRoute::Refuse(self.refusal.clone()),
        }
    }

    fn on_applied(&mut self, table: &Table, happened: &AppliedEvent) -> Vec<Message> {
        let game = table.game();
        let event = match happened.ending {
            Some(ending) => {
                TournamentGameEvent::Ended(played_event(self.due, game, ending.winner()))
            }
            None => TournamentGameEvent::Moved(GameInProgress {
                match_id: self.due.match_id,
                game: self.due.game,
                moves: encode_moves(game),
            }),
        };
        (self.on_event)(event);
        Vec::new()
    }
}
