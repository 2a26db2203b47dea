//! Decides on commands, commits their events, and catches up with those of other nodes.

use std::sync::atomic::Ordering;

use foursight_core::Ending;
use foursight_protocol::online::ServerMessage;
use foursight_protocol::table::{WireEnding, WireEntry};
use foursight_table::{Actor, Command, CommandError, Entry, Event, Seat, Table};
use tokio::time::Instant;

use super::load::{LoadError, decode_known, encode_entry};
use super::node_messages::NodeMessage;
use super::recent_entries::RecentEntries;
use super::{GameActor, Requester, STORE_TIMEOUT};
use crate::online::pending_command::{NextAction, PendingCommand, apply_new};
use crate::store::{GameEndRecord, GameProgress, StoreError};

/// Maximum number of conflicts of one command in a row without any event of another node in the log
/// that would explain them.
const FUTILE_CONFLICTS_MAX: u32 = 3;

impl GameActor {
    /// Decides on a command, commits the event, and then broadcasts it.
    pub(super) async fn execute(
        &mut self,
        requester: Option<Requester>,
        command: Command,
        by: Actor,
        at_ms: u64,
    ) {
        let lag_ms = self.allowed_lag_ms();
        let mut pending = PendingCommand {
            command,
            by,
            at_ms,
            lag_ms,
        };
        let (mut has_caught_up, mut futile_conflicts) = (false, 0);
        loop {
            let refusal = match pending.next_action(&self.table) {
                NextAction::Commit(entry) => {
                    let seq = self.table.seq();
                    match self.commit_or_wait(&entry, &mut pending).await {
                        Ok(true) => {
                            self.on_committed(&entry, requester.as_ref());
                            return self.credit_slow_commit(entry.at_ms).await;
                        }
                        Ok(false) if self.table.seq() > seq => {
                            futile_conflicts = 0;
                            continue;
                        }
                        Ok(false) => {
                            futile_conflicts += 1;
                            if futile_conflicts < FUTILE_CONFLICTS_MAX {
                                continue;
                            }
                            tracing::error!(game = self.game, seq, "the log contradicts itself");
                            "store_unavailable"
                        }
                        Err(error) => error.code(),
                    }
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
                    match self.catch_up().await {
                        Ok(()) => continue,
                        Err(error) => error.code(),
                    }
                }
                NextAction::Refuse(error) => error.code(),
            };
            if let Some(requester) = requester {
                self.refuse(&requester, refusal);
            }
            return;
        }
    }

    /// Commits an event. Returns false if the table must decide again: another node was first, or
    /// the store failed for a moment and it is unknown whether it has committed the event.
    async fn commit_or_wait(
        &mut self,
        entry: &Entry,
        pending: &mut PendingCommand,
    ) -> Result<bool, LoadError> {
        // During an outage only its end is waited for.
        if self.outage.is_none() {
            match self.commit(entry).await {
                Ok(true) => return Ok(true),
                Ok(false) => {
                    self.node.metrics.conflicts.inc();
                    self.catch_up().await?;
                    return Ok(false);
                }
                Err(error) => self.on_store_failure(pending.at_ms, &error),
            }
        }
        if !self.wait_for_store().await {
            return Err(LoadError::Store(StoreError::timeout()));
        }
        // The outage is credited, if there is a clock; otherwise the event is of now.
        if self.table.clocks().running().is_none() {
            pending.at_ms = self.node.clock.now_ms();
        }
        Ok(false)
    }

    /// Appends an event to the log, with its effect on the list of games.
    pub(super) async fn commit(&self, entry: &Entry) -> Result<bool, StoreError> {
        let started = Instant::now();
        let (record, progress) = (encode_entry(entry), self.progress_after(entry));
        let appending = self.node.store.append(&self.game, &record, &progress);
        let appended = tokio::time::timeout(STORE_TIMEOUT, appending).await;
        let result = appended.unwrap_or_else(|_| Err(StoreError::timeout()));
        let metrics = &self.node.metrics;
        metrics.observe_commit(started.elapsed(), &result);
        result
    }

