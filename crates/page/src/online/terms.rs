//! The form for the terms of an online game: rules, clock and first player.

use foursight_core::Ruleset;
use foursight_protocol::online::{FirstPlayer, GameTerms};
use foursight_record::write_ruleset;
use foursight_table::TimeControl;

use super::phrases::duration;
use crate::text::{Text, UiMessage as M};

const SECOND_MS: u64 = 1000;
const MINUTE_MS: u64 = 60 * SECOND_MS;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// Kind of clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockKind {
    /// No clock.
    #[default]
    Untimed,
    /// A total for the game with an increment a turn.
    Game,
    /// A time for each turn.
    Turn,
    /// Days for each turn.
    Days,
}

impl ClockKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Untimed, Self::Game, Self::Turn, Self::Days];

    /// Returns its name in forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Untimed => "untimed",
            Self::Game => "game",
            Self::Turn => "turn",
            Self::Days => "days",
        }
    }

    /// Returns the kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// Returns its label.
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

/// A number field of a kind of clock, by its index in [`TermsForm::numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockField {
    /// Index.
    pub index: usize,
    /// Name in forms.
    pub name: &'static str,
    /// Label.
    pub label: M,
    /// Minimum and maximum.
    pub range: (u32, u32),
}

/// Minutes a game, increment in seconds, seconds a turn, days a turn.
pub const CLOCK_FIELDS: [ClockField; 4] = [
    number(0, "minutes", M::OnlineMinutes, (1, 180)),
    number(1, "increment", M::OnlineIncrement, (0, 60)),
    number(2, "seconds", M::OnlineSeconds, (5, 900)),
    number(3, "days", M::OnlineDays, (1, 14)),
];

const fn number(place: usize, name: &'static str, label: M, offered: (u32, u32)) -> ClockField {
    ClockField {
        index: place,
        name,
        label,
        range: offered,
    }
}

impl ClockKind {
    /// Returns the fields of this kind.
    #[must_use]
    pub const fn numbers(self) -> &'static [ClockField] {
        let (from, to) = match self {
            Self::Untimed => (0, 0),
            Self::Game => (0, 2),
            Self::Turn => (2, 3),
            Self::Days => (3, 4),
        };
        CLOCK_FIELDS.split_at(to).0.split_at(from).1
    }
}

/// The terms selected for the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermsForm {
    /// Kind of clock.
    pub clock_kind: ClockKind,
    /// Its numbers, indexed as [`CLOCK_FIELDS`].
    pub numbers: [u32; 4],
    /// The first player.
    pub first: FirstPlayer,
}

impl Default for TermsForm {
    fn default() -> Self {
        Self {
            clock_kind: ClockKind::default(),
            numbers: [3, 2, 30, 3],
            first: FirstPlayer::Random,
        }
    }
}

impl TermsForm {
    /// Parses a number field and clamps it; ignores invalid input.
    pub fn set_number(&mut self, number: ClockField, written: &str) {
        if let Ok(value) = written.trim().parse::<u32>() {
            let (least, most) = number.range;
            self.numbers[number.index] = value.clamp(least, most);
        }
    }

    /// Returns the selected clock.
    #[must_use]
    pub fn clock(&self) -> Option<TimeControl> {
        let [minutes, increment, seconds, days] = self.numbers.map(u64::from);
        match self.clock_kind {
            ClockKind::Untimed => None,
            ClockKind::Game => Some(TimeControl::Fischer {
                main_ms: minutes * MINUTE_MS,
                increment_ms: increment * SECOND_MS,
            }),
            ClockKind::Turn => Some(TimeControl::PerTurn {
                turn_ms: seconds * SECOND_MS,
            }),
            ClockKind::Days => Some(TimeControl::PerTurn {
                turn_ms: days * DAY_MS,
            }),
        }
    }

    /// Returns the terms of a game with these rules.
    #[must_use]
    pub fn terms(&self, ruleset: Ruleset) -> GameTerms {
        GameTerms {
            rules: write_ruleset(ruleset),
            clock: self.clock(),
            first: self.first,
        }
    }
}

