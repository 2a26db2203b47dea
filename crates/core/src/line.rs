//! Lines and runs: adjacent discs of one player in one direction.

use core::fmt;

use crate::{Column, Direction, Row, Space};

/// A completed line, from its leftmost space (its lowest, if vertical) on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    start: Space,
    direction: Direction,
    length: u8,
}

impl Line {
    /// For the grid, which knows that all spaces of the line lie in it.
    pub(crate) const fn new(start: Space, direction: Direction, length: u8) -> Self {
        Self {
            start,
            direction,
            length,
        }
    }

    /// The leftmost space, or the lowest of a vertical line.
    #[must_use]
    pub const fn start(&self) -> Space {
        self.start
    }

    /// Where the line runs from its start.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// How many discs it has.
    #[must_use]
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// The other end.
    #[must_use]
    pub fn end(&self) -> Space {
        self.space(self.length - 1)
    }

    /// Its spaces, from the start on.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        let line = *self;
        (0..self.length).map(move |steps| line.space(steps))
    }

    fn space(self, steps: u8) -> Space {
        let (right, up) = self.direction.step();
        let along =
            |from: usize, step: i8| (from as i16 + i16::from(step) * i16::from(steps)) as u8;
        Space {
            column: Column::at(along(self.start.column.index(), right)),
            row: Row::at(along(self.start.row.index(), up)),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end())
    }
}
