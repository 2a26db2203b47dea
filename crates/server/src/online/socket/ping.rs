//! Keep-alive pings, which also measure the round trip of a connection.

use std::time::Duration;

use tokio::time::Instant;

/// Interval of keep-alive pings.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// Number of measurements of which the shortest counts: a client that wants to appear slow has to
/// delay all of them.
const SAMPLES: usize = 4;

/// The timer of the next ping, and the measured round trips.
pub(super) struct PingTimer {
    next_at: Instant,
    sent_at: Option<Instant>,
    samples_ms: [Option<u64>; SAMPLES],
    count: usize,
}

impl PingTimer {
    /// Returns a timer for the first ping, by which the client must have said hello.
    pub(super) fn new(first: Duration) -> Self {
        Self {
            next_at: Instant::now() + first,
            sent_at: None,
            samples_ms: [None; SAMPLES],
            count: 0,
        }
    }

    pub(super) const fn next_at(&self) -> Instant {
        self.next_at
    }

    pub(super) fn on_sent(&mut self) {
        let now = Instant::now();
        self.next_at = now + PING_INTERVAL;
        self.sent_at = Some(now);
    }

    /// Handles a pong. One without a ping measures nothing.
    pub(super) fn on_pong(&mut self) {
        if let Some(sent_at) = self.sent_at.take() {
            self.samples_ms[self.count % SAMPLES] = Some(sent_at.elapsed().as_millis() as u64);
            self.count += 1;
        }
    }

    /// Returns the round trip of the connection; 0 before it is known.
    pub(super) fn lag_ms(&self) -> u64 {
        self.samples_ms.iter().flatten().min().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_shortest_of_the_last_round_trips_counts() {
        let mut ping = PingTimer::new(Duration::from_secs(10));
        assert_eq!(ping.lag_ms(), 0);
        let mut measure = async |ms: u64| {
            ping.on_sent();
            tokio::time::sleep(Duration::from_millis(ms)).await;
            ping.on_pong();
            // A pong without a ping.
            ping.on_pong();
            ping.lag_ms()
        };
        assert_eq!(measure(80).await, 80);
        assert_eq!(measure(700).await, 80);
        assert_eq!(measure(60).await, 60);
        for _ in 0..SAMPLES - 1 {
            assert_eq!(measure(90).await, 60);
        }
        assert_eq!(measure(90).await, 90);
    }
}
