//! The file of the learner's memory: `foursight/learner.txt` in the data directory.
//!
//! Invariant: an unreadable memory is never overwritten, and a failed write leaves the old file as
//! it was.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use foursight_bots::{MEMORY_TEXT_BYTES_MAX, Memory};
use foursight_core::{Game, Player};
use foursight_files::{atomic, directories};

use crate::exit::CliError;

/// Returns the given path, or the default one.
///
/// # Errors
///
/// [`CliError`] if there is no data directory.
pub fn path(given: Option<PathBuf>) -> Result<PathBuf, CliError> {
    given.or_else(default_path).ok_or_else(|| {
        CliError::usage(
            "there is no directory for the learner's memory: set XDG_DATA_HOME or HOME, or name a file",
        )
    })
}

fn default_path() -> Option<PathBuf> {
    Some(directories::data()?.join("learner.txt"))
}

/// Loads the memory. It is empty if there is no file yet.
///
/// # Errors
///
/// [`CliError`] if the file is unreadable.
pub fn load(path: &Path) -> Result<Memory, CliError> {
    let shown = path.display();
    let bytes = match read_bounded(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Memory::default()),
        Err(error) => {
            let message = format!("cannot read the learner's memory {shown}: {error}");
            return Err(CliError::storage(message));
        }
    };
    let refuse = |reason: &str| {
        CliError::bad_input(format_args!(
            "the learner's memory {shown} is damaged: {reason}; the file is unchanged: repair it, or move it aside with foursight learner reset"
        ))
    };
    let text = String::from_utf8(bytes).map_err(|_| refuse("it is not text"))?;
    Memory::from_text(&text).map_err(|error| refuse(&error.to_string()))
}

/// Saves the memory.
///
/// # Errors
///
/// [`CliError`] if the file cannot be written.
pub fn save(path: &Path, memory: &Memory) -> Result<(), CliError> {
    let directory = path.parent().unwrap_or_else(|| Path::new("."));
    let saved = fs::create_dir_all(directory)
        .and_then(|()| atomic::replace(path, memory.to_text().as_bytes()));
    saved.map_err(|error| {
        let shown = path.display();
        CliError::storage(format_args!(
            "cannot save the learner's memory {shown}: {error}"
        ))
    })
}

/// Adds a finished game to the file. Reads the file again first, because another session may have
/// written to it.
///
/// # Errors
///
/// [`CliError`] if the file cannot be read or written.
pub fn add_game(path: &Path, game: &Game, player: Player) -> Result<(), CliError> {
    let mut memory = load(path)?;
    memory.record_game(game, player);
    save(path, &memory)
}

/// Moves the memory aside, readable or not. Returns its new path, or `None` if there was no file.
///
/// # Errors
///
/// [`CliError`] if the file cannot be renamed.
pub fn move_aside(path: &Path) -> Result<Option<PathBuf>, CliError> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(CliError::usage(format_args!(
            "{} is not a regular file, so it cannot be the learner's memory: it is unchanged",
            path.display()
        )));
    }
    let backup_path = free_backup_path(path);
    match fs::rename(path, &backup_path) {
        Ok(()) => Ok(Some(backup_path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CliError::storage(format_args!(
            "cannot move {} aside: {error}",
            path.display()
        ))),
    }
}

/// Returns the file's name with `.old`, followed by a number if that is taken.
fn free_backup_path(path: &Path) -> PathBuf {
    let numbered = (2..).map(|number: u32| with_suffix(path, &format!(".old.{number}")));
    let mut names = std::iter::once(with_suffix(path, ".old")).chain(numbered);
    names
        .find(|name| fs::symlink_metadata(name).is_err())
        .unwrap_or_else(|| with_suffix(path, ".old"))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(MEMORY_TEXT_BYTES_MAX as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
