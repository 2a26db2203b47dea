//! Lock-free transposition table: bounds of positions searched before, shared by all threads.
//!
//! An entry is one 64-bit word, read and written whole with relaxed atomics, so a reader never sees
//! half an entry:
//!
//! ```text
//!   63      58 57      52 51     46 45                                  0
//!   [ lower  ] [ upper  ] [ work  ] [ remainder of the key              ]
//! ```
//!
//! The key of a position is hashed by a bijection on exactly the bits a key can have. Its lower
//! bits are the remainder; the bits that do not fit there are the low end of the bucket index.
//! Bucket and remainder together therefore identify the position *exactly*: entries get lost, but
//! there are no collisions.
//!
//! Four entries share a bucket. The entry that took the least work is replaced. If it took more
//! than the new one, the other entries of the bucket age, or those of earlier searches would stay
//! for ever.
//!
//! Few searches fill the table, and a small table stays in the CPU cache: ten times as many entries
//! save a twentieth of the nodes, but a node then takes a third longer. So a search starts with
//! only the first few buckets. Whenever it has visited a dozen nodes per entry, the number of
//! buckets in use doubles: the bucket index gets one more bit, from the remainder, and entries with
//! that bit move to the same slot in the new half. Entries that an earlier search left there are
//! still valid and are found again.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::memory_probe::is_memory_available;
use crate::options::SolverOptions;

/// Entries in a bucket: half a cache line.
const BUCKET: usize = 4;
const BUCKET_BYTES: usize = BUCKET * size_of::<AtomicU64>();
/// Spare entries that let the first bucket start at a multiple of the bucket size.
const SPARE: usize = BUCKET - 1;
/// Memory for everything else: the stack of the search thread, and the result.
const HEADROOM_BYTES: usize = 4 << 20;
/// Buckets in use at the start of a search: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 13;
/// Logarithm of the number of buckets in the largest table.
const BUCKET_BITS_MAX: u32 = 20 + (SolverOptions::TT_MIB_MAX / BUCKET_BYTES).ilog2();
/// The table grows when a search has visited this many nodes per entry in use.
const NODES_PER_ENTRY: u64 = 12;
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

/// Odd multipliers of the hash, from well-known generators.
const MIX: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];

/// Bounds on a score: `lower <= score <= upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoreBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

/// A hashed key: identifies the bucket and the position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HashedKey(pub(crate) u64);

/// A transposition table that grows up to a limit and then replaces the least valuable entries.
pub(crate) struct TranspositionTable {
    /// Zeroed by the system on first use, so that unused entries cost nothing: an aligned type
    /// would be zeroed eagerly.
    entries: Vec<AtomicU64>,
    /// Index of the first entry that is aligned to a bucket, so that no bucket spans two cache
    /// lines.
    start: usize,
    /// Number of buckets, a power of two.
    buckets: usize,
    /// Number of buckets in use, a power of two, minus one.
    mask: AtomicUsize,
    /// The largest number of buckets in use since the last [`clear`](Self::clear).
    buckets_used_max: AtomicUsize,
    /// Set if all buckets stay in use from one search to the next.
    uses_all: AtomicBool,
    /// Nodes visited by the current search.
    nodes_visited: AtomicU64,
    key_bits: u32,
}

/// Returns the number of buckets in a table of at most this many bytes.
fn buckets_for(bytes: usize, key_bits: u32) -> usize {
    let least = key_bits.saturating_sub(REMAINDER_BITS).max(1);
    let bucket_bits = (bytes / BUCKET_BYTES).max(1).ilog2();
    // More buckets than keys would leave the index without bits.
    1 << bucket_bits.clamp(least, BUCKET_BITS_MAX).min(key_bits)
}

impl TranspositionTable {
    /// Creates an empty table of at most `bytes`, rounded down to a power of two, but never smaller
    /// than exact identification of `key_bits`-bit keys allows (64 bytes to 8 MiB).
    pub(crate) fn new(bytes: usize, key_bits: u32) -> Self {
        let buckets = buckets_for(bytes, key_bits);
        let entries: Vec<_> = (0..buckets * BUCKET + SPARE)
            .map(|_| AtomicU64::new(0))
            .collect();
        let start = entries.as_ptr().align_offset(BUCKET_BYTES).min(SPARE);
        let tt = Self {
            entries,
            start,
            buckets,
            mask: AtomicUsize::new(0),
            buckets_used_max: AtomicUsize::new(0),
            uses_all: AtomicBool::new(false),
            nodes_visited: AtomicU64::new(0),
            key_bits,
        };
        tt.new_search();
        tt
    }

