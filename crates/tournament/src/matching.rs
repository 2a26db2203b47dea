//! Whether everybody can be paired with somebody who suits: maximum matchings in any graph, by Edmonds'
//! blossoms.
//!
//! An augmenting path begins and ends at somebody without a partner, and every second step of it is a
//! pair. Swapping pairs and non-pairs along it makes one pair more. A search for one meets cycles of odd
//! length, which it shrinks to their base:
//!
//! ```text
//!            2 ─── 3              The pairs are 1-2 and 3-4. From 0 the search reaches 1 and 2 as
//!          ╱       │              well as 1 and 4: the ring 1-2-3-4 and back is not odd, but
//!   0 ─── 1        │              2-3-4 with its base 1 on both ways is, so that any of the ring
//!          ╲       │              may be left towards its outside.
//!            4 ────┘
//! ```

use std::collections::VecDeque;

/// Who suits whom, and who is paired with whom.
#[derive(Clone)]
pub(crate) struct Matching {
    suits: Vec<Vec<bool>>,
    partner: Vec<Option<usize>>,
    is_here: Vec<bool>,
}

impl Matching {
    /// A largest matching among so many, of whom those suit each other for whom the function says so.
    pub(crate) fn largest(count: usize, suit: impl Fn(usize, usize) -> bool) -> Self {
        let row = |one: usize| (0..count).map(|two| one != two && suit(one, two)).collect();
        let mut matching = Self {
            suits: (0..count).map(row).collect(),
            partner: vec![None; count],
            is_here: vec![true; count],
        };
        for one in 0..count {
            if matching.partner[one].is_none() {
                matching.augment(one);
            }
        }
        matching
    }

    /// True if everybody who is here has a partner.
    pub(crate) fn is_perfect(&self) -> bool {
        let mut all = self.partner.iter().zip(&self.is_here);
        all.all(|(partner, is_here)| partner.is_some() || !is_here)
    }

    /// True if these two are both here and suit each other.
    pub(crate) fn suit(&self, one: usize, two: usize) -> bool {
        self.is_here[one] && self.is_here[two] && self.suits[one][two]
    }

    /// Sends two away together, if all others can still be paired; changes nothing if not. All must be
    /// paired before.
    pub(crate) fn settle(&mut self, one: usize, two: usize) -> bool {
        let before = self.partner.clone();
        let left = self.partner[one];
        for gone in [one, two] {
            self.is_here[gone] = false;
            if let Some(partner) = self.partner[gone].take() {
                self.partner[partner] = None;
            }
        }
        // Only their former partners are alone now, if they were not partners of each other.
        let is_paired = match left {
            Some(left) if left != two => self.augment(left),
            _ => true,
        };
        if !is_paired {
            self.partner = before;
            self.is_here[one] = true;
            self.is_here[two] = true;
        }
        is_paired
    }

    /// Finds a partner for one who has none, changing others' partners if need be.
    fn augment(&mut self, root: usize) -> bool {
        let Some((end, parents)) = Search::new(self, root).run() else {
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

/// One search for an augmenting path.
struct Search<'a> {
    graph: &'a Matching,
    root: usize,
    /// From whom somebody was reached by a step that is no pair.
    parent: Vec<Option<usize>>,
    /// The base of the shrunken ring somebody belongs to, else itself.
    base: Vec<usize>,
    /// At an even distance from the root, so that its non-pairs lead on.
    is_even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> Search<'a> {
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

    /// The far end of a path, and from whom each on it was reached.
    fn run(mut self) -> Option<(usize, Vec<Option<usize>>)> {
        while let Some(from) = self.queue.pop_front() {
            for to in 0..self.base.len() {
                let is_new =
                    self.base[from] != self.base[to] && self.graph.partner[from] != Some(to);
                if !is_new || !self.graph.suit(from, to) {
                    continue;
                }
                let partner = self.graph.partner[to];
                let closes_ring =
                    to == self.root || partner.is_some_and(|pair| self.parent[pair].is_some());
                if closes_ring {
                    self.shrink(from, to);
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

    fn shrink(&mut self, one: usize, two: usize) {
        let base = self.common_base(one, two);
        let mut in_ring = vec![false; self.base.len()];
        self.mark(one, base, two, &mut in_ring);
        self.mark(two, base, one, &mut in_ring);
        for member in 0..self.base.len() {
            if in_ring[self.base[member]] {
                self.base[member] = base;
                if !self.is_even[member] {
                    self.is_even[member] = true;
                    self.queue.push_back(member);
                }
            }
        }
    }

    /// Where the ways of two back to the root meet.
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

    /// Two steps towards the root: to the partner, and to whom reached it.
    fn grandparent(&self, at: usize) -> Option<usize> {
        let partner = self.graph.partner[at]?;
        self.parent[partner].map(|up| self.base[up])
    }

    /// Marks the way to the base, and lets it also be walked the other way round.
    fn mark(&mut self, from: usize, base: usize, child: usize, in_ring: &mut [bool]) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != base {
            let Some(partner) = self.graph.partner[at] else {
                return;
            };
            in_ring[self.base[at]] = true;
            in_ring[self.base[partner]] = true;
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
    use crate::lots::mix;

    /// The largest matching by trying everything.
    fn slow(free: &[usize], suit: &dyn Fn(usize, usize) -> bool) -> usize {
        let Some((one, rest)) = free.split_first() else {
            return 0;
        };
        let mut best = slow(rest, suit);
        for (place, two) in rest.iter().enumerate() {
            if suit(*one, *two) {
                let mut others = rest.to_vec();
                others.remove(place);
                best = best.max(1 + slow(&others, suit));
            }
        }
        best
    }

    #[test]
    fn as_many_pairs_as_by_trying_everything() {
        for seed in 0..3_000 {
            let count = 2 + (mix(seed, &[0]) % 8) as usize;
            let density = 1 + mix(seed, &[1]) % 9;
            let suit = |one: usize, two: usize| {
                let (low, high) = (one.min(two) as u64, one.max(two) as u64);
                mix(seed, &[2, low, high]) % 10 < density
            };
            let found = Matching::largest(count, suit);
            let pairs = found.partner.iter().flatten().count() / 2;
            let everybody: Vec<usize> = (0..count).collect();
            assert_eq!(pairs, slow(&everybody, &suit), "seed {seed}");
            for (one, partner) in found.partner.iter().enumerate() {
                if let Some(two) = partner {
                    assert!(suit(one, *two) && found.partner[*two] == Some(one));
                }
            }
        }
    }
}
