//! Players who want nothing more of each other.

use foursight_table::{By, Command, Seat, Who};

use super::Keeper;

impl Keeper {
    /// The id of who sits across from a seat, if it is a person.
    fn across(&self, seat: Seat) -> Option<&str> {
        match &self.table.start().seats[seat.across().index()] {
            Who::Person(id) => Some(id),
            Who::Bot(_) => None,
        }
    }

    /// True if one of the two players has blocked the other: then neither hears sentences or offers.
    pub(super) async fn is_blocked(&self, person: &str, seat: Seat) -> bool {
        let Some(other) = self.across(seat) else {
            return false;
        };
        let apart = self.node.store.are_apart(person, other).await;
        apart.unwrap_or(true)
    }

    /// True if a person at a seat has blocked the other one.
    pub(super) async fn has_blocked(&self, person: &str, seat: Option<Seat>) -> bool {
        let Some(other) = seat.and_then(|seat| self.across(seat)) else {
            return false;
        };
        let blocked = self.node.store.blocked(person).await;
        blocked.is_ok_and(|blocked| blocked.iter().any(|id| id == other))
    }

    /// Takes every offer off the table.
    pub(super) async fn close_offers(&mut self) {
        let at_ms = self.node.clock.now_ms();
        for seat in Seat::BOTH {
            if let Some(offer) = self.table.offer_of(seat) {
                let command = Command::Decline(offer);
                self.act(None, command, By::Seat(seat), at_ms).await;
            }
        }
    }
}
