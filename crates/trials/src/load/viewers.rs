//! A game with many viewers: they join at once, receive moves, and leave at once.
//!
//! What a viewer costs must not depend on how many others there are: presence is coalesced, so a
//! thousand who join cause a few messages each, not a thousand.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::own_server::{OwnServer, person};
use super::socket::LoadSocket;
use super::{CONCURRENT_STARTS, LoadServer, LoadTable, TRIAL_TIMEOUT};
use crate::server_metrics::{metric, wait_for_no_games};

/// Moves whose arrival at all viewers is measured.
const MOVES: usize = 20;
/// Interval of these moves.
const MOVE_INTERVAL: Duration = Duration::from_millis(250);
/// Delay before a refused request is repeated.
const RETRY_DELAY: Duration = Duration::from_millis(20);
/// Time after which the server unloads the game.
const IDLE_TIMEOUT: Duration = Duration::from_secs(1);
/// Interval at which metrics are read.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Phase of all viewers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum ViewerPhase {
    Connected,
    Watching,
    Gone,
}

/// Messages that all viewers together have received.
struct ViewerCounts {
    phase: watch::Sender<ViewerPhase>,
    tables: watch::Sender<usize>,
    entries: watch::Sender<usize>,
    presence_messages: AtomicUsize,
    /// Size of the presence messages.
    presence_bytes: AtomicU64,
    busy: AtomicUsize,
}

impl ViewerCounts {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            phase: watch::Sender::new(ViewerPhase::Connected),
            tables: watch::Sender::new(0),
            entries: watch::Sender::new(0),
            presence_messages: AtomicUsize::new(0),
            presence_bytes: AtomicU64::new(0),
            busy: AtomicUsize::new(0),
        })
    }

    /// Waits until this many messages have arrived.
    async fn wait_for(counter: &watch::Sender<usize>, count: usize) -> Result<(), String> {
        let mut counts = counter.subscribe();
        let reached = counts.wait_for(|reached| *reached >= count);
        let reached = tokio::time::timeout(TRIAL_TIMEOUT, reached).await;
        reached
            .map(drop)
            .map_err(|_| format!("{} of {count} messages arrived", *counter.borrow()))
    }
}

