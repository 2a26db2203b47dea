//! Zugzwang bounds: what the player to move cannot reach, because the other one is in control.
//!
//! All rules share one argument. The *controller* is the player who is **not** to move and who
//! answers every drop by a fixed plan. The plan decides which empty spaces the opponent can ever
//! get; together with his discs they are his *reach*. If the reach holds no line, the opponent
//! never completes one, and the plan is safe: the controller need never look at what is
//! threatened. Everything here needs an even number of rows, and is switched off without.
//!
//! # Columns
//!
//! Write `E` for even rows and `O` for odd rows. The plan treats each column in one of two ways.
//!
//! * **Aligned**: once the next space is odd, the opponent gets the odd space and the controller
//!   answers directly above, on the even one. The top row is even, so there is always an answer.
//! * **Anti**: once the next space is even, the opponent gets the even space and the controller
//!   answers on the odd one above. The top space, even, has no answer above it; an anti column is
//!   therefore good only as long as the opponent dares not climb to the top.
//!
//! A column whose next space is not yet of that parity is *waiting*: its next space belongs to
//! nobody. When the opponent takes a waiting space, the controller takes another, so there must be
//! an even number of them. Count them: a column is waiting if it is aligned with an odd number of
//! empty spaces, or anti with an even number. So modulo 2
//!
//! ```text
//!   waiting = empty spaces in the grid + anti columns.
//! ```
//!
//! When First is to move the number of empty spaces is even, when Second is, odd. Hence Second
//! needs an even number of anti columns and First an odd number.
//!
//! # Threats of the controller
//!
//! Let `t` be a threat of the controller on a space the plan gives to him (even in an aligned
//! column, odd in an anti column), not playable now, and not a waiting space. The space below `t`
//! is *poisoned*: when the opponent plays it without completing a line, the controller wins at
//! once on `t`. So `t` and all above it are out of the opponent's reach, and an anti column with
//! such a threat is never climbed. With threats `T`, the lowest one in each column, everything
//! except `T`, the spaces above and the poisoned ones gets filled at the latest; then the opponent,
//! who is to move (the answers come in pairs), must play a poisoned space and loses with ply
//!
//! ```text
//!   area − |T and above| − |T| + 2        at the latest.
//! ```
//!
//! The poisoned spaces stay in the reach, because the opponent may complete a line on one of them.
//! But a line with *two* poisoned spaces he cannot complete: he would have to survive the first.

mod hold_out;

use crate::node::Node;
use crate::rules::{Switches, Technique};
use crate::score::lost_by;
use crate::shape::{Shape, first_of, has_two, line_starts, shl, shr};

// What nearly every position needs is part of the search's loop; the functions that few need are
// not, because the loop would have to make room for them.

/// Returned when no rule applies: larger than any score.
pub(crate) const UNBOUNDED: i32 = 99;

/// An upper bound of the score of the player to move, or [`UNBOUNDED`].
///
/// `window` is only a hint: rules that cannot give less than it are not tried.
#[inline(always)]
pub(crate) fn upper_bound<S: Shape, R: Switches>(
    shape: S,
    rules: R,
    node: &Node,
    window: i32,
) -> i32 {
    if shape.height() % 2 == 1 {
        return UNBOUNDED;
    }
    let plan = Plan::new(shape, rules, node);
    if node.first_to_move() {
        let bound = plan.second_in_control(window);
        if bound >= window && rules.on(Technique::HoldOut) {
            return bound.min(plan.second_holds_out(window));
        }
        return bound;
    }
    let bound = plan.first_in_control(window);
    if bound >= window && rules.on(Technique::HoldOut) {
        return bound.min(plan.first_holds_out(window));
    }
    bound
}

/// What all plans of one position have in common.
struct Plan<'a, S, R> {
    shape: S,
    rules: R,
    node: &'a Node,
    empty: u64,
    playable: u64,
    /// Next spaces of columns with an odd number of empty spaces: waiting if aligned.
    even_next: u64,
}

impl<'a, S: Shape, R: Switches> Plan<'a, S, R> {
    #[inline(always)]
    fn new(shape: S, rules: R, node: &'a Node) -> Self {
        let playable = shape.playable(node.all);
        Self {
            shape,
            rules,
            node,
            empty: shape.spaces() ^ node.all,
            playable,
            even_next: playable & shape.even_rows(),
        }
    }

    /// The opponent's reach when the columns `anti` are anti and all others aligned, before
    /// threats of the controller are taken into account. Waiting spaces are in it: in an aligned
    /// column the even next space, in an anti column the odd one.
    #[inline(always)]
    fn reach(&self, anti: u64) -> u64 {
        let odd = self.shape.odd_rows();
        let pattern = (odd & !anti) | (self.shape.even_rows() & anti);
        self.node.mover | (self.empty & pattern) | (self.even_next & !anti) | (self.playable & anti)
    }

    /// The controller's lowest threat in each column that the plan with those `anti` columns
    /// keeps for him.
    #[inline(always)]
    fn kept_threats(&self, anti: u64) -> u64 {
        let even = self.shape.even_rows() & !anti;
        let odd = self.shape.odd_rows() & anti;
        self.shape
            .lowest(self.node.their_threats & (even | odd) & !self.playable)
    }

