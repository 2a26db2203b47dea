//! Searches for a column plan that proves a claim.
//!
//! For each set of odd columns an AND/OR search over all drops of the opponent tests the most
//! lenient mode; only a set that passes is tested in the stricter modes.

use super::bits::{Bits, CELLS, ODD_ROWS, TOP, cells_of, column_cells, threats};
use super::forced::can_fork;
use super::visited::VisitedTable;
use crate::proof::{ColumnPlan, Goal, PlanMode};

/// Most odd columns of a plan: people cannot follow more.
const ODD_COLUMNS_MAX: u32 = 3;
/// Positions that the search of one plan visits at most.
const PLAN_POSITIONS_MAX: u64 = 3_000;

/// Searches for plans; keeps its table from one search to the next.
#[derive(Default)]
pub(crate) struct PlanFinder {
    visited: VisitedTable,
}

impl PlanFinder {
    /// Returns the best plan of the player who is not to move, or `None`. Takes the positions it
    /// visits from the budget.
    pub(super) fn find(&mut self, start: Bits, goal: Goal, budget: &mut u64) -> Option<ColumnPlan> {
        let mut best = None;
        for odd in odd_column_sets() {
            let mut works = |mode| {
                let plan = ColumnPlan::new(odd, mode);
                self.search(AnswerRule::OnTop, plan, goal, *budget)
                    .holds_within(start, budget)
            };
            if !works(PlanMode::Guided) {
                continue;
            }
            let stricter = [PlanMode::Pure, PlanMode::Complete].into_iter();
            let mode = stricter.clone().find(|mode| works(*mode));
            let mode = mode.unwrap_or(PlanMode::Guided);
            if best.is_none_or(|plan: ColumnPlan| mode < plan.mode()) {
                best = Some(ColumnPlan::new(odd, mode));
            }
            if mode == PlanMode::Pure {
                return best;
            }
        }
        // A plan that could as well be nonsense explains nothing.
        best.filter(|_| !self.is_nonsense_enough(start, goal, budget))
    }

    /// Returns true if "answer some columns to the right" also proves the claim.
    fn is_nonsense_enough(&mut self, start: Bits, goal: Goal, budget: &mut u64) -> bool {
        let plan = ColumnPlan::new(0, PlanMode::Guided);
        (1..7).any(|columns| {
            self.search(AnswerRule::Shifted(columns), plan, goal, *budget)
                .holds_within(start, budget)
        })
    }

    /// Returns true if a small search finds drops with which the planner holds, without any rules.
    pub(super) fn holds_by_any(&mut self, start: Bits, budget: &mut u64) -> bool {
        self.visited.clear();
        let limit = PLAN_POSITIONS_MAX.min(*budget);
        let mut left = limit;
        let found = holds_by_any(start, &mut self.visited, &mut left);
        *budget -= limit - left;
        found
    }

    fn search(
        &mut self,
        rule: AnswerRule,
        plan: ColumnPlan,
        goal: Goal,
        budget: u64,
    ) -> PlanSearch<'_> {
        self.visited.clear();
        PlanSearch {
            visited: &mut self.visited,
            goal,
            rule,
            plan,
            positions: PLAN_POSITIONS_MAX.min(budget),
        }
    }
}

fn holds_by_any(at: Bits, visited: &mut VisitedTable, left: &mut u64) -> bool {
    if at.opponent_completions() != 0 {
        return false;
    }
    let key = at.key();
    if let Some(known) = visited.get(key) {
        return known;
    }
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let found = cells_of(at.replies()).all(|reply| {
        let after = at.after_reply(reply);
        let open = after.landings();
        let mut answers = cells_of(open).map(|answer| after.after_answer(answer));
        open == 0
            || after.completions() != 0
            || answers.any(|next| holds_by_any(next, visited, left))
    });
    visited.insert(key, found);
    found
}

/// Iterates over the sets of odd columns, one bit a column, small sets first.
fn odd_column_sets() -> impl Iterator<Item = u8> {
    (0..=ODD_COLUMNS_MAX)
        .flat_map(|count| (0..1_u8 << 7).filter(move |odd| odd.count_ones() == count))
}

/// Answer of the planner to a disc that calls for one.
#[derive(Clone, Copy)]
enum AnswerRule {
    /// On top of it: the plan.
    OnTop,
    /// This many columns to the right: nonsense, for control.
    Shifted(u32),
}