/// Clocks offered as single buttons.
pub const QUICK_CLOCKS: [TermsForm; 6] = [
    quick(ClockKind::Game, [1, 0, 30, 3]),
    quick(ClockKind::Game, [3, 2, 30, 3]),
    quick(ClockKind::Game, [5, 5, 30, 3]),
    quick(ClockKind::Game, [10, 0, 30, 3]),
    quick(ClockKind::Days, [3, 2, 30, 1]),
    quick(ClockKind::Untimed, [3, 2, 30, 3]),
];

const fn quick(pace: ClockKind, numbers: [u32; 4]) -> TermsForm {
    TermsForm {
        clock_kind: pace,
        numbers,
        first: FirstPlayer::Random,
    }
}

/// Formats a clock in two lines: its time in large letters, and its scope.
#[must_use]
pub fn clock_lines(text: Text, clock: Option<TimeControl>) -> [String; 2] {
    match clock {
        None | Some(TimeControl::Unlimited) => {
            ["∞".to_owned(), text.get(M::OnlineUntimed).to_owned()]
        }
        Some(TimeControl::Fischer {
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
        Some(TimeControl::PerTurn { turn_ms }) => [
            duration(text, turn_ms),
            text.get(M::OnlineForTurn).to_owned(),
        ],
    }
}

/// Formats a clock in a few words.
#[must_use]
pub fn clock_words(text: Text, clock: Option<TimeControl>) -> String {
    match clock {
        None | Some(TimeControl::Unlimited) => text.get(M::OnlineUntimed).to_owned(),
        Some(TimeControl::Fischer {
            main_ms,
            increment_ms,
        }) => format!(
            "{} + {}",
            duration(text, main_ms),
            duration(text, increment_ms)
        ),
        Some(TimeControl::PerTurn { turn_ms }) => {
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
    fn kinds_of_clock_have_names_and_labels() {
        let check = |pace, expected: &str| {
            assert_eq!(ClockKind::from_name(ClockKind::name(pace)), Some(pace));
            let choice = TermsForm {
                clock_kind: pace,
                ..TermsForm::default()
            };
            let words = clock_words(Text(Language::English), choice.clock());
            assert_eq!(words, expected);
        };
        check(ClockKind::Untimed, "No clock");
        check(ClockKind::Game, "3 min + 2 s");
        check(ClockKind::Turn, "30 s per move");
        check(ClockKind::Days, "3 days per move");
        assert_eq!(ClockKind::from_name("never"), None);
    }

    #[test]
    fn quick_clocks_in_two_lines() {
        let lines = QUICK_CLOCKS.map(|choice| clock_lines(Text(Language::English), choice.clock()));
        let expected = [
            ["1 min", "per player"],
            ["3 min", "+ 2 s per move"],
            ["5 min", "+ 5 s per move"],
            ["10 min", "per player"],
            ["1 day", "per move"],
            ["∞", "No clock"],
        ];
        assert_eq!(lines, expected.map(|both| both.map(str::to_owned)));
    }

    #[test]
    fn numbers_are_clamped() {
        let mut choice = TermsForm::default();
        let [minutes, ..] = CLOCK_FIELDS;
        choice.set_number(minutes, "9999");
        assert_eq!(choice.numbers[0], 180);
        choice.set_number(minutes, "-4");
        choice.set_number(minutes, "many");
        assert_eq!(choice.numbers[0], 180, "no number");
        assert_eq!(ClockKind::Game.numbers().len(), 2);
        assert_eq!(ClockKind::Days.numbers()[0].name, "days");
        assert!(ClockKind::Untimed.numbers().is_empty());
    }

    #[test]
    fn any_rules_can_be_requested() {
        let ruleset = Ruleset::new(9, 7, 5, foursight_core::Variant::Standard).expect("it fits");
        let terms = TermsForm::default().terms(ruleset);
        assert_eq!(
            (terms.rules.as_str(), terms.clock),
            ("standard 9x7/5", None)
        );
    }
}
