//! Randomness that a seed repeats everywhere: the same seed rolls the same numbers on every
//! machine and in the browser. The crate has no other source of chance.

/// A small reproducible generator (`SplitMix64`).
///
/// ```
/// use foursight_bots::Dice;
///
/// let mut dice = Dice::new(7);
/// let rolls = [dice.roll(6), dice.roll(6), dice.roll(6)];
/// assert!(rolls.iter().all(|roll| *roll < 6));
/// let mut again = Dice::new(7);
/// assert_eq!(rolls, [again.roll(6), again.roll(6), again.roll(6)]);
/// ```
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that roll what this seed says.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Dice for one part of something larger, such as one ply of a game: parts of one seed roll
    /// independently of each other.
    #[must_use]
    pub fn for_part(seed: u64, part: u64) -> Self {
        let mut parts = Self(part);
        Self(seed ^ parts.bits())
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `sides`; 0 if there are none.
    pub fn roll(&mut self, sides: usize) -> usize {
        // The high half of the product spreads the full range over the sides.
        ((u128::from(self.bits()) * sides as u128) >> 64) as usize
    }

    /// True this often in a hundred.
    pub fn chance(&mut self, percent: u8) -> bool {
        self.roll(100) < usize::from(percent)
    }

    /// One of these; none if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.roll(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_spread_evenly() {
        let mut dice = Dice::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[dice.roll(7)] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_600..10_400).contains(count)),
            "{counts:?}"
        );
        let hits = (0..10_000).filter(|_| dice.chance(30)).count();
        assert!((2_800..3_200).contains(&hits), "{hits}");
    }

    #[test]
    fn parts_of_a_seed_differ() {
        let first = Dice::for_part(1, 0).bits();
        assert_ne!(first, Dice::for_part(1, 1).bits());
        assert_ne!(first, Dice::for_part(2, 0).bits());
        assert_eq!(first, Dice::for_part(1, 0).bits());
    }

    #[test]
    fn no_sides_are_no_panic() {
        let mut dice = Dice::new(3);
        assert_eq!(dice.roll(0), 0);
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
