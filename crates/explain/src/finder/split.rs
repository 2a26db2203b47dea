//! Searches for the simplest strategy that proves a claim: a plan at once, after forced replies, or
//! another one for each reply.

use std::collections::{HashMap, HashSet};
use std::fmt;

use foursight_core::{Column, DropPosition, End, Position};
use foursight_solver::{Limits, Solver, Wdl};

use super::allis;
use super::bits::Bits;
use super::column_plan::PlanFinder;
use super::forced::forced_win;
use super::short_tree::short_tree;
use crate::proof::{Goal, ProofBranch, ProofNode};

/// Most replies that a split answers one by one on two levels together.
const SPLIT_LEVELS_MAX: usize = 2;
/// Nodes that the solver visits at most to find out whether an answer keeps the goal.
const SOLVER_NODES_MAX: u64 = 500_000;

/// Columns in the order in which answers are tried.
const ORDER: [usize; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Entries above which a cache is emptied: about 100 MB.
const CACHE_ENTRIES_MAX: usize = 500_000;

/// Results of searches for proofs, for the next one.
#[derive(Default)]
pub struct ProofCache {
    plans: PlanFinder,
    /// Leaves by position and goal.
    leaves: HashMap<(DropPosition, Goal), Option<ProofNode>>,
    /// Positions without a strategy of this number of levels.
    refuted: HashSet<(DropPosition, Goal, usize)>,
    outcomes: HashMap<DropPosition, Wdl>,
}

impl fmt::Debug for ProofCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProofCache").finish_non_exhaustive()
    }
}

impl ProofCache {
    fn entries(&self) -> usize {
        self.leaves.len() + self.refuted.len() + self.outcomes.len()
    }
}

/// Finds proofs; keeps what it has found from one search to the next.
pub(crate) struct ProofFinder<'a> {
    solver: &'a mut Solver,
    limits: Limits<'a>,
    cache: ProofCache,
    /// Positions that the finders may still visit.
    budget: u64,
}

impl<'a> ProofFinder<'a> {
    pub(crate) fn new(solver: &'a mut Solver, limits: Limits<'a>, cache: ProofCache) -> Self {
        let cache = if cache.entries() > CACHE_ENTRIES_MAX {
            ProofCache::default()
        } else {
            cache
        };
        Self {
            solver,
            limits,
            cache,
            budget: 0,
        }
    }

    pub(crate) fn into_cache(self) -> ProofCache {
        self.cache
    }

    pub(crate) fn solver(&mut self) -> &mut Solver {
        self.solver
    }

    /// Sets the number of positions that the next searches may visit together.
    pub(crate) fn refill(&mut self, positions: u64) {
        self.budget = positions;
    }

    /// Returns a strategy without a split of the player who has just dropped, or `None`.
    pub(crate) fn find_simple(&mut self, at: DropPosition, goal: Goal) -> Option<ProofNode> {
        self.leaf(at, goal)
    }

    /// Returns a strategy of the player who has just dropped, or `None`.
    pub(crate) fn find(&mut self, at: DropPosition, goal: Goal) -> Option<ProofNode> {
        (0..=SPLIT_LEVELS_MAX).find_map(|levels| self.strategy(at, goal, levels))
    }

    /// Returns a reply of the player to move and the strategy that follows, or `None`.
    pub(crate) fn find_reply(
        &mut self,
        after: DropPosition,
        goal: Goal,
    ) -> Option<(Column, ProofNode)> {
        if goal == Goal::Win
            && let Some(forced) = forced_reply(after)
        {
            return Some(forced);
        }
        (0..=SPLIT_LEVELS_MAX).find_map(|levels| self.answer_within(after, goal, levels))
    }

    fn strategy(&mut self, at: DropPosition, goal: Goal, levels: usize) -> Option<ProofNode> {
        if let Some(leaf) = self.leaf(at, goal) {
            return Some(leaf);
        }
        let bits = Bits::of(at);
        if self
            .limits
            .should_stop
            .is_some_and(|should_stop| should_stop())
        {
            self.budget = 0;
        }
        if at.is_over() || self.budget == 0 || bits.opponent_completions() != 0 {
            return None;
        }
        if self.cache.refuted.contains(&(at, goal, levels)) {
            return None;
        }
        let found = self.split(at, goal, levels);
        if found.is_none() && self.budget > 0 {
            self.cache.refuted.insert((at, goal, levels));
        }
        found
    }

    /// Returns a strategy with an answer to each reply. A forced reply costs no level.
    fn split(&mut self, at: DropPosition, goal: Goal, levels: usize) -> Option<ProofNode> {
        let is_forced = Bits::of(at).replies().is_power_of_two();
        let levels = if is_forced {
            levels
        } else {
            levels.checked_sub(1)?
        };
        let mut branches = Vec::new();
        for reply in columns() {
            let Ok(after) = at.drop_in(reply) else {
                continue;
            };
            if after.is_over() {
                if goal == Goal::Win {
                    return None;
                }
                continue;
            }
            let completes = |column| after.drop_in(column).is_ok_and(is_won);
            if columns().any(completes) {
                continue;
            }
            branches.push(self.answer(reply, after, goal, levels)?);
        }
        Some(ProofNode::Replies(branches))
    }

