//! Guests and accounts over HTTP.
//!
//! Every person is a guest at first. An account is a guest with a chosen name and a password, so it
//! keeps the guest's games. Registration, login and a change of password issue another token, which
//! prevents session fixation.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::account_rules::{
    DELETED_USER_NAME, RETIRED_NAME_TTL_MS, is_reserved, name_key, retired_name_hash,
};
use super::responses::{ApiError, private_json};
use super::session::{self, Session};
use super::{ServerNode, names, passwords, random, reset_page};
use crate::client_addr::ClientAddr;
use crate::store::{Person, SessionKind};

/// Maximum size of a body in bytes.
const BODY_BYTES_MAX: usize = 4 * 1024;
/// Maximum number of games in an export.
const EXPORT_GAMES_MAX: u64 = 10_000;
/// Delay before the sockets of a replaced session are closed.
const REPLACED_SESSION_DELAY: Duration = Duration::from_secs(3);

pub(super) type NodeState = State<Arc<ServerNode>>;
pub(super) type ApiResult = Result<Response, ApiError>;

pub(crate) fn routes() -> Router<Arc<ServerNode>> {
    Router::new()
        .route("/api/guest", post(create_guest))
        .route("/api/token", post(create_token))
        .route("/api/me", get(me))
        .route("/api/account", post(register))
        .route("/api/account/name", post(rename))
        .route("/api/account/password", post(change_password))
        .route("/api/account/export", get(export))
        .route("/api/account/delete", post(delete))
        .route("/api/account/reset", post(reset_page::reset))
        .route("/api/login", post(login))
        .route("/api/logout", post(logout))
        .route("/api/logout/everywhere", post(logout_everywhere))
}

#[derive(Deserialize)]
struct Credentials {
    name: String,
    password: String,
}

#[derive(Deserialize)]
struct RenameRequest {
    name: String,
}

#[derive(Deserialize)]
struct PasswordRequest {
    password: String,
    new_password: String,
}

#[derive(Deserialize)]
struct DeleteRequest {
    password: Option<String>,
}

pub(super) fn parse_body<T: DeserializeOwned>(body: &Bytes) -> Result<T, ApiError> {
    if body.len() > BODY_BYTES_MAX {
        return Err(ApiError::BadRequest("the request body is too large"));
    }
    serde_json::from_slice(body)
        .map_err(|_| ApiError::BadRequest("the request body is not valid JSON for this endpoint"))
}

fn person_json(person: &Person) -> Value {
    json!({"id": person.id, "name": person.name, "has_account": person.has_account})
}

async fn require_session(
    node: &ServerNode,
    client_addr: ClientAddr,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Session, ApiError> {
    let session = session::authenticate(node, client_addr, method, headers, false).await?;
    session.ok_or(ApiError::NoSession)
}

async fn new_guest(node: &ServerNode, client_addr: ClientAddr) -> Result<Person, ApiError> {
    let taken = node.limits.guests.take(client_addr.address, Instant::now());
    taken.map_err(ApiError::RateLimited)?;
    let person = Person {
        id: random::id(),
        name: names::guest_name(),
        has_account: false,
    };
    node.store.add_person(&person, node.clock.now_ms()).await?;
    Ok(person)
}

/// `POST /api/guest`: creates a guest, unless the request has a session.
async fn create_guest(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
) -> ApiResult {
    if let Some(session) =
        session::authenticate(&node, client_addr, &Method::POST, &headers, false).await?
    {
        return Ok(private_json(person_json(&session.person)));
    }
    let person = new_guest(&node, client_addr).await?;
    let token = session::create(&node, &person.id, SessionKind::Cookie).await?;
    Ok(session::with_cookie(
        private_json(person_json(&person)),
        client_addr,
        Some(&token),
    ))
}

/// `POST /api/token`: issues a bearer token for the person of the session, or for a new guest.
async fn create_token(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
) -> ApiResult {
    let session = session::authenticate(&node, client_addr, &Method::POST, &headers, false).await?;
    let person = match session {
        Some(session) => {
            let taken = node.limits.guests.take(client_addr.address, Instant::now());
            taken.map_err(ApiError::RateLimited)?;
            session.person
        }
        None => new_guest(&node, client_addr).await?,
    };
    let token = session::create(&node, &person.id, SessionKind::Bearer).await?;
    Ok(private_json(
        json!({"token": token, "person": person_json(&person)}),
    ))
}

/// `GET /api/me`.
async fn me(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::GET, &headers).await?;
    Ok(private_json(person_json(&session.person)))
}

