//! Leaves: positions a few plies before the window's deadline.
//!
//! When only a handful of plies are left, the question is purely tactical, "can the attacker force
//! a line in time?", and a yes-or-no recursion without memo, order or scores answers it faster
//! than the search. Its depth is at most [`LEAF_PLIES`].

use crate::node::Node;
use crate::shape::{Shape, first_of, has_two};

/// With so many plies left or fewer, the leaf search decides.
pub(crate) const LEAF_PLIES: i32 = 5;

/// Whether the player to move, who has no win at once, forces a line within `left` plies (odd).
pub(crate) fn attacker_succeeds<S: Shape>(shape: S, node: &Node, left: i32) -> bool {
    debug_assert!(left & 1 == 1);
    let mut drops = if left < 3 { 0 } else { node.sensible(shape) };
    while drops != 0 {
        let space = first_of(drops);
        drops ^= space;
        let child = node.after(shape, space);
        let succeeds = if left == 3 {
            loses_next(shape, &child)
        } else {
            defender_fails(shape, &child, left - 1)
        };
        if succeeds {
            return true;
        }
    }
    false
}

/// Whether the player to move, who has no win at once, cannot keep the opponent from completing a
/// line within `left` plies (even).
pub(crate) fn defender_fails<S: Shape>(shape: S, node: &Node, left: i32) -> bool {
    debug_assert!(left & 1 == 0);
    if left < 2 {
        return false;
    }
    let mut drops = node.sensible(shape);
    if drops == 0 {
        return shape.playable(node.all) != 0;
    }
    while drops != 0 {
        let space = first_of(drops);
        drops ^= space;
        if !attacker_succeeds(shape, &node.after(shape, space), left - 1) {
            return false;
        }
    }
    true
}

/// Whether every drop of the player to move lets the opponent complete a line: two threats to
/// block, a threat above the only block, or nothing left but spaces below threats.
#[inline(always)]
fn loses_next<S: Shape>(shape: S, node: &Node) -> bool {
    let playable = shape.playable(node.all);
    let forced = playable & node.their_threats;
    if forced == 0 {
        playable & !(node.their_threats >> 1) == 0 && playable != 0
    } else {
        has_two(forced) || (forced << 1) & node.their_threats != 0
    }
}
