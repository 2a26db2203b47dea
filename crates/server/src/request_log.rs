//! Logs each request.
//!
//! The log holds the path only, never the query, headers or the body, so that tokens and names stay
//! out of it.

use std::time::Instant;

use axum::Extension;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;

use crate::client_addr::ClientAddr;

/// Maximum length of a logged path in characters; requests with longer ones are attacks on the log.
const PATH_CHARS_MAX: usize = 120;
/// Prefixes that are followed by a secret, which is logged as a star.
const SECRET_PREFIXES: [&str; 1] = ["/api/invitations/"];

pub(crate) async fn log_requests(
    Extension(client_addr): Extension<ClientAddr>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (
        request.method().clone(),
        loggable_path(request.uri().path()),
    );
    let started = Instant::now();
    let response = next.run(request).await;
    let (status, micros) = (response.status().as_u16(), started.elapsed().as_micros());
    let address = client_addr.address;
    if response.status().is_server_error() {
        tracing::warn!(%method, path, status, micros, %address, "request");
    } else {
        tracing::debug!(%method, path, status, micros, %address, "request");
    }
    response
}

/// Returns the path for the log.
fn loggable_path(path: &str) -> String {
    for prefix in SECRET_PREFIXES {
        if path.starts_with(prefix) {
            return format!("{prefix}*");
        }
    }
    path.chars().take(PATH_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_long_paths_stay_out_of_the_log() {
        assert_eq!(
            loggable_path("/api/invitations/abc/code.svg"),
            "/api/invitations/*"
        );
        assert_eq!(loggable_path("/api/solve"), "/api/solve");
        assert_eq!(loggable_path(&"x".repeat(1_000)).len(), PATH_CHARS_MAX);
    }
}
