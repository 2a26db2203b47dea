//! Metrics in the Prometheus text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the histogram buckets for commit latency, in microseconds.
const COMMIT_BUCKETS_US: [u64; 10] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000, 5_000_000,
];

/// A counter or gauge.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn inc(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn dec(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All metrics of this node.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: Counter,
    pub(crate) open_games: Counter,
    pub(crate) events: Counter,
    pub(crate) conflicts: Counter,
    pub(crate) refusals: Counter,
    pub(crate) slow_clients: Counter,
    pub(crate) floods: Counter,
    pub(crate) failed_sends: Counter,
    pub(crate) games: Counter,
    pub(crate) store_errors: Counter,
    commit_buckets: [Counter; COMMIT_BUCKETS_US.len()],
    commit_count: Counter,
    commit_sum_us: AtomicU64,
}

impl Metrics {
    /// Records the latency of a commit.
    pub(crate) fn observe_commit(&self, latency: Duration) {
        let us = latency.as_micros() as u64;
        self.commit_sum_us.fetch_add(us, Ordering::Relaxed);
        self.commit_count.inc();
        for (bucket, bound) in self.commit_buckets.iter().zip(COMMIT_BUCKETS_US) {
            if us <= bound {
                bucket.inc();
            }
        }
    }

    /// Renders all metrics.
    pub(crate) fn render(&self, is_bus_up: bool) -> String {
        let mut text = String::new();
        let mut add = |name: &str, kind: &str, help: &str, value: u64| {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# HELP foursight_{name} {help}\n# TYPE foursight_{name} {kind}\n\
                 foursight_{name} {value}\n"
            );
        };
        add(
            "sockets",
            "gauge",
            "Open WebSocket connections.",
            self.sockets.get(),
        );
        add("tables", "gauge", "Games in memory.", self.open_games.get());
        add(
            "bus_up",
            "gauge",
            "1 if the bus is connected.",
            is_bus_up.into(),
        );
        add(
            "games_total",
            "counter",
            "Games started on this node.",
            self.games.get(),
        );
        add(
            "events_total",
            "counter",
            "Events committed by this node.",
            self.events.get(),
        );
        add(
            "conflicts_total",
            "counter",
            "Commits that conflicted with another node.",
            self.conflicts.get(),
        );
        for (name, help, counter) in [
            ("refusals_total", "Commands rejected.", &self.refusals),
            (
                "slow_clients_total",
                "Clients disconnected because they read too slowly.",
                &self.slow_clients,
            ),
            (
                "floods_total",
                "Clients disconnected for exceeding the rate limit.",
                &self.floods,
            ),
            (
                "failed_sends_total",
                "Messages that could not be sent, usually because the client was gone.",
                &self.failed_sends,
            ),
            (
                "store_errors_total",
                "Store operations that failed.",
                &self.store_errors,
            ),
        ] {
            add(name, "counter", help, counter.get());
        }
        self.render_commit_histogram(&mut text);
        text
    }

    fn render_commit_histogram(&self, text: &mut String) {
        let name = "foursight_commit_seconds";
        let _ = write!(
            text,
            "# HELP {name} Duration of a commit.\n# TYPE {name} histogram\n"
        );
        for (bucket, bound) in self.commit_buckets.iter().zip(COMMIT_BUCKETS_US) {
            let (bound, count) = (bound as f64 / 1e6, bucket.get());
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let (all, sum) = (
            self.commit_count.get(),
            self.commit_sum_us.load(Ordering::Relaxed) as f64 / 1e6,
        );
        let _ = write!(
            text,
            "{name}_bucket{{le=\"+Inf\"}} {all}\n{name}_sum {sum}\n{name}_count {all}\n"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commit_latencies_are_counted_in_buckets() {
        let metrics = Metrics::default();
        metrics.observe_commit(Duration::from_millis(3));
        metrics.observe_commit(Duration::from_secs(9));
        metrics.sockets.inc();
        let text = metrics.render(true);
        for line in [
            "foursight_sockets 1",
            "foursight_commit_seconds_bucket{le=\"0.0025\"} 0",
            "foursight_commit_seconds_bucket{le=\"0.005\"} 1",
            "foursight_commit_seconds_bucket{le=\"+Inf\"} 2",
            "foursight_commit_seconds_sum 9.003",
        ] {
            assert!(
                text.lines().any(|actual| actual == line),
                "{line} in {text}"
            );
        }
    }
}
