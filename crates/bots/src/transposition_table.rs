//! Transposition table of the alpha-beta search, with a cap on its size.
//!
//! Every entry carries the depth it was searched to and is used for that depth only, so the table
//! makes a search faster without changing its result. A new search starts a new generation instead
//! of clearing the table.

use foursight_core::Move;
use foursight_solver::is_memory_available;

/// Maximum size of a table.
pub const TT_BYTES_MAX: usize = 50_000_000;

/// Relation of a stored value to the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// A search result of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEntry {
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// Search depth in moves.
    pub(crate) depth: u8,
    pub(crate) best: Option<Move>,
}

#[derive(Clone, Copy, Debug)]
struct TableSlot {
    key: u128,
    generation: u32,
    entry: TableEntry,
}

/// A hash table that always replaces.
#[derive(Clone, Debug)]
pub(crate) struct BotTranspositionTable {
    entries: Vec<Option<TableSlot>>,
    entries_max: usize,
    generation: u32,
}

impl BotTranspositionTable {
    /// Creates a table of at most 2 to this power entries, within [`TT_BYTES_MAX`]. It allocates
    /// no memory before its first use.
    pub(crate) fn new(power: u32) -> Self {
        let cap = TT_BYTES_MAX / size_of::<Option<TableSlot>>();
        Self {
            entries: Vec::new(),
            entries_max: 1 << power.min(cap.ilog2()),
            generation: 0,
        }
    }

    /// Limits the table to the entries that a search of this many nodes can fill.
    pub(crate) fn for_nodes(self, nodes: u64) -> Self {
        let power = nodes.max(1).ilog2().min(self.entries_max.ilog2());
        Self {
            entries: Vec::new(),
            entries_max: 1 << power,
            ..self
        }
    }

    /// Returns the memory it takes once it is used.
    pub(crate) const fn bytes(&self) -> usize {
        // A single entry counts as no table.
        if self.entries_max > 1 {
            self.entries_max * size_of::<Option<TableSlot>>()
        } else {
            0
        }
    }

    /// Starts a new generation, which invalidates all entries.
    pub(crate) fn new_search(&mut self) {
        // Without memory to spare the search finds the same, only slower.
        if self.entries_max > 1
            && self.entries.is_empty()
            && is_memory_available(self.entries_max * size_of::<Option<TableSlot>>())
        {
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

    pub(crate) fn get(&self, key: u128) -> Option<TableEntry> {
        let slot = self.entries.get(self.index(key)?)?.as_ref()?;
        (slot.key == key && slot.generation == self.generation).then_some(slot.entry)
    }

    pub(crate) fn put(&mut self, key: u128, entry: TableEntry) {
        if let Some(index) = self.index(key) {
            self.entries[index] = Some(TableSlot {
                key,
                generation: self.generation,
                entry,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: TableEntry = TableEntry {
        value: 5,
        bound: Bound::Exact,
        depth: 3,
        best: None,
    };

    #[test]
    fn the_table_stays_below_its_cap() {
        let mut tt = BotTranspositionTable::new(60);
        tt.new_search();
        let bytes = tt.entries.len() * size_of::<Option<TableSlot>>();
        assert!(bytes <= TT_BYTES_MAX, "{bytes}");
        assert!(bytes * 2 > TT_BYTES_MAX, "{bytes} is a waste of the cap");
        assert_eq!(bytes, tt.bytes());
        let mut small = tt.for_nodes(1000);
        small.new_search();
        assert_eq!(small.entries.len(), 512);
        assert_eq!(small.bytes(), 512 * size_of::<Option<TableSlot>>());
    }

    #[test]
    fn a_new_search_invalidates_all_entries() {
        let mut tt = BotTranspositionTable::new(4);
        tt.new_search();
        tt.put(77, FIVE);
        assert_eq!(tt.get(77).map(|slot| slot.value), Some(5));
        assert!(tt.get(78).is_none());
        tt.new_search();
        assert!(tt.get(77).is_none());
    }

    #[test]
    fn a_table_of_one_entry_stores_nothing() {
        let mut tt = BotTranspositionTable::new(0);
        tt.new_search();
        tt.put(1, FIVE);
        assert!(tt.get(1).is_none());
    }
}
