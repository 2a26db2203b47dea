//! The grid with labels, top row first, rows and columns from 0.
//!
//! ```text
//! 2   - - - -     row numbers at the left, padded to four characters
//! 1   - 2 - -     - empty, 1 First, 2 Second; power discs as letters, Second's in lower case
//! 0   - 1 1 -
//!
//! y/x 0 1 2 3     column numbers below; from 11 columns on all are two characters wide
//! ```
//!
//! Where a grid is not enough a last line tells its moves: `moves: 44P4`.
//!
//! Diagrams as apps show them to people are read as well: with [`sign`]s for discs, winning ones in
//! brackets, rows and columns counted from 1, and names of columns and sentences below the grid.

use foursight_core::{Disc, DiscKind, Game, Player, PowerDisc, Setup, Space};

use crate::beside::{self, Shown};
use crate::error::{ReadError, Reason};
use crate::expected::{Counted, Expected};
use crate::moves::{self, power_letter};
use crate::picture::{Line, Row, lines, sized};
use crate::reading::How;

const EMPTY: char = '-';
/// How apps show an empty space where they show discs by their [`sign`].
pub const EMPTY_SIGN: char = '.';
/// The signs have the shapes of the marks in drawings: a ring for First, a cross for Second.
const RING: char = 'O';
const CROSS: char = 'X';
/// What stands before the column numbers.
const CORNER: &str = "y/x";
/// Labels at the left are padded to so many characters.
const LABEL_CHARS: usize = 4;
/// From so many columns on their numbers have two digits.
const TWO_DIGITS_WIDTH: u8 = 11;
/// Around the discs of winning lines.
const BRACKETS: [char; 2] = ['[', ']'];

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

pub(crate) fn write(game: &Game) -> String {
    let grid = game.position().grid();
    let width = usize::from(grid.width() >= TWO_DIGITS_WIDTH) + 1;
    let line = |label: &str, entries: Vec<String>| {
        let entries = entries.iter().map(|entry| format!("{entry:>width$}"));
        let entries = entries.collect::<Vec<_>>().join(" ");
        format!("{label:<LABEL_CHARS$}{entries}")
    };
    let row = |row: foursight_core::Row| {
        let discs = grid
            .columns()
            .map(|column| grid.disc_at(Space { column, row }));
        let entries = discs.map(|disc| disc.map_or(EMPTY, disc_char).to_string());
        line(&row.index().to_string(), entries.collect())
    };
    let numbers = grid.columns().map(|column| column.index().to_string());
    let labels = [String::new(), line(CORNER, numbers.collect())];
    let lines = grid.rows().rev().map(row).chain(labels);
    let lines = lines.chain(beside::moves_line(game));
    lines.collect::<Vec<_>>().join("\n")
}

/// True for a text of several lines, of which the first has a row number and entries.
pub(crate) fn looks_like_it(text: &str) -> bool {
    let mut lines = lines(text);
    let has_row = lines.next().is_some_and(|line| has_entries(line.text));
    has_row && lines.next().is_some()
}

/// A diagram that was read.
struct Diagram<'a> {
    text: &'a str,
    style: Style,
    rows: Vec<Row>,
    moves: Option<Line<'a>>,
}

pub(crate) fn read(text: &str, how: &How) -> Result<Game, ReadError> {
    let diagram = Diagram::new(text)?;
    let setup = diagram.setup(how)?;
    let moves = diagram.moves.map(|line| {
        let range = beside::offset_in(line.text).map(|at| line.offset + at..line.end());
        moves::read_digits(text, range.unwrap_or_default(), setup.ruleset())
    });
    beside::to_game(&setup, Shown::Kind, moves.transpose()?)
}

/// The grid as it is shown, possible or not.
pub(crate) fn setup(text: &str, how: &How) -> Option<Setup> {
    let diagram = Diagram::new(text)
        .ok()
        .filter(|diagram| !diagram.rows.is_empty())?;
    diagram.setup(how).ok()
}

