//! The start and the end of an actor: loading its game, and responses to those who asked in vain.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foursight_protocol::online::ServerMessage;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::load::{LoadError, LoadedGame, load};
use super::{GameActor, GameHandle, GameMessage, INBOX_MAX, Requester, subject};
use crate::online::ServerNode;
use crate::online::presence::GamePresence;
use crate::store::STORE_TIMEOUT;

/// Delay before a game is loaded again after a failure of the store.
const LOAD_RETRY_DELAY: Duration = Duration::from_millis(200);
/// Number in place of the last event's, of a game that cannot be watched.
pub(in crate::online) const NO_GAME: u64 = u64::MAX;

type Messages = mpsc::Receiver<Box<GameMessage>>;

/// Starts the actor of a game.
pub(in crate::online) fn start(node: &Arc<ServerNode>, game: &str) -> GameHandle {
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
    mut messages: Messages,
    inbox: mpsc::Sender<Box<GameMessage>>,
    head: Arc<AtomicU64>,
) {
    if node.behaviour.has_subscriptions {
        node.bus.subscribe(&subject(&game));
    }
    let loaded = Box::pin(load_or_reject(&node, &game, &mut messages, &head)).await;
    if let Some((loaded, waiting)) = loaded {
        head.store(loaded.table.seq(), Ordering::Relaxed);
        // Boxed, because a task stores its arguments twice, as captured and as used.
        let mut actor = Box::new(GameActor {
            node: Arc::clone(&node),
            game: game.clone(),
            table: loaded.table,
            names: loaded.names,
            presence: GamePresence::with_last_seen(loaded.seen_ms),
            last_presence: None,
            last_presence_at: None,
            last_published: None,
            presence_at: None,
            inbox,
            head,
            searching_at: None,
            start_seq: loaded.start_seq,
            recent: loaded.recent,
            lag: Default::default(),
            outage: None,
            last_resync: Instant::now(),
            synced_at: Instant::now(),
            idle_since: None,
            unknown_event: None,
        });
        for message in waiting {
            Box::pin(actor.handle(*message)).await;
        }
        actor.run(messages).await;
    }
    node.bus.unsubscribe(&subject(&game));
    node.metrics.open_games.dec();
}

/// Loads a game, and returns it with the messages that had to wait for it. If it cannot be loaded,
/// rejects all requests. While the store fails only a credit of downtime waits for longer than a
/// few seconds: clients can ask again, but a clock cannot.
async fn load_or_reject(
    node: &Arc<ServerNode>,
    game: &str,
    messages: &mut Messages,
    head: &AtomicU64,
) -> Option<(LoadedGame, Vec<Box<GameMessage>>)> {
    let mut waiting = Vec::new();
    let mut give_up_at = Instant::now() + STORE_TIMEOUT;
    loop {
        let error = match load(node, game).await {
            Ok(loaded) => return Some((loaded, waiting)),
            Err(error) => error,
        };
        let is_temporary = match &error {
            LoadError::Store(_) => true,
            LoadError::UnknownEvent(seq) => {
                tracing::error!(game, seq, "the game has an event of a newer version");
                false
            }
            LoadError::NoSuchGame => false,
        };
        if is_temporary && !node.is_shutting_down() && Instant::now() < give_up_at {
            tokio::time::sleep(LOAD_RETRY_DELAY).await;
            continue;
        }
        let mut games = node.games();
        while let Ok(message) = messages.try_recv() {
            match message.requester() {
                Some(requester) => reject(node, requester, game, error.code()),
                None if matches!(*message, GameMessage::CreditDowntime { .. }) => {
                    waiting.push(message);
                }
                None => {}
            }
        }
        if !is_temporary || waiting.is_empty() || node.is_shutting_down() {
            head.store(NO_GAME, Ordering::Relaxed);
            games.remove(game);
            return None;
        }
        give_up_at = Instant::now() + STORE_TIMEOUT;
    }
}

fn reject(node: &ServerNode, requester: &Requester, game: &str, code: &str) {
    node.metrics.refusals.inc(code);
    let message = ServerMessage::Refused {
        code: code.to_owned(),
        game: Some(game.to_owned()),
        head: None,
    };
    requester.outbox.send(requester.cid, message);
}

impl GameActor {
    /// Ends the actor of a game that this build cannot serve any more, and tells all its viewers.
    pub(super) fn give_up(&self, seq: u64, mut messages: Messages) {
        let (node, game) = (&self.node, self.game.as_str());
        tracing::error!(game, seq, "the game has an event of a newer version");
        let code = LoadError::UnknownEvent(seq).code();
        let mut games = node.games();
        for viewer in &self.presence.viewers {
            let requester = Requester {
                number: viewer.number,
                person: String::new(),
                outbox: viewer.outbox.clone(),
                cid: None,
                lag_ms: 0,
            };
            reject(node, &requester, game, code);
        }
        while let Ok(message) = messages.try_recv() {
            if let Some(requester) = message.requester() {
                reject(node, requester, game, code);
            }
        }
        self.head.store(NO_GAME, Ordering::Relaxed);
        games.remove(game);
    }
}
