//! Board coordinates: columns, rows, cells and the directions of lines.
//!
//! The library counts columns and rows from 0; people, and everything that prints or parses, count
//! them from 1. A `Column` or `Row` may lie outside a given board: use `Board::contains` to check.

use alloc::string::String;
use core::fmt;

use crate::ruleset::{HEIGHT_MAX, WIDTH_MAX};

/// Number of letters that name columns.
const LETTERS: usize = 26;

/// One vertical stack of cells, displayed and typed as `1`, `2`, `3`… from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(u8);

impl Column {
    /// Returns the column with this index, counted from 0 at the left, or `None` if no board is
    /// that wide.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < WIDTH_MAX as usize {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns the column with this number, counted from 1 at the left as people do.
    ///
    /// ```
    /// use foursight_core::Column;
    ///
    /// let column = Column::from_number(4).expect("some boards have a fourth column");
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

    /// Builds a column from an index that the caller knows to be below the width of a board.
    pub(crate) const fn new(index: u8) -> Self {
        debug_assert!(index < WIDTH_MAX);
        Self(index)
    }

    /// Index, counted from 0 at the left.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number, counted from 1 at the left as people do.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// Returns the column at the same distance from the other edge of a board of this width, or
    /// `None` if this column lies outside that board.
    #[must_use]
    pub const fn mirror(self, width: u8) -> Option<Self> {
        match width.checked_sub(self.0 + 1) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// Returns the letters that name this column in a cell: `a` to `z`, then `aa`, `ab`…
    ///
    /// ```
    /// use foursight_core::Column;
    ///
    /// let letters = [1, 7, 26, 27].map(|number| Column::from_number(number).expect("in range").letters());
    /// assert_eq!(letters, ["a", "g", "z", "aa"]);
    /// ```
    #[must_use]
    pub fn letters(self) -> String {
        let letter = |n: usize| char::from(b'a' + n as u8);
        let high = (self.index() / LETTERS).checked_sub(1).map(letter);
        let low = letter(self.index() % LETTERS);
        high.into_iter().chain([low]).collect()
    }

    /// Returns the column that these letters name, in upper or lower case.
    ///
    /// ```
    /// use foursight_core::Column;
    ///
    /// assert_eq!(Column::from_letters("d"), Column::from_number(4));
    /// assert_eq!(Column::from_letters("AA"), Column::from_number(27));
    /// assert_eq!(Column::from_letters("4"), None);
    /// ```
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        let digit = |b: u8| {
            b.is_ascii_alphabetic()
                .then(|| b.to_ascii_lowercase() - b'a' + 1)
        };
        let number = match *letters.as_bytes() {
            [one] => usize::from(digit(one)?),
            [high, low] => usize::from(digit(high)?) * LETTERS + usize::from(digit(low)?),
            _ => return None,
        };
        Self::from_number(number)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A height on the board, displayed as `1` at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(u8);

impl Row {
    /// The bottom row.
    pub const BOTTOM: Self = Self(0);

    /// Returns the row with this index, counted from 0 at the bottom, or `None` if no board is that
    /// high.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < HEIGHT_MAX as usize {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Builds a row from an index that the caller knows to be below the height of a board.
    pub(crate) const fn new(index: u8) -> Self {
        debug_assert!(index < HEIGHT_MAX);
        Self(index)
    }

    /// Index, counted from 0 at the bottom.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number, counted from 1 at the bottom as people do.
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

/// A place for one disc on the board, written `d3`.
///
/// ```
/// use foursight_core::{Column, Row, Cell};
///
/// let cell = Cell {
///     column: Column::from_number(4).expect("in range"),
///     row: Row::from_index(2).expect("in range"),
/// };
/// assert_eq!(cell.to_string(), "d3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Column of the cell.
    pub column: Column,
    /// Row of the cell.
    pub row: Row,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.column.letters())?;
        self.row.fmt(f)
    }
}

/// One of the four directions of a line.
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
    /// All four directions.
    pub const ALL: [Self; 4] = [
        Self::Horizontal,
        Self::Vertical,
        Self::Rising,
        Self::Falling,
    ];

    /// Returns the change of column and row from one cell of a line to the next.
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }
}
