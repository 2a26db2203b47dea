//! Errors of the readers: the place and the reason.
//!
//! Every parser of this crate returns a [`ReadError`], whose place is expressed in terms of the
//! form that was read. This module knows no colours and prints nothing.

use std::error::Error;
use std::fmt;

use foursight_core::{
    Cell, Column, Disc, DiscKind, MoveError, Player, Row, RulesetError, SetupError,
};

use crate::expected::{CountedItem, Expected};
use crate::form::TEXT_BYTES_MAX;
use crate::{Form, GameResult};

/// Location of a character in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLocation {
    /// Offset from the start of the text, including line breaks.
    pub character: usize,
    /// Line number.
    pub line: usize,
    /// Offset from the start of the line.
    pub character_in_line: usize,
}

impl TextLocation {
    /// Returns the location of a byte offset in a text.
    #[must_use]
    pub fn at(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            character: before.chars().count() + 1,
            line: before.matches('\n').count() + 1,
            character_in_line: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for TextLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 1 {
            write!(f, "character {}", self.character)
        } else {
            write!(
                f,
                "line {}, character {}",
                self.line, self.character_in_line
            )
        }
    }
}

/// Place of an error in a text, a game or a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorLocation {
    /// The text as a whole.
    Text,
    /// One character.
    Character(TextLocation),
    /// One move of a game, counted from 1.
    Ply {
        /// Number of the move.
        number: usize,
        /// Location in the text, if the form provides it.
        location: Option<TextLocation>,
    },
    /// One cell of the board.
    Cell {
        /// The cell.
        cell: Cell,
        /// Location in the text, if the form provides it.
        location: Option<TextLocation>,
    },
    /// One row of the board.
    Row(Row),
    /// One column of the board.
    Column(Column),
    /// One list inside a list, counted from 1.
    List(usize),
    /// One field of a game record.
    Field(String),
}

impl fmt::Display for ErrorLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spot = match self {
            Self::Text => return f.write_str("text"),
            Self::Character(spot) => return spot.fmt(f),
            Self::Row(row) => return write!(f, "row {row} from the bottom"),
            Self::Column(column) => return write!(f, "column {column}"),
            Self::List(number) => return write!(f, "list {number}"),
            Self::Field(name) => return write!(f, "field {name}"),
            Self::Ply {
                number,
                location: spot,
            } => {
                write!(f, "ply {number}")?;
                spot
            }
            Self::Cell {
                cell,
                location: spot,
            } => {
                write!(f, "cell {cell}")?;
                spot
            }
        };
        match spot {
            Some(spot) => write!(f, " ({spot})"),
            None => Ok(()),
        }
    }
}

/// Reason why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text has more than [`TEXT_BYTES_MAX`] bytes.
    TooLong {
        /// Length of the text.
        bytes: usize,
    },
    /// A character or word that has no meaning here.
    Unexpected {
        /// The unexpected input.
        found: String,
        /// The input that the parser accepts here.
        expected: Expected,
    },
    /// The text ends too early.
    Missing(Expected),
    /// No board has a column of this name.
    NoSuchColumn(String),
    /// The move is illegal.
    Move(MoveError),
    /// No game reaches this board.
    Setup(SetupError),
    /// No game reaches this board; carries the marks of First and Second in the text.
    SetupWithMarks(SetupError, [&'static str; 2]),
    /// The text resembles no form of a game.
    Unrecognised,
    /// The ruleset is invalid.
    Ruleset(RulesetError),
    /// The size of the board differs from that of the ruleset.
    Size {
        /// The items that were counted.
        counted: CountedItem,
        /// Number of items in the text.
        found: usize,
        /// Number of items required.
        expected: usize,
    },
    /// The player to move contradicts the discs; carries the player who is to move.
    WrongTurn(Player),
    /// The attached moves lead to a different board; carries the disc that they put here.
    OtherBoard(Option<Disc>),
    /// Two forms fit the text and yield different games.
    AmbiguousForm(Form, Form),
    /// The columns may start at the bottom or at the top: no column is partly filled.
    AmbiguousColumnOrigin,
    /// Invalid JSON, or JSON that does not match the schema.
    Json(String),
    /// Unsupported version of a game record.
    Version(u64),
    /// The result contradicts the moves.
    Result {
        /// Result in the text.
        written: GameResult,
        /// Result of the moves.
        played: GameResult,
    },
    /// A name, a tag or a list is too long.
    Limit {
        /// The items that were counted.
        counted: CountedItem,
        /// Maximum number of items.
        max: usize,
    },
    /// A name or tag contains a control character or line break.
    ControlCharacter,
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => write!(
                f,
                "{bytes} bytes are too many: a position or game has at most {TEXT_BYTES_MAX}"
            ),
            Self::Unexpected { found, expected } => {
                write!(f, "found {found:?}, expected {expected}")
            }
            Self::Missing(what) => write!(f, "{what} is missing"),
            Self::NoSuchColumn(name) => write!(f, "there is no column {name}"),
            Self::Move(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
            Self::SetupWithMarks(error, [first, second]) => {
                write!(f, "{error}; here {first} is First and {second} Second")
            }
            Self::Unrecognised => f.write_str(
                "no position or game is seen in this: give drops (4453), letters (DDEC), a list of \
                 moves ([3,3,4,2]), a board as a list of rows or columns, or a drawing with row numbers",
            ),
            Self::Ruleset(error) => error.fmt(f),
            Self::Size {
                counted: what,
                found,
                expected,
            } => write!(f, "{found} {}, expected {expected}", what.noun(*found)),
            Self::WrongTurn(player) => write!(f, "by the discs it is {player}'s turn"),
            Self::OtherBoard(None) => f.write_str("by the moves beside the board this is empty"),
            Self::OtherBoard(Some(Disc { owner, kind })) => {
                let kind = match kind {
                    DiscKind::Ordinary => "disc",
                    DiscKind::Power(power) => power.name(),
                };
                write!(f, "by the moves beside the board {owner}'s {kind} is here")
            }
            Self::AmbiguousForm(one, other) => write!(
                f,
                "this may be read as {}{} or as {}{}: say which",
                one.name(),
                counting_base(*one),
                other.name(),
                counting_base(*other)
            ),
            Self::AmbiguousColumnOrigin => f.write_str(
                "these columns may begin at the bottom or at the top, since none is partly filled: \
                 write rows, or name the form columns, which then begin at the bottom",
            ),
            Self::Json(error) => f.write_str(error),
            Self::Version(version) => write!(
                f,
                "version {version} of game records is not known; this program reads version 1"
            ),
            Self::Result { written, played } => write!(
                f,
                "{} is written, but the moves say {}",
                written.describe(),
                played.describe()
            ),
            Self::Limit { counted: what, max } => {
                write!(f, "at most {max} {} are allowed", what.noun(*max))
            }
            Self::ControlCharacter => {
                f.write_str("line breaks and control characters are not allowed")
            }
        }
    }
}

