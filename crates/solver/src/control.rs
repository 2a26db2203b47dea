//! What can end a search early, and who is told how far it is.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A search asks its control again after at most so many nodes: well under a millisecond.
const POLL_NODES: u64 = 1024;

/// Tells a search, from another thread, that its answer is no longer wanted.
///
/// # Examples
///
/// ```
/// use foursight_solver::CancelToken;
///
/// let token = CancelToken::default();
/// assert!(!token.is_cancelled());
/// token.cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Debug, Default)]
pub struct CancelToken(AtomicBool);

impl CancelToken {
    /// Asks every search that uses this token to stop soon.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// A callback that says whether to stop, such as one that looks at a clock.
pub type ShouldStop<'a> = &'a (dyn Fn() -> bool + Sync);
/// A callback that hears how many nodes were visited so far.
pub type OnProgress<'a> = &'a (dyn Fn(u64) + Sync);

/// What may end a search early. The default is nothing.
///
/// The solver reads no clock: a deadline is a [`should_stop`](Self::should_stop) that does.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Stop after so many nodes. Exact with one thread.
    pub nodes: Option<u64>,
    /// Stop when this token is cancelled.
    pub cancel: Option<&'a CancelToken>,
    /// Stop when this says so. Asked about every thousand nodes.
    pub should_stop: Option<ShouldStop<'a>>,
    /// Told the number of nodes so far, about every thousand nodes; never less than before.
    pub progress: Option<OnProgress<'a>>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("nodes", &self.nodes)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

/// The search was told to stop before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The limits of one question, shared by the threads that work on it.
pub(crate) struct Control<'a> {
    limits: Limits<'a>,
    /// Nodes of searches that are over, and of all others as of their last poll.
    spent: AtomicU64,
    halted: AtomicBool,
    /// What was told last: no thread tells less than another has.
    told: Mutex<u64>,
}

impl<'a> Control<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self {
            limits,
            spent: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            told: Mutex::new(0),
        }
    }

    /// The control of a first part of the same question, which may take so many nodes more.
    pub(crate) fn part(&self, nodes: u64) -> Self {
        let most = self.spent().saturating_add(nodes);
        let limits = Limits {
            nodes: Some(self.limits.nodes.map_or(most, |limit| limit.min(most))),
            ..self.limits
        };
        let part = Self::new(limits);
        part.spend(self.spent());
        part
    }

    /// Counts the nodes of a part that is over.
    pub(crate) fn end_part(&self, part: &Self) {
        self.spend(part.spent() - self.spent());
    }

    /// Makes all searches of this control stop soon, because one of them has the answer.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Lets searches run again after [`halt`](Self::halt).
    pub(crate) fn resume(&self) {
        self.halted.store(false, Relaxed);
    }

    /// Adds nodes that no poll has told of.
    pub(crate) fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Relaxed);
    }

    /// Nodes of all searches, as far as is known.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Whether to go on, for a search that has visited so many nodes since it asked last. It must ask
    /// again after the number returned.
    #[cold]
    pub(crate) fn poll(&self, nodes: u64) -> Result<u64, Stopped> {
        let total = self.spent.fetch_add(nodes, Relaxed) + nodes;
        let told = self.limits.cancel.is_some_and(CancelToken::is_cancelled)
            || self.limits.should_stop.is_some_and(|stop| stop());
        // Whoever comes while another thread tells has nothing much to add.
        if let Some(progress) = self.limits.progress
            && let Ok(mut told) = self.told.try_lock()
            && *told <= total
        {
            *told = total;
            progress(total);
        }
        if told || self.halted.load(Relaxed) {
            return Err(Stopped);
        }
        match self.limits.nodes {
            Some(limit) if total > limit => Err(Stopped),
            Some(limit) => Ok((limit - total + 1).min(POLL_NODES)),
            None => Ok(POLL_NODES),
        }
    }
}
