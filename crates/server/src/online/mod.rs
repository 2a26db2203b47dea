//! Online play: accounts, lobby and games, on one node or many.
//!
//! | module | purpose |
//! |---|---|
//! | [`accounts`], [`session`] | authentication |
//! | [`socket`] | the WebSocket session of one client |
//! | [`lobby`] | pairs players |
//! | [`game_actor`], [`pending_command`] | the actor of one game: decide, commit, then broadcast |
//! | [`bots`] | moves of bots |
//!
//! Any node may serve any game. Each has a replica of the games that its clients watch, decides by
//! it, and commits to the log, where each sequence number exists once. A node that loses the race
//! reads the missing events and decides again (optimistic concurrency). So no node needs to own a
//! game, and one that resumes late does no harm.

pub(crate) mod account_rules;
mod accounts;
mod audit_follower;
mod bots;
mod clock;
mod diagnosis;
mod game_actor;
mod game_list;
#[cfg(test)]
mod interleavings;
mod invitations;
mod limits;
mod lobby;
mod lockout;
mod maintenance;
mod metrics;
mod names;
mod node_behaviour;
mod outbox;
mod passwords;
mod pending_command;
mod presence;
mod qr;
pub(crate) mod random;
mod reset_page;
mod responses;
mod session;
mod socket;
mod socket_permit;
mod started_games;
mod store_health;
#[cfg(test)]
mod test_node;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use foursight_protocol::online::{GameSummary, ServerMessage};
use foursight_solver::book::Book;
use tokio::sync::{mpsc, watch};

pub use clock::WallClock;
#[cfg(feature = "doctor")]
pub(crate) use diagnosis::Diagnosis;
use game_actor::{GameHandle, GameMessage};
pub(crate) use game_actor::{decode_entries, encode_entry, progress};
use limits::OnlineLimiters;
pub use limits::{AccessRules, OnlineLimits};
use lockout::Lockout;
use metrics::Metrics;
pub(crate) use metrics::PREFIX as METRICS_PREFIX;
use node_behaviour::NodeBehaviour;
use outbox::Outbox;
use passwords::Passwords;
pub(crate) use pending_command::{NextAction, PendingCommand};
pub use reset_page::RESET_PATH;
pub(crate) use responses::ApiError;
use started_games::StartedGames;
use store_health::StoreHealth;
#[cfg(test)]
pub(crate) use test_node::TestFaults;

use crate::bus::{Bus, BusConfig, BusEvent};
use crate::start_error::StartError;
use crate::store::{Store, StoreError, StoreLocation};

/// Maximum number of games that are ended when their player deletes the account.
const ENDED_GAMES_MAX: u64 = 1_000;

/// Configuration of online play.
#[derive(Clone, Debug)]
pub struct OnlineConfig {
    /// Location of the store.
    pub store: StoreLocation,
    /// Message bus between nodes.
    pub bus: BusConfig,
    /// Rate limits and maximum counts.
    pub limits: OnlineLimits,
    /// The clock, which tests may set.
    pub clock: WallClock,
}

impl OnlineConfig {
    /// Returns a configuration with a store in a file, a single node and default limits.
    #[must_use]
    pub fn with_file(path: impl Into<std::path::PathBuf>) -> Self {
        Self {
            store: StoreLocation::File(path.into()),
            bus: BusConfig::Local,
            limits: OnlineLimits::default(),
            clock: WallClock::system(),
        }
    }
}

/// A connection of a person to this node.
struct ClientConnection {
    number: u64,
    /// Hash of the token of its session.
    session_hash: String,
    outbox: Outbox,
    /// People whose seeks are hidden from this connection; `None` unless it is subscribed to the
    /// lobby.
    hidden_from_lobby: Option<Vec<String>>,
}

