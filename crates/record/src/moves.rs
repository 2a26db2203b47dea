//! Moves as words: the drop string, the column names and the list.
//!
//! In the list numbers count from 0, because it is data; in texts columns count from 1, as people do.
//!
//! A drop is its column. Other moves put an upper-case letter before the column: `P` pop, `A`
//! anvil, `B` bomb, `W` wall, `D` double, `T` the target of a bomb; a pass is `-`. Columns are
//! digits on grids up to nine wide, lower-case letters up to 26, numbers with commas beyond.
//!
//! Moves are played while they are read, so the first thing wrong is the one that is reported.

use std::ops::Range;

use foursight_core::{Column, Game, Move, MoveError, PowerDisc, Ruleset, Variant};
use serde_json::Value;

use crate::Form;
use crate::error::{Place, ReadError, Reason, Spot, shorten};
use crate::expected::Expected;
use crate::literal::{self, Item, Value as Entry};

const DIGITS_WIDTH_MAX: u8 = 9;
const LETTERS_WIDTH_MAX: u8 = 26;
const LETTERS: usize = 26;
const PASS: &str = "-";
/// More words with letters that are no columns are no slip of a person who writes moves.
const FOREIGN_WORDS_MAX: usize = 1;

/// How columns are called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Numbers,
    Letters,
}

/// Which of the two move strings a text is; none if it is neither, but words, a drawing, or the name
/// of another value in a program.
pub(crate) fn detect(text: &str, ruleset: Ruleset, is_value: bool) -> Option<Form> {
    let names_no_column = |c: char| {
        let name = c.is_ascii_alphabetic().then(|| c.to_string());
        let number = name.and_then(|name| letters_number(&name));
        c.is_alphabetic() && number.is_none_or(|number| number > ruleset.width().into())
    };
    let is_foreign = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters > 1 && word.contains(names_no_column)
    };
    let foreign = text.split_whitespace().filter(is_foreign).count();
    let is_drawing = text.trim().contains('\n')
        && text.contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace() && c != ',');
    let most = if is_value { 0 } else { FOREIGN_WORDS_MAX };
    if foreign > most || is_drawing {
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
    let entry = |step: &Move| match step {
        Move::Drop(column) => column.index().to_string(),
        other => format!("\"{}\"", word(*other, Names::Numbers)),
    };
    let entries: Vec<_> = game.moves().iter().map(entry).collect();
    format!("[{}]", entries.join(","))
}

pub(crate) fn write_digits(game: &Game) -> String {
    let width = game.ruleset().width();
    let names = if width > DIGITS_WIDTH_MAX && width <= LETTERS_WIDTH_MAX {
        Names::Letters
    } else {
        Names::Numbers
    };
    join(game, names)
}

pub(crate) fn write_letters(game: &Game) -> String {
    let text = join(game, Names::Letters);
    if game.ruleset().variant().is_drop_only() {
        text.to_ascii_uppercase()
    } else {
        text
    }
}

fn join(game: &Game, names: Names) -> String {
    let words = game.moves().iter().map(|step| word(*step, names));
    let separator = if game.ruleset().width() > LETTERS_WIDTH_MAX {
        ","
    } else {
        ""
    };
    words.collect::<Vec<_>>().join(separator)
}

fn word(step: Move, names: Names) -> String {
    let column = |column: Column| match names {
        Names::Numbers => column.to_string(),
        Names::Letters => column_letters(column),
    };
    match step {
        Move::Drop(c) => column(c),
        Move::Pop(c) => format!("P{}", column(c)),
        Move::Strike(c) => format!("T{}", column(c)),
        Move::Power(disc, c) => format!("{}{}", power_letter(disc), column(c)),
        Move::Pass => PASS.to_owned(),
    }
}

/// The letter of a power disc in moves and grids.
pub(crate) const fn power_letter(disc: PowerDisc) -> char {
    match disc {
        PowerDisc::Anvil => 'A',
        PowerDisc::Bomb => 'B',
        PowerDisc::Wall => 'W',
        PowerDisc::Double => 'D',
    }
}

/// `a` to `z`, then `aa`, `ab`…
pub(crate) fn column_letters(column: Column) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let index = column.index();
    let high = (index / LETTERS).checked_sub(1).map(letter);
    high.into_iter().chain([letter(index % LETTERS)]).collect()
}

/// Reads a drop string that stands in this range of the text.
pub(crate) fn read_digits(
    text: &str,
    range: Range<usize>,
    ruleset: Ruleset,
) -> Result<Game, ReadError> {
    let width = ruleset.width();
    let by_letters = width > DIGITS_WIDTH_MAX && width <= LETTERS_WIDTH_MAX;
    let names = if by_letters && !text[range.clone()].contains(',') {
        Names::Letters
    } else {
        Names::Numbers
    };
    Reader::new(text, ruleset, names).read(range)
}

pub(crate) fn read_letters(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    Reader::new(text, ruleset, Names::Letters).read(0..text.len())
}

