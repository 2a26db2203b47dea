//! Broadcasts of presence. They are coalesced: when a popular game ends its viewers leave at once,
//! and a message to each of them for each of them would be millions.

use std::time::Duration;

use foursight_protocol::online::{Presence, SeatInfo, ServerMessage};
use foursight_table::Seat;
use tokio::time::Instant;

use super::node_messages::NodeMessage;
use super::{GameActor, subject};
use crate::online::outbox::encode;

/// Minimum interval between two broadcasts of the presence.
pub(super) const PRESENCE_INTERVAL: Duration = Duration::from_millis(500);

impl GameActor {
    pub(super) fn unwatch(&mut self, number: u64) {
        self.presence
            .viewers
            .retain(|viewer| viewer.number != number);
        self.mark_presence();
    }

    pub(super) fn set_away(&mut self, number: u64, is_away: bool) {
        let viewers = self.presence.viewers.iter_mut();
        for viewer in viewers.filter(|viewer| viewer.number == number) {
            viewer.is_away = is_away;
        }
        self.mark_presence();
    }

    /// Notes that the presence may have changed. It is broadcast at once, or together with further
    /// changes if the last broadcast was a moment ago.
    pub(super) fn mark_presence(&mut self) {
        let now = Instant::now();
        let next_at = self.last_presence_at.map(|last| last + PRESENCE_INTERVAL);
        match next_at.filter(|next_at| *next_at > now) {
            Some(next_at) => {
                self.presence_at.get_or_insert(next_at);
            }
            None => self.update_presence(),
        }
    }

    /// Broadcasts the presence to viewers, and to other nodes if it has changed on this one: if each
    /// node published after each message of another, they would never stop.
    pub(super) fn update_presence(&mut self) {
        self.presence_at = None;
        self.last_presence_at = Some(Instant::now());
        if self.last_published.as_ref() != Some(&self.presence.local_crowd()) {
            self.publish_presence();
        }
        self.broadcast_presence();
    }

    pub(super) fn seats(&mut self, now_ms: u64) -> ([SeatInfo; 2], usize) {
        let (presence, viewer_count) = self.presence.combined(now_ms);
        let seats = Seat::BOTH.map(|seat| {
            let is_bot = !self.table.start().is_person(seat);
            SeatInfo {
                name: self.names[seat.index()].clone(),
                is_bot,
                // A bot is always present.
                presence: if is_bot {
                    Presence::Here
                } else {
                    presence[seat.index()]
                },
            }
        });
        (seats, viewer_count)
    }

    /// Broadcasts the presence of players and viewers, if it has changed.
    fn broadcast_presence(&mut self) {
        let now_ms = self.node.clock.now_ms();
        let presence = self.seats(now_ms);
        if self.last_presence.as_ref() == Some(&presence) {
            return;
        }
        let (seats, viewer_count) = presence.clone();
        self.last_presence = Some(presence);
        let game = self.game.clone();
        let text = encode(
            None,
            ServerMessage::PresenceChanged {
                game,
                seats,
                viewer_count,
            },
        );
        for viewer in &self.presence.viewers {
            viewer.outbox.send_text(text.clone());
        }
    }

    /// Publishes the presence on this node to the other nodes.
    pub(super) fn publish_presence(&mut self) {
        let crowd = self.presence.local_crowd();
        if self.node.bus.has_others() {
            self.publish(&NodeMessage::Crowd(self.node.id.clone(), crowd.clone()));
        }
        self.last_published = Some(crowd);
    }

    pub(super) fn publish(&self, message: &NodeMessage) {
        let text = serde_json::to_string(message).expect("messages have string keys");
        self.node.bus.publish(&subject(&self.game), &text);
    }
}
