//! The ledger of finished games, and statistics over them.
//!
//! An entry takes one line of text: players, ruleset, result and number of plies, without the
//! moves. It outlives the saved game, and thousands of entries stay small.
//!
//! ```
//! use foursight_record::ledger::{Ledger, LedgerEntry, LedgerPlayer};
//! use foursight_core::{End, Player, Ruleset};
//!
//! let mut ledger = Ledger::default();
//! let seats = [LedgerPlayer::person("you"), LedgerPlayer::bot("medium")];
//! ledger.add(LedgerEntry::new(1_789_000_000_000, Ruleset::STANDARD, seats, Some(Player::First), 23));
//! let text = ledger.to_text();
//! assert_eq!(Ledger::from_text(&text), ledger);
//! let (opponent, tally) = &ledger.head_to_heads("you")[0];
//! assert_eq!((opponent.name(), tally.wins()), ("medium", 1));
//! ```

mod head_to_head;

use std::fmt;
use std::str::FromStr;

use foursight_core::{Player, Ruleset};

use crate::{parse_ruleset, write_ruleset};
pub use head_to_head::{HeadToHead, PlayerResult};

/// Maximum number of entries; the oldest are dropped first.
pub const ENTRIES_MAX: usize = 20_000;
/// The first line of the text.
const HEADING: &str = "foursight-scores 1";
/// Names are truncated to this length.
const NAME_CHARS_MAX: usize = 40;

/// A player of a finished game: a person or a bot, with a name of one word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LedgerPlayer {
    is_bot: bool,
    name: String,
}

impl LedgerPlayer {
    /// Creates a person with this name.
    #[must_use]
    pub fn person(name: &str) -> Self {
        Self::new(false, name)
    }

    /// Creates a bot of this level.
    #[must_use]
    pub fn bot(level: &str) -> Self {
        Self::new(true, level)
    }

    fn new(is_bot: bool, name: &str) -> Self {
        let replace_blank = |c: char| {
            if c.is_whitespace() || c.is_control() {
                '-'
            } else {
                c
            }
        };
        let name: String = name
            .trim()
            .chars()
            .take(NAME_CHARS_MAX)
            .map(replace_blank)
            .collect();
        let name = if name.is_empty() {
            "-".to_owned()
        } else {
            name
        };
        Self { is_bot, name }
    }

    /// Returns the name, which is one word.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true for a bot.
    #[must_use]
    pub const fn is_bot(&self) -> bool {
        self.is_bot
    }
}

impl fmt::Display for LedgerPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_bot { "bot" } else { "person" };
        write!(f, "{kind}:{}", self.name)
    }
}

impl FromStr for LedgerPlayer {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once(':') {
            Some(("bot", name)) if !name.is_empty() => Ok(Self::bot(name)),
            Some(("person", name)) if !name.is_empty() => Ok(Self::person(name)),
            _ => Err(()),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Time of the end, in milliseconds since 1970.
    pub ended_ms: u64,
    /// Rules of the game.
    pub ruleset: Ruleset,
    /// First and Second.
    pub players: [LedgerPlayer; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// Number of plies.
    pub plies: u32,
}

impl LedgerEntry {
    /// Creates an entry.
    #[must_use]
    pub const fn new(
        ended_ms: u64,
        ruleset: Ruleset,
        seats: [LedgerPlayer; 2],
        winner: Option<Player>,
        plies: u32,
    ) -> Self {
        Self {
            ended_ms,
            ruleset,
            players: seats,
            winner,
            plies,
        }
    }
}

impl fmt::Display for LedgerEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        let result = match self.winner {
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
            None => "tie",
        };
        let (ended, plies) = (self.ended_ms, self.plies);
        let rules = write_ruleset(self.ruleset);
        write!(f, "{ended} {first} {second} {result} {plies} {rules}")
    }
}

impl FromStr for LedgerEntry {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        // The ruleset may contain spaces, so it comes last.
        let mut words = text.splitn(6, ' ');
        let mut word = || words.next().ok_or(());
        let ended_ms = word()?.parse().map_err(drop)?;
        let seats = [word()?.parse()?, word()?.parse()?];
        let winner = match word()? {
            "first" => Some(Player::First),
            "second" => Some(Player::Second),
            "tie" => None,
            _ => return Err(()),
        };
        let plies = word()?.parse().map_err(drop)?;
        let ruleset = parse_ruleset(word()?).map_err(drop)?;
        Ok(Self::new(ended_ms, ruleset, seats, winner, plies))
    }
}

