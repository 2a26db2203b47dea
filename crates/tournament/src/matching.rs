//! Maximum matching in a general graph (Edmonds' blossom algorithm, 1965), which tells whether all
//! entrants of a Swiss round can be paired.
//!
//! An augmenting path begins and ends at an unmatched vertex, and every second edge of it is
//! matched. Flipping matched and unmatched edges along it adds one pair. The search for such a path
//! meets cycles of odd length (blossoms), which it contracts to their base:
//!
//! ```text
//!            2 ─── 3              The pairs are 1-2 and 3-4. From 0 the search reaches 1, then both
//!          ╱       │              2 and 4. The path 2-3-4 closes a blossom with base 1 on both
//!   0 ─── 1        │              sides, so that the search may leave it from any of its vertices.
//!          ╲       │
//!            4 ────┘
//! ```

use std::collections::VecDeque;

/// A graph and a matching in it.
#[derive(Clone)]
pub(crate) struct Matching {
    edges: Vec<Vec<bool>>,
    partner: Vec<Option<usize>>,
    is_active: Vec<bool>,
}

impl Matching {
    /// Computes a maximum matching of `count` vertices, with an edge wherever `has_edge` is true.
    pub(crate) fn maximum(count: usize, has_edge: impl Fn(usize, usize) -> bool) -> Self {
        let row = |one: usize| {
            (0..count)
                .map(|two| one != two && has_edge(one, two))
                .collect()
        };
        let mut matching = Self {
            edges: (0..count).map(row).collect(),
            partner: vec![None; count],
            is_active: vec![true; count],
        };
        for one in 0..count {
            if matching.partner[one].is_none() {
                matching.augment(one);
            }
        }
        matching
    }

    /// True if every active vertex is matched.
    pub(crate) fn is_perfect(&self) -> bool {
        let mut all = self.partner.iter().zip(&self.is_active);
        all.all(|(partner, is_active)| partner.is_some() || !is_active)
    }

    /// True if both vertices are active and joined by an edge.
    pub(crate) fn has_edge(&self, one: usize, two: usize) -> bool {
        self.is_active[one] && self.is_active[two] && self.edges[one][two]
    }

    /// Removes a pair from the graph if all other vertices can still be matched; otherwise changes
    /// nothing. The matching must be perfect before.
    pub(crate) fn remove_pair(&mut self, one: usize, two: usize) -> bool {
        let before = self.partner.clone();
        let left = self.partner[one];
        for removed in [one, two] {
            self.is_active[removed] = false;
            if let Some(partner) = self.partner[removed].take() {
                self.partner[partner] = None;
            }
        }
        // Only their former partners are unmatched now, unless the two were matched with each
        // other.
        let is_paired = match left {
            Some(left) if left != two => self.augment(left),
            _ => true,
        };
        if !is_paired {
            self.partner = before;
            self.is_active[one] = true;
            self.is_active[two] = true;
        }
        is_paired
    }

    /// Matches an unmatched vertex by flipping an augmenting path, and returns false if there is
    /// none.
    fn augment(&mut self, root: usize) -> bool {
        let Some((end, parents)) = AugmentingPathSearch::new(self, root).run() else {
            return false;
        };
        let mut free = Some(end);
        while let Some(one) = free {
            let Some(two) = parents[one] else { break };
            let next = self.partner[two];
            self.partner[one] = Some(two);
            self.partner[two] = Some(one);
            free = next;
        }
        true
    }
}