    /// Returns the size of the entries that [`new`](Self::new) allocates.
    pub(crate) fn bytes_for(bytes: usize, key_bits: u32) -> usize {
        buckets_for(bytes, key_bits) * BUCKET_BYTES
    }

    /// Probes whether the system has the memory for [`new`](Self::new), which would otherwise abort
    /// the program, and some headroom for the search.
    pub(crate) fn is_affordable(bytes: usize, key_bits: u32) -> bool {
        is_memory_available(Self::bytes_for(bytes, key_bits) + HEADROOM_BYTES)
    }

    /// Removes all entries.
    pub(crate) fn clear(&self) {
        let used = self.buckets_used_max.swap(0, Relaxed) * BUCKET;
        for entry in &self.entries[self.start..self.start + used] {
            entry.store(0, Relaxed);
        }
        self.new_search();
    }

    /// Starts a search, with few buckets unless all are to stay in use.
    pub(crate) fn new_search(&self) {
        self.nodes_visited.store(0, Relaxed);
        if !self.uses_all.load(Relaxed) {
            let least = FIRST_BUCKETS.max(1 << self.key_bits.saturating_sub(REMAINDER_BITS));
            self.mask.store(least.min(self.buckets) - 1, Relaxed);
        }
        let used = self.mask.load(Relaxed) + 1;
        self.buckets_used_max.fetch_max(used, Relaxed);
    }

    /// Adds to the node count of the current search, and grows the table when it has visited
    /// enough.
    ///
    /// Threads may do so concurrently and while others read: a lookup misses an entry that is being
    /// moved, and an entry that a late writer puts into the wrong half is lost. Both are harmless.
    pub(crate) fn record_nodes(&self, nodes: u64) {
        let nodes_visited = self.nodes_visited.fetch_add(nodes, Relaxed) + nodes;
        let mask = self.mask.load(Relaxed);
        let used = mask + 1;
        if used == self.buckets || nodes_visited < (used * BUCKET) as u64 * NODES_PER_ENTRY {
            return;
        }
        self.grow(mask);
    }

    /// Uses all buckets from now on. Good for many searches that share most of their positions, not
    /// for a single one: the table leaves the CPU cache.
    pub(crate) fn use_all(&self) {
        self.uses_all.store(true, Relaxed);
        loop {
            let mask = self.mask.load(Relaxed);
            if mask + 1 == self.buckets {
                return;
            }
            self.grow(mask);
        }
    }

    /// Doubles the buckets in use, given their current mask, unless another thread has done so.
    fn grow(&self, mask: usize) {
        let used = mask + 1;
        let wider = mask | used;
        if self
            .mask
            .compare_exchange(mask, wider, Relaxed, Relaxed)
            .is_err()
        {
            return;
        }
        self.buckets_used_max.fetch_max(wider + 1, Relaxed);
        let (old, new) = self.entries[self.start..].split_at(used * BUCKET);
        let bit = used as u64 >> self.key_bits.saturating_sub(REMAINDER_BITS);
        for (from, to) in old.iter().zip(new) {
            let entry = from.load(Relaxed);
            if entry & bit != 0 {
                to.store(entry, Relaxed);
                from.store(0, Relaxed);
            }
        }
    }