struct Reader<'a> {
    text: &'a str,
    names: Names,
    game: Game,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, ruleset: Ruleset, names: Names) -> Self {
        Self {
            text,
            names,
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

    /// The bytes of the move at the start of a text without separators.
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

    /// True if the move begins with the letter of another move than a drop. Before a digit each of them
    /// counts, and the rules say if there is no such move; before a letter only those of this variant do,
    /// because others are columns.
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

    /// True if a capital letter may be a column here: not beside numbers, nor where most are power discs.
    fn has_capitals(&self) -> bool {
        let variant = self.game.ruleset().variant();
        let are_names = self.names == Names::Letters && !matches!(variant, Variant::PowerUp(_));
        are_names || variant.is_drop_only()
    }

    fn play_word(&mut self, word: &str, offset: usize) -> Result<(), ReadError> {
        let refuse = |reason| ReadError {
            place: Place::Ply {
                number: self.game.moves().len() + 1,
                spot: Some(Spot::at(self.text, offset)),
            },
            reason,
        };
        let step = self.parse(word).map_err(refuse)?;
        // The borrow in `refuse` ends before the game changes, so the place is rebuilt here.
        let number = self.game.moves().len() + 1;
        self.game.apply(step).map_err(|error| ReadError {
            place: Place::Ply {
                number,
                spot: Some(Spot::at(self.text, offset)),
            },
            reason: match (error, self.names) {
                (MoveError::OutsideGrid { .. }, Names::Letters) => {
                    Reason::NoSuchColumn(shorten(word))
                }
                (error, _) => Reason::Move(error),
            },
        })
    }

    fn parse(&self, word: &str) -> Result<Move, Reason> {
        if word.is_empty() {
            return Err(Reason::Missing(Expected::Move));
        }
        if word == PASS {
            return Ok(Move::Pass);
        }
        if self.is_prefix(word) {
            if word.len() == 1 {
                return Err(Reason::Missing(Expected::ColumnOfMove));
            }
            let column = parse_column(&word[1..], self.names)?;
            return Ok(prefixed(&word[..1], column).unwrap_or(Move::Drop(column)));
        }
        if !self.has_capitals() && word.contains(char::is_uppercase) {
            return Err(Reason::Unexpected {
                found: shorten(word),
                expected: Expected::PrefixedColumn,
            });
        }
        parse_column(word, self.names).map(Move::Drop)
    }
}

fn prefixed(prefix: &str, column: Column) -> Option<Move> {
    Some(match prefix {
        "P" => Move::Pop(column),
        "T" => Move::Strike(column),
        _ => {
            let mut kinds = PowerDisc::ALL.into_iter();
            let disc = kinds.find(|disc| prefix.starts_with(power_letter(*disc)))?;
            Move::Power(disc, column)
        }
    })
}

fn parse_column(word: &str, names: Names) -> Result<Column, Reason> {
    let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let is_name = !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    let number = match names {
        Names::Numbers if is_number => word.parse().ok(),
        Names::Letters if is_name => letters_number(word),
        _ => {
            return Err(Reason::Unexpected {
                found: shorten(word),
                expected: match names {
                    Names::Numbers => Expected::ColumnNumber,
                    Names::Letters => Expected::ColumnLetter,
                },
            });
        }
    };
    number
        .and_then(Column::from_number)
        .ok_or_else(|| Reason::NoSuchColumn(shorten(word)))
}

fn letters_number(word: &str) -> Option<usize> {
    let digit = |b: u8| usize::from(b.to_ascii_lowercase() - b'a') + 1;
    match *word.as_bytes() {
        [one] => Some(digit(one)),
        [high, low] => Some(digit(high) * LETTERS + digit(low)),
        _ => None,
    }
}

/// Reads a list of moves.
pub(crate) fn read_list(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    from_items(text, &literal::parse(text)?, ruleset)
}

/// The same without its brackets, as a value in a program.
pub(crate) fn read_open_list(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    if text.trim_start().starts_with('[') {
        return read_list(text, ruleset);
    }
    from_items(text, &literal::parse_open(text)?, ruleset)
}

/// Plays the moves of a list: numbers count from 0, texts are as people write them.
pub(crate) fn from_items(
    text: &str,
    items: &[Item<'_>],
    ruleset: Ruleset,
) -> Result<Game, ReadError> {
    let mut reader = Reader::new(text, ruleset, Names::Numbers);
    for (index, item) in items.iter().enumerate() {
        let refuse = |reason| ReadError {
            place: Place::Ply {
                number: index + 1,
                spot: Some(Spot::at(text, item.offset)),
            },
            reason,
        };
        let unexpected = |expected| Reason::Unexpected {
            found: item.shown(),
            expected,
        };
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let step = match item.value {
            Entry::Word(word) if is_number(word) => {
                let index = word
                    .parse()
                    .ok()
                    .filter(|index| *index < ruleset.width().into());
                let column = index.and_then(Column::from_index).map(Move::Drop);
                column.ok_or_else(|| unexpected(Expected::ColumnIndex(ruleset.width())))
            }
            Entry::Text(word) => reader.parse(word),
            _ => Err(unexpected(Expected::JsonMove)),
        };
        let step = step.map_err(refuse)?;
        let played = reader.game.apply(step);
        played.map_err(|error| refuse(Reason::Move(error)))?;
    }
    Ok(reader.game)
}

/// JSON errors name the character.
pub(crate) fn parse_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        let line_start = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum::<usize>();
        // The library counts bytes from 1 and may point just behind the text.
        let mut offset = (line_start + error.column().saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        ReadError::at(text, offset, Reason::Json(message.to_owned()))
    })
}

/// Plays the moves of a game record from before they were a drop string: there numbers count from 1.
pub(crate) fn from_values(values: &[Value], ruleset: Ruleset) -> Result<Game, ReadError> {
    let mut reader = Reader::new("", ruleset, Names::Numbers);
    for (index, value) in values.iter().enumerate() {
        let refuse = |reason| ReadError {
            place: Place::Ply {
                number: index + 1,
                spot: None,
            },
            reason,
        };
        let step = match value {
            Value::Number(number) => {
                parse_column(&number.to_string(), Names::Numbers).map(Move::Drop)
            }
            Value::String(word) => reader.parse(word),
            other => Err(Reason::Unexpected {
                found: shorten(&other.to_string()),
                expected: Expected::JsonMove,
            }),
        };
        let step = step.map_err(refuse)?;
        let played = reader.game.apply(step);
        played.map_err(|error| refuse(Reason::Move(error)))?;
    }
    Ok(reader.game)
}