/// Breadth-first search for an augmenting path.
struct AugmentingPathSearch<'a> {
    graph: &'a Matching,
    root: usize,
    /// The vertex from which an unmatched edge reached this one.
    parent: Vec<Option<usize>>,
    /// The base of the blossom that contains the vertex, or else the vertex itself.
    base: Vec<usize>,
    /// True at an even distance from the root, from where unmatched edges lead on.
    is_even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> AugmentingPathSearch<'a> {
    fn new(graph: &'a Matching, root: usize) -> Self {
        let count = graph.partner.len();
        let mut is_even = vec![false; count];
        is_even[root] = true;
        Self {
            graph,
            root,
            parent: vec![None; count],
            base: (0..count).collect(),
            is_even,
            queue: VecDeque::from([root]),
        }
    }

    /// Returns the far end of an augmenting path, and the parent of each vertex on it.
    fn run(mut self) -> Option<(usize, Vec<Option<usize>>)> {
        while let Some(from) = self.queue.pop_front() {
            for to in 0..self.base.len() {
                let is_new =
                    self.base[from] != self.base[to] && self.graph.partner[from] != Some(to);
                if !is_new || !self.graph.has_edge(from, to) {
                    continue;
                }
                let partner = self.graph.partner[to];
                let closes_blossom =
                    to == self.root || partner.is_some_and(|pair| self.parent[pair].is_some());
                if closes_blossom {
                    self.contract(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    let Some(partner) = partner else {
                        return Some((to, self.parent));
                    };
                    self.is_even[partner] = true;
                    self.queue.push_back(partner);
                }
            }
        }
        None
    }

    fn contract(&mut self, one: usize, two: usize) {
        let base = self.common_base(one, two);
        let mut in_blossom = vec![false; self.base.len()];
        self.mark(one, base, two, &mut in_blossom);
        self.mark(two, base, one, &mut in_blossom);
        for member in 0..self.base.len() {
            if in_blossom[self.base[member]] {
                self.base[member] = base;
                if !self.is_even[member] {
                    self.is_even[member] = true;
                    self.queue.push_back(member);
                }
            }
        }
    }

    /// Finds the lowest common ancestor of two vertices in the search tree.
    fn common_base(&self, one: usize, two: usize) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut at = self.base[one];
        seen[at] = true;
        while let Some(up) = self.grandparent(at) {
            at = up;
            seen[at] = true;
        }
        let mut at = self.base[two];
        while !seen[at] {
            let Some(up) = self.grandparent(at) else {
                return self.root;
            };
            at = up;
        }
        at
    }

    /// Goes two edges towards the root: to the partner, and to its parent.
    fn grandparent(&self, at: usize) -> Option<usize> {
        let partner = self.graph.partner[at]?;
        self.parent[partner].map(|up| self.base[up])
    }

    /// Marks the path to the base as part of the blossom, and sets parents so that it can also be
    /// walked in the other direction.
    fn mark(&mut self, from: usize, base: usize, child: usize, in_blossom: &mut [bool]) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != base {
            let Some(partner) = self.graph.partner[at] else {
                return;
            };
            in_blossom[self.base[at]] = true;
            in_blossom[self.base[partner]] = true;
            self.parent[at] = Some(child);
            child = partner;
            let Some(up) = self.parent[partner] else {
                return;
            };
            at = up;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded_random::mix;

    /// Size of a maximum matching by brute force.
    fn brute_force(free: &[usize], has_edge: &dyn Fn(usize, usize) -> bool) -> usize {
        let Some((one, rest)) = free.split_first() else {
            return 0;
        };
        let mut best = brute_force(rest, has_edge);
        for (place, two) in rest.iter().enumerate() {
            if has_edge(*one, *two) {
                let mut others = rest.to_vec();
                others.remove(place);
                best = best.max(1 + brute_force(&others, has_edge));
            }
        }
        best
    }

    #[test]
    fn matchings_are_as_large_as_by_brute_force() {
        for seed in 0..3_000 {
            let count = 2 + (mix(seed, &[0]) % 8) as usize;
            let density = 1 + mix(seed, &[1]) % 9;
            let has_edge = |one: usize, two: usize| {
                let (low, high) = (one.min(two) as u64, one.max(two) as u64);
                mix(seed, &[2, low, high]) % 10 < density
            };
            let found = Matching::maximum(count, has_edge);
            let pairs = found.partner.iter().flatten().count() / 2;
            let all: Vec<usize> = (0..count).collect();
            assert_eq!(pairs, brute_force(&all, &has_edge), "seed {seed}");
            for (one, partner) in found.partner.iter().enumerate() {
                if let Some(two) = partner {
                    assert!(has_edge(one, *two) && found.partner[*two] == Some(one));
                }
            }
        }
    }
}
