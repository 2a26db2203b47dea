//! `/metrics`: the whole text is parsed by the rules of the text format.

use std::collections::{BTreeMap, BTreeSet};

use foursight_server::{BusConfig, OnlineConfig, OnlineLimits, ServerConfig, WallClock};
use serde_json::json;
use tokio::net::TcpListener;

use super::client::{START_MS, TestServer, start_game, terms};
use super::file;

/// A parsed text: the value of each series, by name with labels.
#[derive(Debug, Default)]
struct ParsedMetrics {
    values: BTreeMap<String, f64>,
}

impl ParsedMetrics {
    /// Parses a text, and panics at the first violation of the format.
    fn parse(text: &str) -> Self {
        let body = text.strip_suffix("# EOF\n").expect("the end mark");
        let (mut types, mut helps, mut units) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        let mut parsed = Self::default();
        for line in body.lines() {
            if let Some(rest) = line.strip_prefix("# TYPE ") {
                let (name, kind) = rest.split_once(' ').expect(line);
                assert!(matches!(kind, "counter" | "gauge" | "histogram"), "{line}");
                assert!(types.insert(name, kind).is_none(), "twice: {line}");
            } else if let Some(rest) = line.strip_prefix("# HELP ") {
                let (name, help) = rest.split_once(' ').expect(line);
                assert!(!help.is_empty() && helps.insert(name), "{line}");
            } else if let Some(rest) = line.strip_prefix("# UNIT ") {
                let (name, unit) = rest.split_once(' ').expect(line);
                assert!(name.ends_with(&format!("_{unit}")), "{line}");
                assert!(units.insert(name, unit).is_none(), "twice: {line}");
            } else {
                parsed.add_sample(line, &types);
            }
        }
        let named: BTreeSet<&str> = types.keys().copied().collect();
        assert_eq!(named, helps, "each family has a type and a help");
        parsed.check_histograms(&types);
        parsed
    }

    fn add_sample(&mut self, line: &str, types: &BTreeMap<&str, &str>) {
        let (series, value) = line.rsplit_once(' ').expect(line);
        let value: f64 = value.parse().expect(line);
        let (name, labels) = match series.split_once('{') {
            Some((name, labels)) => (name, labels.strip_suffix('}').expect(line)),
            None => (series, ""),
        };
        for label in labels.split(',').filter(|label| !label.is_empty()) {
            let (name, quoted) = label.split_once('=').expect(line);
            assert!(is_name(name), "{line}");
            let inside = quoted.strip_prefix('"').and_then(|q| q.strip_suffix('"'));
            assert!(inside.is_some_and(|inside| !inside.contains('"')), "{line}");
        }
        assert!(is_name(name), "{line}");
        let is_declared = types.iter().any(|(family, kind)| match *kind {
            "counter" => name.strip_suffix("_total") == Some(family),
            "histogram" => ["_bucket", "_sum", "_count"]
                .iter()
                .any(|suffix| name.strip_suffix(suffix) == Some(family)),
            _ => name == *family,
        });
        assert!(is_declared, "no type for {line}");
        let previous = self.values.insert(series.to_owned(), value);
        assert!(previous.is_none(), "twice: {line}");
    }

    /// Buckets are cumulative, and the last one counts all.
    fn check_histograms(&self, types: &BTreeMap<&str, &str>) {
        let histograms = types.iter().filter(|(_, kind)| **kind == "histogram");
        for (family, _) in histograms {
            let counts = self.values.iter().filter_map(|(series, value)| {
                let labels = series.strip_prefix(&format!("{family}_count"))?;
                Some((labels.trim_matches(['{', '}']), value))
            });
            for (labels, count) in counts {
                let mut buckets: Vec<(f64, f64)> = self
                    .values
                    .iter()
                    .filter(|(series, _)| series.starts_with(&format!("{family}_bucket{{")))
                    .filter(|(series, _)| series.contains(labels))
                    .map(|(series, value)| (bound(series), *value))
                    .collect();
                buckets.sort_by(|a, b| a.0.total_cmp(&b.0));
                assert!(buckets.is_sorted_by(|a, b| a.1 <= b.1), "{family} {labels}");
                let (bound, all) = *buckets.last().expect("a bucket");
                assert!(bound.is_infinite() && is_equal(all, *count), "{family}");
            }
        }
    }

    fn value(&self, series: &str) -> f64 {
        let value = self.values.get(series);
        *value.unwrap_or_else(|| panic!("no {series} in {:#?}", self.values))
    }
}

fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn bound(series: &str) -> f64 {
    let (_, rest) = series.split_once("le=\"").expect("a bucket");
    let (bound, _) = rest.split_once('"').expect("a quote");
    bound.parse().expect("a number")
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(is_part) && !text.starts_with(|c: char| c.is_ascii_digit())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_text_follows_the_format() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    assert_eq!(ada.drop_in(&game, 1, "4").await["type"], "refused");
    let mut old = server.guest().await;
    old.send_message(json!({"type": "hello", "proto": 99}))
        .await;
    while old.next().await.is_some() {}
    server.send("GET", "/api/invitations/none", "", "").await;
    server.send("POST", "/api/account", "", "{}").await;
    server.send("BREW", "/no/such/path", "", "").await;

    let response = server.send("GET", "/metrics", "", "").await;
    let kind = "content-type: application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert!(response.head.contains(kind), "{}", response.head);
    let metrics = ParsedMetrics::parse(&response.body);
    for (series, value) in [
        ("foursight_tables", 1.0),
        ("foursight_bus_up", 1.0),
        ("foursight_games_total", 1.0),
        ("foursight_slow_clients_total", 0.0),
        ("foursight_events_total{kind=\"move_played\"}", 1.0),
        ("foursight_refusals_total{code=\"not_your_turn\"}", 1.0),
        (
            "foursight_closed_sockets_total{code=\"other_version\"}",
            1.0,
        ),
        ("foursight_store_errors_total", 0.0),
        (
            "foursight_http_requests_total{method=\"POST\",route=\"/api/token\",status=\"200\"}",
            3.0,
        ),
        (
            "foursight_http_requests_total{method=\"other\",route=\"file\",status=\"405\"}",
            1.0,
        ),
        ("foursight_http_refusals_total{code=\"no_session\"}", 1.0),
        (
            "foursight_http_request_seconds_count{route=\"/api/invitations/{secret}\"}",
            1.0,
        ),
    ] {
        assert!(is_equal(metrics.value(series), value), "{series}");
    }
    // The server may still wait for the third client to close its socket.
    assert!(metrics.value("foursight_sockets") >= 2.0);
    let committed = metrics.value("foursight_commits_total{result=\"committed\"}");
    let attempts = metrics.value("foursight_commit_seconds_count");
    assert!(committed >= 1.0 && is_equal(committed, attempts));
    assert!(metrics.value("foursight_store_bytes") > 4_096.0);
    if cfg!(target_os = "linux") {
        assert!(metrics.value("process_resident_memory_bytes") > 1e6);
        assert!(metrics.value("process_open_fds") > 3.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_have_an_address_of_their_own() {
    let (store, _folder) = file();
    let clock = WallClock::manual(START_MS);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let config = ServerConfig {
        online: Some(OnlineConfig {
            store,
            bus: BusConfig::Local,
            limits: OnlineLimits::unlimited(),
            clock: clock.clone(),
        }),
        metrics_listener: Some(listener),
        ..ServerConfig::default()
    };
    let mut server = TestServer::serve(config, clock).await;
    assert_eq!(server.send("GET", "/readyz", "", "").await.status, 200);
    assert_ne!(server.send("GET", "/metrics", "", "").await.status, 200);
    let game_address = std::mem::replace(&mut server.address, address);
    let response = server.send("GET", "/metrics", "", "").await;
    let metrics = ParsedMetrics::parse(&response.body);
    let ready = "foursight_http_requests_total{method=\"GET\",route=\"/readyz\",status=\"200\"}";
    assert!(is_equal(metrics.value(ready), 1.0));
    assert_eq!(server.send("GET", "/healthz", "", "").await.status, 404);
    server.address = game_address;
    server.stop().await;
}

/// The names in queries of a dashboard or of alert rules.
fn names_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let is_metric = |word: &&str| word.starts_with("foursight_") || word.starts_with("process_");
    words.filter(is_metric).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn dashboard_and_alert_rules_name_existing_metrics() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    ada.drop_in(&game, 0, "4").await;
    // A counter with labels appears with its first value.
    ada.drop_in(&game, 1, "4").await;
    server.send("GET", "/api/invitations/none", "", "").await;
    let mut old = server.guest().await;
    old.send_message(json!({"type": "hello", "proto": 99}))
        .await;
    while old.next().await.is_some() {}
    let text = server.send("GET", "/metrics", "", "").await.body;
    let mut known = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let (name, kind) = line.split_once(' ').expect(line);
        let endings: &[&str] = match kind {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_sum", "_count"],
            _ => &[""],
        };
        known.extend(endings.iter().map(|ending| format!("{name}{ending}")));
    }
    let documented = include_str!("../../../../docs/operate.md");
    for (file, count, text) in [
        (
            "grafana-dashboard.json",
            15,
            include_str!("../../../../deploy/grafana-dashboard.json"),
        ),
        (
            "alerts.yaml",
            8,
            include_str!("../../../../deploy/alerts.yaml"),
        ),
    ] {
        let names = names_in(text);
        assert!(names.len() >= count, "{file}: {names:?}");
        for name in names {
            assert!(
                known.contains(name),
                "{file} names {name}, which does not exist"
            );
            let family = ["_bucket", "_count", "_sum"]
                .iter()
                .find_map(|ending| name.strip_suffix(ending))
                .unwrap_or(name);
            assert!(
                documented.contains(family),
                "docs/operate.md lacks {family}"
            );
        }
    }
    let dashboard = include_str!("../../../../deploy/grafana-dashboard.json");
    let dashboard: serde_json::Value = serde_json::from_str(dashboard).expect("JSON");
    assert!(
        dashboard["panels"]
            .as_array()
            .is_some_and(|panels| panels.len() > 10)
    );
}
