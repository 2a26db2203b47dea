//! Who is signed in: by a cookie, which browsers send by themselves, or by a token in a header.
//!
//! A cookie counts only in requests from our own pages, so that pages of others can do nothing in
//! the name of their visitors. Only the hash of a token is kept.

use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::Response;

use super::answers::Refusal;
use super::chance;
use crate::caller::{Caller, is_own_page, origin};
use crate::online::Node;
use crate::store::{Person, SessionKind};

/// How long a session lasts, in milliseconds: half a year.
const KEEP_MS: u64 = 180 * 24 * 60 * 60 * 1000;
/// The cookie, and what it is called behind TLS, where browsers then check more.
const COOKIE_NAME: &str = "foursight";
const SECURE_COOKIE_NAME: &str = "__Host-foursight";
/// The longest token that is looked at.
const TOKEN_BYTES_MAX: usize = 100;

/// A session that was proved.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) person: Person,
    /// The hash of its token.
    pub(crate) hash: String,
    /// Where the token came from.
    pub(crate) kind: SessionKind,
}

const fn cookie_name(caller: Caller) -> &'static str {
    if caller.is_secure {
        SECURE_COOKIE_NAME
    } else {
        COOKIE_NAME
    }
}

fn cookie(headers: &HeaderMap, caller: Caller) -> Option<&str> {
    let lines = headers.get_all(COOKIE).iter();
    let pairs = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'));
    let mut pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == cookie_name(caller))?;
    Some(token)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (kind, token) = value.split_once(' ')?;
    kind.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The session of a request.
///
/// A request that changes something, or opens a socket, must come from our own page if a cookie proves
/// it: so browsers say, and they cannot be made to lie. A token in a header cannot be sent by
/// the page of another.
pub(crate) async fn session(
    node: &Node,
    caller: Caller,
    method: &Method,
    headers: &HeaderMap,
    is_socket: bool,
) -> Result<Option<Session>, Refusal> {
    let proof = match bearer(headers) {
        Some(token) => Some((token, SessionKind::Bearer)),
        None => cookie(headers, caller).map(|token| (token, SessionKind::Cookie)),
    };
    if !is_own_page(headers) {
        return Err(Refusal::ForeignOrigin);
    }
    let Some((token, kind)) = proof.filter(|(token, _)| token.len() <= TOKEN_BYTES_MAX) else {
        return Ok(None);
    };
    let changes = is_socket || !matches!(*method, Method::GET | Method::HEAD);
    if kind == SessionKind::Cookie && changes && origin(headers).is_none() {
        return Err(Refusal::ForeignOrigin);
    }
    let hash = chance::hash(token);
    let person = node.store.session(&hash, kind, node.clock.now_ms()).await?;
    Ok(person.map(|person| Session { person, hash, kind }))
}

/// A new session of a person; its token.
pub(crate) async fn begin(node: &Node, person: &str, kind: SessionKind) -> Result<String, Refusal> {
    let (token, now_ms) = (chance::token(), node.clock.now_ms());
    let times = [now_ms, now_ms + KEEP_MS];
    let hash = chance::hash(&token);
    node.store.add_session(&hash, person, kind, times).await?;
    Ok(token)
}

/// The answer with a cookie; without a token it takes the cookie away.
pub(crate) fn with_cookie(mut response: Response, caller: Caller, token: Option<&str>) -> Response {
    let (name, token) = (
        cookie_name(caller),
        token.map_or(("", 0), |token| (token, KEEP_MS / 1000)),
    );
    let (token, seconds) = token;
    let secure = if caller.is_secure { "; Secure" } else { "" };
    let text = format!("{name}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}
