//! The terms of a game that somebody can choose on the page: any rules, any clock, and who begins.

use foursight_core::Ruleset;
use foursight_protocol::online::{Beginner, Terms};
use foursight_protocol::table::SentClock;
use foursight_record::write_ruleset;

use super::words::duration;
use crate::text::{Message as M, Text};

const SECOND_MS: u64 = 1000;
const MINUTE_MS: u64 = 60 * SECOND_MS;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// How time is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Not at all.
    #[default]
    Untimed,
    /// A time for the whole game, and more for each turn.
    Game,
    /// A time for each turn.
    Turn,
    /// Days for each turn.
    Days,
}

impl Pace {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Untimed, Self::Game, Self::Turn, Self::Days];

    /// Its name in forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Untimed => "untimed",
            Self::Game => "game",
            Self::Turn => "turn",
            Self::Days => "days",
        }
    }

    /// The pace of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// What it is called.
    #[must_use]
    pub const fn words(self) -> M {
        match self {
            Self::Untimed => M::OnlineUntimed,
            Self::Game => M::OnlinePerGame,
            Self::Turn => M::OnlinePerTurn,
            Self::Days => M::OnlinePerDays,
        }
    }
}

/// A number that belongs to a pace, by its place in [`Choice::numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its place.
    pub place: usize,
    /// Its name in forms.
    pub name: &'static str,
    /// What it is called.
    pub label: M,
    /// The least and the most that is offered.
    pub offered: (u32, u32),
}

/// Minutes a game, seconds more a turn, seconds a turn, days a turn.
pub const NUMBERS: [Number; 4] = [
    number(0, "minutes", M::OnlineMinutes, (1, 180)),
    number(1, "increment", M::OnlineIncrement, (0, 60)),
    number(2, "seconds", M::OnlineSeconds, (5, 900)),
    number(3, "days", M::OnlineDays, (1, 14)),
];

const fn number(place: usize, name: &'static str, label: M, offered: (u32, u32)) -> Number {
    Number {
        place,
        name,
        label,
        offered,
    }
}

impl Pace {
    /// The numbers that it needs.
    #[must_use]
    pub const fn numbers(self) -> &'static [Number] {
        let (from, to) = match self {
            Self::Untimed => (0, 0),
            Self::Game => (0, 2),
            Self::Turn => (2, 3),
            Self::Days => (3, 4),
        };
        NUMBERS.split_at(to).0.split_at(from).1
    }
}

/// What was chosen for the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How time is counted, …
    pub pace: Pace,
    /// … with these numbers, as [`NUMBERS`] names them.
    pub numbers: [u32; 4],
    /// Who begins.
    pub first: Beginner,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            pace: Pace::default(),
            numbers: [3, 2, 30, 3],
            first: Beginner::Lot,
        }
    }
}

impl Choice {
    /// A number as somebody wrote it, brought into what is offered; what is no number changes nothing.
    pub fn write(&mut self, number: Number, written: &str) {
        if let Ok(value) = written.trim().parse::<u32>() {
            let (least, most) = number.offered;
            self.numbers[number.place] = value.clamp(least, most);
        }
    }

    /// The clock of it.
    #[must_use]
    pub fn clock(&self) -> Option<SentClock> {
        let [minutes, increment, seconds, days] = self.numbers.map(u64::from);
        match self.pace {
            Pace::Untimed => None,
            Pace::Game => Some(SentClock::Total {
                main_ms: minutes * MINUTE_MS,
                increment_ms: increment * SECOND_MS,
            }),
            Pace::Turn => Some(SentClock::PerTurn {
                turn_ms: seconds * SECOND_MS,
            }),
            Pace::Days => Some(SentClock::PerTurn {
                turn_ms: days * DAY_MS,
            }),
        }
    }

    /// The terms of a game by these rules.
    #[must_use]
    pub fn terms(&self, ruleset: Ruleset) -> Terms {
        Terms {
            rules: write_ruleset(ruleset),
            clock: self.clock(),
            first: self.first,
        }
    }
}

