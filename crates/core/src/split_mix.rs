//! Seeded randomness: the same seed gives the same numbers on every platform. Stored games, bots and
//! tournaments depend on them, so they never change.

/// The `SplitMix64` generator (Steele, Lea, Flood 2014).
///
/// ```
/// use foursight_core::SplitMix64;
///
/// let mut rng = SplitMix64::new(7);
/// let rolls = [rng.below(6), rng.below(6), rng.below(6)];
/// assert!(rolls.iter().all(|roll| *roll < 6));
/// let mut again = SplitMix64::new(7);
/// assert_eq!(rolls, [again.below(6), again.below(6), again.below(6)]);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates a generator for one part of something larger, such as one ply of a game: parts of
    /// one seed are independent of each other.
    #[must_use]
    pub fn for_stream(seed: u64, part: u64) -> Self {
        let mut parts = Self(part);
        Self(seed ^ parts.next_u64())
    }

    /// Returns the next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a uniform number below `sides`, or 0 if `sides` is 0.
    pub fn below(&mut self, sides: usize) -> usize {
        // The high half of the product maps the full range to the sides.
        ((u128::from(self.next_u64()) * sides as u128) >> 64) as usize
    }

    /// Returns true with this probability in percent.
    pub fn bernoulli(&mut self, percent: u8) -> bool {
        self.below(100) < usize::from(percent)
    }

    /// Picks a random element, or `None` from an empty slice.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_distributed_evenly() {
        let mut rng = SplitMix64::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_600..10_400).contains(count)),
            "{counts:?}"
        );
        let hits = (0..10_000).filter(|_| rng.bernoulli(30)).count();
        assert!((2_800..3_200).contains(&hits), "{hits}");
    }

    /// The first numbers of the reference implementation by Sebastiano Vigna for this seed.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let mut rng = SplitMix64::new(1_234_567);
        let numbers = [0; 3].map(|_: u64| rng.next_u64());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn parts_of_a_seed_differ() {
        let first = SplitMix64::for_stream(1, 0).next_u64();
        assert_ne!(first, SplitMix64::for_stream(1, 1).next_u64());
        assert_ne!(first, SplitMix64::for_stream(2, 0).next_u64());
        assert_eq!(first, SplitMix64::for_stream(1, 0).next_u64());
    }

    #[test]
    fn an_empty_range_does_not_panic() {
        let mut rng = SplitMix64::new(3);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
