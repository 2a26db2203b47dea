//! Files of books and checkpoints: replaced atomically, so that a kill leaves either the old or the
//! new content, and locked against other processes.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use foursight_files::atomic;
use foursight_solver::book::{BoardSize, Book, BookError, Checkpoint};

use crate::books::{invalid_file, read_book_file};
use crate::exit::CliError;

/// A kind of file that this module writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BookFileKind {
    Book,
    Checkpoint,
}

impl BookFileKind {
    const ALL: [Self; 2] = [Self::Book, Self::Checkpoint];

    /// Returns the first bytes of such a file.
    const fn magic(self) -> &'static [u8] {
        match self {
            Self::Book => b"FOURBOOK",
            Self::Checkpoint => b"FOURWORK",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Book => "book",
            Self::Checkpoint => "checkpoint",
        }
    }
}

/// The failure of overwriting a file that may still be needed.
fn refuse_overwrite(path: &Path, reason: &str) -> CliError {
    CliError::usage(format_args!(
        "{} {reason}: it is unchanged; name another file",
        path.display()
    ))
}

/// Resolves the path to write to, following links. Only files of the same kind may be overwritten.
fn resolve_target(path: &Path, kind: BookFileKind) -> Result<PathBuf, CliError> {
    let Ok(metadata) = fs::metadata(path) else {
        // Renaming would replace the link itself instead of its target.
        return match fs::symlink_metadata(path) {
            Ok(_) => Err(refuse_overwrite(path, "is a dangling symbolic link")),
            Err(_) => Ok(path.to_owned()),
        };
    };
    if !metadata.is_file() {
        return Err(refuse_overwrite(path, "is not a regular file"));
    }
    let mut magic = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut magic));
    read.map_err(|error| CliError::storage(format_args!("{}: {error}", path.display())))?;
    match BookFileKind::ALL
        .into_iter()
        .find(|file_kind| file_kind.magic() == magic)
    {
        Some(other) if other != kind => {
            let (is, wanted) = (other.name(), kind.name());
            Err(refuse_overwrite(
                path,
                &format!("is a {is}, not a {wanted}"),
            ))
        }
        None if !magic.is_empty() => Err(refuse_overwrite(
            path,
            &format!("exists and is not a {}", kind.name()),
        )),
        _ => Ok(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
    }
}

/// Checks that a book may be written to `path`: the file is missing, damaged, or the same book.
pub(super) fn check_book_target(path: &Path, size: BoardSize, plies: u32) -> Result<(), CliError> {
    let metadata = resolve_target(path, BookFileKind::Book)?;
    if !metadata.exists() {
        return Ok(());
    }
    match Book::from_bytes(&read_book_file(&metadata)?) {
        Ok(book) if (book.size(), book.plies()) != (size, plies) => {
            let reason = format!(
                "is a book of {} through {} plies",
                book.size(),
                book.plies()
            );
            Err(refuse_overwrite(path, &reason))
        }
        Err(BookError::Version(version)) => {
            let reason = format!("is a book of format version {version}");
            Err(refuse_overwrite(path, &reason))
        }
        _ => Ok(()),
    }
}

/// Writes a checkpoint. Fails if that would lose scores of an existing one.
pub(super) fn replace_checkpoint(path: &Path, checkpoint: &Checkpoint) -> Result<(), CliError> {
    let metadata = resolve_target(path, BookFileKind::Checkpoint)?;
    if fs::metadata(&metadata).is_ok_and(|metadata| metadata.len() > 0) {
        let mut both = read_checkpoint(path)?;
        if both.merge(checkpoint).is_err() || both != *checkpoint {
            return Err(refuse_overwrite(path, "holds work that would be lost"));
        }
    }
    replace(path, BookFileKind::Checkpoint, &checkpoint.to_bytes())
}

/// Replaces a file of this kind atomically.
pub(super) fn replace(path: &Path, kind: BookFileKind, bytes: &[u8]) -> Result<(), CliError> {
    let path = resolve_target(path, kind)?;
    atomic::replace(&path, bytes).map_err(|error| cannot_write(&path, &error))
}

/// An exclusive lock on a file. The system releases it when the process ends, even by a kill, which
/// leaves behind only an empty `.lock` file.
pub(super) struct FileLock {
    /// Locked while open.
    lock: File,
    path: PathBuf,
}

impl FileLock {
    /// Acquires the lock. Fails at once if another process holds it.
    pub(super) fn acquire(file: &Path) -> Result<Self, CliError> {
        let resolved = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let path = with_suffix(&resolved, "lock");
        loop {
            // Not in append mode: Windows cannot lock such files.
            let mut options = File::options();
            let lock = options.create(true).truncate(false).write(true).open(&path);
            let lock = lock.map_err(|error| cannot_write(file, &error))?;
            match lock.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(CliError::usage(format_args!(
                        "another foursight process is using {}: wait until it ends, or name another file with --out",
                        file.display()
                    )));
                }
                // Continue on network file systems without locks.
                Err(TryLockError::Error(_)) | Ok(()) => {}
            }
            if !is_removed(&lock) {
                return Ok(Self { lock, path });
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // The file is still locked: a process that has opened it meanwhile notices the removal and
        // tries again. Only Unix reports that, so elsewhere the file stays. A file with content is
        // not ours.
        if cfg!(unix)
            && self
                .lock
                .metadata()
                .is_ok_and(|metadata| metadata.len() == 0)
        {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// True if the previous holder of the lock has removed the file after we opened it.
fn is_removed(lock: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        lock.metadata().is_ok_and(|metadata| metadata.nlink() == 0)
    }
    #[cfg(not(unix))]
    {
        let _ = lock;
        false
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> CliError {
    CliError::storage(format_args!("cannot write {}: {error}", path.display()))
}

/// Appends `.suffix` to a path.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

/// Reads a checkpoint.
pub(super) fn read_checkpoint(path: &Path) -> Result<Checkpoint, CliError> {
    Checkpoint::from_bytes(&read_book_file(path)?).map_err(|error| invalid_file(path, &error))
}
