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
use crate::shape::Shape;

/// Marks; a power of two. Two children with one mark only put each other off needlessly.
const MARKS: usize = 1 << 12;
/// Positions fuller than this, in percent, are too cheap to mark.
const BUSY_PERCENT: i32 = 66;

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
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether children of `node` are worth marking.
    #[inline(always)]
    pub(crate) fn applies<S: Shape>(shape: S, node: &Node) -> bool {
        node.discs * 100 < shape.area() * BUSY_PERCENT
    }

    #[inline(always)]
    fn mark(&self, key: Mixed) -> &AtomicU64 {
        &self.0[(key.0 >> 20) as usize % MARKS]
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
