//! Where the numbers of a net stand: one row of all of them, in the order in which they are used.
//!
//! ```text
//!  facts ──table──► sums of both views ──into──► hidden ──blocks──► + hidden ──out──► what it says
//!                   (grid and mirror)     ▲                                     ▲
//!                                         └──────── by who is to move ──────────┘
//! ```
//!
//! A quick net has one block, a deep one several, each of which adds to what went into it.

use std::ops::Range;

use super::discs::COLUMNS;
use super::features::FEATURES;

/// What a net says, as numbers: loss, draw and win of the position; a share for each column; loss, draw and
/// win of each column; the score.
pub const OUTPUTS: usize = 3 + COLUMNS + 3 * COLUMNS + 1;
/// Sums and hidden numbers come in groups of so many, which is what processors like.
pub const LANES: usize = 16;
/// The widest net that is read.
pub const WIDTH_MAX: usize = 256;
/// The deepest.
pub const BLOCKS_MAX: usize = 8;

/// The measures of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Numbers to a fact, and sums to a view.
    pub width: usize,
    /// Hidden numbers.
    pub hidden: usize,
    /// Blocks between them.
    pub blocks: usize,
}

/// A matrix or a row of numbers within a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Where it begins.
    pub from: usize,
    /// How many rows it has, one for each number that goes in.
    pub rows: usize,
    /// How many numbers come out.
    pub columns: usize,
}

impl Tensor {
    /// Where its numbers stand.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.from..self.from + self.rows * self.columns
    }
}

/// A matrix and what is added to what comes out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dense {
    /// The matrix.
    pub matrix: Tensor,
    /// What is added.
    pub bias: Tensor,
}

impl Dense {
    const fn after(from: usize, rows: usize, columns: usize) -> Self {
        let matrix = Tensor {
            from,
            rows,
            columns,
        };
        let bias = Tensor {
            from: from + rows * columns,
            rows: 1,
            columns,
        };
        Self { matrix, bias }
    }

    const fn end(self) -> usize {
        self.bias.from + self.bias.columns
    }
}

impl Layout {
    /// A layout of these measures; none if they are no groups of [`LANES`], or too many.
    #[must_use]
    pub const fn new(width: usize, hidden: usize, blocks: usize) -> Option<Self> {
        if is_fit(width) && is_fit(hidden) && blocks > 0 && blocks <= BLOCKS_MAX {
            return Some(Self {
                width,
                hidden,
                blocks,
            });
        }
        None
    }

    /// From facts to sums.
    #[must_use]
    pub const fn table(self) -> Dense {
        Dense::after(0, FEATURES, self.width)
    }

    /// From the sums of both views to hidden numbers; the second is for Second to move.
    #[must_use]
    pub const fn into(self) -> [Dense; 2] {
        let first = Dense::after(self.table().end(), 2 * self.width, self.hidden);
        [
            first,
            Dense::after(first.end(), 2 * self.width, self.hidden),
        ]
    }

    /// From hidden numbers to what is added to them, in the block of this number.
    #[must_use]
    pub const fn block(self, number: usize) -> Dense {
        let hidden = self.hidden;
        let from = self.into()[1].end() + number * (hidden * hidden + hidden);
        Dense::after(from, hidden, hidden)
    }

    /// From hidden numbers to what the net says; the second is for Second to move.
    #[must_use]
    pub const fn out(self) -> [Dense; 2] {
        let first = Dense::after(self.block(self.blocks - 1).end(), self.hidden, OUTPUTS);
        [first, Dense::after(first.end(), self.hidden, OUTPUTS)]
    }

    /// All parts in order.
    #[must_use]
    pub fn parts(self) -> Vec<Dense> {
        let mut parts = vec![self.table()];
        parts.extend(self.into());
        parts.extend((0..self.blocks).map(|number| self.block(number)));
        parts.extend(self.out());
        parts
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn numbers(self) -> usize {
        self.out()[1].end()
    }
}

/// A measure that a net may have.
const fn is_fit(n: usize) -> bool {
    n > 0 && n <= WIDTH_MAX && n.is_multiple_of(LANES)
}
