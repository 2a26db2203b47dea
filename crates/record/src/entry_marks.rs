//! Marks of discs and empty cells in lists.
//!
//! `1` and `2` are First and Second; so are `'red'` and `'yellow'`. Of `'X'` and `'O'`, First is
//! the one with more discs, or `'O'`. Empty cells are `0`, `null`, `nil`, `-`, `.` or an empty
//! string. Only `0` has two meanings: in lists with `null` or `nil` it is First, and `1` is Second.
//! Ambiguous combinations are errors.

use foursight_core::Player;

use crate::error::ReadError;
use crate::expected::Expected;
use crate::list_parser::{ItemValue, ListItem};
use crate::reading::DiscColour;

/// Mark in an entry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryMark {
    Zero,
    One,
    Two,
    /// `null` or `nil`.
    Null,
    /// `-`, `.` or an empty string.
    Blank,
    Red,
    Yellow,
    Cross,
    Ring,
}

impl EntryMark {
    pub(crate) fn of(item: &ListItem<'_>) -> Option<Self> {
        Some(match item.value {
            ItemValue::Word("0") | ItemValue::Text("0") => Self::Zero,
            ItemValue::Word("1") | ItemValue::Text("1") => Self::One,
            ItemValue::Word("2") | ItemValue::Text("2") => Self::Two,
            ItemValue::Word("null" | "nil") => Self::Null,
            ItemValue::Word("-" | ".") | ItemValue::Text("" | "-" | ".") => Self::Blank,
            ItemValue::Text("X" | "x") => Self::Cross,
            ItemValue::Text("O" | "o") => Self::Ring,
            ItemValue::Text(text) if text.eq_ignore_ascii_case("red") => Self::Red,
            ItemValue::Text(text) if text.eq_ignore_ascii_case("yellow") => Self::Yellow,
            _ => return None,
        })
    }

    /// Returns the mark as text.
    const fn text(self) -> &'static str {
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

    /// Returns the default marks of First and Second of the same kind.
    const fn pair(self) -> Option<[Self; 2]> {
        match self {
            Self::One | Self::Two => Some([Self::One, Self::Two]),
            Self::Red | Self::Yellow => Some([Self::Red, Self::Yellow]),
            Self::Cross | Self::Ring => Some([Self::Ring, Self::Cross]),
            Self::Zero | Self::Null | Self::Blank => None,
        }
    }
}

/// The marks of First and Second; all other marks are empty cells.
#[derive(Clone, Copy)]
pub(crate) struct MarkLegend([EntryMark; 2]);

impl MarkLegend {
    /// Returns the marks of First and Second as text, or `None` for 1 and 2, which need no
    /// explanation.
    pub(crate) fn texts(self) -> Option<[&'static str; 2]> {
        (self.0 != [EntryMark::One, EntryMark::Two]).then(|| self.0.map(EntryMark::text))
    }

    /// Returns the owner of the disc that a mark stands for.
    pub(crate) fn owner(self, mark: EntryMark) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|player| self.0[player.index()] == mark)
    }

    /// Infers the meaning of the marks of a board. `first` is the colour of First, if the caller
    /// set it.
    pub(crate) fn infer(
        text: &str,
        entries: &[&ListItem<'_>],
        first: Option<DiscColour>,
    ) -> Result<Self, ReadError> {
        let marked = |item: &&ListItem<'_>| EntryMark::of(item).map(|mark| (item.offset, mark));
        let marks: Vec<(usize, EntryMark)> = entries.iter().filter_map(marked).collect();
        let find = |searched: EntryMark| marks.iter().find(|(_, mark)| *mark == searched);
        let refuse = |offset: usize, expected| {
            let found = entries.iter().find(|item| item.offset == offset);
            let found = found.map_or(String::new(), |item| item.excerpt());
            Err(ReadError::unexpected(text, offset, &found, expected))
        };
        let zero_is_first = find(EntryMark::Null).is_some() && find(EntryMark::Zero).is_some();
        if zero_is_first && let Some((offset, _)) = find(EntryMark::Two) {
            return refuse(*offset, Expected::ZeroOrOne);
        }
        if let (Some((offset, _)), Some(_)) = (find(EntryMark::Zero), find(EntryMark::Blank)) {
            return refuse(*offset, Expected::SingleEmptyMark);
        }
        let mut pair = zero_is_first.then_some([EntryMark::Zero, EntryMark::One]);
        for (offset, mark) in &marks {
            let is_second = zero_is_first && *mark == EntryMark::One;
            let (false, Some(own)) = (is_second, mark.pair()) else {
                continue;
            };
            if pair.is_some_and(|pair| pair != own) {
                return refuse(*offset, Expected::ConsistentMarks);
            }
            pair = Some(own);
        }
        let mut pair = pair.unwrap_or([EntryMark::One, EntryMark::Two]);
        let count = |counted: EntryMark| marks.iter().filter(|(_, mark)| *mark == counted).count();
        let is_swapped = match pair {
            [EntryMark::Red, _] => first == Some(DiscColour::Yellow),
            [EntryMark::Ring, cross] => count(cross) > count(EntryMark::Ring),
            _ => false,
        };
        if is_swapped {
            pair.reverse();
        }
        Ok(Self(pair))
    }
}
