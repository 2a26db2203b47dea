//! The positions of the benchmark, from seeded random play. They never change.

use foursight_core::Position;

use crate::solver_args::BenchSet;

/// Returns the name of a set.
pub(super) const fn name(set: BenchSet) -> &'static str {
    match set {
        BenchSet::Easy => "easy",
        BenchSet::Middle => "middle",
        BenchSet::Hard => "hard",
        BenchSet::Empty => "empty",
    }
}

/// Generates the positions of a set.
pub(super) fn positions(set: BenchSet) -> Vec<Position> {
    // Seed, number of positions, fewest discs, and number of distinct disc counts.
    let (seed, count, fewest, spread) = match set {
        BenchSet::Easy => (24, 200, 24, 5),
        BenchSet::Middle => (16, 100, 16, 5),
        BenchSet::Hard => (8, 20, 8, 5),
        BenchSet::Empty => return vec![Position::default()],
    };
    let mut rng = BenchRng(seed);
    (0..count)
        .map(|index| rng.position(fewest + index % spread))
        .collect()
}

/// A linear congruential generator with the constants of Knuth's MMIX. Not `SplitMix64`: published
/// node counts are for the positions of this sequence.
struct BenchRng(u64);

impl BenchRng {
    fn next_below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % limit
    }

    /// Generates an ongoing position with `discs` discs and no immediate win.
    fn position(&mut self, discs: usize) -> Position {
        loop {
            let position = self.random_play(discs);
            let is_win = |child: &Position| child.outcome().is_some();
            if !position.is_over() && !position.children().any(|child| is_win(&child)) {
                return position;
            }
        }
    }

    /// Plays random drops until the board has `discs` discs or the game is over.
    fn random_play(&mut self, discs: usize) -> Position {
        let mut position = Position::default();
        while position.board().discs() < discs && !position.is_over() {
            let children: Vec<_> = position.children().collect();
            position = children[self.next_below(children.len())];
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
            let fits = |position: &Position| discs.contains(&position.board().discs());
            assert!(positions.iter().all(fits), "{set:?}");
        };
        check(BenchSet::Easy, 200, 24..=28);
        check(BenchSet::Middle, 100, 16..=20);
        check(BenchSet::Hard, 20, 8..=12);
        check(BenchSet::Empty, 1, 0..=0);
    }
}
