//! Who is at a table, on this node and on others.

use std::collections::HashMap;

use foursight_protocol::online::Presence;
use foursight_table::Seat;
use serde::{Deserialize, Serialize};

use super::outbox::Outbox;

/// How long the word of another node counts: it is said again in time.
pub(super) const HEARD_MS: u64 = 40_000;

/// A connection that looks at the table.
pub(super) struct Looker {
    pub(super) number: u64,
    pub(super) seat: Option<Seat>,
    pub(super) outbox: Outbox,
    pub(super) is_away: bool,
}

/// Who is there on one node: for each seat whether it is looked at, and how many watch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Crowd {
    /// True if the page is looked at, false if it is open behind others.
    pub(super) seats: [Option<bool>; 2],
    pub(super) watchers: usize,
}

/// Everybody who is there.
#[derive(Default)]
pub(super) struct Room {
    pub(super) lookers: Vec<Looker>,
    others: HashMap<String, (Crowd, u64)>,
    gone_ms: [Option<u64>; 2],
}

impl Room {
    /// An empty room, and when each seat was last seen anywhere.
    pub(super) fn left_at(seen_ms: [Option<u64>; 2]) -> Self {
        Self {
            gone_ms: seen_ms,
            ..Self::default()
        }
    }

    /// Who is there on this node.
    pub(super) fn own(&self) -> Crowd {
        let mut crowd = Crowd::default();
        for looker in &self.lookers {
            match looker.seat {
                Some(seat) => {
                    let here = &mut crowd.seats[seat.index()];
                    *here = Some(here.unwrap_or(false) || !looker.is_away);
                }
                None => crowd.watchers += 1,
            }
        }
        crowd
    }

    /// Another node says who is there. True if it was not heard before.
    pub(super) fn hear(&mut self, node: String, crowd: Crowd, now_ms: u64) -> bool {
        self.others.insert(node, (crowd, now_ms)).is_none()
    }

    /// Everybody, and since when a seat is gone.
    pub(super) fn all(&mut self, now_ms: u64) -> ([Presence; 2], usize) {
        self.others
            .retain(|_, (_, heard_ms)| now_ms.saturating_sub(*heard_ms) < HEARD_MS);
        let mut all = self.own();
        for (crowd, _) in self.others.values() {
            all.watchers += crowd.watchers;
            for (here, other) in all.seats.iter_mut().zip(crowd.seats) {
                *here = (*here).max(other);
            }
        }
        let gone_ms = &mut self.gone_ms;
        let presence = Seat::BOTH.map(|seat| {
            let gone_ms = &mut gone_ms[seat.index()];
            match all.seats[seat.index()] {
                Some(is_looked_at) => {
                    *gone_ms = None;
                    if is_looked_at {
                        Presence::Here
                    } else {
                        Presence::Away
                    }
                }
                None => Presence::Gone {
                    since_ms: Some(*gone_ms.get_or_insert(now_ms)),
                },
            }
        });
        (presence, all.watchers)
    }

    /// True if somebody with a seat is connected to this node.
    pub(super) fn has_player(&self) -> bool {
        self.lookers.iter().any(|looker| looker.seat.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looker(number: u64, seat: Option<Seat>, is_away: bool) -> Looker {
        let outbox = Outbox::default();
        Looker {
            number,
            seat,
            outbox,
            is_away,
        }
    }

    #[test]
    fn who_left_before_the_table_was_opened_has_been_gone_since_then() {
        let mut room = Room::left_at([Some(7), None]);
        let gone = |since_ms| Presence::Gone {
            since_ms: Some(since_ms),
        };
        assert_eq!(room.all(50).0, [gone(7), gone(50)]);
        room.lookers.push(looker(1, Some(Seat::One), false));
        assert_eq!(room.all(60).0, [Presence::Here, gone(50)]);
        room.lookers.clear();
        assert_eq!(room.all(70).0, [gone(70), gone(50)]);
    }

    #[test]
    fn presence_is_told_truthfully() {
        let mut room = Room::default();
        room.lookers.push(looker(1, Some(Seat::One), true));
        room.lookers.push(looker(2, None, false));
        let gone = |since_ms| Presence::Gone {
            since_ms: Some(since_ms),
        };
        assert_eq!(room.all(50), ([Presence::Away, gone(50)], 1));
        room.lookers.push(looker(3, Some(Seat::One), false));
        let other = Crowd {
            seats: [None, Some(true)],
            watchers: 2,
        };
        room.hear("n".to_owned(), other, 60);
        assert_eq!(room.all(60), ([Presence::Here, Presence::Here], 3));
        // A node that says nothing more has gone, with all who were there.
        let late = 60 + HEARD_MS;
        assert_eq!(room.all(late), ([Presence::Here, gone(late)], 1));
        assert_eq!(room.all(late + 9), ([Presence::Here, gone(late)], 1));
    }
}
