//! A game between two bots, played in the background: builds the engine requests and applies the
//! moves.

use foursight_bots::{Level, Personality};
use foursight_core::{End, Game, Move};
use foursight_protocol::engine::EngineQuery;
use foursight_tournament::{DueGame, TournamentEvent};

use super::LocalTournament;
use super::local_tournament::encode_moves;

/// A game between two bots.
#[derive(Clone, Debug)]
pub struct BotGame {
    due: DueGame,
    bots: [(Level, Personality); 2],
    game: Game,
}

impl BotGame {
    /// Starts or resumes a due game. Returns `None` if a person takes part.
    #[must_use]
    pub fn begin(local: &LocalTournament, due: DueGame) -> Option<Self> {
        Some(Self {
            due,
            bots: [local.bot(due.first)?, local.bot(due.second)?],
            game: local.game(due),
        })
    }

    /// Returns the next request to the engine, or `None` once the game is over.
    #[must_use]
    pub fn request(&self) -> Option<EngineQuery> {
        let player = self.game.to_move()?;
        let (level, personality) = self.bots[player.index()];
        Some(EngineQuery::ChooseMove {
            game: self.game.clone(),
            level,
            personality,
            seed: self.due.bot_seed ^ player.index() as u64,
        })
    }

    /// Plays a move. Returns the result as an event once the game is over.
    pub fn play(&mut self, mv: Move) -> Option<TournamentEvent> {
        // The engine answers with legal moves.
        self.game.apply(mv).ok()?;
        let winner = match self.game.end()? {
            End::Won(winner) => Some(winner),
            End::Draw(_) => None,
        };
        Some(played_event(self.due, &self.game, winner))
    }
}

/// Returns the event of a finished game.
pub(super) fn played_event(
    due: DueGame,
    game: &Game,
    winner: Option<foursight_core::Player>,
) -> TournamentEvent {
    TournamentEvent::Played {
        match_id: due.match_id,
        game: due.game,
        winner,
        plies: u16::try_from(game.moves().len()).unwrap_or(u16::MAX),
        moves: encode_moves(game),
    }
}