    /// Returns the size of the entries in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.buckets * BUCKET_BYTES
    }

    /// Returns the number of bytes in use.
    #[cfg(test)]
    fn used_bytes(&self) -> usize {
        (self.mask.load(Relaxed) + 1) * BUCKET_BYTES
    }

    /// Returns the width of the keys this table was made for.
    pub(crate) fn key_bits(&self) -> u32 {
        self.key_bits
    }

    /// Hashes a key over all buckets. Multiplying by an odd number and xoring with the value's own
    /// right shift are both bijections of the numbers below `2^key_bits`.
    #[inline(always)]
    pub(crate) fn mix(key: u64, key_bits: u32) -> HashedKey {
        let mask = u64::MAX >> (u64::BITS - key_bits);
        let mut x = key.wrapping_mul(MIX[0]) & mask;
        x ^= x >> (key_bits / 2 + 1);
        x = x.wrapping_mul(MIX[1]) & mask;
        HashedKey(x ^ (x >> (key_bits / 2)))
    }

    #[inline(always)]
    fn bucket(&self, key: HashedKey, key_bits: u32) -> &[AtomicU64] {
        let beyond = key_bits.saturating_sub(REMAINDER_BITS);
        let number = (key.0 >> REMAINDER_BITS) | key.0 << beyond;
        let at = self.start + (number as usize & self.mask.load(Relaxed)) * BUCKET;
        &self.entries[at..at + BUCKET]
    }

    /// Loads the bucket of a key into the CPU cache for a later [`get`](Self::get). The return
    /// value has no meaning; the caller must use it in some way, or the load is optimised out.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: HashedKey, key_bits: u32) -> u64 {
        self.bucket(key, key_bits)[0].load(Relaxed)
    }

    /// Returns the bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&self, key: HashedKey, key_bits: u32) -> Option<ScoreBounds> {
        let remainder = key.0 & REMAINDER;
        for entry in self.bucket(key, key_bits) {
            let entry = entry.load(Relaxed);
            if entry & REMAINDER == remainder && entry != 0 {
                return Some(bounds_of(entry));
            }
        }
        None
    }

    /// Stores bounds that took `work` nodes to find, intersected with those already stored.
    #[inline(always)]
    pub(crate) fn put(&self, key: HashedKey, key_bits: u32, bounds: ScoreBounds, work: u64) {
        let remainder = key.0 & REMAINDER;
        let work_bits = u64::from(u64::BITS - work.leading_zeros());
        let bucket = self.bucket(key, key_bits);
        let (mut victim, mut least) = (&bucket[0], u64::MAX);
        for entry in bucket {
            let old = entry.load(Relaxed);
            let old_work_bits = (old >> WORK_SHIFT) & FIELD;
            if old & REMAINDER == remainder && old != 0 {
                let known = bounds_of(old);
                let both = ScoreBounds {
                    lower: bounds.lower.max(known.lower),
                    upper: bounds.upper.min(known.upper),
                };
                debug_assert!(both.lower <= both.upper, "{bounds:?} contradicts {known:?}");
                entry.store(
                    word_of(remainder, both, work_bits.max(old_work_bits)),
                    Relaxed,
                );
                return;
            }
            if old_work_bits < least {
                (victim, least) = (entry, old_work_bits);
            }
        }
        if least > work_bits {
            for entry in bucket {
                let old = entry.load(Relaxed);
                // Another thread may have cleared it meanwhile.
                if (old >> WORK_SHIFT) & FIELD > 0 {
                    entry.store(old - (1 << WORK_SHIFT), Relaxed);
                }
            }
        }
        victim.store(word_of(remainder, bounds, work_bits), Relaxed);
    }
}

#[inline(always)]
fn bounds_of(entry: u64) -> ScoreBounds {
    ScoreBounds {
        lower: (entry >> LOWER_SHIFT) as i32 - BIAS,
        upper: ((entry >> UPPER_SHIFT) & FIELD) as i32 - BIAS,
    }
}

