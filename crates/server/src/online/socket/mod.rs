//! The WebSocket session of one client: dispatches its messages and sends what others have for it.
//!
//! Viewers cannot send commands to a game: a command is executed for a seat, and the seat follows
//! from the person of the session.

mod ping;
mod requests;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use foursight_protocol::online::{
    ClientFrame, ClientMessage, MESSAGE_BYTES_MAX, PROTOCOL_VERSION, ServerMessage,
};
use foursight_table::Command;
use futures_util::SinkExt;

use super::game_actor::{GameMessage, NO_GAME, Requester};
use super::lobby::LobbyError;
use super::metrics::Metrics;
use super::outbox::Outbox;
use super::responses::ApiError;
use super::session::{self, Session};
use super::socket_permit::SocketPermit;
use super::{ServerNode, shutdown};
use crate::accept::ConnectionPermit;
use crate::client_addr::ClientAddr;
use crate::rate_limit::{RateLimit, TokenBucket};
use crate::store::Person;
use ping::PingTimer;

/// Timeout for the client's hello.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for writing to the socket.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Delay after which a client with too many sockets may retry.
const RETRY_DELAY: Duration = Duration::from_secs(10);
/// Timeout after the client's last message.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(45);
/// Maximum number of malformed or rate-limited messages before the socket is closed.
const PROTOCOL_ERRORS_MAX: u32 = 50;
/// Maximum number of games watched at once.
const WATCHED_GAMES_MAX: usize = 20;
/// Maximum size of the messages that wait to be written, of which a part of a log is the longest.
const WRITE_BUFFER_BYTES_MAX: usize = 1024 * 1024;
/// Time for which a client's messages are still read, and ignored, after the last one to it. A
/// socket that is closed with unread messages is reset, and the client never reads why.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// Size of a message above which the socket fails. Messages between the two limits are refused.
const SOCKET_MESSAGE_BYTES_MAX: usize = 4 * MESSAGE_BYTES_MAX;
/// Small buffers: they are most of the memory of an idle socket.
const BUFFER_BYTES: usize = 256;

/// `/api/socket`.
pub(crate) async fn upgrade(
    State(node): State<Arc<ServerNode>>,
    Extension(client_addr): Extension<ClientAddr>,
    connection_permit: Option<Extension<ConnectionPermit>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let session = match admit(&node, client_addr, &headers).await {
        Ok(session) => session,
        Err(refusal) => return refusal.into_response(),
    };
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let permit = SocketPermit::new(&node, client_addr);
    let Some(permit) = permit else {
        return ApiError::RateLimited(RETRY_DELAY).into_response();
    };
    upgrade
        .max_message_size(SOCKET_MESSAGE_BYTES_MAX)
        .max_frame_size(SOCKET_MESSAGE_BYTES_MAX)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_BYTES_MAX)
        .on_upgrade(move |socket| async move {
            // Boxed, because a task stores its arguments twice, as captured and as used; and
            // spawned, because this task still holds the state of the upgrade.
            let session = Box::new(SocketSession {
                socket,
                client: ClientSession::new(node, session, client_addr),
                _permits: (permit, connection_permit),
            });
            tokio::spawn(session.run());
        })
}

/// Authenticates the person of a new socket.
async fn admit(
    node: &ServerNode,
    client_addr: ClientAddr,
    headers: &HeaderMap,
) -> Result<Session, ApiError> {
    if node.is_shutting_down() {
        return Err(ApiError::ShuttingDown);
    }
    let session = session::authenticate(node, client_addr, &Method::GET, headers, true).await?;
    session.ok_or(ApiError::NoSession)
}

