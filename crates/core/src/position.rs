//! A position: which discs stand in the grid, whose turn it is, and what the variant keeps
//! besides. It has no past: repetition and undo belong to [`Game`](crate::Game).
//!
//! A `Position` is always one that legal play from the start can reach: the only public ways to
//! build one are [`Position::new`] and legal moves.

use alloc::vec::Vec;
use core::fmt;

use crate::pop_out::PopOut;
use crate::pop_ten::PopTen;
use crate::power_up::PowerUp;
use crate::rules::Rules;
use crate::shape::Measured;
use crate::{
    Classic, Column, Disc, Drops, End, Grid, Move, MoveError, Outcome, Phase, Player, PowerDisc,
    Ruleset, Variant,
};

/// A position under any ruleset.
///
/// ```
/// use foursight_core::{Column, Move, Position, Ruleset};
///
/// let start = Position::new(Ruleset::default());
/// let middle = Column::from_number(4).expect("in range");
/// let after = start.drop_in(middle)?;
/// assert_eq!(after.moves().len(), 7);
/// assert_eq!(start, Position::default()); // as it was
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    ruleset: Ruleset,
    state: State,
}

/// The rules module that a ruleset is played by. The standard game is a variant of its own in
/// each word size, so that none of the others slows it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum State {
    Classic(Drops<Classic>),
    Narrow(Drops<Measured<u64>>),
    Wide(Drops<Measured<u128>>),
    PopOut(PopOut),
    PopTen(PopTen),
    PowerUp(PowerUp),
}

/// Asks the rules in force.
macro_rules! rules {
    ($state:expr, $rules:ident => $answer:expr) => {
        match $state {
            State::Classic($rules) => $answer,
            State::Narrow($rules) => $answer,
            State::Wide($rules) => $answer,
            State::PopOut($rules) => $answer,
            State::PopTen($rules) => $answer,
            State::PowerUp($rules) => $answer,
        }
    };
}

impl Default for Position {
    fn default() -> Self {
        Self::new(Ruleset::STANDARD)
    }
}

impl From<Drops<Classic>> for Position {
    fn from(drops: Drops<Classic>) -> Self {
        Self {
            ruleset: Ruleset::STANDARD,
            state: State::Classic(drops),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}, {} to move", self.ruleset, self.to_move())?;
        let grid = self.grid();
        for row in grid.rows().rev() {
            for column in grid.columns() {
                let disc = grid.disc_at(crate::Space { column, row });
                f.write_str(match disc.map(|disc| disc.owner) {
                    None => "-",
                    Some(Player::First) => "1",
                    Some(Player::Second) => "2",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        let grid = Grid::new(ruleset.width(), ruleset.height());
        let connect = ruleset.connect();
        let state = match ruleset.variant() {
            Variant::Standard if ruleset == Ruleset::STANDARD => State::Classic(Drops::default()),
            Variant::Standard => drops(ruleset, Drops::empty, Drops::empty),
            Variant::FiveInARow => drops(
                ruleset,
                Drops::between_full_columns,
                Drops::between_full_columns,
            ),
            Variant::PopOut(both) => State::PopOut(PopOut::new(grid, connect, both)),
            Variant::PopTen(fill) => State::PopTen(PopTen::new(grid, connect, fill)),
            Variant::PowerUp(stock) => State::PowerUp(PowerUp::new(grid, connect, stock)),
        };
        Self { ruleset, state }
    }

    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// The bitboards of the standard game; none under any other ruleset.
    ///
    /// ```
    /// use foursight_core::{Drops, Position};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.classic(), Some(Drops::default()));
    /// assert_eq!(Position::from(Drops::default()), start);
    /// ```
    #[must_use]
    pub const fn classic(&self) -> Option<Drops<Classic>> {
        match self.state {
            State::Classic(drops) => Some(drops),
            _ => None,
        }
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The discs.
    #[must_use]
    pub fn grid(&self) -> Grid {
        rules!(&self.state, rules => rules.grid())
    }

    /// Who is to move; after the end, who would be.
    #[must_use]
    pub fn to_move(&self) -> Player {
        rules!(&self.state, rules => Rules::to_move(rules))
    }

    /// How the game ended, as far as the position alone can tell; none while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        rules!(&self.state, rules => Rules::end(rules))
    }

    /// True once nobody can move any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// How the game ended, with all lines of the winner.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| self.describe(end))
    }

    /// Adds the lines to the bare fact of an end.
    pub(crate) fn describe(&self, end: End) -> Outcome {
        match end {
            End::Tied(tie) => Outcome::Tied(tie),
            End::Won(winner) => Outcome::Won {
                winner,
                // In Pop Ten lines are lines all the time; it is won by discs set aside.
                lines: match self.state {
                    State::PopTen(_) => Vec::new(),
                    _ => self.grid().lines(winner, self.ruleset.connect()),
                },
            },
        }
    }

    /// Where in the life of a game the position stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match (self.end(), self.to_move()) {
            (Some(end), _) => phase_at(end),
            (None, Player::First) if *self == Self::new(self.ruleset) => Phase::Empty,
            (None, Player::First) => Phase::FirstToDrop,
            (None, Player::Second) => Phase::SecondToDrop,
        }
    }

    /// Every legal move, in a fixed order; none once the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.ruleset.width().into());
        if !self.is_over() {
            rules!(&self.state, rules => rules.each_move(&mut |step| moves.push(step)));
        }
        moves
    }

