//! Limits of a search: node budget, cancellation and progress reports.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A search polls its control after at most this many nodes: well under a millisecond.
const POLL_NODES: u64 = 1024;

/// Cancels a search from another thread.
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
    /// Requests every search that uses this token to stop soon.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// A callback that returns whether to stop, for example because a deadline has passed.
pub type ShouldStop<'a> = &'a (dyn Fn() -> bool + Sync);
/// A callback that receives the number of nodes visited so far.
pub type OnProgress<'a> = &'a (dyn Fn(u64) + Sync);

/// Conditions that end a search early. The default is none.
///
/// The solver reads no clock: to set a deadline, pass a [`should_stop`](Self::should_stop) that
/// does.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Stop after this many nodes. Exact with one thread.
    pub nodes: Option<u64>,
    /// Stop when this token is cancelled.
    pub cancel: Option<&'a CancelToken>,
    /// Stop when this returns true. Polled about every thousand nodes.
    pub should_stop: Option<ShouldStop<'a>>,
    /// Receives the number of nodes so far, about every thousand nodes; never decreases.
    pub on_progress: Option<OnProgress<'a>>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("nodes", &self.nodes)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

/// The search was stopped before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StopRequest;

/// The limits of one search, shared by the threads that work on it.
pub(crate) struct SearchControl<'a> {
    limits: Limits<'a>,
    /// Nodes of finished searches, and of all others as of their last poll.
    spent: AtomicU64,
    halted: AtomicBool,
    /// The number of nodes reported last: no thread reports less than another has.
    reported: Mutex<u64>,
}

impl<'a> SearchControl<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self {
            limits,
            spent: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            reported: Mutex::new(0),
        }
    }

    /// Returns a control for a first phase of the same search, with a budget of `nodes` more nodes.
    pub(crate) fn phase(&self, nodes: u64) -> Self {
        let nodes_max = self.spent().saturating_add(nodes);
        let limits = Limits {
            nodes: Some(
                self.limits
                    .nodes
                    .map_or(nodes_max, |limit| limit.min(nodes_max)),
            ),
            ..self.limits
        };
        let phase = Self::new(limits);
        phase.spend(self.spent());
        phase
    }

    /// Adds the nodes of a finished phase.
    pub(crate) fn end_phase(&self, phase: &Self) {
        self.spend(phase.spent() - self.spent());
    }

    /// Makes all searches of this control stop soon, because one of them has the result.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Lets searches run again after [`halt`](Self::halt).
    pub(crate) fn resume(&self) {
        self.halted.store(false, Relaxed);
    }

    /// Adds nodes that no poll has reported.
    pub(crate) fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Relaxed);
    }

    /// Returns the nodes of all searches, as of their last reports.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Adds the nodes visited since the last poll, and returns after how many more nodes to poll
    /// again, or an error if the search must stop.
    #[cold]
    pub(crate) fn poll(&self, nodes: u64) -> Result<u64, StopRequest> {
        let total = self.spent.fetch_add(nodes, Relaxed) + nodes;
        let must_stop = self.limits.cancel.is_some_and(CancelToken::is_cancelled)
            || self.limits.should_stop.is_some_and(|stop| stop());
        // Skip the report while another thread is reporting: the numbers are nearly the same.
        if let Some(progress) = self.limits.on_progress
            && let Ok(mut reported) = self.reported.try_lock()
            && *reported <= total
        {
            *reported = total;
            progress(total);
        }
        if must_stop || self.halted.load(Relaxed) {
            return Err(StopRequest);
        }
        match self.limits.nodes {
            Some(limit) if total > limit => Err(StopRequest),
            Some(limit) => Ok((limit - total + 1).min(POLL_NODES)),
            None => Ok(POLL_NODES),
        }
    }
}
