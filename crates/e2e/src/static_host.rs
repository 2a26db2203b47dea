//! A static file host that serves a folder below a path.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{StatusCode, header};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Path prefix of the served files.
const PATH_PREFIX: &str = "/games/four";

/// A running static file host.
pub struct StaticHost {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl StaticHost {
    /// Serves the files of a folder.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn start(folder: PathBuf) -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = TcpListener::bind(any).await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has one");
        let index = async |State(folder): State<PathBuf>| file_response(folder.join("index.html"));
        let other = async |State(folder): State<PathBuf>, Path(name): Path<String>| {
            file_response(folder.join(name))
        };
        let guide_index =
            async |State(folder): State<PathBuf>| file_response(folder.join("guide/index.html"));
        let guide = async |State(folder): State<PathBuf>, Path(name): Path<String>| {
            file_response(folder.join("guide").join(name))
        };
        let router = Router::new()
            .route(&format!("{PATH_PREFIX}/"), get(index))
            .route(&format!("{PATH_PREFIX}/{{name}}"), get(other))
            .route(&format!("{PATH_PREFIX}/guide/"), get(guide_index))
            .route(&format!("{PATH_PREFIX}/guide/{{name}}"), get(guide))
            .with_state(folder);
        let serving = axum::serve(listener, router).into_future();
        let task = tokio::spawn(async { serving.await.expect("the host serves") });
        Self { address, task }
    }

    /// Returns the URL of the page, without a trailing slash.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{PATH_PREFIX}", self.address)
    }

    /// Stops the host, as if the network were down.
    pub async fn stop(self) {
        self.task.abort();
        // The task always ends with a cancellation error.
        let _ = self.task.await;
    }
}

/// Returns a file with the content type for its extension.
fn file_response(path: PathBuf) -> Response {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let content_type = match extension {
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
        |bytes| ([(header::CONTENT_TYPE, content_type)], bytes).into_response(),
    )
}
