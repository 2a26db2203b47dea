//! Figures about the store.

use serde::Serialize;

use super::{AdminError, OperatorStore};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Age below which the heartbeat of a node shows that it is alive.
const ALIVE_MS: u64 = 10_000;

const SEEN: &str = "SELECT COUNT(*) FROM people WHERE seen_ms >= $1";

/// Figures about users and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StoreStats {
    /// Users with an account.
    pub accounts: u64,
    /// Users without one.
    pub guests: u64,
    /// Locked users.
    pub locked: u64,
    /// Users who were connected within the last day.
    pub seen_last_day: u64,
    /// Users who were connected within the last thirty days.
    pub seen_last_30_days: u64,
    /// Sessions that have not expired.
    pub sessions: u64,
    /// Games of all time.
    pub games: u64,
    /// Games in progress.
    pub games_in_progress: u64,
    /// Games that were created within the last day.
    pub games_last_day: u64,
    /// Events of all games.
    pub events: u64,
    /// Servers that are running on this store.
    pub servers: u64,
}

impl OperatorStore {
    /// Counts users, games and servers.
    ///
    /// # Errors
    ///
    /// [`AdminError`] if the store fails.
    pub async fn stats(&self) -> Result<StoreStats, AdminError> {
        let now_ms = self.clock.now_ms();
        let before = |ms: u64| now_ms.saturating_sub(ms);
        let (day, month) = (before(DAY_MS), before(30 * DAY_MS));
        let store = &self.store;
        let all = |sql| store.count(sql, []);
        let since = |sql, ms| store.count(sql, [ms]);
        Ok(StoreStats {
            accounts: all("SELECT COUNT(*) FROM people WHERE name_key IS NOT NULL").await?,
            guests: all("SELECT COUNT(*) FROM people WHERE name_key IS NULL").await?,
            locked: all("SELECT COUNT(*) FROM people WHERE locked_ms IS NOT NULL").await?,
            seen_last_day: since(SEEN, day).await?,
            seen_last_30_days: since(SEEN, month).await?,
            sessions: since("SELECT COUNT(*) FROM sessions WHERE until_ms > $1", now_ms).await?,
            games: all("SELECT COUNT(*) FROM games").await?,
            games_in_progress: all("SELECT COUNT(*) FROM games WHERE is_over = 0").await?,
            games_last_day: since("SELECT COUNT(*) FROM games WHERE made_ms >= $1", day).await?,
            events: all("SELECT COUNT(*) FROM game_events").await?,
            servers: since(
                "SELECT COUNT(*) FROM nodes WHERE seen_ms >= $1",
                before(ALIVE_MS),
            )
            .await?,
        })
    }
}
