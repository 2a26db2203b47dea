//! Outages of the store.
//!
//! A command that cannot be committed waits for a few seconds and is then refused, though its event
//! may turn out to be in the log after all. No clock runs out during an outage, and when it is over
//! the running clock is credited with it: its player may have moved without an answer, or may not
//! have received the opponent's move.

use std::time::Duration;

use foursight_table::{Actor, Command};
use tokio::time::Instant;

use super::GameActor;
use super::load::LoadError;
use crate::online::pending_command::{NextAction, PendingCommand};
use crate::store::{STORE_TIMEOUT, StoreError};

/// Delay before the store is tried again.
const RETRY_DELAY: Duration = Duration::from_millis(200);
/// A commit that takes longer than this is credited to the clock that its event has started.
const SLOW_COMMIT_MS: u64 = 1_000;

/// An outage of the store, as this game sees it.
pub(super) struct Outage {
    /// Time of arrival of the first command that could not be committed.
    since_ms: u64,
    /// Commands are refused from then on.
    give_up_at: Instant,
    /// Time of the next attempt to recover.
    pub(super) retry_at: Instant,
}

impl GameActor {
    /// Notes that a command of this time could not be committed.
    pub(super) fn on_store_failure(&mut self, at_ms: u64) {
        let now = Instant::now();
        let outage = self.outage.get_or_insert(Outage {
            since_ms: at_ms,
            give_up_at: now + STORE_TIMEOUT,
            retry_at: now,
        });
        outage.since_ms = outage.since_ms.min(at_ms);
        outage.retry_at = now + RETRY_DELAY;
    }

    /// Waits for the end of the outage. Returns false if it takes too long.
    pub(super) async fn wait_for_store(&mut self) -> bool {
        while let Some(outage) = &self.outage {
            let (give_up_at, retry_at) = (outage.give_up_at, outage.retry_at);
            let is_ending = self.node.is_shutting_down() || self.unknown_event.is_some();
            if is_ending || Instant::now() >= give_up_at {
                return false;
            }
            tokio::time::sleep_until(retry_at).await;
            self.recover().await;
        }
        true
    }

    /// Tries the store again. If it works, reads what has happened, and credits the running clock.
    pub(super) async fn recover(&mut self) {
        let Some(since_ms) = self.outage.as_ref().map(|outage| outage.since_ms) else {
            return;
        };
        if self.try_recover(since_ms).await.is_ok() {
            self.outage = None;
        } else if let Some(outage) = &mut self.outage {
            outage.retry_at = Instant::now() + RETRY_DELAY;
        }
    }

    async fn try_recover(&mut self, since_ms: u64) -> Result<(), LoadError> {
        // The heartbeat of the node tries all the time, for all games.
        if !self.node.store.health().is_writable() {
            return Err(StoreError::timeout().into());
        }
        // A write waits behind those whose outcome is unknown, so that the log is complete now.
        self.node.write_heartbeat().await?;
        self.catch_up().await?;
        self.credit(since_ms).await
    }

    /// Credits the time since then to the running clock. An event since then marks its end: another
    /// node has credited it, or the event started the clock.
    async fn credit(&mut self, since_ms: u64) -> Result<(), LoadError> {
        let now_ms = self.node.clock.now_ms();
        let ms = now_ms.saturating_sub(since_ms.max(self.table.at_ms()));
        if ms == 0 || self.table.clocks().running().is_none() {
            return Ok(());
        }
        let pending = PendingCommand {
            command: Command::CreditTime(ms),
            by: Actor::Host,
            at_ms: now_ms,
            lag_ms: 0,
        };
        if let NextAction::Commit(entry) = pending.next_action(&self.table) {
            if self.commit(&entry).await? {
                self.on_committed(&entry, None);
            } else {
                // Another node goes on with the game.
                self.catch_up().await?;
            }
        }
        Ok(())
    }

    /// Credits the time that the commit of an event took to the clock that it has started: the
    /// player could not know of it earlier.
    pub(super) async fn credit_slow_commit(&mut self, event_at_ms: u64) {
        let now_ms = self.node.clock.now_ms();
        if now_ms.saturating_sub(event_at_ms) < SLOW_COMMIT_MS {
            return;
        }
        if let Err(LoadError::Store(_)) = self.credit(event_at_ms).await {
            self.on_store_failure(event_at_ms);
        }
    }
}