/// The state of this node.
pub(crate) struct ServerNode {
    pub(crate) id: String,
    pub(crate) store: Store,
    pub(crate) bus: Bus,
    pub(crate) clock: WallClock,
    pub(crate) limits: OnlineLimiters,
    pub(crate) lockout: Lockout,
    pub(crate) passwords: Passwords,
    pub(crate) metrics: Metrics,
    pub(crate) store_health: StoreHealth,
    pub(crate) book: Option<Arc<Book>>,
    behaviour: NodeBehaviour,
    games: Mutex<HashMap<String, GameHandle>>,
    connections: Mutex<HashMap<String, Vec<ClientConnection>>>,
    /// True once the server shuts down.
    shutting_down: watch::Sender<bool>,
    last_number: AtomicU64,
    lobby_changed: tokio::sync::Notify,
    started_games: StartedGames,
    /// True while the bus is up, as of the last heartbeat.
    bus_state: watch::Sender<bool>,
    /// Number of the last line of the audit log that this node has acted on.
    audit_seq: AtomicU64,
    /// Duration of the last heartbeat, which is one commit, in microseconds.
    heartbeat_us: AtomicU64,
    store_kind: &'static str,
}

impl ServerNode {
    /// Opens the store, joins the bus, and starts the background tasks.
    pub(crate) async fn start(
        online: OnlineConfig,
        book: Option<Arc<Book>>,
    ) -> Result<Arc<Self>, StartError> {
        let store = Store::open(&online.store).await?;
        // A store in a file is locked.
        let is_shared = !matches!(online.store, StoreLocation::File(_));
        if is_shared && matches!(online.bus, BusConfig::Local) {
            maintenance::refuse_other_nodes(&store, online.clock.now_ms()).await?;
        }
        Self::start_on(store, online, book).await
    }

    /// Joins the bus, and starts the background tasks.
    async fn start_on(
        store: Store,
        online: OnlineConfig,
        book: Option<Arc<Book>>,
    ) -> Result<Arc<Self>, StartError> {
        let behaviour = NodeBehaviour::on(&online.store);
        let (bus, events) = Bus::join(online.bus).await?;
        let node = Arc::new(Self {
            id: random::id(),
            store,
            bus,
            clock: online.clock,
            limits: OnlineLimiters::new(online.limits),
            lockout: Lockout::default(),
            passwords: Passwords::new(),
            metrics: Metrics::default(),
            store_health: StoreHealth::default(),
            book,
            behaviour,
            games: Mutex::default(),
            connections: Mutex::default(),
            shutting_down: watch::Sender::new(false),
            last_number: AtomicU64::new(0),
            lobby_changed: tokio::sync::Notify::new(),
            started_games: StartedGames::default(),
            bus_state: watch::Sender::new(true),
            audit_seq: AtomicU64::new(0),
            heartbeat_us: AtomicU64::new(0),
            store_kind: online.store.kind(),
        });
        node.bus.subscribe(lobby::SUBJECT);
        maintenance::start(&node).await?;
        tokio::spawn(handle_bus_events(Arc::clone(&node), events));
        Ok(node)
    }

    /// Begins the shutdown: closes all sockets with the code `restart`, and stops all games after
    /// their current message.
    pub(crate) fn shut_down(&self) {
        self.shutting_down.send_replace(true);
    }

    pub(crate) fn is_shutting_down(&self) -> bool {
        *self.shutting_down.borrow()
    }

    /// Becomes true once the server shuts down.
    pub(crate) fn shutting_down(&self) -> watch::Receiver<bool> {
        self.shutting_down.subscribe()
    }

    /// Changes when the bus goes down or up.
    fn bus_state(&self) -> watch::Receiver<bool> {
        self.bus_state.subscribe()
    }

    /// Records that this node is alive, which also shows whether the store accepts writes.
    pub(crate) async fn write_heartbeat(&self) -> Result<(), StoreError> {
        self.store.heartbeat(&self.id, self.clock.now_ms()).await
    }

