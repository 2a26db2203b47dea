//! Texts in the browser's storage: tables, each with its seats and score, and the settings. A damaged
//! text is refused by itself; the page starts with the others.
//!
//! Both formats are lines of a name and a value, the version first:
//!
//! ```text
//! version 2
//! theme dark
//! drop-volume 6
//! ```
//!
//! The first version of a table had no number of its game and fewer facts about its end; it is still
//! readable. Later versions are refused, because their lines may have another meaning.
//!
//! The format is not JSON, because a JSON parser would enlarge the initial chunk for this purpose alone.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use foursight_record::ReadError;

/// The version of both formats; earlier ones are readable.
pub const SAVED_VERSION: u32 = 2;

/// A saved text is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedTextError {
    /// The text has an unsupported version.
    UnsupportedVersion(u32),
    /// This line is missing.
    Missing(String),
    /// A line has an invalid value.
    InvalidValue {
        /// Name of the line.
        name: String,
        /// The invalid value.
        value: String,
    },
    /// The game or its ruleset is invalid.
    InvalidGame(ReadError),
}

impl fmt::Display for SavedTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnsupportedVersion(version) => {
                write!(f, "version {version}, and this page reads {SAVED_VERSION}")
            }
            Self::Missing(name) => write!(f, "there is no {name}"),
            Self::InvalidValue { name, value } => write!(f, "{value:?} is no {name}"),
            Self::InvalidGame(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SavedTextError {}

const VERSION: &str = "version";
/// Lines of a text, each a name and a value.
pub(crate) struct SavedLines<'a>(pub(crate) Vec<(&'a str, &'a str)>);

impl<'a> SavedLines<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Self, SavedTextError> {
        let split = |line: &'a str| line.split_once(' ').unwrap_or((line, ""));
        let lines = Self(text.lines().map(split).collect());
        match lines.get(VERSION)? {
            1..=SAVED_VERSION => Ok(lines),
            other => Err(SavedTextError::UnsupportedVersion(other)),
        }
    }

    pub(crate) fn value(&self, name: &str) -> Result<&'a str, SavedTextError> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        let missing = || SavedTextError::Missing(name.to_owned());
        found.map(|(_, value)| *value).ok_or_else(missing)
    }

    /// Parses a line that the first version did not have.
    pub(crate) fn get_or<T: FromStr>(&self, name: &str, default: T) -> Result<T, SavedTextError> {
        match self.get(name) {
            Err(SavedTextError::Missing(_)) => Ok(default),
            found => found,
        }
    }

    pub(crate) fn get<T: FromStr>(&self, name: &str) -> Result<T, SavedTextError> {
        let value = self.value(name)?;
        value.parse().map_err(|_| unknown(name, value))
    }
}

pub(crate) fn unknown(name: &str, value: &str) -> SavedTextError {
    SavedTextError::InvalidValue {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// Formats names and values after the version.
pub(crate) fn format_lines(pairs: &[(&str, &dyn fmt::Display)]) -> String {
    let mut text = format!("{VERSION} {SAVED_VERSION}\n");
    for (name, value) in pairs {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name} {value}");
    }
    text
}
