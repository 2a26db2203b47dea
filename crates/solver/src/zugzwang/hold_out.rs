//! Holding out: a player who loses zugzwang control eventually may still keep it until the
//! deadline.
//!
//! The plans of the parent module last for ever, because they allow an anti column only where a
//! threat keeps the opponent from climbing it. Here the controller has anti columns without a
//! threat, First one and Second two, so that the number of waiting cells is even as required. Such
//! a plan fails in the end. This module counts the plies until it can fail.
//!
//! # The plan
//!
//! Every drop of the opponent has its answer, in the same column or on another waiting cell, with
//! one exception: when the opponent takes the top of an anti column, there is nothing above it. The
//! opponent has then *climbed* the column. The controller answers on a waiting cell if there is one
//! left. Otherwise the controller *opens* an aligned column: takes its next cell, an odd one, and
//! from there on the column is anti, so that the opponent gets its even cells.
//!
//! The controller need not allow that in the whole column. In each aligned column the plan chooses
//! a part from the bottom up, ending with an even cell, that may be opened; all of it counts as the
//! opponent's reach. When the opponent has taken the last cell of that part, the column is aligned
//! again, and counts as climbed. The part ends below a cell that would complete a line in reach,
//! and below a cell that is poisoned for the opponent.
//!
//! As long as the reach holds no line, the plan is safe until the controller must open a column and
//! no part is left. Vertical lines need no attention in the parts: of three cells on top of each
//! other the controller gets one, whether the column is aligned, opened, or aligned again.
//!
//! # How long it lasts
//!
//! The opponent's drops without an answer in the same column are the *w* waiting cells that the
//! opponent takes and the climbed columns; the controller meets each with a waiting cell or by
//! opening. At the first opening all waiting cells are taken, and since *w* is even, the number of
//! climbed columns is odd. From then on each opening answers one more climbed column. So at the
//! *n*-th opening at least *n* columns that were anti or opened have been climbed.
//!
//! * First begins with one anti column. When no part is left, all parts, the anti column and all
//!   waiting cells are full.
//! * Second begins with two. One column may be left that has not been climbed. If it was opened,
//!   Second takes its next cell, an even one: the column is aligned again, no column is anti, and
//!   Second keeps control for ever. So it is one of the first two.
//!
//! Then the controller opens one more column, and with the next ply the opponent can complete a
//! line. If *lost* is the number of cells that no part holds, plus for Second the larger anti
//! column, that is ply number area − lost + 2, which scores lost / 2 for the opponent.

use super::{ControlPlan, UNBOUNDED};
use crate::geometry::{BoardGeometry, first_of, line_starts};
use crate::score::plies_left;
use crate::techniques::TechniqueSwitch;

/// With more plies than this left to the deadline, plus two per unit of the window, holding out
/// hardly ever helps.
const HOLD_OUT_PLIES: i32 = 10;
/// With a smaller window Second hardly ever holds out: a column that breaks a line has an odd cell
/// above an even one, so that at least three cells are lost.
const SECOND_WINDOW: i32 = 3;

