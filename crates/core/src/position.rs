//! A position: the discs on the board, the player to move, and the extra state of the variant. It
//! has no history: repetition and undo belong to [`Game`](crate::Game).
//!
//! Invariant: legal play from the start can reach every `Position`. The only public ways to build
//! one are [`Position::new`], legal moves and the conversion from [`Drops`].

use alloc::vec::Vec;
use core::fmt;

use crate::pop_out::PopOutPosition;
use crate::pop_ten::PopTenPosition;
use crate::power_up::PowerUpPosition;
use crate::rules::VariantRules;
use crate::shape::DynShape;
use crate::{
    Board, Column, Disc, DropPosition, End, Move, MoveError, Outcome, Phase, Player, PowerDisc,
    Ruleset, StandardShape, Variant,
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
/// assert_eq!(start, Position::default()); // unchanged
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    ruleset: Ruleset,
    state: VariantState,
}

/// The rest of a turn that takes several moves: what the player to move must or may still do.
///
/// ```
/// use foursight_core::{Column, Move, PendingTurn, Position, PowerDisc, Ruleset, Variant};
///
/// let start = Position::new(Ruleset::default_for(Variant::PowerUp(Default::default())));
/// assert_eq!(start.pending(), None);
/// let middle = Column::from_number(4).expect("in range");
/// let after = start.after(Move::Power(PowerDisc::Wall, middle))?;
/// assert_eq!(after.pending(), Some(PendingTurn::SecondTurn { may_connect: false }));
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PendingTurn {
    /// Choose the disc that the bomb removes (Power Up).
    Strike,
    /// Drop an ordinary disc as well, or pass (Power Up).
    SecondTurn {
        /// True after a double; after a wall the disc must not complete a line.
        may_connect: bool,
    },
    /// Drop the popped disc back in (Pop Ten).
    Return {
        /// Column that the disc came out of.
        from: Column,
    },
}

/// The state of a position, by the rules module that plays it. The standard game has a variant of
/// its own, so that the other rules do not slow it down; other drop-only boards use the narrowest
/// bitboard they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum VariantState {
    Standard(DropPosition<StandardShape>),
    Narrow(DropPosition<DynShape<u64>>),
    Wide(DropPosition<DynShape<u128>>),
    PopOut(PopOutPosition),
    PopTen(PopTenPosition),
    PowerUp(PowerUpPosition),
}

/// Dispatches to the rules module of a state.
macro_rules! rules {
    ($state:expr, $rules:ident => $result:expr) => {
        match $state {
            VariantState::Standard($rules) => $result,
            VariantState::Narrow($rules) => $result,
            VariantState::Wide($rules) => $result,
            VariantState::PopOut($rules) => $result,
            VariantState::PopTen($rules) => $result,
            VariantState::PowerUp($rules) => $result,
        }
    };
}

impl Default for Position {
    fn default() -> Self {
        Self::new(Ruleset::STANDARD)
    }
}

impl From<DropPosition<StandardShape>> for Position {
    fn from(drops: DropPosition<StandardShape>) -> Self {
        Self {
            ruleset: Ruleset::STANDARD,
            state: VariantState::Standard(drops),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}, {} to move", self.ruleset, self.to_move())?;
        let board = self.board();
        for row in board.rows().rev() {
            for column in board.columns() {
                let disc = board.disc_at(crate::Cell { column, row });
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
    /// Returns the start of a game.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        let board = Board::new(ruleset.width(), ruleset.height());
        let connect = ruleset.connect();
        let state = match ruleset.variant() {
            Variant::Standard if ruleset == Ruleset::STANDARD => {
                VariantState::Standard(DropPosition::default())
            }
            Variant::Standard => start_drops(ruleset, DropPosition::empty, DropPosition::empty),
            Variant::FiveInARow => start_drops(
                ruleset,
                DropPosition::between_full_columns,
                DropPosition::between_full_columns,
            ),
            Variant::PopOut(both) => {
                VariantState::PopOut(PopOutPosition::new(board, connect, both))
            }
            Variant::PopTen(fill) => {
                VariantState::PopTen(PopTenPosition::new(board, connect, fill))
            }
            Variant::PowerUp(stock) => {
                VariantState::PowerUp(PowerUpPosition::new(board, connect, stock))
            }
        };
        Self { ruleset, state }
    }

    pub(crate) const fn state(&self) -> &VariantState {
        &self.state
    }

    /// Returns the bitboards of the standard game, or `None` under any other ruleset.
    ///
    /// ```
    /// use foursight_core::{DropPosition, Position};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.as_standard(), Some(DropPosition::default()));
    /// assert_eq!(Position::from(DropPosition::default()), start);
    /// ```
    #[must_use]
    pub const fn as_standard(&self) -> Option<DropPosition<StandardShape>> {
        match self.state {
            VariantState::Standard(drops) => Some(drops),
            _ => None,
        }
    }

    /// The rules of the game.
    #[must_use]
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The board with its discs.
    #[must_use]
    pub fn board(&self) -> Board {
        rules!(&self.state, rules => rules.board())
    }

    /// Returns the player to move. After the end, returns the player who would be next.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Player {
        rules!(&self.state, rules => VariantRules::to_move(rules))
    }

    /// Returns the end of the game as far as the position alone determines it, or `None` while it
    /// is in progress.
    #[must_use]
    #[inline]
    pub fn end(&self) -> Option<End> {
        rules!(&self.state, rules => VariantRules::end(rules))
    }

    /// Returns true once the game has ended.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// Returns the end of the game with all lines of the winner, or `None` while it is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| self.outcome_for(end))
    }

