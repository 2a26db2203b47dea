//! Enumerates the positions of one ply that a book covers.
//!
//! A layer holds every position with a given number of discs in which the game goes on and the
//! player to move has no immediate win, one of each pair of mirror images. Positions with an
//! immediate win need no book.
//!
//! The order of a layer is fixed, because checkpoints refer to positions by their index. It is the
//! order in which a depth-first walk from the empty board first meets them, so that neighbours
//! share most of their discs and the solver's transposition table entries.

use std::collections::HashSet;
use std::fmt;

use foursight_core::{Column, Player, Position};

use super::{BOOK_PLIES_MAX, BoardSize};
use crate::geometry::{AnyGeometry, BoardGeometry};
use crate::node::Node;

/// A position of a layer, given by the drops of one path to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    columns: [u8; BOOK_PLIES_MAX as usize],
    plies: u8,
}

impl Opening {
    const START: Self = Self {
        columns: [0; BOOK_PLIES_MAX as usize],
        plies: 0,
    };

    /// Iterates over the columns of its drops.
    pub fn columns(&self) -> impl Iterator<Item = Column> + '_ {
        let drops = &self.columns[..self.plies.into()];
        let column = |index: &u8| Column::from_index((*index).into());
        drops.iter().filter_map(column)
    }

    /// Returns the position on a board of the size whose layer it comes from.
    ///
    /// # Panics
    ///
    /// Panics if the drops are illegal on this board.
    #[must_use]
    pub fn position(&self, size: BoardSize) -> Position {
        let start = Position::new(size.ruleset());
        self.columns().fold(start, |position, column| {
            position
                .drop_in(column)
                .expect("the drops of a layer are legal on its board")
        })
    }

    fn then(mut self, column: u32) -> Self {
        self.columns[usize::from(self.plies)] = column as u8;
        self.plies += 1;
        self
    }

    /// Returns the position as a search node.
    pub(super) fn node(&self, geometry: AnyGeometry) -> Node {
        let start = Node::new(geometry, 0, 0);
        let drops = &self.columns[..self.plies.into()];
        drops.iter().fold(start, |node, column| {
            let cell = geometry.playable(node.all) & geometry.column((*column).into());
            node.after(geometry, cell)
        })
    }
}

/// Formats as a drop string, `4453`, or as a list, `[10,4]`, if a column has two digits.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drops: Vec<_> = self.columns().map(|column| column.to_string()).collect();
        if drops.iter().all(|drop| drop.len() == 1) {
            f.write_str(&drops.concat())
        } else {
            write!(f, "[{}]", drops.join(","))
        }
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opening({self})")
    }
}

/// Returns a unique key of a position and its mirror image.
///
/// The discs of the player to move plus the discs of both: in each column the second number encodes
/// the height of the stack, and the first adds which discs are the mover's, so no two positions
/// have the same sum.
pub(super) fn key(geometry: AnyGeometry, node: &Node) -> u64 {
    let image = geometry.mirrored(node.mover) + geometry.mirrored(node.all);
    image.min(node.mover + node.all)
}

/// Converts a position to a search node. The board must have that geometry.
pub(crate) fn node_of(geometry: AnyGeometry, position: &Position) -> Node {
    let board = position.board();
    let discs = Player::BOTH.map(|player| board.bits(player) as u64);
    let mover = discs[position.to_move().index()];
    Node::new(geometry, mover, discs[0] | discs[1])
}

/// Iterates over the children after drops that complete no line, with the columns of the drops.
pub(super) fn children(geometry: AnyGeometry, node: &Node) -> impl Iterator<Item = (u32, Node)> {
    let (node, drops) = (*node, geometry.playable(node.all) & !node.own_threats);
    (0..geometry.width())
        .map(move |column| (column, drops & geometry.column(column)))
        .filter(|(_, cell)| *cell != 0)
        .map(move |(column, cell)| (column, node.after(geometry, cell)))
}

