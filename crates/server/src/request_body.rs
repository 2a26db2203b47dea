//! Receives the body of a request before its handler runs, within a timeout.

use std::time::Duration;

use axum::body::{HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Maximum size of a request body in bytes.
pub(crate) const BODY_BYTES_MAX: usize = 8 * 1024;

/// Middleware that rejects requests whose body is too large or does not arrive in time. Requests
/// without a body have no time limit here.
pub(crate) async fn read_request_body(
    State(timeout): State<Duration>,
    request: Request,
    next: Next,
) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    match tokio::time::timeout(timeout, to_bytes(body, BODY_BYTES_MAX)).await {
        Ok(Ok(body)) => next.run(Request::from_parts(head, body.into())).await,
        Ok(Err(_)) => (
            StatusCode::PAYLOAD_TOO_LARGE,
            "the request body is too large\n",
        )
            .into_response(),
        Err(_) => (
            StatusCode::REQUEST_TIMEOUT,
            "timed out reading the request body\n",
        )
            .into_response(),
    }
}
