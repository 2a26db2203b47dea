//! Invitations over HTTP: their terms and their QR codes.

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::responses::{ApiError, NO_STORE, private_json};
use super::{ServerNode, qr};
use crate::client_addr::ClientAddr;

/// Maximum length of a secret in bytes.
const SECRET_BYTES_MAX: usize = 64;
/// Maximum length of a host name in bytes.
const HOST_BYTES_MAX: usize = 255;

pub(crate) fn routes() -> Router<Arc<ServerNode>> {
    Router::new()
        .route("/api/invitations/{secret}", get(show))
        .route("/api/invitations/{secret}/code.svg", get(code))
}

/// `/api/invitations/SECRET`: the host and the terms.
async fn show(
    State(node): State<Arc<ServerNode>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    let seek = node.invitation(validate(&secret)?).await?;
    let seek = seek.ok_or(ApiError::NotFound)?;
    let terms: Value = serde_json::from_str(&seek.terms).unwrap_or_default();
    Ok(private_json(
        json!({"name": seek.name, "terms": terms, "is_open": seek.game.is_none()}),
    ))
}

/// `/api/invitations/SECRET/code.svg`: the link as a QR code.
async fn code(
    State(node): State<Arc<ServerNode>>,
    Extension(client_addr): Extension<ClientAddr>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let secret = validate(&secret)?;
    node.invitation(secret).await?.ok_or(ApiError::NotFound)?;
    let is_host_char = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.filter(|host| host.len() <= HOST_BYTES_MAX && host.chars().all(is_host_char));
    let host = host.ok_or(ApiError::BadRequest("missing or invalid Host header"))?;
    let scheme = if client_addr.is_secure {
        "https"
    } else {
        "http"
    };
    let svg = qr::svg(&format!("{scheme}://{host}/#/join/{secret}"));
    let svg = svg.ok_or(ApiError::BadRequest(
        "the Host header is too long for a QR code",
    ))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), NO_STORE], svg).into_response())
}

fn validate(secret: &str) -> Result<&str, ApiError> {
    let is_valid =
        secret.len() <= SECRET_BYTES_MAX && secret.bytes().all(|b| b.is_ascii_alphanumeric());
    is_valid.then_some(secret).ok_or(ApiError::NotFound)
}