    /// Adds the winning lines to an end.
    pub(crate) fn outcome_for(&self, end: End) -> Outcome {
        match end {
            End::Draw(draw) => Outcome::Draw(draw),
            End::Won(winner) => Outcome::Won {
                winner,
                // Pop Ten is won by discs set aside; a line on the board wins nothing.
                lines: match self.state {
                    VariantState::PopTen(_) => Vec::new(),
                    _ => self.board().lines(winner, self.ruleset.connect()),
                },
            },
        }
    }

    /// Returns the phase of the game.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match (self.end(), self.to_move()) {
            (Some(end), _) => phase_of(end),
            (None, Player::First) if *self == Self::new(self.ruleset) => Phase::Empty,
            (None, Player::First) => Phase::FirstToDrop,
            (None, Player::Second) => Phase::SecondToDrop,
        }
    }

    /// Returns every legal move in a fixed order. Empty once the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.ruleset.width().into());
        if !self.is_over() {
            rules!(&self.state, rules => rules.for_each_move(&mut |mv| moves.push(mv)));
        }
        moves
    }

    /// Plays a move in place.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the move is illegal; the position is then unchanged.
    #[inline]
    pub fn apply(&mut self, mv: Move) -> Result<(), MoveError> {
        // The standard game performs the checks of `apply_any` itself, and faster.
        if let (VariantState::Standard(drops), Move::Drop(column)) = (&mut self.state, mv) {
            *drops = drops.drop_in(column)?;
            return Ok(());
        }
        self.apply_any(mv)
    }

    fn apply_any(&mut self, mv: Move) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::GameOver);
        }
        let width = self.ruleset.width();
        if let Some(column) = mv.column()
            && column.index() >= width.into()
        {
            return Err(MoveError::OutsideBoard { column, width });
        }
        rules!(&mut self.state, rules => rules.apply(mv))
    }

    /// Returns the position after a move. This one is unchanged.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the move is illegal.
    pub fn after(&self, mv: Move) -> Result<Self, MoveError> {
        let mut next = *self;
        next.apply(mv)?;
        Ok(next)
    }

    /// Returns the position after the player to move drops an ordinary disc.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the drop is illegal.
    pub fn drop_in(&self, column: Column) -> Result<Self, MoveError> {
        self.after(Move::Drop(column))
    }

    /// Returns the position after this disc, which must belong to the player to move, is dropped.
    ///
    /// # Errors
    ///
    /// [`MoveError::NotYourTurn`] if it belongs to the opponent, otherwise as for any move.
    ///
    /// ```
    /// use foursight_core::{Column, Disc, Player, Position, PowerDisc, Ruleset, Variant};
    ///
    /// let start = Position::new(Ruleset::default_for(Variant::PowerUp(Default::default())));
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

    /// Number of power discs of this kind that a player still holds; 0 outside Power Up.
    #[must_use]
    pub fn power_discs(&self, player: Player, disc: PowerDisc) -> u8 {
        match &self.state {
            VariantState::PowerUp(rules) => rules.stock(player).count(disc),
            _ => 0,
        }
    }

    /// Number of discs that a player has set aside; 0 outside Pop Ten.
    #[must_use]
    pub fn set_aside(&self, player: Player) -> u8 {
        match &self.state {
            VariantState::PopTen(rules) => rules.set_aside(player),
            _ => 0,
        }
    }

    /// Returns the rest of a turn that the player to move has begun, or `None` between turns and
    /// after the end.
    #[must_use]
    pub fn pending(&self) -> Option<PendingTurn> {
        if self.is_over() {
            return None;
        }
        match &self.state {
            VariantState::PopTen(rules) => rules.pending(),
            VariantState::PowerUp(rules) => rules.pending(),
            _ => None,
        }
    }

    /// Returns the mirror image, or `None` if the ruleset is not
    /// [symmetric](Ruleset::is_symmetric).
    #[must_use]
    pub fn mirror(&self) -> Option<Self> {
        let state = match &self.state {
            VariantState::Standard(rules) => VariantState::Standard(rules.mirror()),
            VariantState::Narrow(rules) => VariantState::Narrow(rules.mirror()),
            VariantState::Wide(rules) => VariantState::Wide(rules.mirror()),
            VariantState::PopOut(rules) => VariantState::PopOut(rules.mirror()),
            VariantState::PopTen(rules) => VariantState::PopTen(rules.mirror()),
            VariantState::PowerUp(rules) => VariantState::PowerUp(rules.mirror()),
        };
        self.ruleset.is_symmetric().then_some(Self {
            ruleset: self.ruleset,
            state,
        })
    }
}

/// Returns the phase of a game with this end.
pub(crate) const fn phase_of(end: End) -> Phase {
    match end {
        End::Won(Player::First) => Phase::FirstWon,
        End::Won(Player::Second) => Phase::SecondWon,
        End::Draw(_) => Phase::Draw,
    }
}

/// Returns the start of a drop-only game on the narrowest bitboard that holds the board.
fn start_drops(
    ruleset: Ruleset,
    narrow: fn(DynShape<u64>) -> DropPosition<DynShape<u64>>,
    wide: fn(DynShape<u128>) -> DropPosition<DynShape<u128>>,
) -> VariantState {
    match DynShape::of(ruleset) {
        Some(shape) => VariantState::Narrow(narrow(shape)),
        None => VariantState::Wide(wide(
            DynShape::of(ruleset).expect("a ruleset fits 128 bits by its invariant"),
        )),
    }
}
