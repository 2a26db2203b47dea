//! The accept loop, with limits on the number of connections and on slow clients.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Extension};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_layer::Layer;

use crate::client_addr::IpNet;
use crate::rate_limit::NetworkCounts;

/// Maximum number of open connections; further ones wait in the listener's backlog.
const CONNECTIONS_MAX: usize = 20_000;
/// Maximum number of connections of one address: more than the browsers of a school open, far fewer
/// than all. Trusted proxies are exempt.
pub(crate) const CONNECTIONS_PER_ADDRESS_MAX: usize = 1_000;
/// Maximum size of the head of a request in bytes.
const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Timeout for the head of a request, from its first byte, also for later requests on the same
/// connection; and again for the body.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Interval of HTTP/2 keep-alive pings, which detect dead clients.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(20);
/// Delay before accepting again after running out of a resource such as file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Grace period for open requests at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Counts the open connections of each address.
pub(crate) struct ConnectionLimiter {
    counts: NetworkCounts,
    max_per_address: usize,
    proxies: Arc<[IpNet]>,
    /// Timeout for receiving a request.
    request_timeout: Duration,
}

impl ConnectionLimiter {
    pub(crate) fn new(
        max_per_address: usize,
        proxies: Arc<[IpNet]>,
        request_timeout: Duration,
    ) -> Arc<Self> {
        Arc::new(Self {
            counts: NetworkCounts::default(),
            max_per_address,
            proxies,
            request_timeout,
        })
    }

    /// Counts a new connection. Returns `None` for an address above the limit.
    fn try_acquire(
        self: &Arc<Self>,
        address: IpAddr,
        permit: OwnedSemaphorePermit,
    ) -> Option<ConnectionPermit> {
        let is_proxy = self.proxies.iter().any(|proxy| proxy.contains(address));
        let max = if is_proxy {
            usize::MAX
        } else {
            self.max_per_address
        };
        self.counts.try_acquire(address, max).then_some(())?;
        Some(ConnectionPermit {
            inner: Arc::new(PermitInner {
                limiter: Arc::clone(self),
                address,
                has_request: AtomicBool::new(false),
                _permit: permit,
            }),
        })
    }
}

/// Holds the slot of a connection until the last clone is dropped. A WebSocket keeps one after its
/// upgrade request has ended.
#[derive(Clone)]
pub(crate) struct ConnectionPermit {
    inner: Arc<PermitInner>,
}

struct PermitInner {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
    /// True once a complete request head has arrived.
    has_request: AtomicBool,
    _permit: OwnedSemaphorePermit,
}

impl ConnectionPermit {
    /// Records that a request has arrived.
    pub(crate) fn mark_request(&self) {
        self.inner.has_request.store(true, Ordering::Relaxed);
    }

    fn has_request(&self) -> bool {
        self.inner.has_request.load(Ordering::Relaxed)
    }
}

impl Drop for PermitInner {
    fn drop(&mut self) {
        self.limiter.counts.release(self.address);
    }
}

/// Serves until `end` completes, and then finishes open requests.
pub(crate) async fn run(
    listener: TcpListener,
    router: Router,
    limiter: Arc<ConnectionLimiter>,
    end: impl Future<Output = ()>,
) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let connections = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let (stream, address, permit) = tokio::select! {
            accepted = accept_next(&listener, &permits) => accepted,
            () = &mut end => break,
        };
        // Addresses above the limit are disconnected.
        if let Some(permit) = limiter.try_acquire(address.ip(), permit) {
            tokio::spawn(serve_connection(
                &connections,
                stream,
                &router,
                (address, permit),
            ));
        }
    }
    drop(listener);
    let drained = async {
        connections.shutdown().await;
        // A WebSocket keeps its permit until it has sent its client a close message.
        let _ = permits.acquire_many(CONNECTIONS_MAX as u32).await;
    };
    // Connections that are still open after the grace period are dropped.
    let is_drained = tokio::time::timeout(SHUTDOWN_TIMEOUT, drained)
        .await
        .is_ok();
    tracing::info!(is_drained, "shut down");
}

/// Accepts the next connection as soon as a permit is available.
async fn accept_next(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    loop {
        let permit = Arc::clone(permits).acquire_owned().await;
        match (listener.accept().await, permit) {
            (Ok((stream, address)), Ok(permit)) => return (stream, address, permit),
            (Err(error), _) if is_client_error(&error) => {}
            _ => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
        }
    }
}

/// Returns true for errors that concern one client only.
fn is_client_error(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionRefused | ConnectionAborted | ConnectionReset
    )
}

/// Serves all requests on one connection.
fn serve_connection(
    connections: &GracefulShutdown,
    stream: TcpStream,
    router: &Router,
    (address, permit): (SocketAddr, ConnectionPermit),
) -> impl Future<Output = ()> + use<> {
    let request_timeout = permit.inner.limiter.request_timeout;
    let mut builder = Builder::new(TokioExecutor::new());
    let mut http1 = builder.http1();
    http1
        .timer(TokioTimer::new())
        .header_read_timeout(request_timeout)
        .max_buf_size(HEAD_BYTES_MAX);
    let mut http2 = builder.http2();
    http2
        .timer(TokioTimer::new())
        .keep_alive_interval(KEEPALIVE_INTERVAL);
    // Best effort: without TCP_NODELAY small responses are only slower.
    let _ = stream.set_nodelay(true);
    // Wrap the router as a whole: a layer inside it would be cloned for every route.
    let service = Extension(ConnectInfo(address)).layer(router.clone());
    let service = Extension(permit.clone()).layer(service);
    let service = TowerToHyperService::new(service);
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    let connection = connections.watch(connection.into_owned());
    async move {
        let mut connection = pin!(connection);
        // Hyper starts its head timeout only after detecting the HTTP version, for which it would
        // wait forever.
        let has_ended = tokio::time::timeout(request_timeout, &mut connection)
            .await
            .is_ok();
        if !has_ended && permit.has_request() {
            drop(permit);
            // Errors of one connection concern its client only.
            let _ = connection.await;
        }
    }
}