/// Returns the base of column numbers, which distinguishes lists of moves from drop strings.
const fn counting_base(form: Form) -> &'static str {
    match form {
        Form::Moves => " (from 0)",
        Form::Digits => " (from 1)",
        _ => "",
    }
}

/// Error of a reader: the place and the reason.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Form, read_as};
///
/// # let emoji = foursight_record::Emoji { empty: '.', first: 'x', second: 'o' };
/// let error = read_as(Form::Digits, "4444444", Ruleset::default(), &emoji).unwrap_err();
/// assert_eq!(error.to_string(), "ply 7 (character 7): column 4 is full");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Place of the error.
    pub location: ErrorLocation,
    /// Reason of the error.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// Creates an error about the text as a whole.
    pub(crate) const fn whole(reason: ReadErrorKind) -> Self {
        Self {
            location: ErrorLocation::Text,
            kind: reason,
        }
    }

    /// Creates an error at a byte offset of the text.
    pub(crate) fn at(text: &str, offset: usize, reason: ReadErrorKind) -> Self {
        Self {
            location: ErrorLocation::Character(TextLocation::at(text, offset)),
            kind: reason,
        }
    }

    /// Adds the marks of First and Second to errors about disc counts and turns.
    pub(crate) fn with_marks(self, marks: [&'static str; 2]) -> Self {
        let reason = match self.kind {
            ReadErrorKind::Setup(
                error @ (SetupError::DiscCounts { .. } | SetupError::PlayedAfterWin(_)),
            ) => ReadErrorKind::SetupWithMarks(error, marks),
            other => other,
        };
        Self {
            kind: reason,
            ..self
        }
    }

    /// Creates an error about an unexpected word at a byte offset of the text.
    pub(crate) fn unexpected(text: &str, offset: usize, found: &str, expected: Expected) -> Self {
        let found = shorten(found);
        Self::at(text, offset, ReadErrorKind::Unexpected { found, expected })
    }
}

impl From<SetupError> for ReadError {
    fn from(error: SetupError) -> Self {
        let place = match error {
            SetupError::OutsideBoard(cell)
            | SetupError::Occupied(cell)
            | SetupError::Floating(cell)
            | SetupError::PowerDisc(cell) => ErrorLocation::Cell {
                cell,
                location: None,
            },
            _ => ErrorLocation::Text,
        };
        Self {
            location: place,
            kind: ReadErrorKind::Setup(error),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location {
            ErrorLocation::Text => self.kind.fmt(f),
            _ => write!(f, "{}: {}", self.location, self.kind),
        }
    }
}

impl Error for ReadError {}

/// Truncates a word for display in messages.
pub(crate) fn shorten(word: &str) -> String {
    const EXCERPT_CHARS_MAX: usize = 20;
    match word.char_indices().nth(EXCERPT_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
