//! Logs each request.
//!
//! The log holds the path only, never the query, headers or the body, so that tokens and names stay
//! out of it.

use std::time::Duration;

use axum::http::{Request, Response};
use tower_http::trace::{MakeSpan, OnResponse};
use tracing::{Level, Span};

use crate::client_addr::ClientAddr;

/// Maximum length of a logged path in characters; requests with longer ones are attacks on the log.
const PATH_CHARS_MAX: usize = 120;
/// Prefixes that are followed by a secret, which is logged as a star.
const SECRET_PREFIXES: [&str; 1] = ["/api/invitations/"];

/// Makes the span of a request. All that is logged within it names the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestSpan;

impl<B> MakeSpan<B> for RequestSpan {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let client_addr = request.extensions().get::<ClientAddr>();
        tracing::span!(
            Level::WARN,
            "request",
            method = %request.method(),
            path = loggable_path(request.uri().path()),
            address = client_addr.map(|client_addr| tracing::field::display(client_addr.address)),
        )
    }
}

/// Logs responses within the spans of their requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResponseLog;

impl<B> OnResponse<B> for ResponseLog {
    fn on_response(self, response: &Response<B>, latency: Duration, _: &Span) {
        let (status, micros) = (response.status().as_u16(), latency.as_micros());
        if response.status().is_server_error() {
            tracing::warn!(status, micros, "response");
        } else {
            tracing::debug!(status, micros, "response");
        }
    }
}

/// Returns the path for the log.
fn loggable_path(path: &str) -> String {
    for prefix in SECRET_PREFIXES {
        if path.starts_with(prefix) {
            return format!("{prefix}*");
        }
    }
    let printable = |c: char| {
        if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    path.chars().take(PATH_CHARS_MAX).map(printable).collect()
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
        // Some terminals begin a new line at U+0085, and a command at U+009B.
        assert_eq!(
            loggable_path("/a\u{85}b\u{9b}c\n"),
            "/a\u{fffd}b\u{fffd}c\u{fffd}"
        );
    }
}
