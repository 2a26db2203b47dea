//! Moves as text: the drop string, the column letters and the list.
//!
//! Numbers in a list count from 0, because a list is data; in strings columns count from 1.
//!
//! A drop is its column. Other moves put an upper-case letter before the column: `P` pop, `A`
//! anvil, `B` bomb, `W` wall, `D` double, `T` the target of a bomb; a pass is `-`. Columns are
//! digits on boards up to nine wide, lower-case letters up to 26, numbers with commas beyond.
//!
//! The reader plays each move as it reads it, so it reports the first error in the text.

use std::ops::Range;

use foursight_core::{Cell, Column, Game, Move, MoveError, PowerDisc, Row, Ruleset, Variant};
use serde_json::Value;

use crate::Form;
use crate::error::{ErrorLocation, ReadError, ReadErrorKind, TextLocation, shorten};
use crate::expected::Expected;
use crate::list_parser::{self, ItemValue, ListItem};

const DIGITS_WIDTH_MAX: u8 = 9;
const LETTERS_WIDTH_MAX: u8 = 26;
const PASS: &str = "-";
/// Maximum number of words with letters that are not columns. A text with more of them is prose,
/// not moves with a typo.
const FOREIGN_WORDS_MAX: usize = 1;

/// Naming scheme of columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnNaming {
    Numbers,
    Letters,
}

/// Detects which of the two move strings a text is. Returns `None` for prose, a drawing, or the
/// name of another value in source code.
pub(crate) fn detect(text: &str, ruleset: Ruleset, is_value: bool) -> Option<Form> {
    let names_no_column = |c: char| {
        let column = Column::from_letters(c.encode_utf8(&mut [0; 4]));
        c.is_alphabetic() && column.is_none_or(|column| column.number() > ruleset.width().into())
    };
    let is_foreign = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters > 1 && word.contains(names_no_column)
    };
    let foreign = text.split_whitespace().filter(is_foreign).count();
    let is_drawing = text.trim().contains('\n')
        && text.contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace() && c != ',');
    let foreign_max = if is_value { 0 } else { FOREIGN_WORDS_MAX };
    if foreign > foreign_max || is_drawing {
        return None;
    }
    let is_letters = text.contains(|c: char| c.is_ascii_alphabetic())
        && !text.contains(|c: char| c.is_ascii_digit());
    Some(if is_letters {
        Form::Letters
    } else {
        Form::Digits
    })
}

pub(crate) fn write_list(game: &Game) -> String {
    let entry = |mv: &Move| match mv {
        Move::Drop(column) => column.index().to_string(),
        other => format!("\"{}\"", move_text(*other, ColumnNaming::Numbers)),
    };
    let entries: Vec<_> = game.moves().iter().map(entry).collect();
    format!("[{}]", entries.join(","))
}

pub(crate) fn write_digits(game: &Game) -> String {
    let width = game.ruleset().width();
    let naming = if width > DIGITS_WIDTH_MAX && width <= LETTERS_WIDTH_MAX {
        ColumnNaming::Letters
    } else {
        ColumnNaming::Numbers
    };
    join(game, naming)
}

pub(crate) fn write_letters(game: &Game) -> String {
    let text = join(game, ColumnNaming::Letters);
    if game.ruleset().variant().is_drop_only() {
        text.to_ascii_uppercase()
    } else {
        text
    }
}

fn join(game: &Game, naming: ColumnNaming) -> String {
    let words = game.moves().iter().map(|mv| move_text(*mv, naming));
    let separator = if game.ruleset().width() > LETTERS_WIDTH_MAX {
        ","
    } else {
        ""
    };
    words.collect::<Vec<_>>().join(separator)
}