    /// Returns an answer to a reply that leads to a strategy of at most `levels` levels.
    fn answer(
        &mut self,
        reply: Column,
        after: DropPosition,
        goal: Goal,
        levels: usize,
    ) -> Option<ProofBranch> {
        let found = (0..=levels).find_map(|levels| self.answer_within(after, goal, levels));
        found.map(|(answer, then)| ProofBranch {
            reply,
            answer,
            then,
        })
    }

    fn answer_within(
        &mut self,
        after: DropPosition,
        goal: Goal,
        levels: usize,
    ) -> Option<(Column, ProofNode)> {
        columns().find_map(|answer| {
            let next = after.drop_in(answer).ok()?;
            let is_safe = next.is_over() || Bits::of(next).opponent_completions() == 0;
            if !is_safe || !self.keeps(next, goal) {
                return None;
            }
            let then = self.strategy(next, goal, levels)?;
            Some((answer, then))
        })
    }

    /// Returns true if the player who has just dropped reaches the goal.
    fn keeps(&mut self, at: DropPosition, goal: Goal) -> bool {
        let Some(outcome) = self.outcome(at) else {
            return false;
        };
        match goal {
            Goal::Win => outcome == Wdl::Loss,
            Goal::Hold => outcome != Wdl::Win,
        }
    }

    /// Returns the outcome for the player to move.
    fn outcome(&mut self, at: DropPosition) -> Option<Wdl> {
        if let Some(end) = at.end() {
            return Some(match end {
                End::Won(_) => Wdl::Loss,
                End::Draw(_) => Wdl::Draw,
            });
        }
        if let Some(known) = self.cache.outcomes.get(&at) {
            return Some(*known);
        }
        let limits = Limits {
            nodes: Some(SOLVER_NODES_MAX.min(self.budget)),
            ..self.limits
        };
        let solution = self
            .solver
            .outcome_within(&Position::from(at), limits)
            .ok()?;
        self.budget = self.budget.saturating_sub(solution.nodes / 2);
        let outcome = solution.value.exact()?;
        self.cache.outcomes.insert(at, outcome);
        Some(outcome)
    }

    /// Returns a strategy without a split.
    fn leaf(&mut self, at: DropPosition, goal: Goal) -> Option<ProofNode> {
        if let Some(known) = self.cache.leaves.get(&(at, goal)) {
            return known.clone();
        }
        let found = self.search_leaf(at, goal);
        if self.budget > 0 {
            self.cache.leaves.insert((at, goal), found.clone());
        }
        found
    }

    fn search_leaf(&mut self, at: DropPosition, goal: Goal) -> Option<ProofNode> {
        if let Some(end) = at.end() {
            let is_reached = goal == Goal::Hold || matches!(end, End::Won(_));
            return is_reached.then_some(ProofNode::Over);
        }
        let bits = Bits::of(at);
        if let Some(forced) = forced_win(bits) {
            return Some(forced);
        }
        if let Some(tree) = short_tree(bits, goal, &mut self.budget) {
            return Some(tree);
        }
        let plan = self.cache.plans.find(bits, goal, &mut self.budget);
        plan.map(ProofNode::Plan).or_else(|| {
            let holds = goal == Goal::Hold;
            let cover = holds
                .then(|| allis::cover(bits, &mut self.budget))
                .flatten();
            // Where any drops hold, rules explain nothing.
            let cover = cover.filter(|_| !self.cache.plans.holds_by_any(bits, &mut self.budget));
            cover.map(ProofNode::Rules)
        })
    }
}

/// Returns a reply that completes a line, or after which everything is forced. Either is easier to see
/// than a plan after another reply.
fn forced_reply(after: DropPosition) -> Option<(Column, ProofNode)> {
    let completes = |reply: &Column| after.drop_in(*reply).is_ok_and(is_won);
    if let Some(reply) = columns().find(completes) {
        return Some((reply, ProofNode::Over));
    }
    columns().find_map(|reply| {
        let next = after.drop_in(reply).ok()?;
        let bits = Bits::of(next);
        let is_safe = !next.is_over() && bits.opponent_completions() == 0;
        let forced = is_safe.then(|| forced_win(bits)).flatten()?;
        Some((reply, forced))
    })
}

fn is_won(position: DropPosition) -> bool {
    matches!(position.end(), Some(End::Won(_)))
}

fn columns() -> impl Iterator<Item = Column> {
    ORDER.into_iter().filter_map(Column::from_index)
}