impl<S: BoardGeometry, R: TechniqueSwitch> ControlPlan<'_, S, R> {
    /// Bounds the score if First holds out. Only a bound below `window` is useful.
    #[inline(always)]
    pub(super) fn first_holds_out(&self, window: i32) -> i32 {
        if window < 1 || self.is_far(window) {
            return UNBOUNDED;
        }
        self.with_one_anti(2 * window - 1)
    }

    /// Bounds the score if Second holds out. Only a bound below `window` is useful.
    #[inline(always)]
    pub(super) fn second_holds_out(&self, window: i32) -> i32 {
        if window < SECOND_WINDOW || self.is_far(window) {
            return UNBOUNDED;
        }
        self.with_two_anti(2 * window - 1)
    }

    /// Returns whether the deadline is too far away to try.
    #[inline(always)]
    fn is_far(&self, window: i32) -> bool {
        plies_left(self.geometry, self.node.discs, window) > HOLD_OUT_PLIES + 2 * window
    }

    /// Bounds the score when First holds out with one anti column and at most `most` cells are
    /// lost.
    #[inline(never)]
    fn with_one_anti(&self, most: i32) -> i32 {
        let mut ones = self.breakers(0);
        while ones != 0 {
            let one = first_of(ones);
            ones ^= one;
            if let Some(lost) = self.lost(self.geometry.columns_of(one), 0, most) {
                return lost / 2;
            }
        }
        UNBOUNDED
    }

    /// Bounds the score when Second holds out with two anti columns and at most `most` cells are
    /// lost.
    #[inline(never)]
    fn with_two_anti(&self, most: i32) -> i32 {
        let mut ones = self.breakers(0);
        while ones != 0 {
            let one = first_of(ones);
            ones ^= one;
            let anti = self.geometry.columns_of(one);
            let cells = self.not_waiting(anti, anti);
            if cells > most {
                continue;
            }
            let mut others = self.breakers(anti) & !one;
            while others != 0 {
                let other = first_of(others);
                others ^= other;
                let other = self.geometry.columns_of(other);
                let larger = cells.max(self.not_waiting(other, other));
                if larger <= most
                    && let Some(lost) = self.lost(anti | other, larger, most)
                {
                    return lost / 2;
                }
            }
        }
        UNBOUNDED
    }

    /// Returns the columns that, if they were anti too, would break some line in reach; all columns
    /// if there is no line.
    #[inline(always)]
    fn breakers(&self, anti: u64) -> u64 {
        let reach = self.reach(anti) & !self.geometry.upwards(self.controller_threats(anti));
        let upright = line_starts(reach, 1);
        let line = if upright == 0 {
            self.some_line(reach)
        } else {
            first_of(upright) * 0b1111
        };
        if line == 0 {
            return self.playable;
        }
        let broken = line & self.empty & self.geometry.odd_rows() & !self.playable;
        self.playable & self.geometry.columns_of(broken)
    }

    /// Counts the empty cells of `columns` that are not waiting.
    #[inline(always)]
    fn not_waiting(&self, columns: u64, anti: u64) -> i32 {
        let waiting = (self.even_next & !anti) | (self.playable & self.geometry.odd_rows() & anti);
        (self.empty & columns & !waiting).count_ones() as i32
    }

    /// Counts the cells lost when the controller holds out with those `anti` columns, starting from
    /// `lost`. Returns `None` if the opponent has a line, or if more than `most` are lost.
    #[inline(always)]
    fn lost(&self, anti: u64, mut lost: i32, most: i32) -> Option<i32> {
        let threats = self.controller_threats(anti);
        let mut reach = self.reach(anti) & !self.geometry.upwards(threats);
        if self.has_line(reach, threats >> 1) {
            return None;
        }
        let aligned = self.empty & !anti;
        let closed = self.around_lowest((self.completing(reach) | threats) & aligned) & aligned;
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
            let mut part = self.geometry.columns_of(column) & parts;
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

    /// Returns the lowest cell of `set` in each column, the cell below it, and all above.
    #[inline(always)]
    fn around_lowest(&self, set: u64) -> u64 {
        let lowest = self.geometry.lowest(set);
        self.geometry.upwards(lowest) | (lowest >> 1)
    }

    /// Returns the cells that are not in `reach` and complete a non-vertical line with it.
    #[inline(always)]
    fn completing(&self, reach: u64) -> u64 {
        self.geometry.slant_gaps(reach) & !reach
    }

    /// Returns whether `set` holds a non-vertical line.
    #[inline(always)]
    fn has_slant(&self, set: u64) -> bool {
        let [a, b, c] = self.geometry.slants();
        line_starts(set, a) | line_starts(set, b) | line_starts(set, c) != 0
    }
}
