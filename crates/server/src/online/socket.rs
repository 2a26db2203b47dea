//! Speaks with one client: hears what it asks, hands it on, and sends what others have for it.
//!
//! Whoever only watches has no way to a table's commands: a command is carried out for a seat, and the
//! seat follows from the person of the session.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use foursight_protocol::online::{Ask, Asked, GameLine, MESSAGE_BYTES_MAX, PROTO, Told, You};
use foursight_table::{Command, Table};
use futures_util::SinkExt;

use super::answers::Refusal;
use super::lobby::NoGame;
use super::outbox::Outbox;
use super::session;
use super::table::{self, Asker, ToTable, entries};
use super::{Node, ended};
use crate::accept::Held;
use crate::caller::Caller;
use crate::limit::{Bucket, Rate};
use crate::store::{Listed, Person, StoreError};

/// How long a client may take to say hello, and to read what is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// A client is asked this often whether it is still there.
const PING: Duration = Duration::from_secs(15);
/// A client that says nothing for this long is gone.
const SILENCE_MAX: Duration = Duration::from_secs(45);
/// Messages that are nonsense or too many; after these the socket is closed.
const FAULTS_MAX: u32 = 50;
/// Games that a client may look at at once.
const WATCHED_MAX: usize = 20;
/// Games that are told at the beginning.
const GAMES_TOLD_MAX: u64 = 30;
/// Small buffers: most of the memory of an idle socket.
const BUFFER_BYTES: usize = 256;

/// `/api/socket`.
pub(crate) async fn upgrade(
    State(node): State<Arc<Node>>,
    Extension(caller): Extension<Caller>,
    held: Option<Extension<Held>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let person = match admit(&node, caller, &headers).await {
        Ok(person) => person,
        Err(refusal) => return refusal.into_response(),
    };
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let place = Place::new(&node, caller);
    let Some(place) = place else {
        return Refusal::TooOften(PATIENCE).into_response();
    };
    upgrade
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024)
        .on_upgrade(move |socket| async move {
            // Behind a pointer, because a task keeps what it is given twice, where it came and where it is used;
            // and a task of its own, because this one holds what was needed for the upgrade.
            let talk = Box::new(Talk {
                socket,
                client: Client::new(node, person),
                _places: (place, held),
            });
            tokio::spawn(talk.run());
        })
}

/// Whose socket it is to be.
async fn admit(node: &Node, caller: Caller, headers: &HeaderMap) -> Result<Person, Refusal> {
    if node.is_ending() {
        return Err(Refusal::Ending);
    }
    let session = session::session(node, caller, &Method::GET, headers, true).await?;
    Ok(session.ok_or(Refusal::NoSession)?.person)
}

/// A place for a socket of an address, which is free again with this value.
struct Place {
    node: Arc<Node>,
    caller: Caller,
}

