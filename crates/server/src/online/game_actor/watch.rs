//! Subscriptions of clients, and the log that they receive.

use std::time::Duration;

use foursight_protocol::online::{GameStatus, ServerMessage};
use foursight_protocol::table::WireEntry;
use foursight_table::{Entry, Seat};

use super::load::{LoadError, decode_known};
use super::{GameActor, Requester};
use crate::online::presence::Viewer;

/// Maximum number of events in one message. At most half a kilobyte each, and a hundred bytes for a
/// move, they stay far below the limit of the socket's buffer.
pub(in crate::online) const LOG_PART_EVENTS_MAX: usize = 1_000;

/// Time for which the entries in memory are good enough for a new viewer, if there are other nodes.
const MEMORY_TTL: Duration = Duration::from_secs(1);

impl GameActor {
    /// Subscribes a connection and sends the log from a number on, or the first part of it.
    pub(super) async fn watch(&mut self, requester: Requester, from: u64, is_away: bool) {
        let (entries, has_more) = match self.log_part(from).await {
            Ok(part) => part,
            Err(LoadError::UnknownEvent(seq)) => {
                self.unknown_event = Some(seq);
                return self.refuse(&requester, LoadError::UnknownEvent(seq).code());
            }
            Err(error) => return self.refuse(&requester, error.code()),
        };
        let seat = self.seat_of(&requester.person);
        if let Some(seat) = seat {
            self.lag[seat.index()].measured_ms = requester.lag_ms;
        }
        let Ok(has_blocked) = self.has_blocked(&requester.person, seat).await else {
            return self.refuse(&requester, "store_unavailable");
        };
        self.presence
            .viewers
            .retain(|viewer| viewer.number != requester.number);
        self.presence.viewers.push(Viewer {
            number: requester.number,
            seat,
            outbox: requester.outbox.clone(),
            is_away,
        });
        let now_ms = self.node.clock.now_ms();
        let (seats, viewer_count) = self.seats(now_ms);
        let message = ServerMessage::Snapshot {
            game: self.game.clone(),
            seat: seat.map(Seat::index),
            seats,
            viewer_count,
            entries: entries.iter().map(WireEntry::from).collect(),
            has_more,
            head: self.table.seq(),
            status: GameStatus::from_table(&self.table),
            clocks: self.clocks(now_ms),
            has_blocked,
            server_ms: now_ms,
        };
        requester.outbox.send(requester.cid, message);
        self.mark_presence();
        self.start_bot_search();
    }

    /// Returns the log from a number on, and true if it goes on after that. The last entries are in
    /// memory; the store has all of them, also those of other nodes that this replica has missed.
    async fn log_part(&mut self, from: u64) -> Result<(Vec<Entry>, bool), LoadError> {
        if self.is_stale() {
            self.catch_up().await?;
        }
        if let Some(entries) = self.recent.since(from).filter(|_| self.outage.is_none()) {
            return Ok((entries, false));
        }
        let max = LOG_PART_EVENTS_MAX + 1;
        let mut records = self.node.store.log_part(&self.game, from, max).await?;
        let has_more = records.len() > LOG_PART_EVENTS_MAX;
        records.truncate(LOG_PART_EVENTS_MAX);
        let entries = decode_known(&self.node, records)?;
        if entries
            .last()
            .is_some_and(|last| last.seq > self.table.seq())
        {
            self.catch_up().await?;
        }
        Ok((entries, has_more))
    }

    /// Returns true if a message of another node may have been lost since the log was read. Many
    /// viewers who come at once cost one query.
    fn is_stale(&self) -> bool {
        self.node.bus.has_others() && self.synced_at.elapsed() > MEMORY_TTL
    }
}
