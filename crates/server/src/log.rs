//! One line in the log for each request.
//!
//! Only the path is told, never the query, a header or a body: tokens and names stay out of logs.

use std::time::Instant;

use axum::Extension;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;

use crate::caller::Caller;

/// A longer path is cut, in characters: whoever asks for it wants to fill the log.
const PATH_CHARS_MAX: usize = 120;
/// What follows these is a secret, and told as a star.
const SECRETS: [&str; 1] = ["/api/invitations/"];

pub(crate) async fn requests(
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), told(request.uri().path()));
    let started = Instant::now();
    let response = next.run(request).await;
    let (status, micros) = (response.status().as_u16(), started.elapsed().as_micros());
    let address = caller.address;
    if response.status().is_server_error() {
        tracing::warn!(%method, path, status, micros, %address, "request");
    } else {
        tracing::debug!(%method, path, status, micros, %address, "request");
    }
    response
}

/// The path as it may stand in a log.
fn told(path: &str) -> String {
    for secret in SECRETS {
        if path.starts_with(secret) {
            return format!("{secret}*");
        }
    }
    path.chars().take(PATH_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_long_paths_stay_out_of_the_log() {
        assert_eq!(told("/api/invitations/abc/code.svg"), "/api/invitations/*");
        assert_eq!(told("/api/solve"), "/api/solve");
        assert_eq!(told(&"x".repeat(1_000)).len(), PATH_CHARS_MAX);
    }
}
