//! Grids as text to look at: the picture of circles and the labelled diagram, top row first.
//!
//! ```text
//! 2 - - - -     row numbers at the left, row 0 at the bottom
//! 1 - 2 - -     - empty, 1 First, 2 Second; power discs as letters, Second's in lower case
//! 0 - 1 1 -
//!   1 2 3 4     column numbers below
//! ```
//!
//! Where a grid is not enough a last line tells its moves: `moves: 44P4`.
//!
//! Diagrams as apps show them are read as well: with [`sign`]s for discs, winning ones in brackets,
//! rows counted from 1, and names of columns and sentences below the grid.

use std::fmt::Write as _;

use foursight_core::{Disc, DiscKind, Game, Player, PowerDisc, Row, Ruleset, Setup, Space};

use crate::Emoji;
use crate::arrays::space_at;
use crate::beside::{self, Shown};
use crate::error::{Place, ReadError, Reason, Spot};
use crate::expected::{Counted, Expected};
use crate::moves::{self, power_letter};

const EMPTY: char = '-';
/// How apps show an empty space where they show discs by their [`sign`].
pub const EMPTY_SIGN: char = '.';
/// The signs have the shapes of the marks in drawings: a ring for First, a cross for Second.
const RING: char = 'O';
const CROSS: char = 'X';
/// Asks for the colourful drawing of the character before it and is not seen itself.
const VARIATION_SELECTOR: char = '\u{fe0f}';

/// The character by which apps show a disc in text. It has the shape of the mark that the disc has
/// in drawings: `O` First, `X` Second; power discs are letters, Second's in lower case.
///
/// ```
/// use foursight_core::{Disc, Player};
/// use foursight_record::sign;
///
/// assert_eq!(Player::BOTH.map(|player| sign(Disc::ordinary(player))), ['O', 'X']);
/// ```
#[must_use]
pub fn sign(disc: Disc) -> char {
    match (disc.kind, disc.owner) {
        (DiscKind::Ordinary, Player::First) => RING,
        (DiscKind::Ordinary, Player::Second) => CROSS,
        (DiscKind::Power(_), _) => disc_char(disc),
    }
}

/// The character of a disc in diagrams and position notation.
pub(crate) fn disc_char(disc: Disc) -> char {
    match (disc.kind, disc.owner) {
        (DiscKind::Ordinary, Player::First) => '1',
        (DiscKind::Ordinary, Player::Second) => '2',
        (DiscKind::Power(power), Player::First) => power_letter(power),
        (DiscKind::Power(power), Player::Second) => power_letter(power).to_ascii_lowercase(),
    }
}

/// The disc of a character of a diagram or position notation.
pub(crate) fn char_disc(c: char) -> Option<Disc> {
    let power = |player, c| {
        let mut kinds = PowerDisc::ALL.into_iter();
        let disc = kinds.find(|disc| power_letter(*disc) == c)?;
        Some(Disc::power(player, disc))
    };
    match c {
        '1' => Some(Disc::ordinary(Player::First)),
        '2' => Some(Disc::ordinary(Player::Second)),
        'A'..='Z' => power(Player::First, c),
        _ => power(Player::Second, c.to_ascii_uppercase()),
    }
}

pub(crate) fn write_emoji(game: &Game, emoji: &Emoji) -> String {
    let grid = game.position().grid();
    let circle = |space| match grid.disc_at(space).map(|disc| disc.owner) {
        None => emoji.empty,
        Some(Player::First) => emoji.first,
        Some(Player::Second) => emoji.second,
    };
    let line = |row| -> String {
        let columns = grid.columns();
        columns
            .map(|column| circle(Space { column, row }))
            .collect()
    };
    let lines = grid.rows().rev().map(line).chain(beside::moves_line(game));
    lines.collect::<Vec<_>>().join("\n")
}

/// True for a text with a picture's characters in it. A diagram starts with a row number, so a
/// text of several lines that starts otherwise is a picture even if its characters are plain.
pub(crate) fn looks_like_emoji(text: &str, emoji: &Emoji) -> bool {
    let is_circle = |c: char| [emoji.empty, emoji.first, emoji.second].contains(&c);
    let starts_with_circle = text.trim_start().chars().next().is_some_and(is_circle);
    let starts_with_digit = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    text.chars().any(|c| !c.is_ascii() && is_circle(c))
        || (text.trim().contains('\n') && starts_with_circle && !starts_with_digit)
}

