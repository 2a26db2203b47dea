//! Serves the web game and answers for the solver over HTTP.
//!
//! | path | answer |
//! |---|---|
//! | `/` and the files of the client | the web game |
//! | `/api/solve?pos=4453` | what `foursight solve --columns --json` says, with `pos` and `scores` |
//! | `/solve?pos=4453` | `{"pos", "score": [7 numbers]}`, as clients of another solver expect |
//! | `/?g=4453` | the web game, with a title, a description and a picture of that game |
//! | `/api/picture?g=4453` | the position as a GIF |
//! | `/healthz` | `ok` |
//!
//! Who calls it hands in the listener and says when to end, so that a test and a command start the
//! same server. Nothing a client sends, or does not send, can do more than fail its own request.

mod accept;
mod assets;
mod bundle;
mod guard;
mod limit;
mod shared;
mod solve;

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;
use tokio::net::TcpListener;

pub use bundle::{Bundle, BundleError};
use foursight_solver::book::Book;

/// What a server is made of.
#[derive(Default)]
pub struct Config {
    /// The web client; none if there is none, and then the page says how to get it.
    pub bundle: Option<Bundle>,
    /// Openings that need no search.
    pub book: Option<Arc<Book>>,
}

/// Serves until `end` is done, and then finishes what is under way.
///
/// # Errors
///
/// What the system says if the listener does not listen.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    listener.local_addr()?;
    accept::run(listener, router(config), end).await;
    Ok(())
}

fn router(config: Config) -> Router {
    let solving = Arc::new(solve::Desk::new(config.book));
    let bundle = Arc::new(config.bundle);
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/api/solve", get(solve::solved))
        .route("/solve", get(solve::scores))
        .with_state(solving)
        .route("/api/picture", get(shared::picture))
        .fallback(move |method, uri, headers| {
            let bundle = Arc::clone(&bundle);
            async move { assets::answer(bundle.as_ref().as_ref(), &method, &uri, &headers) }
        })
        .layer(map_response(guard::with_headers))
}
