//! A slow and obvious solver, for tests only: it knows the rules and nothing else.
//!
//! Full-window minimax over columns of discs, remembering every position. No bit tricks, no
//! symmetry, no pruning except stopping at the end of the game.

use std::collections::HashMap;

use crate::node::Node;
use crate::shape::{AnyShape, Shape};

/// Columns of discs from the bottom; `true` is First.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Slow {
    pub(crate) columns: Vec<Vec<bool>>,
    pub(crate) height: usize,
}

impl Slow {
    pub(crate) fn empty(width: u32, height: u32) -> Self {
        Self {
            columns: vec![Vec::new(); width as usize],
            height: height as usize,
        }
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

    pub(crate) fn drop_in(&self, column: usize) -> Self {
        let mut next = self.clone();
        next.columns[column].push(self.first_to_move());
        next
    }

    fn holds(&self, column: i32, row: i32, player: bool) -> bool {
        usize::try_from(column)
            .ok()
            .and_then(|column| self.columns.get(column))
            .is_some_and(|stack| {
                usize::try_from(row).ok().and_then(|row| stack.get(row)) == Some(&player)
            })
    }

    /// Whether a drop there completes a line of the player to move.
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

    /// The two words of the fast solver.
    pub(crate) fn node(&self, shape: AnyShape) -> Node {
        let (mut mover, mut all) = (0, 0);
        for (column, stack) in self.columns.iter().enumerate() {
            for (row, disc) in stack.iter().enumerate() {
                let bit = 1 << (column * shape.stride() as usize + row);
                all |= bit;
                if *disc == self.first_to_move() {
                    mover |= bit;
                }
            }
        }
        Node::new(shape, mover, all)
    }

    /// A compact name of the position.
    fn name(&self) -> u64 {
        let digit = |name: u64, disc: &bool| name * 2 + u64::from(*disc);
        self.columns.iter().fold(0, |name, stack| {
            name << (self.height + 1) | stack.iter().fold(1, digit)
        })
    }

    /// The score for the player to move, by the definition.
    pub(crate) fn score(&self, known: &mut HashMap<u64, i8>) -> i32 {
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
                    -self.drop_in(column).score(known)
                };
                best = best.max(score);
            }
        }
        known.insert(name, best as i8);
        best
    }

    /// Calls `visit` once for every unfinished position that can be reached from this one.
    pub(crate) fn for_each(&self, visit: &mut impl FnMut(&Self)) {
        let mut seen = std::collections::HashSet::new();
        let mut left = vec![self.clone()];
        while let Some(position) = left.pop() {
            if !seen.insert(position.name()) {
                continue;
            }
            visit(&position);
            for column in 0..position.columns.len() {
                if position.can_drop(column) && !position.wins(column) {
                    let next = position.drop_in(column);
                    if next.discs() < position.columns.len() * position.height {
                        left.push(next);
                    }
                }
            }
        }
    }
}

/// Random numbers for tests.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 32) % u64::from(limit)) as u32
    }

    /// A random unfinished position with that many discs in which nobody can win at once.
    pub(crate) fn quiet_position(&mut self, shape: AnyShape, discs: i32) -> Node {
        'again: loop {
            let mut node = Node::new(shape, 0, 0);
            while node.discs < discs {
                if node.wins_now(shape) {
                    continue 'again;
                }
                let mut drops = node.sensible(shape);
                if drops == 0 {
                    continue 'again;
                }
                for _ in 0..self.below(drops.count_ones()) {
                    drops &= drops - 1;
                }
                node = node.after(shape, drops & drops.wrapping_neg());
            }
            if !node.wins_now(shape) {
                return node;
            }
        }
    }
}
