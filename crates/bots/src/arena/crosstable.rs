//! Crosstable: the results of all pairs of players.

use foursight_core::Player;

use super::{ArenaResult, ratings};

/// The results of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WdlRecord {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl WdlRecord {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the mean score, a draw counting half; one half without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// Returns the 95 % confidence interval of the score.
    #[must_use]
    pub fn interval(&self) -> ConfidenceInterval {
        wilson(self.score(), self.games())
    }

    /// Returns the record from the opponent's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceInterval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// Wilson score interval of a share of this many games. Sound for few games and for shares near 0
/// and 1; slightly too wide if there are draws.
///
/// ```
/// let interval = foursight_bots::arena::wilson(0.6, 100);
/// assert!((interval.low - 0.502).abs() < 0.001 && (interval.high - 0.691).abs() < 0.001);
/// ```
#[must_use]
pub fn wilson(share: f64, games: u32) -> ConfidenceInterval {
    /// 95 % of a normal distribution lie within this many standard deviations.
    const DEVIATIONS: f64 = 1.959_964;
    if games == 0 {
        return ConfidenceInterval {
            low: 0.0,
            high: 1.0,
        };
    }
    let n = f64::from(games);
    let square = DEVIATIONS * DEVIATIONS;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let spread = (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let half = DEVIATIONS * spread / (1.0 + square / n);
    ConfidenceInterval {
        low: (middle - half).max(0.0),
        high: (middle + half).min(1.0),
    }
}

/// The results of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    names: Vec<String>,
    /// `as_first[a][b]`: the record of `a` against `b` when `a` moved first.
    as_first: Vec<Vec<WdlRecord>>,
}

impl Crosstable {
    /// Creates an empty table for these players.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        let row = vec![WdlRecord::default(); names.len()];
        Self {
            as_first: vec![row; names.len()],
            names,
        }
    }

    /// Adds one game. Ignores games of players who are not in the table.
    pub fn add(&mut self, game: &ArenaResult) {
        let (first, second) = (game.pairing.first, game.pairing.second);
        let row = self.as_first.get_mut(first);
        let Some(record) = row.and_then(|row| row.get_mut(second)) else {
            return;
        };
        match game.winner {
            Some(Player::First) => record.wins += 1,
            Some(Player::Second) => record.losses += 1,
            None => record.draws += 1,
        }
    }

    /// Returns the names of the players.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the record of `one` against `two` on both seats; empty for unknown players.
    #[must_use]
    pub fn record(&self, one: usize, two: usize) -> WdlRecord {
        let as_second = self.record_as_first(two, one).reversed();
        self.record_as_first(one, two).plus(as_second)
    }

    /// Returns the record of `one` against `two` when it moved first.
    #[must_use]
    pub fn record_as_first(&self, one: usize, two: usize) -> WdlRecord {
        let row = self.as_first.get(one);
        row.and_then(|row| row.get(two))
            .copied()
            .unwrap_or_default()
    }

    /// Returns the record of a player against all others.
    #[must_use]
    pub fn total(&self, one: usize) -> WdlRecord {
        (0..self.names.len())
            .filter(|two| *two != one)
            .map(|two| self.record(one, two))
            .fold(WdlRecord::default(), WdlRecord::plus)
    }

    /// Returns the maximum-likelihood ratings; the first player has 0.
    #[must_use]
    pub fn ratings(&self) -> Vec<f64> {
        ratings(self)
    }

    /// Returns the ratings shifted to an average of 0, a rating of these games alone; `None` for a
    /// player without games.
    #[must_use]
    pub fn performance(&self) -> Vec<Option<f64>> {
        let ratings = self.ratings();
        let has_played = |one: &usize| self.total(*one).games() > 0;
        let players: Vec<usize> = (0..ratings.len()).filter(has_played).collect();
        let sum: f64 = players.iter().map(|one| ratings[*one]).sum();
        let average = sum / players.len().max(1) as f64;
        let shifted = |one: usize| players.contains(&one).then(|| ratings[one] - average);
        (0..ratings.len()).map(shifted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_share_and_shrink() {
        for share in [0.0, 0.1, 0.5, 0.97, 1.0] {
            let mut width = 1.1;
            for games in [0, 1, 10, 100, 10_000] {
                let ConfidenceInterval { low, high } = wilson(share, games);
                assert!(
                    low <= share + 1e-9 && share <= high + 1e-9,
                    "{share} {games}"
                );
                assert!(high - low < width);
                width = high - low;
            }
        }
    }
}
