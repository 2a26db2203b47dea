//! Other nodes on the same store, and whether this node receives their announcements on its bus.
//!
//! Nodes that share a store but no bus would not hear of each other's moves. A node therefore asks at
//! its start who is there, and does not start beside one that is alive but silent. Later it compares
//! the nodes that announce themselves with those in the store now and then. Announcements carry the time, because clocks
//! that differ would end games when a player moves to another node.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::ServerNode;
use crate::store::StoreError;

/// Bus subject of announcements.
pub(super) const SUBJECT: &str = "nodes";
/// Request to all nodes to announce themselves.
const WHO: &str = "who";
/// Age below which a heartbeat may be that of a node that is alive; the clocks of two machines may
/// differ by a part of it.
const RECENT_HEARTBEAT_MS: u64 = 10_000;
/// Time in which a node that is alive has written its next heartbeat.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_millis(2_500);
/// Interval at which a starting node asks who is there.
const ASK_INTERVAL: Duration = Duration::from_millis(100);
/// Time without an announcement after which a node counts as silent: three are missing.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(35);
/// Difference of the clocks of two nodes above which operators are warned, in milliseconds. Messages
/// take a part of it.
const CLOCK_DIFFERENCE_MAX_MS: u64 = 2_000;
/// Minimum interval between two warnings.
const WARNING_INTERVAL: Duration = Duration::from_mins(1);

/// Nodes with the times of their last announcements.
#[derive(Default)]
pub(super) struct PeerNodes(Mutex<PeerState>);

#[derive(Default)]
struct PeerState {
    last_announcements: HashMap<String, Instant>,
    last_warning: Option<Instant>,
}

impl PeerNodes {
    fn state(&self) -> MutexGuard<'_, PeerState> {
        // No statement leaves the state inconsistent, so a poisoned lock is fine.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self, id: &str) {
        let now = Instant::now();
        let mut state = self.state();
        state
            .last_announcements
            .retain(|_, at| now.duration_since(*at) < SILENCE_TIMEOUT);
        state.last_announcements.insert(id.to_owned(), now);
    }

    fn is_silent(&self, id: &str) -> bool {
        let last = self.state().last_announcements.get(id).copied();
        last.is_none_or(|at| at.elapsed() >= SILENCE_TIMEOUT)
    }

    /// Returns true if a warning is due, and notes it.
    fn may_warn(&self) -> bool {
        let now = Instant::now();
        let last = &mut self.state().last_warning;
        let is_due = last.is_none_or(|last| now.duration_since(last) >= WARNING_INTERVAL);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

impl ServerNode {
    /// Announces this node to the others.
    pub(super) fn announce(&self) {
        let message = format!("here {} {}", self.id, self.clock.now_ms());
        self.bus.publish(SUBJECT, &message);
    }

    pub(super) fn handle_peer_message(&self, message: &str) {
        let mut words = message.split(' ');
        match (words.next(), words.next(), words.next()) {
            (Some(WHO), None, _) => self.announce(),
            (Some("here"), Some(id), Some(now_ms)) => {
                self.peers.record(id);
                let theirs_ms = now_ms.parse().ok();
                let difference_ms = theirs_ms.and_then(|ms| difference(ms, self.clock.now_ms()));
                if let Some(difference_ms) = difference_ms.filter(|_| self.peers.may_warn()) {
                    tracing::warn!(
                        node = id,
                        difference_ms,
                        "the clocks of two nodes differ: synchronise them by NTP"
                    );
                }
            }
            _ => tracing::warn!(message, "cannot decode an announcement of another node"),
        }
    }

    /// Refuses to start beside a node that is alive and not on this node's bus. One that was killed a
    /// moment ago has a recent heartbeat, too, but no next one.
    pub(super) async fn refuse_silent_nodes(&self) -> Result<(), StoreError> {
        let before = self.recent_heartbeats().await?;
        let give_up_at = Instant::now() + HEARTBEAT_TIMEOUT;
        loop {
            if before.iter().all(|(id, _)| !self.peers.is_silent(id)) {
                return Ok(());
            }
            if Instant::now() >= give_up_at {
                break;
            }
            self.bus.publish(SUBJECT, WHO);
            tokio::time::sleep(ASK_INTERVAL).await;
        }
        let after = self.recent_heartbeats().await?;
        let is_alive = |(id, seen_ms): &&(String, u64)| {
            let mut all = after.iter();
            all.any(|(other, later_ms)| id == other && later_ms > seen_ms)
        };
        let mut alive = before.iter().filter(is_alive);
        match alive.find(|(id, _)| self.peers.is_silent(id)) {
            // Nodes work without the bus, and this one cannot tell whether it is the same.
            Some((id, _)) if !self.bus.is_up() => {
                tracing::warn!(node = id, "the bus is down: is it that of the other nodes?");
                Ok(())
            }
            Some((id, _)) => Err(StoreError(format!(
                "the server {id} uses this store but not this bus, and they would not hear of each \
                 other's moves: give both the same --bus, or stop it"
            ))),
            None => Ok(()),
        }
    }

    /// Warns of nodes that are alive and not on this node's bus, for example because both started at
    /// the same time.
    pub(super) async fn report_silent_nodes(&self) {
        // Best effort: the next one will do.
        let Ok(recent) = self.recent_heartbeats().await else {
            return;
        };
        let silent = recent.iter().find(|(id, _)| self.peers.is_silent(id));
        if let Some((id, _)) = silent.filter(|_| self.bus.is_up() && self.peers.may_warn()) {
            tracing::error!(
                node = id,
                "a server uses this store but not this bus: give all nodes the same --bus"
            );
        }
    }

    /// Returns the other nodes that may be alive, with their last heartbeats.
    async fn recent_heartbeats(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let since_ms = self.clock.now_ms().saturating_sub(RECENT_HEARTBEAT_MS);
        let mut recent = self.store.heartbeats(since_ms).await?;
        recent.retain(|(id, _)| *id != self.id);
        Ok(recent)
    }
}

/// Returns the difference of two clocks if it is too large.
fn difference(theirs_ms: u64, own_ms: u64) -> Option<u64> {
    Some(theirs_ms.abs_diff(own_ms)).filter(|ms| *ms > CLOCK_DIFFERENCE_MAX_MS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::LocalBus;
    use crate::online::test_node::TestNode;

    #[test]
    fn clocks_that_differ_by_more_than_a_message_takes_are_reported() {
        assert_eq!(difference(10_000, 10_000 + CLOCK_DIFFERENCE_MAX_MS), None);
        assert_eq!(difference(3_610_000, 10_000), Some(3_600_000));
        assert_eq!(difference(10_000, 3_610_000), Some(3_600_000));
    }

    #[tokio::test(start_paused = true)]
    async fn nodes_receive_announcements_while_they_share_a_bus() {
        let bus = LocalBus::default();
        let [one, two] = TestNode::pair(&bus).await;
        tokio::time::sleep(SILENCE_TIMEOUT * 3).await;
        assert!(!one.node.peers.is_silent(&two.node.id));
        assert!(!two.node.peers.is_silent(&one.node.id));
        assert_eq!(one.node.refuse_silent_nodes().await, Ok(()));
        bus.set_up(false);
        tokio::time::sleep(SILENCE_TIMEOUT * 2).await;
        assert!(one.node.peers.is_silent(&two.node.id));
        // Without the bus a node starts, too.
        assert_eq!(one.node.refuse_silent_nodes().await, Ok(()));
        one.node.handle_peer_message("here");
        one.node.handle_peer_message("");
        one.node.handle_peer_message("here there now");
        assert!(!one.node.peers.is_silent("there"));
    }
}
