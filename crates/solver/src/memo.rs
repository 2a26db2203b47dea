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
//! The key of a position is mixed by a bijection on exactly the bits a key can have. Its lower bits
//! are the remainder; what does not fit there is the low end of the bucket's number. Bucket and
//! remainder together therefore name the position *exactly*: the memo forgets, but it never lies.
//!
//! Four entries share a bucket; the one that took the least work to find gives way. If it took
//! more than the new one, the others count for less from then on, or the entries of earlier
//! questions would stay for ever.
//!
//! Few searches fill the memo, and a small memo stays in the processor's cache: ten times as many
//! entries save a twentieth of the nodes, but a node then takes a third longer. So only the first
//! few buckets are used when a question begins. Whenever the search has visited a dozen nodes for
//! each entry, the number of buckets in use doubles: the number of a bucket gets one more bit, from
//! the remainder, and entries with that bit move to the same place in the new half. What an earlier
//! question has left there is as true as ever, and is found again.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::options::Options;

/// Entries in a bucket: half a cache line.
const BUCKET: usize = 4;
const BUCKET_BYTES: usize = BUCKET * size_of::<AtomicU64>();
/// Entries to spare, so that buckets can begin at a multiple of their size.
const SPARE: usize = BUCKET - 1;
/// What else a question takes: the thread that searches, and the answer.
const HEADROOM_BYTES: usize = 4 << 20;
/// Buckets in use when a question begins: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 13;
/// As many buckets as the largest memo has, as a power of two.
const BUCKET_BITS_MAX: u32 = 20 + (Options::MEMO_MIB_MAX / BUCKET_BYTES).ilog2();
/// The memo grows when a search has visited so many nodes for each entry in use.
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

/// A number of entries that grows up to a limit, the least valuable of which are forgotten.
pub(crate) struct Memo {
    /// Zeroed by the system when first used, so that what a search does not need costs nothing: an
    /// aligned type would be zeroed here and now.
    entries: Vec<AtomicU64>,
    /// The first entry at which a bucket does not lie across two cache lines.
    start: usize,
    /// How many buckets there are, a power of two.
    buckets: usize,
    /// The number of buckets in use, a power of two, less one.
    mask: AtomicUsize,
    /// The largest number of buckets that were ever in use since all was forgotten.
    reached: AtomicUsize,
    /// Whether all buckets stay in use from one question to the next.
    whole: AtomicBool,
    /// Nodes of the question that the memo serves.
    served: AtomicU64,
    key_bits: u32,
}

/// How many buckets a memo of at most so many bytes has.
fn buckets_for(bytes: usize, key_bits: u32) -> usize {
    let least = key_bits.saturating_sub(REMAINDER_BITS).max(1);
    let bucket_bits = (bytes / BUCKET_BYTES).max(1).ilog2();
    // More buckets than keys would leave the index without bits.
    1 << bucket_bits.clamp(least, BUCKET_BITS_MAX).min(key_bits)
}

impl Memo {
    /// An empty memo of at most `bytes`, rounded down to a power of two, but never smaller than
    /// exact recognition of `key_bits`-bit keys allows (64 bytes to 8 MiB).
    pub(crate) fn new(bytes: usize, key_bits: u32) -> Self {
        let buckets = buckets_for(bytes, key_bits);
        let entries: Vec<_> = (0..buckets * BUCKET + SPARE)
            .map(|_| AtomicU64::new(0))
            .collect();
        let start = entries.as_ptr().align_offset(BUCKET_BYTES).min(SPARE);
        let memo = Self {
            entries,
            start,
            buckets,
            mask: AtomicUsize::new(0),
            reached: AtomicUsize::new(0),
            whole: AtomicBool::new(false),
            served: AtomicU64::new(0),
            key_bits,
        };
        memo.begin();
        memo
    }

    /// How many bytes the entries of [`new`](Self::new) take.
    pub(crate) fn bytes_for(bytes: usize, key_bits: u32) -> usize {
        buckets_for(bytes, key_bits) * BUCKET_BYTES
    }