    fn connections(&self) -> MutexGuard<'_, HashMap<String, Vec<ClientConnection>>> {
        // No statement leaves the map inconsistent, so a poisoned lock is fine.
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, GameHandle>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a connection, and returns its number; `None` if the person has too many.
    fn register_connection(
        &self,
        person: &str,
        session_hash: &str,
        outbox: &Outbox,
    ) -> Option<u64> {
        let number = self.last_number.fetch_add(1, Ordering::Relaxed);
        let mut connections = self.connections();
        let own = connections.entry(person.to_owned()).or_default();
        if own.len() >= self.limits.rates.sockets_per_person {
            return None;
        }
        let is_first = own.is_empty();
        own.push(ClientConnection {
            number,
            session_hash: session_hash.to_owned(),
            outbox: outbox.clone(),
            hidden_from_lobby: None,
        });
        drop(connections);
        if is_first {
            self.bus.subscribe(&person_subject(person));
        }
        Some(number)
    }

    /// Unregisters a connection. Returns true if it was the person's last one on this node.
    fn unregister_connection(&self, person: &str, number: u64) -> bool {
        let mut connections = self.connections();
        let Some(own) = connections.get_mut(person) else {
            return false;
        };
        own.retain(|connection| connection.number != number);
        let is_last = own.is_empty();
        if is_last {
            connections.remove(person);
            drop(connections);
            self.bus.unsubscribe(&person_subject(person));
        }
        is_last
    }

    /// Subscribes a connection to the list of seeks, without those of some people, or unsubscribes
    /// it.
    fn set_lobby_filter(&self, person: &str, number: u64, hidden: Option<&Vec<String>>) {
        let mut connections = self.connections();
        let own = connections.get_mut(person).into_iter().flatten();
        for connection in own.filter(|connection| connection.number == number) {
            connection.hidden_from_lobby = hidden.cloned();
        }
    }

    /// Returns true if the person is connected to this node.
    fn is_connected(&self, person: &str) -> bool {
        self.connections().contains_key(person)
    }

    /// Notifies a person on all nodes that a game has started.
    fn notify_started(&self, person: &str, game: &str) {
        self.notify_started_here(person, game);
        self.bus
            .publish(&person_subject(person), &format!("started {game}"));
    }

    /// Notifies a person on this node, once.
    fn notify_started_here(&self, person: &str, game: &str) {
        if !self.is_connected(person) || !self.started_games.insert(game, &self.clock) {
            return;
        }
        let connections = self.connections();
        for connection in connections.get(person).into_iter().flatten() {
            let game = game.to_owned();
            connection
                .outbox
                .send(None, ServerMessage::GameStarted { game });
        }
    }

    /// Sends the summary of a game to a person's connections to this node that do not watch the
    /// game.
    fn send_summary_here(
        &self,
        person: &str,
        is_viewer: impl Fn(u64) -> bool,
        summary: impl Fn() -> GameSummary,
    ) {
        let connections = self.connections();
        let all = connections.get(person).into_iter().flatten();
        for connection in all.filter(|connection| !is_viewer(connection.number)) {
            connection
                .outbox
                .send(None, ServerMessage::GameUpdated(summary()));
        }
    }

    /// Sends the summary of a game to a person's connections to other nodes.
    fn publish_summary(&self, person: &str, summary: &GameSummary) {
        let text = serde_json::to_string(summary).expect("summaries have string keys");
        self.bus
            .publish(&person_subject(person), &format!("listed {text}"));
    }

    /// Closes all connections of a person whose sessions have ended.
    pub(crate) fn disconnect_user(&self, person: &str) {
        self.disconnect_user_here(person);
        self.bus.publish(&person_subject(person), "cut");
    }

    /// Closes all connections of one session of a person, which has ended.
    pub(crate) fn disconnect_session(&self, person: &str, session_hash: &str) {
        self.disconnect_session_here(person, session_hash);
        let message = format!("end {session_hash}");
        self.bus.publish(&person_subject(person), &message);
    }

    fn disconnect_session_here(&self, person: &str, session_hash: &str) {
        let connections = self.connections();
        let own = connections.get(person).into_iter().flatten();
        for connection in own.filter(|connection| connection.session_hash == session_hash) {
            connection.outbox.disconnect();
        }
    }

    fn disconnect_user_here(&self, person: &str) {
        let connections = self.connections();
        for connection in connections.get(person).into_iter().flatten() {
            connection.outbox.disconnect();
        }
    }

