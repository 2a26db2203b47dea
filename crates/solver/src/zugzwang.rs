//! Zugzwang bounds: static upper bounds on the score of the player to move while the opponent has
//! zugzwang control.
//!
//! The rules generalise claimeven, baseinverse and follow-up of L. V. Allis, "A Knowledge-based
//! Approach of Connect-Four" (1988, the program VICTOR), and his zugzwang rules about odd and even
//! threats.
//!
//! All rules share one argument. The *controller* is the player who is **not** to move and who
//! answers every drop by a fixed plan. The plan determines which empty cells the opponent can ever
//! get; together with the opponent's discs they are the opponent's *reach*. If the reach holds no
//! line, the opponent never completes one, and the plan is safe: the controller can ignore every
//! threat. All rules here require an even number of rows and are disabled otherwise.
//!
//! # Columns
//!
//! Write `E` for even rows and `O` for odd rows. The plan treats each column in one of two modes.
//!
//! * **Aligned**: once the next cell is odd, the opponent gets the odd cell and the controller
//!   answers directly above, on the even one. The top row is even, so there is always an answer.
//! * **Anti**: once the next cell is even, the opponent gets the even cell and the controller
//!   answers on the odd one above. The top cell, even, has no answer above it; an anti column is
//!   therefore good only as long as the opponent cannot afford to climb to the top.
//!
//! A column whose next cell is not yet of that parity is *waiting*: its next cell is assigned to
//! neither player. When the opponent takes a waiting cell, the controller takes another, so their
//! number must be even. A column is waiting if it is aligned with an odd number of empty cells, or
//! anti with an even number. So modulo 2
//!
//! ```text
//!   waiting = empty cells of the board + anti columns.
//! ```
//!
//! When First is to move the number of empty cells is even, when Second is, odd. Hence Second needs
//! an even number of anti columns and First an odd number.
//!
//! # Threats of the controller
//!
//! Let `t` be a threat of the controller on a cell the plan assigns to the controller (even in an
//! aligned column, odd in an anti column), not playable now, and not a waiting cell. The cell below
//! `t` is *poisoned*: when the opponent plays it without completing a line, the controller wins
//! immediately on `t`. So `t` and all cells above it are out of the opponent's reach, and an anti
//! column with such a threat is never climbed. With threats `T`, the lowest one in each column,
//! everything except `T`, the cells above and the poisoned ones is eventually filled; then the
//! opponent, who is to move (the answers come in pairs), must play a poisoned cell and loses with
//! ply
//!
//! ```text
//!   area − |T and above| − |T| + 2        at the latest.
//! ```
//!
//! The poisoned cells stay in the reach, because the opponent may complete a line on one of them.
//! But the opponent cannot complete a line with *two* poisoned cells: the first one already loses.

mod hold_out;

use crate::geometry::{BoardGeometry, first_of, has_two, line_starts, shl, shr};
use crate::node::Node;
use crate::score::lost_by;
use crate::techniques::{Technique, TechniqueSwitch};

// The functions that nearly every position needs are inlined into the search loop. Those that few
// need are not, because they would take registers from the loop.

/// Returned when no rule applies: larger than any score.
pub(crate) const UNBOUNDED: i32 = 99;

/// Returns an upper bound on the score of the player to move, or [`UNBOUNDED`].
///
/// `window` is only a hint: rules that cannot give a bound below it are not tried.
#[inline(always)]
pub(crate) fn upper_bound<S: BoardGeometry, R: TechniqueSwitch>(
    geometry: S,
    techniques: R,
    node: &Node,
    window: i32,
) -> i32 {
    if geometry.height() % 2 == 1 {
        return UNBOUNDED;
    }
    let plan = ControlPlan::new(geometry, techniques, node);
    if node.first_to_move() {
        let bound = plan.second_in_control(window);
        if bound >= window && techniques.enabled(Technique::HoldOut) {
            return bound.min(plan.second_holds_out(window));
        }
        return bound;
    }
    let bound = plan.first_in_control(window);
    if bound >= window && techniques.enabled(Technique::HoldOut) {
        return bound.min(plan.first_holds_out(window));
    }
    bound
}

