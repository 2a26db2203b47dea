//! Commands and subscriptions of clients.

use foursight_protocol::online::{GameStatus, Presence, ServerMessage};
use foursight_protocol::table::WireEntry;
use foursight_table::{Actor, Command, Occupant, Seat, TimeControl};

use super::{GameActor, Requester, decode_entries, seat_of};
use crate::online::maintenance;
use crate::online::presence::Viewer;

/// Maximum length of a log, after which no rematch is possible at this table.
const EVENTS_MAX: u64 = 20_000;
/// Absence after which an untimed game can be claimed: a day.
const CLAIM_AFTER_MS: u64 = 24 * 60 * 60 * 1000;

impl GameActor {
    /// Credits downtime to the running clock. An event since then, such as the credit of another
    /// node, marks an earlier end of the downtime.
    pub(super) async fn credit_downtime(&mut self, since_ms: u64) {
        let now_ms = self.node.clock.now_ms();
        let ms = now_ms.saturating_sub(since_ms.max(self.table.at_ms()));
        if ms > maintenance::DOWNTIME_MIN_MS && self.table.clocks().running().is_some() {
            self.execute(None, Command::CreditTime(ms), Actor::Host, now_ms)
                .await;
        }
    }

    pub(super) fn seat_of(&self, person: &str) -> Option<Seat> {
        seat_of(&self.table, person)
    }

    /// Subscribes a connection and sends the log.
    pub(super) async fn watch(&mut self, requester: Requester, from: u64, is_away: bool) {
        let Ok(records) = self.node.store.log(&self.game, from).await else {
            self.node.metrics.store_errors.inc();
            return requester.outbox.refuse(requester.cid, "store_unavailable");
        };
        let seat = self.seat_of(&requester.person);
        let has_blocked = self.has_blocked(&requester.person, seat).await;
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
        let log = decode_entries(records);
        let message = ServerMessage::Snapshot {
            game: self.game.clone(),
            seat: seat.map(Seat::index),
            seats,
            viewer_count,
            entries: log.iter().map(WireEntry::from).collect(),
            head: self.table.seq(),
            status: GameStatus::from_table(&self.table),
            clocks: self.clocks(now_ms),
            has_blocked,
            server_ms: now_ms,
        };
        requester.outbox.send(requester.cid, message);
        // The log may hold events of other nodes that this replica has not seen.
        self.apply_remote(log);
        self.publish_presence();
        self.broadcast_presence();
        self.start_bot_search();
    }

    pub(super) async fn command(&mut self, requester: Requester, command: Command, at_ms: u64) {
        let Some(seat) = self.seat_of(&requester.person) else {
            return self.refuse(&requester, "not_allowed");
        };
        let is_allowed = match &command {
            Command::PlayMove { .. }
            | Command::TakeBack(_)
            | Command::Redo(_)
            | Command::OfferDraw(_)
            | Command::Accept(_)
            | Command::Decline(_)
            | Command::Resign(_)
            | Command::Abort
            | Command::Flag => true,
            Command::NextGame => self.table.seq() < EVENTS_MAX,
            _ => false,
        };
        if !is_allowed {
            return self.refuse(&requester, "not_allowed");
        }
        let is_offer = matches!(
            command,
            Command::TakeBack(_) | Command::OfferDraw(_) | Command::NextGame | Command::Accept(_)
        );
        if is_offer && self.is_blocked(&requester.person, seat).await {
            return self.refuse(&requester, "blocked");
        }
        self.execute(Some(requester), command, Actor::Seat(seat), at_ms)
            .await;
    }

    pub(super) fn refuse(&self, requester: &Requester, code: &str) {
        self.node.metrics.refusals.inc();
        let message = ServerMessage::Refused {
            code: code.to_owned(),
            game: Some(self.game.clone()),
            head: Some(self.table.seq()),
        };
        requester.outbox.send(requester.cid, message);
    }

    /// Ends an untimed game for a seat whose opponent has been gone for long.
    pub(super) async fn claim(&mut self, requester: Requester) {
        let Some(seat) = self.seat_of(&requester.person) else {
            return self.refuse(&requester, "not_allowed");
        };
        let now_ms = self.node.clock.now_ms();
        let other = seat.opponent();
        let (presence, _) = self.presence.combined(now_ms);
        let is_gone = matches!(presence[other.index()], Presence::Gone { .. });
        let Occupant::Person(id) = &self.table.start().seats[other.index()] else {
            return self.refuse(&requester, "not_allowed");
        };
        let seen_ms = self.node.store.seen_ms(id).await.ok().flatten();
        let last_seen_ms = seen_ms.unwrap_or(now_ms).max(self.table.at_ms());
        let is_untimed = self.table.clocks().time_control() == TimeControl::Unlimited;
        if !is_gone
            || !is_untimed
            || !self.table.have_both_moved()
            || now_ms < last_seen_ms + CLAIM_AFTER_MS
        {
            return self.refuse(&requester, "too_early");
        }
        self.execute(
            Some(requester),
            Command::DeclareDeparted(other),
            Actor::Host,
            now_ms,
        )
        .await;
    }
}
