//! Places in the grid: columns, rows and the spaces where they cross.
//!
//! Inside the library columns and rows are counted from 0; people count them from 1, and so
//! does everything that prints or parses. A `Column` or `Row` may lie outside a given grid: the
//! grid says so when it is asked.

use core::fmt;

use crate::ruleset::{HEIGHT_MAX, WIDTH_MAX};

/// One vertical stack of spaces, spoken and typed `1`, `2`, `3`… from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(u8);

impl Column {
    /// The column with this index, counted from 0 at the left; none if no grid is that wide.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < WIDTH_MAX as usize {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The column people call by this number, counted from 1 at the left.
    ///
    /// ```
    /// use foursight_core::Column;
    ///
    /// let column = Column::from_number(4).expect("some grids have a fourth column");
    /// assert_eq!((column.index(), column.number()), (3, 4));
    /// assert_eq!(column.to_string(), "4");
    /// assert_eq!(Column::from_number(0), None);
    /// ```
    #[must_use]
    pub const fn from_number(number: usize) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::from_index(index),
            None => None,
        }
    }

    /// For callers inside the crate that know the index to be below the width of a grid.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!(index < WIDTH_MAX);
        Self(index)
    }

    /// Counted from 0 at the left.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1 at the left, as people do.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The column at the same distance from the other edge of a grid of this width; none if
    /// this column lies outside that grid.
    #[must_use]
    pub const fn mirror(self, width: u8) -> Option<Self> {
        match width.checked_sub(self.0 + 1) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// The letters that name this column in a space: `a` to `z`, then `aa`, `ab`…
    fn write_letters(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: u8 = 26;
        let letter = |n: u8| char::from(b'a' + n);
        if self.0 >= LETTERS {
            write!(f, "{}", letter(self.0 / LETTERS - 1))?;
        }
        write!(f, "{}", letter(self.0 % LETTERS))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A height in the grid, spoken `1` at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(u8);

impl Row {
    /// The row on which every stack stands.
    pub const BOTTOM: Self = Self(0);

    /// The row with this index, counted from 0 at the bottom; none if no grid is that high.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < HEIGHT_MAX as usize {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// For callers inside the crate that know the index to be below the height of a grid.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!(index < HEIGHT_MAX);
        Self(index)
    }

    /// Counted from 0 at the bottom.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1 at the bottom, as people do.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A place in the grid where one disc can rest, written `d3`.
///
/// ```
/// use foursight_core::{Column, Row, Space};
///
/// let space = Space {
///     column: Column::from_number(4).expect("in range"),
///     row: Row::from_index(2).expect("in range"),
/// };
/// assert_eq!(space.to_string(), "d3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space {
    /// The column it stands in.
    pub column: Column,
    /// Its height.
    pub row: Row,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.column.write_letters(f)?;
        self.row.fmt(f)
    }
}

/// One of the four ways a line can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along a row, to the right.
    Horizontal,
    /// Up a column.
    Vertical,
    /// To the right and up.
    Rising,
    /// To the right and down.
    Falling,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::Horizontal,
        Self::Vertical,
        Self::Rising,
        Self::Falling,
    ];

    /// What one step adds to column and row.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }
}