/// The reason why a session ends.
#[derive(Clone, Copy)]
enum CloseReason {
    /// The client has disconnected.
    Gone,
    /// The server closes the socket with this code of the protocol.
    Bye(&'static str),
}

async fn close_with(socket: &mut WebSocket, metrics: &Metrics, code: &str) {
    metrics.closed_sockets.inc(code);
    let message = ServerMessage::Bye {
        code: code.to_owned(),
    };
    let text = super::outbox::encode(None, message);
    let close = Message::Close(Some(CloseFrame {
        code: match code {
            "restart" => close_code::RESTART,
            "store_unavailable" => close_code::AGAIN,
            _ => close_code::POLICY,
        },
        reason: Utf8Bytes::from(code.to_owned()),
    }));
    let closing = async {
        socket.send(Message::Text(text)).await?;
        socket.send(close).await
    };
    // Best effort: the client may already be gone.
    if let Ok(Ok(())) = tokio::time::timeout(WRITE_TIMEOUT, closing).await {
        let draining = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, draining).await;
    }
}

/// The session of a client with its socket.
struct SocketSession {
    socket: WebSocket,
    client: ClientSession,
    /// The permits of the socket and of its connection, released with this value.
    _permits: (SocketPermit, Option<Extension<ConnectionPermit>>),
}

impl SocketSession {
    async fn run(mut self: Box<Self>) {
        let Self { socket, client, .. } = &mut *self;
        let Some(number) = client.node.register_connection(
            &client.person.id,
            &client.session_hash,
            &client.outbox,
        ) else {
            let metrics = &client.node.metrics;
            return Box::pin(close_with(socket, metrics, "too_many_sockets")).await;
        };
        client.number = number;
        let reason = client.run(socket).await;
        Box::pin(client.disconnect()).await;
        if let CloseReason::Bye(code) = reason {
            Box::pin(close_with(socket, &client.node.metrics, code)).await;
        }
    }
}

struct ClientSession {
    node: Arc<ServerNode>,
    person: Person,
    /// Hash of the session's token.
    session_hash: String,
    client_addr: ClientAddr,
    number: u64,
    outbox: Outbox,
    /// Watched games with the numbers of their last events.
    watched: HashMap<String, Arc<AtomicU64>>,
    is_away: bool,
    buckets: [TokenBucket; 4],
    protocol_errors: u32,
    has_said_hello: bool,
    ping: PingTimer,
}

impl ClientSession {
    fn new(node: Arc<ServerNode>, session: Session, client_addr: ClientAddr) -> Self {
        Self {
            node,
            person: session.person,
            session_hash: session.hash,
            client_addr,
            number: 0,
            outbox: Outbox::default(),
            watched: HashMap::new(),
            is_away: false,
            buckets: [TokenBucket::full(Instant::now()); 4],
            protocol_errors: 0,
            has_said_hello: false,
            ping: PingTimer::new(HANDSHAKE_TIMEOUT),
        }
    }

    async fn run(&mut self, socket: &mut WebSocket) -> CloseReason {
        let mut shutting_down = self.node.shutting_down();
        let mut last_message_at = tokio::time::Instant::now();
        loop {
            let ping_at = self.ping.next_at();
            tokio::select! {
                message = socket.recv() => {
                    // After a message above the limit of the socket nothing can be sent: the rest
                    // of it is still arriving.
                    let Some(Ok(message)) = message else { return CloseReason::Gone };
                    last_message_at = tokio::time::Instant::now();
                    // Boxed, so that the future of an idle socket is small; also below.
                    if let Some(reason) = Box::pin(self.handle(message)).await {
                        return reason;
                    }
                }
                text = self.outbox.next() => {
                    let Ok(text) = text else {
                        self.node.metrics.slow_clients.inc();
                        return CloseReason::Bye("cut_off");
                    };
                    let sending = send(socket, text, &self.outbox);
                    match tokio::time::timeout(WRITE_TIMEOUT, sending).await {
                        Ok(Ok(())) => {}
                        Ok(Err(error)) => {
                            // Usually the client is gone; if not, the operator must learn of it.
                            self.node.metrics.failed_sends.inc();
                            tracing::debug!(%error, "cannot send to a client");
                            return CloseReason::Gone;
                        }
                        Err(_) => {
                            self.node.metrics.slow_clients.inc();
                            return CloseReason::Gone;
                        }
                    }
                }
                () = tokio::time::sleep_until(ping_at) => {
                    if !self.has_said_hello {
                        return CloseReason::Bye("no_hello");
                    }
                    if last_message_at.elapsed() > CLIENT_TIMEOUT {
                        return CloseReason::Bye("silent");
                    }
                    self.send_ping();
                }
                () = shutdown(&mut shutting_down) => return CloseReason::Bye("restart"),
            }
        }
    }

