//! Games in files. A failed save leaves the old file as it was. Only regular files are read and
//! written: a device, a pipe or a directory is rejected.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use foursight_core::{Game, Ruleset};
use foursight_files::atomic;
use foursight_record::{Expected, Form, GameRecord, ReadError, ReadErrorKind, ReadOptions};

use crate::exit::CliError;
use crate::line_input::LINE_BYTES_MAX;
use crate::theme::EMOJI;

/// Keyword of the empty board.
pub const START: &str = "start";

/// Reason why a game could not be loaded.
pub enum GameLoadError {
    /// The file cannot be read.
    Unreadable(String),
    /// The file is readable but holds no valid game.
    Invalid(String),
}

impl GameLoadError {
    /// Returns the error message.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            Self::Unreadable(reason) | Self::Invalid(reason) => reason,
        }
    }
}

impl From<GameLoadError> for CliError {
    fn from(error: GameLoadError) -> Self {
        let message = format!("{}; the file is unchanged", error.reason());
        match error {
            GameLoadError::Unreadable(_) => Self::storage(message),
            GameLoadError::Invalid(_) => Self::bad_input(message),
        }
    }
}

/// Saves the game.
///
/// # Errors
///
/// Returns an error message.
pub fn save(path: &Path, record: &GameRecord) -> Result<(), String> {
    let text = record.to_json() + "\n";
    atomic::replace(path, text.as_bytes()).map_err(|error| save_error(path, &error))
}

/// Checks that a game can be saved here, before there is one to lose.
///
/// # Errors
///
/// Returns an error message.
pub fn check_can_save(path: &Path) -> Result<(), String> {
    atomic::check_replace(path).map_err(|error| save_error(path, &error))
}

fn save_error(path: &Path, error: &io::Error) -> String {
    format!("cannot save to {}: {error}", path.display())
}

/// Reads a game in any form, with its seats, tags and result if it is a record.
///
/// # Errors
///
/// [`GameLoadError`] if the file is unreadable or holds no game.
pub fn load(path: &Path, ruleset: Ruleset) -> Result<GameRecord, GameLoadError> {
    let message = |reason: &dyn Display| format!("cannot load {}: {reason}", path.display());
    let bytes = read_bounded(path).map_err(|error| GameLoadError::Unreadable(message(&error)))?;
    let damaged = |reason: &dyn Display| GameLoadError::Invalid(message(reason));
    if bytes.len() > LINE_BYTES_MAX {
        let reason = format!("it has more than {LINE_BYTES_MAX} bytes and cannot be a game");
        return Err(damaged(&reason));
    }
    let text = String::from_utf8(bytes).map_err(|_| damaged(&"it is not text"))?;
    if text.trim().is_empty() {
        return Err(damaged(&"it is empty"));
    }
    let options = ReadOptions::new(ruleset, &EMOJI);
    read_record(text.trim_end(), &options, FormAdvice::Convert(path))
        .map_err(|error| damaged(&error))
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would block until another process writes into it.
    atomic::require_regular(&fs::metadata(path)?)?;
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(LINE_BYTES_MAX as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Ways for the user to name the form of a text.
#[derive(Clone, Copy, Debug)]
pub enum FormAdvice<'a> {
    /// The flag of a command.
    Flag,
    /// A keyword of the engine protocol.
    Keyword,
    /// Conversion of this file.
    Convert(&'a Path),
}

impl FormAdvice<'_> {
    fn text_for(self, form: Form) -> String {
        let name = form.name();
        match self {
            Self::Flag => format!("--from {name}"),
            Self::Keyword => format!("position from {name} ..."),
            Self::Convert(path) => {
                let path = path.display();
                format!("foursight convert --from {name} --to json @{path}")
            }
        }
    }
}

/// Reads one position in the given form or in any, with the metadata of a game record.
///
/// # Errors
///
/// Returns a message that says what is wrong with the text, and where.
pub fn read_record(
    text: &str,
    options: &ReadOptions,
    advice: FormAdvice<'_>,
) -> Result<GameRecord, String> {
    if options.form.is_none() && text.trim().eq_ignore_ascii_case(START) {
        return Ok(GameRecord::from(Game::new(options.ruleset)));
    }
    if options.form.is_none() && text.trim().is_empty() {
        return Err(format!("the input is empty; {START} is the empty board"));
    }
    options
        .read_record(text)
        .map_err(|error| read_error_text(&error, advice))
}

/// Formats a read error, with advice on how to name the form.
#[must_use]
pub fn read_error_text(error: &ReadError, advice: FormAdvice<'_>) -> String {
    match error.kind {
        ReadErrorKind::AmbiguousForm(one, other) => format!(
            "{error} with {} or {}",
            advice.text_for(one),
            advice.text_for(other)
        ),
        ReadErrorKind::AmbiguousColumnOrigin => {
            format!("{error} ({})", advice.text_for(Form::Columns))
        }
        ReadErrorKind::Missing(Expected::Game) => format!("{error}; {START} is the empty board"),
        _ => error.to_string(),
    }
}
