//! Drop-only play on bitboards: the standard rules on any board, and Five-in-a-Row, which is the
//! same between two columns that start full.
//!
//! Two bitboards describe a position: `mover`, the discs of the player to move, and `all`, the
//! discs of both. The layout is the one drawn in [`board`](crate::Board). Adding the bottom bit of a
//! column to `all` carries through its stack and sets the bit of the first empty cell:
//!
//! ```text
//!   column of `all`   0 0 0 1 1 1
//!   + bottom bit      0 0 0 0 0 1
//!                     0 0 1 0 0 0     cell where the disc lands
//! ```
//!
//! Invariant: columns have no gaps, the disc counts match the player to move, and at most the last
//! drop completed a line. The only public ways to build one are the empty board, the start of
//! Five-in-a-Row and [`Drops::drop_in`].

use crate::bitboard::{Bitboard, run_starts};
use crate::board::mirror_bits;
use crate::rules::VariantRules;
use crate::{Board, Column, DrawRule, End, Move, MoveError, Player, Shape, StandardShape};

/// A position of a drop-only game. Small and `Copy`; a drop takes a few nanoseconds.
///
/// ```
/// use foursight_core::{Column, DropPosition, End, Player};
///
/// let [d, e] = [4, 5].map(|number| Column::from_number(number).expect("in range"));
/// let mut position = DropPosition::default();
/// for column in [d, e, d, e, d, e, d] {
///     position = position.drop_in(column)?;
/// }
/// assert_eq!(position.end(), Some(End::Won(Player::First)));
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DropPosition<S: Shape = StandardShape> {
    shape: S,
    mover: S::Bitboard,
    all: S::Bitboard,
    /// True if the last drop completed a line.
    won: bool,
}

impl Default for DropPosition<StandardShape> {
    fn default() -> Self {
        Self::empty(StandardShape)
    }
}

impl<S: Shape> DropPosition<S> {
    /// Returns the empty board with First to move.
    #[must_use]
    pub fn empty(shape: S) -> Self {
        Self {
            shape,
            mover: S::Bitboard::ZERO,
            all: S::Bitboard::ZERO,
            won: false,
        }
    }

    /// Returns the start of Five-in-a-Row: the outer columns full of alternating discs, First at
    /// the bottom of the left one, Second at the bottom of the right one. Each row then holds one
    /// disc of each player.
    #[must_use]
    pub fn between_full_columns(shape: S) -> Self {
        let (mut first, mut all) = (S::Bitboard::ZERO, S::Bitboard::ZERO);
        let right = (shape.width() - 1) * (shape.height() + 1);
        for row in 0..shape.height() {
            let [left, right] = [row, right + row].map(|bit| S::Bitboard::ONE << bit);
            all = all | left | right;
            first = first | if row % 2 == 0 { left } else { right };
        }
        Self {
            shape,
            mover: first,
            all,
            won: false,
        }
    }

    /// Dimensions of the board.
    #[must_use]
    pub fn shape(self) -> S {
        self.shape
    }

    /// Bitboard of the player to move.
    #[must_use]
    pub fn mover_bits(self) -> S::Bitboard {
        self.mover
    }

    /// Bitboard of both players' discs.
    #[must_use]
    pub fn all_bits(self) -> S::Bitboard {
        self.all
    }

