//! The health of the store as this node sees it: whether writes succeed, how many requests failed,
//! and a log line now and then, however many games fail.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use tokio::time::Instant;

use super::StoreError;

/// Minimum interval between two log lines about a failing store: the disk that fails may be the one
/// with the log.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// The health of the store.
pub(crate) struct StoreHealth {
    is_writable: AtomicBool,
    errors: Counter,
    last_report: Mutex<Option<Instant>>,
}

impl Default for StoreHealth {
    fn default() -> Self {
        Self {
            is_writable: AtomicBool::new(true),
            errors: Counter::default(),
            last_report: Mutex::default(),
        }
    }
}

impl StoreHealth {
    /// Returns true if the last write succeeded.
    pub(crate) fn is_writable(&self) -> bool {
        self.is_writable.load(Ordering::Relaxed)
    }

    /// Returns the counter of failed requests, for the metrics.
    pub(crate) fn errors(&self) -> Counter {
        self.errors.clone()
    }

    /// Records a write that succeeded.
    pub(super) fn record_success(&self) {
        if !self.is_writable.swap(true, Ordering::Relaxed) {
            tracing::warn!("the store accepts writes again");
        }
    }

    /// Records a write that failed.
    pub(super) fn record_write_failure(&self, error: &StoreError) {
        self.is_writable.store(false, Ordering::Relaxed);
        self.report(error);
    }

    /// Counts a failure, and logs it at most every ten seconds.
    pub(super) fn report(&self, error: &StoreError) {
        self.errors.inc();
        let now = Instant::now();
        let mut last = self
            .last_report
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| now.duration_since(last) >= REPORT_INTERVAL) {
            *last = Some(now);
            tracing::error!(%error, "the store failed");
        }
    }
}
