//! Takes connections: not more than there are places, and none for long that says nothing.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Extension};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many connections are served at once; the next ones wait at the door.
const CONNECTIONS_MAX: usize = 20_000;
/// What a client may send before it is heard, in bytes: the head of a request.
const HEAD_BYTES_MAX: usize = 16 * 1024;
/// A client has so long to say what it wants, the next time on the same connection too.
const HEAD_WAIT: Duration = Duration::from_secs(30);
/// A client that has gone without a word is noticed after so long.
const STILL_THERE: Duration = Duration::from_secs(20);
/// If the system is out of something, such as files, so long passes before the next attempt.
const BREATH: Duration = Duration::from_secs(1);
/// Requests that are under way when the server is asked to end have so long to finish.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

/// Serves until `end` is done, and then finishes what is under way.
pub(crate) async fn run(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let guests = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let (stream, address, place) = tokio::select! {
            accepted = next(&listener, &places) => accepted,
            () = &mut end => break,
        };
        let router = router.clone().layer(Extension(ConnectInfo(address)));
        let talk = talk(&guests, stream, router);
        tokio::spawn(async move {
            talk.await;
            drop(place);
        });
    }
    drop(listener);
    // Whoever is not done by then is cut off.
    let _ = tokio::time::timeout(SHUTDOWN_GRACE, guests.shutdown()).await;
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
    router: Router,
) -> impl Future<Output = ()> + use<> {
    let mut builder = Builder::new(TokioExecutor::new());
    let mut http1 = builder.http1();
    http1
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WAIT)
        .max_buf_size(HEAD_BYTES_MAX);
    let mut http2 = builder.http2();
    http2
        .timer(TokioTimer::new())
        .keep_alive_interval(STILL_THERE);
    // Small answers leave at once; a system that cannot do so is only slower.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let talk = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    let talk = guests.watch(talk.into_owned());
    async move {
        // A client that breaks off or speaks nonsense has harmed itself alone.
        let _ = talk.await;
    }
}