pub(crate) fn read_emoji(text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<Game, ReadError> {
    let mut lines = lines(text);
    let beside = read_moves(text, &lines, ruleset)?;
    lines.truncate(lines.len() - usize::from(beside.is_some()));
    check_rows(lines.len(), ruleset.height().into())?;
    let mut picture = Picture::new(text, ruleset);
    for (from_top, (start, line)) in lines.iter().enumerate() {
        let row = usize::from(ruleset.height()) - 1 - from_top;
        let seen = |c: char| !c.is_whitespace() && c != VARIATION_SELECTOR;
        let circles = line.char_indices().filter(|(_, c)| seen(*c));
        let circles: Vec<_> = circles.map(|(at, c)| (start + at, c)).collect();
        picture.read_row(&circles, row, |c| {
            if c == emoji.empty {
                Some(None)
            } else if c == emoji.first {
                Some(Some(Disc::ordinary(Player::First)))
            } else if c == emoji.second {
                Some(Some(Disc::ordinary(Player::Second)))
            } else {
                None
            }
        })?;
    }
    beside::to_game(&picture.setup, Shown::Owner, beside)
}

/// The game of the moves on the last line, if that is what it is.
fn read_moves(
    text: &str,
    lines: &[(usize, &str)],
    ruleset: Ruleset,
) -> Result<Option<Game>, ReadError> {
    let Some((start, line)) = lines.last() else {
        return Ok(None);
    };
    let range = beside::offset_in(line).map(|offset| start + offset..start + line.len());
    let game = range.map(|range| moves::read_digits(text, range, ruleset));
    game.transpose()
}

pub(crate) fn write_diagram(game: &Game) -> String {
    let grid = game.position().grid();
    let label_width = (usize::from(grid.height()) - 1).to_string().len();
    let entry_width = grid.width().to_string().len();
    let mut lines = Vec::with_capacity(usize::from(grid.height()) + 1);
    for row in grid.rows().rev() {
        let mut line = format!("{:label_width$}", row.index());
        for column in grid.columns() {
            let disc = grid.disc_at(Space { column, row });
            let _ = write!(line, " {:>entry_width$}", disc.map_or(EMPTY, disc_char));
        }
        lines.push(line);
    }
    let numbers = grid.columns().map(|c| format!(" {c:>entry_width$}"));
    lines.push(" ".repeat(label_width) + &numbers.collect::<String>());
    lines.extend(beside::moves_line(game));
    lines.join("\n")
}

pub(crate) fn read_diagram(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    let lines = lines(text);
    let height = usize::from(ruleset.height());
    let is_row = |(_, line): &(usize, &str)| is_row(line, ruleset.width().into());
    let rows = lines.iter().take_while(|line| is_row(line)).count();
    check_rows(rows, height)?;
    let (rows, below) = lines.split_at(rows);
    for (start, line) in below {
        // Everything else below the grid is said to people: names of columns and sentences.
        if line.split_whitespace().all(is_number) {
            check_column_labels(text, *start, line, ruleset)?;
        }
    }
    let shows_signs = |(_, line): &(usize, &str)| line.contains([EMPTY_SIGN, RING, CROSS]);
    let style = if rows.iter().any(shows_signs) {
        Style::Signs
    } else {
        Style::Numbers
    };
    let mut picture = Picture::new(text, ruleset);
    for (from_top, (start, line)) in rows.iter().enumerate() {
        let row = height - 1 - from_top;
        let label_end = line.find(char::is_whitespace).unwrap_or(line.len());
        if line[..label_end].parse() != Ok(row + style.bottom_label()) {
            let found = &line[..label_end];
            let expected = Expected::RowNumbers(style.bottom_label());
            return Err(ReadError::unexpected(text, *start, found, expected));
        }
        let entries = line[label_end..].char_indices();
        let entries: Vec<_> = entries
            .filter(|(_, c)| !c.is_whitespace() && !BRACKETS.contains(c))
            .map(|(at, c)| (start + label_end + at, c))
            .collect();
        picture.read_row(&entries, row, |c| match (style, c) {
            (Style::Numbers, EMPTY) | (Style::Signs, EMPTY_SIGN) => Some(None),
            (Style::Signs, RING) => Some(Some(Disc::ordinary(Player::First))),
            (Style::Signs, CROSS) => Some(Some(Disc::ordinary(Player::Second))),
            (Style::Signs, '1' | '2') => None,
            (_, other) => char_disc(other).map(Some),
        })?;
    }
    let beside = read_moves(text, below, ruleset)?;
    beside::to_game(&picture.setup, Shown::Kind, beside)
}

/// Around the discs of winning lines.
const BRACKETS: [char; 2] = ['[', ']'];

/// The two ways to draw a diagram.
#[derive(Clone, Copy)]
enum Style {
    /// `-`, `1` and `2`, rows from 0.
    Numbers,
    /// [`EMPTY_SIGN`] and the [`sign`]s of the discs, rows from 1.
    Signs,
}

impl Style {
    const fn bottom_label(self) -> usize {
        match self {
            Self::Numbers => 0,
            Self::Signs => 1,
        }
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// True for a row number with entries after it, which is neither a sentence nor the column numbers
/// below the grid.
fn is_row(line: &str, width: usize) -> bool {
    let mut words = line.split_whitespace();
    let has_label = words.next().is_some_and(is_number);
    let entries: Vec<_> = words.collect();
    let is_entry = |c: char| {
        [EMPTY, EMPTY_SIGN, RING, CROSS].contains(&c)
            || BRACKETS.contains(&c)
            || char_disc(c).is_some()
    };
    let are_entries = |word: &str| word.chars().count() == 1 || word.chars().all(is_entry);
    // Column numbers have no label and count on from 1; a full row of the bottom may begin so, but
    // has one word more.
    let is_labels = line.starts_with("1 ")
        && entries.first() == Some(&"2")
        && entries.iter().all(|word| is_number(word))
        && entries.len() != width;
    has_label && !entries.is_empty() && entries.iter().all(|w| are_entries(w)) && !is_labels
}

fn check_column_labels(
    text: &str,
    start: usize,
    labels: &str,
    ruleset: Ruleset,
) -> Result<(), ReadError> {
    let mut expected = 1..=usize::from(ruleset.width());
    for word in labels.split_whitespace() {
        if expected
            .next()
            .is_none_or(|number| word.parse() != Ok(number))
        {
            // Both are parts of the same text, so the distance is the offset.
            let offset = start + (word.as_ptr() as usize - labels.as_ptr() as usize);
            let expected = Expected::ColumnNumbers;
            return Err(ReadError::unexpected(text, offset, word, expected));
        }
    }
    match expected.next() {
        None => Ok(()),
        Some(next) => Err(ReadError::whole(Reason::Size {
            what: Counted::ColumnNumbers,
            found: next - 1,
            expected: ruleset.width().into(),
        })),
    }
}

/// The lines that are not blank, trimmed, each with its byte offset.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let indent = line.len() - line.trim_start().len();
        if !line.trim().is_empty() {
            lines.push((start + indent, line.trim()));
        }
        start += line.len() + 1;
    }
    lines
}

fn check_rows(found: usize, expected: usize) -> Result<(), ReadError> {
    if found == expected {
        return Ok(());
    }
    Err(ReadError::whole(Reason::Size {
        what: Counted::Rows,
        found,
        expected,
    }))
}

/// A grid that is being read off a text, row by row.
struct Picture<'a> {
    text: &'a str,
    ruleset: Ruleset,
    setup: Setup,
}

