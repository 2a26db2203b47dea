//! Files of books and checkpoints, replaced in one step so that a kill leaves the old or the new, and by
//! one program at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use foursight_solver::book::{Book, BookError, Checkpoint, Size};

use crate::books::{read_stored, refuse};
use crate::exit::Failure;

/// The files that are written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Book,
    Checkpoint,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Book, Self::Checkpoint];

    /// What such a file begins with.
    const fn beginning(self) -> &'static [u8] {
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

/// The failure of writing over a file that is somebody's.
fn keep(path: &Path, reason: &str) -> Failure {
    Failure::usage(format_args!(
        "{} {reason}: it is left as it is; name another file",
        path.display()
    ))
}

/// The place to write to, links followed. Only files of the same kind are written over.
fn target(path: &Path, kind: Kind) -> Result<PathBuf, Failure> {
    let Ok(found) = fs::metadata(path) else {
        // The link itself would be replaced, and what it leads to never written.
        return match fs::symlink_metadata(path) {
            Ok(_) => Err(keep(path, "is a link that leads nowhere")),
            Err(_) => Ok(path.to_owned()),
        };
    };
    if !found.is_file() {
        return Err(keep(path, "is no file"));
    }
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut beginning));
    read.map_err(|error| Failure::storage(format_args!("{}: {error}", path.display())))?;
    match Kind::ALL.into_iter().find(|it| it.beginning() == beginning) {
        Some(found) if found != kind => {
            let (is, would) = (found.name(), kind.name());
            Err(keep(path, &format!("is a {is}, not a {would}")))
        }
        None if !beginning.is_empty() => {
            Err(keep(path, &format!("exists and is no {}", kind.name())))
        }
        _ => Ok(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
    }
}

/// Checks that a book may be written there: over nothing, the same book, or one of no use to anybody.
pub(super) fn check_book_target(path: &Path, size: Size, plies: u32) -> Result<(), Failure> {
    let found = target(path, Kind::Book)?;
    if !found.exists() {
        return Ok(());
    }
    match Book::from_bytes(&read_stored(&found)?) {
        Ok(book) if (book.size(), book.plies()) != (size, plies) => {
            let reason = format!(
                "is a book of {} through {} plies",
                book.size(),
                book.plies()
            );
            Err(keep(path, &reason))
        }
        Err(BookError::Version(version)) => {
            let reason = format!("is a book of format version {version}");
            Err(keep(path, &reason))
        }
        _ => Ok(()),
    }
}

/// Writes a checkpoint, but over another one only if nothing that it knows is lost.
pub(super) fn replace_checkpoint(path: &Path, work: &Checkpoint) -> Result<(), Failure> {
    let found = target(path, Kind::Checkpoint)?;
    if fs::metadata(&found).is_ok_and(|found| found.len() > 0) {
        let mut both = read_checkpoint(path)?;
        if both.merge(work).is_err() || both != *work {
            return Err(keep(path, "holds work that would be lost"));
        }
    }
    replace(path, Kind::Checkpoint, &work.to_bytes())
}

/// Writes a file whole: beside its place first, then onto the disc, then into its place.
pub(super) fn replace(path: &Path, kind: Kind, bytes: &[u8]) -> Result<(), Failure> {
    let path = target(path, kind)?;
    let beside = with_ending(&path, "tmp");
    let write = || -> io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, &path)
    };
    write().map_err(|error| {
        // What could not be written in full is of no use to anybody.
        let _ = fs::remove_file(&beside);
        cannot_write(&path, &error)
    })
}

/// The right to work on a file, which one program has at a time. The system takes it back however that
/// program ends: what a kill leaves behind is an empty file beside, which stops nobody.
pub(super) struct Claim {
    /// Locked while it is open.
    lock: File,
    path: PathBuf,
}

impl Claim {
    /// Refused at once if another program has it.
    pub(super) fn of(file: &Path) -> Result<Self, Failure> {
        let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let path = with_ending(&real, "lock");
        loop {
            // Not for appending: Windows has no locks for that.
            let mut options = File::options();
            let lock = options.create(true).truncate(false).write(true).open(&path);
            let lock = lock.map_err(|error| cannot_write(file, &error))?;
            match lock.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(Failure::usage(format_args!(
                        "another foursight is working on {}: wait until it ends, or name another \
                         file with --out",
                        file.display()
                    )));
                }
                // Network folders without locks are to be used with care, but can be used.
                Err(TryLockError::Error(_)) | Ok(()) => {}
            }
            if !is_removed(&lock) {
                return Ok(Self { lock, path });
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Still locked: whoever has opened it meanwhile sees that it is removed, and tries again.
        // Only Unix can tell, so elsewhere the file stays; and what has something in it is somebody's
        // that happens to have this name.
        if cfg!(unix) && self.lock.metadata().is_ok_and(|found| found.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether the program that had the lock before has removed the file after we had opened it.
fn is_removed(lock: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        lock.metadata().is_ok_and(|found| found.nlink() == 0)
    }
    #[cfg(not(unix))]
    {
        let _ = lock;
        false
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::storage(format_args!("cannot write {}: {error}", path.display()))
}

/// The path with `.ending` added.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Reads a checkpoint.
pub(super) fn read_checkpoint(path: &Path) -> Result<Checkpoint, Failure> {
    Checkpoint::from_bytes(&read_stored(path)?).map_err(|error| refuse(path, &error))
}
