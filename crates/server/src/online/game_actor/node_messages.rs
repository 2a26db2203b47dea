//! Messages between nodes about a game.

use foursight_protocol::online::ChatPreset;
use foursight_protocol::table::WireEntry;
use foursight_table::Entry;
use serde::{Deserialize, Serialize};

use super::GameActor;
use crate::online::presence::Crowd;

/// A message between nodes about a game.
#[derive(Serialize, Deserialize)]
pub(super) enum NodeMessage {
    Entry(WireEntry),
    Crowd(String, Crowd),
    #[serde(rename = "Said")]
    Chat(usize, ChatPreset),
    Renamed,
}

impl GameActor {
    pub(super) async fn handle_node_message(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(NodeMessage::Entry(entry)) => {
                let seq = entry.seq;
                match Entry::try_from(entry) {
                    Ok(entry) if seq == self.table.seq() + 1 => self.apply_remote(vec![entry]),
                    // Best effort: the next resync will do.
                    Ok(_) if seq > self.table.seq() => drop(self.catch_up().await),
                    Ok(_) => {}
                    // The log says whether it has really been committed.
                    Err(_) => drop(self.catch_up().await),
                }
            }
            Ok(NodeMessage::Crowd(node, crowd)) => {
                let now_ms = self.node.clock.now_ms();
                let is_new = self.presence.set_remote(node, crowd, now_ms);
                if is_new {
                    // The node is new and does not know our presence.
                    self.publish_presence();
                }
                self.mark_presence();
            }
            Ok(NodeMessage::Chat(seat, preset)) => self.broadcast_chat(seat, preset),
            Ok(NodeMessage::Renamed) => self.reload_names().await,
            Err(error) => tracing::warn!(%error, "cannot decode a message from another node"),
        }
    }
}
