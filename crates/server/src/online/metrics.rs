//! Metrics of online play, in the text format of OpenMetrics.

use std::time::Duration;

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::{counter, gauge};
use prometheus_client::registry::{Registry, Unit};

/// Prefix of all names.
pub(crate) const PREFIX: &str = "foursight";
/// Upper bounds of the histogram buckets for commit latency, in seconds.
const COMMIT_BUCKETS: [f64; 10] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 1.0, 5.0,
];

/// A number that only grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter(counter::Counter);

impl Counter {
    pub(crate) fn inc(&self) {
        self.0.inc();
    }
}

/// A number that grows and shrinks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauge(gauge::Gauge);

impl Gauge {
    pub(crate) fn inc(&self) {
        self.0.inc();
    }

    pub(crate) fn dec(&self) {
        self.0.dec();
    }

    #[cfg(test)]
    pub(crate) fn get(&self) -> i64 {
        self.0.get()
    }

    fn set(&self, value: i64) {
        self.0.set(value);
    }
}

/// All metrics of this node.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) sockets: Gauge,
    pub(crate) open_games: Gauge,
    pub(crate) events: Counter,
    pub(crate) conflicts: Counter,
    pub(crate) refusals: Counter,
    pub(crate) slow_clients: Counter,
    pub(crate) floods: Counter,
    pub(crate) failed_sends: Counter,
    pub(crate) games: Counter,
    pub(crate) store_errors: Counter,
    commit: Histogram,
    bus_up: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix(PREFIX);
        let commit = Histogram::new(COMMIT_BUCKETS);
        let help = "Duration of a commit";
        registry.register_with_unit("commit", help, Unit::Seconds, commit.clone());
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.0.clone());
            counter
        };
        let (games, events, conflicts, refusals) = (
            counter("games", "Games started on this node"),
            counter("events", "Events committed by this node"),
            counter("conflicts", "Commits that conflicted with another node"),
            counter("refusals", "Commands rejected"),
        );
        let (slow_clients, floods, failed_sends, store_errors) = (
            counter(
                "slow_clients",
                "Clients disconnected because they read too slowly",
            ),
            counter(
                "floods",
                "Clients disconnected for exceeding the rate limit",
            ),
            counter(
                "failed_sends",
                "Messages that could not be sent, usually because the client was gone",
            ),
            counter("store_errors", "Store operations that failed"),
        );
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.0.clone());
            gauge
        };
        Self {
            sockets: gauge("sockets", "Open WebSocket connections"),
            open_games: gauge("tables", "Games in memory"),
            bus_up: gauge("bus_up", "1 if the bus is connected"),
            registry,
            events,
            conflicts,
            refusals,
            slow_clients,
            floods,
            failed_sends,
            games,
            store_errors,
            commit,
        }
    }
}

impl Metrics {
    /// Records the latency of a commit.
    pub(crate) fn observe_commit(&self, latency: Duration) {
        self.commit.observe(latency.as_secs_f64());
    }

    /// Appends all metrics to a text, without its end mark.
    pub(crate) fn encode(&self, is_bus_up: bool, text: &mut String) {
        self.bus_up.set(is_bus_up.into());
        // Writing to a string cannot fail.
        let _ = encode_registry(text, &self.registry);
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
        let mut text = String::new();
        metrics.encode(true, &mut text);
        for line in [
            "foursight_sockets 1",
            "foursight_bus_up 1",
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
