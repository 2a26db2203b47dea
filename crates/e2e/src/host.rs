//! A host that knows nothing of the game: it serves the files of a folder below some path.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{StatusCode, header};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The path below which the files are served.
const BELOW: &str = "/games/four";

/// A running host.
pub struct Host {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Host {
    /// Serves the files of a folder.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn start(folder: PathBuf) -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = TcpListener::bind(any).await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has one");
        let index = async |State(folder): State<PathBuf>| file(folder.join("index.html"));
        let other =
            async |State(folder): State<PathBuf>, Path(name): Path<String>| file(folder.join(name));
        let router = Router::new()
            .route(&format!("{BELOW}/"), get(index))
            .route(&format!("{BELOW}/{{name}}"), get(other))
            .with_state(folder);
        let serving = axum::serve(listener, router).into_future();
        let task = tokio::spawn(async { serving.await.expect("it serves") });
        Self { address, task }
    }

    /// Where the page is, without a slash at the end.
    #[must_use]
    pub fn site(&self) -> String {
        format!("http://{}{BELOW}", self.address)
    }

    /// Ends it, as if the network were gone.
    pub async fn stop(self) {
        self.task.abort();
        // It was told to end, and so it says.
        let _ = self.task.await;
    }
}

/// A file with the type that hosts give it by its ending.
fn file(path: PathBuf) -> Response {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let kind = match ending {
        Some("css") => "text/css",
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    std::fs::read(path).map_or_else(
        |_| StatusCode::NOT_FOUND.into_response(),
        |bytes| ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
    )
}