#[inline(always)]
fn word_of(remainder: u64, bounds: ScoreBounds, work_bits: u64) -> u64 {
    remainder
        | work_bits << WORK_SHIFT
        | ((bounds.upper + BIAS) as u64) << UPPER_SHIFT
        | ((bounds.lower + BIAS) as u64) << LOWER_SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::ops::Range;

    #[test]
    fn hashing_is_a_bijection() {
        for key_bits in [10, 13, 16] {
            let mixed: HashSet<u64> = (0..1 << key_bits)
                .map(|key| TranspositionTable::mix(key, key_bits).0)
                .collect();
            assert_eq!(mixed.len(), 1 << key_bits);
            assert!(mixed.iter().all(|key| *key < 1 << key_bits));
        }
    }

    #[test]
    fn stored_bounds_are_intersected() {
        let tt = TranspositionTable::new(1 << 12, 49);
        let key = TranspositionTable::mix(123_456_789, 49);
        assert_eq!(tt.get(key, 49), None);
        tt.put(
            key,
            49,
            ScoreBounds {
                lower: -30,
                upper: 4,
            },
            10,
        );
        tt.put(
            key,
            49,
            ScoreBounds {
                lower: -2,
                upper: 31,
            },
            3,
        );
        assert_eq!(
            tt.get(key, 49),
            Some(ScoreBounds {
                lower: -2,
                upper: 4
            })
        );
    }

    #[test]
    fn the_cheapest_entry_is_replaced() {
        let tt = TranspositionTable::new(64, 20);
        // Two buckets: the keys below share one because their lowest bit is equal.
        for (key, work) in [(2, 100), (4, 1), (6, 100), (8, 100), (10, 7)] {
            tt.put(HashedKey(key), 20, ScoreBounds { lower: 0, upper: 0 }, work);
        }
        assert_eq!(tt.get(HashedKey(4), 20), None);
        assert!(
            [2, 6, 8, 10]
                .into_iter()
                .all(|key| tt.get(HashedKey(key), 20).is_some())
        );
        tt.clear();
        assert_eq!(tt.get(HashedKey(2), 20), None);
    }

    /// Expensive entries stay for a while, but not for ever.
    #[test]
    fn entries_of_earlier_searches_age() {
        let tt = TranspositionTable::new(64, 20);
        let put = |key, work| tt.put(HashedKey(key), 20, ScoreBounds { lower: 0, upper: 0 }, work);
        let old = [2, 4, 6, 8];
        let found = || {
            old.iter()
                .filter(|key| tt.get(HashedKey(**key), 20).is_some())
        };
        for key in old {
            put(key, 1000);
        }
        for key in 5..8 {
            put(2 * key, 1);
        }
        assert_eq!(found().count(), 3);
        for key in 8..80 {
            put(2 * key, 1 + key % 2);
        }
        assert_eq!(found().count(), 0);
    }

    /// Growing loses no entry and moves each to its new bucket.
    #[test]
    fn entries_move_when_the_table_grows() {
        let tt = TranspositionTable::new(4 << 20, 49);
        let bounds = |key: u64| ScoreBounds {
            lower: -(key as i32 % 16),
            upper: key as i32 % 8,
        };
        let put = |tt: &TranspositionTable, keys: Range<u64>| {
            for key in keys {
                tt.put(TranspositionTable::mix(key, 49), 49, bounds(key), 1);
            }
        };
        let found = |tt: &TranspositionTable, keys: Range<u64>| {
            let right =
                |key: &u64| tt.get(TranspositionTable::mix(*key, 49), 49) == Some(bounds(*key));
            keys.filter(right).count()
        };
        put(&tt, 0..2000);
        let before = found(&tt, 0..2000);
        assert!(before > 1990, "{before}");
        tt.record_nodes(1 << 20);
        assert_eq!(tt.used_bytes(), 2 * FIRST_BUCKETS * BUCKET_BYTES);
        assert_eq!(found(&tt, 0..2000), before);
        tt.use_all();
        assert_eq!(tt.used_bytes(), tt.bytes());
        assert_eq!(found(&tt, 0..2000), before);
        put(&tt, 2000..40_000);
        assert!(found(&tt, 2000..40_000) > 37_000);
        tt.new_search();
        assert_eq!(tt.used_bytes(), tt.bytes(), "all stay in use");
        tt.clear();
        assert_eq!(found(&tt, 0..40_000), 0);
    }

    /// A search starts with few buckets and finds the entries of an earlier search in the others
    /// again when the table grows.
    #[test]
    fn a_search_starts_with_few_buckets() {
        let tt = TranspositionTable::new(4 << 20, 49);
        let first = FIRST_BUCKETS * BUCKET_BYTES;
        let bounds = ScoreBounds { lower: 1, upper: 2 };
        let found =
            || (0..9000).filter(|key| tt.get(TranspositionTable::mix(*key, 49), 49).is_some());
        let grow = || {
            for _ in 0..3 {
                tt.record_nodes(1 << 20);
            }
            assert_eq!(tt.used_bytes(), 8 * first);
        };
        grow();
        for key in 0..9000 {
            tt.put(TranspositionTable::mix(key, 49), 49, bounds, 1);
        }
        let all = found().count();
        assert!(all > 8900, "{all}");
        tt.new_search();
        assert_eq!(tt.used_bytes(), first);
        assert!(found().count() < all / 4);
        grow();
        assert_eq!(found().count(), all);
        tt.new_search();
        tt.clear();
        grow();
        assert_eq!(found().count(), 0);
    }

    #[test]
    fn wide_keys_force_enough_buckets() {
        assert_eq!(TranspositionTable::new(1 << 10, 64).bytes(), 8 << 20);
        assert_eq!(TranspositionTable::new(1 << 10, 49).bytes(), 1 << 10);
        assert_eq!(TranspositionTable::new(16_000_000, 49).bytes(), 8 << 20);
        assert_eq!(TranspositionTable::new(16 << 20, 49).bytes(), 16 << 20);
    }
}
