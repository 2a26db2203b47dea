//! Line detection by exhaustive scan: every cell, row by row from the bottom left.
//!
//! This is the slow and obvious algorithm: lessons step through it, and tests compare the fast ones
//! with it. It also accepts boards that play cannot reach. Rows and columns count from 0; a point
//! is `y` (row) and `x` (column).
//!
//! From a start the scan examines target = start + delta × count. A disc of the player there
//! increments the count; anything else moves the start one to the right, and from beyond the edge
//! to the next row, and resets the count to 0. The scan ends when the count reaches the length of a
//! line, or at the top right cell, which it does not examine: no line of two or more begins there.

use crate::{Board, Cell, Direction, Player};

/// A point by row and column, counted from 0. The scan also visits points beyond the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineScanPoint {
    /// The row, 0 at the bottom.
    pub y: i16,
    /// The column, 0 at the left.
    pub x: i16,
}

/// A run of adjacent discs: the result of a scan, or its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScanRun {
    /// First cell of the line; the top right cell if there is no line.
    pub start: LineScanPoint,
    /// Number of adjacent discs from the start on: the length of the line, or 0.
    pub count: u8,
}

/// One step of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineScanStep {
    /// Candidate for the first cell of a line.
    pub start: LineScanPoint,
    /// Point under examination.
    pub target: LineScanPoint,
    /// Number of adjacent discs from the start on so far.
    pub count: u8,
}

/// Iterator over the steps of a scan. The last step is the one that ends it.
///
/// ```
/// use foursight_core::{Column, Direction, Game, Player};
///
/// let game = Game::default().drop_in(Column::from_number(1).expect("in range"))?;
/// let board = game.position().board();
/// let mut steps = board.scan_steps(Player::First, Direction::Horizontal, 4);
/// let counts: Vec<_> = steps.by_ref().take(3).map(|step| step.count).collect();
/// assert_eq!(counts, [0, 1, 0]);
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineScan {
    board: Board,
    player: Player,
    direction: Direction,
    connect: u8,
    next: Option<ScanRun>,
}

impl Direction {
    /// Returns the change of row and column from one point of a run to the next: a scan never goes
    /// down.
    #[must_use]
    pub const fn scan_delta(self) -> LineScanPoint {
        let (y, x) = match self {
            Self::Vertical => (1, 0),
            Self::Horizontal => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        };
        LineScanPoint { y, x }
    }

    /// Returns the name of the direction in the output of a scan.
    #[must_use]
    pub const fn scan_name(self) -> &'static str {
        match self {
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
            Self::Rising => "diagonal_right",
            Self::Falling => "diagonal_left",
        }
    }
}

impl Board {
    /// Searches for the first run of `connect` adjacent discs of a player in a direction, from the
    /// bottom left. If there is none, returns the top right cell with a count of 0.
    ///
    /// ```
    /// use foursight_core::{LineScanPoint, Column, Direction, Game, Player};
    ///
    /// let mut game = Game::default();
    /// for number in [3, 3, 4, 4, 5] {
    ///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
    /// }
    /// let board = game.position().board();
    /// let run = board.scan(Player::First, Direction::Horizontal, 2);
    /// assert_eq!((run.start, run.count), (LineScanPoint { y: 0, x: 2 }, 2));
    /// let run = board.scan(Player::First, Direction::Horizontal, 4);
    /// assert_eq!((run.start, run.count), (LineScanPoint { y: 5, x: 6 }, 0));
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    #[must_use]
    pub fn scan(&self, player: Player, direction: Direction, connect: u8) -> ScanRun {
        let top_right = LineScanPoint {
            y: i16::from(self.height()) - 1,
            x: i16::from(self.width()) - 1,
        };
        let none = ScanRun {
            start: top_right,
            count: 0,
        };
        let last = self.scan_steps(player, direction, connect).last();
        last.map_or(none, |LineScanStep { start, count, .. }| ScanRun {
            start,
            count,
        })
    }

    /// Returns the steps of [`scan`](Self::scan) as an iterator.
    #[must_use]
    pub const fn scan_steps(&self, player: Player, direction: Direction, connect: u8) -> LineScan {
        LineScan {
            board: *self,
            player,
            direction,
            connect,
            next: Some(ScanRun {
                start: LineScanPoint { y: 0, x: 0 },
                count: 0,
            }),
        }
    }

    /// Returns the cell at a point, or `None` beyond the edges.
    #[must_use]
    pub fn cell_at(&self, at: LineScanPoint) -> Option<Cell> {
        let cell = Cell {
            column: crate::Column::from_index(usize::try_from(at.x).ok()?)?,
            row: crate::Row::from_index(usize::try_from(at.y).ok()?)?,
        };
        self.contains(cell).then_some(cell)
    }
}

impl LineScan {
    /// Returns the state after a step, or `None` if the scan ends there.
    fn after(
        &self,
        LineScanStep {
            start,
            target,
            count,
        }: LineScanStep,
    ) -> Option<ScanRun> {
        let (height, width) = (
            i16::from(self.board.height()),
            i16::from(self.board.width()),
        );
        let is_last = start.y == height - 1 && start.x == width - 1;
        if is_last || count == self.connect {
            return None;
        }
        if start.x == width {
            let start = LineScanPoint {
                y: start.y + 1,
                x: 0,
            };
            return Some(ScanRun { start, count: 0 });
        }
        let disc = self
            .board
            .cell_at(target)
            .and_then(|cell| self.board.disc_at(cell));
        Some(if disc.is_some_and(|disc| disc.owner == self.player) {
            let count = count + 1;
            ScanRun { start, count }
        } else {
            let start = LineScanPoint {
                x: start.x + 1,
                ..start
            };
            ScanRun { start, count: 0 }
        })
    }
}

impl Iterator for LineScan {
    type Item = LineScanStep;

    fn next(&mut self) -> Option<LineScanStep> {
        let ScanRun { start, count } = self.next?;
        let delta = self.direction.scan_delta();
        let advance = |from: i16, by: i16| from + by * i16::from(count);
        let step = LineScanStep {
            start,
            target: LineScanPoint {
                y: advance(start.y, delta.y),
                x: advance(start.x, delta.x),
            },
            count,
        };
        self.next = self.after(step);
        Some(step)
    }
}
