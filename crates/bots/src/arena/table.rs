//! Who scored what against whom.

use foursight_core::Player;

use super::{Played, ratings};

/// The results of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games won.
    pub wins: u32,
    /// Games tied.
    pub ties: u32,
    /// Games lost.
    pub losses: u32,
}

impl Record {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.ties + self.losses
    }

    /// The share of points, a tie counting half; one half if there was no game.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.ties) / 2.0) / f64::from(games),
        }
    }

    /// Where the true score lies, with 95 % confidence.
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.score(), self.games())
    }

    /// The same games seen from the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            ties: self.ties,
            losses: self.wins,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            ties: self.ties + other.ties,
            losses: self.losses + other.losses,
        }
    }
}

/// A range that holds the true share in 95 of 100 such measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Wilson's interval for a share that was seen in so many games. Sound for few games and for
/// shares near 0 and 1; a little too wide where there are ties.
///
/// ```
/// let interval = foursight_bots::arena::wilson(0.6, 100);
/// assert!((interval.low - 0.502).abs() < 0.001 && (interval.high - 0.691).abs() < 0.001);
/// ```
#[must_use]
pub fn wilson(share: f64, games: u32) -> Interval {
    /// 95 % of a normal distribution lie within this many standard deviations.
    const DEVIATIONS: f64 = 1.959_964;
    if games == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let n = f64::from(games);
    let square = DEVIATIONS * DEVIATIONS;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let spread = (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let half = DEVIATIONS * spread / (1.0 + square / n);
    Interval {
        low: (middle - half).max(0.0),
        high: (middle + half).min(1.0),
    }
}

/// The results of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    names: Vec<String>,
    /// `as_first[a][b]`: how `a` did against `b` when `a` moved first.
    as_first: Vec<Vec<Record>>,
}

impl Table {
    /// An empty table for these players.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        let row = vec![Record::default(); names.len()];
        Self {
            as_first: vec![row; names.len()],
            names,
        }
    }

    /// Counts one more game. Games of players who are not in the table are left out.
    pub fn add(&mut self, game: &Played) {
        let (first, second) = (game.task.first, game.task.second);
        let row = self.as_first.get_mut(first);
        let Some(record) = row.and_then(|row| row.get_mut(second)) else {
            return;
        };
        match game.winner {
            Some(Player::First) => record.wins += 1,
            Some(Player::Second) => record.losses += 1,
            None => record.ties += 1,
        }
    }

    /// The players.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How `one` did against `two` on both seats; empty for players who are not in the table.
    #[must_use]
    pub fn record(&self, one: usize, two: usize) -> Record {
        let as_second = self.record_as_first(two, one).reversed();
        self.record_as_first(one, two).plus(as_second)
    }

    /// How `one` did against `two` when it moved first.
    #[must_use]
    pub fn record_as_first(&self, one: usize, two: usize) -> Record {
        let row = self.as_first.get(one);
        row.and_then(|row| row.get(two))
            .copied()
            .unwrap_or_default()
    }

    /// How a player did against all others.
    #[must_use]
    pub fn total(&self, one: usize) -> Record {
        (0..self.names.len())
            .filter(|two| *two != one)
            .map(|two| self.record(one, two))
            .fold(Record::default(), Record::plus)
    }

    /// A rating for each player that makes the results most likely; the first player has 0.
    #[must_use]
    pub fn ratings(&self) -> Vec<f64> {
        ratings(self)
    }

    /// The same with an average of 0, which is a rating of these games alone; none for who played no game.
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
                let Interval { low, high } = wilson(share, games);
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
