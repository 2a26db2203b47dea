//! Decides on commands, commits their events, and catches up with those of other nodes.

use std::sync::atomic::Ordering;
use std::time::Instant;

use foursight_protocol::online::ServerMessage;
use foursight_protocol::table::{WireEnding, WireEntry};
use foursight_table::{Actor, Command, CommandError, Entry, Event};

use super::{GameActor, NodeMessage, Requester, STORE_RETRY_DELAY, decode_entries, encode_entry};
use crate::online::pending_command::{NextAction, PendingCommand, apply_new};
use crate::store::{GameEndRecord, StoreError};

impl GameActor {
    /// Decides on a command, commits the event, and then broadcasts it.
    pub(super) async fn execute(
        &mut self,
        requester: Option<Requester>,
        command: Command,
        by: Actor,
        at_ms: u64,
    ) {
        let pending = PendingCommand { command, by, at_ms };
        let mut has_caught_up = false;
        loop {
            match pending.next_action(&self.table) {
                NextAction::Commit(entry) => {
                    let committed = self.commit(&entry).await;
                    match committed {
                        Ok(true) => return self.on_committed(&entry, requester.as_ref()),
                        Ok(false) => self.node.metrics.conflicts.inc(),
                        Err(error) => {
                            self.node.metrics.store_errors.inc();
                            tracing::error!(%error, game = self.game, "cannot commit an event");
                            if self.node.is_shutting_down() {
                                return;
                            }
                            tokio::time::sleep(STORE_RETRY_DELAY).await;
                        }
                    }
                    // Another node was first, or our own commit succeeded after all: read the log.
                    self.catch_up().await;
                }
                NextAction::AlreadyDone(seq) => {
                    if let Some(requester) = requester {
                        requester
                            .outbox
                            .send(requester.cid, ServerMessage::Done { seq: Some(seq) });
                    }
                    return;
                }
                // The requester has seen events that have not arrived here yet: read the log.
                NextAction::Refuse(CommandError::Ahead) if !has_caught_up => {
                    has_caught_up = true;
                    self.catch_up().await;
                }
                NextAction::Refuse(error) => {
                    if let Some(requester) = requester {
                        self.refuse(&requester, error.code());
                    }
                    return;
                }
            }
        }
    }

    /// Appends an event to the log, with the ending of the game if it ends it.
    async fn commit(&self, entry: &Entry) -> Result<bool, StoreError> {
        let started = Instant::now();
        let (store, record) = (&self.node.store, encode_entry(entry));
        let appended = if matches!(entry.event, Event::GameStarted(_)) {
            store.append_start(&self.game, &record).await
        } else {
            let end_record = self.end_record(entry);
            store.append(&self.game, &record, end_record.as_ref()).await
        };
        self.node.metrics.observe_commit(started.elapsed());
        appended
    }

    /// Returns the ending of the game, if this event ends it.
    fn end_record(&self, entry: &Entry) -> Option<GameEndRecord> {
        let may_end = matches!(entry.event, Event::GameEnded(_) | Event::MovePlayed { .. });
        if !may_end || self.table.is_over() {
            return None;
        }
        if let Event::MovePlayed { mv, .. } = &entry.event {
            // Cloning the table is expensive, so test first whether the move ends the game.
            let mut game = self.table.game().clone();
            game.apply(*mv).ok()?;
            game.end()?;
        }
        let mut after = self.table.clone();
        after.apply(entry).ok()?;
        Some(GameEndRecord {
            start_seq: self.start_seq,
            ending: serde_json::to_string(&WireEnding::from(after.ending()?)).ok()?,
        })
    }

    /// Applies and broadcasts an event that this node has committed.
    pub(super) fn on_committed(&mut self, entry: &Entry, requester: Option<&Requester>) {
        self.node.metrics.events.inc();
        if self.node.bus.has_others() {
            self.publish(&NodeMessage::Entry(WireEntry::from(entry)));
        }
        self.track_start(entry);
        if let (true, Some(requester)) = (self.table.apply(entry).is_ok(), requester) {
            // The event is the response to its requester.
            requester
                .outbox
                .send(requester.cid, self.entry_message(entry));
            self.broadcast_entry(entry, Some(requester.number));
        } else {
            self.broadcast_entry(entry, None);
        }
        self.send_summaries();
        self.after_change();
    }

    /// Applies and broadcasts events that other nodes have committed.
    pub(super) fn apply_remote(&mut self, log: Vec<Entry>) {
        match apply_new(&mut self.table, log) {
            Ok(new_entries) if new_entries.is_empty() => {}
            Ok(new_entries) => {
                for entry in &new_entries {
                    self.track_start(entry);
                    self.broadcast_entry(entry, None);
                }
                self.after_change();
            }
            Err(error) => tracing::error!(
                ?error,
                game = self.game,
                "cannot apply an event from the log"
            ),
        }
    }

    fn track_start(&mut self, entry: &Entry) {
        if matches!(entry.event, Event::GameStarted(_)) {
            self.start_seq = entry.seq;
        }
    }

    pub(super) fn after_change(&mut self) {
        self.head.store(self.table.seq(), Ordering::Relaxed);
        self.start_bot_search();
    }

    /// Reads the events of the log that this replica is missing.
    pub(super) async fn catch_up(&mut self) {
        match self.node.store.log(&self.game, self.table.seq() + 1).await {
            Ok(records) => self.apply_remote(decode_entries(records)),
            Err(_) => self.node.metrics.store_errors.inc(),
        }
    }
}
