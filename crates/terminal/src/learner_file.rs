//! The learner's memory in a file: `foursight/learner.txt` in the directory for data.
//!
//! Invariant: a memory that cannot be read is never written over. A write either succeeds or
//! leaves the old file as it was.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process;

use foursight_bots::{MEMORY_TEXT_BYTES_MAX, Memory};
use foursight_core::{Game, Player};

use crate::exit::Failure;

/// The file asked for, or the usual one.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn path(asked: Option<PathBuf>) -> Result<PathBuf, Failure> {
    asked.or_else(usual_path).ok_or_else(|| {
        Failure::usage(
            "there is no place for the learner's memory: set XDG_DATA_HOME or HOME, or name a file",
        )
    })
}

fn usual_path() -> Option<PathBuf> {
    Some(data_directory()?.join("learner.txt"))
}

/// `foursight` in the directory that the system keeps for data.
#[must_use]
pub fn data_directory() -> Option<PathBuf> {
    own_directory("XDG_DATA_HOME", ".local/share")
}

/// `foursight` in the directory that this variable names, or else in the usual one below home.
#[must_use]
pub fn own_directory(variable: &str, below_home: &str) -> Option<PathBuf> {
    let set = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let directory = set(variable)
        .or_else(|| if cfg!(windows) { set("APPDATA") } else { None })
        .or_else(|| Some(set("HOME")?.join(below_home)))?;
    Some(directory.join("foursight"))
}

/// What is remembered; nothing if there is no file yet.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn load(path: &Path) -> Result<Memory, Failure> {
    let shown = path.display();
    let bytes = match read_bounded(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Memory::default()),
        Err(error) => {
            let message = format!("cannot read the learner's memory {shown}: {error}");
            return Err(Failure::storage(message));
        }
    };
    let refuse = |reason: &str| {
        Failure::bad_input(format_args!(
            "the learner's memory {shown} is damaged: {reason}; it is left as it is: repair it, \
             or put it aside with foursight learner reset"
        ))
    };
    let text = String::from_utf8(bytes).map_err(|_| refuse("it is not text"))?;
    Memory::from_text(&text).map_err(|error| refuse(&error.to_string()))
}

/// Writes the memory beside the file and then puts it in its place.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn save(path: &Path, memory: &Memory) -> Result<(), Failure> {
    let beside = with_suffix(path, &format!(".{}.part", process::id()));
    let directory = path.parent().unwrap_or_else(|| Path::new("."));
    let saved = fs::create_dir_all(directory)
        .and_then(|()| fs::write(&beside, memory.to_text()))
        .and_then(|()| fs::rename(&beside, path));
    saved.map_err(|error| {
        // What could not be written in full is of no use to anybody.
        let _ = fs::remove_file(&beside);
        let shown = path.display();
        Failure::storage(format_args!(
            "cannot save the learner's memory {shown}: {error}"
        ))
    })
}

/// Adds a finished game to the file. It is read again, because another game may have ended.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn learn(path: &Path, game: &Game, player: Player) -> Result<(), Failure> {
    let mut memory = load(path)?;
    memory.learn(game, player);
    save(path, &memory)
}

/// Puts the memory aside, readable or not. Says where it is; none if there was none.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn put_aside(path: &Path) -> Result<Option<PathBuf>, Failure> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(Failure::usage(format_args!(
            "{} is no file, so it is no memory of the learner: it is left as it is",
            path.display()
        )));
    }
    let kept = unused_name(path);
    match fs::rename(path, &kept) {
        Ok(()) => Ok(Some(kept)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::storage(format_args!(
            "cannot put {} aside: {error}",
            path.display()
        ))),
    }
}

/// The file's name with `.old`, or with a number after that if there are older ones.
fn unused_name(path: &Path) -> PathBuf {
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
