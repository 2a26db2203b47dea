//! The time, from the system or set by a test.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// A source of time in milliseconds since 1970.
#[derive(Clone, Debug, Default)]
pub struct WallClock(Option<Arc<watch::Sender<u64>>>);

impl WallClock {
    /// Returns the system clock.
    #[must_use]
    pub const fn system() -> Self {
        Self(None)
    }

    /// Returns a clock that stands still until [`set`](Self::set) moves it, for tests.
    #[must_use]
    pub fn manual(at_ms: u64) -> Self {
        Self(Some(Arc::new(watch::Sender::new(at_ms))))
    }

    /// Sets a manual clock. Has no effect on the system clock.
    pub fn set(&self, at_ms: u64) {
        if let Some(clock) = &self.0 {
            clock.send_replace(at_ms);
        }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        if let Some(clock) = &self.0 {
            return *clock.borrow();
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as u64)
    }

    /// Sleeps until this time.
    pub(crate) async fn sleep_until(&self, at_ms: u64) {
        if let Some(clock) = &self.0 {
            // Cannot fail: the sender lives as long as this borrow.
            let _ = clock.subscribe().wait_for(|now_ms| *now_ms >= at_ms).await;
        } else {
            let wait_ms = at_ms.saturating_sub(self.now_ms());
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
        }
    }
}
