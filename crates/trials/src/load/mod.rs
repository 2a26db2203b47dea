//! `load`: how much one node carries, and beside it a server that anybody can install.
//!
//! People sit at tables in pairs. First all of them move as quickly as they are answered, which tells how many
//! moves a second of the server's processor is worth; then so many moves a second are made as a large club
//! makes, which tells how long an answer takes. Ours keeps each move on the disk before it answers.

mod ours;
mod peer;
mod process;
mod socket;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use futures_util::StreamExt;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use ours::Ours;
use peer::Peer;
pub(crate) use process::Process;

/// Tables that are laid at once.
const AT_ONCE: usize = 50;
/// Whatever takes longer than this is an error.
const PATIENCE: Duration = Duration::from_secs(30);
/// Moves before the measuring begins, at each table.
const WARM_UP: u64 = 2;

#[derive(Args, Clone, Copy)]
pub(crate) struct LoadArgs {
    /// How many people are connected, two at a table
    #[arg(long, default_value_t = 5_000)]
    connections: usize,
    /// How long they move as quickly as they can, in seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Moves a second while answers are timed
    #[arg(long, default_value_t = 250)]
    rate: u64,
    /// Does the same with another server, from the npm registry
    #[arg(long)]
    peer: Option<PeerName>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PeerName {
    #[value(name = "boardgame.io")]
    BoardgameIo,
}

/// A server, and two people at one of its tables.
pub(crate) trait Server: Send + Sync + 'static {
    /// Two people at a table.
    type Table: Table;
    /// Its process.
    fn process(&self) -> Process;
    /// Lays a table.
    fn table(&self, number: usize) -> impl Future<Output = Option<Self::Table>> + Send;
}

/// Two people at a table.
pub(crate) trait Table: Send + 'static {
    /// The next move, from the question to the answer; none if there is none.
    fn make_move(&mut self) -> impl Future<Output = Option<Duration>> + Send;
    /// Reads what was sent to the other person.
    fn catch_up(&mut self) -> impl Future<Output = Option<()>> + Send;
}

/// What was measured.
#[derive(Default)]
struct Measured {
    connections: usize,
    games: usize,
    moves: u64,
    moves_per_cpu_second: f64,
    kib_per_connection: f64,
    p50_ms: f64,
    p99_ms: f64,
    errors: u64,
}

impl Measured {
    fn told(&self) -> Value {
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
    process::allow_files()?;
    let ours = measure(Ours::start().await?, args).await?;
    tell(args, "foursight", &ours);
    if args.peer.is_some() {
        let peer = measure(Peer::start()?, args).await?;
        tell(args, "boardgame.io", &peer);
        return Ok(());
    }
    if ours.errors > 0 {
        return Err(format!("{} errors", ours.errors));
    }
    Ok(())
}

fn tell(args: &LoadArgs, name: &str, measured: &Measured) {
    let told = measured.told();
    match (args.json, args.peer) {
        (true, None) => println!("{told}"),
        (true, Some(_)) => println!("{}", json!({"server": name, "measured": told})),
        (false, _) => println!("{name}: {told}"),
    }
}

async fn measure<S: Server>(server: S, args: &LoadArgs) -> Result<Measured, String> {
    let games = args.connections / 2;
    let process = server.process();
    let before_kib = process.memory_kib()?;
    let server = Arc::new(server);
    let laid = stream::iter(0..games).map(|number| {
        let server = Arc::clone(&server);
        async move {
            tokio::time::timeout(PATIENCE, server.table(number))
                .await
                .ok()?
        }
    });
    let tables: Vec<_> = laid.buffer_unordered(AT_ONCE).collect().await;
    let mut measured = Measured {
        connections: games * 2,
        games,
        errors: tables.iter().filter(|table| table.is_none()).count() as u64,
        ..Measured::default()
    };
    let after_kib = process.memory_kib()?;
    measured.kib_per_connection = (after_kib - before_kib) / measured.connections as f64;
    eprintln!("{games} tables are laid");
    let mut hall = Hall::open(tables.into_iter().flatten());
    hall.all_at_once(&process, Duration::from_secs(args.seconds), &mut measured)
        .await?;
    hall.in_turn(args, &mut measured).await;
    Ok(measured)
}

/// All tables, each with a task that makes a move when it is told to.
struct Hall {
    turns: Vec<mpsc::Sender<()>>,
    times: mpsc::UnboundedReceiver<Option<Duration>>,
    /// True while all move as quickly as they can.
    is_hurried: watch::Sender<bool>,
}

impl Hall {
    fn open<T: Table>(tables: impl Iterator<Item = T>) -> Self {
        let (tell, times) = mpsc::unbounded_channel();
        let is_hurried = watch::Sender::new(false);
        let turns = tables.map(|table| {
            let (turn, turns) = mpsc::channel(1);
            tokio::spawn(sit(table, turns, is_hurried.subscribe(), tell.clone()));
            turn
        });
        Self {
            turns: turns.collect(),
            times,
            is_hurried,
        }
    }

