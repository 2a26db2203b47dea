//! The time, from the system or set by a test.
//!
//! The system's wall clock may step, by NTP or when a virtual machine resumes, and a step must not
//! end a game. So time advances with the monotonic clock, and follows the wall clock slowly enough
//! that no player notices.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::time::Instant;

/// The clock is corrected by at most one part in this many: five milliseconds in a second.
const SLEW_DIVISOR: u64 = 200;

/// A source of time in milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct WallClock(Source);

#[derive(Clone, Debug)]
enum Source {
    System(Arc<SystemClock>),
    Manual(Arc<watch::Sender<u64>>),
}

impl Default for WallClock {
    fn default() -> Self {
        Self::system()
    }
}

impl WallClock {
    /// Returns the system clock, without its steps.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System(Arc::new(SystemClock::start())))
    }

    /// Returns a clock that stands still until [`set`](Self::set) moves it, for tests.
    #[must_use]
    pub fn manual(at_ms: u64) -> Self {
        Self(Source::Manual(Arc::new(watch::Sender::new(at_ms))))
    }

    /// Sets a manual clock. Has no effect on the system clock.
    pub fn set(&self, at_ms: u64) {
        if let Source::Manual(clock) = &self.0 {
            clock.send_replace(at_ms);
        }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match &self.0 {
            Source::System(clock) => clock.now_ms(),
            Source::Manual(clock) => *clock.borrow(),
        }
    }

    /// Sleeps until this time.
    pub(crate) async fn sleep_until(&self, at_ms: u64) {
        match &self.0 {
            // Cannot fail: the sender lives as long as this borrow.
            Source::Manual(clock) => {
                drop(clock.subscribe().wait_for(|now_ms| *now_ms >= at_ms).await);
            }
            // A correction of the clock can make one sleep too short.
            Source::System(clock) => loop {
                let wait_ms = at_ms.saturating_sub(clock.now_ms());
                if wait_ms == 0 {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(wait_ms)).await;
            },
        }
    }
}

/// The system's clocks.
#[derive(Debug)]
struct SystemClock {
    start: Instant,
    slewed: Mutex<SlewedClock>,
}

impl SystemClock {
    fn start() -> Self {
        Self {
            start: Instant::now(),
            slewed: Mutex::new(SlewedClock::new(wall_ms())),
        }
    }

    fn now_ms(&self) -> u64 {
        // No statement leaves the clock inconsistent, so a poisoned lock is fine.
        let mut slewed = self.slewed.lock().unwrap_or_else(PoisonError::into_inner);
        slewed.advance(self.start.elapsed(), wall_ms())
    }
}

fn wall_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// A clock that advances with a monotonic clock and approaches a wall clock.
#[derive(Debug)]
struct SlewedClock {
    now_ms: u64,
    monotonic: Duration,
    /// Monotonic time since the last correction.
    uncorrected_ms: u64,
}

impl SlewedClock {
    const fn new(wall_ms: u64) -> Self {
        Self {
            now_ms: wall_ms,
            monotonic: Duration::ZERO,
            uncorrected_ms: 0,
        }
    }

    /// Returns the time when the two clocks show these times. It never goes back.
    fn advance(&mut self, monotonic: Duration, wall_ms: u64) -> u64 {
        let monotonic = monotonic.max(self.monotonic);
        let elapsed_ms = (monotonic.as_millis() - self.monotonic.as_millis()) as u64;
        self.monotonic = monotonic;
        self.now_ms += elapsed_ms;
        self.uncorrected_ms += elapsed_ms;
        let correction_max_ms = self.uncorrected_ms / SLEW_DIVISOR;
        self.uncorrected_ms %= SLEW_DIVISOR;
        if wall_ms >= self.now_ms {
            self.now_ms += correction_max_ms.min(wall_ms - self.now_ms);
        } else {
            self.now_ms -= correction_max_ms.min(self.now_ms - wall_ms).min(elapsed_ms);
        }
        self.now_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_MS: u64 = 1_700_000_000_000;
    const HOUR_MS: u64 = 60 * 60 * 1000;

    #[test]
    fn a_step_of_the_wall_clock_is_not_a_step_of_time() {
        for wall_ms in [START_MS + HOUR_MS, START_MS - HOUR_MS] {
            let mut clock = SlewedClock::new(START_MS);
            let mut last_ms = START_MS;
            for second in 1..=60 {
                let now_ms = clock.advance(Duration::from_secs(second), wall_ms + second * 1_000);
                let passed_ms = now_ms - last_ms;
                assert!((995..=1_005).contains(&passed_ms), "{passed_ms} ms");
                last_ms = now_ms;
            }
        }
    }

    #[test]
    fn a_correction_is_followed_in_the_end() {
        for drift_ms in [2_000_i64, -2_000] {
            let mut clock = SlewedClock::new(START_MS);
            let wall_ms = |ms: u64| (START_MS + ms).saturating_add_signed(drift_ms);
            let mut last_ms = START_MS;
            // In small intervals, too, whose correction is below a millisecond.
            for ms in (0..HOUR_MS).step_by(70) {
                let now_ms = clock.advance(Duration::from_millis(ms), wall_ms(ms));
                assert!(now_ms >= last_ms, "time goes back");
                last_ms = now_ms;
            }
            let end_ms = HOUR_MS - HOUR_MS % 70;
            assert_eq!(
                clock.advance(Duration::from_millis(end_ms), wall_ms(end_ms)),
                wall_ms(end_ms)
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_system_clock_advances_with_the_monotonic_one() {
        let clock = WallClock::system();
        let start_ms = clock.now_ms();
        let hour = async {
            tokio::time::sleep(Duration::from_hours(1)).await;
        };
        hour.await;
        let passed_ms = clock.now_ms() - start_ms;
        assert!(
            passed_ms.abs_diff(HOUR_MS) <= HOUR_MS / SLEW_DIVISOR,
            "{passed_ms} ms"
        );
        clock.sleep_until(start_ms + 2 * HOUR_MS).await;
        assert!(clock.now_ms() >= start_ms + 2 * HOUR_MS);
    }
}
