//! The page on which the owner of an account chooses another password, by a link of an operator.
//!
//! The secret is in the fragment of the link, which browsers do not send: no proxy logs it. The page
//! needs nothing of the web client, so a link works as long as the server does.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::http::{HeaderName, Method};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde::Deserialize;

use super::accounts::{ApiResult, NodeState, parse_body, renew_session};
use super::responses::{ApiError, NO_STORE};
use super::{ServerNode, account_rules, passwords, random, session};
use crate::admin::PASSWORD_RESET;
use crate::client_addr::ClientAddr;
use crate::store::AuditRecord;

/// Path of the page. The secret follows after `#`.
pub const RESET_PATH: &str = "/reset";

const PAGE: &str = include_str!("reset.html");
const SCRIPT: &str = include_str!("reset.js");
const STYLE: &str = include_str!("reset.css");

pub(crate) fn routes() -> Router<Arc<ServerNode>> {
    Router::new()
        .route("/reset", get(page))
        .route("/reset/page.js", get(script))
        .route("/reset/page.css", get(style))
}

async fn page() -> Response {
    respond("text/html; charset=utf-8", PAGE)
}

async fn script() -> Response {
    respond("text/javascript; charset=utf-8", SCRIPT)
}

async fn style() -> Response {
    respond("text/css; charset=utf-8", STYLE)
}

fn respond(kind: &'static str, text: &'static str) -> Response {
    let kind: (HeaderName, &str) = (CONTENT_TYPE, kind);
    ([kind, NO_STORE], text).into_response()
}

#[derive(Deserialize)]
struct ResetRequest {
    secret: String,
    new_password: String,
}

/// `POST /api/account/reset`: sets the password by a link, ends all sessions, and signs in.
pub(super) async fn reset(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let old = session::authenticate(&node, client_addr, &Method::POST, &headers, false).await?;
    let ResetRequest {
        secret,
        new_password,
    } = parse_body(&body)?;
    let taken = node.limits.logins.take(client_addr.address, Instant::now());
    taken.map_err(ApiError::RateLimited)?;
    let (hash, now_ms) = (random::hash(&secret), node.clock.now_ms());
    let found = node.store.reset_link(&hash, now_ms).await?;
    let (person, is_locked) = found.ok_or(ApiError::NotFound)?;
    if is_locked {
        return Err(ApiError::AccountLocked);
    }
    passwords::check(&new_password, &person.name).map_err(ApiError::BadRequest)?;
    let hashed = node.passwords.hash(new_password).await;
    let hashed = hashed.ok_or(ApiError::StoreUnavailable)?;
    let audit = AuditRecord {
        seq: 0,
        at_ms: now_ms,
        operator: String::new(),
        action: PASSWORD_RESET.to_owned(),
        subject: person.id.clone(),
        detail: "by the link".to_owned(),
    };
    let used = node
        .store
        .use_reset_link(&hash, (&person.id, &hashed), &audit);
    if !used.await? {
        return Err(ApiError::NotFound);
    }
    if let Ok(key) = account_rules::name_key(&person.name) {
        node.lockout
            .record_success(&key, client_addr.address, Instant::now());
    }
    node.disconnect_user(&person.id);
    renew_session(&node, client_addr, old.as_ref(), &person).await
}