/// One viewer, from the time when it is connected.
async fn view(
    mut socket: LoadSocket,
    game: String,
    counts: Arc<ViewerCounts>,
    mut phase: watch::Receiver<ViewerPhase>,
) -> Option<()> {
    let mut is_watching = false;
    let watch = format!(r#"{{"type":"watch","cid":2,"game":"{game}"}}"#);
    loop {
        let text = tokio::select! {
            text = socket.next() => text?,
            changed = phase.changed() => {
                changed.ok()?;
                let phase = *phase.borrow_and_update();
                if phase == ViewerPhase::Gone {
                    return Some(());
                }
                if phase == ViewerPhase::Watching && !is_watching {
                    is_watching = true;
                    socket.send(watch.clone()).await?;
                }
                continue;
            }
        };
        let is_of = |kind: &str| text.contains(&format!("\"type\":\"{kind}\""));
        if is_of("entry") {
            counts.entries.send_modify(|count| *count += 1);
        } else if is_of("seats") {
            counts.presence_messages.fetch_add(1, Ordering::Relaxed);
            let bytes = text.len() as u64;
            counts.presence_bytes.fetch_add(bytes, Ordering::Relaxed);
        } else if is_of("table") {
            counts.tables.send_modify(|count| *count += 1);
        } else if is_of("ping") {
            socket.send(r#"{"type":"pong"}"#.to_owned()).await?;
        } else if is_of("refused") && text.contains("\"busy\"") {
            counts.busy.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(RETRY_DELAY).await;
            socket.send(watch.clone()).await?;
        }
    }
}

/// Connects viewers. Returns how many could not be connected.
async fn connect(
    address: SocketAddr,
    viewers: usize,
    game: &str,
    counts: &Arc<ViewerCounts>,
) -> usize {
    let connecting = stream::iter(0..viewers).map(|_| async move {
        let connected = tokio::time::timeout(TRIAL_TIMEOUT, person(address));
        connected.await.ok().flatten()
    });
    let sockets: Vec<_> = connecting
        .buffer_unordered(CONCURRENT_STARTS)
        .collect()
        .await;
    let connected: Vec<_> = sockets.into_iter().flatten().collect();
    let missing = viewers - connected.len();
    for socket in connected {
        // Subscribed here: a task that starts late would miss a change.
        let phase = counts.phase.subscribe();
        tokio::spawn(view(socket, game.to_owned(), Arc::clone(counts), phase));
    }
    missing
}

/// Measures a game with this many viewers.
pub(super) async fn measure(viewers: usize) -> Result<Value, String> {
    let server = OwnServer::start_with_idle_timeout(Some(IDLE_TIMEOUT)).await?;
    let (address, process) = (server.address(), server.process());
    let mut table = server.start_table(0).await.ok_or("no game started")?;
    let counts = ViewerCounts::new();
    let before_kib = process.memory_kib()?;
    let missing = connect(address, viewers, table.game(), &counts).await;
    if missing > 0 {
        return Err(format!("{missing} of {viewers} viewers could not connect"));
    }
    let connected_kib = process.memory_kib()?;

    let (started, cpu_before) = (Instant::now(), process.cpu_seconds()?);
    counts.phase.send_replace(ViewerPhase::Watching);
    ViewerCounts::wait_for(&counts.tables, viewers).await?;
    let join_ms = started.elapsed().as_secs_f64() * 1e3;
    // The last change of the presence is broadcast after half a second.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let join_cpu = process.cpu_seconds()? - cpu_before;
    let watching_kib = process.memory_kib()?;
    let presence = counts.presence_messages.load(Ordering::Relaxed);
    let presence_bytes = counts.presence_bytes.load(Ordering::Relaxed);

    let mut latencies_ms = Vec::new();
    let cpu_before = process.cpu_seconds()?;
    let mut ticks = tokio::time::interval(MOVE_INTERVAL);
    for number in 1..=MOVES {
        ticks.tick().await;
        let sent = Instant::now();
        let moved = async {
            table.make_move().await?;
            table.receive_move().await
        };
        let moved = tokio::time::timeout(TRIAL_TIMEOUT, moved).await;
        moved.ok().flatten().ok_or("a move was not answered")?;
        ViewerCounts::wait_for(&counts.entries, number * viewers).await?;
        latencies_ms.push(sent.elapsed().as_secs_f64() * 1e3);
    }
    let move_cpu = process.cpu_seconds()? - cpu_before;
    latencies_ms.sort_unstable_by(f64::total_cmp);

    let (started, cpu_before) = (Instant::now(), process.cpu_seconds()?);
    counts.phase.send_replace(ViewerPhase::Gone);
    // The two players are still there.
    let left = async {
        while metric(address, "foursight_sockets").await != Some(2.0) {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    let left = tokio::time::timeout(TRIAL_TIMEOUT, left).await;
    left.map_err(|_| "sockets of viewers who have left are still open")?;
    let leave_ms = started.elapsed().as_secs_f64() * 1e3;
    let leave_cpu = process.cpu_seconds()? - cpu_before;
    drop(table);
    let unloaded = tokio::time::timeout(TRIAL_TIMEOUT, wait_for_no_games(address)).await;
    unloaded.map_err(|_| "the game was not unloaded after its viewers had left")?;
    let round = |value: f64| (value * 100.0).round() / 100.0;
    let each = |value: f64| round(value / viewers as f64);
    Ok(json!({
        "viewers": viewers, "join_ms": join_ms.round(), "join_cpu_seconds": round(join_cpu),
        "busy": counts.busy.load(Ordering::Relaxed),
        "presence_messages_each": each(presence as f64),
        "presence_bytes_each": each(presence_bytes as f64).round(),
        "kib_connected": each(connected_kib - before_kib),
        "kib_watching": each(watching_kib - before_kib),
        "move_to_all_p50_ms": round(latencies_ms[MOVES / 2]),
        "move_to_all_max_ms": round(latencies_ms[MOVES - 1]),
        "cpu_ms_per_move": round(move_cpu * 1e3 / MOVES as f64),
        "leave_ms": leave_ms.round(), "leave_cpu_seconds": round(leave_cpu),
    }))
}
