//! Authentication: by a cookie, which browsers send automatically, or by a bearer token.
//!
//! A cookie counts only in requests from our own pages, which prevents cross-site request forgery.
//! Only the hash of a token is stored.

use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::Response;

use super::random;
use super::responses::ApiError;
use crate::client_addr::{ClientAddr, is_same_origin, origin};
use crate::online::ServerNode;
use crate::store::{Person, SessionKind};

/// Lifetime of a session in milliseconds: half a year.
const SESSION_TTL_MS: u64 = 180 * 24 * 60 * 60 * 1000;
/// Name of the cookie, and its name behind TLS, where the prefix makes browsers enforce `Secure`.
const COOKIE_NAME: &str = "foursight";
const SECURE_COOKIE_NAME: &str = "__Host-foursight";
/// Maximum length of a token in bytes.
const TOKEN_BYTES_MAX: usize = 100;

/// An authenticated session.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) person: Person,
    /// Hash of its token.
    pub(crate) hash: String,
    /// Kind of its token.
    pub(crate) kind: SessionKind,
}

const fn cookie_name(client_addr: ClientAddr) -> &'static str {
    if client_addr.is_secure {
        SECURE_COOKIE_NAME
    } else {
        COOKIE_NAME
    }
}

fn cookie(headers: &HeaderMap, client_addr: ClientAddr) -> Option<&str> {
    let lines = headers.get_all(COOKIE).iter();
    let pairs = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'));
    let mut pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == cookie_name(client_addr))?;
    Some(token)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (kind, token) = value.split_once(' ')?;
    kind.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Returns the session of a request.
///
/// A request that changes something or opens a socket, and is authenticated by a cookie, must come
/// from our own page according to its `Origin` header, which pages cannot forge. Pages of other
/// origins cannot send a bearer token.
pub(crate) async fn authenticate(
    node: &ServerNode,
    client_addr: ClientAddr,
    method: &Method,
    headers: &HeaderMap,
    is_socket: bool,
) -> Result<Option<Session>, ApiError> {
    let credentials = match bearer(headers) {
        Some(token) => Some((token, SessionKind::Bearer)),
        None => cookie(headers, client_addr).map(|token| (token, SessionKind::Cookie)),
    };
    if !is_same_origin(client_addr, headers) {
        return Err(ApiError::ForeignOrigin);
    }
    let Some((token, kind)) = credentials.filter(|(token, _)| token.len() <= TOKEN_BYTES_MAX)
    else {
        return Ok(None);
    };
    let is_unsafe = is_socket || !matches!(*method, Method::GET | Method::HEAD);
    if kind == SessionKind::Cookie && is_unsafe && origin(headers).is_none() {
        return Err(ApiError::ForeignOrigin);
    }
    let hash = random::hash(token);
    let person = node.store.session(&hash, kind, node.clock.now_ms()).await?;
    Ok(person.map(|person| Session { person, hash, kind }))
}

/// Creates a session, and returns its token.
pub(crate) async fn create(
    node: &ServerNode,
    person: &str,
    kind: SessionKind,
) -> Result<String, ApiError> {
    let (token, now_ms) = (random::token(), node.clock.now_ms());
    let times = [now_ms, now_ms + SESSION_TTL_MS];
    let hash = random::hash(&token);
    node.store.add_session(&hash, person, kind, times).await?;
    Ok(token)
}

/// Sets the cookie; without a token, deletes it.
pub(crate) fn with_cookie(
    mut response: Response,
    client_addr: ClientAddr,
    token: Option<&str>,
) -> Response {
    let (name, token) = (
        cookie_name(client_addr),
        token.map_or(("", 0), |token| (token, SESSION_TTL_MS / 1000)),
    );
    let (token, seconds) = token;
    let secure = if client_addr.is_secure {
        "; Secure"
    } else {
        ""
    };
    let text = format!("{name}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}
