//! Reproducible random numbers from a seed: random seeding, coin tosses, and the seeds that apps
//! pass to bots and openings.

use foursight_core::SplitMix64;

/// Returns 64 bits derived from a seed and the numbers of one part of the tournament
/// ([`SplitMix64`]).
pub(crate) fn mix(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(scramble(seed), |bits, part| {
        scramble(bits ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    })
}

fn scramble(bits: u64) -> u64 {
    SplitMix64::new(bits).next_u64()
}

/// Shuffles a list by the seed alone (Fisher-Yates).
pub(crate) fn shuffle<T>(list: &mut [T], seed: u64) {
    for last in (1..list.len()).rev() {
        let bits = mix(seed, &[last as u64]);
        // The high half of the product maps the full range evenly onto the indices.
        let place = ((u128::from(bits) * (last as u128 + 1)) >> 64) as usize;
        list.swap(last, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_is_fair_and_reproducible() {
        let mut firsts = [0; 4];
        for seed in 0..8_000 {
            let mut list = [0, 1, 2, 3];
            shuffle(&mut list, seed);
            firsts[list[0]] += 1;
            let mut again = [0, 1, 2, 3];
            shuffle(&mut again, seed);
            assert_eq!(list, again);
        }
        assert!(
            firsts.iter().all(|count| (1_850..2_150).contains(count)),
            "{firsts:?}"
        );
    }
}
