//! A node that is never killed: people come, play a game and leave, for as long as the trial lasts.
//! Its memory must stay flat, and nothing of them may remain when the last one has left.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use foursight_core::SplitMix64;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::client::{self, TrialClient};
use crate::load::ProcessStats;
use crate::node::NodeArgs;
use crate::node_process::{NodeProcess, TRIAL_TIMEOUT};
use crate::server_metrics::{metric, wait_for_no_games};

/// Number of games played at once.
const GAMES: u64 = 8;
/// Delay before each move.
const MOVE_DELAY: Duration = Duration::from_millis(50);
/// Delay before people play again after a failure of their connection.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Interval of memory samples.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(10);
/// The board of every game; a few fill it.
const RULES: &str = "standard 7x6/4";

/// The results of a trial.
#[derive(Default)]
pub(crate) struct SteadyReport {
    pub(crate) games: u64,
    pub(crate) moves: u64,
    /// Connections that ended in the middle of a game.
    pub(crate) failures: u64,
    /// Memory at each sample, in KiB.
    pub(crate) samples_kib: Vec<f64>,
    /// Games and sockets that remained after the last client had left.
    pub(crate) remaining: Vec<String>,
}

impl SteadyReport {
    /// Returns the growth from the middle of the second third to the middle of the last: caches
    /// have grown to their size by then. Medians, because a sample may fall into a burst.
    pub(crate) fn growth_kib(&self) -> f64 {
        let third = self.samples_kib.len() / 3;
        let median = |samples: &[f64]| {
            let mut sorted = samples.to_vec();
            sorted.sort_unstable_by(f64::total_cmp);
            sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
        };
        let late = self.samples_kib.len() - third;
        median(&self.samples_kib[late..]) - median(&self.samples_kib[third..late])
    }
}

#[derive(Default)]
struct SteadyCounts {
    games: AtomicU64,
    moves: AtomicU64,
    failures: AtomicU64,
}

/// Runs a node for this time, then lets all clients leave.
pub(crate) async fn run(time: Duration, seed: u64) -> Result<SteadyReport, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let args = NodeArgs {
        store: format!("sqlite:{}", folder.path().join("games.db").display()),
        bus: "local".to_owned(),
        ..NodeArgs::default()
    };
    let node = NodeProcess::start(&args).await?;
    let (address, process) = (node.address, ProcessStats(node.id()));
    let (counts, is_over) = (Arc::new(SteadyCounts::default()), watch::Sender::new(false));
    let mut players = JoinSet::new();
    for number in 0..GAMES {
        let rng = SplitMix64::new(seed.wrapping_add(number));
        let (counts, is_over) = (Arc::clone(&counts), is_over.subscribe());
        players.spawn(play_games(address, rng, counts, is_over));
    }
    let started = Instant::now();
    let mut report = SteadyReport::default();
    while started.elapsed() < time {
        tokio::time::sleep(SAMPLE_INTERVAL.min(time.saturating_sub(started.elapsed()))).await;
        report.samples_kib.push(process.memory_kib()?);
    }
    is_over.send_replace(true);
    players.join_all().await;
    report.remaining = remaining(address).await;
    report.games = counts.games.load(Ordering::Relaxed);
    report.moves = counts.moves.load(Ordering::Relaxed);
    report.failures = counts.failures.load(Ordering::Relaxed);
    Ok(report)
}

/// Waits until the node has forgotten all clients and games. Returns what it has not.
async fn remaining(address: SocketAddr) -> Vec<String> {
    let unloaded = tokio::time::timeout(TRIAL_TIMEOUT, wait_for_no_games(address)).await;
    let mut remaining = Vec::new();
    for name in ["foursight_tables", "foursight_sockets"] {
        let value = metric(address, name).await;
        if value != Some(0.0) {
            remaining.push(format!("{name} is {value:?}"));
        }
    }
    if unloaded.is_err() && remaining.is_empty() {
        remaining.push("games were unloaded too late".to_owned());
    }
    remaining
}

/// Plays one game after the other, each with two new guests and a viewer. The last one is played to
/// its end: a game whose clock runs stays in memory without its players.
async fn play_games(
    address: SocketAddr,
    mut rng: SplitMix64,
    counts: Arc<SteadyCounts>,
    is_over: watch::Receiver<bool>,
) {
    while !*is_over.borrow() {
        if play_game(address, &mut rng, &counts).await.is_some() {
            counts.games.fetch_add(1, Ordering::Relaxed);
        } else {
            counts.failures.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
}

/// Connects a guest and watches a game. Returns the client and the state of the game.
async fn join(address: SocketAddr, token: &str, game: &str) -> Option<(TrialClient, Value)> {
    let mut client = TrialClient::connect(address, token).await?;
    let request = json!({"type": "watch", "game": game, "from": 0});
    let table = client.request(request).await?;
    Some((client, table["now"].clone()))
}

/// Plays a game of random moves to its end. One of the players says goodbye before the connection
/// ends, as a page does that shows another game.
async fn play_game(address: SocketAddr, rng: &mut SplitMix64, counts: &SteadyCounts) -> Option<()> {
    let mut tokens = Vec::new();
    for _ in 0..3 {
        tokens.push(client::token(address).await.ok()?);
    }
    let terms = json!({"rules": RULES, "first": "host",
        "clock": {"kind": "total", "main_ms": 3_600_000, "increment_ms": 0}});
    let game = client::start_game(address, [&tokens[0], &tokens[1]], terms).await;
    let game = game.ok()?;
    let (first, mut now) = join(address, &tokens[0], &game).await?;
    let (second, _) = join(address, &tokens[1], &game).await?;
    let (mut viewer, _) = join(address, &tokens[2], &game).await?;
    let mut players = [first, second];
    while !now["ending"].is_object() {
        tokio::time::sleep(MOVE_DELAY).await;
        let seat = now["to_move"].as_u64()? as usize;
        let legal = now["legal"].as_array()?;
        let mv = &legal[rng.below(legal.len())];
        let command = json!({"kind": "move", "at": now["at"], "move": mv});
        let request = json!({"type": "do", "game": game, "command": command});
        let answer = players[seat].request(request).await?;
        counts.moves.fetch_add(1, Ordering::Relaxed);
        for client in [&mut players[1 - seat], &mut viewer] {
            receive_entry(client, &answer["entry"]["seq"]).await?;
        }
        now = answer["now"].clone();
    }
    players[0]
        .send(json!({"type": "leave", "game": game}))
        .await?;
    Some(())
}

/// Receives the event of this number.
async fn receive_entry(client: &mut TrialClient, seq: &Value) -> Option<()> {
    let received = async {
        loop {
            let message = client.next().await?;
            if message["type"] == "entry" && message["entry"]["seq"] == *seq {
                return Some(());
            }
        }
    };
    tokio::time::timeout(TRIAL_TIMEOUT, received).await.ok()?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_ignores_the_first_third_and_single_bursts() {
        let mut report = SteadyReport::default();
        assert_eq!(report.growth_kib().to_bits(), 0.0_f64.to_bits());
        report.samples_kib = vec![1.0, 5.0, 9.0, 20.0, 90.0, 20.0, 20.0, 21.0, 99.0];
        assert_eq!(report.growth_kib().to_bits(), 1.0_f64.to_bits());
    }
}