/// The masks that all plans for one position share.
struct ControlPlan<'a, S, R> {
    geometry: S,
    techniques: R,
    node: &'a Node,
    empty: u64,
    playable: u64,
    /// Next cells of columns with an odd number of empty cells: waiting if aligned.
    even_next: u64,
}

impl<'a, S: BoardGeometry, R: TechniqueSwitch> ControlPlan<'a, S, R> {
    #[inline(always)]
    fn new(geometry: S, techniques: R, node: &'a Node) -> Self {
        let playable = geometry.playable(node.all);
        Self {
            geometry,
            techniques,
            node,
            empty: geometry.cells() ^ node.all,
            playable,
            even_next: playable & geometry.even_rows(),
        }
    }

    /// Returns the opponent's reach when the columns `anti` are anti and all others aligned, before
    /// threats of the controller are taken into account. It includes waiting cells: in an aligned
    /// column the even next cell, in an anti column the odd one.
    #[inline(always)]
    fn reach(&self, anti: u64) -> u64 {
        let odd = self.geometry.odd_rows();
        let pattern = (odd & !anti) | (self.geometry.even_rows() & anti);
        self.node.mover | (self.empty & pattern) | (self.even_next & !anti) | (self.playable & anti)
    }

    /// Returns the controller's lowest threat in each column that the plan with those `anti`
    /// columns assigns to the controller.
    #[inline(always)]
    fn controller_threats(&self, anti: u64) -> u64 {
        let even = self.geometry.even_rows() & !anti;
        let odd = self.geometry.odd_rows() & anti;
        self.geometry
            .lowest(self.node.their_threats & (even | odd) & !self.playable)
    }

    /// Returns whether the opponent can complete a line within `reach`, given the poisoned cells.
    #[inline(always)]
    fn has_line(&self, reach: u64, poisoned: u64) -> bool {
        if !self.techniques.enabled(Technique::PoisonedPairs) || !has_two(poisoned) {
            return self.geometry.has_line(reach);
        }
        let pairs = reach & (reach >> 1);
        let mut found = pairs & (pairs >> 2);
        for s in self.geometry.slants() {
            let [a, b] = [poisoned, shr(poisoned, s)];
            let [c, d] = [shr(poisoned, 2 * s), shr(poisoned, 3 * s)];
            let hurt_twice = (a & b) | (c & d) | ((a | b) & (c | d));
            found |= line_starts(reach, s) & !hurt_twice;
        }
        found != 0
    }

    /// Returns the score when the controller wins by the threats `threats` at the latest.
    #[inline(always)]
    fn score_of(&self, threats: u64) -> i32 {
        let beyond = self.geometry.upwards(threats).count_ones() + threats.count_ones();
        lost_by(self.geometry, self.geometry.area() + 2 - beyond as i32)
    }

    /// Returns the bound of the plan with those `anti` columns, each of which must have an odd
    /// threat of the controller, or of a refinement of it. Only a bound below `window` is useful.
    #[inline(always)]
    fn control(&self, anti: u64, window: i32) -> i32 {
        let threats = self.controller_threats(anti);
        // The score of the plan is cheaper to compute than its safety.
        let plan_score = if threats != 0 {
            self.score_of(threats)
        } else if window > 0 {
            0
        } else {
            self.follow_up_score()
        };
        if plan_score >= window {
            return UNBOUNDED;
        }
        let beyond = self.geometry.upwards(threats);
        let reach = self.reach(anti) & !beyond;
        if !self.has_line(reach, threats >> 1) {
            return if threats == 0 && window > 0 {
                self.follow_up_score()
            } else {
                plan_score
            };
        }
        if self.techniques.enabled(Technique::BaseInverse)
            && (threats != 0 || window > 0)
            && self.base_inverse(reach, beyond, anti, threats >> 1)
        {
            return plan_score;
        }
        UNBOUNDED
    }

    /// Bounds the score with First to move and Second in control, with no anti column or two.
    #[inline(always)]
    fn second_in_control(&self, window: i32) -> i32 {
        if !self.techniques.enabled(Technique::ClaimEven) {
            return UNBOUNDED;
        }
        let bound = self.control(0, window);
        if bound < window {
            return bound;
        }
        let odd_threats = self
            .geometry
            .lowest(self.node.their_threats & self.geometry.odd_rows() & !self.playable);
        if self.techniques.enabled(Technique::TwoOddThreats) && has_two(odd_threats) {
            return bound.min(self.two_odd_threats(odd_threats, window));
        }
        bound
    }