/// Clocks that are had with one press.
pub const QUICK: [Choice; 6] = [
    quick(Pace::Game, [1, 0, 30, 3]),
    quick(Pace::Game, [3, 2, 30, 3]),
    quick(Pace::Game, [5, 5, 30, 3]),
    quick(Pace::Game, [10, 0, 30, 3]),
    quick(Pace::Days, [3, 2, 30, 1]),
    quick(Pace::Untimed, [3, 2, 30, 3]),
];

const fn quick(pace: Pace, numbers: [u32; 4]) -> Choice {
    Choice {
        pace,
        numbers,
        first: Beginner::Lot,
    }
}

/// A clock in two lines: its time in large letters, and what it is for.
#[must_use]
pub fn clock_lines(text: Text, clock: Option<SentClock>) -> [String; 2] {
    match clock {
        None => ["∞".to_owned(), text.get(M::OnlineUntimed).to_owned()],
        Some(SentClock::Total {
            main_ms,
            increment_ms,
        }) => {
            let below = if increment_ms == 0 {
                text.get(M::OnlineForGame).to_owned()
            } else {
                let time = duration(text, increment_ms);
                text.with(M::OnlineMore, &[("time", &time)])
            };
            [duration(text, main_ms), below]
        }
        Some(SentClock::PerTurn { turn_ms }) => [
            duration(text, turn_ms),
            text.get(M::OnlineForTurn).to_owned(),
        ],
    }
}

/// A clock in a few words.
#[must_use]
pub fn clock_words(text: Text, clock: Option<SentClock>) -> String {
    match clock {
        None => text.get(M::OnlineUntimed).to_owned(),
        Some(SentClock::Total {
            main_ms,
            increment_ms,
        }) => format!(
            "{} + {}",
            duration(text, main_ms),
            duration(text, increment_ms)
        ),
        Some(SentClock::PerTurn { turn_ms }) => {
            let time = duration(text, turn_ms);
            text.with(M::OnlineEachTurn, &[("time", &time)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn paces_have_names_and_clocks_in_words() {
        let check = |pace, expected: &str| {
            assert_eq!(Pace::from_name(Pace::name(pace)), Some(pace));
            let choice = Choice {
                pace,
                ..Choice::default()
            };
            let words = clock_words(Text(Language::English), choice.clock());
            assert_eq!(words, expected);
        };
        check(Pace::Untimed, "No clock");
        check(Pace::Game, "3 min + 2 s");
        check(Pace::Turn, "30 s a turn");
        check(Pace::Days, "3 d a turn");
        assert_eq!(Pace::from_name("never"), None);
    }

    #[test]
    fn quick_clocks_in_two_lines() {
        let lines = QUICK.map(|choice| clock_lines(Text(Language::English), choice.clock()));
        let expected = [
            ["1 min", "for the game"],
            ["3 min", "+ 2 s a turn"],
            ["5 min", "+ 5 s a turn"],
            ["10 min", "for the game"],
            ["1 d", "a turn"],
            ["∞", "No clock"],
        ];
        assert_eq!(lines, expected.map(|both| both.map(str::to_owned)));
    }

    #[test]
    fn numbers_stay_within_what_is_offered() {
        let mut choice = Choice::default();
        let [minutes, ..] = NUMBERS;
        choice.write(minutes, "9999");
        assert_eq!(choice.numbers[0], 180);
        choice.write(minutes, "-4");
        choice.write(minutes, "many");
        assert_eq!(choice.numbers[0], 180, "no number");
        assert_eq!(Pace::Game.numbers().len(), 2);
        assert_eq!(Pace::Days.numbers()[0].name, "days");
        assert!(Pace::Untimed.numbers().is_empty());
    }

    #[test]
    fn any_rules_can_be_asked_for() {
        let ruleset = Ruleset::new(9, 7, 5, foursight_core::Variant::Standard).expect("it fits");
        let terms = Choice::default().terms(ruleset);
        assert_eq!(
            (terms.rules.as_str(), terms.clock),
            ("standard 9x7/5", None)
        );
    }
}
