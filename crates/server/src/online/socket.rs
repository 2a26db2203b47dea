//! The WebSocket session of one client: dispatches its messages and sends what others have for it.
//!
//! Viewers cannot send commands to a game: a command is executed for a seat, and the seat follows
//! from the person of the session.

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
    ClientFrame, ClientMessage, GameSummary, MESSAGE_BYTES_MAX, PROTOCOL_VERSION, ServerMessage,
    UserInfo,
};
use foursight_table::{Command, Table};
use futures_util::SinkExt;

use super::game_actor::{self, GameMessage, Requester, decode_entries};
use super::lobby::LobbyError;
use super::outbox::Outbox;
use super::responses::ApiError;
use super::session;
use super::socket_permit::SocketPermit;
use super::{ServerNode, shutdown};
use crate::accept::ConnectionPermit;
use crate::client_addr::ClientAddr;
use crate::rate_limit::{RateLimit, TokenBucket};
use crate::store::{GameRow, Person, StoreError};

/// Timeout for the client's hello.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for writing to the socket.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Delay after which a client with too many sockets may retry.
const RETRY_DELAY: Duration = Duration::from_secs(10);
/// Interval of keep-alive pings.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// Timeout after the client's last message.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(45);
/// Maximum number of malformed or rate-limited messages before the socket is closed.
const PROTOCOL_ERRORS_MAX: u32 = 50;
/// Maximum number of games watched at once.
const WATCHED_GAMES_MAX: usize = 20;
/// Maximum number of games in the welcome message.
const LISTED_GAMES_MAX: u64 = 30;
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
    let person = match admit(&node, client_addr, &headers).await {
        Ok(person) => person,
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
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024)
        .on_upgrade(move |socket| async move {
            // Boxed, because a task stores its arguments twice, as captured and as used; and
            // spawned, because this task still holds the state of the upgrade.
            let session = Box::new(SocketSession {
                socket,
                client: ClientSession::new(node, person),
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
) -> Result<Person, ApiError> {
    if node.is_shutting_down() {
        return Err(ApiError::ShuttingDown);
    }
    let session = session::authenticate(node, client_addr, &Method::GET, headers, true).await?;
    Ok(session.ok_or(ApiError::NoSession)?.person)
}

/// The reason why a session ends.
#[derive(Clone, Copy)]
enum CloseReason {
    /// The client has disconnected.
    Gone,
    /// The server closes the socket with this code of the protocol.
    Bye(&'static str),
}

async fn close_with(socket: &mut WebSocket, code: &str) {
    let message = ServerMessage::Bye {
        code: code.to_owned(),
    };
    let text = super::outbox::encode(None, message);
    let close = Message::Close(Some(CloseFrame {
        code: close_code::POLICY,
        reason: Utf8Bytes::from(code.to_owned()),
    }));
    let closing = async {
        socket.send(Message::Text(text)).await?;
        socket.send(close).await
    };
    // Best effort: the client may already be gone.
    let _ = tokio::time::timeout(WRITE_TIMEOUT, closing).await;
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
        let Some(number) = client
            .node
            .register_connection(&client.person.id, &client.outbox)
        else {
            return Box::pin(close_with(socket, "too_many_sockets")).await;
        };
        client.number = number;
        let reason = client.run(socket).await;
        Box::pin(client.disconnect()).await;
        if let CloseReason::Bye(code) = reason {
            Box::pin(close_with(socket, code)).await;
        }
    }
}

struct ClientSession {
    node: Arc<ServerNode>,
    person: Person,
    number: u64,
    outbox: Outbox,
    /// Watched games with the numbers of their last events.
    watched: HashMap<String, Arc<AtomicU64>>,
    is_away: bool,
    buckets: [TokenBucket; 4],
    protocol_errors: u32,
    has_said_hello: bool,
}

impl ClientSession {
    fn new(node: Arc<ServerNode>, person: Person) -> Self {
        Self {
            node,
            person,
            number: 0,
            outbox: Outbox::default(),
            watched: HashMap::new(),
            is_away: false,
            buckets: [TokenBucket::full(Instant::now()); 4],
            protocol_errors: 0,
            has_said_hello: false,
        }
    }

    async fn run(&mut self, socket: &mut WebSocket) -> CloseReason {
        let mut shutting_down = self.node.shutting_down();
        let mut last_message_at = tokio::time::Instant::now();
        let mut ping_at = last_message_at + HANDSHAKE_TIMEOUT;
        loop {
            tokio::select! {
                message = socket.recv() => {
                    // After a message above the size limit nothing can be sent: the rest of it is
                    // still arriving.
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
                        Ok(Err(_)) => return CloseReason::Gone,
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
                    self.outbox.send(None, self.ping());
                    ping_at = tokio::time::Instant::now() + PING_INTERVAL;
                }
                () = shutdown(&mut shutting_down) => return CloseReason::Bye("restart"),
            }
        }
    }

    fn ping(&self) -> ServerMessage {
        let head =
            |(game, head): (&String, &Arc<AtomicU64>)| (game.clone(), head.load(Ordering::Relaxed));
        ServerMessage::Ping {
            server_ms: self.node.clock.now_ms(),
            heads: self.watched.iter().map(head).collect(),
        }
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
            ClientMessage::Pong => {}
            ClientMessage::SetAway { is_away } => self.set_away(is_away),
            ClientMessage::WatchLobby {
                is_watching: is_wanted,
            } => self.lobby(cid, is_wanted).await,
            ClientMessage::Watch { .. }
            | ClientMessage::Unwatch { .. }
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

    /// Refuses a message, and closes the socket after too many.
    fn protocol_error(&mut self, cid: Option<u64>, code: &str) -> Option<CloseReason> {
        self.protocol_errors += 1;
        if self.protocol_errors > PROTOCOL_ERRORS_MAX {
            self.node.metrics.floods.inc();
            return Some(CloseReason::Bye("flood"));
        }
        self.outbox.refuse(cid, code);
        None
    }

    async fn hello(&mut self, cid: Option<u64>, proto: u32) -> Option<CloseReason> {
        if proto != PROTOCOL_VERSION {
            return Some(CloseReason::Bye("other_version"));
        }
        let Ok(welcome) = self.welcome().await else {
            return Some(CloseReason::Bye("store_unavailable"));
        };
        self.has_said_hello = true;
        self.outbox.send(cid, welcome);
        // Best effort: this only updates the time when the person was last connected.
        let _ = self
            .node
            .store
            .touch_last_seen(&self.person.id, self.node.clock.now_ms())
            .await;
        None
    }

    async fn welcome(&self) -> Result<ServerMessage, StoreError> {
        let Person {
            id,
            name,
            has_account,
        } = self.person.clone();
        let mut games = Vec::new();
        for game in self.node.store.games_of(&id, LISTED_GAMES_MAX).await? {
            games.push(self.summarise(game).await?);
        }
        Ok(ServerMessage::Welcome {
            proto: PROTOCOL_VERSION,
            user: UserInfo {
                id,
                name,
                has_account,
            },
            server_ms: self.node.clock.now_ms(),
            games,
        })
    }

    /// Summarises a game of this person.
    async fn summarise(&self, game: GameRow) -> Result<GameSummary, StoreError> {
        let (store, own) = (&self.node.store, &self.person.id);
        let other = game.seats.iter().find(|seat| *seat != own);
        let other = other.cloned().unwrap_or_default();
        let person = store.person(&other).await?;
        // The seat of a bot holds the name of its level.
        let is_bot = person.is_none();
        let opponent = (person.map_or(other, |person| person.name), is_bot);
        // The seat to move and the winner follow from the moves.
        let table = Table::from_log(&decode_entries(store.log(&game.id, 0).await?)).ok();
        if let Some((table, seat)) = table.and_then(|table| {
            let seat = game_actor::seat_of(&table, own)?;
            Some((table, seat))
        }) {
            return Ok(GameSummary::for_seat(game.id, opponent, &table, seat));
        }
        Ok(GameSummary {
            game: game.id,
            opponent: opponent.0,
            is_bot,
            is_over: game.is_over,
            is_your_turn: false,
            ending: None,
            winner: None,
            changed_ms: game.changed_ms,
        })
    }

    fn requester(&self, cid: Option<u64>) -> Requester {
        Requester {
            number: self.number,
            person: self.person.id.clone(),
            outbox: self.outbox.clone(),
            cid,
        }
    }

    /// Sends a message about a game to its actor.
    fn send_to_game(&mut self, cid: Option<u64>, message: ClientMessage, at_ms: u64) {
        let requester = self.requester(cid);
        let (game, message) = match message {
            ClientMessage::Watch { game, from } => {
                if self.watched.len() >= WATCHED_GAMES_MAX && !self.watched.contains_key(&game) {
                    return self.outbox.refuse(cid, "too_many_games");
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
                    None => self.outbox.refuse(cid, "busy"),
                }
                return;
            }
            ClientMessage::Unwatch { game } => {
                if self.watched.remove(&game).is_some() {
                    self.node
                        .send_to_open_game(&game, GameMessage::Leave(self.number));
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
            self.outbox.refuse(cid, "busy");
        }
    }

    fn set_away(&mut self, is_away: bool) {
        self.is_away = is_away;
        for game in self.watched.keys() {
            let message = GameMessage::SetAway(self.number, is_away);
            self.node.send_to_open_game(game, message);
        }
    }

    async fn lobby(&self, cid: Option<u64>, is_wanted: bool) {
        let response = self.seeks(is_wanted).await;
        self.respond(cid, response.map_err(LobbyError::from));
    }

    /// Subscribes to the list of seeks, or unsubscribes.
    async fn seeks(&self, is_wanted: bool) -> Result<ServerMessage, StoreError> {
        let (node, own) = (&self.node, &self.person.id);
        if !is_wanted {
            node.set_lobby_filter(own, self.number, None);
            return Ok(ServerMessage::Done { seq: None });
        }
        let hidden = node.store.blocked_either_way(own).await?;
        node.set_lobby_filter(own, self.number, Some(&hidden));
        node.seeks_message(&hidden).await
    }

    async fn seek(&self, message: ClientMessage) -> Result<ServerMessage, LobbyError> {
        let (node, person) = (&self.node, &self.person);
        let started = |game| ServerMessage::GameStarted { game };
        let done = ServerMessage::Done { seq: None };
        Ok(match message {
            ClientMessage::Pair { terms } => node.pair(person, &terms).await?.map_or(done, started),
            ClientMessage::Seek { terms } => node.seek(person, &terms).await.map(|()| done)?,
            ClientMessage::CancelSeek => node.unseek(&person.id).await.map(|()| done)?,
            ClientMessage::AcceptSeek { seek } => {
                started(node.accept_public_seek(person, &seek).await?)
            }
            ClientMessage::Invite { terms } => ServerMessage::InvitationCreated {
                secret: node.invite(person, &terms).await?,
            },
            ClientMessage::CancelInvitation { secret } => {
                let hash = super::random::hash(&secret);
                node.store.delete_invitation(&person.id, &hash).await?;
                done
            }
            ClientMessage::AcceptInvitation { secret } => {
                started(node.join(person, &secret).await?)
            }
            ClientMessage::PlayBot { level, terms } => {
                started(node.play_bot(person, &level, &terms).await?)
            }
            _ => return Err(LobbyError::BadMessage),
        })
    }

    async fn block(&self, game: &str, is_blocked: bool) -> Result<(), LobbyError> {
        let own = &self.person.id;
        let seats = self.node.store.seats_of(game).await?;
        let seats = seats.filter(|seats| seats.contains(own));
        let seats = seats.ok_or(LobbyError::NoSuchGame)?;
        let other = seats.iter().find(|seat| *seat != own);
        let other = other.ok_or(LobbyError::NoSuchGame)?;
        self.node.store.block(own, other, is_blocked).await?;
        if is_blocked {
            self.close_offers(game, other).await?;
        }
        Ok(())
    }

    /// Closes all offers between two players in their games.
    async fn close_offers(&self, game: &str, other: &str) -> Result<(), StoreError> {
        // An actor whose inbox is full keeps its offer until the next move; it cannot be accepted.
        self.node.send_to_game(game, GameMessage::PlayerBlocked);
        let games = self.node.store.games_of(&self.person.id, LISTED_GAMES_MAX);
        for summarise in games.await? {
            let is_theirs = summarise.seats.iter().any(|seat| seat == other);
            if is_theirs && !summarise.is_over && summarise.id != game {
                self.node
                    .send_to_game(&summarise.id, GameMessage::PlayerBlocked);
            }
        }
        Ok(())
    }

    fn respond(&self, cid: Option<u64>, response: Result<ServerMessage, LobbyError>) {
        match response {
            Ok(message) => self.outbox.send(cid, message),
            Err(error) => self.outbox.refuse(cid, error.code()),
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
            self.node
                .send_to_open_game(game, GameMessage::Leave(self.number));
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