impl<'a> Diagram<'a> {
    fn new(text: &'a str) -> Result<Self, ReadError> {
        let lines: Vec<_> = lines(text).collect();
        let count = count_rows(&lines);
        let (rows, below) = lines.split_at(count);
        let shows_signs = |line: &Line<'_>| line.text.contains([EMPTY_SIGN, RING, CROSS]);
        let style = if rows.iter().any(shows_signs) {
            Style::Signs
        } else {
            Style::Numbers
        };
        let mut entries = Vec::new();
        for (from_top, line) in rows.iter().enumerate() {
            let label_end = label(line.text).len();
            let expected = count - 1 - from_top + style.bottom_label();
            if line.text[..label_end].parse() != Ok(expected) {
                let found = &line.text[..label_end];
                let expected = Expected::RowNumbers(style.bottom_label());
                return Err(ReadError::unexpected(text, line.offset, found, expected));
            }
            let signs = line.text[label_end..].char_indices();
            let signs = signs.filter(|(_, c)| !c.is_whitespace() && !BRACKETS.contains(c));
            entries.push(
                signs
                    .map(|(at, c)| (line.offset + label_end + at, c))
                    .collect(),
            );
        }
        let diagram = Self {
            text,
            style,
            rows: entries,
            moves: below
                .last()
                .copied()
                .filter(|line| beside::offset_in(line.text).is_some()),
        };
        for line in below {
            diagram.check_labels(*line)?;
        }
        Ok(diagram)
    }

    fn setup(&self, how: &How) -> Result<Setup, ReadError> {
        let ruleset = sized(&self.rows, how.ruleset)?;
        let style = self.style;
        crate::picture::setup(self.text, &self.rows, ruleset, |c| match (style, c) {
            (Style::Numbers, EMPTY) | (Style::Signs, EMPTY_SIGN) => Some(None),
            (Style::Signs, RING) => Some(Some(Disc::ordinary(Player::First))),
            (Style::Signs, CROSS) => Some(Some(Disc::ordinary(Player::Second))),
            (Style::Signs, '1' | '2') => None,
            (_, other) => char_disc(other).map(Some),
        })
    }

    /// Column numbers count from 0 or, as people do, from 1. Everything else below the grid is said
    /// to people: names of columns and sentences.
    fn check_labels(&self, line: Line<'_>) -> Result<(), ReadError> {
        let (numbers, starts) = match line.text.strip_prefix(CORNER) {
            Some(numbers) => (numbers, [0, 0]),
            None => (line.text, [0, 1]),
        };
        if !numbers.split_whitespace().all(is_number) {
            return Ok(());
        }
        let width = self.rows.first().map_or(0, Vec::len);
        let number = |word: &str| word.parse::<usize>().ok();
        let first = numbers.split_whitespace().next().and_then(number);
        let start = first
            .filter(|first| starts.contains(first))
            .unwrap_or(starts[1]);
        let mut count = 0;
        for word in numbers.split_whitespace() {
            if number(word) != Some(start + count) || count == width {
                // Both are parts of the same text, so the distance is the offset.
                let offset = line.offset + (word.as_ptr() as usize - line.text.as_ptr() as usize);
                let expected = Expected::ColumnNumbers;
                return Err(ReadError::unexpected(self.text, offset, word, expected));
            }
            count += 1;
        }
        if count == width {
            return Ok(());
        }
        Err(ReadError::whole(Reason::Size {
            what: Counted::ColumnNumbers,
            found: count,
            expected: width,
        }))
    }
}

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

fn label(line: &str) -> &str {
    line.split(char::is_whitespace).next().unwrap_or(line)
}

/// How many lines from the first on are rows: each has the number below that of the one before.
fn count_rows(lines: &[Line<'_>]) -> usize {
    let numbers = lines.iter().map(|line| {
        let number = label(line.text).parse::<usize>().ok();
        number.filter(|_| has_entries(line.text))
    });
    let mut expected = None;
    numbers
        .take_while(|number| {
            let is_next = number.is_some() && expected.is_none_or(|expected| *number == expected);
            expected = Some(number.and_then(|number| number.checked_sub(1)));
            is_next
        })
        .count()
}

/// True for a row number with entries after it, which is no sentence.
fn has_entries(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let has_label = words.next().is_some_and(is_number);
    let is_entry = |c: char| {
        [EMPTY, EMPTY_SIGN, RING, CROSS].contains(&c)
            || BRACKETS.contains(&c)
            || char_disc(c).is_some()
    };
    let are_entries = |word: &str| word.chars().count() == 1 || word.chars().all(is_entry);
    let mut words = words.peekable();
    has_label && words.peek().is_some() && words.all(are_entries)
}
