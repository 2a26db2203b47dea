//! The board with labels, top row first, rows and columns from 0.
//!
//! ```text
//! 2   - - - -     row numbers at the left, padded to four characters
//! 1   - 2 - -     - empty, 1 First, 2 Second; power discs as letters, Second's in lower case
//! 0   - 1 1 -
//!
//! y/x 0 1 2 3     column numbers below; from 11 columns on all are two characters wide
//! ```
//!
//! Where the board does not determine the game, a last line holds the moves: `moves: 44P4`.
//!
//! The reader also accepts the diagrams that apps show to players: with [`sign`]s for discs,
//! winning discs in brackets, rows and columns counted from 1, and column names and sentences below
//! the board.

use foursight_core::{Cell, Disc, DiscKind, Game, Player, PowerDisc, Setup};

use crate::attached_moves::{self, DiscDetail};
use crate::error::{ReadError, ReadErrorKind};
use crate::expected::{CountedItem, Expected};
use crate::moves::{self, power_letter};
use crate::reading::ReadOptions;
use crate::text_rows::{CharRow, TextLine, fit_ruleset, lines, setup_from_rows};

const EMPTY: char = '-';
/// Character of an empty cell in diagrams that show discs by their [`disc_sign`].
pub const EMPTY_SIGN: char = '.';
/// The signs resemble the marks in pictures: a ring for First, a cross for Second.
const RING: char = 'O';
const CROSS: char = 'X';
/// Label before the column numbers.
const CORNER: &str = "y/x";
/// Width to which labels at the left are padded.
const LABEL_CHARS: usize = 4;
/// Minimum width at which column numbers have two digits.
const TWO_DIGITS_WIDTH_MIN: u8 = 11;
/// Brackets around the discs of winning lines.
const BRACKETS: [char; 2] = ['[', ']'];

/// Returns the character of a disc in the text output of apps. It resembles the mark of the disc in
/// pictures: `O` First, `X` Second; power discs are letters, Second's in lower case.
///
/// ```
/// use foursight_core::{Disc, Player};
/// use foursight_record::disc_sign;
///
/// assert_eq!(Player::BOTH.map(|player| disc_sign(Disc::ordinary(player))), ['O', 'X']);
/// ```
#[must_use]
pub fn disc_sign(disc: Disc) -> char {
    match (disc.kind, disc.owner) {
        (DiscKind::Ordinary, Player::First) => RING,
        (DiscKind::Ordinary, Player::Second) => CROSS,
        (DiscKind::Power(_), _) => disc_char(disc),
    }
}

/// Returns the character of a disc in diagrams and position notation.
pub(crate) fn disc_char(disc: Disc) -> char {
    match (disc.kind, disc.owner) {
        (DiscKind::Ordinary, Player::First) => '1',
        (DiscKind::Ordinary, Player::Second) => '2',
        (DiscKind::Power(power), Player::First) => power_letter(power),
        (DiscKind::Power(power), Player::Second) => power_letter(power).to_ascii_lowercase(),
    }
}

