//! A game: a position with its history. It adds undo and the draw by repetition.
//!
//! [`reduce`] is the state transition for use as a plain library: a pure function from a game and
//! an action to the next game. The apps of this workspace play through `foursight_table::Table`,
//! which applies moves with the same [`Game`].

use alloc::vec::Vec;

use crate::position::phase_of;
use crate::{
    Column, Disc, DrawRule, End, Move, MoveError, Outcome, Phase, Player, Position, Ruleset,
    Variant,
};

/// A game of this many moves is a draw (house rule). Only the pop variants can last that long.
pub const MOVES_MAX: usize = 1000;

/// A position that occurs this many times is a draw (house rule of the pop variants).
pub const REPETITIONS_MAX: usize = 3;

/// A position with its history.
///
/// ```
/// use foursight_core::{Column, Game, Phase};
///
/// let middle = Column::from_number(4).expect("in range");
/// let game = Game::default().drop_in(middle)?;
/// assert_eq!(game.phase(), Phase::SecondToDrop);
/// assert_eq!(game.undo(), Some(Game::default()));
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// The position before each move.
    past: Vec<Position>,
    position: Position,
    moves: Vec<Move>,
    end: Option<End>,
}

/// An input of [`reduce`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player to move plays a move.
    Move(Move),
    /// Start a new game under the same rules.
    Restart,
}

/// Returns the game after an action. A pure function: the given game is unchanged, so a caller can
/// keep every state it has shown.
///
/// # Errors
///
/// [`MoveError`] if the move is illegal. A restart never fails.
///
/// ```
/// use foursight_core::{Action, Column, Game, Move, reduce};
///
/// let start = Game::default();
/// let drop = Action::Move(Move::Drop(Column::from_number(4).expect("in range")));
/// let next = reduce(&start, drop)?;
/// assert_eq!(next.moves().len(), 1);
/// assert_eq!(reduce(&next, Action::Restart)?, start);
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
pub fn reduce(game: &Game, action: Action) -> Result<Game, MoveError> {
    match action {
        Action::Move(mv) => game.after(mv),
        Action::Restart => Ok(Game::new(game.ruleset())),
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Ruleset::STANDARD)
    }
}

impl Game {
    /// Starts a game.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        let start = Position::new(ruleset);
        Self {
            past: Vec::new(),
            position: start,
            moves: Vec::new(),
            end: start.end(),
        }
    }

    /// Plays moves one after the other from the start.
    ///
    /// # Errors
    ///
    /// The index of the first illegal move, counted from 0, and the reason.
    ///
    /// ```
    /// use foursight_core::{Column, Game, Move, MoveError, Ruleset};
    ///
    /// let column = Column::from_number(1).expect("in range");
    /// let overfilled = Game::from_moves(Ruleset::default(), [Move::Drop(column); 7]);
    /// assert_eq!(overfilled, Err((6, MoveError::ColumnFull(column))));
    /// ```
    pub fn from_moves(
        ruleset: Ruleset,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, (usize, MoveError)> {
        let mut game = Self::new(ruleset);
        for (index, mv) in moves.into_iter().enumerate() {
            game.apply(mv).map_err(|error| (index, error))?;
        }
        Ok(game)
    }

    /// The rules of the game.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.position().ruleset()
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Iterates over the start position and the position after each move.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.past.iter().chain([&self.position])
    }

    /// The moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the player to move, or `None` once the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        match self.end {
            None => Some(self.position().to_move()),
            Some(_) => None,
        }
    }

    /// Returns the end of the game, or `None` while it is in progress.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Returns the end of the game with all lines of the winner, or `None` while it is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(|end| self.position().outcome_for(end))
    }

    /// Returns the phase of the game.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.end.map_or_else(|| self.position().phase(), phase_of)
    }

    /// Returns every legal move in a fixed order. Empty once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.end {
            None => self.position().moves(),
            Some(_) => Vec::new(),
        }
    }

    /// Plays a move in place.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the move is illegal; the game is then unchanged.
    pub fn apply(&mut self, mv: Move) -> Result<(), MoveError> {
        if self.end.is_some() {
            return Err(MoveError::GameOver);
        }
        let next = self.position().after(mv)?;
        self.past.push(self.position);
        self.position = next;
        self.moves.push(mv);
        self.end = next.end().or_else(|| self.draw_by_past());
        Ok(())
    }

    /// Returns the game after a move. This one is unchanged.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the move is illegal.
    pub fn after(&self, mv: Move) -> Result<Self, MoveError> {
        let mut next = self.clone();
        next.apply(mv)?;
        Ok(next)
    }

    /// Returns the game after the player to move drops an ordinary disc.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the drop is illegal.
    pub fn drop_in(&self, column: Column) -> Result<Self, MoveError> {
        self.after(Move::Drop(column))
    }

    /// Returns the game after this disc, which must belong to the player to move, is dropped.
    ///
    /// # Errors
    ///
    /// [`MoveError::NotYourTurn`] if it belongs to the opponent, otherwise as for any move.
    ///
    /// ```
    /// use foursight_core::{Column, Disc, Game, MoveError, Player};
    ///
    /// let start = Game::default();
    /// let [first, second] = Player::BOTH.map(Disc::ordinary);
    /// let middle = Column::from_number(4).expect("in range");
    /// assert_eq!(start.drop_disc(first, middle)?, start.drop_in(middle)?);
    /// let wrong_player = start.drop_disc(second, middle);
    /// assert_eq!(wrong_player, Err(MoveError::NotYourTurn(second)));
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    pub fn drop_disc(&self, disc: Disc, column: Column) -> Result<Self, MoveError> {
        if self.to_move().is_some_and(|player| player != disc.owner) {
            return Err(MoveError::NotYourTurn(disc));
        }
        self.after(Move::drop_of(disc, column))
    }

    /// Returns the game before the last move, or `None` if there is no move.
    #[must_use]
    pub fn undo(&self) -> Option<Self> {
        let before = self.moves.len().checked_sub(1)?;
        self.at_ply(before)
    }

    /// Returns the game after its first `moves` moves, or `None` if it has fewer.
    #[must_use]
    pub fn at_ply(&self, moves: usize) -> Option<Self> {
        if moves == self.moves.len() {
            return Some(self.clone());
        }
        Some(Self {
            past: self.past.get(..moves)?.to_vec(),
            position: *self.past.get(moves)?,
            moves: self.moves.get(..moves)?.to_vec(),
            // A move was played from there, so the game had not ended.
            end: None,
        })
    }

    /// Returns the mirror image, or `None` if the ruleset is not
    /// [symmetric](Ruleset::is_symmetric).
    #[must_use]
    pub fn mirror(&self) -> Option<Self> {
        let width = self.ruleset().width();
        Some(Self {
            past: self
                .past
                .iter()
                .map(Position::mirror)
                .collect::<Option<_>>()?,
            position: self.position.mirror()?,
            moves: self
                .moves
                .iter()
                .map(|mv| mv.mirror(width))
                .collect::<Option<_>>()?,
            end: self.end,
        })
    }

    fn draw_by_past(&self) -> Option<End> {
        // Without pops a position cannot recur.
        let (Variant::PopOut(_) | Variant::PopTen(_)) = self.ruleset().variant() else {
            return None;
        };
        let current = self.position();
        let occurrences = self.positions().filter(|past| *past == current).count();
        if occurrences >= REPETITIONS_MAX {
            Some(End::Draw(DrawRule::Repetition))
        } else if self.moves.len() >= MOVES_MAX {
            Some(End::Draw(DrawRule::TooLong))
        } else {
            None
        }
    }
}
