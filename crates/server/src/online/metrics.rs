//! What to watch, in the text form that Prometheus reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper ends of the ranges in which the waits for a commit are counted, in microseconds.
const WAITS_US: [u64; 10] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000, 5_000_000,
];

/// A number that only grows, or one that goes up and down.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn more(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn less(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: Count,
    pub(crate) tables: Count,
    pub(crate) events: Count,
    pub(crate) conflicts: Count,
    pub(crate) refusals: Count,
    pub(crate) slow_clients: Count,
    pub(crate) floods: Count,
    pub(crate) games: Count,
    pub(crate) store_errors: Count,
    waits: [Count; WAITS_US.len()],
    waits_all: Count,
    waited_us: AtomicU64,
}

impl Metrics {
    /// Counts a commit by the time it took.
    pub(crate) fn committed(&self, wait: Duration) {
        let us = wait.as_micros() as u64;
        self.waited_us.fetch_add(us, Ordering::Relaxed);
        self.waits_all.more();
        for (range, end) in self.waits.iter().zip(WAITS_US) {
            if us <= end {
                range.more();
            }
        }
    }

    /// All of it as text.
    pub(crate) fn text(&self, is_bus_up: bool) -> String {
        let mut text = String::new();
        let mut add = |name: &str, kind: &str, help: &str, value: u64| {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# HELP foursight_{name} {help}\n# TYPE foursight_{name} {kind}\n\
                 foursight_{name} {value}\n"
            );
        };
        add("sockets", "gauge", "Open sockets.", self.sockets.get());
        add("tables", "gauge", "Games in memory.", self.tables.get());
        add(
            "bus_up",
            "gauge",
            "1 if the bus is connected.",
            is_bus_up.into(),
        );
        add(
            "games_total",
            "counter",
            "Games begun here.",
            self.games.get(),
        );
        add(
            "events_total",
            "counter",
            "Events committed here.",
            self.events.get(),
        );
        add(
            "conflicts_total",
            "counter",
            "Events that another node had first.",
            self.conflicts.get(),
        );
        add(
            "refusals_total",
            "counter",
            "Commands refused.",
            self.refusals.get(),
        );
        add(
            "slow_clients_total",
            "counter",
            "Clients cut off because they did not read.",
            self.slow_clients.get(),
        );
        add(
            "floods_total",
            "counter",
            "Clients cut off because they asked too much.",
            self.floods.get(),
        );
        add(
            "store_errors_total",
            "counter",
            "Answers that the store failed to give.",
            self.store_errors.get(),
        );
        self.add_waits(&mut text);
        text
    }

    fn add_waits(&self, text: &mut String) {
        let name = "foursight_commit_seconds";
        let _ = write!(
            text,
            "# HELP {name} How long a commit took.\n# TYPE {name} histogram\n"
        );
        for (range, end) in self.waits.iter().zip(WAITS_US) {
            let (end, count) = (end as f64 / 1e6, range.get());
            let _ = writeln!(text, "{name}_bucket{{le=\"{end}\"}} {count}");
        }
        let (all, sum) = (
            self.waits_all.get(),
            self.waited_us.load(Ordering::Relaxed) as f64 / 1e6,
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
    fn waits_are_counted_in_ranges() {
        let metrics = Metrics::default();
        metrics.committed(Duration::from_millis(3));
        metrics.committed(Duration::from_secs(9));
        metrics.sockets.more();
        let text = metrics.text(true);
        for line in [
            "foursight_sockets 1",
            "foursight_commit_seconds_bucket{le=\"0.0025\"} 0",
            "foursight_commit_seconds_bucket{le=\"0.005\"} 1",
            "foursight_commit_seconds_bucket{le=\"+Inf\"} 2",
            "foursight_commit_seconds_sum 9.003",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
    }
}