impl Place {
    fn new(node: &Arc<Node>, caller: Caller) -> Option<Self> {
        let is_free = node.limits.take_socket(caller.address);
        is_free.then(|| {
            node.metrics.sockets.more();
            Self {
                node: Arc::clone(node),
                caller,
            }
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.node.metrics.sockets.less();
        self.node.limits.give_socket(self.caller.address);
    }
}

/// Why a socket is closed by the server.
#[derive(Clone, Copy)]
enum Closing {
    /// The client has gone.
    Gone,
    /// With a code of the protocol.
    Bye(&'static str),
}

async fn bye(socket: &mut WebSocket, code: &str) {
    let told = Told::Bye {
        code: code.to_owned(),
    };
    let text = super::outbox::written(None, told);
    let close = Message::Close(Some(CloseFrame {
        code: close_code::POLICY,
        reason: Utf8Bytes::from(code.to_owned()),
    }));
    let farewell = async {
        socket.send(Message::Text(text)).await?;
        socket.send(close).await
    };
    // Whoever does not listen hears nothing.
    let _ = tokio::time::timeout(PATIENCE, farewell).await;
}

/// A client and its socket.
struct Talk {
    socket: WebSocket,
    client: Client,
    /// The place of the socket and that of its connection, which are free again with this value.
    _places: (Place, Option<Extension<Held>>),
}

impl Talk {
    async fn run(mut self: Box<Self>) {
        let Self { socket, client, .. } = &mut *self;
        let Some(number) = client.node.arrive(&client.person.id, &client.outbox) else {
            return Box::pin(bye(socket, "too_many_sockets")).await;
        };
        client.number = number;
        let closing = client.run(socket).await;
        Box::pin(client.depart()).await;
        if let Closing::Bye(code) = closing {
            Box::pin(bye(socket, code)).await;
        }
    }
}

struct Client {
    node: Arc<Node>,
    person: Person,
    number: u64,
    outbox: Outbox,
    /// Games that are looked at, and where their last numbers can be read.
    watched: HashMap<String, Arc<AtomicU64>>,
    is_away: bool,
    buckets: [Bucket; 4],
    faults: u32,
    has_said_hello: bool,
}

impl Client {
    fn new(node: Arc<Node>, person: Person) -> Self {
        Self {
            node,
            person,
            number: 0,
            outbox: Outbox::default(),
            watched: HashMap::new(),
            is_away: false,
            buckets: [Bucket::full(Instant::now()); 4],
            faults: 0,
            has_said_hello: false,
        }
    }

    async fn run(&mut self, socket: &mut WebSocket) -> Closing {
        let mut ending = self.node.ending();
        let mut heard = tokio::time::Instant::now();
        let mut ping_at = heard + PATIENCE;
        loop {
            tokio::select! {
                message = socket.recv() => {
                    // After one that is too long there is nothing to say: the rest of it is still under way.
                    let Some(Ok(message)) = message else { return Closing::Gone };
                    heard = tokio::time::Instant::now();
                    // Behind a pointer, so that a socket that waits is small; so below.
                    if let Some(closing) = Box::pin(self.hear(message)).await {
                        return closing;
                    }
                }
                text = self.outbox.next() => {
                    let Ok(text) = text else {
                        self.node.metrics.slow_clients.more();
                        return Closing::Bye("cut_off");
                    };
                    let sending = send(socket, text, &self.outbox);
                    match tokio::time::timeout(PATIENCE, sending).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) => return Closing::Gone,
                        Err(_) => {
                            self.node.metrics.slow_clients.more();
                            return Closing::Gone;
                        }
                    }
                }
                () = tokio::time::sleep_until(ping_at) => {
                    if !self.has_said_hello {
                        return Closing::Bye("no_hello");
                    }
                    if heard.elapsed() > SILENCE_MAX {
                        return Closing::Bye("silent");
                    }
                    self.outbox.send(None, self.ping());
                    ping_at = tokio::time::Instant::now() + PING;
                }
                () = ended(&mut ending) => return Closing::Bye("restart"),
            }
        }
    }

    fn ping(&self) -> Told {
        let head =
            |(game, head): (&String, &Arc<AtomicU64>)| (game.clone(), head.load(Ordering::Relaxed));
        Told::Ping {
            server_ms: self.node.clock.now_ms(),
            heads: self.watched.iter().map(head).collect(),
        }
    }

    /// Does what a message asks. The socket is closed for a reason that comes back.
    async fn hear(&mut self, message: Message) -> Option<Closing> {
        let at_ms = self.node.clock.now_ms();
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Some(Closing::Gone),
            // The library answers these.
            Message::Ping(_) | Message::Pong(_) => return None,
            Message::Binary(_) => return self.fault(None, "bad_message"),
        };
        let Ok(Asked { cid, ask }) = serde_json::from_str(&text) else {
            return self.fault(number_of(&text), "bad_message");
        };
        if let Some((bucket, rate)) = self.class(&ask)
            && let Err(_wait) = self.buckets[bucket].take(rate, Instant::now())
        {
            return self.fault(cid, "too_often");
        }
        match ask {
            Ask::Hello { proto } => return self.hello(cid, proto).await,
            _ if !self.has_said_hello => return Some(Closing::Bye("no_hello")),
            Ask::Pong => {}
            Ask::Away { is_away } => self.look_away(is_away),
            Ask::Lobby { is_wanted } => self.lobby(cid, is_wanted).await,
            Ask::Watch { .. }
            | Ask::Leave { .. }
            | Ask::Do { .. }
            | Ask::Say { .. }
            | Ask::Claim { .. } => {
                self.at_table(cid, ask, at_ms);
            }
            Ask::Block { game, is_blocked } => {
                let done = self.block(&game, is_blocked).await;
                self.answer(cid, done.map(|()| Told::Done { seq: None }));
            }
            other => {
                let told = self.seek(other).await;
                self.answer(cid, told);
            }
        }
        None
    }