struct PlanSearch<'a> {
    visited: &'a mut VisitedTable,
    goal: Goal,
    rule: AnswerRule,
    plan: ColumnPlan,
    /// Positions it may still visit.
    positions: u64,
}

impl PlanSearch<'_> {
    /// Searches from the start and takes the positions it visits from the budget.
    fn holds_within(&mut self, start: Bits, budget: &mut u64) -> bool {
        let limit = self.positions;
        let odd_columns = (0..7).filter(|index| self.plan.odd_bits() >> index & 1 == 1);
        let odd = odd_columns.fold(0, |set, index| set | column_cells(index));
        let found = self.holds(start, odd);
        *budget -= limit - self.positions;
        found
    }

    /// Returns true if the plan reaches the goal against every drop of the opponent. `odd` has the
    /// cells of the odd columns.
    fn holds(&mut self, at: Bits, odd: u64) -> bool {
        if at.opponent_completions() != 0 {
            return false;
        }
        let replies = at.replies();
        if replies == 0 {
            // Either the board is full or the planner completes a line after every reply.
            return at.landings() != 0 || self.goal == Goal::Hold;
        }
        let key = at.key() | odd_bits(odd) << 50;
        if let Some(known) = self.visited.get(key) {
            return known;
        }
        if self.positions == 0 {
            return false;
        }
        self.positions -= 1;
        let found = cells_of(replies).all(|reply| self.answers(at, reply, odd));
        self.visited.insert(key, found);
        found
    }

    /// Returns true if the plan has an answer to a reply.
    fn answers(&mut self, at: Bits, reply: u64, odd: u64) -> bool {
        let after = at.after_reply(reply);
        let open = after.landings();
        if open == 0 {
            return self.goal == Goal::Hold;
        }
        if after.completions() != 0 {
            return true;
        }
        let opponent_threats = threats(after.opponent(), after.all);
        let must_block = opponent_threats & open;
        let lower = lower_cells(odd);
        let on_top = self.answer_to(reply, lower, open);
        let mode = self.plan.mode();
        if must_block != 0 {
            let is_in_turn = must_block & !lower != 0 || must_block == on_top;
            return must_block.is_power_of_two()
                && (mode != PlanMode::Pure || is_in_turn)
                && self.holds(after.after_answer(must_block), odd);
        }
        if mode == PlanMode::Guided && can_fork(after) {
            return true;
        }
        let safe = open & !(opponent_threats >> 1);
        if on_top & safe != 0 {
            return self.holds(after.after_answer(on_top), odd);
        }
        if mode == PlanMode::Pure {
            let waiting = open & !lower;
            return on_top == 0 && waiting != 0 && self.all_hold(after, waiting, odd, 0);
        }
        let (choices, flips) = choices(safe, lower);
        if mode == PlanMode::Complete {
            return choices != 0 && self.all_hold(after, choices, odd, flips);
        }
        cells_of(choices).any(|answer| self.all_hold(after, answer, odd, flips))
    }

    /// Returns true if every one of these answers works. `flips` has the cells whose columns change
    /// their kind.
    fn all_hold(&mut self, after: Bits, answers: u64, odd: u64, flips: u64) -> bool {
        cells_of(answers).all(|answer| {
            let odd = if answer & flips == 0 {
                odd
            } else {
                odd ^ column_cells(answer.trailing_zeros() / 7)
            };
            self.holds(after.after_answer(answer), odd)
        })
    }

    /// Returns the cell that the disc on `reply` calls for, or 0.
    fn answer_to(&self, reply: u64, lower: u64, open: u64) -> u64 {
        match self.rule {
            AnswerRule::OnTop if reply & lower != 0 => reply << 1,
            AnswerRule::OnTop => 0,
            AnswerRule::Shifted(columns) => {
                let column = (reply.trailing_zeros() / 7 + columns) % 7;
                open & column_cells(column)
            }
        }
    }
}

/// Returns the waiting cells, or, if there is none, the cells that open a column, and which of them
/// change the kind of their column.
fn choices(safe: u64, lower: u64) -> (u64, u64) {
    match safe & !lower {
        0 => (safe, safe),
        waiting => (waiting, 0),
    }
}

/// Returns the cells below another that are on an odd row of an even column, or on an even row of
/// an odd one.
fn lower_cells(odd: u64) -> u64 {
    (ODD_ROWS ^ odd) & CELLS & !TOP
}

/// Packs the odd columns into seven bits.
fn odd_bits(odd: u64) -> u64 {
    (0..7).fold(0, |set, index| set | (odd >> (index * 7) & 1) << index)
}
