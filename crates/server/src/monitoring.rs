//! `/metrics`: metrics of HTTP, of online play, of the process and of the store, in the text format
//! that Prometheus reads.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::online::{METRICS_PREFIX, ServerNode};
use crate::process_usage::ProcessUsage;

/// Media type of the text format.
const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Route of requests for files, which have many paths.
const FILE_ROUTE: &str = "file";
/// Upper bounds of the histogram buckets for request latency, in seconds.
const REQUEST_BUCKETS: [f64; 8] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10.0, 60.0];

/// A refusal in a response, which the middleware counts by its code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusalCode(pub(crate) &'static str);

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabel {
    code: &'static str,
}

/// Metrics of all HTTP requests.
#[derive(Debug)]
pub(crate) struct HttpMetrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    refusals: Family<RefusalLabel, Counter>,
    latency: Family<RouteLabel, Histogram, fn() -> Histogram>,
}

impl Default for HttpMetrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix(METRICS_PREFIX);
        let (requests, refusals) = (Family::default(), Family::default());
        let latency: Family<RouteLabel, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(REQUEST_BUCKETS));
        registry.register("http_requests", "HTTP requests", requests.clone());
        registry.register(
            "http_refusals",
            "HTTP requests refused with a code of the protocol",
            refusals.clone(),
        );
        registry.register_with_unit(
            "http_request",
            "Time to the head of the response",
            Unit::Seconds,
            latency.clone(),
        );
        Self {
            registry,
            requests,
            refusals,
            latency,
        }
    }
}

/// Middleware that counts requests. It knows the route because it runs after routing.
pub(crate) async fn count_requests(
    State(metrics): State<Arc<HttpMetrics>>,
    request: Request,
    next: Next,
) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or(FILE_ROUTE, MatchedPath::as_str).to_owned();
    let method = method_label(request.method());
    let started = Instant::now();
    let response = next.run(request).await;
    let labels = RequestLabels {
        method,
        route: route.clone(),
        status: response.status().as_u16(),
    };
    metrics.requests.get_or_create(&labels).inc();
    if let Some(&RefusalCode(code)) = response.extensions().get() {
        metrics.refusals.get_or_create(&RefusalLabel { code }).inc();
    }
    let latency = metrics.latency.get_or_create(&RouteLabel { route });
    latency.observe(started.elapsed().as_secs_f64());
    response
}

/// Clients can invent methods, and a label must not take any value.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// All sources of metrics.
#[derive(Clone)]
pub(crate) struct MetricSources {
    pub(crate) http: Arc<HttpMetrics>,
    pub(crate) node: Option<Arc<ServerNode>>,
    /// The file of a store with SQLite.
    pub(crate) store_file: Option<PathBuf>,
}

impl MetricSources {
    /// Returns the route of the metrics.
    pub(crate) fn routes(self) -> Router {
        Router::new()
            .route("/metrics", get(render))
            .with_state(Arc::new(self))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode_registry(&mut text, &self.http.registry);
        if let Some(node) = &self.node {
            node.metrics.encode(node.bus.is_up(), &mut text);
        }
        let _ = encode_registry(&mut text, &self.momentary());
        let _ = encode_eof(&mut text);
        text
    }

    /// Returns the metrics that are read when they are requested.
    fn momentary(&self) -> Registry {
        let mut registry = Registry::default();
        let mut gauge = |name: &str, help: &str, value: Option<u64>| {
            if let Some(value) = value {
                let value = i64::try_from(value).unwrap_or(i64::MAX);
                registry.register(name, help, ConstGauge::new(value));
            }
        };
        let usage = ProcessUsage::read();
        gauge(
            "process_resident_memory_bytes",
            "Memory of the process",
            usage.resident_bytes,
        );
        gauge(
            "process_open_fds",
            "Open file descriptors",
            usage.open_descriptors,
        );
        gauge(
            "process_max_fds",
            "Limit of open file descriptors",
            usage.max_descriptors,
        );
        gauge(
            "foursight_store_bytes",
            "Size of the store's file and its log",
            self.store_bytes(),
        );
        registry
    }

    fn store_bytes(&self) -> Option<u64> {
        let file = self.store_file.as_ref()?;
        let size = |path: PathBuf| std::fs::metadata(path).map(|metadata| metadata.len()).ok();
        let mut log = file.clone().into_os_string();
        log.push("-wal");
        Some(size(file.clone())? + size(log.into()).unwrap_or(0))
    }
}

async fn render(State(sources): State<Arc<MetricSources>>) -> Response {
    // It reads files.
    let text = tokio::task::spawn_blocking(move || sources.text()).await;
    let text = text.unwrap_or_default();
    ([(CONTENT_TYPE, MEDIA_TYPE)], text).into_response()
}
