//! A game: a position with its past. Here live undo, the tie by repetition, and `reduce`, the
//! one function through which every app changes a game.

use alloc::vec::Vec;

use crate::position::phase_at;
use crate::{
    Column, Disc, End, Move, MoveError, Outcome, Phase, Player, Position, Ruleset, Tie, Variant,
};

/// A game that has gone on for this many moves is a tie (house rule). Only the pop variants can
/// get there.
pub const MOVES_MAX: usize = 1000;

/// A position that stands for this many times is a tie (house rule of the pop variants).
pub const REPETITIONS_MAX: usize = 3;

/// A position with its past.
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

/// Something that changes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player to move makes a move.
    Move(Move),
    /// The game begins anew, under the same rules.
    Restart,
}

/// The game after an action. The game it is given is left as it was, so an app can keep every
/// state it has ever shown.
///
/// # Errors
///
/// [`MoveError`] says why a move is refused. A restart never is.
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
        Action::Move(step) => game.after(step),
        Action::Restart => Ok(Game::new(game.ruleset())),
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Ruleset::STANDARD)
    }
}

impl Game {
    /// A game in which nobody has moved yet.
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
    /// The index of the first move that is refused, counted from 0, and the reason.
    ///
    /// ```
    /// use foursight_core::{Column, Game, Move, MoveError, Ruleset};
    ///
    /// let column = Column::from_number(1).expect("in range");
    /// let refused = Game::from_moves(Ruleset::default(), [Move::Drop(column); 7]);
    /// assert_eq!(refused, Err((6, MoveError::ColumnFull(column))));
    /// ```
    pub fn from_moves(
        ruleset: Ruleset,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, (usize, MoveError)> {
        let mut game = Self::new(ruleset);
        for (index, step) in moves.into_iter().enumerate() {
            game.apply(step).map_err(|error| (index, error))?;
        }
        Ok(game)
    }

    /// The rules it is played by.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.position().ruleset()
    }

    /// The position it has come to.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The start and the position after each move.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.past.iter().chain([&self.position])
    }

    /// The moves made so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Who is to move; none once the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        match self.end {
            None => Some(self.position().to_move()),
            Some(_) => None,
        }
    }

    /// How the game ended; none while it goes on.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// How the game ended, with all lines of the winner.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(|end| self.position().describe(end))
    }

    /// Where in its life the game stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.end.map_or_else(|| self.position().phase(), phase_at)
    }

    /// Every legal move, in a fixed order; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.end {
            None => self.position().moves(),
            Some(_) => Vec::new(),
        }
    }

    /// Makes a move in place.
    ///
    /// # Errors
    ///
    /// [`MoveError`] says why the move is refused; the game is then unchanged.
    pub fn apply(&mut self, step: Move) -> Result<(), MoveError> {
        if self.end.is_some() {
            return Err(MoveError::GameOver);
        }
        let next = self.position().after(step)?;
        self.past.push(self.position);
        self.position = next;
        self.moves.push(step);
        self.end = next.end().or_else(|| self.tie_by_past());
        Ok(())
    }

    /// The game after a move; this one is left as it was.
    ///
    /// # Errors
    ///
    /// [`MoveError`] says why the move is refused.
    pub fn after(&self, step: Move) -> Result<Self, MoveError> {
        let mut next = self.clone();
        next.apply(step)?;
        Ok(next)
    }

    /// The game after an ordinary disc of the player to move was dropped.
    ///
    /// # Errors
    ///
    /// [`MoveError`] says why the drop is refused.
    pub fn drop_in(&self, column: Column) -> Result<Self, MoveError> {
        self.after(Move::Drop(column))
    }

    /// The game after this very disc was dropped, which must belong to the player to move.
    ///
    /// # Errors
    ///
    /// [`MoveError::NotYourTurn`] if it does not, otherwise as for any move.
    ///
    /// ```
    /// use foursight_core::{Column, Disc, Game, MoveError, Player};
    ///
    /// let start = Game::default();
    /// let [first, second] = Player::BOTH.map(Disc::ordinary);
    /// let middle = Column::from_number(4).expect("in range");
    /// assert_eq!(start.drop_disc(first, middle)?, start.drop_in(middle)?);
    /// let refused = start.drop_disc(second, middle);
    /// assert_eq!(refused, Err(MoveError::NotYourTurn(second)));
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    pub fn drop_disc(&self, disc: Disc, column: Column) -> Result<Self, MoveError> {
        if self.to_move().is_some_and(|player| player != disc.owner) {
            return Err(MoveError::NotYourTurn(disc));
        }
        self.after(Move::drop_of(disc, column))
    }

    /// The game as it was before the last move; none if there was no move.
    #[must_use]
    pub fn undo(&self) -> Option<Self> {
        let before = self.moves.len().checked_sub(1)?;
        self.at(before)
    }

    /// The game as it was after this many moves; none if there were not so many.
    #[must_use]
    pub fn at(&self, moves: usize) -> Option<Self> {
        if moves == self.moves.len() {
            return Some(self.clone());
        }
        Some(Self {
            past: self.past.get(..moves)?.to_vec(),
            position: *self.past.get(moves)?,
            moves: self.moves.get(..moves)?.to_vec(),
            // A game goes on only from where it has not ended.
            end: None,
        })
    }

    /// The mirror image; none where the ruleset is not [symmetric](Ruleset::is_symmetric).
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
                .map(|step| step.mirror(width))
                .collect::<Option<_>>()?,
            end: self.end,
        })
    }

    fn tie_by_past(&self) -> Option<End> {
        // Discs that are only ever added cannot bring a position back.
        let (Variant::PopOut(_) | Variant::PopTen(_)) = self.ruleset().variant() else {
            return None;
        };
        let now = self.position();
        let times = self.positions().filter(|past| *past == now).count();
        if times >= REPETITIONS_MAX {
            Some(End::Tied(Tie::Repetition))
        } else if self.moves.len() >= MOVES_MAX {
            Some(End::Tied(Tie::TooLong))
        } else {
            None
        }
    }
}
