//! Chooses rules that stand together and solve every line: a set cover with conflicts.

use super::RuleCandidate;
use crate::finder::bits::{cells_of, column_cells};
use crate::proof::AllisRule;

/// Choices that one search tries at most.
const CHOICES_MAX: u64 = 2_000;

/// Returns compatible candidates that solve all lines, or `None`.
pub(super) fn search<'a>(
    candidates: &'a [RuleCandidate],
    lines: usize,
    budget: &mut u64,
) -> Option<Vec<&'a RuleCandidate>> {
    let mut left = CHOICES_MAX.min(*budget);
    let limit = left;
    let unsolved = (1_u128 << lines) - 1;
    let all: Vec<_> = candidates.iter().collect();
    let mut chosen = Vec::new();
    let found = solve(unsolved, &all, &mut chosen, &mut left);
    *budget -= limit - left;
    found.then_some(chosen)
}

/// Solves the line with the fewest candidates first. `open` are those that stand with all chosen.
fn solve<'a>(
    unsolved: u128,
    open: &[&'a RuleCandidate],
    chosen: &mut Vec<&'a RuleCandidate>,
    left: &mut u64,
) -> bool {
    if unsolved == 0 {
        return true;
    }
    let lines = (0..128).filter(|line| unsolved >> line & 1 == 1);
    let solvers = |line: &u32| {
        let solving = open
            .iter()
            .filter(|candidate| candidate.solves >> line & 1 == 1);
        solving.count()
    };
    let Some(line) = lines.min_by_key(solvers) else {
        return true;
    };
    let mut solving: Vec<_> = open
        .iter()
        .filter(|candidate| candidate.solves >> line & 1 == 1)
        .collect();
    solving.sort_by_key(|candidate| std::cmp::Reverse((candidate.solves & unsolved).count_ones()));
    for candidate in solving {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let still_open: Vec<_> = open
            .iter()
            .filter(|other| is_compatible(candidate, other))
            .copied()
            .collect();
        chosen.push(candidate);
        if solve(unsolved & !candidate.solves, &still_open, chosen, left) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// Returns true if both rules may stand together.
fn is_compatible(one: &RuleCandidate, other: &RuleCandidate) -> bool {
    let is_disjoint = one.cells & other.cells == 0;
    match (is_inverse(one), is_inverse(other)) {
        (true, true) => {
            let [one, other] = [columns(one.cells), columns(other.cells)];
            is_disjoint && (one == other || one & other == 0)
        }
        (true, false) => is_disjoint && claimevens_are_above(other, one),
        (false, true) => is_disjoint && claimevens_are_above(one, other),
        (false, false) if is_line_rule(one) && is_line_rule(other) => (0..7).all(|column| {
            let [one, other] = [one, other].map(|rule| rule.cells & column_cells(column));
            one & other == 0 || one == other
        }),
        (false, false) => is_disjoint,
    }
}

fn is_inverse(candidate: &RuleCandidate) -> bool {
    matches!(
        candidate.rule,
        AllisRule::Lowinverse | AllisRule::Highinverse
    )
}

/// Returns true for rules around a line of the holder.
fn is_line_rule(candidate: &RuleCandidate) -> bool {
    matches!(
        candidate.rule,
        AllisRule::Aftereven | AllisRule::Before | AllisRule::Specialbefore
    )
}

/// Returns true if in the columns of an inverse every claimeven lies above it.
fn claimevens_are_above(other: &RuleCandidate, inverse: &RuleCandidate) -> bool {
    (0..7).all(|column| {
        let [claimevens, inverse] =
            [other.claimevens, inverse.cells].map(|cells| cells & column_cells(column));
        cells_of(claimevens).all(|cell| cell > inverse)
    })
}

/// Returns the columns of some cells, one bit a column.
fn columns(cells: u64) -> u8 {
    (0..7).fold(0, |set, column| {
        set | u8::from(cells & column_cells(column) != 0) << column
    })
}