    /// Whether the system has the memory for [`new`](Self::new), which would otherwise end the
    /// program, and a little for the search. A page does not ask: it has nobody to tell.
    pub(crate) fn is_affordable(bytes: usize, key_bits: u32) -> bool {
        if cfg!(target_arch = "wasm32") {
            return true;
        }
        let mut probe = Vec::<u64>::new();
        let bytes = Self::bytes_for(bytes, key_bits) + HEADROOM_BYTES;
        let given = probe.try_reserve_exact(bytes / size_of::<u64>());
        // Memory that nobody uses may be optimised out, and would always be there.
        std::hint::black_box(&probe);
        given.is_ok()
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        let used = self.reached.swap(0, Relaxed) * BUCKET;
        for entry in &self.entries[self.start..self.start + used] {
            entry.store(0, Relaxed);
        }
        self.begin();
    }

    /// Begins a question, with few buckets unless all are to stay in use.
    pub(crate) fn begin(&self) {
        self.served.store(0, Relaxed);
        if !self.whole.load(Relaxed) {
            let least = FIRST_BUCKETS.max(1 << self.key_bits.saturating_sub(REMAINDER_BITS));
            self.mask.store(least.min(self.buckets) - 1, Relaxed);
        }
        let used = self.mask.load(Relaxed) + 1;
        self.reached.fetch_max(used, Relaxed);
    }

    /// Takes note of nodes that a search has visited, and uses more buckets when there were many.
    ///
    /// Threads may do so at the same time and while others read: an entry that is on its way is
    /// not found, and one that a late writer puts into the wrong half is lost. Both are harmless.
    pub(crate) fn serve(&self, nodes: u64) {
        let served = self.served.fetch_add(nodes, Relaxed) + nodes;
        let mask = self.mask.load(Relaxed);
        let used = mask + 1;
        if used == self.buckets || served < (used * BUCKET) as u64 * NODES_PER_ENTRY {
            return;
        }
        self.grow(mask);
    }

    /// Uses all buckets from now on. Good for many questions that have most of their answers in
    /// common, not for one: the memo leaves the processor's cache.
    pub(crate) fn use_all(&self) {
        self.whole.store(true, Relaxed);
        loop {
            let mask = self.mask.load(Relaxed);
            if mask + 1 == self.buckets {
                return;
            }
            self.grow(mask);
        }
    }

    /// Doubles the buckets in use, which that mask says, unless another thread has done so.
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
        self.reached.fetch_max(wider + 1, Relaxed);
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

