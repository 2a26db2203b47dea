//! State shared by the clients of a trial: addresses of nodes, the ledger, and the end of the
//! trial.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::client;
use crate::client_ledger::ClientLedger;
use crate::node_process::TRIAL_TIMEOUT;
use crate::player_device::PlayerDevice;

/// Number of games played at once.
const GAMES: usize = 6;
/// A large board and a long line, so that games last. Half of the games have a clock.
const RULES: &str = "standard 11x10/10";
const CLOCK_MS: u64 = 3_600_000;

pub(crate) struct TrialContext {
    nodes: Mutex<Vec<Option<SocketAddr>>>,
    ledger: Mutex<ClientLedger>,
    acknowledged: watch::Sender<u64>,
    connected: watch::Sender<usize>,
    over: watch::Sender<bool>,
    /// Delay of each device before a move.
    pub(crate) move_delay: Duration,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No statement leaves the values behind our locks inconsistent, so a poisoned lock is fine.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TrialContext {
    pub(crate) fn new(nodes: usize, move_delay: Duration) -> Arc<Self> {
        Arc::new(Self {
            nodes: Mutex::new(vec![None; nodes]),
            ledger: Mutex::default(),
            acknowledged: watch::Sender::new(0),
            connected: watch::Sender::new(0),
            over: watch::Sender::new(false),
            move_delay,
        })
    }

    /// Starts the games, with a device of each player on each node.
    pub(crate) async fn start_players(self: &Arc<Self>) -> Result<Vec<JoinHandle<()>>, String> {
        let address = self.node(0).ok_or("no node")?;
        let nodes = lock(&self.nodes).len();
        let mut tasks = Vec::new();
        for number in 0..GAMES {
            let tokens = [client::token(address).await?, client::token(address).await?];
            let mut terms = json!({"rules": RULES, "first": "host"});
            if number % 2 == 0 {
                terms["clock"] = json!({"kind": "total", "main_ms": CLOCK_MS, "increment_ms": 0});
            }
            let game = client::start_game(address, [&tokens[0], &tokens[1]], terms).await?;
            for (seat, token) in tokens.iter().enumerate() {
                for node in 0..nodes {
                    let device = PlayerDevice::new(token, &game, seat, node);
                    tasks.push(tokio::spawn(device.play(Arc::clone(self))));
                }
            }
        }
        Ok(tasks)
    }

    /// Returns the address of a node that is running.
    pub(crate) fn node(&self, number: usize) -> Option<SocketAddr> {
        lock(&self.nodes).get(number).copied().flatten()
    }

    pub(crate) fn set_node(&self, number: usize, address: Option<SocketAddr>) {
        lock(&self.nodes)[number] = address;
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, ClientLedger> {
        lock(&self.ledger)
    }

    pub(crate) fn acknowledge(&self) {
        self.acknowledged.send_modify(|count| *count += 1);
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        *self.acknowledged.borrow()
    }

    /// Waits until `more` further moves are acknowledged.
    pub(crate) async fn wait_for_moves(&self, more: u64) -> Result<(), String> {
        let goal = self.acknowledged() + more;
        let mut counts = self.acknowledged.subscribe();
        let reached = counts.wait_for(|count| *count >= goal);
        let reached = tokio::time::timeout(TRIAL_TIMEOUT, reached).await;
        reached
            .map(drop)
            .map_err(|_| "moves are no longer acknowledged".to_owned())
    }

    /// Waits until `more` further moves are acknowledged, or a client has received a contradiction.
    pub(crate) async fn wait_for_moves_or_fault(&self, more: u64) -> Result<(), String> {
        let has_fault = async {
            while !self.ledger().has_faults() {
                tokio::time::sleep(RETRY_DELAY).await;
            }
            Ok(())
        };
        tokio::select! {
            waited = self.wait_for_moves(more) => waited,
            found = has_fault => found,
        }
    }

    pub(crate) fn connect(&self) {
        self.connected.send_modify(|count| *count += 1);
    }

    pub(crate) fn disconnect(&self) {
        self.connected.send_modify(|count| *count -= 1);
    }

    /// Waits until every client has read everything that a killed node had sent.
    pub(crate) async fn wait_for_disconnects(&self) -> Result<(), String> {
        let mut counts = self.connected.subscribe();
        let gone = counts.wait_for(|count| *count == 0);
        let gone = tokio::time::timeout(TRIAL_TIMEOUT, gone).await;
        gone.map(drop)
            .map_err(|_| "clients are still connected to a dead node".to_owned())
    }

    /// Ends the trial.
    pub(crate) fn end(&self) {
        self.over.send_replace(true);
    }

    pub(crate) fn over(&self) -> watch::Receiver<bool> {
        self.over.subscribe()
    }
}

/// Delay before the next attempt to connect.
pub(crate) const RETRY_DELAY: Duration = Duration::from_millis(10);
