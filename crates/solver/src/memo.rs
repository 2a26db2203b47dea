//! The memo: bounds of positions seen before, shared by all threads without a lock.
//!
//! An entry is one 64-bit word, read and written whole with relaxed atomics, so a reader can never
//! see half an entry:
//!
//! ```text
//!   63      58 57      52 51     46 45                                  0
//!   [ lower  ] [ upper  ] [ work  ] [ remainder of the key              ]
//! ```
//!
//! The key of a position is mixed by a bijection on exactly the bits a key can have. Its top bits
//! choose the bucket; the rest are kept in the entry. Bucket and remainder together therefore name
//! the position *exactly*: the memo forgets, but it never lies.
//!
//! Four entries share a bucket; the one that took the least work to find gives way.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries in a bucket: half a cache line.
const BUCKET: usize = 4;
/// Bits of the key that an entry can hold.
const REMAINDER_BITS: u32 = 46;
const REMAINDER: u64 = (1 << REMAINDER_BITS) - 1;
const WORK_SHIFT: u32 = 46;
const UPPER_SHIFT: u32 = 52;
const LOWER_SHIFT: u32 = 58;
const FIELD: u64 = 63;
/// Added to a stored score. Scores of positions that need a search lie in −30..=31, so no field of
/// an entry in use is zero.
const BIAS: i32 = 31;

/// Odd multipliers of the mixing, from well-known generators.
const MIX: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];

/// What the memo knows of a score: `lower <= score <= upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

/// A mixed key: which bucket, and which position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mixed(pub(crate) u64);

/// A fixed number of entries, the least valuable of which are forgotten.
pub(crate) struct Memo {
    entries: Vec<AtomicU64>,
    bucket_bits: u32,
    key_bits: u32,
}

impl Memo {
    /// An empty memo of at most `bytes`, rounded down to a power of two, but never smaller than
    /// exact recognition of `key_bits`-bit keys allows (64 bytes to 8 MiB).
    pub(crate) fn new(bytes: usize, key_bits: u32) -> Self {
        let buckets = (bytes / (8 * BUCKET)).max(1);
        let bucket_bits = buckets
            .ilog2()
            .clamp(key_bits.saturating_sub(REMAINDER_BITS).max(1), 40);
        // More buckets than keys would leave the index without bits.
        let bucket_bits = bucket_bits.min(key_bits);
        let len = BUCKET << bucket_bits;
        let entries = (0..len).map(|_| AtomicU64::new(0)).collect();
        Self {
            entries,
            bucket_bits,
            key_bits,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for entry in &mut self.entries {
            *entry.get_mut() = 0;
        }
    }

    /// How many bytes the entries take.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * 8
    }

    /// The width of key this memo was made for.
    pub(crate) fn key_bits(&self) -> u32 {
        self.key_bits
    }

    /// Spreads a key over all buckets. Multiplying by an odd number and xoring with an own right
    /// shift are both bijections of the numbers below `2^key_bits`.
    #[inline(always)]
    pub(crate) fn mix(key: u64, key_bits: u32) -> Mixed {
        let kept = u64::MAX >> (u64::BITS - key_bits);
        let mut x = key.wrapping_mul(MIX[0]) & kept;
        x ^= x >> (key_bits / 2 + 1);
        x = x.wrapping_mul(MIX[1]) & kept;
        Mixed(x ^ (x >> (key_bits / 2)))
    }

    #[inline(always)]
    fn bucket(&self, key: Mixed, key_bits: u32) -> &[AtomicU64] {
        let start = (key.0 >> (key_bits - self.bucket_bits)) as usize * BUCKET;
        &self.entries[start..start + BUCKET]
    }

    /// Loads the bucket of a key, so that [`get`](Self::get) finds it in the processor's cache. The
    /// value means nothing; the caller must use it in some way, or the load is optimised out.
    #[inline(always)]
    pub(crate) fn touch(&self, key: Mixed, key_bits: u32) -> u64 {
        self.bucket(key, key_bits)[0].load(Relaxed)
    }

