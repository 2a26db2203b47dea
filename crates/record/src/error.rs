//! What is wrong with a text, and where.
//!
//! Every parser of this crate answers with a [`ReadError`]: the place, in the terms of the form
//! that was read, and the reason. Nothing here knows a colour or prints anything.

use std::error::Error;
use std::fmt;

use foursight_core::{
    Column, Disc, DiscKind, MoveError, Player, Row, RulesetError, SetupError, Space,
};

use crate::expected::{Counted, Expected};
use crate::form::TEXT_BYTES_MAX;
use crate::{Form, GameResult};

/// A character of a text, counted from 1 as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Counted from the start of the text, line breaks included.
    pub character: usize,
    /// The line it stands on.
    pub line: usize,
    /// Counted from the start of that line.
    pub character_in_line: usize,
}

impl Spot {
    /// The spot at a byte offset of a text.
    pub(crate) fn at(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            character: before.chars().count() + 1,
            line: before.matches('\n').count() + 1,
            character_in_line: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Spot {
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

/// Where in a text, a game or a grid something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The text as a whole.
    Text,
    /// One character.
    Spot(Spot),
    /// One move of a game, counted from 1.
    Ply {
        /// Its number.
        number: usize,
        /// Where it is written, if the form can tell.
        spot: Option<Spot>,
    },
    /// One space of the grid.
    Space {
        /// Which.
        space: Space,
        /// Where it is written, if the form can tell.
        spot: Option<Spot>,
    },
    /// One row of the grid.
    Row(Row),
    /// One column of the grid.
    Column(Column),
    /// One list inside a list, counted from 1.
    List(usize),
    /// One field of a game record.
    Field(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spot = match self {
            Self::Text => return f.write_str("text"),
            Self::Spot(spot) => return spot.fmt(f),
            Self::Row(row) => return write!(f, "row {row} from the bottom"),
            Self::Column(column) => return write!(f, "column {column}"),
            Self::List(number) => return write!(f, "list {number}"),
            Self::Field(name) => return write!(f, "field {name}"),
            Self::Ply { number, spot } => {
                write!(f, "ply {number}")?;
                spot
            }
            Self::Space { space, spot } => {
                write!(f, "space {space}")?;
                spot
            }
        };
        match spot {
            Some(spot) => write!(f, " ({spot})"),
            None => Ok(()),
        }
    }
}

/// What is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The text has more than [`TEXT_BYTES_MAX`] bytes.
    TooLong {
        /// How many it has.
        bytes: usize,
    },
    /// A character or word that has no meaning here.
    Unexpected {
        /// What was found.
        found: String,
        /// What would have been fine.
        expected: Expected,
    },
    /// The text stops too early.
    Missing(Expected),
    /// No grid has a column of this name.
    NoSuchColumn(String),
    /// The rules refuse the move.
    Move(MoveError),
    /// The grid cannot come from play.
    Setup(SetupError),
    /// The same, with the marks by which the text shows discs of First and Second.
    SetupOf(SetupError, [&'static str; 2]),
    /// The text looks like nothing that could be a game.
    NoGame,
    /// There is no such ruleset.
    Ruleset(RulesetError),
    /// The grid that is written is not as large as the ruleset says.
    Size {
        /// What was counted.
        what: Counted,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// The turn that is written is not the one that the discs tell.
    WrongTurn(Player),
    /// The moves that stand beside the grid lead to another one; this is what they put here.
    OtherGrid(Option<Disc>),
    /// Two forms fit the text and say different things.
    Ambiguous(Form, Form),
    /// The columns may begin at the bottom or at the top: no column is partly filled.
    EitherEnd,
    /// Not JSON, or not of the right shape.
    Json(String),
    /// A game record of a version that is not known.
    Version(u64),
    /// The result that is written is not the one of the moves.
    Result {
        /// What is written.
        written: GameResult,
        /// What the moves say.
        played: GameResult,
    },
    /// A name, a tag or a list is longer than allowed.
    Limit {
        /// What was counted.
        what: Counted,
        /// How many there may be.
        max: usize,
    },
    /// Names and tags are one line of text.
    ControlCharacter,
}

impl fmt::Display for Reason {
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
            Self::SetupOf(error, [first, second]) => {
                write!(f, "{error}; here {first} is First and {second} Second")
            }
            Self::NoGame => f.write_str(
                "no position or game is seen in this: give drops (4453), letters (DDEC), a list of \
                 moves ([3,3,4,2]), a grid as a list of rows or columns, or a drawing with row numbers",
            ),
            Self::Ruleset(error) => error.fmt(f),
            Self::Size {
                what,
                found,
                expected,
            } => write!(f, "{found} {}, expected {expected}", what.noun(*found)),
            Self::WrongTurn(player) => write!(f, "by the discs it is {player}'s turn"),
            Self::OtherGrid(None) => f.write_str("by the moves beside the grid this is empty"),
            Self::OtherGrid(Some(Disc { owner, kind })) => {
                let kind = match kind {
                    DiscKind::Ordinary => "disc",
                    DiscKind::Power(power) => power.name(),
                };
                write!(f, "by the moves beside the grid {owner}'s {kind} is here")
            }
            Self::Ambiguous(one, other) => write!(
                f,
                "this may be read as {}{} or as {}{}: say which",
                one.name(),
                counting(*one),
                other.name(),
                counting(*other)
            ),
            Self::EitherEnd => f.write_str(
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
            Self::Limit { what, max } => {
                write!(f, "at most {max} {} are allowed", what.noun(*max))
            }
            Self::ControlCharacter => {
                f.write_str("line breaks and control characters are not allowed")
            }
        }
    }
}

/// From where a list of moves or a drop string counts, which is what tells them apart.
const fn counting(form: Form) -> &'static str {
    match form {
        Form::Moves => " (from 0)",
        Form::Digits => " (from 1)",
        _ => "",
    }
}

/// Why a text could not be read: the place and the reason.
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
    /// Where.
    pub place: Place,
    /// What.
    pub reason: Reason,
}

impl ReadError {
    /// True if the text may be several games or grids.
    #[must_use]
    pub const fn is_ambiguous(&self) -> bool {
        matches!(self.reason, Reason::Ambiguous(..) | Reason::EitherEnd)
    }

