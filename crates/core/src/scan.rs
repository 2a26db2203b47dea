//! The search for a line that looks through a whole grid, row by row from the bottom left.
//!
//! This is the slow and obvious way: lessons walk through it, and tests hold the fast ways against
//! it. It does not ask whether the grid can come from play. Rows and columns count from 0, as in
//! all data; a place is `y` (row) and `x` (column).
//!
//! From a start the scan looks at target = start + delta × count. A disc of the player there makes
//! the count one higher; anything else moves the start one to the right, and from beyond the edge to
//! the next row, with a count of 0. It ends when the count is the length of a line, or when the start
//! is the top right space, which is not looked at: no longer line begins there.

use crate::{Direction, Grid, Player, Space};

/// A place by row and column, counted from 0. The scan also steps beyond the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct At {
    /// The row, 0 at the bottom.
    pub y: i16,
    /// The column, 0 at the left.
    pub x: i16,
}

/// What a scan has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Where the line begins; the top right space if there is none.
    pub start: At,
    /// How many adjacent discs follow, the first included: the length of the line, or 0.
    pub count: u8,
}

/// One step of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where a line may begin.
    pub start: At,
    /// The space that is looked at.
    pub target: At,
    /// How many discs follow each other from the start so far.
    pub count: u8,
}

/// A scan, step by step. The last step is the one that ends it.
///
/// ```
/// use foursight_core::{Column, Direction, Game, Player};
///
/// let game = Game::default().drop_in(Column::from_number(1).expect("in range"))?;
/// let grid = game.position().grid();
/// let mut steps = grid.scan_steps(Player::First, Direction::Horizontal, 4);
/// let counts: Vec<_> = steps.by_ref().take(3).map(|step| step.count).collect();
/// assert_eq!(counts, [0, 1, 0]);
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scan {
    grid: Grid,
    player: Player,
    direction: Direction,
    connect: u8,
    next: Option<Run>,
}

impl Direction {
    /// What one step of a scan adds to row and column: a scan never goes down.
    #[must_use]
    pub const fn delta(self) -> At {
        let (y, x) = match self {
            Self::Vertical => (1, 0),
            Self::Horizontal => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        };
        At { y, x }
    }

    /// The name of the direction of a scan.
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

impl Grid {
    /// Looks for so many adjacent discs of a player in a direction, from the bottom left: where they
    /// begin, and how many. The search stops at that many. If there are none, the start is the top
    /// right space and the count 0.
    ///
    /// ```
    /// use foursight_core::{At, Column, Direction, Game, Player};
    ///
    /// let mut game = Game::default();
    /// for number in [3, 3, 4, 4, 5] {
    ///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
    /// }
    /// let grid = game.position().grid();
    /// let run = grid.scan(Player::First, Direction::Horizontal, 2);
    /// assert_eq!((run.start, run.count), (At { y: 0, x: 2 }, 2));
    /// let run = grid.scan(Player::First, Direction::Horizontal, 4);
    /// assert_eq!((run.start, run.count), (At { y: 5, x: 6 }, 0));
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    #[must_use]
    pub fn scan(&self, player: Player, direction: Direction, connect: u8) -> Run {
        let top_right = At {
            y: i16::from(self.height()) - 1,
            x: i16::from(self.width()) - 1,
        };
        let none = Run {
            start: top_right,
            count: 0,
        };
        let last = self.scan_steps(player, direction, connect).last();
        last.map_or(none, |Step { start, count, .. }| Run { start, count })
    }

    /// The same step by step.
    #[must_use]
    pub const fn scan_steps(&self, player: Player, direction: Direction, connect: u8) -> Scan {
        Scan {
            grid: *self,
            player,
            direction,
            connect,
            next: Some(Run {
                start: At { y: 0, x: 0 },
                count: 0,
            }),
        }
    }

    /// The space at a place; none beyond the edges.
    #[must_use]
    pub fn space_at(&self, at: At) -> Option<Space> {
        let space = Space {
            column: crate::Column::from_index(usize::try_from(at.x).ok()?)?,
            row: crate::Row::from_index(usize::try_from(at.y).ok()?)?,
        };
        self.contains(space).then_some(space)
    }
}

impl Scan {
    /// Where the scan goes from a step; none if it ends there.
    fn after(
        &self,
        Step {
            start,
            target,
            count,
        }: Step,
    ) -> Option<Run> {
        let (height, width) = (i16::from(self.grid.height()), i16::from(self.grid.width()));
        let is_last = start.y == height - 1 && start.x == width - 1;
        if is_last || count == self.connect {
            return None;
        }
        if start.x == width {
            let start = At {
                y: start.y + 1,
                x: 0,
            };
            return Some(Run { start, count: 0 });
        }
        let disc = self
            .grid
            .space_at(target)
            .and_then(|space| self.grid.disc_at(space));
        Some(if disc.is_some_and(|disc| disc.owner == self.player) {
            let count = count + 1;
            Run { start, count }
        } else {
            let start = At {
                x: start.x + 1,
                ..start
            };
            Run { start, count: 0 }
        })
    }
}

impl Iterator for Scan {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let Run { start, count } = self.next?;
        let delta = self.direction.delta();
        let along = |from: i16, by: i16| from + by * i16::from(count);
        let step = Step {
            start,
            target: At {
                y: along(start.y, delta.y),
                x: along(start.x, delta.x),
            },
            count,
        };
        self.next = self.after(step);
        Some(step)
    }
}
