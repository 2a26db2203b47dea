//! Holding out: who cannot keep control for ever may still keep it until the deadline.
//!
//! The plans of the parent module last for ever, because an anti column is only allowed where a
//! threat keeps the opponent from climbing it. Here the controller has anti columns without a
//! threat, First one and Second two, so that the number of waiting spaces is even as it must be.
//! Such a plan fails in the end. This module counts the plies until it can fail.
//!
//! # The plan
//!
//! Every drop of the opponent has its answer, in the same column or on another waiting space, with
//! one exception: when he takes the top of an anti column, there is nothing above it. He has then
//! *climbed* the column. The controller answers on a waiting space if there is one left.
//! Otherwise he *opens* an aligned column: he takes its next space, an odd one, and from there on
//! the column is anti, so that the opponent gets its even spaces.
//!
//! The controller need not allow that in the whole column. Of each aligned column he chooses a part
//! from the bottom up, ending with an even space, that may be opened; all of it counts as the
//! opponent's reach. When the opponent has taken the last space of that part, the column is
//! aligned again, and has been climbed as well. The part ends below a space that would complete a
//! line in reach, and below a space that is poisoned for the opponent.
//!
//! As long as the reach holds no line, the plan is safe until the controller must open a column
//! and no part is left. Upright lines need no attention in the parts: of three spaces on top of each
//! other the controller gets one, whether the column is aligned, opened, or aligned again.
//!
//! # How long it lasts
//!
//! The opponent's drops without an answer in the same column are the *w* waiting spaces that he takes
//! and the columns that he climbs; the controller meets each with a waiting space or by opening. When
//! he must open for the first time, all waiting spaces are taken, and since *w* is even, the number of
//! columns climbed is odd. From then on each opening is for one more column climbed. So when he
//! opens for the *n*-th time, *n* columns or more have been climbed, of those that were anti or opened.
//!
//! * First begins with one anti column. When no part is left, all parts, the anti column and all
//!   waiting spaces are full.
//! * Second begins with two. One column may be left that has not been climbed. If it was
//!   opened, Second takes its next space, an even one: the column is aligned again, no column is anti,
//!   and Second keeps control for ever. So it is one of the first two.
//!
//! Then the controller opens one more column, and with the next ply the opponent can complete a line. If
//! *lost* is the number of spaces that no part holds, and for Second the larger anti column, that is
//! ply number area − lost + 2, which is worth lost / 2 to the opponent.

use super::{Plan, UNBOUNDED};
use crate::rules::Switches;
use crate::score::plies_left;
use crate::shape::{Shape, first_of, line_starts};

/// With more plies than this left to the deadline, and two more for every score, it hardly ever
/// helps.
const HOLD_OUT_PLIES: i32 = 10;
/// With a smaller window Second hardly ever holds out: a column that breaks a line has an odd space
/// above an even one, so that three spaces are lost at least.
const SECOND_WINDOW: i32 = 3;