    /// Returns the state of the game after this event, for the list of games.
    fn progress_after(&self, entry: &Entry) -> GameProgress {
        if let Event::MovePlayed { mv, .. } = &entry.event {
            // Cloning the table is expensive, and few moves end the game.
            let mut game = self.table.game().clone();
            if game.apply(*mv).is_ok() && game.end().is_none() {
                let to_move = self.table.start().seat_of(game.position().to_move());
                return GameProgress {
                    to_move: Some(to_move.index()),
                    ..GameProgress::default()
                };
            }
        }
        let mut after = self.table.clone();
        // A decided event can always be applied.
        let _ = after.apply(entry);
        let start_seq = match entry.event {
            Event::GameStarted(_) => entry.seq,
            _ => self.start_seq,
        };
        let mut progress = progress(&after, start_seq);
        if self.table.is_over() {
            // The result is known already.
            progress.end = None;
        }
        progress
    }

    /// Applies and broadcasts an event that this node has committed.
    pub(super) fn on_committed(&mut self, entry: &Entry, requester: Option<&Requester>) {
        self.node.metrics.events.inc(event_kind(&entry.event));
        if self.node.bus.has_others() {
            self.publish(&NodeMessage::Entry(WireEntry::from(entry)));
        }
        if let (Event::MovePlayed { .. }, Some(seat)) =
            (&entry.event, self.table.clocks().running())
        {
            self.lag[seat.index()].charge();
        }
        let is_applied = self.table.apply(entry).is_ok();
        self.track(entry);
        if let (true, Some(requester)) = (is_applied, requester) {
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
                    self.track(entry);
                    self.broadcast_entry(entry, None);
                }
                self.after_change();
            }
            Err(error) => {
                // Those before it were applied.
                self.recent = RecentEntries::default();
                tracing::error!(
                    ?error,
                    game = self.game,
                    "cannot apply an event from the log"
                );
            }
        }
    }

    fn track(&mut self, entry: &Entry) {
        self.recent.push(entry);
        if matches!(entry.event, Event::GameStarted(_)) {
            self.start_seq = entry.seq;
        }
    }

    pub(super) fn after_change(&mut self) {
        self.head.store(self.table.seq(), Ordering::Relaxed);
        self.start_bot_search();
    }

    /// Reads the events of the log that this replica is missing.
    pub(super) async fn catch_up(&mut self) -> Result<(), LoadError> {
        let read = async {
            let records = self
                .node
                .store
                .log(&self.game, self.table.seq() + 1)
                .await?;
            Ok(decode_known(&self.node, records)?)
        };
        let read: Result<Vec<Entry>, LoadError> = read.await;
        match read {
            Ok(entries) => {
                self.synced_at = Instant::now();
                self.apply_remote(entries);
                Ok(())
            }
            Err(error) => {
                match &error {
                    LoadError::Store(error) => {
                        self.node.metrics.store_errors.inc();
                        self.node.store_health.report(error);
                    }
                    LoadError::UnknownEvent(seq) => self.unknown_event = Some(*seq),
                    LoadError::NoSuchGame => {}
                }
                Err(error)
            }
        }
    }
}

/// Returns the state of a game for the list of games.
pub(crate) fn progress(table: &Table, start_seq: u64) -> GameProgress {
    let ending = table.ending();
    let winner = match ending {
        Some(Ending::Won(winner, _)) => Some(table.start().seat_of(winner).index()),
        _ => None,
    };
    let end = ending.map(|ending| GameEndRecord {
        start_seq,
        ending: serde_json::to_string(&WireEnding::from(ending)).expect("endings have string keys"),
        winner,
    });
    GameProgress {
        is_over: end.is_some(),
        to_move: table.to_move().filter(|_| end.is_none()).map(Seat::index),
        end,
    }
}

/// Returns the kind of an event for metrics.
const fn event_kind(event: &Event) -> &'static str {
    match event {
        Event::GameStarted(_) => "game_started",
        Event::MovePlayed { .. } => "move_played",
        Event::MovesTakenBack(_) => "moves_taken_back",
        Event::MovesRedone(_) => "moves_redone",
        Event::OfferMade(..) => "offer_made",
        Event::OfferClosed(_) => "offer_closed",
        Event::GameEnded(_) => "game_ended",
        Event::Paused => "paused",
        Event::Resumed => "resumed",
        Event::TimeCredited(_) => "time_credited",
        Event::ScoreReset => "score_reset",
        _ => "other",
    }
}
