//! Serves the web game, online play and the solver over HTTP.
//!
//! | path | response |
//! |---|---|
//! | `/` and the files of the client | the web game |
//! | `/api/solve?pos=4453` | `foursight solve --columns --json`, with `pos` and `scores` |
//! | `/solve?pos=4453` | `{"pos", "score": [7 numbers]}`, the format of another solver's API |
//! | `/?g=4453` | the web game, with title, description and image of that game |
//! | `/api/picture?g=4453` | the position as a GIF |
//! | `/api/guest`, `/api/account`, `/api/socket` and more | online play, see `docs/protocol.md` |
//! | `/api/openapi.json` | `OpenAPI` description of all of these but the socket's messages |
//! | `/reset` | the page on which a user chooses another password, by a link of an operator |
//! | `/healthz`, `/readyz`, `/metrics`, `/api/diagnosis` | for operators |
//!
//! The caller provides the listener and the shutdown signal, so that tests and the command line
//! start the same server. No input of a client, and no lack of it, can do more than fail its own
//! request.

mod accept;
mod address_text;
mod admin;
mod assets;
mod bundle;
mod bus;
mod client_addr;
#[cfg(feature = "doctor")]
mod doctor;
mod host_names;
mod http_stack;
mod link_preview;
mod monitoring;
mod online;
#[cfg(feature = "postgres")]
mod postgres_address;
mod process_usage;
mod rate_limit;
mod request_body;
mod request_log;
#[cfg(test)]
mod services;
mod solve;
mod start_error;
mod store;
#[cfg(any(feature = "doctor", feature = "nats", feature = "postgres"))]
mod tls;

use std::future::Future;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use address_text::hide_credentials;
pub use admin::{
    AdminError, AuditEntry, GameDetails, OperatorNote, OperatorStore, RESET_LINK_TTL_MS, ResetLink,
    StoreStats, UserDetails, UserFilter, UserSummary,
};
pub use bundle::{Bundle, BundleError};
#[cfg(feature = "nats")]
pub use bus::NatsAddress;
pub use bus::{BusConfig, BusError, LocalBus};
pub use client_addr::{IpNet, ParseNetworkError};
#[cfg(feature = "doctor")]
pub use doctor::{DoctorError, DoctorReport, Finding, FindingLevel, examine};
use foursight_solver::book::Book;
pub use host_names::HostNames;
use http_stack::HttpStack;
use monitoring::{HttpMetrics, MetricSources};
use online::ServerNode;
pub use online::{AccessRules, OnlineConfig, OnlineLimits, RESET_PATH, WallClock};
#[cfg(feature = "postgres")]
pub use postgres_address::{PostgresAddress, PostgresAddressError};
pub use rate_limit::RateLimit;
pub use start_error::StartError;
use store::StoreLock;
pub use store::{
    BackupSummary, MigrationStatus, RestoredStore, StoreError, StoreLocation, backup, check_backup,
    migrate_store, migration_status, restore, try_migration,
};
#[cfg(feature = "trials")]
pub use store::{FaultConfig, FaultPoint, Mutant, STALLED_MARKER};

/// Machine-readable description of all routes. A test requests everything that it describes.
const OPENAPI: &str = include_str!("openapi.json");

/// Configuration of a server.
#[derive(Default)]
pub struct ServerConfig {
    /// The web client; without one `/` explains how to build it.
    pub bundle: Option<Bundle>,
    /// Opening book for the solver.
    pub book: Option<Arc<Book>>,
    /// Proxies whose `X-Forwarded-*` headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Online play; `None` disables it.
    pub online: Option<OnlineConfig>,
    /// Maximum number of simultaneous connections of one address, except trusted proxies; `None`
    /// for the default.
    pub connections_per_address: Option<usize>,
    /// The names under which clients reach the server.
    pub host_names: HostNames,
    /// Serves `/metrics` here and not on the port of the game.
    pub metrics_listener: Option<TcpListener>,
    /// Timeout for receiving the head of a request, and again for its body; `None` for the default.
    pub request_timeout: Option<Duration>,
}

/// Serves until `end` completes, and then finishes open requests.
///
/// # Errors
///
/// Fails if the listener has no local address, or with a [`StartError`].
pub async fn serve(
    listener: TcpListener,
    config: ServerConfig,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let opened = open(config).await.map_err(io::Error::other)?;
    opened.serve(listener, end).await
}

/// A server whose store is open, and which connects to the bus.
pub struct PreparedServer {
    config: ServerConfig,
    node: Option<Arc<ServerNode>>,
    /// Keeps other servers away from the store for as long as this one runs.
    lock: Option<StoreLock>,
}