    /// Returns the player to move. After the end, returns the player who would be next.
    #[must_use]
    #[inline]
    pub fn to_move(self) -> Player {
        // The two full columns of Five-in-a-Row hold an even number of discs.
        if self.all.count().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the end of the game, or `None` while it is in progress.
    #[must_use]
    #[inline]
    pub fn end(self) -> Option<End> {
        if self.won {
            Some(End::Won(self.to_move().opponent()))
        } else if self.is_full() {
            Some(End::Draw(DrawRule::BoardFull))
        } else {
            None
        }
    }

    /// Returns true once the game has ended.
    #[must_use]
    #[inline]
    pub fn is_over(self) -> bool {
        self.won || self.is_full()
    }

    #[inline]
    fn is_full(self) -> bool {
        self.all == self.shape.cells()
    }

    /// Returns true if the last drop completed a line.
    #[inline]
    pub(crate) fn is_won(self) -> bool {
        self.won
    }

    /// Returns the cells on which a disc could land now, one per column that has room.
    #[must_use]
    #[inline]
    pub fn landings(self) -> S::Bitboard {
        (self.all + self.shape.floor()) & self.shape.cells()
    }

    /// Returns the position after the player to move drops a disc into a column.
    ///
    /// # Errors
    ///
    /// [`MoveError::GameOver`], [`MoveError::OutsideBoard`] or [`MoveError::ColumnFull`].
    #[inline]
    pub fn drop_in(self, column: Column) -> Result<Self, MoveError> {
        if self.won {
            return Err(MoveError::GameOver);
        }
        if column.index() as u32 >= self.shape.width() {
            return Err(self.drop_error(column));
        }
        let floor = S::Bitboard::ONE << (column.index() as u32 * (self.shape.height() + 1));
        // The mask removes the other columns, which do not change. A full column carries into its
        // sentinel bit.
        let landing = (self.all + floor) & !self.all & self.shape.cells();
        if landing == S::Bitboard::ZERO {
            return Err(self.drop_error(column));
        }
        Ok(self.land(landing))
    }

    /// Returns the reason why no disc can be dropped there. Kept out of the hot path of legal
    /// drops.
    #[cold]
    fn drop_error(self, column: Column) -> MoveError {
        if self.is_over() {
            MoveError::GameOver
        } else if column.index() as u32 >= self.shape.width() {
            MoveError::OutsideBoard {
                column,
                width: self.shape.width() as u8,
            }
        } else {
            MoveError::ColumnFull(column)
        }
    }

    /// Returns the position after a disc of the player to move lands on one of the
    /// [`landings`](Self::landings).
    #[inline]
    pub(crate) fn land(self, landing: S::Bitboard) -> Self {
        let all = self.all | landing;
        let mine = self.mover | landing;
        Self {
            shape: self.shape,
            mover: all ^ mine,
            all,
            won: connects(self.shape, mine),
        }
    }

    /// Returns the mirror image.
    pub(crate) fn mirror(self) -> Self {
        let flip = |bits: S::Bitboard| {
            let image = mirror_bits(bits.widen(), self.shape.width(), self.shape.height() + 1);
            S::Bitboard::truncate(image)
        };
        Self {
            mover: flip(self.mover),
            all: flip(self.all),
            ..self
        }
    }
}

/// Returns true if these discs contain a line. Only the last drop can have completed one, so this
/// is equivalent to counting both ways from it, in a dozen instructions.
#[inline]
fn connects<S: Shape>(shape: S, discs: S::Bitboard) -> bool {
    let stride = shape.height() + 1;
    // One test at the end: a branch per direction would be rarely taken and hard to predict.
    let starts = [stride, stride + 1, stride - 1, 1]
        .map(|stride| run_starts(discs, stride, shape.connect()));
    starts[0] | starts[1] | starts[2] | starts[3] != S::Bitboard::ZERO
}

impl<S: Shape> VariantRules for DropPosition<S> {
    #[inline]
    fn to_move(&self) -> Player {
        (*self).to_move()
    }

    #[inline]
    fn end(&self) -> Option<End> {
        (*self).end()
    }

    fn board(&self) -> Board {
        let (mover, all) = (self.mover.widen(), self.all.widen());
        let [first, second] = match (*self).to_move() {
            Player::First => [mover, all ^ mover],
            Player::Second => [all ^ mover, mover],
        };
        let (width, height) = (self.shape.width() as u8, self.shape.height() as u8);
        Board::from_bits(width, height, first, second)
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Move)) {
        let landings = self.landings();
        for column in 0..self.shape.width() {
            let stack = self.shape.height() + 1;
            if (landings >> (column * stack)).lowest_bit() < stack {
                visit(Move::Drop(Column::new(column as u8)));
            }
        }
    }

    fn apply(&mut self, mv: Move) -> Result<(), MoveError> {
        let Move::Drop(column) = mv else {
            return Err(MoveError::NotInVariant(mv));
        };
        *self = self.drop_in(column)?;
        Ok(())
    }

    fn mirror(&self) -> Self {
        (*self).mirror()
    }
}