fn move_text(mv: Move, naming: ColumnNaming) -> String {
    let column = |column: Column| match naming {
        ColumnNaming::Numbers => column.to_string(),
        ColumnNaming::Letters => column.letters(),
    };
    match mv {
        Move::Drop(c) => column(c),
        Move::Pop(c) => format!("P{}", column(c)),
        Move::Strike(c) => format!("T{}", column(c)),
        Move::Power(disc, c) => format!("{}{}", power_letter(disc), column(c)),
        Move::Pass => PASS.to_owned(),
    }
}

/// Returns the letter of a power disc in moves and boards.
pub(crate) const fn power_letter(disc: PowerDisc) -> char {
    match disc {
        PowerDisc::Anvil => 'A',
        PowerDisc::Bomb => 'B',
        PowerDisc::Wall => 'W',
        PowerDisc::Double => 'D',
    }
}

/// Reads the drop string in a range of the text.
pub(crate) fn read_digits(
    text: &str,
    range: Range<usize>,
    ruleset: Ruleset,
) -> Result<Game, ReadError> {
    let width = ruleset.width();
    let by_letters = width > DIGITS_WIDTH_MAX && width <= LETTERS_WIDTH_MAX;
    let naming = if by_letters && !text[range.clone()].contains(',') {
        ColumnNaming::Letters
    } else {
        ColumnNaming::Numbers
    };
    MoveReader::new(text, ruleset, naming).read(range)
}

pub(crate) fn read_letters(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    MoveReader::new(text, ruleset, ColumnNaming::Letters).read(0..text.len())
}

struct MoveReader<'a> {
    text: &'a str,
    naming: ColumnNaming,
    game: Game,
}

impl<'a> MoveReader<'a> {
    fn new(text: &'a str, ruleset: Ruleset, naming: ColumnNaming) -> Self {
        Self {
            text,
            naming,
            game: Game::new(ruleset),
        }
    }

    fn read(mut self, range: Range<usize>) -> Result<Game, ReadError> {
        let text = self.text;
        let part = &text[range.clone()];
        let is_list = part.contains(',') || self.game.ruleset().width() > LETTERS_WIDTH_MAX;
        if part.trim().is_empty() {
            return Ok(self.game);
        }
        if is_list {
            let mut start = range.start;
            for item in part.split(',') {
                let indent = item.len() - item.trim_start().len();
                self.play_word(item.trim(), start + indent)?;
                start += item.len() + 1;
            }
            return Ok(self.game);
        }
        let mut rest = range.start;
        while let Some(c) = text[rest..range.end].chars().next() {
            let length = if c.is_whitespace() {
                c.len_utf8()
            } else {
                let length = self.word_length(&text[rest..range.end]);
                self.play_word(&text[rest..rest + length], rest)?;
                length
            };
            rest += length;
        }
        Ok(self.game)
    }

    /// Returns the length in bytes of the first move in a text without separators.
    fn word_length(&self, rest: &str) -> usize {
        let mut chars = rest.chars();
        let first = chars.next().map_or(0, char::len_utf8);
        match chars.next() {
            Some(second) if self.is_prefix(rest) && second.is_ascii_alphanumeric() => {
                first + second.len_utf8()
            }
            _ => first,
        }
    }

    /// Returns true if a move begins with the prefix of a move other than a drop. Before a digit
    /// every prefix counts, and the rules reject moves that the variant lacks; before a letter only
    /// the prefixes of this variant count, because other letters are columns.
    fn is_prefix(&self, word: &str) -> bool {
        let own = match self.game.ruleset().variant() {
            Variant::Standard | Variant::FiveInARow => "",
            Variant::PopOut(_) | Variant::PopTen(_) => "P",
            Variant::PowerUp(_) => "ABWDT",
        };
        let mut chars = word.chars();
        let Some(first) = chars.next() else {
            return false;
        };
        let digit_follows = chars.next().is_some_and(|c| c.is_ascii_digit());
        own.contains(first) || (digit_follows && "PABWDT".contains(first))
    }