    /// Returns the score when Second answers above everywhere (follow-up) and First never completes
    /// a line.
    ///
    /// Second then owns all even cells that are not waiting. If they complete a line with rows up
    /// to `r` only, its last disc leaves at least `height − r` cells above it empty.
    #[inline(never)]
    fn follow_up_score(&self) -> i32 {
        let even = self.empty & self.geometry.even_rows() & !self.even_next;
        let discs = self.node.opponent();
        if !self.geometry.has_line(discs | even) {
            return 0;
        }
        let mut row = 2;
        while row < self.geometry.height() {
            let rows = self.geometry.floor() * ((1 << row) - 1);
            if self.geometry.has_line(discs | (even & rows)) {
                let spare = (self.geometry.height() - row) as i32;
                return lost_by(self.geometry, self.geometry.area() - spare);
            }
            row += 2;
        }
        lost_by(self.geometry, self.geometry.area())
    }

    /// Bounds the score with two anti columns, each with an odd threat of Second. Only a bound
    /// below `window` is useful.
    #[inline(never)]
    fn two_odd_threats(&self, odd_threats: u64, window: i32) -> i32 {
        let mut best = window;
        let mut left = odd_threats;
        while has_two(left) {
            let one = first_of(left);
            left ^= one;
            let mut others = left;
            while others != 0 {
                let other = first_of(others);
                others ^= other;
                let anti = self.geometry.columns_of(one | other);
                let threats = self.controller_threats(anti);
                let plan_score = self.score_of(threats);
                let reach = self.reach(anti) & !self.geometry.upwards(threats);
                if plan_score < best && !self.has_line(reach, threats >> 1) {
                    best = plan_score;
                }
            }
        }
        if best < window { best } else { UNBOUNDED }
    }

    /// Applies baseinverse: returns whether the controller holds by splitting two playable odd
    /// cells of aligned columns that every line in the opponent's reach needs.
    ///
    /// When the opponent takes one of them, the controller takes the other instead of the cell
    /// above, and vice versa. The cells above the two are then waiting, and the controller splits
    /// them in the same way; above them the columns are aligned again. So the opponent's reach
    /// grows by the two cells above, but the opponent cannot have both cells of either pair.
    /// Neither of the two may be poisoned: the controller must not play below an own threat.
    #[inline(never)]
    fn base_inverse(&self, reach: u64, beyond: u64, anti: u64, poisoned: u64) -> bool {
        let line = self.some_line(reach);
        let mut ones = line & self.playable & self.geometry.odd_rows() & !anti & !poisoned;
        while has_two(ones) {
            let one = first_of(ones);
            ones ^= one;
            let mut others = ones;
            while others != 0 {
                let other = first_of(others);
                others ^= other;
                let wider = reach | (((one | other) << 1) & !beyond);
                let holds = [one, other].into_iter().all(|base| {
                    [one, other]
                        .into_iter()
                        .all(|below| !self.has_line(wider & !base & !(below << 1), poisoned))
                });
                if holds {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the cells of one non-vertical line within `set`, or 0 if there is none.
    #[inline(always)]
    fn some_line(&self, set: u64) -> u64 {
        for s in self.geometry.slants() {
            let starts = line_starts(set, s);
            if starts != 0 {
                let start = first_of(starts);
                return start | shl(start, s) | shl(start, 2 * s) | shl(start, 3 * s);
            }
        }
        0
    }

    /// Bounds the score with Second to move and First in control, with one anti column that has an
    /// odd threat.
    #[inline(always)]
    fn first_in_control(&self, window: i32) -> i32 {
        if !self.techniques.enabled(Technique::OddThreat) {
            return UNBOUNDED;
        }
        let mut threats = self.node.their_threats & self.geometry.odd_rows() & !self.playable;
        if !self.techniques.enabled(Technique::OddThreatAnyColumn) {
            threats &= self.geometry.columns_of(self.even_next);
        }
        let mut threats = self.geometry.lowest(threats);
        let mut best = UNBOUNDED;
        while threats != 0 {
            let threat = first_of(threats);
            threats ^= threat;
            best = best.min(self.control(self.geometry.columns_of(threat), window));
        }
        best
    }
}
