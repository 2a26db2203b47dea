//! What the clients of a trial share: where nodes are, what was told, and when it is over.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::child::PATIENCE;
use crate::client;
use crate::ledger::Ledger;
use crate::player::Device;

/// Games that are played at once.
const GAMES: usize = 6;
/// A large grid and a long line, so that games last. Half of them have a clock.
const RULES: &str = "standard 11x10/10";
const CLOCK_MS: u64 = 3_600_000;

pub(crate) struct World {
    nodes: Mutex<Vec<Option<SocketAddr>>>,
    ledger: Mutex<Ledger>,
    acknowledged: watch::Sender<u64>,
    connected: watch::Sender<usize>,
    over: watch::Sender<bool>,
    /// How long each device waits before it moves.
    pub(crate) pace: Duration,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is behind our locks is whole between any two statements.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub(crate) fn new(nodes: usize, pace: Duration) -> Arc<Self> {
        Arc::new(Self {
            nodes: Mutex::new(vec![None; nodes]),
            ledger: Mutex::default(),
            acknowledged: watch::Sender::new(0),
            connected: watch::Sender::new(0),
            over: watch::Sender::new(false),
            pace,
        })
    }

    /// Begins the games, and lets a device of each player play them on each node.
    pub(crate) async fn people(self: &Arc<Self>) -> Result<Vec<JoinHandle<()>>, String> {
        let address = self.node(0).ok_or("no node")?;
        let nodes = lock(&self.nodes).len();
        let mut tasks = Vec::new();
        for number in 0..GAMES {
            let tokens = [client::token(address).await?, client::token(address).await?];
            let mut terms = json!({"rules": RULES, "first": "host"});
            if number % 2 == 0 {
                terms["clock"] = json!({"kind": "total", "main_ms": CLOCK_MS, "increment_ms": 0});
            }
            let game = client::begin(address, [&tokens[0], &tokens[1]], terms).await?;
            for (seat, token) in tokens.iter().enumerate() {
                for node in 0..nodes {
                    let device = Device::new(token, &game, seat, node);
                    tasks.push(tokio::spawn(device.play(Arc::clone(self))));
                }
            }
        }
        Ok(tasks)
    }

    /// Where this node listens, if it does.
    pub(crate) fn node(&self, number: usize) -> Option<SocketAddr> {
        lock(&self.nodes).get(number).copied().flatten()
    }

    pub(crate) fn set_node(&self, number: usize, address: Option<SocketAddr>) {
        lock(&self.nodes)[number] = address;
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        lock(&self.ledger)
    }

    pub(crate) fn acknowledge(&self) {
        self.acknowledged.send_modify(|count| *count += 1);
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        *self.acknowledged.borrow()
    }

    /// Waits until `more` further moves are acknowledged.
    pub(crate) async fn go_on(&self, more: u64) -> Result<(), String> {
        let goal = self.acknowledged() + more;
        let mut counts = self.acknowledged.subscribe();
        let reached = counts.wait_for(|count| *count >= goal);
        let reached = tokio::time::timeout(PATIENCE, reached).await;
        reached
            .map(drop)
            .map_err(|_| "no move is acknowledged any more".to_owned())
    }

    pub(crate) fn come(&self) {
        self.connected.send_modify(|count| *count += 1);
    }

    pub(crate) fn leave(&self) {
        self.connected.send_modify(|count| *count -= 1);
    }

    /// Waits until every client has read all that a dead node had sent.
    pub(crate) async fn all_gone(&self) -> Result<(), String> {
        let mut counts = self.connected.subscribe();
        let gone = counts.wait_for(|count| *count == 0);
        let gone = tokio::time::timeout(PATIENCE, gone).await;
        gone.map(drop)
            .map_err(|_| "clients speak with a dead node".to_owned())
    }

    /// Ends the play.
    pub(crate) fn end(&self) {
        self.over.send_replace(true);
    }

    pub(crate) fn over(&self) -> watch::Receiver<bool> {
        self.over.subscribe()
    }
}

/// Waits this long before the next attempt to connect.
pub(crate) const BREATH: Duration = Duration::from_millis(10);
