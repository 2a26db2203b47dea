//! The nine rules of Allis (*A Knowledge-based Approach of Connect-Four*, 1988), with which Second
//! holds: instances of the rules that stand together and solve every line First may still complete.
//!
//! Pairwise compatibility is a criterion, not a theorem: the check plays the cover.

mod cover;
mod instances;

use foursight_core::{Cell, Row};

use super::bits::{Bits, column_of};
use crate::proof::{AllisRule, RuleCover, RuleInstance};

/// A rule on some cells.
#[derive(Clone, Debug)]
struct RuleCandidate {
    rule: AllisRule,
    /// Its cells.
    cells: u64,
    /// The cells of its claimevens.
    claimevens: u64,
    /// The lines it solves, one bit a line.
    solves: u128,
}

/// Returns rules with which the player who has just dropped keeps the opponent from every line, or
/// `None`. The player must be Second, who has the last disc.
pub(super) fn cover(at: Bits, budget: &mut u64) -> Option<RuleCover> {
    if !at.all.count_ones().is_multiple_of(2) || at.opponent_completions() != 0 {
        return None;
    }
    let lines = instances::live_lines(at);
    let candidates = instances::candidates(at, &lines);
    let chosen = cover::search(&candidates, lines.len(), budget)?;
    let rules = chosen.into_iter().map(|candidate| RuleInstance {
        rule: candidate.rule,
        cells: super::bits::cells_of(candidate.cells)
            .map(to_cell)
            .collect(),
    });
    Some(RuleCover {
        rules: rules.collect(),
    })
}

fn to_cell(cell: u64) -> Cell {
    let row = cell.trailing_zeros() % super::bits::STRIDE;
    Cell {
        column: column_of(cell),
        row: Row::from_index(row as usize).expect("a cell lies in a row"),
    }
}