/// Returns every position of a layer, in its fixed order. Empty beyond the maximum depth of a book.
///
/// # Examples
///
/// ```
/// use foursight_solver::book::{BoardSize, layer};
///
/// let first = layer(BoardSize::STANDARD, 2)[0];
/// assert_eq!(first.to_string(), "11");
/// assert_eq!(layer(BoardSize::STANDARD, 1).len(), 4); // the other three are mirror images
/// ```
#[must_use]
pub fn layer(size: BoardSize, plies: u32) -> Vec<Opening> {
    enumerate(size, plies, usize::MAX)
}

/// Returns every position of a layer that is claimed to have `positions` of them, or `None` if it
/// has not. The claim may come from an untrusted file, so enumeration stops one beyond it.
#[must_use]
pub fn layer_of(size: BoardSize, plies: u32, positions: usize) -> Option<Vec<Opening>> {
    Some(enumerate(size, plies, positions)).filter(|found| found.len() == positions)
}

/// Enumerates the positions of a layer, stopping at `positions_max` + 1.
fn enumerate(size: BoardSize, plies: u32, positions_max: usize) -> Vec<Opening> {
    if plies > size.plies_max() {
        return Vec::new();
    }
    let geometry = size.geometry();
    let mut walk = LayerWalk {
        geometry,
        plies: plies as i32,
        seen: vec![HashSet::new(); plies as usize + 1],
        found: Vec::new(),
        positions_max,
    };
    walk.visit(Opening::START, &Node::new(geometry, 0, 0));
    walk.found
}

struct LayerWalk {
    geometry: AnyGeometry,
    plies: i32,
    seen: Vec<HashSet<u64>>,
    found: Vec<Opening>,
    /// The walk stops when it has found more than this many.
    positions_max: usize,
}

impl LayerWalk {
    fn visit(&mut self, opening: Opening, node: &Node) {
        if self.found.len() > self.positions_max
            || !self.seen[node.discs as usize].insert(key(self.geometry, node))
        {
            return;
        }
        if node.discs < self.plies {
            for (column, child) in children(self.geometry, node) {
                self.visit(opening.then(column), &child);
            }
        } else if !node.wins_now(self.geometry) {
            self.found.push(opening);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a layer with the distinct positions found by the ordinary rules.
    fn check(size: BoardSize, plies: u32) {
        let mut ply = HashSet::from([Position::new(size.ruleset())]);
        for _ in 0..plies {
            ply = ply.iter().flat_map(Position::children).collect();
        }
        ply.retain(|position| {
            let wins = position.children().any(|child| {
                child
                    .board()
                    .has_line(position.to_move(), BoardSize::CONNECT)
            });
            !position.is_over() && !wins
        });
        let reached: HashSet<_> = layer(size, plies)
            .iter()
            .map(|opening| {
                let position = opening.position(size);
                let node = opening.node(size.geometry());
                assert_eq!(node.all, node_of(size.geometry(), &position).all);
                position
            })
            .flat_map(|position| [Some(position), position.mirror()])
            .flatten()
            .collect();
        assert_eq!(reached.len(), ply.len(), "{size}, {plies} plies");
        assert!(reached == ply);
    }

    #[test]
    fn enumeration_stops_beyond_the_claimed_number_of_positions() {
        let all = layer(BoardSize::STANDARD, 6);
        let check = |claimed: usize, is_right: bool, enumerated: usize| {
            assert_eq!(
                layer_of(BoardSize::STANDARD, 6, claimed).is_some(),
                is_right
            );
            assert_eq!(enumerate(BoardSize::STANDARD, 6, claimed).len(), enumerated);
        };
        check(all.len(), true, all.len());
        check(all.len() + 1, false, all.len());
        check(all.len() - 1, false, all.len());
        check(9, false, 10);
        check(0, false, 1);
        // Enumerating these fully would take far too long.
        assert_eq!(layer_of(BoardSize::STANDARD, BOOK_PLIES_MAX, 3), None);
    }

    #[test]
    fn a_layer_holds_every_position_or_its_mirror_image() {
        for plies in 0..=6 {
            check(BoardSize::STANDARD, plies);
        }
        for (width, height) in [(4, 4), (5, 4), (3, 5), (1, 6)] {
            let size = BoardSize::new(width, height).expect("small");
            for plies in 0..=size.plies_max().min(9) {
                check(size, plies);
            }
        }
    }
}
