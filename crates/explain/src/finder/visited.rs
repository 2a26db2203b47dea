//! A hash table of positions with a yes or no, cleared at no cost.

/// Number of slots. A search stops long before the table is full.
const SLOTS: usize = 1 << 16;

/// Positions of one search and their results.
pub(super) struct VisitedTable {
    /// Key, with the result in the highest bit.
    slots: Vec<u64>,
    /// The search that wrote a slot.
    generations: Vec<u32>,
    generation: u32,
}

impl Default for VisitedTable {
    fn default() -> Self {
        Self {
            slots: vec![0; SLOTS],
            generations: vec![0; SLOTS],
            generation: 1,
        }
    }
}

const RESULT: u64 = 1 << 63;

impl VisitedTable {
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.generations.fill(0);
            1
        });
    }

    /// Returns the result of a key, which must be below 2^63.
    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let slot = self.slot(key);
        (self.generations[slot] == self.generation).then(|| self.slots[slot] & RESULT != 0)
    }

    pub(super) fn insert(&mut self, key: u64, result: bool) {
        let slot = self.slot(key);
        self.generations[slot] = self.generation;
        self.slots[slot] = if result { key | RESULT } else { key };
    }

    /// Returns the slot of a key, or the free slot where it belongs.
    fn slot(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize;
        while self.generations[slot] == self.generation && self.slots[slot] & !RESULT != key {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }
}