/// Returns the disc for a character of a diagram or position notation.
pub(crate) fn disc_from_char(c: char) -> Option<Disc> {
    let power = |player, c| {
        let mut discs = PowerDisc::ALL.into_iter();
        let disc = discs.find(|disc| power_letter(*disc) == c)?;
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
    let board = game.position().board();
    let width = usize::from(board.width() >= TWO_DIGITS_WIDTH_MIN) + 1;
    let line = |label: &str, entries: Vec<String>| {
        let entries = entries.iter().map(|entry| format!("{entry:>width$}"));
        let entries = entries.collect::<Vec<_>>().join(" ");
        format!("{label:<LABEL_CHARS$}{entries}")
    };
    let row = |row: foursight_core::Row| {
        let discs = board
            .columns()
            .map(|column| board.disc_at(Cell { column, row }));
        let entries = discs.map(|disc| disc.map_or(EMPTY, disc_char).to_string());
        line(&row.index().to_string(), entries.collect())
    };
    let numbers = board.columns().map(|column| column.index().to_string());
    let labels = [String::new(), line(CORNER, numbers.collect())];
    let lines = board.rows().rev().map(row).chain(labels);
    let lines = lines.chain(attached_moves::moves_line(game));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns true for a text of several lines whose first line has a row number and entries.
pub(crate) fn looks_like_diagram(text: &str) -> bool {
    let mut lines = lines(text);
    let has_row = lines.next().is_some_and(|line| has_entries(line.text));
    has_row && lines.next().is_some()
}

/// A parsed diagram.
struct Diagram<'a> {
    text: &'a str,
    style: DiagramStyle,
    rows: Vec<CharRow>,
    moves: Option<TextLine<'a>>,
}

pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<Game, ReadError> {
    let diagram = Diagram::new(text)?;
    let setup = diagram.setup(options)?;
    let moves = diagram.moves.map(|line| {
        let range = attached_moves::moves_offset(line.text).map(|at| line.offset + at..line.end());
        moves::read_digits(text, range.unwrap_or_default(), setup.ruleset())
    });
    attached_moves::to_game(&setup, DiscDetail::Kind, moves.transpose()?)
}

/// Reads the board of a diagram, including boards that no game reaches.
pub(crate) fn setup(text: &str, options: &ReadOptions) -> Option<Setup> {
    let diagram = Diagram::new(text)
        .ok()
        .filter(|diagram| !diagram.rows.is_empty())?;
    diagram.setup(options).ok()
}

impl<'a> Diagram<'a> {
    fn new(text: &'a str) -> Result<Self, ReadError> {
        let lines: Vec<_> = lines(text).collect();
        let count = count_rows(&lines);
        let (rows, below) = lines.split_at(count);
        let shows_signs = |line: &TextLine<'_>| line.text.contains([EMPTY_SIGN, RING, CROSS]);
        let style = if rows.iter().any(shows_signs) {
            DiagramStyle::Signs
        } else {
            DiagramStyle::Numbers
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
                .filter(|line| attached_moves::moves_offset(line.text).is_some()),
        };
        for line in below {
            diagram.check_labels(*line)?;
        }
        Ok(diagram)
    }

    fn setup(&self, options: &ReadOptions) -> Result<Setup, ReadError> {
        let ruleset = fit_ruleset(&self.rows, options)?;
        let style = self.style;
        setup_from_rows(self.text, &self.rows, ruleset, |c| match (style, c) {
            (DiagramStyle::Numbers, EMPTY) | (DiagramStyle::Signs, EMPTY_SIGN) => Some(None),
            (DiagramStyle::Signs, RING) => Some(Some(Disc::ordinary(Player::First))),
            (DiagramStyle::Signs, CROSS) => Some(Some(Disc::ordinary(Player::Second))),
            (DiagramStyle::Signs, '1' | '2') => None,
            (_, other) => disc_from_char(other).map(Some),
        })
    }

    /// Checks the column numbers, which count from 0 or from 1. Ignores everything else below the
    /// board: column names and sentences for players.
    fn check_labels(&self, line: TextLine<'_>) -> Result<(), ReadError> {
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
                // Both are slices of the same text, so the distance of the pointers is the offset.
                let offset = line.offset + (word.as_ptr() as usize - line.text.as_ptr() as usize);
                let expected = Expected::ColumnNumbers;
                return Err(ReadError::unexpected(self.text, offset, word, expected));
            }
            count += 1;
        }
        if count == width {
            return Ok(());
        }
        Err(ReadError::whole(ReadErrorKind::Size {
            counted: CountedItem::ColumnNumbers,
            found: count,
            expected: width,
        }))
    }
}

/// The two styles of a diagram.
#[derive(Clone, Copy)]
enum DiagramStyle {
    /// `-`, `1` and `2`, rows from 0.
    Numbers,
    /// [`EMPTY_SIGN`] and the [`sign`]s of the discs, rows from 1.
    Signs,
}

impl DiagramStyle {
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

/// Counts the leading lines that are rows: each has the row number below that of the previous line.
fn count_rows(lines: &[TextLine<'_>]) -> usize {
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

/// Returns true for a row number with entries after it, as opposed to a sentence.
fn has_entries(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let has_label = words.next().is_some_and(is_number);
    let is_entry = |c: char| {
        [EMPTY, EMPTY_SIGN, RING, CROSS].contains(&c)
            || BRACKETS.contains(&c)
            || disc_from_char(c).is_some()
    };
    let are_entries = |word: &str| word.chars().count() == 1 || word.chars().all(is_entry);
    let mut words = words.peekable();
    has_label && words.peek().is_some() && words.all(are_entries)
}
