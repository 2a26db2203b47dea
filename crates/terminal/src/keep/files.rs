//! Games in files. A save either succeeds or leaves the old file as it was.
//!
//! Only regular files are read and written: a device, a pipe or a directory is refused. A link
//! stays a link, and what it points to is written; a file keeps who may read and write it.

use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use foursight_core::{Game, Ruleset};
use foursight_record::{Expected, Form, GameRecord, How, ReadError, Reason};

use crate::exit::Failure;
use crate::input::LINE_BYTES_MAX;
use crate::theme::EMOJI;

/// The longest chain of links that is followed to a file.
const LINKS_MAX: usize = 16;

/// The word for the empty grid.
pub const START: &str = "start";

/// Why a game could not be loaded.
pub enum LoadError {
    /// The file cannot be read.
    Unreadable(String),
    /// The file can be read and is no game.
    Damaged(String),
}

impl LoadError {
    /// What is wrong.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            Self::Unreadable(reason) | Self::Damaged(reason) => reason,
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        let told = format!("{}; the file is left as it is", error.reason());
        match error {
            LoadError::Unreadable(_) => Self::storage(told),
            LoadError::Damaged(_) => Self::bad_input(told),
        }
    }
}

/// Writes the game beside the file and then puts it in its place.
///
/// # Errors
///
/// What is wrong, in words.
pub fn save(path: &Path, record: &GameRecord) -> Result<(), String> {
    let text = record.to_json() + "\n";
    write_beside(path, |beside, target| {
        let mut file = beside;
        file.write_all(text.as_bytes())?;
        // The new name must not reach the disk before what it names.
        file.sync_all()?;
        fs::rename(target.beside(), &target.path)?;
        sync_directory(&target.path);
        Ok(())
    })
}

/// Says why a game could not be saved here, before there is one to lose.
///
/// # Errors
///
/// What is wrong, in words.
pub fn check_can_save(path: &Path) -> Result<(), String> {
    write_beside(path, |_, target| fs::remove_file(target.beside()))
}

fn write_beside(
    path: &Path,
    finish: impl FnOnce(File, &Target) -> io::Result<()>,
) -> Result<(), String> {
    let refuse = |error: io::Error| format!("cannot save to {}: {error}", path.display());
    let target = Target::of(path).map_err(refuse)?;
    let written = target
        .create_beside()
        .and_then(|file| finish(file, &target));
    written.map_err(|error| {
        // What could not be written in full is of no use to anybody.
        let _ = fs::remove_file(target.beside());
        refuse(error)
    })
}

/// A file that may be written, with what is there now.
struct Target {
    path: PathBuf,
    old: Option<Metadata>,
}

impl Target {
    /// The file behind the links, if it is one that may be written.
    fn of(path: &Path) -> io::Result<Self> {
        let path = behind_links(path)?;
        let old = match fs::metadata(&path) {
            Ok(about) => Some(about),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if path.file_name().is_none() {
            return Err(io::Error::other("this is no name for a file"));
        }
        if let Some(about) = &old {
            refuse_unless_regular(about)?;
            if about.permissions().readonly() {
                return Err(io::Error::other("the file is read-only"));
            }
            // A rename asks only for the directory, so the file itself is asked here.
            OpenOptions::new().write(true).open(&path)?;
        }
        Ok(Self { path, old })
    }

    fn beside(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", process::id()));
        self.path.with_file_name(name)
    }

    /// An empty file that is as private as the one it will replace.
    fn create_beside(&self) -> io::Result<File> {
        let beside = self.beside();
        // One may be left over from a process that had the same number and was killed.
        let _ = fs::remove_file(&beside);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside)?;
        if let Some(old) = &self.old {
            keep_owner(&beside, old);
            file.set_permissions(old.permissions())?;
        }
        Ok(file)
    }
}

/// The last name in a chain of links, whether or not something is there.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::symlink_metadata(&path) {
            Ok(about) if about.is_symlink() => {
                let next = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(next);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("it is a link in a circle"))
}

fn refuse_unless_regular(about: &Metadata) -> io::Result<()> {
    if about.is_file() {
        Ok(())
    } else if about.is_dir() {
        Err(io::Error::other("it is a directory"))
    } else {
        Err(io::Error::other(
            "it is not a regular file but a device, pipe or socket",
        ))
    }
}

/// Only the administrator may give files away; for everybody else it stays as it is.
#[cfg(unix)]
fn keep_owner(path: &Path, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_path: &Path, _old: &Metadata) {}

/// Brings the new name to the disk where the system can do that; the game is safe without.
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
/// [`LoadError`] says why the file is no game.
pub fn load(path: &Path, ruleset: Ruleset) -> Result<GameRecord, LoadError> {
    let told = |reason: &dyn Display| format!("cannot load {}: {reason}", path.display());
    let bytes = read_bounded(path).map_err(|error| LoadError::Unreadable(told(&error)))?;
    let damaged = |reason: &dyn Display| LoadError::Damaged(told(reason));
    if bytes.len() > LINE_BYTES_MAX {
        let reason = format!("it has more than {LINE_BYTES_MAX} bytes and cannot be a game");
        return Err(damaged(&reason));
    }
    let text = String::from_utf8(bytes).map_err(|_| damaged(&"it is not text"))?;
    if text.trim().is_empty() {
        return Err(damaged(&"it is empty and no game"));
    }
    let how = How::new(ruleset, &EMOJI);
    read_text(text.trim_end(), &how, Advice::Convert(path)).map_err(|error| damaged(&error))
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for somebody to write into it.
    refuse_unless_regular(&fs::metadata(path)?)?;
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(LINE_BYTES_MAX as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How the one who gave a text can say in which form it is.
#[derive(Clone, Copy, Debug)]
pub enum Advice<'a> {
    /// By the flag of a command.
    Flag,
    /// By a word of the engine's protocol.
    Word,
    /// By converting this file.
    Convert(&'a Path),
}

impl Advice<'_> {
    fn about(self, form: Form) -> String {
        let name = form.name();
        match self {
            Self::Flag => format!("--from {name}"),
            Self::Word => format!("position from {name} ..."),
            Self::Convert(path) => {
                let path = path.display();
                format!("foursight convert --from {name} --to json @{path}")
            }
        }
    }
}

/// Reads one position in this form or in any, with all that a game record tells about it.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read_text(text: &str, how: &How, advice: Advice<'_>) -> Result<GameRecord, String> {
    if how.form.is_none() && text.trim().eq_ignore_ascii_case(START) {
        return Ok(GameRecord::from(Game::new(how.ruleset)));
    }
    if how.form.is_none() && text.trim().is_empty() {
        return Err(format!(
            "there is nothing to read; {START} is the empty grid"
        ));
    }
    how.record(text).map_err(|error| why_not(&error, advice))
}

/// Why a text was not read, and how to say in which form it is.
#[must_use]
pub fn why_not(error: &ReadError, advice: Advice<'_>) -> String {
    match error.reason {
        Reason::Ambiguous(one, other) => format!(
            "{error} with {} or {}",
            advice.about(one),
            advice.about(other)
        ),
        Reason::EitherEnd => format!("{error} ({})", advice.about(Form::Columns)),
        Reason::Missing(Expected::Game) => format!("{error}; {START} is the empty grid"),
        _ => error.to_string(),
    }
}
