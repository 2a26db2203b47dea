//! Serves the web game and answers for the solver over HTTP.
//!
//! | path | answer |
//! |---|---|
//! | `/` and the files of the client | the web game |
//! | `/api/solve?pos=4453` | what `foursight solve --columns --json` says, with `pos` and `scores` |
//! | `/solve?pos=4453` | `{"pos", "score": [7 numbers]}`, as clients of another solver expect |
//! | `/?g=4453` | the web game, with a title, a description and a picture of that game |
//! | `/api/picture?g=4453` | the position as a GIF |
//! | `/api/guest`, `/api/account`, `/api/socket` and more | online play, see `docs/protocol.md` |
//! | `/api/openapi.json` | all of these but the socket's messages, described for programs |
//! | `/healthz`, `/readyz`, `/metrics` | for operators |
//!
//! Who calls it hands in the listener and says when to end, so that a test and a command start the
//! same server. Nothing a client sends, or does not send, can do more than fail its own request.

mod accept;
mod assets;
mod bundle;
mod bus;
mod caller;
mod guard;
mod limit;
mod log;
mod online;
mod shared;
mod solve;
mod store;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

pub use bundle::{Bundle, BundleError};
pub use bus::{BusAt, LocalBus, NatsAddress};
pub use caller::{Network, NoNetwork};
use foursight_solver::book::Book;
pub use limit::Rate;
use online::Node;
pub use online::{Clock, Online, OnlineLimits};
pub use store::{Copied, StoreAt, StoreError, backup, check_backup};
#[cfg(feature = "trials")]
pub use store::{Faults, Moment, Mutant, STANDING};

/// What is served under which path, for programs. A test asks everything that it describes.
const OPENAPI: &str = include_str!("openapi.json");

/// What a server is made of.
#[derive(Default)]
pub struct Config {
    /// The web client; none if there is none, and then the page says how to get it.
    pub bundle: Option<Bundle>,
    /// Openings that need no search.
    pub book: Option<Arc<Book>>,
    /// Proxies that are believed when they say who their client is.
    pub trusted_proxies: Vec<Network>,
    /// Online play; none if there shall be none.
    pub online: Option<Online>,
    /// Connections of one address at once, unless it is a trusted proxy; none for the usual limit.
    pub connections_per_address: Option<usize>,
    /// How long a client may take to send the head of a request, and as long again for its body; none for the
    /// usual limit.
    pub request_wait: Option<Duration>,
}

/// Serves until `end` is done, and then finishes what is under way.
///
/// # Errors
///
/// What the system says if the listener does not listen, or the store if it cannot be opened.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let opened = open(config).await.map_err(io::Error::other)?;
    opened.serve(listener, end).await
}

/// A server whose store is open.
pub struct Opened {
    config: Config,
    node: Option<Arc<Node>>,
}

/// Opens the store, so that the program that starts a server can say that it is ready.
///
/// # Errors
///
/// If the store cannot be opened.
pub async fn open(config: Config) -> Result<Opened, StoreError> {
    let node = match config.online.clone() {
        Some(online) => Some(Node::start(online, config.book.clone()).await?),
        None => None,
    };
    Ok(Opened { config, node })
}

impl Opened {
    /// Serves until `end` is done, and then finishes what is under way.
    ///
    /// # Errors
    ///
    /// What the system says if the listener does not listen.
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
    Opened { config, node }: Opened,
    end: impl Future<Output = ()> + Send + 'static,
) {
    let proxies: Arc<[Network]> = config.trusted_proxies.clone().into();
    let most = config.connections_per_address;
    let most = most.unwrap_or(accept::CONNECTIONS_PER_ADDRESS_MAX);
    let wait = config.request_wait.unwrap_or(accept::REQUEST_WAIT);
    let door = accept::Door::new(most, Arc::clone(&proxies), wait);
    let router = router(config, proxies, node.clone(), wait);
    let end = async {
        end.await;
        tracing::info!("ending");
        if let Some(node) = node {
            node.end();
        }
    };
    accept::run(listener, router, door, end).await;
}

fn router(
    config: Config,
    proxies: Arc<[Network]>,
    node: Option<Arc<Node>>,
    wait: Duration,
) -> Router {
    let solving = Arc::new(solve::Desk::new(config.book));
    let bundle = Arc::new(config.bundle);
    let solver = Router::new()
        .route("/api/solve", get(solve::solved))
        .route("/solve", get(solve::scores))
        .with_state(solving);
    let pictures = Router::new()
        .route("/api/picture", get(shared::picture))
        .with_state(Arc::new(shared::Easel::default()));
    let online = node.map_or_else(Router::new, online::routes);
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/api/openapi.json", get(openapi))
        .merge(solver)
        .merge(pictures)
        .merge(online)
        .fallback(move |method, uri, headers| file(Arc::clone(&bundle), method, uri, headers))
        .layer(from_fn_with_state(wait, guard::hurry))
        .layer(from_fn(log::requests))
        .layer(from_fn_with_state(proxies, caller::name_caller))
        .layer(map_response(guard::with_headers))
}

/// `/api/openapi.json`.
async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// A file of the client; what takes work is done where it holds nobody up.
async fn file(
    bundle: Arc<Option<Bundle>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if uri.path().starts_with("/api/") {
        return online::Refusal::Missing.into_response();
    }
    let answer = move |uri: &Uri| assets::answer(bundle.as_ref().as_ref(), &method, uri, &headers);
    if !assets::is_work(&uri) {
        return answer(&uri);
    }
    let work = tokio::task::spawn_blocking(move || answer(&uri)).await;
    work.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}
