//! Guests and accounts over HTTP.
//!
//! Everybody is a guest at first. An account is a guest with a name of choice and a password, so it has
//! the guest's games by itself. Whoever signs in, registers or changes the password gets another token: one
//! that was planted before is worth nothing.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::answers::{Refusal, private};
use super::session::{self, Session};
use super::{Node, chance, names, passwords};
use crate::caller::Caller;
use crate::store::{Person, SessionKind};

/// The longest body, in bytes.
const BODY_BYTES_MAX: usize = 4 * 1024;
/// What those are called who were forgotten.
const NOBODY: &str = "Somebody";
/// Games in an export at most.
const EXPORT_GAMES_MAX: u64 = 10_000;

type Shared = State<Arc<Node>>;
type Answer = Result<Response, Refusal>;

pub(crate) fn routes() -> Router<Arc<Node>> {
    Router::new()
        .route("/api/guest", post(join))
        .route("/api/token", post(token))
        .route("/api/me", get(me))
        .route("/api/account", post(register))
        .route("/api/account/name", post(rename))
        .route("/api/account/password", post(change_password))
        .route("/api/account/export", get(export))
        .route("/api/account/delete", post(delete))
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
struct NewName {
    name: String,
}

#[derive(Deserialize)]
struct NewPassword {
    password: String,
    new_password: String,
}

#[derive(Deserialize)]
struct Confirmed {
    password: Option<String>,
}

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    if body.len() > BODY_BYTES_MAX {
        return Err(Refusal::Bad("the body is too long"));
    }
    serde_json::from_slice(body)
        .map_err(|_| Refusal::Bad("the body is not the JSON that is wanted"))
}

fn told(person: &Person) -> Value {
    json!({"id": person.id, "name": person.name, "has_account": person.has_account})
}

