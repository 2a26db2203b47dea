//! A game between two bots that nobody watches: which question comes next, and what an answer leads to.

use foursight_bots::{Level, Personality};
use foursight_core::{End, Game, Move};
use foursight_protocol::engine::Ask;
use foursight_tournament::{DueGame, Event};

use super::Held;
use super::held::moves_of;

/// The game.
#[derive(Clone, Debug)]
pub struct Quick {
    due: DueGame,
    bots: [(Level, Personality); 2],
    game: Game,
}

impl Quick {
    /// Begins it; none if a person takes part.
    #[must_use]
    pub fn begin(held: &Held, due: DueGame) -> Option<Self> {
        Some(Self {
            due,
            bots: [held.bot(due.first)?, held.bot(due.second)?],
            game: held.game(due),
        })
    }

    /// What the engine is to be asked; none once the game is over.
    #[must_use]
    pub fn ask(&self) -> Option<Ask> {
        let player = self.game.to_move()?;
        let (level, personality) = self.bots[player.index()];
        Some(Ask::Choose {
            game: self.game.clone(),
            level,
            personality,
            seed: self.due.seed ^ player.index() as u64,
        })
    }

    /// Makes a move. What it gives back is the end of the game.
    pub fn make(&mut self, step: Move) -> Option<Event> {
        // The engine answers with legal moves.
        self.game.apply(step).ok()?;
        let winner = match self.game.end()? {
            End::Won(winner) => Some(winner),
            End::Tied(_) => None,
        };
        Some(played(self.due, &self.game, winner))
    }
}

/// A game that is over, as an event.
pub(super) fn played(due: DueGame, game: &Game, winner: Option<foursight_core::Player>) -> Event {
    Event::Played {
        match_id: due.match_id,
        game: due.game,
        winner,
        plies: u16::try_from(game.moves().len()).unwrap_or(u16::MAX),
        moves: moves_of(game),
    }
}
