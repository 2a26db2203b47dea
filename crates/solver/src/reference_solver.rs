//! A slow and obvious reference solver, for tests only: it knows the rules and nothing else.
//!
//! Full-window minimax over columns of discs, with every position stored. No bit tricks, no
//! symmetry, no pruning except stopping at the end of the game.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use foursight_core::SplitMix64;

use crate::geometry::{AnyGeometry, BoardGeometry};
use crate::node::Node;

/// A position as columns of discs from the bottom; `true` is First.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ReferencePosition {
    pub(crate) columns: Vec<Vec<bool>>,
    pub(crate) height: usize,
}

impl ReferencePosition {
    pub(crate) fn empty(width: u32, height: u32) -> Self {
        Self {
            columns: vec![Vec::new(); width as usize],
            height: height as usize,
        }
    }

    /// Converts a node.
    pub(crate) fn of(geometry: AnyGeometry, node: &Node) -> Self {
        let mut reference = Self::empty(geometry.width(), geometry.height());
        let first = if node.first_to_move() {
            node.mover
        } else {
            node.opponent()
        };
        for (column, stack) in reference.columns.iter_mut().enumerate() {
            let bits =
                (0..reference.height).map(|row| 1 << (column * geometry.stride() as usize + row));
            let discs = bits.take_while(|bit| node.all & bit != 0);
            stack.extend(discs.map(|bit: u64| first & bit != 0));
        }
        reference
    }

    pub(crate) fn discs(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn first_to_move(&self) -> bool {
        self.discs().is_multiple_of(2)
    }

    pub(crate) fn can_drop(&self, column: usize) -> bool {
        self.columns[column].len() < self.height
    }

    fn holds(&self, column: i32, row: i32, player: bool) -> bool {
        usize::try_from(column)
            .ok()
            .and_then(|column| self.columns.get(column))
            .is_some_and(|stack| {
                usize::try_from(row).ok().and_then(|row| stack.get(row)) == Some(&player)
            })
    }

    /// Returns whether a drop there completes a line of the player to move.
    pub(crate) fn wins(&self, column: usize) -> bool {
        let player = self.first_to_move();
        let (column, row) = (column as i32, self.columns[column].len() as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .into_iter()
            .any(|(right, up)| {
                let run = |sign: i32| {
                    (1..4)
                        .take_while(|step| {
                            self.holds(column + sign * step * right, row + sign * step * up, player)
                        })
                        .count()
                };
                run(1) + run(-1) >= 3
            })
    }

    /// Converts to the node of the fast solver.
    pub(crate) fn node(&self, geometry: AnyGeometry) -> Node {
        let (mut mover, mut all) = (0, 0);
        for (column, stack) in self.columns.iter().enumerate() {
            for (row, disc) in stack.iter().enumerate() {
                let bit = 1 << (column * geometry.stride() as usize + row);
                all |= bit;
                if *disc == self.first_to_move() {
                    mover |= bit;
                }
            }
        }
        Node::new(geometry, mover, all)
    }

    /// Returns a compact unique id of the position.
    fn name(&self) -> u64 {
        let digit = |name: u64, disc: &bool| name * 2 + u64::from(*disc);
        self.columns.iter().fold(0, |name, stack| {
            name << (self.height + 1) | stack.iter().fold(1, digit)
        })
    }

    /// Returns the score for the player to move, by definition.
    pub(crate) fn score(&self) -> i32 {
        let mut known = HashMap::default();
        self.clone().explore(&mut known, &mut |_, _| ())
    }

    /// Calls `visit` once for every unfinished position that can be reached from this one, with its
    /// score, later positions first.
    pub(crate) fn for_each(&self, visit: &mut impl FnMut(&Self, i32)) {
        let mut known = HashMap::default();
        self.clone().explore(&mut known, visit);
    }

    fn explore(&mut self, known: &mut ScoreTable, visit: &mut impl FnMut(&Self, i32)) -> i32 {
        let area = self.columns.len() * self.height;
        if self.discs() == area {
            return 0;
        }
        let name = self.name();
        if let Some(score) = known.get(&name) {
            return i32::from(*score);
        }
        let mut best = i32::MIN;
        for column in 0..self.columns.len() {
            if self.can_drop(column) {
                let score = if self.wins(column) {
                    // One more than the discs the winner has left.
                    (area as i32 + 1 - self.discs() as i32) / 2
                } else {
                    let disc = self.first_to_move();
                    self.columns[column].push(disc);
                    let score = -self.explore(known, visit);
                    self.columns[column].pop();
                    score
                };
                best = best.max(score);
            }
        }
        known.insert(name, best as i8);
        visit(self, best);
        best
    }
}

/// Scores by position id.
type ScoreTable = HashMap<u64, i8, BuildHasherDefault<IdHasher>>;

/// Hashes ids well enough: the standard hasher resists attacks, and takes longer than all the rest
/// of this solver.
#[derive(Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }

    fn write_u64(&mut self, name: u64) {
        let mixed = (self.0 ^ name).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// Returns a random unfinished position with that many discs and no immediate win.
pub(crate) fn quiet_position(rng: &mut SplitMix64, geometry: AnyGeometry, discs: i32) -> Node {
    'again: loop {
        let mut node = Node::new(geometry, 0, 0);
        while node.discs < discs {
            if node.wins_now(geometry) {
                continue 'again;
            }
            let mut drops = node.non_losing_drops(geometry);
            if drops == 0 {
                continue 'again;
            }
            for _ in 0..rng.below(drops.count_ones() as usize) {
                drops &= drops - 1;
            }
            node = node.after(geometry, drops & drops.wrapping_neg());
        }
        if !node.wins_now(geometry) {
            return node;
        }
    }
}
