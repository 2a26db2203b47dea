//! The state of the page: one value, changed only by [`State::after`].
//!
//! A game goes on through [`foursight_core::reduce`] and by nothing else, so the page has no rules
//! of its own. A refused action leaves the state as it was and says why. Nothing here needs a
//! browser.

use foursight_core::{Column, Game, Move, MoveError, reduce};

/// All that the page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    game: Game,
    /// The moves taken back, the next to make again last.
    undone: Vec<Move>,
    settings: Settings,
}

/// What the people at the page have chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {}

/// Something that changes the state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// A move, or a new game under the same rules.
    Game(foursight_core::Action),
    /// Take the last move back.
    Undo,
    /// Make the move again that was last taken back.
    Redo,
    /// Other choices from now on.
    Settings(Settings),
}

impl Action {
    /// A disc for this column.
    #[must_use]
    pub const fn drop_in(column: Column) -> Self {
        Self::Game(foursight_core::Action::Move(Move::Drop(column)))
    }
}

/// Why an action was refused. The state is then as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The rules do not allow the move.
    Move(MoveError),
    /// No move was made yet.
    NothingToUndo,
    /// No move was taken back.
    NothingToRedo,
}

impl State {
    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What was chosen.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
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
            Action::Game(action) => {
                next.game = reduce(&self.game, *action).map_err(Refused::Move)?;
                next.undone.clear();
            }
            Action::Undo => {
                next.game = self.game.undo().ok_or(Refused::NothingToUndo)?;
                next.undone.extend(self.game.moves().last());
            }
            Action::Redo => {
                let step = next.undone.pop().ok_or(Refused::NothingToRedo)?;
                let action = foursight_core::Action::Move(step);
                next.game = reduce(&self.game, action).map_err(Refused::Move)?;
            }
            Action::Settings(settings) => next.settings = *settings,
        }
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(number: usize) -> Column {
        Column::from_number(number).expect("in range")
    }

    /// Plays a script: digits drop, `u` undoes, `r` redoes, `n` starts anew.
    fn play(script: &str) -> Result<State, Refused> {
        script.chars().try_fold(State::default(), |state, c| {
            state.after(&match c {
                'u' => Action::Undo,
                'r' => Action::Redo,
                'n' => Action::Game(foursight_core::Action::Restart),
                digit => Action::drop_in(column(digit.to_digit(10).expect("a digit") as usize)),
            })
        })
    }

    /// Checks that two scripts lead to the same game.
    #[track_caller]
    fn check(script: &str, same: &str) {
        let game = |script| play(script).expect("nothing is refused").game;
        assert_eq!(game(script), game(same), "{script} and {same}");
    }

    #[test]
    fn moves_are_taken_back_and_made_again() {
        check("445u", "44");
        check("445uu", "4");
        check("445uur", "44");
        check("445uurr", "445");
        check("4454uu3", "443");
        check("445n", "");
        check("4545454u", "454545");
        check("4545454ur", "4545454");
    }

    #[test]
    fn what_is_refused_says_why() {
        let full = Refused::Move(MoveError::ColumnFull(column(4)));
        assert_eq!(play("4444444"), Err(full));
        assert_eq!(play("45454541"), Err(Refused::Move(MoveError::GameOver)));
        assert_eq!(play("u"), Err(Refused::NothingToUndo));
        assert_eq!(play("44r"), Err(Refused::NothingToRedo));
        // Another move than the one taken back leaves nothing to make again.
        assert_eq!(play("44u3r"), Err(Refused::NothingToRedo));
        assert_eq!(play("44unr"), Err(Refused::NothingToRedo));
    }
}
