//! The middleware of every request, from the outside to the inside.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HeaderValue, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, StatusCode};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::{Router, http};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, Predicate};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::map_request_body::MapRequestBodyLayer;
use tower_http::sensitive_headers::{
    SetSensitiveRequestHeadersLayer, SetSensitiveResponseHeadersLayer,
};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::client_addr::{IpNet, add_client_addr};
use crate::host_names::{HostNames, check_host};
use crate::monitoring::{HttpMetrics, count_requests};
use crate::request_body::{BODY_BYTES_MAX, read_request_body};
use crate::request_log::{RequestSpan, ResponseLog};

/// Timeout for the head of the response, after the request has been received. Longer than all that
/// a handler waits for itself, such as the store and the solver, so it is a last resort.
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);
/// Smaller responses are not worth compressing: they fit one packet anyway.
const COMPRESSED_BYTES_MIN: u64 = 1_024;

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

const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
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

/// Settings of the middleware.
pub(crate) struct HttpStack {
    pub(crate) proxies: Arc<[IpNet]>,
    pub(crate) host_names: HostNames,
    pub(crate) metrics: Arc<HttpMetrics>,
    /// Timeout for the body of a request.
    pub(crate) body_timeout: Duration,
}

impl HttpStack {
    /// Wraps all routes. The first layer is the outermost: it sees requests first and responses
    /// last.
    pub(crate) fn wrap(self, routes: Router) -> Router {
        let layers = ServiceBuilder::new()
            // Credentials are not to be shown by anything that logs headers.
            .layer(SetSensitiveRequestHeadersLayer::new([
                AUTHORIZATION,
                COOKIE,
            ]))
            .layer(map_response(add_security_headers))
            .layer(from_fn_with_state(self.proxies, add_client_addr))
            .layer(
                TraceLayer::new_for_http()
                    .make_span_with(RequestSpan)
                    .on_request(())
                    .on_response(ResponseLog)
                    .on_failure(()),
            )
            .layer(from_fn_with_state(self.metrics, count_requests))
            .layer(SetSensitiveResponseHeadersLayer::new([SET_COOKIE]))
            .layer(CatchPanicLayer::custom(respond_to_panic))
            .layer(from_fn_with_state(self.host_names, check_host))
            .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
            .layer(MapRequestBodyLayer::new(Body::new))
            .layer(from_fn_with_state(self.body_timeout, read_request_body))
            .layer(TimeoutLayer::with_status_code(
                StatusCode::SERVICE_UNAVAILABLE,
                RESPONSE_TIMEOUT,
            ));
        routes.layer(layers)
    }
}

/// Compresses JSON. Files are compressed when the client is built.
pub(crate) fn compress_json(routes: Router) -> Router {
    routes.layer(CompressionLayer::new().compress_when(LargeJson))
}

/// Responses of JSON that are worth compressing.
#[derive(Clone, Copy, Debug)]
struct LargeJson;

impl Predicate for LargeJson {
    fn should_compress<B: http_body::Body>(&self, response: &http::Response<B>) -> bool {
        let media_type = response.headers().get(CONTENT_TYPE);
        let is_json = media_type.is_some_and(|media_type| media_type == "application/json");
        let size = response.body().size_hint();
        is_json && size.lower() >= COMPRESSED_BYTES_MIN
    }
}

/// Adds the security headers to a response.
async fn add_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A panic fails its own request only. The panic hook has logged it.
fn respond_to_panic(_: Box<dyn Any + Send>) -> Response {
    (
        StatusCode::INTERNAL_SERVER_ERROR,
        "the server failed to respond\n",
    )
        .into_response()
}

#[cfg(test)]
mod tests {
    use axum::Json;
    use axum::body::to_bytes;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    fn stack() -> HttpStack {
        HttpStack {
            proxies: Arc::new([]),
            host_names: HostNames::Any,
            metrics: Arc::default(),
            body_timeout: Duration::from_secs(30),
        }
    }

    async fn request(routes: Router, path: &str) -> Response {
        let request = http::Request::get(path)
            .header("accept-encoding", "gzip")
            .header("cookie", "secret");
        let request = request.body(Body::empty()).expect("a request");
        stack()
            .wrap(routes)
            .oneshot(request)
            .await
            .expect("infallible")
    }

    #[tokio::test]
    async fn a_panic_is_a_response_with_all_headers() {
        fn fail() -> std::future::Ready<()> {
            panic!("as the test wants it");
        }
        let response = request(Router::new().route("/", get(fail)), "/").await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()[X_CONTENT_TYPE_OPTIONS], "nosniff");
        let body = to_bytes(response.into_body(), 100).await.expect("a body");
        assert_eq!(body, "the server failed to respond\n");
    }

    #[tokio::test(start_paused = true)]
    async fn a_handler_that_hangs_is_ended() {
        let hang = std::future::pending::<()>;
        let response = request(Router::new().route("/", get(hang)), "/").await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn large_json_is_compressed_and_nothing_else() {
        let long = "x".repeat(2_000);
        let text = long.clone();
        let routes = Router::new()
            .route("/long", get(|| async move { Json(long) }))
            .route("/short", get(|| async { Json("x") }))
            .route("/text", get(|| async move { text }));
        for (path, encoding) in [("/long", Some("gzip")), ("/short", None), ("/text", None)] {
            let response = request(compress_json(routes.clone()), path).await;
            let found = response.headers().get("content-encoding");
            let found = found.and_then(|value| value.to_str().ok());
            assert_eq!(found, encoding, "{path}");
        }
    }

    #[tokio::test]
    async fn credentials_are_marked_as_sensitive() {
        let show = |headers: http::HeaderMap| async move { format!("{headers:?}") };
        let routes = Router::new().route("/", get(show));
        let response = request(routes, "/").await;
        let body = to_bytes(response.into_body(), 1_000).await.expect("a body");
        let text = String::from_utf8_lossy(&body);
        assert!(
            text.contains("cookie") && !text.contains("secret"),
            "{text}"
        );
    }
}
