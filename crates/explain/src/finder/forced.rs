//! Forced sequences: each drop threatens to complete a line at once, so that the opponent has only
//! one reply, until there are two threats.

use super::bits::{Bits, cells_of, column_of, threats};
use crate::proof::{ProofBranch, ProofNode};

/// Most forcing drops of a sequence: longer ones hardly occur and are hard to follow.
pub(crate) const FORCING_DROPS_MAX: usize = 5;

/// Returns the shortest forced win of the player who has just dropped, that drop included.
pub(super) fn forced_win(at: Bits) -> Option<ProofNode> {
    // Iterative deepening: the shortest win is the easiest to follow.
    (1..=FORCING_DROPS_MAX).find_map(|drops| search(at, drops))
}

fn search(at: Bits, drops: usize) -> Option<ProofNode> {
    if at.completions() == 0 || at.opponent_completions() != 0 {
        return None;
    }
    let reply = at.replies();
    let after = at.after_reply(reply);
    if reply == 0 || after.completions() != 0 {
        return (drops == 1).then(|| ProofNode::Replies(Vec::new()));
    }
    if drops == 1 {
        return None;
    }
    cells_of(after.landings()).find_map(|answer| {
        let next = after.after_answer(answer);
        let then = search(next, drops - 1)?;
        Some(ProofNode::Replies(vec![ProofBranch {
            reply: column_of(reply),
            answer: column_of(answer),
            then,
        }]))
    })
}

/// Returns true if the player, who is to move and has no line to complete or block, has a drop that
/// makes two threats.
pub(super) fn can_fork(after: Bits) -> bool {
    let opponent = threats(after.opponent(), after.all);
    cells_of(after.landings() & !(opponent >> 1))
        .any(|answer| search(after.after_answer(answer), 1).is_some())
}