    fn send_ping(&mut self) {
        self.watched
            .retain(|_, head| head.load(Ordering::Relaxed) != NO_GAME);
        let head =
            |(game, head): (&String, &Arc<AtomicU64>)| (game.clone(), head.load(Ordering::Relaxed));
        let ping = ServerMessage::Ping {
            server_ms: self.node.clock.now_ms(),
            heads: self.watched.iter().map(head).collect(),
        };
        self.outbox.send(None, ping);
        self.ping.on_sent();
    }

    /// Handles a message. Returns a reason to close the socket.
    async fn handle(&mut self, message: Message) -> Option<CloseReason> {
        let at_ms = self.node.clock.now_ms();
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Some(CloseReason::Gone),
            // Axum answers these.
            Message::Ping(_) | Message::Pong(_) => return None,
            Message::Binary(_) => return self.protocol_error(None, "bad_message"),
        };
        if text.len() > MESSAGE_BYTES_MAX {
            return self.protocol_error(None, "bad_message");
        }
        let Ok(ClientFrame {
            cid,
            request: message,
        }) = serde_json::from_str(&text)
        else {
            return self.protocol_error(cid_of(&text), "bad_message");
        };
        if let Some((bucket, rate)) = self.rate_bucket(&message)
            && let Err(_wait) = self.buckets[bucket].take(rate, Instant::now())
        {
            return self.protocol_error(cid, "too_often");
        }
        match message {
            ClientMessage::Hello { proto } => return self.hello(cid, proto).await,
            _ if !self.has_said_hello => return Some(CloseReason::Bye("no_hello")),
            ClientMessage::Pong => self.ping.on_pong(),
            ClientMessage::SetAway { is_away } => self.set_away(is_away).await,
            ClientMessage::WatchLobby {
                is_watching: is_wanted,
            } => self.lobby(cid, is_wanted).await,
            ClientMessage::Unwatch { game } => self.unwatch(&game).await,
            ClientMessage::Watch { .. }
            | ClientMessage::Command { .. }
            | ClientMessage::Chat { .. }
            | ClientMessage::Claim { .. } => {
                self.send_to_game(cid, message, at_ms);
            }
            ClientMessage::Block { game, is_blocked } => {
                let done = self.block(&game, is_blocked).await;
                self.respond(cid, done.map(|()| ServerMessage::Done { seq: None }));
            }
            other => {
                let response = self.seek(other).await;
                self.respond(cid, response);
            }
        }
        None
    }

    /// Returns the token bucket of a message and its rate.
    fn rate_bucket(&self, message: &ClientMessage) -> Option<(usize, RateLimit)> {
        let rates = &self.node.limits.rates;
        match message {
            ClientMessage::Pong => None,
            ClientMessage::Command { .. } | ClientMessage::Claim { .. } => {
                Some((0, rates.commands))
            }
            ClientMessage::Watch { .. }
            | ClientMessage::Unwatch { .. }
            | ClientMessage::SetAway { .. } => Some((1, rates.watching)),
            ClientMessage::Chat { .. } => Some((2, rates.chat)),
            _ => Some((3, rates.lobby)),
        }
    }

    fn refuse(&self, cid: Option<u64>, code: &str) {
        self.node.metrics.refusals.inc(code);
        self.outbox.refuse(cid, code);
    }

    /// Refuses a message, and closes the socket after too many.
    fn protocol_error(&mut self, cid: Option<u64>, code: &str) -> Option<CloseReason> {
        self.protocol_errors += 1;
        if self.protocol_errors > PROTOCOL_ERRORS_MAX {
            self.node.metrics.floods.inc();
            return Some(CloseReason::Bye("flood"));
        }
        self.refuse(cid, code);
        None
    }

    async fn hello(&mut self, cid: Option<u64>, proto: u32) -> Option<CloseReason> {
        if proto != PROTOCOL_VERSION {
            return Some(CloseReason::Bye("other_version"));
        }
        let Ok(welcome) = self.node.welcome(&self.person).await else {
            return Some(CloseReason::Bye("store_unavailable"));
        };
        self.has_said_hello = true;
        self.outbox.send(cid, welcome);
        // Measures the connection before the first move.
        self.send_ping();
        // Best effort: this only updates the time when the person was last connected.
        let _ = self
            .node
            .store
            .touch_last_seen(&self.person.id, self.node.clock.now_ms())
            .await;
        None
    }

    fn requester(&self, cid: Option<u64>) -> Requester {
        Requester {
            number: self.number,
            person: self.person.id.clone(),
            outbox: self.outbox.clone(),
            cid,
            lag_ms: self.ping.lag_ms(),
        }
    }

    /// Sends a message about a game to its actor.
    fn send_to_game(&mut self, cid: Option<u64>, message: ClientMessage, at_ms: u64) {
        let requester = self.requester(cid);
        let (game, message) = match message {
            ClientMessage::Watch { game, from } => {
                self.watched
                    .retain(|_, head| head.load(Ordering::Relaxed) != NO_GAME);
                if self.watched.len() >= WATCHED_GAMES_MAX && !self.watched.contains_key(&game) {
                    return self.refuse(cid, "too_many_games");
                }
                let is_away = self.is_away;
                let head = self.node.send_to_game(
                    &game,
                    GameMessage::Watch {
                        requester,
                        from,
                        is_away,
                    },
                );
                match head {
                    Some(head) => drop(self.watched.insert(game, head)),
                    None => self.refuse(cid, "busy"),
                }
                return;
            }
            ClientMessage::Command { game, command } => {
                let command = Box::new(Command::from(command));
                let message = GameMessage::Command {
                    requester,
                    command,
                    at_ms,
                };
                (game, message)
            }
            ClientMessage::Chat { game, preset } => (game, GameMessage::Chat(requester, preset)),
            ClientMessage::Claim { game } => (game, GameMessage::Claim(requester)),
            _ => return,
        };
        if self.node.send_to_game(&game, message).is_none() {
            self.refuse(cid, "busy");
        }
    }

    fn respond(&self, cid: Option<u64>, response: Result<ServerMessage, LobbyError>) {
        match response {
            Ok(message) => self.outbox.send(cid, message),
            Err(error) => self.refuse(cid, error.code()),
        }
    }

    /// Cleans up after the connection has ended.
    async fn disconnect(&mut self) {
        if self
            .node
            .unregister_connection(&self.person.id, self.number)
            && self.has_said_hello
        {
            // The time matters for claims, and seeks of people who are not connected are withdrawn.
            let now_ms = self.node.clock.now_ms();
            let _ = self
                .node
                .store
                .touch_last_seen(&self.person.id, now_ms)
                .await;
            let _ = self.node.unseek(&self.person.id).await;
        }
        for game in self.watched.keys() {
            self.leave(game).await;
        }
    }
}

/// Extracts the `cid` of a malformed message, for the response.
fn cid_of(text: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct OnlyCid {
        cid: Option<u64>,
    }
    let parsed = serde_json::from_str::<OnlyCid>(text).ok()?;
    parsed.cid
}

/// Sends a message and all those queued behind it.
async fn send(
    socket: &mut WebSocket,
    first: Utf8Bytes,
    outbox: &Outbox,
) -> Result<(), axum::Error> {
    socket.feed(Message::Text(first)).await?;
    // A disconnect is noticed by the next call of `next`.
    while let Ok(Some(text)) = outbox.try_next() {
        socket.feed(Message::Text(text)).await?;
    }
    socket.flush().await
}
