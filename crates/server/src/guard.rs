//! What holds for every request: its body is short and comes in time; and for every answer: what it tells the
//! browser not to do.

use std::time::Duration;

use axum::body::{HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The longest body of a request, in bytes.
const BODY_BYTES_MAX: usize = 8 * 1024;

/// Only what this server itself hands out: scripts, styles, the engine's worker. Nobody may frame
/// the page, and nothing inline is run.
const POLICY: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; \
    style-src 'self'; \
    img-src 'self' data: blob:; \
    connect-src 'self'; \
    manifest-src 'self'; \
    base-uri 'none'; \
    form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The answer with these headers.
pub(crate) async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Gives up on a request whose body does not come. What has none is answered however long that takes.
pub(crate) async fn hurry(State(wait): State<Duration>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    match tokio::time::timeout(wait, to_bytes(body, BODY_BYTES_MAX)).await {
        Ok(Ok(body)) => next.run(Request::from_parts(head, body.into())).await,
        Ok(Err(_)) => (StatusCode::PAYLOAD_TOO_LARGE, "the body is too long\n").into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the body did not come\n").into_response(),
    }
}
