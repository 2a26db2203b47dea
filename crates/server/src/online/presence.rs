//! Presence of players and viewers in a game, on this node and on others.

use std::collections::HashMap;

use foursight_protocol::online::Presence;
use foursight_table::Seat;
use serde::{Deserialize, Serialize};

use super::outbox::Outbox;

/// Time after which the presence reported by another node expires; nodes report it more often.
pub(super) const REMOTE_PRESENCE_TTL_MS: u64 = 40_000;

/// A connection that watches the game.
pub(super) struct Viewer {
    pub(super) number: u64,
    pub(super) seat: Option<Seat>,
    pub(super) outbox: Outbox,
    pub(super) is_away: bool,
}

/// Presence on one node: the state of each seat, and the number of viewers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Crowd {
    /// True for a visible page, false for a hidden one.
    pub(super) seats: [Option<bool>; 2],
    #[serde(rename = "watchers")]
    pub(super) viewer_count: usize,
}

/// Presence on all nodes.
#[derive(Default)]
pub(super) struct GamePresence {
    pub(super) viewers: Vec<Viewer>,
    remote: HashMap<String, (Crowd, u64)>,
    gone_since_ms: [Option<u64>; 2],
}

impl GamePresence {
    /// Returns an empty presence, with the time when each player was last connected.
    pub(super) fn with_last_seen(seen_ms: [Option<u64>; 2]) -> Self {
        Self {
            gone_since_ms: seen_ms,
            ..Self::default()
        }
    }

    /// Returns the presence on this node.
    pub(super) fn local_crowd(&self) -> Crowd {
        let mut crowd = Crowd::default();
        for viewer in &self.viewers {
            match viewer.seat {
                Some(seat) => {
                    let here = &mut crowd.seats[seat.index()];
                    *here = Some(here.unwrap_or(false) || !viewer.is_away);
                }
                None => crowd.viewer_count += 1,
            }
        }
        crowd
    }

    /// Stores the presence reported by another node. Returns true if that node is new.
    pub(super) fn set_remote(&mut self, node: String, crowd: Crowd, now_ms: u64) -> bool {
        self.remote.insert(node, (crowd, now_ms)).is_none()
    }

    /// Combines the presence of all nodes.
    pub(super) fn combined(&mut self, now_ms: u64) -> ([Presence; 2], usize) {
        self.remote.retain(|_, (_, reported_ms)| {
            now_ms.saturating_sub(*reported_ms) < REMOTE_PRESENCE_TTL_MS
        });
        let mut total = self.local_crowd();
        for (crowd, _) in self.remote.values() {
            total.viewer_count += crowd.viewer_count;
            for (here, other) in total.seats.iter_mut().zip(crowd.seats) {
                *here = (*here).max(other);
            }
        }
        let gone_since_ms = &mut self.gone_since_ms;
        let presence = Seat::BOTH.map(|seat| {
            let gone_since_ms = &mut gone_since_ms[seat.index()];
            match total.seats[seat.index()] {
                Some(is_visible) => {
                    *gone_since_ms = None;
                    if is_visible {
                        Presence::Here
                    } else {
                        Presence::Away
                    }
                }
                None => Presence::Gone {
                    since_ms: Some(*gone_since_ms.get_or_insert(now_ms)),
                },
            }
        });
        (presence, total.viewer_count)
    }

    /// Returns true if a player is connected to this node.
    pub(super) fn has_player(&self) -> bool {
        self.viewers.iter().any(|viewer| viewer.seat.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(number: u64, seat: Option<Seat>, is_away: bool) -> Viewer {
        let outbox = Outbox::default();
        Viewer {
            number,
            seat,
            outbox,
            is_away,
        }
    }

    #[test]
    fn players_who_left_before_the_game_was_opened_are_gone_since_then() {
        let mut presence = GamePresence::with_last_seen([Some(7), None]);
        let gone = |since_ms| Presence::Gone {
            since_ms: Some(since_ms),
        };
        assert_eq!(presence.combined(50).0, [gone(7), gone(50)]);
        presence.viewers.push(viewer(1, Some(Seat::One), false));
        assert_eq!(presence.combined(60).0, [Presence::Here, gone(50)]);
        presence.viewers.clear();
        assert_eq!(presence.combined(70).0, [gone(70), gone(50)]);
    }

    #[test]
    fn presence_of_all_nodes_is_combined() {
        let mut presence = GamePresence::default();
        presence.viewers.push(viewer(1, Some(Seat::One), true));
        presence.viewers.push(viewer(2, None, false));
        let gone = |since_ms| Presence::Gone {
            since_ms: Some(since_ms),
        };
        assert_eq!(presence.combined(50), ([Presence::Away, gone(50)], 1));
        presence.viewers.push(viewer(3, Some(Seat::One), false));
        let other = Crowd {
            seats: [None, Some(true)],
            viewer_count: 2,
        };
        presence.set_remote("n".to_owned(), other, 60);
        assert_eq!(presence.combined(60), ([Presence::Here, Presence::Here], 3));
        // A node that reports nothing more is down, with all its viewers.
        let late = 60 + REMOTE_PRESENCE_TTL_MS;
        assert_eq!(presence.combined(late), ([Presence::Here, gone(late)], 1));
        assert_eq!(
            presence.combined(late + 9),
            ([Presence::Here, gone(late)], 1)
        );
    }
}
