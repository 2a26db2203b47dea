//! Messages of a game actor to its viewers, to players elsewhere, and to other nodes.

use foursight_protocol::online::{
    ChatPreset, ClockState, GameStatus, GameSummary, Presence, ServerMessage,
};
use foursight_protocol::table::WireEntry;
use foursight_table::{Entry, Occupant, Seat, TimeControl};

use super::node_messages::NodeMessage;
use super::{GameActor, Requester};
use crate::online::outbox::encode;

impl GameActor {
    pub(super) fn entry_message(&self, entry: &Entry) -> ServerMessage {
        let now_ms = self.node.clock.now_ms();
        ServerMessage::Entry {
            game: self.game.clone(),
            entry: WireEntry::from(entry),
            status: GameStatus::from_table(&self.table),
            clocks: self.clocks(now_ms),
            server_ms: now_ms,
        }
    }

    pub(super) fn broadcast_entry(&self, entry: &Entry, except: Option<u64>) {
        let mut text = None;
        let viewers = self.presence.viewers.iter();
        for viewer in viewers.filter(|viewer| Some(viewer.number) != except) {
            let text = text.get_or_insert_with(|| encode(None, self.entry_message(entry)));
            viewer.outbox.send_text(text.clone());
        }
    }

    /// Sends the summary of the game to players' connections that do not watch it.
    pub(super) fn send_summaries(&mut self) {
        let (presence, _) = self.presence.combined(self.node.clock.now_ms());
        for seat in Seat::BOTH {
            let Occupant::Person(id) = &self.table.start().seats[seat.index()] else {
                continue;
            };
            let other = seat.opponent();
            let summary = || {
                let is_bot = !self.table.start().is_person(other);
                let opponent = (self.names[other.index()].clone(), is_bot);
                GameSummary::for_seat(self.game.clone(), opponent, &self.table, seat)
            };
            let is_viewer = |number| {
                let mut viewers = self.presence.viewers.iter();
                viewers.any(|viewer| viewer.number == number)
            };
            self.node.send_summary_here(id, is_viewer, summary);
            // A player who watches the game on another node is notified there.
            if self.node.bus.has_others() && matches!(presence[seat.index()], Presence::Gone { .. })
            {
                self.node.publish_summary(id, &summary());
            }
        }
    }

    pub(super) fn clocks(&self, now_ms: u64) -> Option<ClockState> {
        let clocks = self.table.clocks();
        (clocks.time_control() != TimeControl::Unlimited).then(|| ClockState {
            left_ms: Seat::BOTH.map(|seat| clocks.remaining_ms(seat, now_ms)),
            running: clocks.running().map(Seat::index),
        })
    }

    pub(super) async fn chat(&mut self, requester: Requester, preset: ChatPreset) {
        let Some(seat) = self.seat_of(&requester.person) else {
            return self.refuse(&requester, "not_allowed");
        };
        if let Some(code) = self.contact_refusal(&requester.person, seat).await {
            return self.refuse(&requester, code);
        }
        requester
            .outbox
            .send(requester.cid, ServerMessage::Done { seq: None });
        self.broadcast_chat(seat.index(), preset);
        if self.node.bus.has_others() {
            self.publish(&NodeMessage::Chat(seat.index(), preset));
        }
    }

    pub(super) fn broadcast_chat(&self, seat: usize, preset: ChatPreset) {
        let game = self.game.clone();
        let text = encode(None, ServerMessage::Chat { game, seat, preset });
        for viewer in &self.presence.viewers {
            viewer.outbox.send_text(text.clone());
        }
    }
}
