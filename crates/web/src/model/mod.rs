//! The state of the page: one value, changed only by [`State::after`].
//!
//! A game goes on through [`foursight_core::reduce`] and by nothing else, so the page has no rules
//! of its own. A refused action leaves the state as it was and says why. Two seats play each
//! other over many games; which of them is First changes from game to game, so the score is kept
//! by seat. Nothing here needs a browser.

mod hand;
mod pairing;
mod saved;
mod settings;
#[cfg(test)]
mod tests;

use foursight_core::{Column, End, Game, Move, MoveError, Player, reduce};

pub use hand::{Hand, hands, move_in};
pub use pairing::{Pairing, Score, Seat, Starts, Who};
pub use saved::{
    Damage, SAVED_VERSION, game_from_text, game_to_text, settings_from_text, settings_to_text,
};
pub use settings::{
    ColumnNames, Detail, Motion, Settings, Switch, Theme, VOLUME_MAX, Verbosity, View,
};

/// All that the page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    game: Game,
    /// The moves taken back, the next to make again last.
    undone: Vec<Move>,
    pairing: Pairing,
    /// Who is First in this game.
    starter: Seat,
    /// The score of the games before this one.
    before: Score,
    is_uncounted: bool,
    settings: Settings,
}

/// Something that changes the state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// A move, or the same game from the start.
    Game(foursight_core::Action),
    /// Take moves back until a person is to move.
    Undo,
    /// Make moves again that were taken back, until a person is to move.
    Redo,
    /// The next game of the same two.
    PlayAgain,
    /// A first game under other rules or between others.
    Begin(Pairing),
    /// Go on with a game from elsewhere. It counts only if it is still to be decided.
    Open(Game),
    /// Count from nil to nil again.
    ResetScore,
    /// Other choices from now on.
    Settings(Settings),
}

impl Action {
    /// A move of the player to move.
    #[must_use]
    pub const fn step(step: Move) -> Self {
        Self::Game(foursight_core::Action::Move(step))
    }

    /// A disc for this column.
    #[must_use]
    pub const fn drop_in(column: Column) -> Self {
        Self::step(Move::Drop(column))
    }
}

/// Why an action was refused. The state is then as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The rules do not allow the move.
    Move(MoveError),
    /// No person has made a move yet.
    NothingToUndo,
    /// No move was taken back.
    NothingToRedo,
}

impl State {
    /// A state with these choices, before the first move.
    #[must_use]
    pub fn new(settings: Settings, pairing: Pairing) -> Self {
        Self {
            game: Game::new(pairing.ruleset),
            starter: pairing.starts.first(),
            pairing,
            settings,
            ..Self::default()
        }
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game with the moves that were taken back.
    #[must_use]
    pub fn whole_game(&self) -> Game {
        self.undone
            .iter()
            .rev()
            .fold(self.game.clone(), |game, step| match game.after(*step) {
                Ok(next) => next,
                // What was taken back can be made again; otherwise it ends here.
                Err(_) => game,
            })
    }

    /// What was chosen.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Who plays by which rules.
    #[must_use]
    pub const fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// Where this player sits.
    #[must_use]
    pub fn seat_of(&self, player: Player) -> Seat {
        match player {
            Player::First => self.starter,
            Player::Second => self.starter.across(),
        }
    }

    /// Which player the one at this seat is.
    #[must_use]
    pub fn player_at(&self, seat: Seat) -> Player {
        if seat == self.starter {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Who plays as this player.
    #[must_use]
    pub fn who(&self, player: Player) -> Who {
        self.pairing.seats[self.seat_of(player).index()]
    }

    /// Who is to move; none once the game is over.
    #[must_use]
    pub fn mover(&self) -> Option<Who> {
        self.game.to_move().map(|player| self.who(player))
    }

    /// True if a person is to move, so that the page takes a move from its user.
    #[must_use]
    pub fn is_persons_turn(&self) -> bool {
        self.mover() == Some(Who::Person)
    }

    /// True if a game has begun and not ended, so that there is something to lose.
    #[must_use]
    pub fn is_in_play(&self) -> bool {
        !self.game.moves().is_empty() && self.game.end().is_none()
    }

    /// The score with this game, if it is over.
    #[must_use]
    pub fn score(&self) -> Score {
        match self.game.end() {
            Some(_) if self.is_uncounted => self.before,
            Some(End::Won(winner)) => self.before.with_win_of(self.seat_of(winner)),
            Some(End::Tied(_)) => self.before.with_tie(),
            None => self.before,
        }
    }

    /// True if a move can be taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.ply_to_undo_to().is_some()
    }

    /// True if a move can be made again.
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The state after an action; this one is left as it was.
    ///
    /// # Errors
    ///
    /// [`Refused`] says why nothing changes.
    pub fn after(&self, action: &Action) -> Result<Self, Refused> {
        let mut next = self.clone();
        match action {
            Action::Game(step @ foursight_core::Action::Move(_)) => {
                next.game = reduce(&self.game, *step).map_err(Refused::Move)?;
                next.undone.clear();
            }
            Action::Game(foursight_core::Action::Restart) => next.renew(self.game.ruleset()),
            Action::Undo => {
                let ply = self.ply_to_undo_to().ok_or(Refused::NothingToUndo)?;
                next.undone.extend(self.game.moves()[ply..].iter().rev());
                next.game = self.game.at(ply).ok_or(Refused::NothingToUndo)?;
            }
            Action::Redo => next.redo()?,
            Action::PlayAgain => {
                // Who won sat where they sat in this game.
                next.renew(self.game.ruleset());
                next.starter = self.pairing.starts.next(self.starter);
            }
            Action::Begin(pairing) => {
                next.renew(pairing.ruleset);
                if pairing.seats != self.pairing.seats {
                    next.before = Score::default();
                }
                next.starter = pairing.starts.first();
                next.pairing = *pairing;
            }
            Action::Open(game) => {
                next.renew(game.ruleset());
                next.pairing.ruleset = game.ruleset();
                next.is_uncounted = game.end().is_some();
                next.game = game.clone();
            }
            Action::ResetScore => {
                next.before = Score::default();
                next.is_uncounted = self.game.end().is_some();
            }
            Action::Settings(settings) => next.settings = *settings,
        }
        Ok(next)
    }

    /// An empty grid, after what there was to count was counted.
    fn renew(&mut self, ruleset: foursight_core::Ruleset) {
        self.before = self.score();
        self.is_uncounted = false;
        self.undone.clear();
        self.game = Game::new(ruleset);
    }

    fn redo(&mut self) -> Result<(), Refused> {
        loop {
            let step = self.undone.pop().ok_or(Refused::NothingToRedo)?;
            let action = foursight_core::Action::Move(step);
            self.game = reduce(&self.game, action).map_err(Refused::Move)?;
            if self.undone.is_empty() || !self.has_people() || self.is_persons_turn() {
                return Ok(());
            }
        }
    }

    fn has_people(&self) -> bool {
        self.pairing.seats.contains(&Who::Person)
    }

    /// The last ply but this where a person was to move. Two bots let anything be taken back.
    fn ply_to_undo_to(&self) -> Option<usize> {
        let earlier = self.game.positions().take(self.game.moves().len());
        let is_wanted = |player| !self.has_people() || self.who(player) == Who::Person;
        let wanted = earlier
            .enumerate()
            .filter(|(_, position)| is_wanted(position.to_move()));
        wanted.last().map(|(ply, _)| ply)
    }
}
