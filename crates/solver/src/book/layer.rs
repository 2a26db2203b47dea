//! The positions of one ply that a book answers.
//!
//! A layer holds every position of the standard game with a given number of discs in which the
//! game goes on and the player to move cannot win at once, one of each pair of mirror images.
//! Positions with an immediate win need no book: whoever asks sees the win.
//!
//! The order of a layer is fixed, because checkpoints refer to positions by their place in it.
//! It is the order in which a walk from the empty grid first meets them, so that neighbours
//! share most of their discs and a solver's memo serves one after the other.

use std::collections::HashSet;

use foursight_core::Drops;

use crate::node::Node;
use crate::shape::{Shape, Standard};

/// The number that stands for a position and its mirror image.
///
/// The discs of the player to move plus the discs of both: in each column the second number says
/// how high the stack is, and the first adds which discs are the mover's, so no two positions
/// have the same sum.
pub(super) fn key(node: &Node) -> u64 {
    let image = Standard.mirrored(node.mover) + Standard.mirrored(node.all);
    image.min(node.mover + node.all)
}

/// The position as the search sees it.
pub(super) fn node(position: Drops) -> Node {
    Node::new(Standard, position.mover_word(), position.all_word())
}

/// What the drops that do not end the game lead to.
pub(super) fn children(node: &Node) -> impl Iterator<Item = Node> {
    let drops = Standard.playable(node.all) & !node.own_threats;
    (0..Standard.width())
        .map(move |column| drops & Standard.column(column))
        .filter(|space| *space != 0)
        .map(|space| node.after(Standard, space))
}

/// Every position of a layer, in its fixed order.
#[must_use]
pub fn layer(plies: u32) -> Vec<Drops> {
    let mut walk = Walk {
        plies,
        seen: vec![HashSet::new(); plies as usize + 1],
        found: Vec::new(),
    };
    walk.visit(Drops::default(), 0);
    walk.found
}

struct Walk {
    plies: u32,
    seen: Vec<HashSet<u64>>,
    found: Vec<Drops>,
}

impl Walk {
    fn visit(&mut self, position: Drops, plies: u32) {
        let node = node(position);
        if position.is_over() || !self.seen[plies as usize].insert(key(&node)) {
            return;
        }
        if plies < self.plies {
            for child in position.children() {
                self.visit(child, plies + 1);
            }
        } else if !node.wins_now(Standard) {
            self.found.push(position);
        }
    }
}