impl<S: Shape, R: Switches> Plan<'_, S, R> {
    /// A bound because First holds out. Only a bound below `window` is of use.
    #[inline(always)]
    pub(super) fn first_holds_out(&self, window: i32) -> i32 {
        if window < 1 || self.is_far(window) {
            return UNBOUNDED;
        }
        self.with_one_anti(2 * window - 1)
    }

    /// The same for Second.
    #[inline(always)]
    pub(super) fn second_holds_out(&self, window: i32) -> i32 {
        if window < SECOND_WINDOW || self.is_far(window) {
            return UNBOUNDED;
        }
        self.with_two_anti(2 * window - 1)
    }

    /// Whether the deadline is too far for trying.
    #[inline(always)]
    fn is_far(&self, window: i32) -> bool {
        plies_left(self.shape, self.node.discs, window) > HOLD_OUT_PLIES + 2 * window
    }

    /// The bound when First holds out with one anti column and at most `most` spaces are lost.
    #[inline(never)]
    fn with_one_anti(&self, most: i32) -> i32 {
        let mut ones = self.breakers(0);
        while ones != 0 {
            let one = first_of(ones);
            ones ^= one;
            if let Some(lost) = self.lost(self.shape.columns_of(one), 0, most) {
                return lost / 2;
            }
        }
        UNBOUNDED
    }

    /// The bound when Second holds out with two anti columns and at most `most` spaces are lost.
    #[inline(never)]
    fn with_two_anti(&self, most: i32) -> i32 {
        let mut ones = self.breakers(0);
        while ones != 0 {
            let one = first_of(ones);
            ones ^= one;
            let anti = self.shape.columns_of(one);
            let spaces = self.not_waiting(anti, anti);
            if spaces > most {
                continue;
            }
            let mut others = self.breakers(anti) & !one;
            while others != 0 {
                let other = first_of(others);
                others ^= other;
                let other = self.shape.columns_of(other);
                let larger = spaces.max(self.not_waiting(other, other));
                if larger <= most
                    && let Some(lost) = self.lost(anti | other, larger, most)
                {
                    return lost / 2;
                }
            }
        }
        UNBOUNDED
    }

    /// The columns that, if they were anti too, would break some line in reach; all columns if there
    /// is no line.
    #[inline(always)]
    fn breakers(&self, anti: u64) -> u64 {
        let reach = self.reach(anti) & !self.shape.upwards(self.kept_threats(anti));
        let upright = line_starts(reach, 1);
        let line = if upright == 0 {
            self.some_line(reach)
        } else {
            first_of(upright) * 0b1111
        };
        if line == 0 {
            return self.playable;
        }
        let broken = line & self.empty & self.shape.odd_rows() & !self.playable;
        self.playable & self.shape.columns_of(broken)
    }

    /// How many empty spaces of `columns` are not waiting.
    #[inline(always)]
    fn not_waiting(&self, columns: u64, anti: u64) -> i32 {
        let waiting = (self.even_next & !anti) | (self.playable & self.shape.odd_rows() & anti);
        (self.empty & columns & !waiting).count_ones() as i32
    }

    /// The spaces lost when the controller holds out with those `anti` columns, of which `lost` are
    /// known; none if the opponent has a line, or if they are more than `most`.
    #[inline(always)]
    fn lost(&self, anti: u64, mut lost: i32, most: i32) -> Option<i32> {
        let kept = self.kept_threats(anti);
        let mut reach = self.reach(anti) & !self.shape.upwards(kept);
        if self.has_line(reach, kept >> 1) {
            return None;
        }
        let aligned = self.empty & !anti;
        let closed = self.around_lowest((self.completing(reach) | kept) & aligned) & aligned;
        lost += closed.count_ones() as i32;
        if lost > most {
            return None;
        }
        let parts = aligned & !closed;
        if !self.has_slant(reach | parts) {
            return Some(lost);
        }
        // Together the parts hold a line: take one after the other, each as far as possible.
        let mut columns = self.playable & parts;
        while columns != 0 {
            let column = first_of(columns);
            columns ^= column;
            let mut part = self.shape.columns_of(column) & parts;
            if self.has_slant(reach | part) {
                let closed = self.around_lowest(self.completing(reach) & part) & part;
                lost += closed.count_ones() as i32;
                if lost > most {
                    return None;
                }
                part &= !closed;
            }
            reach |= part;
        }
        Some(lost)
    }

    /// The lowest space of `set` in each column, the space below it, and all above.
    #[inline(always)]
    fn around_lowest(&self, set: u64) -> u64 {
        let lowest = self.shape.lowest(set);
        self.shape.upwards(lowest) | (lowest >> 1)
    }

    /// Spaces that are not in `reach` and complete a line with it that is not upright.
    #[inline(always)]
    fn completing(&self, reach: u64) -> u64 {
        self.shape.slant_gaps(reach) & !reach
    }

    /// Whether `set` holds a line that is not upright.
    #[inline(always)]
    fn has_slant(&self, set: u64) -> bool {
        let [a, b, c] = self.shape.slants();
        line_starts(set, a) | line_starts(set, b) | line_starts(set, c) != 0
    }
}
