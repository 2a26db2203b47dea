//! Games in files. A failed save leaves the old file as it was.
//!
//! Only regular files are read and written: a device, a pipe or a directory is rejected. A symbolic
//! link stays a link, and its target is written; a file keeps its owner and permissions.

use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use foursight_core::{Game, Ruleset};
use foursight_record::{Expected, Form, GameRecord, ReadError, ReadErrorKind, ReadOptions};

use crate::exit::CliError;
use crate::line_input::LINE_BYTES_MAX;
use crate::theme::EMOJI;

/// Maximum length of a chain of symbolic links.
const LINKS_MAX: usize = 16;

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

/// Writes the game to a temporary file and renames it into place.
///
/// # Errors
///
/// Returns an error message.
pub fn save(path: &Path, record: &GameRecord) -> Result<(), String> {
    let text = record.to_json() + "\n";
    write_temporary(path, |temporary_path, target| {
        let mut file = temporary_path;
        file.write_all(text.as_bytes())?;
        // The content must reach the disk before the new name does.
        file.sync_all()?;
        fs::rename(target.temporary_path(), &target.path)?;
        sync_directory(&target.path);
        Ok(())
    })
}

/// Checks that a game can be saved here, before there is one to lose.
///
/// # Errors
///
/// Returns an error message.
pub fn check_can_save(path: &Path) -> Result<(), String> {
    write_temporary(path, |_, target| fs::remove_file(target.temporary_path()))
}

fn write_temporary(
    path: &Path,
    finish: impl FnOnce(File, &SaveTarget) -> io::Result<()>,
) -> Result<(), String> {
    let save_error = |error: io::Error| format!("cannot save to {}: {error}", path.display());
    let target = SaveTarget::of(path).map_err(save_error)?;
    let written = target
        .create_temporary()
        .and_then(|file| finish(file, &target));
    written.map_err(|error| {
        // A partial file is useless.
        let _ = fs::remove_file(target.temporary_path());
        save_error(error)
    })
}

/// A writable file and its current metadata.
struct SaveTarget {
    path: PathBuf,
    old: Option<Metadata>,
}

impl SaveTarget {
    /// Resolves symbolic links, and checks that the file may be written.
    fn of(path: &Path) -> io::Result<Self> {
        let path = resolve_links(path)?;
        let old = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if path.file_name().is_none() {
            return Err(io::Error::other("this is not a valid file name"));
        }
        if let Some(metadata) = &old {
            require_regular(metadata)?;
            if metadata.permissions().readonly() {
                return Err(io::Error::other("the file is read-only"));
            }
            // A rename needs only write access to the directory, so check the file itself here.
            OpenOptions::new().write(true).open(&path)?;
        }
        Ok(Self { path, old })
    }

    fn temporary_path(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", process::id()));
        self.path.with_file_name(name)
    }

    /// Creates an empty temporary file with the permissions of the one it will replace.
    fn create_temporary(&self) -> io::Result<File> {
        let temporary_path = self.temporary_path();
        // A killed process with the same id may have left one behind.
        let _ = fs::remove_file(&temporary_path);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary_path)?;
        if let Some(old) = &self.old {
            copy_owner(&temporary_path, old);
            file.set_permissions(old.permissions())?;
        }
        Ok(file)
    }
}

/// Returns the last path in a chain of symbolic links, whether or not it exists.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let next = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(next);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("it is a loop of symbolic links"))
}

fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::Error::other("it is a directory"))
    } else {
        Err(io::Error::other(
            "it is not a regular file but a device, pipe or socket",
        ))
    }
}

/// Copies the owner. Best effort: only root may change it.
#[cfg(unix)]
fn copy_owner(path: &Path, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn copy_owner(_path: &Path, _old: &Metadata) {}

/// Syncs the directory, so that the new name reaches the disk. Best effort: the game itself is
/// safe.
fn sync_directory(path: &Path) {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if cfg!(unix) {
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
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
    let how = ReadOptions::new(ruleset, &EMOJI);
    read_record(text.trim_end(), &how, FormAdvice::Convert(path)).map_err(|error| damaged(&error))
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would block until another process writes into it.
    require_regular(&fs::metadata(path)?)?;
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
    how: &ReadOptions,
    advice: FormAdvice<'_>,
) -> Result<GameRecord, String> {
    if how.form.is_none() && text.trim().eq_ignore_ascii_case(START) {
        return Ok(GameRecord::from(Game::new(how.ruleset)));
    }
    if how.form.is_none() && text.trim().is_empty() {
        return Err(format!("the input is empty; {START} is the empty board"));
    }
    how.read_record(text)
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