    /// The bucket that a question takes from.
    fn class(&self, ask: &Ask) -> Option<(usize, Rate)> {
        let rates = &self.node.limits.rates;
        match ask {
            Ask::Pong => None,
            Ask::Do { .. } | Ask::Claim { .. } => Some((0, rates.commands)),
            Ask::Watch { .. } | Ask::Leave { .. } | Ask::Away { .. } => Some((1, rates.watching)),
            Ask::Say { .. } => Some((2, rates.sentences)),
            _ => Some((3, rates.lobby)),
        }
    }

    /// Refuses, and closes the socket if this goes on.
    fn fault(&mut self, cid: Option<u64>, code: &str) -> Option<Closing> {
        self.faults += 1;
        if self.faults > FAULTS_MAX {
            self.node.metrics.floods.more();
            return Some(Closing::Bye("flood"));
        }
        self.outbox.refuse(cid, code);
        None
    }

    async fn hello(&mut self, cid: Option<u64>, proto: u32) -> Option<Closing> {
        if proto != PROTO {
            return Some(Closing::Bye("other_version"));
        }
        let Ok(told) = self.welcome().await else {
            return Some(Closing::Bye("store_unavailable"));
        };
        self.has_said_hello = true;
        self.outbox.send(cid, told);
        // It only says when somebody was last here.
        let _ = self
            .node
            .store
            .saw(&self.person.id, self.node.clock.now_ms())
            .await;
        None
    }

    async fn welcome(&self) -> Result<Told, StoreError> {
        let Person {
            id,
            name,
            has_account,
        } = self.person.clone();
        let mut games = Vec::new();
        for game in self.node.store.games_of(&id, GAMES_TOLD_MAX).await? {
            games.push(self.listed(game).await?);
        }
        Ok(Told::Welcome {
            proto: PROTO,
            you: You {
                id,
                name,
                has_account,
            },
            server_ms: self.node.clock.now_ms(),
            games,
        })
    }