    /// How many bytes the entries take.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.buckets * BUCKET_BYTES
    }

    /// How many bytes of them are in use.
    #[cfg(test)]
    fn used_bytes(&self) -> usize {
        (self.mask.load(Relaxed) + 1) * BUCKET_BYTES
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
        let beyond = key_bits.saturating_sub(REMAINDER_BITS);
        let number = (key.0 >> REMAINDER_BITS) | key.0 << beyond;
        let at = self.start + (number as usize & self.mask.load(Relaxed)) * BUCKET;
        &self.entries[at..at + BUCKET]
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
        if least > effort {
            for entry in bucket {
                let old = entry.load(Relaxed);
                // Another thread may have emptied it meanwhile.
                if (old >> WORK_SHIFT) & FIELD > 0 {
                    entry.store(old - (1 << WORK_SHIFT), Relaxed);
                }
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
    use std::ops::Range;

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
        let memo = Memo::new(64, 20);
        // Two buckets: the keys below share one because their lowest bit is the same.
        for (key, work) in [(2, 100), (4, 1), (6, 100), (8, 100), (10, 7)] {
            memo.put(Mixed(key), 20, Bounds { lower: 0, upper: 0 }, work);
        }
        assert_eq!(memo.get(Mixed(4), 20), None);
        assert!(
            [2, 6, 8, 10]
                .into_iter()
                .all(|key| memo.get(Mixed(key), 20).is_some())
        );
        memo.clear();
        assert_eq!(memo.get(Mixed(2), 20), None);
    }

    /// What took much work stays for a while, but not for ever.
    #[test]
    fn entries_of_earlier_questions_fade() {
        let memo = Memo::new(64, 20);
        let put = |key, work| memo.put(Mixed(key), 20, Bounds { lower: 0, upper: 0 }, work);
        let old = [2, 4, 6, 8];
        let remembered = || {
            old.iter()
                .filter(|key| memo.get(Mixed(**key), 20).is_some())
        };
        for key in old {
            put(key, 1000);
        }
        for key in 5..8 {
            put(2 * key, 1);
        }
        assert_eq!(remembered().count(), 3);
        for key in 8..80 {
            put(2 * key, 1 + key % 2);
        }
        assert_eq!(remembered().count(), 0);
    }

    /// Growing loses nothing, and puts every entry where it is then looked for.
    #[test]
    fn entries_move_when_the_memo_grows() {
        let memo = Memo::new(4 << 20, 49);
        let bounds = |key: u64| Bounds {
            lower: -(key as i32 % 16),
            upper: key as i32 % 8,
        };
        let put = |memo: &Memo, keys: Range<u64>| {
            for key in keys {
                memo.put(Memo::mix(key, 49), 49, bounds(key), 1);
            }
        };
        let found = |memo: &Memo, keys: Range<u64>| {
            let right = |key: &u64| memo.get(Memo::mix(*key, 49), 49) == Some(bounds(*key));
            keys.filter(right).count()
        };
        put(&memo, 0..2000);
        let before = found(&memo, 0..2000);
        assert!(before > 1990, "{before}");
        memo.serve(1 << 20);
        assert_eq!(memo.used_bytes(), 2 * FIRST_BUCKETS * BUCKET_BYTES);
        assert_eq!(found(&memo, 0..2000), before);
        memo.use_all();
        assert_eq!(memo.used_bytes(), memo.bytes());
        assert_eq!(found(&memo, 0..2000), before);
        put(&memo, 2000..40_000);
        assert!(found(&memo, 2000..40_000) > 37_000);
        memo.begin();
        assert_eq!(memo.used_bytes(), memo.bytes(), "all stay in use");
        memo.clear();
        assert_eq!(found(&memo, 0..40_000), 0);
    }

    /// A question begins with few buckets, and what an earlier one has left in the others is
    /// found again when it grows.
    #[test]
    fn a_question_begins_small() {
        let memo = Memo::new(4 << 20, 49);
        let first = FIRST_BUCKETS * BUCKET_BYTES;
        let bounds = Bounds { lower: 1, upper: 2 };
        let found = || (0..9000).filter(|key| memo.get(Memo::mix(*key, 49), 49).is_some());
        let grow = || {
            for _ in 0..3 {
                memo.serve(1 << 20);
            }
            assert_eq!(memo.used_bytes(), 8 * first);
        };
        grow();
        for key in 0..9000 {
            memo.put(Memo::mix(key, 49), 49, bounds, 1);
        }
        let all = found().count();
        assert!(all > 8900, "{all}");
        memo.begin();
        assert_eq!(memo.used_bytes(), first);
        assert!(found().count() < all / 4);
        grow();
        assert_eq!(found().count(), all);
        memo.begin();
        memo.clear();
        grow();
        assert_eq!(found().count(), 0);
    }

    #[test]
    fn wide_keys_force_enough_buckets() {
        assert_eq!(Memo::new(1 << 10, 64).bytes(), 8 << 20);
        assert_eq!(Memo::new(1 << 10, 49).bytes(), 1 << 10);
        assert_eq!(Memo::new(16_000_000, 49).bytes(), 8 << 20);
        assert_eq!(Memo::new(16 << 20, 49).bytes(), 16 << 20);
    }
}
