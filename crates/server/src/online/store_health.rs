//! The health of the store as this node sees it: whether writes succeed, and a log line now and
//! then, however many games fail.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::store::StoreError;

/// Minimum interval between two log lines about a failing store: the disk that fails may be the one
/// with the log.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// The health of the store.
pub(crate) struct StoreHealth {
    is_writable: AtomicBool,
    last_report: Mutex<Option<Instant>>,
}

impl Default for StoreHealth {
    fn default() -> Self {
        Self {
            is_writable: AtomicBool::new(true),
            last_report: Mutex::default(),
        }
    }
}

impl StoreHealth {
    /// Returns true if the last write succeeded.
    pub(crate) fn is_writable(&self) -> bool {
        self.is_writable.load(Ordering::Relaxed)
    }

    /// Records a write that succeeded.
    pub(crate) fn record_success(&self) {
        if !self.is_writable.swap(true, Ordering::Relaxed) {
            tracing::warn!("the store accepts writes again");
        }
    }

    /// Records a write that failed.
    pub(crate) fn record_write_failure(&self, error: &StoreError) {
        self.is_writable.store(false, Ordering::Relaxed);
        self.report(error);
    }

    /// Logs a failure, at most every ten seconds.
    pub(crate) fn report(&self, error: &StoreError) {
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
