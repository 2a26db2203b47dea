//! Takes connections: not more than there are places, and none for long that says nothing.

use std::collections::HashMap;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

use crate::caller::Network;
use crate::limit::network;

/// Connections that are served at once; the next ones wait to be accepted.
const CONNECTIONS_MAX: usize = 20_000;
/// Of these, how many one address may have: more than browsers of a school open, far fewer than all. Proxies that
/// are trusted may have all.
pub(crate) const CONNECTIONS_PER_ADDRESS_MAX: usize = 1_000;
/// What a client may send before it is heard, in bytes: the head of a request.
const HEAD_BYTES_MAX: usize = 16 * 1024;
/// How long a client may take to send the head of a request, however few bytes come at a time, the next time on the
/// same connection too; and as long again for the body.
pub(crate) const REQUEST_WAIT: Duration = Duration::from_secs(30);
/// After this time a client that has gone without a word is noticed.
const STILL_THERE: Duration = Duration::from_secs(20);
/// The wait before the next attempt when the system is out of something, such as files.
const BREATH: Duration = Duration::from_secs(1);
/// How long requests may take to finish once the server is asked to end.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

/// Who may come in: how many connections each address has.
pub(crate) struct Door {
    counts: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
    proxies: Arc<[Network]>,
    /// How long a client may take to send a request.
    wait: Duration,
}

impl Door {
    pub(crate) fn new(most: usize, proxies: Arc<[Network]>, wait: Duration) -> Arc<Self> {
        Arc::new(Self {
            counts: Mutex::default(),
            most,
            proxies,
            wait,
        })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // The map is whole between any two statements.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets an address in, unless it has too many connections.
    fn enter(self: &Arc<Self>, address: IpAddr, place: OwnedSemaphorePermit) -> Option<Held> {
        let network = network(address);
        let is_proxy = self.proxies.iter().any(|proxy| proxy.holds(address));
        let mut counts = self.counts();
        let count = counts.entry(network).or_default();
        if *count >= self.most && !is_proxy {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(Held {
            entered: Arc::new(Entered {
                door: Arc::clone(self),
                network,
                is_heard: AtomicBool::new(false),
                _place: place,
            }),
        })
    }
}

/// The place of a connection, which is free once nobody holds it: a socket does when its request is over.
#[derive(Clone)]
pub(crate) struct Held {
    entered: Arc<Entered>,
}

struct Entered {
    door: Arc<Door>,
    network: IpAddr,
    /// True once a whole head of a request has come.
    is_heard: AtomicBool,
    _place: OwnedSemaphorePermit,
}

impl Held {
    /// Notes that a request has come.
    pub(crate) fn hear(&self) {
        self.entered.is_heard.store(true, Ordering::Relaxed);
    }

    fn is_heard(&self) -> bool {
        self.entered.is_heard.load(Ordering::Relaxed)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut counts = self.door.counts();
        if let Some(count) = counts.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
}

/// Serves until `end` is done, and then finishes what is under way.
pub(crate) async fn run(
    listener: TcpListener,
    router: Router,
    door: Arc<Door>,
    end: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let guests = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let (stream, address, place) = tokio::select! {
            accepted = next(&listener, &places) => accepted,
            () = &mut end => break,
        };
        // Whoever has too many is hung up on.
        if let Some(held) = door.enter(address.ip(), place) {
            tokio::spawn(talk(&guests, stream, &router, (address, held)));
        }
    }
    drop(listener);
    let everybody = async {
        guests.shutdown().await;
        // A socket holds its place until its client was told to come back.
        let _ = places.acquire_many(CONNECTIONS_MAX as u32).await;
    };
    // Whoever is not done by then is cut off.
    let is_done = tokio::time::timeout(SHUTDOWN_GRACE, everybody)
        .await
        .is_ok();
    tracing::info!(is_done, "ended");
}

/// The next connection, as soon as there is a place for it.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    loop {
        let place = Arc::clone(places).acquire_owned().await;
        match (listener.accept().await, place) {
            (Ok((stream, address)), Ok(place)) => return (stream, address, place),
            (Err(error), _) if is_about_the_client(&error) => {}
            _ => tokio::time::sleep(BREATH).await,
        }
    }
}

/// True if only the client at the door has gone.
fn is_about_the_client(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionRefused | ConnectionAborted | ConnectionReset
    )
}

/// Answers everything on one connection.
fn talk(
    guests: &GracefulShutdown,
    stream: TcpStream,
    router: &Router,
    (address, held): (SocketAddr, Held),
) -> impl Future<Output = ()> + use<> {
    let wait = held.entered.door.wait;
    let mut builder = Builder::new(TokioExecutor::new());
    let mut http1 = builder.http1();
    http1
        .timer(TokioTimer::new())
        .header_read_timeout(wait)
        .max_buf_size(HEAD_BYTES_MAX);
    let mut http2 = builder.http2();
    http2
        .timer(TokioTimer::new())
        .keep_alive_interval(STILL_THERE);
    // Small answers leave at once; a system that cannot do so is only slower.
    let _ = stream.set_nodelay(true);
    // Around the router as a whole: a layer inside it would be laid around every route anew.
    let service = Extension(ConnectInfo(address)).layer(router.clone());
    let service = Extension(held.clone()).layer(service);
    let service = TowerToHyperService::new(service);
    let talk = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    let talk = guests.watch(talk.into_owned());
    async move {
        let mut talk = pin!(talk);
        // The library counts the time of a head once it knows the version of the protocol, for which it would
        // wait without end.
        let has_ended = tokio::time::timeout(wait, &mut talk).await.is_ok();
        if !has_ended && held.is_heard() {
            drop(held);
            // A client that breaks off or speaks nonsense has harmed itself alone.
            let _ = talk.await;
        }
    }
}