    /// Makes a move in place.
    ///
    /// # Errors
    ///
    /// [`MoveError`] says why the move is refused; the position is then unchanged.
    #[inline]
    pub fn apply(&mut self, step: Move) -> Result<(), MoveError> {
        // The standard game asks the same questions itself, at once and faster.
        if let (State::Classic(drops), Move::Drop(column)) = (&mut self.state, step) {
            *drops = drops.drop_in(column)?;
            return Ok(());
        }
        self.apply_any(step)
    }

    fn apply_any(&mut self, step: Move) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::GameOver);
        }
        let width = self.ruleset.width();
        if let Some(column) = step.column()
            && column.index() >= width.into()
        {
            return Err(MoveError::OutsideGrid { column, width });
        }
        rules!(&mut self.state, rules => rules.apply(step))
    }

    /// The position after a move; this one is left as it was.
    ///
    /// # Errors
    ///
    /// [`MoveError`] says why the move is refused.
    pub fn after(&self, step: Move) -> Result<Self, MoveError> {
        let mut next = *self;
        next.apply(step)?;
        Ok(next)
    }

    /// The position after an ordinary disc of the player to move was dropped.
    ///
    /// # Errors
    ///
    /// [`MoveError`] says why the drop is refused.
    pub fn drop_in(&self, column: Column) -> Result<Self, MoveError> {
        self.after(Move::Drop(column))
    }

    /// The position after this very disc was dropped, which must belong to the player to move.
    ///
    /// # Errors
    ///
    /// [`MoveError::NotYourTurn`] if it does not, otherwise as for any move.
    ///
    /// ```
    /// use foursight_core::{Column, Disc, Player, Position, PowerDisc, Ruleset, Variant};
    ///
    /// let start = Position::new(Ruleset::usual(Variant::PowerUp(Default::default())));
    /// let anvil = Disc::power(Player::First, PowerDisc::Anvil);
    /// let middle = Column::from_number(4).expect("in range");
    /// let after = start.drop_disc(anvil, middle)?;
    /// assert_eq!(after.power_discs(Player::First, PowerDisc::Anvil), 0);
    /// assert!(after.drop_disc(anvil, middle).is_err()); // Second's turn
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    pub fn drop_disc(&self, disc: Disc, column: Column) -> Result<Self, MoveError> {
        if disc.owner != self.to_move() && !self.is_over() {
            return Err(MoveError::NotYourTurn(disc));
        }
        self.after(Move::drop_of(disc, column))
    }

    /// How many power discs of this kind a player still holds; 0 outside Power Up.
    #[must_use]
    pub fn power_discs(&self, player: Player, disc: PowerDisc) -> u8 {
        match &self.state {
            State::PowerUp(rules) => rules.stock(player).count(disc),
            _ => 0,
        }
    }

    /// How many discs a player has set aside; 0 outside Pop Ten.
    #[must_use]
    pub fn set_aside(&self, player: Player) -> u8 {
        match &self.state {
            State::PopTen(rules) => rules.set_aside(player),
            _ => 0,
        }
    }

    /// The mirror image; none where the ruleset is not
    /// [symmetric](Ruleset::is_symmetric).
    #[must_use]
    pub fn mirror(&self) -> Option<Self> {
        let state = match &self.state {
            State::Classic(rules) => State::Classic(rules.mirror()),
            State::Narrow(rules) => State::Narrow(rules.mirror()),
            State::Wide(rules) => State::Wide(rules.mirror()),
            State::PopOut(rules) => State::PopOut(rules.mirror()),
            State::PopTen(rules) => State::PopTen(rules.mirror()),
            State::PowerUp(rules) => State::PowerUp(rules.mirror()),
        };
        self.ruleset.is_symmetric().then_some(Self {
            ruleset: self.ruleset,
            state,
        })
    }
}

/// The phase a game that ended this way is in.
pub(crate) const fn phase_at(end: End) -> Phase {
    match end {
        End::Won(Player::First) => Phase::FirstWon,
        End::Won(Player::Second) => Phase::SecondWon,
        End::Tied(_) => Phase::Tied,
    }
}

/// The start of a game of drops in the smallest word that holds the grid.
fn drops(
    ruleset: Ruleset,
    narrow: fn(Measured<u64>) -> Drops<Measured<u64>>,
    wide: fn(Measured<u128>) -> Drops<Measured<u128>>,
) -> State {
    match Measured::of(ruleset) {
        Some(shape) => State::Narrow(narrow(shape)),
        None => State::Wide(wide(
            Measured::of(ruleset).expect("a ruleset fits 128 bits by its invariant"),
        )),
    }
}
