//! The marks by which lists show discs and empty spaces, and what they mean together.
//!
//! `1` and `2` are First and Second; so are `'red'` and `'yellow'`. Of `'X'` and `'O'` First is the
//! one with more discs, or `'O'`. Empty is `0`, `null`, `nil`, `-`, `.` or nothing in quotes. Only
//! `0` has two meanings: beside `null` or `nil` it is First, and `1` is Second. What could be meant
//! in two ways is refused.

use foursight_core::Player;

use crate::error::ReadError;
use crate::expected::Expected;
use crate::literal::{Item, Value};
use crate::reading::Colour;

/// What an entry of a grid says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Zero,
    One,
    Two,
    /// `null` or `nil`.
    Null,
    /// `-`, `.` or nothing in quotes.
    Blank,
    Red,
    Yellow,
    Cross,
    Ring,
}

impl Mark {
    pub(crate) fn of(item: &Item<'_>) -> Option<Self> {
        Some(match item.value {
            Value::Word("0") | Value::Text("0") => Self::Zero,
            Value::Word("1") | Value::Text("1") => Self::One,
            Value::Word("2") | Value::Text("2") => Self::Two,
            Value::Word("null" | "nil") => Self::Null,
            Value::Word("-" | ".") | Value::Text("" | "-" | ".") => Self::Blank,
            Value::Text("X" | "x") => Self::Cross,
            Value::Text("O" | "o") => Self::Ring,
            Value::Text(word) if word.eq_ignore_ascii_case("red") => Self::Red,
            Value::Text(word) if word.eq_ignore_ascii_case("yellow") => Self::Yellow,
            _ => return None,
        })
    }

    /// The mark as it is written.
    const fn word(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::One => "1",
            Self::Two => "2",
            Self::Null => "null",
            Self::Blank => "''",
            Self::Red => "'red'",
            Self::Yellow => "'yellow'",
            Self::Cross => "'X'",
            Self::Ring => "'O'",
        }
    }

    /// The marks of the same kind for First and Second, in the order in which they are listed.
    const fn pair(self) -> Option<[Self; 2]> {
        match self {
            Self::One | Self::Two => Some([Self::One, Self::Two]),
            Self::Red | Self::Yellow => Some([Self::Red, Self::Yellow]),
            Self::Cross | Self::Ring => Some([Self::Ring, Self::Cross]),
            Self::Zero | Self::Null | Self::Blank => None,
        }
    }
}

/// Which marks are discs of whom; all others are empty.
#[derive(Clone, Copy)]
pub(crate) struct Meaning([Mark; 2]);

impl Meaning {
    /// The marks of First and Second; none if they are 1 and 2, which tell it themselves.
    pub(crate) fn words(self) -> Option<[&'static str; 2]> {
        (self.0 != [Mark::One, Mark::Two]).then(|| self.0.map(Mark::word))
    }

    /// The owner of the disc that a mark stands for.
    pub(crate) fn owner(self, mark: Mark) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|player| self.0[player.index()] == mark)
    }

    /// What the marks of a grid mean together. `first` is the colour that was said to be First.
    pub(crate) fn of(
        text: &str,
        entries: &[&Item<'_>],
        first: Option<Colour>,
    ) -> Result<Self, ReadError> {
        let marked = |item: &&Item<'_>| Mark::of(item).map(|mark| (item.offset, mark));
        let marks: Vec<(usize, Mark)> = entries.iter().filter_map(marked).collect();
        let find = |wanted: Mark| marks.iter().find(|(_, mark)| *mark == wanted);
        let refuse = |offset: usize, expected| {
            let found = entries.iter().find(|item| item.offset == offset);
            let found = found.map_or(String::new(), |item| item.shown());
            Err(ReadError::unexpected(text, offset, &found, expected))
        };
        let zero_is_first = find(Mark::Null).is_some() && find(Mark::Zero).is_some();
        if zero_is_first && let Some((offset, _)) = find(Mark::Two) {
            return refuse(*offset, Expected::ZeroOrOne);
        }
        if let (Some((offset, _)), Some(_)) = (find(Mark::Zero), find(Mark::Blank)) {
            return refuse(*offset, Expected::OneEmpty);
        }
        let mut pair = zero_is_first.then_some([Mark::Zero, Mark::One]);
        for (offset, mark) in &marks {
            let is_known = zero_is_first && *mark == Mark::One;
            let (false, Some(own)) = (is_known, mark.pair()) else {
                continue;
            };
            if pair.is_some_and(|pair| pair != own) {
                return refuse(*offset, Expected::SameMarks);
            }
            pair = Some(own);
        }
        let mut pair = pair.unwrap_or([Mark::One, Mark::Two]);
        let count = |wanted: Mark| marks.iter().filter(|(_, mark)| *mark == wanted).count();
        let is_turned = match pair {
            [Mark::Red, _] => first == Some(Colour::Yellow),
            [Mark::Ring, cross] => count(cross) > count(Mark::Ring),
            _ => false,
        };
        if is_turned {
            pair.reverse();
        }
        Ok(Self(pair))
    }
}
