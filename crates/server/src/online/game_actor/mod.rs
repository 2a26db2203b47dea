//! The actor of one game: serialises commands, decides, commits, and only then broadcasts.
//!
//! It runs while the game is watched or a clock is running, and is restored from the log. Only
//! committed events are sent. While the store does not respond, requests wait for a few seconds and
//! are then refused, and no clock pays for the outage: see [`outage`].
//!
//! All timers are deadlines in the state of the actor, not futures built inside its loop, which
//! would start again with each message.

mod blocks;
mod bots;
mod broadcast;
mod commands;
mod commit;
mod lag;
mod load;
mod names;
mod node_messages;
mod outage;
mod presence_updates;
mod recent_entries;
mod start;
#[cfg(test)]
mod tests;
mod watch;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use foursight_core::Move;
use foursight_protocol::online::{ChatPreset, SeatInfo};
use foursight_table::{Actor, Command, Occupant, Point, Seat, Table};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::outbox::Outbox;
use super::presence::{Crowd, GamePresence};
use super::{ServerNode, shutdown};
pub(crate) use commit::progress;
use lag::SeatLag;
pub(crate) use load::decode_entries;
pub(crate) use load::encode_entry;
use outage::Outage;
use recent_entries::RecentEntries;
pub(super) use start::{NO_GAME, start};

/// Capacity of an actor's inbox.
const INBOX_MAX: usize = 256;
/// Timeout of the store, after which requests are refused.
pub(super) const STORE_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval at which an actor with viewers publishes its presence and catches up with the log, if
/// there are other nodes, …
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
    /// Measured round trip of the connection.
    pub(super) lag_ms: u64,
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
    /// A player of this id has deleted the account.
    PlayerDeleted(String),
    /// A bot has chosen a move.
    BotMove(Point, Move),
    /// No node was running since then: credit the time to the running clock.
    CreditDowntime { since_ms: u64 },
}

impl GameMessage {
    /// Returns the requester of a message that must be responded to.
    const fn requester(&self) -> Option<&Requester> {
        match self {
            Self::Watch { requester, .. }
            | Self::Command { requester, .. }
            | Self::Chat(requester, _)
            | Self::Claim(requester) => Some(requester),
            _ => None,
        }
    }
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
    /// The presence that was last broadcast, and when.
    last_presence: Option<([SeatInfo; 2], usize)>,
    last_presence_at: Option<Instant>,
    /// The presence on this node that was last published to others.
    last_published: Option<Crowd>,
    /// Time at which the presence is broadcast, if it may have changed.
    presence_at: Option<Instant>,
    inbox: mpsc::Sender<Box<GameMessage>>,
    head: Arc<AtomicU64>,
    /// The point at which a bot is thinking.
    searching_at: Option<Point>,
    /// Number of the event that started the current game.
    start_seq: u64,
    recent: RecentEntries,
    lag: [SeatLag; 2],
    outage: Option<Outage>,
    last_resync: Instant,
    /// Time at which the log was last read to its end.
    synced_at: Instant,
    /// Time since when the game could be unloaded.
    idle_since: Option<Instant>,
    /// The number of an event that this build does not know: it cannot serve the game any more.
    unknown_event: Option<u64>,
}

impl GameActor {
    async fn run(mut self: Box<Self>, mut messages: mpsc::Receiver<Box<GameMessage>>) {
        let mut shutting_down = self.node.shutting_down();
        let mut bus_state = self.node.bus_state();
        loop {
            if let Some(seq) = self.unknown_event {
                return self.give_up(seq, messages);
            }
            let out_at_ms = self.flag_at_ms();
            let timer_at = self.next_timer(out_at_ms.is_some());
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
                () = tokio::time::sleep_until(timer_at.unwrap_or(self.last_resync)),
                    if timer_at.is_some() =>
                {
                    if Box::pin(self.on_timer(&mut messages)).await {
                        return;
                    }
                }
                // The resync interval depends on the state of the bus.
                _ = bus_state.changed() => {}
                () = shutdown(&mut shutting_down) => return,
            }
        }
    }

    /// Returns the time at which the running clock has expired, also for a move that is still on
    /// its way. During an outage of the store no clock expires.
    fn flag_at_ms(&self) -> Option<u64> {
        let expires_at_ms = self.table.clocks().expires_at_ms();
        let expires_at_ms = expires_at_ms.filter(|_| self.outage.is_none())?;
        Some(expires_at_ms + self.allowed_lag_ms())
    }

    /// Returns the time of the next timer.
    fn next_timer(&mut self, is_clock_running: bool) -> Option<Instant> {
        let is_watched = !self.presence.viewers.is_empty();
        // A timed game goes on without viewers.
        if is_watched || is_clock_running || self.outage.is_some() {
            self.idle_since = None;
        } else {
            self.idle_since.get_or_insert_with(Instant::now);
        }
        let timers = [
            self.outage.as_ref().map(|outage| outage.retry_at),
            self.presence_at,
            self.resync_at(),
            self.unload_at(),
        ];
        timers.into_iter().flatten().min()
    }

    /// Returns the time of the next resync. A game without viewers needs none: it catches up when
    /// it is watched, or when it meets a conflict.
    fn resync_at(&self) -> Option<Instant> {
        let interval = if self.node.bus.is_up() {
            RESYNC_INTERVAL
        } else {
            RESYNC_INTERVAL_BUS_DOWN
        };
        let is_needed = self.node.bus.has_others() && !self.presence.viewers.is_empty();
        is_needed.then(|| self.last_resync + interval)
    }

    /// Handles the timers that are due. Returns true if the game has been unloaded.
    async fn on_timer(&mut self, messages: &mut mpsc::Receiver<Box<GameMessage>>) -> bool {
        let now = Instant::now();
        let is_due = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        if is_due(self.outage.as_ref().map(|outage| outage.retry_at)) {
            self.recover().await;
        }
        if is_due(self.presence_at) {
            self.update_presence();
        }
        if is_due(self.resync_at()) {
            self.last_resync = now;
            // Best effort: the next one will do.
            let _ = self.catch_up().await;
            self.publish_presence();
            self.update_presence();
        }
        is_due(self.unload_at()) && self.try_unload(messages)
    }

    /// Returns the time at which the game is unloaded.
    fn unload_at(&self) -> Option<Instant> {
        Some(self.idle_since? + self.node.behaviour.idle_timeout?)
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
            GameMessage::Leave(number) => self.unwatch(number),
            GameMessage::SetAway(number, is_away) => self.set_away(number, is_away),
            GameMessage::Command {
                requester,
                command,
                at_ms,
            } => self.command(requester, *command, at_ms).await,
            GameMessage::Chat(requester, preset) => self.chat(requester, preset).await,
            GameMessage::Claim(requester) => self.claim(requester).await,
            GameMessage::FromNode(text) => self.handle_node_message(&text).await,
            // Best effort: a failing store is asked again later.
            GameMessage::CatchUp => drop(self.catch_up().await),
            GameMessage::PlayerRenamed => self.reload_names().await,
            GameMessage::PlayerBlocked => self.close_offers().await,
            GameMessage::PlayerDeleted(person) => self.end_for(&person).await,
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
}