    /// Something about the text as a whole.
    pub(crate) const fn whole(reason: Reason) -> Self {
        Self {
            place: Place::Text,
            reason,
        }
    }

    /// Something at a byte offset of the text.
    pub(crate) fn at(text: &str, offset: usize, reason: Reason) -> Self {
        Self {
            place: Place::Spot(Spot::at(text, offset)),
            reason,
        }
    }

    /// The same for a text that shows discs of First and Second by these marks.
    pub(crate) fn with_marks(self, marks: [&'static str; 2]) -> Self {
        let reason = match self.reason {
            Reason::Setup(error @ (SetupError::DiscCounts { .. } | SetupError::PlayedOn(_))) => {
                Reason::SetupOf(error, marks)
            }
            other => other,
        };
        Self { reason, ..self }
    }

    /// An unexpected word at a byte offset of the text.
    pub(crate) fn unexpected(text: &str, offset: usize, found: &str, expected: Expected) -> Self {
        let found = shorten(found);
        Self::at(text, offset, Reason::Unexpected { found, expected })
    }
}

impl From<SetupError> for ReadError {
    fn from(error: SetupError) -> Self {
        let place = match error {
            SetupError::OutsideGrid(space)
            | SetupError::Taken(space)
            | SetupError::Floating(space)
            | SetupError::PowerDisc(space) => Place::Space { space, spot: None },
            _ => Place::Text,
        };
        Self {
            place,
            reason: Reason::Setup(error),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Text => self.reason.fmt(f),
            _ => write!(f, "{}: {}", self.place, self.reason),
        }
    }
}

impl Error for ReadError {}

/// The start of a word that may be very long.
pub(crate) fn shorten(word: &str) -> String {
    const SHOWN_CHARS_MAX: usize = 20;
    match word.char_indices().nth(SHOWN_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
