//! Statistics of a ledger: one player against each opponent.

use foursight_core::Player;

use super::{Ledger, LedgerEntry, LedgerPlayer};

impl Ledger {
    /// Returns the statistics of a person against each opponent, in the order in which they first
    /// met.
    #[must_use]
    pub fn head_to_heads(&self, name: &str) -> Vec<(LedgerPlayer, HeadToHead)> {
        let mut tallies: Vec<(LedgerPlayer, HeadToHead)> = Vec::new();
        for line in &self.0 {
            let [first, second] = &line.players;
            let is_person = |seat: &LedgerPlayer| !seat.is_bot && seat.name == name;
            let (opponent, as_player) = match (is_person(first), is_person(second)) {
                (true, _) => (second, Player::First),
                (_, true) => (first, Player::Second),
                _ => continue,
            };
            let index = tallies.iter().position(|(seat, _)| seat == opponent);
            let index = index.unwrap_or_else(|| {
                tallies.push((opponent.clone(), HeadToHead::default()));
                tallies.len() - 1
            });
            tallies[index].1.count(line, as_player);
        }
        tallies
    }
}

/// Result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerResult {
    /// The player won.
    Win,
    /// The game was a draw.
    Draw,
    /// The player lost.
    Loss,
}

/// Statistics of one player against one opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// Wins, draws and losses as First and as Second.
    pub by_seat: [[u32; 3]; 2],
    /// Length of the current streak: positive for wins, negative for losses.
    pub streak: i32,
    /// Length of the longest winning streak.
    pub best_streak: u32,
    /// Fewest plies of a win.
    pub quickest_win_plies: Option<u32>,
    /// Most plies of a game.
    pub longest_plies: u32,
    /// Result of each game, the oldest first.
    pub results: Vec<PlayerResult>,
}

impl HeadToHead {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.by_seat.iter().flatten().sum()
    }

    /// Returns the number of wins.
    #[must_use]
    pub const fn wins(&self) -> u32 {
        self.by_seat[0][0] + self.by_seat[1][0]
    }

    /// Returns the number of draws.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.by_seat[0][1] + self.by_seat[1][1]
    }

    /// Returns the number of losses.
    #[must_use]
    pub const fn losses(&self) -> u32 {
        self.by_seat[0][2] + self.by_seat[1][2]
    }

    fn count(&mut self, line: &LedgerEntry, player: Player) {
        let ended = match line.winner {
            None => PlayerResult::Draw,
            Some(winner) if winner == player => PlayerResult::Win,
            Some(_) => PlayerResult::Loss,
        };
        let seat = usize::from(player == Player::Second);
        self.by_seat[seat][ended as usize] += 1;
        self.streak = match ended {
            PlayerResult::Win => self.streak.max(0) + 1,
            PlayerResult::Draw => 0,
            PlayerResult::Loss => self.streak.min(0) - 1,
        };
        if ended == PlayerResult::Win {
            self.best_streak = self.best_streak.max(self.streak.unsigned_abs());
            let quickest = self
                .quickest_win_plies
                .map_or(line.plies, |plies| plies.min(line.plies));
            self.quickest_win_plies = Some(quickest);
        }
        self.longest_plies = self.longest_plies.max(line.plies);
        self.results.push(ended);
    }
}