    /// Returns true if a capital letter may be a column: not in texts with column numbers, nor in
    /// Power Up, where most capitals are power discs.
    fn allows_capitals(&self) -> bool {
        let variant = self.game.ruleset().variant();
        let are_columns =
            self.naming == ColumnNaming::Letters && !matches!(variant, Variant::PowerUp(_));
        are_columns || variant.is_drop_only()
    }

    fn play_word(&mut self, word: &str, offset: usize) -> Result<(), ReadError> {
        let refuse = |reason| ReadError {
            location: ErrorLocation::Ply {
                number: self.game.moves().len() + 1,
                location: Some(TextLocation::at(self.text, offset)),
            },
            kind: reason,
        };
        let mv = self.parse(word).map_err(refuse)?;
        // `refuse` borrows the game, so it cannot be used while the game changes.
        let number = self.game.moves().len() + 1;
        self.game.apply(mv).map_err(|error| ReadError {
            location: ErrorLocation::Ply {
                number,
                location: Some(TextLocation::at(self.text, offset)),
            },
            kind: match (error, self.naming) {
                (MoveError::OutsideBoard { .. }, ColumnNaming::Letters) => {
                    ReadErrorKind::NoSuchColumn(shorten(word))
                }
                (error, _) => ReadErrorKind::Move(error),
            },
        })
    }

    fn parse(&self, word: &str) -> Result<Move, ReadErrorKind> {
        if word.is_empty() {
            return Err(ReadErrorKind::Missing(Expected::Move));
        }
        if word == PASS {
            return Ok(Move::Pass);
        }
        if self.is_prefix(word) {
            if word.len() == 1 {
                return Err(ReadErrorKind::Missing(Expected::ColumnOfMove));
            }
            let column = parse_column(&word[1..], self.naming)?;
            return Ok(prefixed_move(&word[..1], column).unwrap_or(Move::Drop(column)));
        }
        if !self.allows_capitals() && word.contains(char::is_uppercase) {
            return Err(ReadErrorKind::Unexpected {
                found: shorten(word),
                expected: Expected::PrefixedColumn,
            });
        }
        parse_column(word, self.naming).map(Move::Drop)
    }
}

fn prefixed_move(prefix: &str, column: Column) -> Option<Move> {
    Some(match prefix {
        "P" => Move::Pop(column),
        "T" => Move::Strike(column),
        _ => {
            let mut discs = PowerDisc::ALL.into_iter();
            let disc = discs.find(|disc| prefix.starts_with(power_letter(*disc)))?;
            Move::Power(disc, column)
        }
    })
}

fn parse_column(word: &str, naming: ColumnNaming) -> Result<Column, ReadErrorKind> {
    let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let is_name = !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    let column = match naming {
        ColumnNaming::Numbers if is_number => word.parse().ok().and_then(Column::from_number),
        ColumnNaming::Letters if is_name => Column::from_letters(word),
        _ => {
            return Err(ReadErrorKind::Unexpected {
                found: shorten(word),
                expected: match naming {
                    ColumnNaming::Numbers => Expected::ColumnNumber,
                    ColumnNaming::Letters => Expected::ColumnLetter,
                },
            });
        }
    };
    column.ok_or_else(|| ReadErrorKind::NoSuchColumn(shorten(word)))
}

/// Parses a move as in drop strings: `4` drops, `P4` pops, `A4`, `B4`, `W4` and `D4` drop a power
/// disc, `T4` is the target of a bomb, `-` passes.
///
/// # Errors
///
/// Returns the reason why the text is not a move of any variant.
///
/// ```
/// use foursight_core::{Column, Move};
/// use foursight_record::parse_move;
///
/// let column = Column::from_number(4).expect("in range");
/// assert_eq!(parse_move("P4"), Ok(Move::Pop(column)));
/// assert!(parse_move("d").is_err());
/// ```
pub fn parse_move(text: &str) -> Result<Move, ReadErrorKind> {
    MoveReader::new(text, Ruleset::STANDARD, ColumnNaming::Numbers).parse(text)
}