    /// What is known of the position with that key.
    #[inline(always)]
    pub(crate) fn get(&self, key: Mixed, key_bits: u32) -> Option<Bounds> {
        let remainder = key.0 & REMAINDER;
        for entry in self.bucket(key, key_bits) {
            let entry = entry.load(Relaxed);
            if entry & REMAINDER == remainder && entry != 0 {
                return Some(bounds_of(entry));
            }
        }
        None
    }

    /// Remembers bounds that took `work` nodes to find, narrowing what is already known.
    #[inline(always)]
    pub(crate) fn put(&self, key: Mixed, key_bits: u32, bounds: Bounds, work: u64) {
        let remainder = key.0 & REMAINDER;
        let effort = u64::from(u64::BITS - work.leading_zeros());
        let bucket = self.bucket(key, key_bits);
        let (mut victim, mut least) = (&bucket[0], u64::MAX);
        for entry in bucket {
            let old = entry.load(Relaxed);
            let old_effort = (old >> WORK_SHIFT) & FIELD;
            if old & REMAINDER == remainder && old != 0 {
                let known = bounds_of(old);
                let both = Bounds {
                    lower: bounds.lower.max(known.lower),
                    upper: bounds.upper.min(known.upper),
                };
                debug_assert!(both.lower <= both.upper, "{bounds:?} contradicts {known:?}");
                entry.store(word_of(remainder, both, effort.max(old_effort)), Relaxed);
                return;
            }
            if old_effort < least {
                (victim, least) = (entry, old_effort);
            }
        }
        victim.store(word_of(remainder, bounds, effort), Relaxed);
    }
}

#[inline(always)]
fn bounds_of(entry: u64) -> Bounds {
    Bounds {
        lower: (entry >> LOWER_SHIFT) as i32 - BIAS,
        upper: ((entry >> UPPER_SHIFT) & FIELD) as i32 - BIAS,
    }
}

#[inline(always)]
fn word_of(remainder: u64, bounds: Bounds, effort: u64) -> u64 {
    remainder
        | effort << WORK_SHIFT
        | ((bounds.upper + BIAS) as u64) << UPPER_SHIFT
        | ((bounds.lower + BIAS) as u64) << LOWER_SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn mixing_is_a_bijection() {
        for key_bits in [10, 13, 16] {
            let mixed: HashSet<u64> = (0..1 << key_bits)
                .map(|key| Memo::mix(key, key_bits).0)
                .collect();
            assert_eq!(mixed.len(), 1 << key_bits);
            assert!(mixed.iter().all(|key| *key < 1 << key_bits));
        }
    }

    #[test]
    fn bounds_come_back_narrowed() {
        let memo = Memo::new(1 << 12, 49);
        let key = Memo::mix(123_456_789, 49);
        assert_eq!(memo.get(key, 49), None);
        memo.put(
            key,
            49,
            Bounds {
                lower: -30,
                upper: 4,
            },
            10,
        );
        memo.put(
            key,
            49,
            Bounds {
                lower: -2,
                upper: 31,
            },
            3,
        );
        assert_eq!(
            memo.get(key, 49),
            Some(Bounds {
                lower: -2,
                upper: 4
            })
        );
    }

    #[test]
    fn the_cheapest_entry_gives_way() {
        let mut memo = Memo::new(64, 20);
        // One bucket bit: the keys below share a bucket because their top bit is the same.
        for (key, work) in [(1, 100), (2, 1), (3, 100), (4, 100), (5, 7)] {
            memo.put(Mixed(key), 20, Bounds { lower: 0, upper: 0 }, work);
        }
        assert_eq!(memo.get(Mixed(2), 20), None);
        assert!(
            [1, 3, 4, 5]
                .into_iter()
                .all(|key| memo.get(Mixed(key), 20).is_some())
        );
        memo.clear();
        assert_eq!(memo.get(Mixed(1), 20), None);
    }

    #[test]
    fn wide_keys_force_enough_buckets() {
        assert_eq!(Memo::new(1 << 10, 64).bytes(), 8 << 20);
        assert_eq!(Memo::new(1 << 10, 49).bytes(), 1 << 10);
        assert_eq!(Memo::new(16_000_000, 49).bytes(), 8 << 20);
        assert_eq!(Memo::new(16 << 20, 49).bytes(), 16 << 20);
    }
}