/// All entries, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger(Vec<LedgerEntry>);

impl Ledger {
    /// Returns the entries, the oldest first.
    #[must_use]
    pub fn entries(&self) -> &[LedgerEntry] {
        &self.0
    }

    /// Adds a game. It replaces an entry with the same end time, which is the same game: it was
    /// resumed and ended again.
    pub fn add(&mut self, line: LedgerEntry) {
        self.0.retain(|other| other.ended_ms != line.ended_ms);
        self.0.push(line);
        let excess = self.0.len().saturating_sub(ENTRIES_MAX);
        self.0.drain(..excess);
    }

    /// Formats all entries as text, after a heading.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for line in &self.0 {
            text.push_str(&line.to_string());
            text.push('\n');
        }
        text
    }

    /// Parses the entries of a text. Skips invalid lines, so that damage affects only those lines.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let lines = text.lines().filter_map(|line| line.parse().ok());
        let mut lines: Vec<_> = lines.collect();
        let excess = lines.len().saturating_sub(ENTRIES_MAX);
        lines.drain(..excess);
        Self(lines)
    }

    /// Returns the names of all people, in the order in which they first played.
    #[must_use]
    pub fn person_names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let seats = self.0.iter().flat_map(|line| &line.players);
        for seat in seats.filter(|seat| !seat.is_bot) {
            if !names.contains(&seat.name()) {
                names.push(seat.name());
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: u64, seats: [LedgerPlayer; 2], winner: Option<Player>, plies: u32) -> LedgerEntry {
        LedgerEntry::new(at, Ruleset::STANDARD, seats, winner, plies)
    }

    #[test]
    fn games_add_up_by_opponent_and_seat() {
        let (you, easy) = (LedgerPlayer::person("you"), LedgerPlayer::bot("easy"));
        let mut ledger = Ledger::default();
        for (at, is_first, winner, plies) in [
            (1, true, Some(Player::First), 23),
            (2, true, Some(Player::First), 11),
            (3, false, Some(Player::First), 30),
            (4, false, None, 42),
            (5, false, Some(Player::Second), 18),
        ] {
            let seats = [you.clone(), easy.clone()];
            let seats = if is_first {
                seats
            } else {
                [easy.clone(), you.clone()]
            };
            ledger.add(line(at, seats, winner, plies));
        }
        let against = ledger.head_to_heads("you");
        let (opponent, tally) = &against[0];
        assert_eq!((against.len(), opponent), (1, &easy));
        assert_eq!(tally.by_seat, [[2, 0, 0], [1, 1, 1]]);
        assert_eq!(
            (tally.games(), tally.wins(), tally.draws(), tally.losses()),
            (5, 3, 1, 1)
        );
        assert_eq!((tally.streak, tally.best_streak), (1, 2));
        assert_eq!(
            (tally.quickest_win_plies, tally.longest_plies),
            (Some(11), 42)
        );
        assert_eq!(tally.results.len(), 5);
        assert_eq!(ledger.person_names(), ["you"]);
    }

    #[test]
    fn a_game_that_ends_twice_counts_once() {
        let seats = [LedgerPlayer::person("one"), LedgerPlayer::person("two")];
        let mut ledger = Ledger::default();
        ledger.add(line(7, seats.clone(), None, 42));
        ledger.add(line(7, seats, Some(Player::First), 41));
        assert_eq!(
            ledger.head_to_heads("one")[0].1.by_seat,
            [[1, 0, 0], [0, 0, 0]]
        );
        assert_eq!(
            ledger.head_to_heads("two")[0].1.by_seat,
            [[0, 0, 0], [0, 0, 1]]
        );
    }

    #[test]
    fn invalid_lines_are_skipped() {
        let seats = [LedgerPlayer::person("Ada B"), LedgerPlayer::bot("perfect")];
        let mut ledger = Ledger::default();
        ledger.add(line(1, seats.clone(), Some(Player::Second), 20));
        ledger.add(line(2, seats, None, 42));
        assert_eq!(ledger.entries()[0].players[0].name(), "Ada-B");
        let text = ledger.to_text();
        assert_eq!(Ledger::from_text(&text), ledger);
        for garbage in [
            "",
            "\0",
            "1 2 3",
            "x person:a bot:b first 3 standard 7x6/4",
            "1 person: bot:b tie 1 x",
        ] {
            let damaged = format!("{text}{garbage}\n");
            assert_eq!(Ledger::from_text(&damaged), ledger, "{garbage:?}");
        }
    }
}
