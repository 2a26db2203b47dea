//! Short trees: an answer to every reply, written out in full, in at most a few lines of play.

use std::collections::HashMap;

use super::bits::{Bits, cells_of, column_of};
use crate::proof::{Goal, ProofBranch, ProofNode};

/// Most lines of play of a tree that a person reads.
pub(crate) const TREE_LINES_MAX: usize = 7;
/// Positions that the search for one tree visits at most.
const TREE_POSITIONS_MAX: u64 = 20_000;

/// Returns the tree with the fewest lines with which the player who has just dropped reaches the
/// goal, or `None` if it has too many.
pub(super) fn short_tree(at: Bits, goal: Goal, budget: &mut u64) -> Option<ProofNode> {
    let mut search = TreeSearch {
        goal,
        refuted: HashMap::new(),
        positions: TREE_POSITIONS_MAX.min(*budget),
    };
    let limit = search.positions;
    let found = (1..=TREE_LINES_MAX).find_map(|lines| search.tree(at, lines));
    *budget -= limit - search.positions;
    found.map(|(strategy, _)| strategy)
}

struct TreeSearch {
    goal: Goal,
    /// Positions without a tree of this number of lines.
    refuted: HashMap<u64, usize>,
    /// Positions it may still visit.
    positions: u64,
}

impl TreeSearch {
    /// Returns a tree of at most `lines` lines, and the number of its lines.
    fn tree(&mut self, at: Bits, lines: usize) -> Option<(ProofNode, usize)> {
        if at.opponent_completions() != 0 {
            return None;
        }
        if at.landings() == 0 {
            return (self.goal == Goal::Hold).then_some((ProofNode::Over, 1));
        }
        let key = at.key();
        if self
            .refuted
            .get(&key)
            .is_some_and(|refuted| *refuted >= lines)
        {
            return None;
        }
        self.positions = self.positions.checked_sub(1)?;
        let found = self.branches(at, lines);
        if found.is_none() && self.positions > 0 {
            self.refuted.insert(key, lines);
        }
        found
    }

    fn branches(&mut self, at: Bits, lines: usize) -> Option<(ProofNode, usize)> {
        let mut open = Vec::new();
        for reply in cells_of(at.replies()) {
            let after = at.after_reply(reply);
            if after.landings() == 0 && self.goal == Goal::Win {
                return None;
            }
            if after.landings() != 0 && after.completions() == 0 {
                open.push((reply, after));
            }
        }
        if open.len() > lines {
            return None;
        }
        let mut used = 0;
        let mut branches = Vec::with_capacity(open.len());
        for (index, (reply, after)) in open.iter().enumerate() {
            let others = open.len() - index - 1;
            let available = lines.checked_sub(used + others)?;
            let (branch, count) = self.answer(*reply, *after, available)?;
            used += count;
            branches.push(branch);
        }
        Some((ProofNode::Replies(branches), used.max(1)))
    }

    /// Returns the answer with the fewest lines.
    fn answer(&mut self, reply: u64, after: Bits, lines: usize) -> Option<(ProofBranch, usize)> {
        (1..=lines).find_map(|lines| {
            cells_of(after.landings()).find_map(|answer| {
                let next = after.after_answer(answer);
                let (then, count) = self.tree(next, lines)?;
                let branch = ProofBranch {
                    reply: column_of(reply),
                    answer: column_of(answer),
                    then,
                };
                Some((branch, count))
            })
        })
    }
}
