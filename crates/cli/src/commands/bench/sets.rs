//! The positions of the benchmark: our own, from seeded random play, and never changed.

use foursight_core::Position;

use crate::solver_args::BenchSet;

/// The word for a set.
pub(super) const fn name(set: BenchSet) -> &'static str {
    match set {
        BenchSet::Easy => "easy",
        BenchSet::Middle => "middle",
        BenchSet::Hard => "hard",
        BenchSet::Empty => "empty",
    }
}

/// The positions of a set.
pub(super) fn positions(set: BenchSet) -> Vec<Position> {
    // Seed, number of positions, fewest discs and how many numbers of discs there are.
    let (seed, count, fewest, spread) = match set {
        BenchSet::Easy => (24, 200, 24, 5),
        BenchSet::Middle => (16, 100, 16, 5),
        BenchSet::Hard => (8, 20, 8, 5),
        BenchSet::Empty => return vec![Position::default()],
    };
    let mut dice = Dice(seed);
    (0..count)
        .map(|index| dice.position(fewest + index % spread))
        .collect()
}

/// Chance that repeats itself.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % limit
    }

    /// A position with so many discs in which the game goes on and nobody wins at once.
    fn position(&mut self, discs: usize) -> Position {
        loop {
            let position = self.walk(discs);
            let wins = |child: &Position| child.outcome().is_some();
            if !position.is_over() && !position.children().any(|child| wins(&child)) {
                return position;
            }
        }
    }

    /// Random drops, as many as wanted or until the game is over.
    fn walk(&mut self, discs: usize) -> Position {
        let mut position = Position::default();
        while position.grid().discs() < discs && !position.is_over() {
            let children: Vec<_> = position.children().collect();
            position = children[self.below(children.len())];
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_discs_they_promise() {
        let check = |set, count, discs: std::ops::RangeInclusive<usize>| {
            let positions = positions(set);
            assert_eq!(positions.len(), count, "{set:?}");
            let fits = |position: &Position| discs.contains(&position.grid().discs());
            assert!(positions.iter().all(fits), "{set:?}");
        };
        check(BenchSet::Easy, 200, 24..=28);
        check(BenchSet::Middle, 100, 16..=20);
        check(BenchSet::Hard, 20, 8..=12);
        check(BenchSet::Empty, 1, 0..=0);
    }
}
