//! The ledger of finished games: one line a game, and what the lines add up to.
//!
//! A line holds who played, by which rules, how it ended and after how many plies, and no moves: it
//! outlives the list of kept games, and thousands of them stay small.
//!
//! ```
//! use foursight_record::ledger::{Ledger, Line, Seat};
//! use foursight_core::{End, Player, Ruleset};
//!
//! let mut ledger = Ledger::default();
//! let seats = [Seat::person("you"), Seat::bot("medium")];
//! ledger.add(Line::new(1_789_000_000_000, Ruleset::STANDARD, seats, Some(Player::First), 23));
//! let text = ledger.to_text();
//! assert_eq!(Ledger::from_text(&text), ledger);
//! let (opponent, tally) = &ledger.against("you")[0];
//! assert_eq!((opponent.name(), tally.wins()), ("medium", 1));
//! ```

use std::fmt;
use std::str::FromStr;

use foursight_core::{Player, Ruleset};

use crate::{parse_ruleset, write_ruleset};

/// So many lines are kept; the oldest go first.
pub const LINES_MAX: usize = 20_000;
/// The first line of the text.
const HEADING: &str = "foursight-scores 1";
/// A name is cut after so many characters.
const NAME_CHARS_MAX: usize = 40;

/// Who played: a person or a bot, by a name of one word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    is_bot: bool,
    name: String,
}

impl Seat {
    /// A person of this name.
    #[must_use]
    pub fn person(name: &str) -> Self {
        Self::new(false, name)
    }

    /// A bot of this level.
    #[must_use]
    pub fn bot(level: &str) -> Self {
        Self::new(true, level)
    }

    fn new(is_bot: bool, name: &str) -> Self {
        let sign = |c: char| {
            if c.is_whitespace() || c.is_control() {
                '-'
            } else {
                c
            }
        };
        let name: String = name.trim().chars().take(NAME_CHARS_MAX).map(sign).collect();
        let name = if name.is_empty() {
            "-".to_owned()
        } else {
            name
        };
        Self { is_bot, name }
    }

    /// Its name, in one word.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True for a bot.
    #[must_use]
    pub const fn is_bot(&self) -> bool {
        self.is_bot
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_bot { "bot" } else { "person" };
        write!(f, "{kind}:{}", self.name)
    }
}

impl FromStr for Seat {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once(':') {
            Some(("bot", name)) if !name.is_empty() => Ok(Self::bot(name)),
            Some(("person", name)) if !name.is_empty() => Ok(Self::person(name)),
            _ => Err(()),
        }
    }
}

/// One game that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When, in milliseconds since 1970.
    pub ended_ms: u64,
    /// By which rules.
    pub ruleset: Ruleset,
    /// Who was First and who Second.
    pub seats: [Seat; 2],
    /// Who won; nobody in a tie.
    pub winner: Option<Player>,
    /// After how many plies.
    pub plies: u32,
}

impl Line {
    /// A game that ended then.
    #[must_use]
    pub const fn new(
        ended_ms: u64,
        ruleset: Ruleset,
        seats: [Seat; 2],
        winner: Option<Player>,
        plies: u32,
    ) -> Self {
        Self {
            ended_ms,
            ruleset,
            seats,
            winner,
            plies,
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.seats;
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

impl FromStr for Line {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        // The rules may hold spaces, so they come last.
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

/// All lines, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger(Vec<Line>);

impl Ledger {
    /// The lines, the oldest first.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.0
    }

    /// Adds a game. One that ended at the same moment is the same game, ended anew.
    pub fn add(&mut self, line: Line) {
        self.0.retain(|other| other.ended_ms != line.ended_ms);
        self.0.push(line);
        let excess = self.0.len().saturating_sub(LINES_MAX);
        self.0.drain(..excess);
    }

    /// All lines as text, a heading first.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for line in &self.0 {
            text.push_str(&line.to_string());
            text.push('\n');
        }
        text
    }

    /// The lines of a text. Those that cannot be read are left out: damage costs only what is damaged.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let lines = text.lines().filter_map(|line| line.parse().ok());
        let mut lines: Vec<_> = lines.collect();
        let excess = lines.len().saturating_sub(LINES_MAX);
        lines.drain(..excess);
        Self(lines)
    }

    /// How somebody has done against each opponent, in the order in which they first met.
    #[must_use]
    pub fn against(&self, name: &str) -> Vec<(Seat, Tally)> {
        let mut found: Vec<(Seat, Tally)> = Vec::new();
        for line in &self.0 {
            let [first, second] = &line.seats;
            let is_me = |seat: &Seat| !seat.is_bot && seat.name == name;
            let (opponent, as_player) = match (is_me(first), is_me(second)) {
                (true, _) => (second, Player::First),
                (_, true) => (first, Player::Second),
                _ => continue,
            };
            let place = found.iter().position(|(seat, _)| seat == opponent);
            let place = place.unwrap_or_else(|| {
                found.push((opponent.clone(), Tally::default()));
                found.len() - 1
            });
            found[place].1.count(line, as_player);
        }
        found
    }