impl<'a> Picture<'a> {
    const fn new(text: &'a str, ruleset: Ruleset) -> Self {
        Self {
            text,
            ruleset,
            setup: Setup::new(ruleset),
        }
    }

    /// Puts down one row of characters, each with its byte offset. `disc` says what a character
    /// shows, and nothing for one that does not belong there.
    fn read_row(
        &mut self,
        entries: &[(usize, char)],
        row: usize,
        disc: impl Fn(char) -> Option<Option<Disc>>,
    ) -> Result<(), ReadError> {
        let width = usize::from(self.ruleset.width());
        for (index, (offset, c)) in entries.iter().enumerate().take(width) {
            let spot = Spot::at(self.text, *offset);
            let space = space_at(index, row).expect("both are below the size of the ruleset");
            let refuse = |reason| ReadError {
                place: Place::Space {
                    space,
                    spot: Some(spot),
                },
                reason,
            };
            let disc = disc(*c).ok_or_else(|| {
                refuse(Reason::Unexpected {
                    found: c.to_string(),
                    expected: Expected::SpaceOrDisc,
                })
            })?;
            if let Some(disc) = disc {
                let put = self.setup.put(disc, space);
                put.map_err(|error| refuse(Reason::Setup(error)))?;
            }
        }
        if entries.len() == width {
            return Ok(());
        }
        Err(ReadError {
            place: Row::from_index(row).map_or(Place::Text, Place::Row),
            reason: Reason::Size {
                what: Counted::Entries,
                found: entries.len(),
                expected: width,
            },
        })
    }
}
