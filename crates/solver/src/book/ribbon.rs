//! Ribbon retrieval (P. C. Dillinger and S. Walzer, "Ribbon filter: practically smaller than Bloom
//! and Xor", 2021): a static function from keys to bits that stores no keys.
//!
//! Each key is hashed to a position in a bit string and a pattern of [`BAND`] bits; the value is
//! the parity of the pattern and the string at that position. The string is the solution of a
//! linear system over GF(2) with one equation per key. Gaussian elimination is fast because each
//! pattern touches only a narrow band:
//!
//! ```text
//!   string      0 1 1 0 1 0 0 1 1 1 0 …
//!   pattern A     1 0 1 1                   1·1 ⊕ 0·1 ⊕ 1·0 ⊕ 1·1 = 0
//!   pattern B           1 1 0 1             1·0 ⊕ 1·1 ⊕ 0·0 ⊕ 1·0 = 1
//! ```
//!
//! The string needs a few per cent more bits than there are keys. A key outside the set gets an
//! arbitrary value, so the caller must know which keys are valid.

/// Number of bits in a pattern.
pub(super) const BAND: usize = 128;

/// Extra length of the string in thousandths of the number of keys, increased until the system can
/// be solved.
const SLACK_FIRST: usize = 2;
const SLACK_STEP: usize = 2;
const SLACK_MAX: usize = 400;
/// Number of seeds tried at each length.
const SEEDS: u8 = 8;

/// One bit to be stored: the key's hash (before seeding) and the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetrievalBit {
    pub(super) hash: u64,
    pub(super) value: bool,
}

/// A solved string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ribbon {
    pub(super) seed: u8,
    pub(super) bits: usize,
    pub(super) words: Vec<u8>,
}

impl Ribbon {
    /// Finds the shortest string it can that stores every bit.
    ///
    /// Returns `None` if two entries with one hash have different values.
    pub(super) fn solve(entries: &[RetrievalBit]) -> Option<Self> {
        let mut slack = SLACK_FIRST;
        while slack <= SLACK_MAX {
            let bits = entries.len() + entries.len() * slack / 1000 + BAND;
            for seed in 0..SEEDS {
                if let Some(words) = eliminate(entries, seed, bits) {
                    return Some(Self { seed, bits, words });
                }
            }
            slack += SLACK_STEP;
        }
        None
    }
}

/// Returns the number of bytes in a string of this many bits.
pub(super) const fn bytes_for(bits: usize) -> usize {
    bits.div_ceil(8)
}

/// Retrieves a bit. `words` is the string, `bits` its length, at least [`BAND`].
pub(super) fn retrieve(words: &[u8], bits: usize, seed: u8, hash: u64) -> bool {
    let (start, pattern) = place(hash, seed, bits);
    (pattern & window(words, start)).count_ones() % 2 == 1
}

/// Returns the position of a key's pattern and the pattern. Its lowest bit is always set, so that
/// no equation is empty.
fn place(hash: u64, seed: u8, bits: usize) -> (usize, u128) {
    let first = mix(hash ^ (u64::from(seed) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let low = mix(first ^ 0x6a09_e667_f3bc_c908);
    let high = mix(first ^ 0xbb67_ae85_84ca_a73b);
    let starts = (bits - BAND + 1) as u128;
    let start = ((u128::from(first) * starts) >> 64) as usize;
    (start, u128::from(high) << 64 | u128::from(low) | 1)
}

/// Returns the bits of the string from `start` on, as many as a pattern has.
fn window(words: &[u8], start: usize) -> u128 {
    let mut bytes = [0; 17];
    let from = &words[start / 8..];
    let taken = from.len().min(bytes.len());
    bytes[..taken].copy_from_slice(&from[..taken]);
    let [low @ .., high] = bytes;
    let (low, shift) = (u128::from_le_bytes(low), start % 8);
    match shift {
        0 => low,
        _ => low >> shift | u128::from(high) << (128 - shift),
    }
}

/// Gaussian elimination within the band, then back substitution.
fn eliminate(entries: &[RetrievalBit], seed: u8, bits: usize) -> Option<Vec<u8>> {
    let mut patterns = vec![0_u128; bits];
    let mut values = vec![false; bits];
    for entry in entries {
        let (mut at, mut pattern) = place(entry.hash, seed, bits);
        let mut value = entry.value;
        loop {
            if pattern == 0 {
                if value {
                    return None; // The other equations say the opposite.
                }
                break;
            }
            at += pattern.trailing_zeros() as usize;
            pattern >>= pattern.trailing_zeros();
            if patterns[at] == 0 {
                patterns[at] = pattern;
                values[at] = value;
                break;
            }
            pattern ^= patterns[at];
            value ^= values[at];
        }
    }
    let mut words = vec![0; bytes_for(bits)];
    let mut above = 0_u128; // The solved bits from `at` on, the one at `at` still unknown.
    for at in (0..bits).rev() {
        above <<= 1;
        let parity = (patterns[at] & above).count_ones() % 2 == 1;
        if parity ^ values[at] {
            above |= 1;
            words[at / 8] |= 1 << (at % 8);
        }
    }
    Some(words)
}

/// A bijection that spreads every bit of a hash over all of them.
pub(super) const fn mix(hash: u64) -> u64 {
    let mut mixed = hash;
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(count: u64) -> usize {
        let entries: Vec<_> = (0..count)
            .map(|n| RetrievalBit {
                hash: mix(n),
                value: mix(n + 77).is_multiple_of(3),
            })
            .collect();
        let ribbon = Ribbon::solve(&entries).expect("distinct hashes");
        for entry in &entries {
            let value = retrieve(&ribbon.words, ribbon.bits, ribbon.seed, entry.hash);
            assert_eq!(value, entry.value, "{entry:?} of {count}");
        }
        ribbon.bits
    }

    #[test]
    fn every_stored_bit_is_retrieved() {
        for count in [0, 1, 2, 100, 1000, 20_000] {
            check(count);
        }
    }

    #[test]
    fn the_string_is_hardly_longer_than_its_contents() {
        assert!(check(50_000) < 51_000);
    }

    #[test]
    fn contradictions_are_detected() {
        let contradiction = [false, true].map(|value| RetrievalBit { hash: 1, value });
        assert_eq!(Ribbon::solve(&contradiction), None);
    }
}
