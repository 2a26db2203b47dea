//! Middleware for every request and response: a size limit and a timeout for bodies, and security
//! headers.

use std::time::Duration;

use axum::body::{HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Maximum size of a request body in bytes.
const BODY_BYTES_MAX: usize = 8 * 1024;

/// Allows scripts, styles and workers from this origin only. Forbids framing and inline scripts.
const CONTENT_POLICY: &str = "default-src 'none'; \
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
    (CONTENT_SECURITY_POLICY, CONTENT_POLICY),
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

/// Adds the security headers to a response.
pub(crate) async fn add_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Rejects requests whose body does not arrive in time. Requests without a body have no time limit
/// here.
pub(crate) async fn request_body_timeout(
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
