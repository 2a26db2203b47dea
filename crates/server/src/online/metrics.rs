//! Metrics of online play, in the text format of Prometheus.

use std::time::Duration;

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::{counter, gauge};
use prometheus_client::registry::{Registry, Unit};

use crate::store::{Store, StoreError};

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

/// One counter for each value of a label. The values come from the server, not from clients, so
/// there are few.
#[derive(Clone, Debug)]
pub(crate) struct LabelledCounter {
    label: &'static str,
    family: Family<[(&'static str, String); 1], counter::Counter>,
}

impl LabelledCounter {
    fn new(label: &'static str) -> Self {
        Self {
            label,
            family: Family::default(),
        }
    }

    pub(crate) fn inc(&self, value: &str) {
        let labels = [(self.label, value.to_owned())];
        self.family.get_or_create(&labels).inc();
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
    /// Events by kind.
    pub(crate) events: LabelledCounter,
    pub(crate) conflicts: Counter,
    /// Refused commands by code.
    pub(crate) refusals: LabelledCounter,
    /// Sockets that the server closed, by code.
    pub(crate) closed_sockets: LabelledCounter,
    pub(crate) slow_clients: Counter,
    pub(crate) floods: Counter,
    pub(crate) failed_sends: Counter,
    pub(crate) games: Counter,
    commit: Histogram,
    /// Commits by result.
    commits: LabelledCounter,
    bus_up: Gauge,
}

impl Metrics {
    /// Returns the metrics of a node on this store.
    pub(crate) fn of(store: &Store) -> Self {
        let mut registry = Registry::with_prefix(PREFIX);
        let commit = Histogram::new(COMMIT_BUCKETS);
        let help = "Duration of a commit";
        registry.register_with_unit("commit", help, Unit::Seconds, commit.clone());
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.0.clone());
            counter
        };
        let (games, conflicts) = (
            counter("games", "Games started on this node"),
            counter("conflicts", "Commits that conflicted with another node"),
        );
        let (slow_clients, floods, failed_sends) = (
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
        );
        let help = "Store operations that failed";
        registry.register("store_errors", help, store.health().errors());
        let mut labelled = |name: &str, label: &'static str, help: &str| {
            let counter = LabelledCounter::new(label);
            registry.register(name, help, counter.family.clone());
            counter
        };
        let (events, refusals, commits, closed_sockets) = (
            labelled("events", "kind", "Events committed by this node"),
            labelled("refusals", "code", "Commands rejected"),
            labelled("commits", "result", "Attempts to commit an event"),
            labelled("closed_sockets", "code", "Sockets closed by the server"),
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
            closed_sockets,
            slow_clients,
            floods,
            failed_sends,
            games,
            commit,
            commits,
        }
    }
}

impl Metrics {
    /// Records the latency and the result of an attempt to commit an event.
    pub(crate) fn observe_commit(&self, latency: Duration, result: &Result<bool, StoreError>) {
        self.commit.observe(latency.as_secs_f64());
        self.commits.inc(match result {
            Ok(true) => "committed",
            Ok(false) => "conflict",
            Err(_) => "failed",
        });
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
    use crate::store::FailingStore;

    #[test]
    fn commit_latencies_are_counted_in_buckets() {
        let metrics = Metrics::of(&FailingStore::open().0);
        metrics.observe_commit(Duration::from_millis(3), &Ok(true));
        metrics.observe_commit(Duration::from_secs(9), &Ok(false));
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
            "foursight_commits_total{result=\"conflict\"} 1",
        ] {
            assert!(
                text.lines().any(|actual| actual == line),
                "{line} in {text}"
            );
        }
    }
}
