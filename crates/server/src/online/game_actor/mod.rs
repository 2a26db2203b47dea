//! The actor of one game: serialises commands, decides, commits, and only then broadcasts.
//!
//! It runs while the game is watched or a clock is running, and is restored from the log. While the
//! store does not respond, requests wait: only committed events are sent, and no clock pays for the
//! wait, because commands carry the time of their arrival.

mod blocks;
mod bots;
mod broadcast;
mod commands;
mod commit;
mod load;
mod names;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foursight_core::Move;
use foursight_protocol::online::{ChatPreset, SeatInfo, ServerMessage};
use foursight_protocol::table::WireEntry;
use foursight_table::{Actor, Command, Entry, Occupant, Point, Seat, Table};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::outbox::Outbox;
use super::presence::{Crowd, GamePresence};
use super::{ServerNode, shutdown};
pub(crate) use load::decode_entries;
pub(super) use load::encode_entry;
use load::load;

/// Capacity of an actor's inbox.
const INBOX_MAX: usize = 256;
/// Time after which a game without viewers is unloaded.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Delay before retrying after a failure of the store.
const STORE_RETRY_DELAY: Duration = Duration::from_millis(200);
/// Timeout of the store after which new games are refused.
pub(super) const STORE_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval at which an actor publishes its presence and catches up with the log, if there are
/// other nodes, …
const RESYNC_INTERVAL: Duration = Duration::from_secs(15);
/// … and while the bus is down.
const RESYNC_INTERVAL_BUS_DOWN: Duration = Duration::from_secs(1);

/// Handle of a game actor.
pub(super) struct GameHandle {
    /// A channel allocates slots for several messages up front, so they are boxed.
    pub(super) inbox: mpsc::Sender<Box<GameMessage>>,
    /// Number of the last event.
    pub(super) head: Arc<AtomicU64>,
}

/// The requester of a message: a connection of a person.
#[derive(Clone)]
pub(super) struct Requester {
    pub(super) number: u64,
    pub(super) person: String,
    pub(super) outbox: Outbox,
    pub(super) cid: Option<u64>,
}

/// A message to a game actor.
pub(super) enum GameMessage {
    /// A connection subscribes, and requests the log from a number on.
    Watch {
        requester: Requester,
        from: u64,
        is_away: bool,
    },
    /// A connection unsubscribes or has closed.
    Leave(u64),
    /// The page of a connection has become hidden or visible.
    SetAway(u64, bool),
    /// A person sends a command.
    Command {
        requester: Requester,
        command: Box<Command>,
        at_ms: u64,
    },
    /// A person sends a chat preset.
    Chat(Requester, ChatPreset),
    /// A person claims the game.
    Claim(Requester),
    /// Another node has published a message.
    FromNode(String),
    /// Events may have been missed.
    CatchUp,
    /// The name of a player has changed.
    PlayerRenamed,
    /// A player has blocked the other.
    PlayerBlocked,
    /// A bot has chosen a move.
    BotMove(Point, Move),
    /// No node was running since then: credit the time to the running clock.
    CreditDowntime { since_ms: u64 },
}

/// A message between nodes about a game.
#[derive(Serialize, Deserialize)]
enum NodeMessage {
    Entry(WireEntry),
    Crowd(String, Crowd),
    #[serde(rename = "Said")]
    Chat(usize, ChatPreset),
    Renamed,
}

/// Starts the actor of a game.
pub(super) fn start(node: &Arc<ServerNode>, game: &str) -> GameHandle {
    let (inbox, messages) = mpsc::channel(INBOX_MAX);
    let head = Arc::new(AtomicU64::new(0));
    node.metrics.open_games.inc();
    let actor = run_actor(
        Arc::clone(node),
        game.to_owned(),
        messages,
        inbox.clone(),
        Arc::clone(&head),
    );
    tokio::spawn(actor);
    GameHandle { inbox, head }
}

async fn run_actor(
    node: Arc<ServerNode>,
    game: String,
    messages: mpsc::Receiver<Box<GameMessage>>,
    inbox: mpsc::Sender<Box<GameMessage>>,
    head: Arc<AtomicU64>,
) {
    node.bus.subscribe(&subject(&game));
    match Box::pin(load(&node, &game)).await {
        Some(loaded) => {
            head.store(loaded.table.seq(), Ordering::Relaxed);
            // Boxed, because a task stores its arguments twice, as captured and as used.
            let actor = Box::new(GameActor {
                node: Arc::clone(&node),
                game: game.clone(),
                table: loaded.table,
                names: loaded.names,
                presence: GamePresence::with_last_seen(loaded.seen_ms),
                last_presence: None,
                inbox,
                head,
                searching_at: None,
                start_seq: loaded.start_seq,
            });
            actor.run(messages).await;
        }
        None => reject_unknown_game(&node, &game, messages),
    }
    node.bus.unsubscribe(&subject(&game));
    node.metrics.open_games.dec();
}

/// Responds to all requests for a game that does not exist.
fn reject_unknown_game(
    node: &ServerNode,
    game: &str,
    mut messages: mpsc::Receiver<Box<GameMessage>>,
) {
    let mut games = node.games();
    while let Ok(message) = messages.try_recv() {
        if let GameMessage::Watch { requester, .. } | GameMessage::Command { requester, .. } =
            *message
        {
            let message = ServerMessage::Refused {
                code: "no_such_game".to_owned(),
                game: Some(game.to_owned()),
                head: None,
            };
            requester.outbox.send(requester.cid, message);
        }
    }
    games.remove(game);
}

