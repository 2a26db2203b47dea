//! The games of whose start this node has notified its seekers: after a message of the bus, or after
//! a look at the store, since messages can be lost.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::WallClock;

/// Time for which a game is remembered; the store is asked for the games of a shorter time.
const STARTED_TTL_MS: u64 = 3 * LOOKBACK_MS;
/// The store is asked for games accepted within this time.
pub(super) const LOOKBACK_MS: u64 = 60_000;

/// Ids of games with the time of the message.
#[derive(Default)]
pub(super) struct StartedGames(Mutex<HashMap<String, u64>>);

impl StartedGames {
    /// Adds a game. Returns false if it is there already.
    pub(super) fn insert(&self, game: &str, clock: &WallClock) -> bool {
        let now_ms = clock.now_ms();
        // No statement leaves the map inconsistent, so a poisoned lock is fine.
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|_, notified_ms| now_ms.saturating_sub(*notified_ms) < STARTED_TTL_MS);
        games.insert(game.to_owned(), now_ms).is_none()
    }
}
