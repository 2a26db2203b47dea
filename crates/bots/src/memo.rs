//! The search's store of positions it has seen, with a cap on its size.
//!
//! Every entry carries the depth it was searched to and is used for that depth alone, so the
//! memo makes a search faster without changing what it finds. A new search begins a new
//! generation instead of wiping the store.

use foursight_core::Move;

/// No memo takes more than this.
pub const MEMO_BYTES_MAX: usize = 50_000_000;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// How many moves ahead the value looks.
    pub(crate) depth: u8,
    pub(crate) best: Option<Move>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u128,
    generation: u32,
    found: Found,
}

/// Entries found by key; a newer one takes the place of an older one.
#[derive(Clone, Debug)]
pub(crate) struct Memo {
    entries: Vec<Option<Entry>>,
    entries_max: usize,
    generation: u32,
}

impl Memo {
    /// A memo of at most 2 to this power entries, within [`MEMO_BYTES_MAX`]. It takes no memory
    /// before its first use.
    pub(crate) fn new(power: u32) -> Self {
        let cap = MEMO_BYTES_MAX / size_of::<Option<Entry>>();
        Self {
            entries: Vec::new(),
            entries_max: 1 << power.min(cap.ilog2()),
            generation: 0,
        }
    }

    /// The same with no more entries than a search of so many nodes could fill.
    pub(crate) fn for_nodes(self, nodes: u64) -> Self {
        let power = nodes.max(1).ilog2().min(self.entries_max.ilog2());
        Self {
            entries: Vec::new(),
            entries_max: 1 << power,
            ..self
        }
    }

    /// The memory it takes once it is used.
    pub(crate) const fn bytes(&self) -> usize {
        // One entry is no memo.
        if self.entries_max > 1 {
            self.entries_max * size_of::<Option<Entry>>()
        } else {
            0
        }
    }

    /// Forgets everything.
    pub(crate) fn begin(&mut self) {
        // Without memory to spare a search finds the same, only later.
        if self.entries_max > 1 && self.entries.is_empty() && is_affordable(self.entries_max) {
            self.entries = vec![None; self.entries_max];
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill(None);
        }
    }

    fn index(&self, key: u128) -> Option<usize> {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(32);
        let mixed = folded.wrapping_mul(ODD);
        let bits = self.entries.len().checked_ilog2()?;
        // The upper bits of a product are its well-mixed ones.
        Some(if bits == 0 {
            0
        } else {
            (mixed >> (64 - bits)) as usize
        })
    }

    pub(crate) fn get(&self, key: u128) -> Option<Found> {
        let entry = self.entries.get(self.index(key)?)?.as_ref()?;
        (entry.key == key && entry.generation == self.generation).then_some(entry.found)
    }

    pub(crate) fn put(&mut self, key: u128, found: Found) {
        if let Some(index) = self.index(key) {
            self.entries[index] = Some(Entry {
                key,
                generation: self.generation,
                found,
            });
        }
    }
}

/// Whether the system has the memory for so many entries. A page does not ask, and stays smaller.
fn is_affordable(entries: usize) -> bool {
    if cfg!(target_arch = "wasm32") {
        return true;
    }
    let mut probe = Vec::<Option<Entry>>::new();
    let given = probe.try_reserve_exact(entries);
    // Memory that nobody uses may be optimised out, and would always be there.
    std::hint::black_box(&probe);
    given.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: Found = Found {
        value: 5,
        bound: Bound::Exact,
        depth: 3,
        best: None,
    };

    #[test]
    fn the_memo_stays_below_its_cap() {
        let mut memo = Memo::new(60);
        memo.begin();
        let bytes = memo.entries.len() * size_of::<Option<Entry>>();
        assert!(bytes <= MEMO_BYTES_MAX, "{bytes}");
        assert!(bytes * 2 > MEMO_BYTES_MAX, "{bytes} is a waste of the cap");
        assert_eq!(bytes, memo.bytes());
        let mut small = memo.for_nodes(1000);
        small.begin();
        assert_eq!(small.entries.len(), 512);
        assert_eq!(small.bytes(), 512 * size_of::<Option<Entry>>());
    }

    #[test]
    fn a_new_generation_forgets() {
        let mut memo = Memo::new(4);
        memo.begin();
        memo.put(77, FIVE);
        assert_eq!(memo.get(77).map(|found| found.value), Some(5));
        assert!(memo.get(78).is_none());
        memo.begin();
        assert!(memo.get(77).is_none());
    }

    #[test]
    fn a_memo_of_one_entry_is_no_memo() {
        let mut memo = Memo::new(0);
        memo.begin();
        memo.put(1, FIVE);
        assert!(memo.get(1).is_none());
    }
}
