//! Background tasks of a node: heartbeats, credit for downtime, and purging of expired data.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::game_actor::{GameMessage, STORE_TIMEOUT};
use super::started_games::LOOKBACK_MS;
use super::{ServerNode, lobby, shutdown};
use crate::store::{Store, StoreError};

/// Interval of a node's heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Age below which a heartbeat may be that of a node that is alive; the clocks of two machines may
/// differ by a part of it.
const RECENT_HEARTBEAT_MS: u64 = 10_000;
/// Time without a heartbeat of any node that counts as a downtime of the whole cluster. A node that
/// has no others was down whenever it starts.
const DOWNTIME_MIN_MS: u64 = 3_000;
/// Interval, in heartbeats, at which the store is asked for accepted seeks while the bus is up: a
/// message can be lost. While it is down every heartbeat asks.
const ACCEPTED_SEEKS_EVERY: u64 = 5;
/// Interval at which the seeks of connected people are refreshed.
const SEEK_REFRESH_INTERVAL: Duration = Duration::from_secs(10);
/// Interval at which expired data is purged.
const PURGE_INTERVAL: Duration = Duration::from_mins(10);
const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Age at which seeks and invitations are purged.
const SEEK_RETENTION_MS: u64 = 7 * DAY_MS;
/// Age at which the seek of a person who is not connected is purged.
const ABANDONED_SEEK_RETENTION_MS: u64 = 60 * 60 * 1000;
/// Absence after which a guest who has never played is deleted.
const GUEST_RETENTION_MS: u64 = 30 * DAY_MS;

/// Credits downtime to running clocks, and starts the background tasks.
pub(super) async fn start(node: &Arc<ServerNode>) -> Result<(), StoreError> {
    let now_ms = node.clock.now_ms();
    node.skip_audit_log().await?;
    if let Some(last_ms) = node.store.last_heartbeat().await? {
        let down_ms = now_ms.saturating_sub(last_ms);
        let is_down = !node.bus.has_others() || down_ms > DOWNTIME_MIN_MS;
        start_timed_games(node, is_down.then_some(last_ms)).await?;
    }
    node.write_heartbeat().await?;
    tokio::spawn(heartbeat(Arc::clone(node)));
    tokio::spawn(lobby::broadcast_changes(Arc::clone(node)));
    tokio::spawn(purge(Arc::clone(node)));
    Ok(())
}

/// Refuses to start without a bus beside a node that is alive. One that was killed a moment ago has a
/// recent heartbeat, too, but no next one.
pub(super) async fn refuse_other_nodes(store: &Store, now_ms: u64) -> Result<(), StoreError> {
    let recent_ms = now_ms.saturating_sub(RECENT_HEARTBEAT_MS);
    let before = store.heartbeats(recent_ms).await?;
    if before.is_empty() {
        return Ok(());
    }
    tokio::time::sleep(HEARTBEAT_INTERVAL * 5 / 2).await;
    let after = store.heartbeats(recent_ms).await?;
    let is_alive = |(id, seen_ms): &(String, u64)| {
        let mut all = after.iter();
        all.any(|(other, later_ms)| id == other && later_ms > seen_ms)
    };
    match before.iter().find(|node| is_alive(node)) {
        Some((id, _)) => Err(StoreError(format!(
            "the server {id} uses this store, and they would not hear of each other's moves: give \
             both the same --bus, or stop it"
        ))),
        None => Ok(()),
    }
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
            () = shutdown(&mut shutting_down) => break,
        }
        beat(&node).await;
        // Best effort: the next heartbeat continues at the same line.
        let _ = node.follow_audit_log().await;
        let is_bus_up = node.bus.is_up();
        node.bus_state
            .send_if_modified(|state| std::mem::replace(state, is_bus_up) != is_bus_up);
        if node.bus.has_others() && (!is_bus_up || count % ACCEPTED_SEEKS_EVERY == 0) {
            notify_accepted_seeks(&node).await;
        }
        if count % refresh_every == 0 {
            refresh_seeks_of_connected(&node, node.clock.now_ms()).await;
        }
    }
    // The downtime begins now.
    beat(&node).await;
}

/// Writes the heartbeat, and notes whether the store accepts it.
async fn beat(node: &ServerNode) {
    let started = Instant::now();
    let written = tokio::time::timeout(STORE_TIMEOUT, node.write_heartbeat()).await;
    match written.unwrap_or_else(|_| Err(StoreError::timeout())) {
        Ok(()) => {
            let duration_us = started.elapsed().as_micros() as u64;
            node.heartbeat_us.store(duration_us, Ordering::Relaxed);
            node.store_health.record_success();
        }
        Err(error) => {
            node.metrics.store_errors.inc();
            node.store_health.record_write_failure(&error);
        }
    }
}

/// Tells people on this node whose seek or invitation was accepted on another one that their game
/// has begun, in case the message of that node was lost.
pub(super) async fn notify_accepted_seeks(node: &ServerNode) {
    let since_ms = node.clock.now_ms().saturating_sub(LOOKBACK_MS);
    // Best effort: the next heartbeat asks again.
    let accepted = node.store.accepted_since(since_ms).await;
    for (person, game) in accepted.unwrap_or_default() {
        node.notify_started_here(&person, &game);
    }
}

/// Refreshes the seeks of all connected people.
async fn refresh_seeks_of_connected(node: &ServerNode, now_ms: u64) {
    // Also those that could not be refreshed while the store was down.
    let open_since_ms = now_ms.saturating_sub(ABANDONED_SEEK_RETENTION_MS);
    let Ok(seeks) = node.store.seeks(open_since_ms, u64::from(u32::MAX)).await else {
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
            .purge_seeks(
                now_ms.saturating_sub(SEEK_RETENTION_MS),
                now_ms.saturating_sub(ABANDONED_SEEK_RETENTION_MS),
            )
            .await;
        let _ = node
            .store
            .purge_people(now_ms.saturating_sub(GUEST_RETENTION_MS), now_ms)
            .await;
        let node_retention_ms = 60 * 60 * 1000;
        let _ = node
            .store
            .purge_nodes(now_ms.saturating_sub(node_retention_ms))
            .await;
    }
}