    /// The names of all people, in the order in which they first played.
    #[must_use]
    pub fn people(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let seats = self.0.iter().flat_map(|line| &line.seats);
        for seat in seats.filter(|seat| !seat.is_bot) {
            if !names.contains(&seat.name()) {
                names.push(seat.name());
            }
        }
        names
    }
}

/// How a game was for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// They won.
    Win,
    /// Nobody did.
    Tie,
    /// They lost.
    Loss,
}

/// What the games of one player against one opponent add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins, ties and losses as First and as Second.
    pub by_seat: [[u32; 3]; 2],
    /// The wins or losses in a row up to now: above 0 wins, below losses.
    pub streak: i32,
    /// The most wins in a row.
    pub best_streak: u32,
    /// The fewest plies of a win.
    pub quickest_win: Option<u32>,
    /// The most plies of a game.
    pub longest: u32,
    /// How each game ended, the oldest first.
    pub course: Vec<Ended>,
}

impl Tally {
    /// How many games there were.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.by_seat.iter().flatten().sum()
    }

    /// How many were won.
    #[must_use]
    pub const fn wins(&self) -> u32 {
        self.by_seat[0][0] + self.by_seat[1][0]
    }

    /// How many nobody won.
    #[must_use]
    pub const fn ties(&self) -> u32 {
        self.by_seat[0][1] + self.by_seat[1][1]
    }

    /// How many were lost.
    #[must_use]
    pub const fn losses(&self) -> u32 {
        self.by_seat[0][2] + self.by_seat[1][2]
    }

    fn count(&mut self, line: &Line, player: Player) {
        let ended = match line.winner {
            None => Ended::Tie,
            Some(winner) if winner == player => Ended::Win,
            Some(_) => Ended::Loss,
        };
        let seat = usize::from(player == Player::Second);
        self.by_seat[seat][ended as usize] += 1;
        self.streak = match ended {
            Ended::Win => self.streak.max(0) + 1,
            Ended::Tie => 0,
            Ended::Loss => self.streak.min(0) - 1,
        };
        if ended == Ended::Win {
            self.best_streak = self.best_streak.max(self.streak.unsigned_abs());
            let quickest = self
                .quickest_win
                .map_or(line.plies, |plies| plies.min(line.plies));
            self.quickest_win = Some(quickest);
        }
        self.longest = self.longest.max(line.plies);
        self.course.push(ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: u64, seats: [Seat; 2], winner: Option<Player>, plies: u32) -> Line {
        Line::new(at, Ruleset::STANDARD, seats, winner, plies)
    }

    #[test]
    fn games_add_up_by_opponent_and_seat() {
        let (you, easy) = (Seat::person("you"), Seat::bot("easy"));
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
        let against = ledger.against("you");
        let (opponent, tally) = &against[0];
        assert_eq!((against.len(), opponent), (1, &easy));
        assert_eq!(tally.by_seat, [[2, 0, 0], [1, 1, 1]]);
        assert_eq!(
            (tally.games(), tally.wins(), tally.ties(), tally.losses()),
            (5, 3, 1, 1)
        );
        assert_eq!((tally.streak, tally.best_streak), (1, 2));
        assert_eq!((tally.quickest_win, tally.longest), (Some(11), 42));
        assert_eq!(tally.course.len(), 5);
        assert_eq!(ledger.people(), ["you"]);
    }

    #[test]
    fn a_game_that_ends_anew_counts_once() {
        let seats = [Seat::person("one"), Seat::person("two")];
        let mut ledger = Ledger::default();
        ledger.add(line(7, seats.clone(), None, 42));
        ledger.add(line(7, seats, Some(Player::First), 41));
        assert_eq!(ledger.against("one")[0].1.by_seat, [[1, 0, 0], [0, 0, 0]]);
        assert_eq!(ledger.against("two")[0].1.by_seat, [[0, 0, 0], [0, 0, 1]]);
    }

    #[test]
    fn damage_costs_only_what_is_damaged() {
        let seats = [Seat::person("Ada B"), Seat::bot("perfect")];
        let mut ledger = Ledger::default();
        ledger.add(line(1, seats.clone(), Some(Player::Second), 20));
        ledger.add(line(2, seats, None, 42));
        assert_eq!(ledger.lines()[0].seats[0].name(), "Ada-B");
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
