//! Invitations over HTTP: what they are about, and their codes for cameras.

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::answers::{NO_STORE, Refusal, private};
use super::{Node, qr};
use crate::caller::Caller;

/// The longest secret that is looked at.
const SECRET_BYTES_MAX: usize = 64;
/// The longest name of a host.
const HOST_BYTES_MAX: usize = 255;

pub(crate) fn routes() -> Router<Arc<Node>> {
    Router::new()
        .route("/api/invitations/{secret}", get(about))
        .route("/api/invitations/{secret}/code.svg", get(code))
}

/// `/api/invitations/SECRET`: who invites, and on which terms.
async fn about(
    State(node): State<Arc<Node>>,
    Path(secret): Path<String>,
) -> Result<Response, Refusal> {
    let seek = node.invitation(checked(&secret)?).await?;
    let seek = seek.ok_or(Refusal::Missing)?;
    let terms: Value = serde_json::from_str(&seek.terms).unwrap_or_default();
    Ok(private(
        json!({"name": seek.name, "terms": terms, "is_open": seek.game.is_none()}),
    ))
}

/// `/api/invitations/SECRET/code.svg`: the link as a code.
async fn code(
    State(node): State<Arc<Node>>,
    Extension(caller): Extension<Caller>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let secret = checked(&secret)?;
    node.invitation(secret).await?.ok_or(Refusal::Missing)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.filter(|host| host.len() <= HOST_BYTES_MAX && host.chars().all(is_part));
    let host = host.ok_or(Refusal::Bad("name the host"))?;
    let scheme = if caller.is_secure { "https" } else { "http" };
    let svg = qr::svg(&format!("{scheme}://{host}/#/join/{secret}"));
    let svg = svg.ok_or(Refusal::Bad("the host has too long a name"))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), NO_STORE], svg).into_response())
}

fn checked(secret: &str) -> Result<&str, Refusal> {
    let is_one =
        secret.len() <= SECRET_BYTES_MAX && secret.bytes().all(|b| b.is_ascii_alphanumeric());
    is_one.then_some(secret).ok_or(Refusal::Missing)
}
