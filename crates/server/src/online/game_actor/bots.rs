//! Moves of bots.

use std::sync::Arc;

use foursight_table::Occupant;

use super::{GameActor, GameMessage};
use crate::online::bots;

impl GameActor {
    /// Starts a bot's search if it is to move and its opponent is connected to this node.
    pub(super) fn start_bot_search(&mut self) {
        let at = self.table.point();
        if self.searching_at == Some(at) || self.table.is_over() || !self.presence.has_player() {
            return;
        }
        let Some(Occupant::Bot(name)) = self
            .table
            .to_move()
            .map(|seat| &self.table.start().seats[seat.index()])
        else {
            return;
        };
        let Some(level) = bots::level(name) else {
            return;
        };
        self.searching_at = Some(at);
        let (node, inbox, game) = (
            Arc::clone(&self.node),
            self.inbox.clone(),
            self.table.game().clone(),
        );
        tokio::spawn(async move {
            if let Some(mv) = bots::choose(&node, level, game).await {
                // Best effort: a stopped actor starts the search again when it is reopened.
                let _ = inbox.send(Box::new(GameMessage::BotMove(at, mv))).await;
            }
        });
    }
}
