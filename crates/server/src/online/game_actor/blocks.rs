//! Blocks between the players of a game.

use foursight_table::{Actor, Command, Occupant, Seat};

use super::GameActor;
use crate::store::StoreError;

impl GameActor {
    /// Returns the id of a seat's opponent, if it is a person.
    fn opponent_id(&self, seat: Seat) -> Option<&str> {
        match &self.table.start().seats[seat.opponent().index()] {
            Occupant::Person(id) => Some(id),
            Occupant::Bot(_) => None,
        }
    }

    /// Returns the code with which chat and offers of a seat are refused: one of the two players has
    /// blocked the other, or the store cannot tell.
    pub(super) async fn contact_refusal(&self, person: &str, seat: Seat) -> Option<&'static str> {
        let other = self.opponent_id(seat)?;
        match self.node.store.is_blocked_between(person, other).await {
            Ok(is_blocked) => is_blocked.then_some("blocked"),
            Err(_) => Some("store_unavailable"),
        }
    }

    /// Returns true if a person at a seat has blocked the opponent.
    pub(super) async fn has_blocked(
        &self,
        person: &str,
        seat: Option<Seat>,
    ) -> Result<bool, StoreError> {
        let Some(other) = seat.and_then(|seat| self.opponent_id(seat)) else {
            return Ok(false);
        };
        let blocked = self.node.store.blocked(person).await?;
        Ok(blocked.iter().any(|id| id == other))
    }

    /// Closes all open offers.
    pub(super) async fn close_offers(&mut self) {
        let at_ms = self.node.clock.now_ms();
        for seat in Seat::BOTH {
            if let Some(offer) = self.table.offer_of(seat) {
                let command = Command::Decline(offer);
                self.execute(None, command, Actor::Seat(seat), at_ms).await;
            }
        }
    }
}