/// `POST /api/account`: turns the guest into an account.
async fn register(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::POST, &headers).await?;
    if !node.limits.rates.access.has_sign_ups {
        return Err(ApiError::SignUpsOff);
    }
    let Credentials { name, password } = parse_body(&body)?;
    let key = chosen_name_key(&name)?;
    passwords::check(&password, &name).map_err(ApiError::BadRequest)?;
    if session.person.has_account {
        return Err(ApiError::AccountConflict("you already have an account"));
    }
    let taken = node.limits.logins.take(client_addr.address, Instant::now());
    taken.map_err(ApiError::RateLimited)?;
    let hashed = node
        .passwords
        .hash(password)
        .await
        .ok_or(ApiError::StoreUnavailable)?;
    let id = &session.person.id;
    let retired = (&*retired_name_hash(&key), node.clock.now_ms());
    let registered = node.store.register(id, [&name, &key, &hashed], retired);
    if !registered.await? {
        return Err(ApiError::NameTaken);
    }
    node.lockout
        .record_success(&key, client_addr.address, Instant::now());
    let person = Person {
        name,
        has_account: true,
        ..session.person.clone()
    };
    node.notify_renamed(&person.id).await?;
    renew_session(&node, client_addr, Some(&session), &person).await
}

/// Returns the key of a name that a user chooses.
fn chosen_name_key(name: &str) -> Result<String, ApiError> {
    let key = name_key(name).map_err(|error| ApiError::BadRequest(error.message()))?;
    if is_reserved(&key) {
        return Err(ApiError::NameTaken);
    }
    Ok(key)
}

/// Ends a session, and closes its sockets.
async fn end_session(node: &ServerNode, session: &Session) -> Result<(), ApiError> {
    node.store.end_session(&session.hash).await?;
    node.disconnect_session(&session.person.id, &session.hash);
    Ok(())
}

/// Closes the sockets of a session that has been replaced, once the client has the new token: a page
/// that reconnects before would become another guest.
fn disconnect_later(node: &Arc<ServerNode>, old: &Session) {
    let (node, old) = (Arc::clone(node), old.clone());
    tokio::spawn(async move {
        tokio::time::sleep(REPLACED_SESSION_DELAY).await;
        node.disconnect_session(&old.person.id, &old.hash);
    });
}

/// Replaces the session: by a bearer token for a program that sent one, otherwise by a cookie.
pub(super) async fn renew_session(
    node: &Arc<ServerNode>,
    client_addr: ClientAddr,
    old: Option<&Session>,
    person: &Person,
) -> ApiResult {
    if let Some(old) = old {
        node.store.end_session(&old.hash).await?;
        disconnect_later(node, old);
    }
    let kind = old.map_or(SessionKind::Cookie, |old| old.kind);
    let token = session::create(node, &person.id, kind).await?;
    let mut body = person_json(person);
    if kind == SessionKind::Bearer {
        body["token"] = token.into();
        return Ok(private_json(body));
    }
    Ok(session::with_cookie(
        private_json(body),
        client_addr,
        Some(&token),
    ))
}

/// `POST /api/login`.
async fn login(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let old = session::authenticate(&node, client_addr, &Method::POST, &headers, false).await?;
    let Credentials { name, password } = parse_body(&body)?;
    let person = check_password(&node, client_addr, old.as_ref(), &name, password).await?;
    renew_session(&node, client_addr, old.as_ref(), &person).await
}

/// Returns the account of a name if the password is correct. Rate-limited by address and by
/// account.
async fn check_password(
    node: &ServerNode,
    client_addr: ClientAddr,
    session: Option<&Session>,
    name: &str,
    password: String,
) -> Result<Person, ApiError> {
    let now = Instant::now();
    let taken = node.limits.logins.take(client_addr.address, now);
    taken.map_err(ApiError::RateLimited)?;
    if password.len() > *passwords::LENGTH_BYTES.end() {
        return Err(ApiError::WrongPassword);
    }
    let key = name_key(name).map_err(|_| ApiError::WrongPassword)?;
    let address = client_addr.address;
    let found = node.store.account(&key).await?;
    let is_owner = found
        .as_ref()
        .is_some_and(|found| session.is_some_and(|session| session.person.id == found.person.id));
    node.lockout
        .check(&key, address, is_owner, now)
        .map_err(ApiError::RateLimited)?;
    let hash = found.as_ref().and_then(|found| found.password.clone());
    if !node.passwords.verify(password, hash).await {
        node.lockout.record_failure(&key, address, now);
        return Err(ApiError::WrongPassword);
    }
    node.lockout.record_success(&key, address, now);
    match found {
        Some(found) if found.is_locked => Err(ApiError::AccountLocked),
        found => found
            .map(|found| found.person)
            .ok_or(ApiError::WrongPassword),
    }
}

