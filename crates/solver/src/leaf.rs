//! Leaf search: positions a few plies before the window's deadline.
//!
//! With only a handful of plies left the test is purely tactical, "can the attacker force a line in
//! time?", and a boolean recursion without table, ordering or scores answers it faster than the
//! main search. Its depth is at most [`LEAF_PLIES`].

use crate::geometry::{BoardGeometry, first_of, has_two};
use crate::node::Node;

/// With this many plies or fewer left, the leaf search decides.
pub(crate) const LEAF_PLIES: i32 = 5;

/// Returns whether the player to move, who has no immediate win, forces a line within `left` plies
/// (odd).
pub(crate) fn attacker_succeeds<S: BoardGeometry>(geometry: S, node: &Node, left: i32) -> bool {
    debug_assert!(left & 1 == 1);
    let mut drops = if left < 3 {
        0
    } else {
        node.non_losing_drops(geometry)
    };
    while drops != 0 {
        let cell = first_of(drops);
        drops ^= cell;
        let child = node.after(geometry, cell);
        let succeeds = if left == 3 {
            loses_next(geometry, &child)
        } else {
            defender_fails(geometry, &child, left - 1)
        };
        if succeeds {
            return true;
        }
    }
    false
}

/// Returns whether the player to move, who has no immediate win, cannot keep the opponent from
/// completing a line within `left` plies (even).
pub(crate) fn defender_fails<S: BoardGeometry>(geometry: S, node: &Node, left: i32) -> bool {
    debug_assert!(left & 1 == 0);
    if left < 2 {
        return false;
    }
    let mut drops = node.non_losing_drops(geometry);
    if drops == 0 {
        return geometry.playable(node.all) != 0;
    }
    while drops != 0 {
        let cell = first_of(drops);
        drops ^= cell;
        if !attacker_succeeds(geometry, &node.after(geometry, cell), left - 1) {
            return false;
        }
    }
    true
}

/// Returns whether every drop of the player to move lets the opponent complete a line: two threats
/// to block, a threat above the only block, or no drop left except below threats.
#[inline(always)]
fn loses_next<S: BoardGeometry>(geometry: S, node: &Node) -> bool {
    let playable = geometry.playable(node.all);
    let forced = playable & node.their_threats;
    if forced == 0 {
        playable & !(node.their_threats >> 1) == 0 && playable != 0
    } else {
        has_two(forced) || (forced << 1) & node.their_threats != 0
    }
}
