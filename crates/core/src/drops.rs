//! The game of drops on bitboards: the standard rules on any grid, and Five-in-a-Row, which is
//! the same between two columns that start full.
//!
//! Two words describe a position: `mover`, the discs of the player to move, and `all`, the discs
//! of both. The layout is the one drawn in [`grid`](crate::Grid). Adding the floor bit of a
//! column to `all` carries through its stack and sets the bit of the first empty space:
//!
//! ```text
//!   column of `all`   0 0 0 1 1 1
//!   + floor bit       0 0 0 0 0 1
//!                     0 0 1 0 0 0     where the disc lands
//! ```
//!
//! Invariant: every column is filled from the bottom without gaps, both players have as many
//! discs as their turns say, and at most the last drop completed a line. The only public ways to
//! build one are the empty grid and [`Drops::drop_in`].

use crate::grid::mirror_word;
use crate::rules::Rules;
use crate::word::{Word, run_starts};
use crate::{Classic, Column, End, Grid, Move, MoveError, Player, Shape, Tie};

/// A position of the game of drops. Small, `Copy`, and a few nanoseconds a drop.
///
/// ```
/// use foursight_core::{Column, Drops, End, Player};
///
/// let [d, e] = [4, 5].map(|number| Column::from_number(number).expect("in range"));
/// let mut position = Drops::default();
/// for column in [d, e, d, e, d, e, d] {
///     position = position.drop_in(column)?;
/// }
/// assert_eq!(position.end(), Some(End::Won(Player::First)));
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drops<S: Shape = Classic> {
    shape: S,
    mover: S::Word,
    all: S::Word,
    /// Whether the last drop completed a line.
    won: bool,
}

impl Default for Drops<Classic> {
    fn default() -> Self {
        Self::empty(Classic)
    }
}

impl<S: Shape> Drops<S> {
    /// The empty grid, First to move.
    #[must_use]
    pub fn empty(shape: S) -> Self {
        Self {
            shape,
            mover: S::Word::ZERO,
            all: S::Word::ZERO,
            won: false,
        }
    }

