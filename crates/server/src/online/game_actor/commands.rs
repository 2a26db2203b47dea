//! Commands of clients.

use foursight_protocol::online::{CLAIM_DELAY_MS, Presence, ServerMessage};
use foursight_table::{Actor, Command, Occupant, Seat, TimeControl};

use super::{GameActor, Requester, seat_of};

/// Maximum length of a log, after which no rematch, take-back or redo is possible at this table.
const EVENTS_MAX: u64 = 20_000;

impl GameActor {
    /// Credits downtime to the running clock. An event since then, such as the credit of another
    /// node, marks an earlier end of the downtime.
    pub(super) async fn credit_downtime(&mut self, since_ms: u64) {
        let now_ms = self.node.clock.now_ms();
        let ms = now_ms.saturating_sub(since_ms.max(self.table.at_ms()));
        if ms > 0 && self.table.clocks().running().is_some() {
            self.execute(None, Command::CreditTime(ms), Actor::Host, now_ms)
                .await;
        }
    }

    pub(super) fn seat_of(&self, person: &str) -> Option<Seat> {
        seat_of(&self.table, person)
    }

    pub(super) async fn command(&mut self, requester: Requester, command: Command, at_ms: u64) {
        let Some(seat) = self.seat_of(&requester.person) else {
            return self.refuse(&requester, "not_allowed");
        };
        let is_allowed = match &command {
            Command::PlayMove { .. }
            | Command::OfferDraw(_)
            | Command::Accept(_)
            | Command::Decline(_)
            | Command::Resign(_)
            | Command::Abort
            | Command::Flag => true,
            Command::NextGame | Command::TakeBack(_) | Command::Redo(_) => {
                self.table.seq() < EVENTS_MAX
            }
            _ => false,
        };
        if !is_allowed {
            return self.refuse(&requester, "not_allowed");
        }
        let is_offer = matches!(
            command,
            Command::TakeBack(_) | Command::OfferDraw(_) | Command::NextGame | Command::Accept(_)
        );
        if is_offer && let Some(code) = self.contact_refusal(&requester.person, seat).await {
            return self.refuse(&requester, code);
        }
        self.lag[seat.index()].measured_ms = requester.lag_ms;
        self.execute(Some(requester), command, Actor::Seat(seat), at_ms)
            .await;
    }

    pub(super) fn refuse(&self, requester: &Requester, code: &str) {
        self.node.metrics.refusals.inc(code);
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
        if self.table.is_over() {
            return self.refuse(&requester, "game_over");
        }
        let now_ms = self.node.clock.now_ms();
        let other = seat.opponent();
        let (presence, _) = self.presence.combined(now_ms);
        let is_gone = matches!(presence[other.index()], Presence::Gone { .. });
        let Occupant::Person(id) = &self.table.start().seats[other.index()] else {
            return self.refuse(&requester, "not_allowed");
        };
        let Ok(seen_ms) = self.node.store.seen_ms(id).await else {
            return self.refuse(&requester, "store_unavailable");
        };
        let last_seen_ms = seen_ms.unwrap_or(now_ms).max(self.table.at_ms());
        let is_untimed = self.table.clocks().time_control() == TimeControl::Unlimited;
        if !is_gone
            || !is_untimed
            || !self.table.have_both_moved()
            || now_ms < last_seen_ms + CLAIM_DELAY_MS
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

    /// Ends the game of a player whose account has been deleted: the opponent need not wait.
    pub(super) async fn end_for(&mut self, person: &str) {
        let Some(seat) = self.seat_of(person).filter(|_| !self.table.is_over()) else {
            return;
        };
        let command = if self.table.have_both_moved() {
            Command::DeclareDeparted(seat)
        } else {
            Command::Abort
        };
        let now_ms = self.node.clock.now_ms();
        self.execute(None, command, Actor::Host, now_ms).await;
    }
}