/// Returns the seat of a person.
pub(super) fn seat_of(table: &Table, person: &str) -> Option<Seat> {
    let seats = &table.start().seats;
    let is_own = |seat: &Seat| matches!(&seats[seat.index()], Occupant::Person(id) if id == person);
    Seat::BOTH.into_iter().find(is_own)
}

fn subject(game: &str) -> String {
    format!("game.{game}")
}

struct GameActor {
    node: Arc<ServerNode>,
    game: String,
    table: Table,
    names: [String; 2],
    presence: GamePresence,
    /// The presence that was last broadcast.
    last_presence: Option<([SeatInfo; 2], usize)>,
    inbox: mpsc::Sender<Box<GameMessage>>,
    head: Arc<AtomicU64>,
    /// The point at which a bot is thinking.
    searching_at: Option<Point>,
    /// Number of the event that started the current game.
    start_seq: u64,
}

impl GameActor {
    async fn run(mut self: Box<Self>, mut messages: mpsc::Receiver<Box<GameMessage>>) {
        let mut shutting_down = self.node.shutting_down();
        let mut last_resync = tokio::time::Instant::now();
        loop {
            let interval = if self.node.bus.is_up() {
                RESYNC_INTERVAL
            } else {
                RESYNC_INTERVAL_BUS_DOWN
            };
            let resync_at = last_resync + interval;
            let has_no_viewers = self.presence.viewers.is_empty();
            let out_at_ms = self.table.clocks().expires_at_ms();
            let clock = self.node.clock.clone();
            tokio::select! {
                biased;
                message = messages.recv() => match message {
                    // Boxed, so that the future of an idle actor is small; also below.
                    Some(message) => Box::pin(self.handle(*message)).await,
                    None => return,
                },
                () = clock.sleep_until(out_at_ms.unwrap_or(0)), if out_at_ms.is_some() => {
                    let at_ms = clock.now_ms();
                    Box::pin(self.execute(None, Command::Flag, Actor::Host, at_ms)).await;
                }
                () = tokio::time::sleep_until(resync_at), if self.node.bus.has_others() => {
                    last_resync = tokio::time::Instant::now();
                    Box::pin(self.catch_up()).await;
                    self.publish_presence();
                    self.broadcast_presence();
                }
                // A timed game goes on without viewers.
                () = tokio::time::sleep(IDLE_TIMEOUT), if has_no_viewers && out_at_ms.is_none() => {
                    if self.try_unload(&mut messages) {
                        return;
                    }
                }
                () = shutdown(&mut shutting_down) => return,
            }
        }
    }

    /// Unloads the game, unless a message has just arrived. Returns true if it did.
    fn try_unload(&self, messages: &mut mpsc::Receiver<Box<GameMessage>>) -> bool {
        let mut games = self.node.games();
        if !messages.is_empty() {
            return false;
        }
        games.remove(&self.game);
        true
    }

    async fn handle(&mut self, message: GameMessage) {
        match message {
            GameMessage::Watch {
                requester,
                from,
                is_away,
            } => self.watch(requester, from, is_away).await,
            GameMessage::Leave(number) => {
                self.presence
                    .viewers
                    .retain(|viewer| viewer.number != number);
                self.publish_presence();
                self.broadcast_presence();
            }
            GameMessage::SetAway(number, is_away) => {
                let viewers = self.presence.viewers.iter_mut();
                for viewer in viewers.filter(|viewer| viewer.number == number) {
                    viewer.is_away = is_away;
                }
                self.publish_presence();
                self.broadcast_presence();
            }
            GameMessage::Command {
                requester,
                command,
                at_ms,
            } => self.command(requester, *command, at_ms).await,
            GameMessage::Chat(requester, preset) => self.chat(requester, preset).await,
            GameMessage::Claim(requester) => self.claim(requester).await,
            GameMessage::FromNode(text) => self.handle_node_message(&text).await,
            GameMessage::CatchUp => self.catch_up().await,
            GameMessage::PlayerRenamed => self.reload_names().await,
            GameMessage::PlayerBlocked => self.close_offers().await,
            GameMessage::BotMove(at, mv) => {
                self.searching_at = None;
                if let Some(seat) = self.table.to_move() {
                    let at_ms = self.node.clock.now_ms();
                    let command = Command::PlayMove { at, mv };
                    self.execute(None, command, Actor::Seat(seat), at_ms).await;
                }
            }
            GameMessage::CreditDowntime { since_ms } => self.credit_downtime(since_ms).await,
        }
    }

    async fn handle_node_message(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(NodeMessage::Entry(entry)) => {
                let Ok(entry) = Entry::try_from(entry) else {
                    return;
                };
                if entry.seq == self.table.seq() + 1 {
                    self.apply_remote(vec![entry]);
                } else if entry.seq > self.table.seq() {
                    self.catch_up().await;
                }
            }
            Ok(NodeMessage::Crowd(node, crowd)) => {
                let now_ms = self.node.clock.now_ms();
                let is_new = self.presence.set_remote(node, crowd, now_ms);
                if is_new {
                    // The node is new and does not know our presence.
                    self.publish_presence();
                }
                self.broadcast_presence();
            }
            Ok(NodeMessage::Chat(seat, preset)) => self.broadcast_chat(seat, preset),
            Ok(NodeMessage::Renamed) => self.reload_names().await,
            Err(error) => tracing::warn!(%error, "cannot decode a message from another node"),
        }
    }
}
