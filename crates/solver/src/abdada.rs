//! Parallel search: a simplified ABDADA (J.-C. Weill, "The ABDADA distributed minimax search
//! algorithm", 1996; simplified by T. Kerrigan).
//!
//! All threads search the same root with one transposition table. To spread out, each thread marks
//! the child it is about to search as in progress; a thread that meets such a child defers it until
//! its other children are done, and by then finds the result in the table. Before each child a
//! thread also checks whether another thread has answered a window on its path, and abandons that
//! subtree.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::node::Node;
use crate::transposition_table::HashedKey;

/// Number of slots; a power of two. Two children in one slot only defer each other needlessly.
const SLOTS: usize = 1 << 12;
/// Children down to this many plies below the root are marked. Marking deeper ones would save
/// nodes, but moving the slots between the cores' caches costs more.
const MARK_PLIES: i32 = 14;

/// Runs `work` on this thread and up to `threads - 1` others, fewer if the system provides fewer.
pub(crate) fn run_on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            let started = thread::Builder::new().spawn_scoped(scope, &work);
            if started.is_err() {
                break;
            }
        }
        work();
    });
}

/// The children being searched right now, by any thread.
pub(crate) struct InProgressTable {
    slots: Vec<AtomicU64>,
    /// Nodes with this many discs or more are too deep to mark.
    discs_max: i32,
}

impl InProgressTable {
    /// Creates an empty table for the search below `root`.
    pub(crate) fn new(root: &Node) -> Self {
        Self {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            discs_max: root.discs + MARK_PLIES,
        }
    }

    /// Returns whether children of `node` are marked.
    #[inline(always)]
    pub(crate) fn applies(&self, node: &Node) -> bool {
        node.discs < self.discs_max
    }

    #[inline(always)]
    fn slot(&self, key: HashedKey) -> &AtomicU64 {
        &self.slots[(key.0 >> 20) as usize % SLOTS]
    }

    /// Returns whether another thread is searching the child with that key.
    #[inline(always)]
    pub(crate) fn is_in_progress(&self, key: HashedKey) -> bool {
        self.slot(key).load(Relaxed) == key.0
    }

    /// Marks the child until the returned guard is dropped.
    #[inline(always)]
    pub(crate) fn mark(&self, key: HashedKey) -> InProgressMark<'_> {
        let slot = self.slot(key);
        slot.store(key.0, Relaxed);
        InProgressMark(slot)
    }
}

/// A marked slot of [`InProgressTable`], cleared on drop.
pub(crate) struct InProgressMark<'a>(&'a AtomicU64);

impl Drop for InProgressMark<'_> {
    fn drop(&mut self) {
        self.0.store(0, Relaxed);
    }
}
