//! `load`: capacity of one node, compared with a widely used server.
//!
//! People play in pairs. First all of them move as fast as they get responses, which measures moves
//! per CPU second; then they move at a fixed rate, like a large club, which measures latency. Our
//! server syncs each move to the disk before it responds.

mod own_server;
mod peer_server;
mod process;
mod socket;
mod viewers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use futures_util::StreamExt;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use own_server::OwnServer;
use peer_server::PeerServer;
pub(crate) use process::ProcessStats;

/// Number of tables created at once.
const CONCURRENT_STARTS: usize = 50;
/// Timeout of all waits; a timeout counts as an error.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(30);
/// Moves of each table before the measurement.
const WARM_UP: u64 = 2;

#[derive(Args, Clone, Copy)]
pub(crate) struct LoadArgs {
    /// Number of connections, two per game
    #[arg(long, default_value_t = 5_000)]
    connections: usize,
    /// Duration of full load, in seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Moves per second while latency is measured
    #[arg(long, default_value_t = 250)]
    rate: u64,
    /// Number of viewers of one game, who join, watch and leave at once; 0 for none
    #[arg(long, default_value_t = 2_000)]
    viewers: usize,
    /// Also measures another server from the npm registry
    #[arg(long)]
    peer: Option<PeerName>,
    /// Prints a JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PeerName {
    #[value(name = "boardgame.io")]
    BoardgameIo,
}

/// A server under load.
pub(crate) trait LoadServer: Send + Sync + 'static {
    /// Two players of a game.
    type Table: LoadTable;
    /// Returns its process.
    fn process(&self) -> ProcessStats;
    /// Starts a game.
    fn start_table(&self, number: usize) -> impl Future<Output = Option<Self::Table>> + Send;
}

/// Two players of a game.
pub(crate) trait LoadTable: Send + 'static {
    /// Makes the next move, and returns the latency of its response; `None` for an error.
    fn make_move(&mut self) -> impl Future<Output = Option<Duration>> + Send;
    /// Receives the move as the other player.
    fn receive_move(&mut self) -> impl Future<Output = Option<()>> + Send;
}

/// The results of a measurement.
#[derive(Default)]
struct LoadMeasurement {
    connections: usize,
    games: usize,
    moves: u64,
    moves_per_cpu_second: f64,
    kib_per_connection: f64,
    p50_ms: f64,
    p99_ms: f64,
    errors: u64,
}

impl LoadMeasurement {
    fn to_json(&self) -> Value {
        let round = |value: f64| (value * 100.0).round() / 100.0;
        json!({
            "connections": self.connections, "games": self.games, "moves": self.moves,
            "moves_per_cpu_second": self.moves_per_cpu_second.round(),
            "kib_per_connection": round(self.kib_per_connection),
            "p50_ms": round(self.p50_ms), "p99_ms": round(self.p99_ms), "errors": self.errors,
        })
    }
}

pub(crate) async fn run(args: &LoadArgs) -> Result<(), String> {
    process::raise_file_limit()?;
    let ours = measure(OwnServer::start().await?, args).await?;
    print_result(args, "foursight", &ours);
    if args.viewers > 0 {
        let viewed = viewers::measure(args.viewers).await?;
        print(args, "foursight, one game with viewers", &viewed);
    }
    if args.peer.is_some() {
        let peer = measure(PeerServer::start()?, args).await?;
        print_result(args, "boardgame.io", &peer);
        return Ok(());
    }
    if ours.errors > 0 {
        return Err(format!("{} errors", ours.errors));
    }
    Ok(())
}

fn print_result(args: &LoadArgs, name: &str, result: &LoadMeasurement) {
    print(args, name, &result.to_json());
}

fn print(args: &LoadArgs, name: &str, measured: &Value) {
    if args.json {
        println!("{}", json!({"server": name, "measured": measured}));
    } else {
        println!("{name}: {measured}");
    }
}

async fn measure<S: LoadServer>(server: S, args: &LoadArgs) -> Result<LoadMeasurement, String> {
    let games = args.connections / 2;
    let process = server.process();
    let before_kib = process.memory_kib()?;
    let server = Arc::new(server);
    let tables = stream::iter(0..games).map(|number| {
        let server = Arc::clone(&server);
        async move {
            tokio::time::timeout(TRIAL_TIMEOUT, server.start_table(number))
                .await
                .ok()?
        }
    });
    let tables: Vec<_> = tables.buffer_unordered(CONCURRENT_STARTS).collect().await;
    let mut result = LoadMeasurement {
        connections: games * 2,
        games,
        errors: tables.iter().filter(|table| table.is_none()).count() as u64,
        ..LoadMeasurement::default()
    };
    let after_kib = process.memory_kib()?;
    result.kib_per_connection = (after_kib - before_kib) / result.connections as f64;
    eprintln!("{games} games started");
    let mut runner = LoadRunner::open(tables.into_iter().flatten());
    runner
        .run_at_full_speed(&process, Duration::from_secs(args.seconds), &mut result)
        .await?;
    runner.run_at_rate(args, &mut result).await;
    Ok(result)
}