    /// The start of Five-in-a-Row: the outer columns full with alternating discs, First at the
    /// bottom of the left one, Second at the bottom of the right one. Each row then holds one
    /// disc of each player.
    #[must_use]
    pub fn between_full_columns(shape: S) -> Self {
        let (mut first, mut all) = (S::Word::ZERO, S::Word::ZERO);
        let right = (shape.width() - 1) * (shape.height() + 1);
        for row in 0..shape.height() {
            let [left, right] = [row, right + row].map(|bit| S::Word::ONE << bit);
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

    /// The measures of the grid.
    #[must_use]
    pub fn shape(self) -> S {
        self.shape
    }

    /// The discs of the player to move.
    #[must_use]
    pub fn mover_word(self) -> S::Word {
        self.mover
    }

    /// The discs of both players.
    #[must_use]
    pub fn all_word(self) -> S::Word {
        self.all
    }

    /// Who is to move; after the end, who would be.
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

    /// How the game ended; none while it goes on.
    #[must_use]
    #[inline]
    pub fn end(self) -> Option<End> {
        if self.won {
            Some(End::Won(self.to_move().opponent()))
        } else if self.is_full() {
            Some(End::Tied(Tie::GridFull))
        } else {
            None
        }
    }

    /// True once nobody can move any more.
    #[must_use]
    #[inline]
    pub fn is_over(self) -> bool {
        self.won || self.is_full()
    }

    #[inline]
    fn is_full(self) -> bool {
        self.all == self.shape.spaces()
    }

    /// True if the last drop completed a line.
    #[inline]
    pub(crate) fn is_won(self) -> bool {
        self.won
    }

    /// The spaces on which a disc could land now, one a column that has room.
    #[must_use]
    #[inline]
    pub fn landings(self) -> S::Word {
        (self.all + self.shape.floor()) & self.shape.spaces()
    }

    /// Drops a disc for the player to move and passes the turn. The receiver is left as it was.
    ///
    /// # Errors
    ///
    /// [`MoveError::GameOver`], [`MoveError::OutsideGrid`] or [`MoveError::ColumnFull`].
    #[inline]
    pub fn drop_in(self, column: Column) -> Result<Self, MoveError> {
        if self.won {
            return Err(MoveError::GameOver);
        }
        if column.index() as u32 >= self.shape.width() {
            return Err(self.refusal(column));
        }
        let floor = S::Word::ONE << (column.index() as u32 * (self.shape.height() + 1));
        // The other columns are unchanged and masked out; a full one carries into its fence.
        let landing = (self.all + floor) & !self.all & self.shape.spaces();
        if landing == S::Word::ZERO {
            return Err(self.refusal(column));
        }
        Ok(self.land(landing))
    }

    /// Why no disc can be dropped there: off the path of drops that can.
    #[cold]
    fn refusal(self, column: Column) -> MoveError {
        if self.is_over() {
            MoveError::GameOver
        } else if column.index() as u32 >= self.shape.width() {
            MoveError::OutsideGrid {
                column,
                width: self.shape.width() as u8,
            }
        } else {
            MoveError::ColumnFull(column)
        }
    }

    /// The position after a disc of the player to move has come to rest on one of the
    /// [`landings`](Self::landings).
    #[inline]
    pub(crate) fn land(self, landing: S::Word) -> Self {
        let all = self.all | landing;
        let mine = self.mover | landing;
        Self {
            shape: self.shape,
            mover: all ^ mine,
            all,
            won: connects(self.shape, mine),
        }
    }

    /// The mirror image.
    pub(crate) fn mirror(self) -> Self {
        let flip = |word: S::Word| {
            let image = mirror_word(word.widen(), self.shape.width(), self.shape.height() + 1);
            S::Word::narrow(image)
        };
        Self {
            mover: flip(self.mover),
            all: flip(self.all),
            ..self
        }
    }
}

/// True if a player with these discs has a line. Only the last drop can have completed one, so
/// this asks the same as counting both ways from it, but in a dozen instructions.
#[inline]
fn connects<S: Shape>(shape: S, discs: S::Word) -> bool {
    let stride = shape.height() + 1;
    // One test at the end: that some direction has a run is rare and hard to foresee.
    let starts = [stride, stride + 1, stride - 1, 1]
        .map(|stride| run_starts(discs, stride, shape.connect()));
    starts[0] | starts[1] | starts[2] | starts[3] != S::Word::ZERO
}

impl<S: Shape> Rules for Drops<S> {
    #[inline]
    fn to_move(&self) -> Player {
        (*self).to_move()
    }

    #[inline]
    fn end(&self) -> Option<End> {
        (*self).end()
    }

    fn grid(&self) -> Grid {
        let (mover, all) = (self.mover.widen(), self.all.widen());
        let [first, second] = match (*self).to_move() {
            Player::First => [mover, all ^ mover],
            Player::Second => [all ^ mover, mover],
        };
        let (width, height) = (self.shape.width() as u8, self.shape.height() as u8);
        Grid::from_words(width, height, first, second)
    }

    fn each_move(&self, take: &mut dyn FnMut(Move)) {
        let landings = self.landings();
        for column in 0..self.shape.width() {
            let stack = self.shape.height() + 1;
            if (landings >> (column * stack)).lowest() < stack {
                take(Move::Drop(Column::at(column as u8)));
            }
        }
    }

    fn apply(&mut self, step: Move) -> Result<(), MoveError> {
        let Move::Drop(column) = step else {
            return Err(MoveError::NotInVariant(step));
        };
        *self = self.drop_in(column)?;
        Ok(())
    }

    fn mirror(&self) -> Self {
        (*self).mirror()
    }
}