/// `POST /api/account/name`.
async fn rename(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::POST, &headers).await?;
    let RenameRequest { name } = parse_body(&body)?;
    let key = chosen_name_key(&name)?;
    if !session.person.has_account {
        return Err(ApiError::AccountConflict(
            "guests cannot change their name: create an account first",
        ));
    }
    let retired = (&*retired_name_hash(&key), node.clock.now_ms());
    let renamed = node
        .store
        .rename(&session.person.id, [&name, &key], retired);
    if !renamed.await? {
        return Err(ApiError::NameTaken);
    }
    node.notify_renamed(&session.person.id).await?;
    let person = Person {
        name,
        ..session.person
    };
    Ok(private_json(person_json(&person)))
}

/// `POST /api/account/password`: ends all sessions and starts another.
async fn change_password(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::POST, &headers).await?;
    let PasswordRequest {
        password,
        new_password,
    } = parse_body(&body)?;
    let name = &session.person.name;
    passwords::check(&new_password, name).map_err(ApiError::BadRequest)?;
    check_password(&node, client_addr, Some(&session), name, password).await?;
    let hashed = node.passwords.hash(new_password).await;
    let hashed = hashed.ok_or(ApiError::StoreUnavailable)?;
    node.store.set_password(&session.person.id, &hashed).await?;
    node.disconnect_user(&session.person.id);
    renew_session(&node, client_addr, Some(&session), &session.person).await
}

/// `GET /api/account/export`: all stored data about the person.
async fn export(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::GET, &headers).await?;
    let taken = node
        .limits
        .exports
        .take(client_addr.address, Instant::now());
    taken.map_err(ApiError::RateLimited)?;
    let id = &session.person.id;
    let games = node.store.games_of(id, EXPORT_GAMES_MAX).await?;
    let mut logs = Vec::new();
    for game in games {
        let log = node.store.log(&game.id, 0).await?;
        let events = log.iter().map(|record| {
            let event: Value = serde_json::from_str(&record.data).unwrap_or_default();
            json!({"seq": record.seq, "at_ms": record.at_ms, "event": event})
        });
        let events: Vec<_> = events.collect();
        logs.push(json!({"id": game.id, "seats": game.seats, "events": events}));
    }
    let [made_ms, seen_ms] = node.store.times_of(id).await?.unwrap_or_default();
    let sessions = node.store.sessions_of(id).await?.into_iter();
    let sessions = sessions.map(|(kind, [made_ms, until_ms])| {
        json!({"kind": kind, "made_ms": made_ms, "until_ms": until_ms})
    });
    let sessions: Vec<_> = sessions.collect();
    let invitations = node.store.open_invitations(id).await?.into_iter();
    let invitations: Vec<_> = invitations
        .map(|made_ms| json!({"made_ms": made_ms}))
        .collect();
    let blocked = node.store.blocked(id).await?;
    Ok(private_json(json!({
        "person": person_json(&session.person),
        "made_ms": made_ms,
        "seen_ms": seen_ms,
        "sessions": sessions,
        "invitations": invitations,
        "blocked": blocked,
        "games": logs,
    })))
}

/// `POST /api/account/delete`: anonymises the person. An account must confirm with its password.
async fn delete(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::POST, &headers).await?;
    if session.person.has_account {
        let DeleteRequest { password } = parse_body(&body)?;
        let password = password.ok_or(ApiError::BadRequest("confirm with the current password"))?;
        let name = &session.person.name;
        check_password(&node, client_addr, Some(&session), name, password).await?;
    }
    let id = &session.person.id;
    let key = name_key(&session.person.name).ok();
    let key = key.filter(|_| session.person.has_account);
    let retired = key.map(|key| retired_name_hash(&key));
    let until_ms = node.clock.now_ms() + RETIRED_NAME_TTL_MS;
    let retired = retired.as_deref().map(|hash| (hash, until_ms));
    node.store
        .anonymise_person(id, DELETED_USER_NAME, retired, None)
        .await?;
    node.notify_renamed(id).await?;
    node.end_games_of(id).await?;
    node.disconnect_user(id);
    Ok(sign_out(client_addr, json!({"deleted": true})))
}

/// Responds and deletes the cookie.
fn sign_out(client_addr: ClientAddr, body: Value) -> Response {
    session::with_cookie(private_json(body), client_addr, None)
}

/// `POST /api/logout`.
async fn logout(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::POST, &headers).await?;
    end_session(&node, &session).await?;
    Ok(sign_out(client_addr, json!({"signed_out": true})))
}

/// `POST /api/logout/everywhere`.
async fn logout_everywhere(
    State(node): NodeState,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
) -> ApiResult {
    let session = require_session(&node, client_addr, &Method::POST, &headers).await?;
    node.store.end_sessions(&session.person.id).await?;
    node.disconnect_user(&session.person.id);
    Ok(sign_out(client_addr, json!({"signed_out": true})))
}