/// All tables, each with a task that moves on request.
struct LoadRunner {
    triggers: Vec<mpsc::Sender<()>>,
    latencies: mpsc::UnboundedReceiver<Option<Duration>>,
    /// True while all tables move as fast as they can.
    is_full_speed: watch::Sender<bool>,
}

impl LoadRunner {
    fn open<T: LoadTable>(tables: impl Iterator<Item = T>) -> Self {
        let (sender, latencies) = mpsc::unbounded_channel();
        let is_full_speed = watch::Sender::new(false);
        let triggers = tables.map(|table| {
            let (trigger, triggers) = mpsc::channel(1);
            tokio::spawn(run_table(
                table,
                triggers,
                is_full_speed.subscribe(),
                sender.clone(),
            ));
            trigger
        });
        Self {
            triggers: triggers.collect(),
            latencies,
            is_full_speed,
        }
    }

    /// Moves at all tables as fast as possible.
    async fn run_at_full_speed(
        &mut self,
        process: &ProcessStats,
        time: Duration,
        result: &mut LoadMeasurement,
    ) -> Result<(), String> {
        self.is_full_speed.send_replace(true);
        self.discard(self.triggers.len() as u64 * WARM_UP, result)
            .await;
        let (started, cpu_before) = (Instant::now(), process.cpu_seconds()?);
        let mut moves = 0;
        while started.elapsed() < time {
            match self.latencies.recv().await {
                Some(Some(_)) => moves += 1,
                Some(None) => result.errors += 1,
                None => break,
            }
        }
        let cpu = process.cpu_seconds()? - cpu_before;
        self.is_full_speed.send_replace(false);
        result.moves = moves;
        result.moves_per_cpu_second = moves as f64 / cpu;
        let (seconds, rate) = (
            started.elapsed(),
            moves as f64 / started.elapsed().as_secs_f64(),
        );
        eprintln!("{moves} moves in {seconds:.1?}, {rate:.0}/s, {cpu:.1} s of CPU time");
        Ok(())
    }

    async fn discard(&mut self, moves: u64, result: &mut LoadMeasurement) {
        for _ in 0..moves {
            if let Some(None) = self.latencies.recv().await {
                result.errors += 1;
            }
        }
    }

    /// Moves at one table after the other, at the requested rate.
    async fn run_at_rate(&mut self, args: &LoadArgs, result: &mut LoadMeasurement) {
        // Let the moves of the previous phase finish.
        tokio::time::sleep(Duration::from_secs(1)).await;
        while self.latencies.try_recv().is_ok() {}
        let moves = args.rate * args.seconds;
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / args.rate as u32);
        let mut latencies = Vec::new();
        for number in 0..moves as usize {
            ticks.tick().await;
            let trigger = &self.triggers[number % self.triggers.len()];
            result.errors += u64::from(trigger.try_send(()).is_err());
        }
        while latencies.len() < moves as usize {
            match tokio::time::timeout(TRIAL_TIMEOUT, self.latencies.recv()).await {
                Ok(Some(Some(time))) => latencies.push(time),
                Ok(Some(None)) => result.errors += 1,
                _ => break,
            }
        }
        result.errors += moves.saturating_sub(latencies.len() as u64);
        latencies.sort_unstable();
        let at = |part: usize| {
            latencies
                .get(latencies.len() * part / 100)
                .copied()
                .unwrap_or_default()
        };
        result.p50_ms = at(50).as_secs_f64() * 1e3;
        result.p99_ms = at(99).as_secs_f64() * 1e3;
    }
}

async fn run_table<T: LoadTable>(
    mut table: T,
    mut triggers: mpsc::Receiver<()>,
    mut is_full_speed: watch::Receiver<bool>,
    sender: mpsc::UnboundedSender<Option<Duration>>,
) {
    loop {
        if !*is_full_speed.borrow_and_update() {
            tokio::select! {
                trigger = triggers.recv() => if trigger.is_none() { return },
                changed = is_full_speed.changed() => {
                    if changed.is_err() { return }
                    continue;
                }
            }
        }
        let moved = tokio::time::timeout(TRIAL_TIMEOUT, async {
            let time = table.make_move().await?;
            table.receive_move().await?;
            Some(time)
        });
        let time = moved.await.ok().flatten();
        if sender.send(time).is_err() || time.is_none() {
            return;
        }
    }
}
