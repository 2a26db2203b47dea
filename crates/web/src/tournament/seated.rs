//! A game of a tournament in the play view.
//!
//! Moves are made as ever. What does not belong to a tournament is refused: a drop stands, and the score is
//! that of the match. Whoever made it hears of every move, so that the game outlives the page.

use std::fmt;

use foursight_table::{Command, Happened, Table};
use foursight_tournament::{DueGame, Event, InPlay, MatchId};

use super::held::moves_of;
use super::quick::played;
use crate::model::{Guard, Message, Part};

/// What happens in such a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It goes on.
    Moved(InPlay),
    /// It is over.
    Over(Event),
    /// Somebody wants to go on after the end of a game of this match.
    Onward(MatchId),
}

/// The part of the page behind such a game.
pub struct Seated {
    due: DueGame,
    refusal: String,
    tell: Box<dyn Fn(Told)>,
}

impl fmt::Debug for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seated")
            .field("due", &self.due)
            .finish_non_exhaustive()
    }
}

impl Seated {
    /// For this game, with the words for what is refused. `tell` hears what happens.
    pub fn new(due: DueGame, refusal: String, tell: impl Fn(Told) + 'static) -> Self {
        let tell = Box::new(tell);
        Self { due, refusal, tell }
    }
}

impl Part for Seated {
    fn guard(&mut self, table: &Table, command: &Command) -> Guard {
        match command {
            Command::Move { .. } | Command::Resume => Guard::Decide,
            Command::Next if table.is_over() => {
                (self.tell)(Told::Onward(self.due.match_id));
                Guard::Elsewhere
            }
            _ => Guard::Refuse(self.refusal.clone()),
        }
    }

    fn hear(&mut self, table: &Table, happened: &Happened) -> Vec<Message> {
        let game = table.game();
        let told = match happened.ended {
            Some(ending) => Told::Over(played(self.due, game, ending.winner())),
            None => Told::Moved(InPlay {
                match_id: self.due.match_id,
                game: self.due.game,
                moves: moves_of(game),
            }),
        };
        (self.tell)(told);
        Vec::new()
    }
}
