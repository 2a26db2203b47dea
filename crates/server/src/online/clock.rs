//! What time it is, by the system or by a test.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// The time, in milliseconds since 1970.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<watch::Sender<u64>>>);

impl Clock {
    /// The clock of the system.
    #[must_use]
    pub const fn system() -> Self {
        Self(None)
    }

    /// One that stands until [`set`](Self::set) moves it: for tests.
    #[must_use]
    pub fn standing(at_ms: u64) -> Self {
        Self(Some(Arc::new(watch::Sender::new(at_ms))))
    }

    /// Moves a standing clock. The clock of the system stays as it is.
    pub fn set(&self, at_ms: u64) {
        if let Some(clock) = &self.0 {
            clock.send_replace(at_ms);
        }
    }

    /// What time it is.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        if let Some(clock) = &self.0 {
            return *clock.borrow();
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as u64)
    }

    /// Waits until it is as late as this.
    pub(crate) async fn until(&self, at_ms: u64) {
        if let Some(clock) = &self.0 {
            // The clock lives as long as this borrow of it.
            let _ = clock.subscribe().wait_for(|now_ms| *now_ms >= at_ms).await;
        } else {
            let wait_ms = at_ms.saturating_sub(self.now_ms());
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
        }
    }
}
