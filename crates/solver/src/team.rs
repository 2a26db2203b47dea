//! Several threads on one question.
//!
//! All threads search the same root with one memo. To keep them apart, each marks the child it is
//! about to search as *busy*; a thread that meets a busy child puts it off until its other
//! children are done, and by then finds the answer in the memo. Before each child it also looks
//! whether another thread has answered one of the questions that led there, and then leaves them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::memo::Mixed;
use crate::node::Node;

/// Marks; a power of two. Two children with one mark only put each other off needlessly.
const MARKS: usize = 1 << 12;
/// Children so many plies below the question are marked. Marking deeper ones would save nodes, but the
/// marks would go from one core's cache to the other's all the time, which costs more.
const MARKED_PLIES: i32 = 14;

/// Does the same on so many threads, of which this is one, or on as many as the system gives.
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
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
pub(crate) struct Busy {
    marks: Vec<AtomicU64>,
    /// Nodes with so many discs or more are too deep.
    deep: i32,
}

impl Busy {
    /// No child of any node below this one, whose question the threads share, is being searched.
    pub(crate) fn new(root: &Node) -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            deep: root.discs + MARKED_PLIES,
        }
    }

    /// Whether children of `node` are worth marking.
    #[inline(always)]
    pub(crate) fn applies(&self, node: &Node) -> bool {
        node.discs < self.deep
    }

    #[inline(always)]
    fn mark(&self, key: Mixed) -> &AtomicU64 {
        &self.marks[(key.0 >> 20) as usize % MARKS]
    }

    /// Whether another thread is searching the child with that key.
    #[inline(always)]
    pub(crate) fn is_claimed(&self, key: Mixed) -> bool {
        self.mark(key).load(Relaxed) == key.0
    }

    /// Marks the child until the claim is dropped.
    #[inline(always)]
    pub(crate) fn claim(&self, key: Mixed) -> Claim<'_> {
        let mark = self.mark(key);
        mark.store(key.0, Relaxed);
        Claim(mark)
    }
}

/// A mark in [`Busy`], wiped when dropped.
pub(crate) struct Claim<'a>(&'a AtomicU64);

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.store(0, Relaxed);
    }
}
