//! The scores of this device: who plays how well, and which level suits a player.
//!
//! Everything here follows from the ledger. Part of a lazy chunk.

mod leaderboard;
mod recommendation;

pub use leaderboard::{Leaderboard, LeaderboardRow};
pub use recommendation::{CLEAR_RESULTS, recommended_level};

use foursight_record::ledger::{Ledger, LedgerEntry};

/// Names of people in the ledger who gave none: alone against a bot, or at the first and the second
/// seat.
pub const UNNAMED: [&str; 3] = ["you", "one", "two"];

/// Returns the ledger with further games, in the order in which they ended.
#[must_use]
pub fn with_games(ledger: &Ledger, games: Vec<LedgerEntry>) -> Ledger {
    let mut all = ledger.entries().to_vec();
    all.extend(games);
    all.sort_by_key(|entry| entry.ended_ms);
    let mut merged = Ledger::default();
    for entry in all {
        merged.add(entry);
    }
    merged
}
