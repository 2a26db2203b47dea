//! Lines: enough adjacent discs of one player in one direction.

use core::fmt;

use crate::{Cell, Column, Direction, Row};

/// A completed line, starting at its leftmost cell, or at the lowest if vertical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    start: Cell,
    direction: Direction,
    length: u8,
}

impl Line {
    /// Builds a line. The caller guarantees that all its cells lie on a board.
    pub(crate) const fn new(start: Cell, direction: Direction, length: u8) -> Self {
        Self {
            start,
            direction,
            length,
        }
    }

    /// The leftmost cell, or the lowest of a vertical line.
    #[must_use]
    pub const fn start(&self) -> Cell {
        self.start
    }

    /// Direction of the line from its start.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// Number of discs.
    #[must_use]
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// The last cell.
    #[must_use]
    pub fn end(&self) -> Cell {
        self.cell(self.length - 1)
    }

    /// Iterates over the cells from the start on.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let line = *self;
        (0..self.length).map(move |steps| line.cell(steps))
    }

    fn cell(self, steps: u8) -> Cell {
        let (right, up) = self.direction.offset();
        let advance = |from: usize, by: i8| (from as i16 + i16::from(by) * i16::from(steps)) as u8;
        Cell {
            column: Column::new(advance(self.start.column.index(), right)),
            row: Row::new(advance(self.start.row.index(), up)),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end())
    }
}