/// Parses the name of a cell, such as `d3`. Returns `None` if no board has it.
///
/// ```
/// use foursight_record::parse_cell;
///
/// assert_eq!(parse_cell("d3").map(|cell| cell.to_string()), Some("d3".to_owned()));
/// assert_eq!(parse_cell("d0"), None);
/// ```
#[must_use]
pub fn parse_cell(text: &str) -> Option<Cell> {
    let (letters, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
    let row: usize = digits.parse().ok()?;
    Some(Cell {
        column: Column::from_letters(letters)?,
        row: Row::from_index(row.checked_sub(1)?)?,
    })
}

/// Reads a list of moves.
pub(crate) fn read_list(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    play_items(text, &list_parser::parse_list(text)?, ruleset)
}

/// Reads a list of moves whose brackets may be missing, as in a tuple in source code.
pub(crate) fn read_open_list(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    if text.trim_start().starts_with('[') {
        return read_list(text, ruleset);
    }
    play_items(text, &list_parser::parse_open(text)?, ruleset)
}

/// Plays the moves of a list: numbers count from 0, strings use human notation.
pub(crate) fn play_items(
    text: &str,
    items: &[ListItem<'_>],
    ruleset: Ruleset,
) -> Result<Game, ReadError> {
    let mut reader = MoveReader::new(text, ruleset, ColumnNaming::Numbers);
    for (index, item) in items.iter().enumerate() {
        let refuse = |reason| ReadError {
            location: ErrorLocation::Ply {
                number: index + 1,
                location: Some(TextLocation::at(text, item.offset)),
            },
            kind: reason,
        };
        let unexpected = |expected| ReadErrorKind::Unexpected {
            found: item.excerpt(),
            expected,
        };
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let mv = match item.value {
            ItemValue::Word(word) if is_number(word) => {
                let index = word
                    .parse()
                    .ok()
                    .filter(|index| *index < ruleset.width().into());
                let column = index.and_then(Column::from_index).map(Move::Drop);
                column.ok_or_else(|| unexpected(Expected::ColumnIndex(ruleset.width())))
            }
            ItemValue::Text(word) => reader.parse(word),
            _ => Err(unexpected(Expected::ListMove)),
        };
        let mv = mv.map_err(refuse)?;
        let played = reader.game.apply(mv);
        played.map_err(|error| refuse(ReadErrorKind::Move(error)))?;
    }
    Ok(reader.game)
}

/// Parses JSON and locates the character of a syntax error.
pub(crate) fn parse_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        let line_start = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum::<usize>();
        // serde_json counts bytes from 1 and may point just past the end of the text.
        let mut offset = (line_start + error.column().saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        ReadError::at(text, offset, ReadErrorKind::Json(message.to_owned()))
    })
}

/// Plays the moves of an older game record, in which they are a list of numbers that count from 1.
pub(crate) fn play_values(values: &[Value], ruleset: Ruleset) -> Result<Game, ReadError> {
    let mut reader = MoveReader::new("", ruleset, ColumnNaming::Numbers);
    for (index, value) in values.iter().enumerate() {
        let refuse = |reason| ReadError {
            location: ErrorLocation::Ply {
                number: index + 1,
                location: None,
            },
            kind: reason,
        };
        let mv = match value {
            Value::Number(number) => {
                parse_column(&number.to_string(), ColumnNaming::Numbers).map(Move::Drop)
            }
            Value::String(word) => reader.parse(word),
            other => Err(ReadErrorKind::Unexpected {
                found: shorten(&other.to_string()),
                expected: Expected::ListMove,
            }),
        };
        let mv = mv.map_err(refuse)?;
        let played = reader.game.apply(mv);
        played.map_err(|error| refuse(ReadErrorKind::Move(error)))?;
    }
    Ok(reader.game)
}
