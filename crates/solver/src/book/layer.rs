//! The positions of one ply that a book answers.
//!
//! A layer holds every position with a given number of discs in which the game goes on and the
//! player to move cannot win at once, one of each pair of mirror images. Positions with an
//! immediate win need no book: whoever asks sees the win.
//!
//! The order of a layer is fixed, because checkpoints refer to positions by their place in it.
//! It is the order in which a walk from the empty grid first meets them, so that neighbours
//! share most of their discs and a solver's memo serves one after the other.

use std::collections::HashSet;
use std::fmt;

use foursight_core::{Column, Player, Position};

use super::{BOOK_PLIES_MAX, Size};
use crate::node::Node;
use crate::shape::{AnyShape, Shape};

/// A position of a layer: the drops of one way to reach it.
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

    /// The columns of its drops.
    pub fn columns(&self) -> impl Iterator<Item = Column> + '_ {
        let drops = &self.columns[..self.plies.into()];
        let column = |index: &u8| Column::from_index((*index).into());
        drops.iter().filter_map(column)
    }

    /// The position on the grid whose layer it comes from.
    ///
    /// # Panics
    ///
    /// On another grid its drops may be illegal.
    #[must_use]
    pub fn position(&self, size: Size) -> Position {
        let start = Position::new(size.ruleset());
        self.columns().fold(start, |position, column| {
            position
                .drop_in(column)
                .expect("the drops of a layer are legal on its grid")
        })
    }

    fn then(mut self, column: u32) -> Self {
        self.columns[usize::from(self.plies)] = column as u8;
        self.plies += 1;
        self
    }

    /// The position as the search sees it.
    pub(super) fn node(&self, shape: AnyShape) -> Node {
        let start = Node::new(shape, 0, 0);
        let drops = &self.columns[..self.plies.into()];
        drops.iter().fold(start, |node, column| {
            let space = shape.playable(node.all) & shape.column((*column).into());
            node.after(shape, space)
        })
    }
}

/// The drop string, `4453`, or a list, `[10,4]`, where a column has two digits.
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

/// The number that stands for a position and its mirror image.
///
/// The discs of the player to move plus the discs of both: in each column the second number says
/// how high the stack is, and the first adds which discs are the mover's, so no two positions
/// have the same sum.
pub(super) fn key(shape: AnyShape, node: &Node) -> u64 {
    let image = shape.mirrored(node.mover) + shape.mirrored(node.all);
    image.min(node.mover + node.all)
}

/// A position as the search sees it. The grid must be of that shape.
pub(crate) fn node_of(shape: AnyShape, position: &Position) -> Node {
    let grid = position.grid();
    let discs = Player::BOTH.map(|player| grid.word(player) as u64);
    let mover = discs[position.to_move().index()];
    Node::new(shape, mover, discs[0] | discs[1])
}

/// What the drops that complete no line lead to, with the columns of the drops.
pub(super) fn children(shape: AnyShape, node: &Node) -> impl Iterator<Item = (u32, Node)> {
    let (node, drops) = (*node, shape.playable(node.all) & !node.own_threats);
    (0..shape.width())
        .map(move |column| (column, drops & shape.column(column)))
        .filter(|(_, space)| *space != 0)
        .map(move |(column, space)| (column, node.after(shape, space)))
}

/// Every position of a layer, in its fixed order. None beyond the plies a book can have.
///
/// # Examples
///
/// ```
/// use foursight_solver::book::{Size, layer};
///
/// let first = layer(Size::STANDARD, 2)[0];
/// assert_eq!(first.to_string(), "11");
/// assert_eq!(layer(Size::STANDARD, 1).len(), 4); // the other three are mirror images
/// ```
#[must_use]
pub fn layer(size: Size, plies: u32) -> Vec<Opening> {
    listed(size, plies, usize::MAX)
}

/// Every position of a layer that somebody says has so many; none if it has not. What was said may be
/// wrong, so no more are listed.
#[must_use]
pub fn layer_of(size: Size, plies: u32, positions: usize) -> Option<Vec<Opening>> {
    Some(listed(size, plies, positions)).filter(|found| found.len() == positions)
}

/// The positions of a layer, up to one more than so many.
fn listed(size: Size, plies: u32, most: usize) -> Vec<Opening> {
    if plies > size.plies_max() {
        return Vec::new();
    }
    let shape = size.shape();
    let mut walk = Walk {
        shape,
        plies: plies as i32,
        seen: vec![HashSet::new(); plies as usize + 1],
        found: Vec::new(),
        most,
    };
    walk.visit(Opening::START, &Node::new(shape, 0, 0));
    walk.found
}

struct Walk {
    shape: AnyShape,
    plies: i32,
    seen: Vec<HashSet<u64>>,
    found: Vec<Opening>,
    /// The walk ends with one more than so many.
    most: usize,
}

impl Walk {
    fn visit(&mut self, opening: Opening, node: &Node) {
        if self.found.len() > self.most
            || !self.seen[node.discs as usize].insert(key(self.shape, node))
        {
            return;
        }
        if node.discs < self.plies {
            for (column, child) in children(self.shape, node) {
                self.visit(opening.then(column), &child);
            }
        } else if !node.wins_now(self.shape) {
            self.found.push(opening);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distinct positions of the rules, counted with the ordinary rules.
    fn check(size: Size, plies: u32) {
        let mut ply = HashSet::from([Position::new(size.ruleset())]);
        for _ in 0..plies {
            ply = ply.iter().flat_map(Position::children).collect();
        }
        ply.retain(|position| {
            let wins = position
                .children()
                .any(|child| child.grid().has_line(position.to_move(), Size::CONNECT));
            !position.is_over() && !wins
        });
        let reached: HashSet<_> = layer(size, plies)
            .iter()
            .map(|opening| {
                let position = opening.position(size);
                let node = opening.node(size.shape());
                assert_eq!(node.all, node_of(size.shape(), &position).all);
                position
            })
            .flat_map(|position| [Some(position), position.mirror()])
            .flatten()
            .collect();
        assert_eq!(reached.len(), ply.len(), "{size}, {plies} plies");
        assert!(reached == ply);
    }

    #[test]
    fn a_layer_is_listed_as_far_as_it_is_said_to_go() {
        let all = layer(Size::STANDARD, 6);
        let check = |said: usize, is_right: bool, listed_to: usize| {
            assert_eq!(layer_of(Size::STANDARD, 6, said).is_some(), is_right);
            assert_eq!(listed(Size::STANDARD, 6, said).len(), listed_to);
        };
        check(all.len(), true, all.len());
        check(all.len() + 1, false, all.len());
        check(all.len() - 1, false, all.len());
        check(9, false, 10);
        check(0, false, 1);
        // Nobody has the time and memory for these.
        assert_eq!(layer_of(Size::STANDARD, BOOK_PLIES_MAX, 3), None);
    }

    #[test]
    fn a_layer_holds_every_position_or_its_mirror_image() {
        for plies in 0..=6 {
            check(Size::STANDARD, plies);
        }
        for (width, height) in [(4, 4), (5, 4), (3, 5), (1, 6)] {
            let size = Size::new(width, height).expect("small");
            for plies in 0..=size.plies_max().min(9) {
                check(size, plies);
            }
        }
    }
}