/// Opens the store and joins the bus, so that the caller can report readiness before serving.
///
/// # Errors
///
/// [`StartError`] if the store cannot be opened, or the bus not joined as configured.
pub async fn open(config: ServerConfig) -> Result<PreparedServer, StartError> {
    let Some(online) = config.online.clone() else {
        return Ok(PreparedServer {
            config,
            node: None,
            lock: None,
        });
    };
    let has_bus = !matches!(online.bus, BusConfig::Local);
    let lock = online.store.lock(has_bus).await?;
    let node = ServerNode::start(online, config.book.clone()).await?;
    Ok(PreparedServer {
        config,
        node: Some(node),
        lock,
    })
}

impl PreparedServer {
    /// Serves until `end` completes, and then finishes open requests.
    ///
    /// # Errors
    ///
    /// Fails if the listener has no local address.
    pub async fn serve(
        self,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let address = listener.local_addr()?;
        tracing::info!(%address, "serving");
        run(listener, self, end).await;
        Ok(())
    }
}

async fn run(
    listener: TcpListener,
    PreparedServer {
        config,
        node,
        lock: _lock,
    }: PreparedServer,
    end: impl Future<Output = ()> + Send + 'static,
) {
    let proxies: Arc<[IpNet]> = config.trusted_proxies.clone().into();
    let max_connections = config.connections_per_address;
    let max_connections = max_connections.unwrap_or(accept::CONNECTIONS_PER_ADDRESS_MAX);
    let request_timeout = config.request_timeout.unwrap_or(accept::REQUEST_TIMEOUT);
    let limiter =
        accept::ConnectionLimiter::new(max_connections, Arc::clone(&proxies), request_timeout);
    let (router, metrics_server) =
        routers(config, proxies, node.clone(), request_timeout, &limiter);
    let end = async {
        end.await;
        tracing::info!("shutting down");
        if let Some(node) = node {
            node.shut_down();
        }
    };
    accept::run(listener, router, limiter, end).await;
    if let Some(server) = metrics_server {
        server.abort();
    }
}

/// Returns all routes with their middleware. Metrics with an address of their own are served from
/// now on by the returned task.
fn routers(
    mut config: ServerConfig,
    proxies: Arc<[IpNet]>,
    node: Option<Arc<ServerNode>>,
    body_timeout: Duration,
    limiter: &Arc<accept::ConnectionLimiter>,
) -> (Router, Option<JoinHandle<()>>) {
    let http_metrics = Arc::new(HttpMetrics::default());
    let online = config.online.as_ref();
    let metrics = MetricSources {
        http: Arc::clone(&http_metrics),
        node: node.clone(),
        store_file: online.and_then(|online| online.store.file().map(Path::to_owned)),
    };
    let stack = HttpStack {
        proxies: Arc::clone(&proxies),
        host_names: std::mem::take(&mut config.host_names),
        metrics: http_metrics,
        body_timeout,
    };
    let listener = config.metrics_listener.take();
    let routes = routes(config, node);
    match listener {
        None => (stack.wrap(routes.merge(metrics.routes())), None),
        Some(listener) => {
            let limiter = Arc::clone(limiter);
            // Metrics can be read until the last request of the game has ended.
            let never = std::future::pending();
            // Marks connections that have sent a request, which may stay open.
            let add_client_addr = from_fn_with_state(proxies, client_addr::add_client_addr);
            let routes_of_metrics = metrics.routes().layer(add_client_addr);
            let server = accept::run(listener, routes_of_metrics, limiter, never);
            (stack.wrap(routes), Some(tokio::spawn(server)))
        }
    }
}

fn routes(config: ServerConfig, node: Option<Arc<ServerNode>>) -> Router {
    let solver_pool = Arc::new(solve::SolverPool::new(config.book));
    let bundle = Arc::new(config.bundle);
    let solver = Router::new()
        .route("/api/solve", get(solve::solve))
        .route("/solve", get(solve::scores))
        .with_state(solver_pool);
    let images = Router::new()
        .route("/api/picture", get(link_preview::image))
        .with_state(Arc::new(link_preview::ImageRenderer::default()));
    let online = node.map_or_else(Router::new, online::routes);
    let api = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/api/openapi.json", get(openapi))
        .merge(solver)
        .merge(images)
        .merge(online);
    http_stack::compress_json(api)
        .fallback(move |method, uri, headers| file(Arc::clone(&bundle), method, uri, headers))
}

/// `/api/openapi.json`.
async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// Serves a file of the client. Shared games are rendered on the blocking pool.
async fn file(
    bundle: Arc<Option<Bundle>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if uri.path().starts_with("/api/") {
        return online::ApiError::NotFound.into_response();
    }
    let respond =
        move |uri: &Uri| assets::respond(bundle.as_ref().as_ref(), &method, uri, &headers);
    if !assets::is_expensive(&uri) {
        return respond(&uri);
    }
    let response = tokio::task::spawn_blocking(move || respond(&uri)).await;
    response.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}