    /// Ends the unfinished games of a person who has left for good.
    pub(crate) async fn end_games_of(self: &Arc<Self>, person: &str) -> Result<(), StoreError> {
        for game in self.store.games_of(person, ENDED_GAMES_MAX).await? {
            if !game.is_over {
                self.send_to_game(&game.id, GameMessage::PlayerDeleted(person.to_owned()));
            }
        }
        Ok(())
    }

    /// Sends a message to the actor of a game, which is started if necessary. Returns the number of
    /// its last event as a shared cell, or `None` if its inbox is full.
    fn send_to_game(self: &Arc<Self>, game: &str, message: GameMessage) -> Option<Arc<AtomicU64>> {
        let mut games = self.games();
        let handle = games
            .entry(game.to_owned())
            .or_insert_with(|| game_actor::start(self, game));
        // The actor needs the lock to remove itself, so it cannot stop before it has received this.
        let is_sent = handle.inbox.try_send(Box::new(message)).is_ok();
        is_sent.then(|| Arc::clone(&handle.head))
    }

    /// Sends a message to the actor of a game, if it is running.
    fn send_to_open_game(&self, game: &str, message: GameMessage) {
        if let Some(handle) = self.games().get(game) {
            // An actor whose inbox is full catches up with the log later.
            let _ = handle.inbox.try_send(Box::new(message));
        }
    }
}

/// Completes once the server shuts down.
async fn shutdown(shutting_down: &mut watch::Receiver<bool>) {
    // A dropped node has shut down, too.
    drop(
        shutting_down
            .wait_for(|is_shutting_down| *is_shutting_down)
            .await,
    );
}

fn person_subject(person: &str) -> String {
    format!("person.{person}")
}

/// Handles messages from other nodes.
async fn handle_bus_events(node: Arc<ServerNode>, mut events: mpsc::Receiver<BusEvent>) {
    while let Some(event) = events.recv().await {
        let (subject, body) = match event {
            BusEvent::Message { subject, body } => (subject, body),
            #[cfg(feature = "nats")]
            BusEvent::MessagesLost => {
                let games: Vec<String> = node.games().keys().cloned().collect();
                for game in games {
                    node.send_to_open_game(&game, GameMessage::CatchUp);
                }
                maintenance::notify_accepted_seeks(&node).await;
                node.lobby_changed.notify_one();
                continue;
            }
        };
        match subject.split_once('.') {
            Some(("game", game)) => node.send_to_open_game(game, GameMessage::FromNode(body)),
            Some(("person", person)) => match body.split_once(' ') {
                Some(("started", game)) => node.notify_started_here(person, game),
                Some(("listed", text)) => {
                    if let Ok(summary) = serde_json::from_str::<GameSummary>(text) {
                        node.send_summary_here(person, |_| false, || summary.clone());
                    }
                }
                Some(("end", session_hash)) => node.disconnect_session_here(person, session_hash),
                _ if body == "cut" => node.disconnect_user_here(person),
                _ => {}
            },
            _ if subject == lobby::SUBJECT => node.lobby_changed.notify_one(),
            _ => {}
        }
    }
}

/// Routes of online play, and those for operators.
pub(crate) fn routes(node: Arc<ServerNode>) -> Router {
    Router::new()
        .merge(accounts::routes())
        .merge(invitations::routes())
        .merge(reset_page::routes())
        .route("/api/diagnosis", get(diagnosis::show))
        .route("/api/socket", get(socket::upgrade))
        .route("/readyz", get(ready))
        .with_state(node)
}

/// `/readyz`: whether a load balancer should route clients to this node.
async fn ready(State(node): State<Arc<ServerNode>>) -> (StatusCode, &'static str) {
    if node.is_shutting_down() {
        return (StatusCode::SERVICE_UNAVAILABLE, "ending\n");
    }
    let available = tokio::time::timeout(game_actor::STORE_TIMEOUT, node.store.is_available());
    match available.await {
        Ok(true) if node.store_health.is_writable() => (StatusCode::OK, "ready\n"),
        _ => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store is unavailable\n",
        ),
    }
}
