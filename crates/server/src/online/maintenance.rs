//! Background tasks of a node: heartbeats, credit for downtime, and purging of expired data.

use std::sync::Arc;
use std::time::Duration;

use super::game_actor::GameMessage;
use super::{ServerNode, lobby, shutdown};
use crate::store::StoreError;

/// Interval of a node's heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Time without a heartbeat of any node that counts as a downtime of the whole cluster.
pub(super) const DOWNTIME_MIN_MS: u64 = 3_000;
/// Interval at which the seeks of connected people are refreshed.
const SEEK_REFRESH_INTERVAL: Duration = Duration::from_secs(10);
/// Interval at which expired data is purged.
const PURGE_INTERVAL: Duration = Duration::from_mins(10);
/// Age at which seeks and invitations are purged: a week.
const SEEK_RETENTION_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// Credits downtime to running clocks, and starts the background tasks.
pub(super) async fn start(node: &Arc<ServerNode>) -> Result<(), StoreError> {
    let now_ms = node.clock.now_ms();
    if let Some(last_ms) = node.store.last_heartbeat().await? {
        let down_ms = now_ms.saturating_sub(last_ms);
        start_timed_games(node, (down_ms > DOWNTIME_MIN_MS).then_some(last_ms)).await?;
    }
    node.store.heartbeat(&node.id, now_ms).await?;
    tokio::spawn(heartbeat(Arc::clone(node)));
    tokio::spawn(lobby::broadcast_changes(Arc::clone(node)));
    tokio::spawn(purge(Arc::clone(node)));
    Ok(())
}

/// Starts the actors of all timed games, so that their clocks can run out; other games are loaded
/// on demand. Downtime of the whole cluster is credited, unless another node has done so.
async fn start_timed_games(
    node: &Arc<ServerNode>,
    down_since_ms: Option<u64>,
) -> Result<(), StoreError> {
    for game in node.store.timed_games().await? {
        let message = match down_since_ms {
            Some(since_ms) => GameMessage::CreditDowntime { since_ms },
            None => GameMessage::CatchUp,
        };
        node.send_to_game(&game, message);
    }
    Ok(())
}

async fn heartbeat(node: Arc<ServerNode>) {
    let mut shutting_down = node.shutting_down();
    let mut ticks = tokio::time::interval(HEARTBEAT_INTERVAL);
    let refresh_every = SEEK_REFRESH_INTERVAL.as_secs() / HEARTBEAT_INTERVAL.as_secs();
    for count in 0_u64.. {
        tokio::select! {
            _ = ticks.tick() => {}
            () = shutdown(&mut shutting_down) => return,
        }
        let now_ms = node.clock.now_ms();
        if node.store.heartbeat(&node.id, now_ms).await.is_err() {
            node.metrics.store_errors.inc();
        }
        if count % refresh_every == 0 {
            refresh_seeks_of_connected(&node, now_ms).await;
        }
    }
}

/// Refreshes the seeks of all connected people.
async fn refresh_seeks_of_connected(node: &ServerNode, now_ms: u64) {
    let Ok(seeks) = node.store.seeks(0, u64::from(u32::MAX)).await else {
        return;
    };
    for seek in seeks.iter().filter(|seek| node.is_connected(&seek.person)) {
        // Best effort: the next refresh will do.
        let _ = node.store.refresh_seeks(&seek.person, now_ms).await;
    }
}

async fn purge(node: Arc<ServerNode>) {
    let mut shutting_down = node.shutting_down();
    let mut ticks = tokio::time::interval(PURGE_INTERVAL);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = shutdown(&mut shutting_down) => return,
        }
        let now_ms = node.clock.now_ms();
        // Best effort: the next purge will do.
        let _ = node.store.purge_sessions(now_ms).await;
        let _ = node
            .store
            .purge_seeks(now_ms.saturating_sub(SEEK_RETENTION_MS))
            .await;
        let node_retention_ms = 60 * 60 * 1000;
        let _ = node
            .store
            .purge_nodes(now_ms.saturating_sub(node_retention_ms))
            .await;
    }
}