async fn own(
    node: &Node,
    caller: Caller,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Session, Refusal> {
    let session = session::session(node, caller, method, headers, false).await?;
    session.ok_or(Refusal::NoSession)
}

async fn new_guest(node: &Node, caller: Caller) -> Result<Person, Refusal> {
    let admitted = node.limits.guests.take(caller.address, Instant::now());
    admitted.map_err(Refusal::TooOften)?;
    let person = Person {
        id: chance::id(),
        name: names::guest(),
        has_account: false,
    };
    node.store.add_person(&person, node.clock.now_ms()).await?;
    Ok(person)
}

/// `POST /api/guest`: whoever is somebody already stays so.
async fn join(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answer {
    if let Some(own) = session::session(&node, caller, &Method::POST, &headers, false).await? {
        return Ok(private(told(&own.person)));
    }
    let person = new_guest(&node, caller).await?;
    let token = session::begin(&node, &person.id, SessionKind::Cookie).await?;
    Ok(session::with_cookie(
        private(told(&person)),
        caller,
        Some(&token),
    ))
}

/// `POST /api/token`: a token for a program, of whoever asks or of a new guest.
async fn token(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answer {
    let own = session::session(&node, caller, &Method::POST, &headers, false).await?;
    let person = match own {
        Some(own) => {
            let admitted = node.limits.guests.take(caller.address, Instant::now());
            admitted.map_err(Refusal::TooOften)?;
            own.person
        }
        None => new_guest(&node, caller).await?,
    };
    let token = session::begin(&node, &person.id, SessionKind::Bearer).await?;
    Ok(private(json!({"token": token, "person": told(&person)})))
}

/// `GET /api/me`.
async fn me(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answer {
    let own = own(&node, caller, &Method::GET, &headers).await?;
    Ok(private(told(&own.person)))
}

/// `POST /api/account`: makes an account of the guest.
async fn register(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let own = own(&node, caller, &Method::POST, &headers).await?;
    let Credentials { name, password } = read(&body)?;
    let key = names::key(&name).map_err(|bad| Refusal::Bad(bad.message()))?;
    check_length(&password)?;
    if own.person.has_account {
        return Err(Refusal::Account("you have an account already"));
    }
    let admitted = node.limits.logins.take(caller.address, Instant::now());
    admitted.map_err(Refusal::TooOften)?;
    let hashed = node.passwords.hash(password).await.ok_or(Refusal::Store)?;
    let id = &own.person.id;
    if !node.store.register(id, [&name, &key, &hashed]).await? {
        return Err(Refusal::NameTaken);
    }
    let person = Person {
        name,
        has_account: true,
        ..own.person.clone()
    };
    node.tell_renamed(&person.id).await?;
    renewed(&node, caller, Some(&own), &person).await
}

/// Another session instead of the one that there was: a token for a program that came with one, else a cookie.
async fn renewed(node: &Node, caller: Caller, old: Option<&Session>, person: &Person) -> Answer {
    if let Some(old) = old {
        node.store.end_session(&old.hash).await?;
    }
    let kind = old.map_or(SessionKind::Cookie, |old| old.kind);
    let token = session::begin(node, &person.id, kind).await?;
    let mut told = told(person);
    if kind == SessionKind::Bearer {
        told["token"] = token.into();
        return Ok(private(told));
    }
    Ok(session::with_cookie(private(told), caller, Some(&token)))
}

/// `POST /api/login`.
async fn login(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let old = session::session(&node, caller, &Method::POST, &headers, false).await?;
    let Credentials { name, password } = read(&body)?;
    let person = check(&node, caller, &name, password).await?;
    renewed(&node, caller, old.as_ref(), &person).await
}

/// The account of a name, if the password is right. Each address and each account has a bucket.
async fn check(
    node: &Node,
    caller: Caller,
    name: &str,
    password: String,
) -> Result<Person, Refusal> {
    let now = Instant::now();
    let admitted = node.limits.logins.take(caller.address, now);
    admitted.map_err(Refusal::TooOften)?;
    if password.len() > *passwords::BYTES.end() {
        return Err(Refusal::WrongPassword);
    }
    let key = names::key(name).map_err(|_| Refusal::WrongPassword)?;
    node.lockout.check(&key, now).map_err(Refusal::TooOften)?;
    let found = node.store.account(&key).await?;
    let (person, kept) = found.map_or((None, None), |(person, kept)| (Some(person), Some(kept)));
    if !node.passwords.is_right(password, kept).await {
        node.lockout.failed(&key, now);
        return Err(Refusal::WrongPassword);
    }
    node.lockout.forget(&key);
    person.ok_or(Refusal::WrongPassword)
}

fn check_length(password: &str) -> Result<(), Refusal> {
    let fits = passwords::BYTES.contains(&password.len());
    fits.then_some(())
        .ok_or(Refusal::Bad("a password has 10 to 200 bytes"))
}

/// `POST /api/account/name`.
async fn rename(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let own = own(&node, caller, &Method::POST, &headers).await?;
    let NewName { name } = read(&body)?;
    let key = names::key(&name).map_err(|bad| Refusal::Bad(bad.message()))?;
    if !own.person.has_account {
        return Err(Refusal::Account(
            "a guest has no name of choice: make an account first",
        ));
    }
    if !node.store.rename(&own.person.id, [&name, &key]).await? {
        return Err(Refusal::NameTaken);
    }
    node.tell_renamed(&own.person.id).await?;
    let person = Person { name, ..own.person };
    Ok(private(told(&person)))
}

/// `POST /api/account/password`: ends every session and begins another.
async fn change_password(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let own = own(&node, caller, &Method::POST, &headers).await?;
    let NewPassword {
        password,
        new_password,
    } = read(&body)?;
    check_length(&new_password)?;
    check(&node, caller, &own.person.name, password).await?;
    let hashed = node.passwords.hash(new_password).await;
    let hashed = hashed.ok_or(Refusal::Store)?;
    node.store.set_password(&own.person.id, &hashed).await?;
    node.cut_off(&own.person.id);
    renewed(&node, caller, Some(&own), &own.person).await
}

/// `GET /api/account/export`: all that is kept about who asks.
async fn export(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answer {
    let own = own(&node, caller, &Method::GET, &headers).await?;
    let id = &own.person.id;
    let games = node.store.games_of(id, EXPORT_GAMES_MAX).await?;
    let mut logs = Vec::new();
    for game in games {
        let log = node.store.log(&game.id, 0).await?;
        let events = log.iter().map(|line| {
            let event: Value = serde_json::from_str(&line.data).unwrap_or_default();
            json!({"seq": line.seq, "at_ms": line.at_ms, "event": event})
        });
        let events: Vec<_> = events.collect();
        logs.push(json!({"id": game.id, "seats": game.seats, "events": events}));
    }
    let blocked = node.store.blocked(id).await?;
    Ok(private(
        json!({"person": told(&own.person), "blocked": blocked, "games": logs}),
    ))
}

/// `POST /api/account/delete`: forgets who asks. An account wants its password for it.
async fn delete(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let own = own(&node, caller, &Method::POST, &headers).await?;
    if own.person.has_account {
        let Confirmed { password } = read(&body)?;
        let password = password.ok_or(Refusal::Bad("say the password, to be sure"))?;
        check(&node, caller, &own.person.name, password).await?;
    }
    node.store.forget_person(&own.person.id, NOBODY).await?;
    node.tell_renamed(&own.person.id).await?;
    node.cut_off(&own.person.id);
    Ok(signed_out(caller, json!({"deleted": true})))
}

/// The answer to who is signed out by it: the cookie goes.
fn signed_out(caller: Caller, answer: Value) -> Response {
    session::with_cookie(private(answer), caller, None)
}

/// `POST /api/logout`.
async fn logout(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answer {
    let own = own(&node, caller, &Method::POST, &headers).await?;
    node.store.end_session(&own.hash).await?;
    Ok(signed_out(caller, json!({"signed_out": true})))
}

/// `POST /api/logout/everywhere`.
async fn logout_everywhere(
    State(node): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answer {
    let own = own(&node, caller, &Method::POST, &headers).await?;
    node.store.end_sessions(&own.person.id).await?;
    node.cut_off(&own.person.id);
    Ok(signed_out(caller, json!({"signed_out": true})))
}
