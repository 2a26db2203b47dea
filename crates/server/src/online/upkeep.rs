//! What a node does by itself: it says that it is there, gives time back after a downtime, and forgets
//! what is over.

use std::sync::Arc;
use std::time::Duration;

use super::table::ToTable;
use super::{Node, ended, lobby};
use crate::store::StoreError;

/// A node says this often that it is there.
const BEAT: Duration = Duration::from_secs(1);
/// If no node was there for longer than this, all were down.
pub(super) const DOWN_MS: u64 = 3_000;
/// Whoever seeks a game is noted this often.
const TOUCH: Duration = Duration::from_secs(10);
/// What is over is forgotten this often.
const CLEAN: Duration = Duration::from_mins(10);
/// After this time seeks and invitations are forgotten: a week.
const SEEKS_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// Gives time back if there was a downtime, and begins.
pub(super) async fn begin(node: &Arc<Node>) -> Result<(), StoreError> {
    let now_ms = node.clock.now_ms();
    if let Some(last_ms) = node.store.last_beat().await? {
        let down_ms = now_ms.saturating_sub(last_ms);
        wake(node, (down_ms > DOWN_MS).then_some(last_ms)).await?;
    }
    node.store.beat(&node.id, now_ms).await?;
    tokio::spawn(beat(Arc::clone(node)));
    tokio::spawn(lobby::tell_changes(Arc::clone(node)));
    tokio::spawn(clean(Arc::clone(node)));
    Ok(())
}

/// Opens every game whose clock may run, so that it is watched; the others wait until somebody looks. The time in which no node was there is
/// given back, unless another node has done so.
async fn wake(node: &Arc<Node>, down_since_ms: Option<u64>) -> Result<(), StoreError> {
    for game in node.store.timed_games().await? {
        let message = match down_since_ms {
            Some(since_ms) => ToTable::Credit { since_ms },
            None => ToTable::Look,
        };
        node.to_table(&game, message);
    }
    Ok(())
}

async fn beat(node: Arc<Node>) {
    let mut ending = node.ending();
    let mut beats = tokio::time::interval(BEAT);
    let touch_every = TOUCH.as_secs() / BEAT.as_secs();
    for count in 0_u64.. {
        tokio::select! {
            _ = beats.tick() => {}
            () = ended(&mut ending) => return,
        }
        let now_ms = node.clock.now_ms();
        if node.store.beat(&node.id, now_ms).await.is_err() {
            node.metrics.store_errors.more();
        }
        if count % touch_every == 0 {
            touch(&node, now_ms).await;
        }
    }
}

/// Notes of all who have a connection that their seeks still count.
async fn touch(node: &Node, now_ms: u64) {
    let Ok(seeks) = node.store.seeks(0, u64::from(u32::MAX)).await else {
        return;
    };
    for seek in seeks.iter().filter(|seek| node.is_here(&seek.person)) {
        // The next time will do.
        let _ = node.store.touch_seeks(&seek.person, now_ms).await;
    }
}

async fn clean(node: Arc<Node>) {
    let mut ending = node.ending();
    let mut times = tokio::time::interval(CLEAN);
    loop {
        tokio::select! {
            _ = times.tick() => {}
            () = ended(&mut ending) => return,
        }
        let now_ms = node.clock.now_ms();
        // What could not be forgotten now is forgotten the next time.
        let _ = node.store.forget_sessions(now_ms).await;
        let _ = node
            .store
            .forget_seeks(now_ms.saturating_sub(SEEKS_MS))
            .await;
        let hour_ms = 60 * 60 * 1000;
        let _ = node
            .store
            .forget_nodes(now_ms.saturating_sub(hour_ms))
            .await;
    }
}