    /// A game of this person as it stands.
    async fn listed(&self, game: Listed) -> Result<GameLine, StoreError> {
        let (store, own) = (&self.node.store, &self.person.id);
        let other = game.seats.iter().find(|seat| *seat != own);
        let other = other.cloned().unwrap_or_default();
        let person = store.person(&other).await?;
        // A bot is known by its level.
        let is_bot = person.is_none();
        let opponent = (person.map_or(other, |person| person.name), is_bot);
        // Who is to move or has won follows from the moves.
        let table = Table::from_log(&entries(store.log(&game.id, 0).await?)).ok();
        if let Some((table, seat)) = table.and_then(|table| {
            let seat = table::seat_of(&table, own)?;
            Some((table, seat))
        }) {
            return Ok(GameLine::of(game.id, opponent, &table, seat));
        }
        Ok(GameLine {
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

    fn asker(&self, cid: Option<u64>) -> Asker {
        Asker {
            number: self.number,
            person: self.person.id.clone(),
            outbox: self.outbox.clone(),
            cid,
        }
    }

    /// Hands to a table what is about it.
    fn at_table(&mut self, cid: Option<u64>, ask: Ask, at_ms: u64) {
        let who = self.asker(cid);
        let (game, message) = match ask {
            Ask::Watch { game, from } => {
                if self.watched.len() >= WATCHED_MAX && !self.watched.contains_key(&game) {
                    return self.outbox.refuse(cid, "too_many_games");
                }
                let is_away = self.is_away;
                let head = self
                    .node
                    .to_table(&game, ToTable::Watch { who, from, is_away });
                match head {
                    Some(head) => drop(self.watched.insert(game, head)),
                    None => self.outbox.refuse(cid, "busy"),
                }
                return;
            }
            Ask::Leave { game } => {
                if self.watched.remove(&game).is_some() {
                    self.node.to_open_table(&game, ToTable::Leave(self.number));
                }
                return;
            }
            Ask::Do { game, command } => {
                let command = Box::new(Command::from(command));
                let message = ToTable::Do {
                    who,
                    command,
                    at_ms,
                };
                (game, message)
            }
            Ask::Say { game, what } => (game, ToTable::Say(who, what)),
            Ask::Claim { game } => (game, ToTable::Claim(who)),
            _ => return,
        };
        if self.node.to_table(&game, message).is_none() {
            self.outbox.refuse(cid, "busy");
        }
    }

    fn look_away(&mut self, is_away: bool) {
        self.is_away = is_away;
        for game in self.watched.keys() {
            let message = ToTable::Away(self.number, is_away);
            self.node.to_open_table(game, message);
        }
    }

    async fn lobby(&self, cid: Option<u64>, is_wanted: bool) {
        let told = self.seeks(is_wanted).await;
        self.answer(cid, told.map_err(NoGame::from));
    }

    /// The list of seeks, if it is wanted: from now on it is told each time it changes.
    async fn seeks(&self, is_wanted: bool) -> Result<Told, StoreError> {
        let (node, own) = (&self.node, &self.person.id);
        if !is_wanted {
            node.want_lobby(own, self.number, None);
            return Ok(Told::Done { seq: None });
        }
        let hidden = node.store.apart_from(own).await?;
        node.want_lobby(own, self.number, Some(&hidden));
        node.seeks_told(&hidden).await
    }

    async fn seek(&self, ask: Ask) -> Result<Told, NoGame> {
        let (node, person) = (&self.node, &self.person);
        let started = |game| Told::Started { game };
        let done = Told::Done { seq: None };
        Ok(match ask {
            Ask::Pair { terms } => node.pair(person, &terms).await?.map_or(done, started),
            Ask::Seek { terms } => node.seek(person, &terms).await.map(|()| done)?,
            Ask::Unseek => node.unseek(&person.id).await.map(|()| done)?,
            Ask::Take { seek } => started(node.take_seek(person, &seek).await?),
            Ask::Invite { terms } => Told::Invited {
                secret: node.invite(person, &terms).await?,
            },
            Ask::Uninvite { secret } => {
                let hash = super::chance::hash(&secret);
                node.store.drop_invitation(&person.id, &hash).await?;
                done
            }
            Ask::Join { secret } => started(node.join(person, &secret).await?),
            Ask::Bot { level, terms } => started(node.play_bot(person, &level, &terms).await?),
            _ => return Err(NoGame("bad_message")),
        })
    }

    async fn block(&self, game: &str, is_blocked: bool) -> Result<(), NoGame> {
        let own = &self.person.id;
        let seats = self.node.store.seats_of(game).await?;
        let seats = seats.filter(|seats| seats.contains(own));
        let seats = seats.ok_or(NoGame("no_such_game"))?;
        let other = seats.iter().find(|seat| *seat != own);
        let other = other.ok_or(NoGame("no_such_game"))?;
        self.node.store.block(own, other, is_blocked).await?;
        if is_blocked {
            self.close_offers(game, other).await?;
        }
        Ok(())
    }

    /// What stands between two players at their tables is off.
    async fn close_offers(&self, game: &str, other: &str) -> Result<(), StoreError> {
        // One that is too busy keeps its offer until the next move; it cannot be accepted.
        self.node.to_table(game, ToTable::Blocked);
        let games = self.node.store.games_of(&self.person.id, GAMES_TOLD_MAX);
        for listed in games.await? {
            let is_theirs = listed.seats.iter().any(|seat| seat == other);
            if is_theirs && !listed.is_over && listed.id != game {
                self.node.to_table(&listed.id, ToTable::Blocked);
            }
        }
        Ok(())
    }

    fn answer(&self, cid: Option<u64>, told: Result<Told, NoGame>) {
        match told {
            Ok(told) => self.outbox.send(cid, told),
            Err(NoGame(code)) => self.outbox.refuse(cid, code),
        }
    }

    /// The connection has ended.
    async fn depart(&mut self) {
        if self.node.depart(&self.person.id, self.number) && self.has_said_hello {
            // When they left matters for a claim, and whoever is not here seeks nothing.
            let now_ms = self.node.clock.now_ms();
            let _ = self.node.store.saw(&self.person.id, now_ms).await;
            let _ = self.node.unseek(&self.person.id).await;
        }
        for game in self.watched.keys() {
            self.node.to_open_table(game, ToTable::Leave(self.number));
        }
    }
}

/// The number of a question that cannot be understood, so that who asked knows which one it was.
fn number_of(text: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        cid: Option<u64>,
    }
    let numbered = serde_json::from_str::<Numbered>(text).ok()?;
    numbered.cid
}

/// Sends a message and all that wait behind it.
async fn send(
    socket: &mut WebSocket,
    first: Utf8Bytes,
    outbox: &Outbox,
) -> Result<(), axum::Error> {
    socket.feed(Message::Text(first)).await?;
    // A cut is noticed when the next one is waited for.
    while let Ok(Some(text)) = outbox.try_next() {
        socket.feed(Message::Text(text)).await?;
    }
    socket.flush().await
}