    /// Everybody moves as quickly as possible.
    async fn all_at_once(
        &mut self,
        process: &Process,
        time: Duration,
        measured: &mut Measured,
    ) -> Result<(), String> {
        self.is_hurried.send_replace(true);
        self.count(self.turns.len() as u64 * WARM_UP, measured)
            .await;
        let (started, cpu_before) = (Instant::now(), process.cpu_seconds()?);
        let mut moves = 0;
        while started.elapsed() < time {
            match self.times.recv().await {
                Some(Some(_)) => moves += 1,
                Some(None) => measured.errors += 1,
                None => break,
            }
        }
        let cpu = process.cpu_seconds()? - cpu_before;
        self.is_hurried.send_replace(false);
        measured.moves = moves;
        measured.moves_per_cpu_second = moves as f64 / cpu;
        let (seconds, rate) = (
            started.elapsed(),
            moves as f64 / started.elapsed().as_secs_f64(),
        );
        eprintln!(
            "{moves} moves in {seconds:.1?}, {rate:.0} a second, {cpu:.1} s of the processor"
        );
        Ok(())
    }

    async fn count(&mut self, moves: u64, measured: &mut Measured) {
        for _ in 0..moves {
            if let Some(None) = self.times.recv().await {
                measured.errors += 1;
            }
        }
    }

    /// One table after the other makes a move, at the rate that is asked for.
    async fn in_turn(&mut self, args: &LoadArgs, measured: &mut Measured) {
        // What is under way from before is none of ours.
        tokio::time::sleep(Duration::from_secs(1)).await;
        while self.times.try_recv().is_ok() {}
        let moves = args.rate * args.seconds;
        let mut beat = tokio::time::interval(Duration::from_secs(1) / args.rate as u32);
        let mut times = Vec::new();
        for number in 0..moves as usize {
            beat.tick().await;
            let turn = &self.turns[number % self.turns.len()];
            measured.errors += u64::from(turn.try_send(()).is_err());
        }
        while times.len() < moves as usize {
            match tokio::time::timeout(PATIENCE, self.times.recv()).await {
                Ok(Some(Some(time))) => times.push(time),
                Ok(Some(None)) => measured.errors += 1,
                _ => break,
            }
        }
        measured.errors += moves.saturating_sub(times.len() as u64);
        times.sort_unstable();
        let at = |part: usize| {
            times
                .get(times.len() * part / 100)
                .copied()
                .unwrap_or_default()
        };
        measured.p50_ms = at(50).as_secs_f64() * 1e3;
        measured.p99_ms = at(99).as_secs_f64() * 1e3;
    }
}

async fn sit<T: Table>(
    mut table: T,
    mut turns: mpsc::Receiver<()>,
    mut is_hurried: watch::Receiver<bool>,
    tell: mpsc::UnboundedSender<Option<Duration>>,
) {
    loop {
        if !*is_hurried.borrow_and_update() {
            tokio::select! {
                turn = turns.recv() => if turn.is_none() { return },
                changed = is_hurried.changed() => {
                    if changed.is_err() { return }
                    continue;
                }
            }
        }
        let moved = tokio::time::timeout(PATIENCE, async {
            let time = table.make_move().await?;
            table.catch_up().await?;
            Some(time)
        });
        let time = moved.await.ok().flatten();
        if tell.send(time).is_err() || time.is_none() {
            return;
        }
    }
}
