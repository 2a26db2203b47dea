//! The ranking of all players of a ledger.
//!
//! Ratings are Glicko-2 with one game a period, so they follow from who beat whom, in order. Bots
//! are rated by the same games, so that beating a strong one is worth more.

use std::cmp::Reverse;

use foursight_core::Player;
use foursight_rating::{GlickoRating, RatedResult};
use foursight_record::ledger::{Ledger, LedgerEntry, LedgerPlayer};

/// A player's place in the ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardRow {
    /// The player.
    pub player: LedgerPlayer,
    /// Rating after the last game.
    pub rating: GlickoRating,
    /// Wins, draws and losses.
    pub results: [u32; 3],
    /// Length of the current streak: positive for wins, negative for losses.
    pub streak: i32,
    /// Length of the longest winning streak.
    pub best_streak: u32,
}

impl LeaderboardRow {
    fn new(player: LedgerPlayer) -> Self {
        Self {
            player,
            rating: GlickoRating::default(),
            results: [0; 3],
            streak: 0,
            best_streak: 0,
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    /// Returns the rating as a whole number, with `?` while it is uncertain.
    #[must_use]
    pub fn rating_text(&self) -> String {
        /// Above this deviation a rating says little.
        const UNCERTAIN: f64 = 150.0;
        let mark = if self.rating.deviation > UNCERTAIN {
            "?"
        } else {
            ""
        };
        format!("{:.0}{mark}", self.rating.rating)
    }

    fn count(&mut self, score: f64, opponent: GlickoRating) {
        self.rating = self.rating.after(&[RatedResult { opponent, score }]);
        let kind = if score > 0.5 {
            self.streak = self.streak.max(0) + 1;
            self.best_streak = self.best_streak.max(self.streak.unsigned_abs());
            0
        } else if score < 0.5 {
            self.streak = self.streak.min(0) - 1;
            2
        } else {
            self.streak = 0;
            1
        };
        self.results[kind] += 1;
    }
}

/// All players of a ledger, the best first.
///
/// ```
/// use foursight_core::{Player, Ruleset};
/// use foursight_page::scores::Leaderboard;
/// use foursight_record::ledger::{Ledger, LedgerEntry, LedgerPlayer};
///
/// let mut ledger = Ledger::default();
/// let seats = [LedgerPlayer::person("Ada"), LedgerPlayer::person("Bo")];
/// ledger.add(LedgerEntry::new(1, Ruleset::STANDARD, seats, Some(Player::Second), 20));
/// let board = Leaderboard::of(&ledger);
/// assert_eq!(board.rows()[0].player.name(), "Bo");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard(Vec<LeaderboardRow>);

impl Leaderboard {
    /// Ranks the players by rating, then by wins, then by name.
    #[must_use]
    pub fn of(ledger: &Ledger) -> Self {
        let mut board = Self::default();
        for entry in ledger.entries() {
            board.count(entry);
        }
        board.0.sort_by(|one, two| {
            let strength = two.rating.rating.total_cmp(&one.rating.rating);
            let key =
                |row: &LeaderboardRow| (Reverse(row.results[0]), row.player.name().to_owned());
            strength.then_with(|| key(one).cmp(&key(two)))
        });
        board
    }

    /// Returns the rows, the best player first.
    #[must_use]
    pub fn rows(&self) -> &[LeaderboardRow] {
        &self.0
    }

    fn count(&mut self, entry: &LedgerEntry) {
        let [first, second] = entry.players.each_ref().map(|player| self.index_of(player));
        if first == second {
            // A player cannot meet themselves: the same name at both seats says nothing.
            return;
        }
        let share = match entry.winner {
            None => 0.5,
            Some(Player::First) => 1.0,
            Some(Player::Second) => 0.0,
        };
        let [rating_first, rating_second] = [first, second].map(|index| self.0[index].rating);
        self.0[first].count(share, rating_second);
        self.0[second].count(1.0 - share, rating_first);
    }

    fn index_of(&mut self, player: &LedgerPlayer) -> usize {
        let found = self.0.iter().position(|row| row.player == *player);
        found.unwrap_or_else(|| {
            self.0.push(LeaderboardRow::new(player.clone()));
            self.0.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;

    use super::super::with_games;
    use super::*;

    /// Plays games of `Ada`, `Bo` and the bot `easy`, each the name of First, of Second, and of the
    /// winner.
    fn ledger(games: &[[&str; 3]]) -> Ledger {
        let player = |name: &str| match name {
            "easy" => LedgerPlayer::bot(name),
            _ => LedgerPlayer::person(name),
        };
        let entry = |(at, [first, second, winner]): (usize, &[&str; 3])| {
            let won = [first, second].iter().position(|name| *name == winner);
            let won = won.map(|index| Player::BOTH[index]);
            let seats = [player(first), player(second)];
            LedgerEntry::new(at as u64, Ruleset::STANDARD, seats, won, 20)
        };
        with_games(
            &Ledger::default(),
            games.iter().enumerate().map(entry).collect(),
        )
    }

    #[track_caller]
    fn check(games: &[[&str; 3]], expected: &[(&str, [u32; 3], i32, u32)]) {
        let board = Leaderboard::of(&ledger(games));
        let rows = board.rows().iter();
        let rows: Vec<_> = rows
            .map(|row| (row.player.name(), row.results, row.streak, row.best_streak))
            .collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn players_are_ranked_by_whom_they_beat() {
        check(&[], &[]);
        check(
            &[
                ["Ada", "Bo", "Ada"],
                ["Bo", "Ada", "Ada"],
                ["Ada", "Bo", ""],
                ["Bo", "easy", "Bo"],
                ["easy", "Ada", "Ada"],
            ],
            &[
                ("Ada", [3, 1, 0], 1, 2),
                ("Bo", [1, 1, 2], 1, 1),
                ("easy", [0, 0, 2], -2, 0),
            ],
        );
        // One win over a strong player outweighs two over a weak one.
        let strong = [["Ada", "Bo", "Ada"]; 6];
        let mut games = strong.to_vec();
        games.extend([["Cleo", "Ada", "Cleo"], ["Dee", "Bo", "Dee"]]);
        let board = Leaderboard::of(&ledger(&games));
        let place = |name| {
            board
                .rows()
                .iter()
                .position(|row| row.player.name() == name)
        };
        assert!(place("Cleo") < place("Dee"));
    }

    #[test]
    fn a_game_with_the_same_name_twice_counts_for_neither() {
        check(&[["Ada", "Ada", "Ada"]], &[("Ada", [0; 3], 0, 0)]);
    }

    #[test]
    fn a_rating_is_marked_while_it_is_uncertain() {
        let one = Leaderboard::of(&ledger(&[["Ada", "Bo", "Ada"]]));
        assert_eq!(one.rows()[0].rating_text(), "1662?");
        let many = Leaderboard::of(&ledger(
            &[["Ada", "Bo", "Ada"], ["Ada", "Bo", "Bo"]].repeat(10),
        ));
        assert!(
            many.rows()
                .iter()
                .all(|row| !row.rating_text().ends_with('?'))
        );
        assert_eq!(many.rows()[0].games(), 20);
    }

    #[test]
    fn further_games_are_put_in_order() {
        let ada = ledger(&[["Ada", "Bo", "Ada"]]);
        let mut later = ada.entries()[0].clone();
        later.ended_ms = 9;
        let mut earlier =
            ledger(&[["Bo", "easy", "Bo"], ["Bo", "easy", "Bo"]]).entries()[1].clone();
        earlier.ended_ms = 5;
        let merged = with_games(&ada, vec![later, earlier]);
        let times: Vec<_> = merged
            .entries()
            .iter()
            .map(|entry| entry.ended_ms)
            .collect();
        assert_eq!(times, [0, 5, 9]);
    }
}