    /// Whether the opponent can complete a line within `reach`, given the poisoned spaces.
    #[inline(always)]
    fn has_line(&self, reach: u64, poisoned: u64) -> bool {
        if !self.rules.on(Technique::PoisonedPairs) || !has_two(poisoned) {
            return self.shape.has_line(reach);
        }
        let pairs = reach & (reach >> 1);
        let mut found = pairs & (pairs >> 2);
        for s in self.shape.slants() {
            let [a, b] = [poisoned, shr(poisoned, s)];
            let [c, d] = [shr(poisoned, 2 * s), shr(poisoned, 3 * s)];
            let hurt_twice = (a & b) | (c & d) | ((a | b) & (c | d));
            found |= line_starts(reach, s) & !hurt_twice;
        }
        found != 0
    }

    /// The score when the controller wins by the threats `kept` at the latest.
    #[inline(always)]
    fn score_of(&self, kept: u64) -> i32 {
        let beyond = self.shape.upwards(kept).count_ones() + kept.count_ones();
        lost_by(self.shape, self.shape.area() + 2 - beyond as i32)
    }

    /// The bound by the plan with those `anti` columns, each of which must have an odd threat of
    /// the controller, or by a refinement of it. Only a bound below `window` is of use.
    #[inline(always)]
    fn control(&self, anti: u64, window: i32) -> i32 {
        let kept = self.kept_threats(anti);
        // What the plan would give is cheaper to find than whether it is safe.
        let hoped = if kept != 0 {
            self.score_of(kept)
        } else if window > 0 {
            0
        } else {
            self.follow_up_score()
        };
        if hoped >= window {
            return UNBOUNDED;
        }
        let beyond = self.shape.upwards(kept);
        let reach = self.reach(anti) & !beyond;
        if !self.has_line(reach, kept >> 1) {
            return if kept == 0 && window > 0 {
                self.follow_up_score()
            } else {
                hoped
            };
        }
        if self.rules.on(Technique::BaseInverse)
            && (kept != 0 || window > 0)
            && self.base_inverse(reach, beyond, anti, kept >> 1)
        {
            return hoped;
        }
        UNBOUNDED
    }

    /// First is to move and Second is in control, with no anti column or two.
    #[inline(always)]
    fn second_in_control(&self, window: i32) -> i32 {
        if !self.rules.on(Technique::ClaimEven) {
            return UNBOUNDED;
        }
        let bound = self.control(0, window);
        if bound < window {
            return bound;
        }
        let odd_threats = self
            .shape
            .lowest(self.node.their_threats & self.shape.odd_rows() & !self.playable);
        if self.rules.on(Technique::TwoOddThreats) && has_two(odd_threats) {
            return bound.min(self.two_odd_threats(odd_threats, window));
        }
        bound
    }

    /// The score when Second answers above everywhere and First never completes a line.
    ///
    /// Second then owns all even spaces that are not waiting. If they complete a line with rows up
    /// to `r` only, the last disc of it leaves at least `height − r` spaces above it empty.
    #[inline(never)]
    fn follow_up_score(&self) -> i32 {
        let even = self.empty & self.shape.even_rows() & !self.even_next;
        let discs = self.node.opponent();
        if !self.shape.has_line(discs | even) {
            return 0;
        }
        let mut row = 2;
        while row < self.shape.height() {
            let rows = self.shape.floor() * ((1 << row) - 1);
            if self.shape.has_line(discs | (even & rows)) {
                let spare = (self.shape.height() - row) as i32;
                return lost_by(self.shape, self.shape.area() - spare);
            }
            row += 2;
        }
        lost_by(self.shape, self.shape.area())
    }

    /// Two anti columns, each with an odd threat of Second. Only a bound below `window` is of use.
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
                let anti = self.shape.columns_of(one | other);
                let kept = self.kept_threats(anti);
                let hoped = self.score_of(kept);
                let reach = self.reach(anti) & !self.shape.upwards(kept);
                if hoped < best && !self.has_line(reach, kept >> 1) {
                    best = hoped;
                }
            }
        }
        if best < window { best } else { UNBOUNDED }
    }

    /// Whether the controller holds by splitting two playable odd spaces of aligned columns that
    /// every line in the opponent's reach needs.
    ///
    /// When the opponent takes one of them, the controller takes the other instead of the space
    /// above, and the other way round. The spaces above the two are then waiting, and the
    /// controller splits them in the same way; above them the columns are aligned again. So the
    /// opponent's reach grows by the two spaces above, but he cannot have both of either pair.
    /// Neither of the two may be poisoned: the controller must not play below his own threat.
    #[inline(never)]
    fn base_inverse(&self, reach: u64, beyond: u64, anti: u64, poisoned: u64) -> bool {
        let line = self.some_line(reach);
        let mut ones = line & self.playable & self.shape.odd_rows() & !anti & !poisoned;
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

    /// The spaces of one line within `set`, or nothing when there is none.
    #[inline(always)]
    fn some_line(&self, set: u64) -> u64 {
        for s in self.shape.slants() {
            let starts = line_starts(set, s);
            if starts != 0 {
                let start = first_of(starts);
                return start | shl(start, s) | shl(start, 2 * s) | shl(start, 3 * s);
            }
        }
        0
    }

    /// Second is to move and First is in control, with one anti column that has an odd threat.
    #[inline(always)]
    fn first_in_control(&self, window: i32) -> i32 {
        if !self.rules.on(Technique::OddThreat) {
            return UNBOUNDED;
        }
        let mut threats = self.node.their_threats & self.shape.odd_rows() & !self.playable;
        if !self.rules.on(Technique::OddThreatAnyColumn) {
            threats &= self.shape.columns_of(self.even_next);
        }
        let mut threats = self.shape.lowest(threats);
        let mut best = UNBOUNDED;
        while threats != 0 {
            let threat = first_of(threats);
            threats ^= threat;
            best = best.min(self.control(self.shape.columns_of(threat), window));
        }
        best
    }
}
