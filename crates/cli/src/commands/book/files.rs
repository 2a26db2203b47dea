//! Files of books and checkpoints, replaced in one step so that a kill leaves the old or the new, and by
//! one program at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use foursight_solver::book::Checkpoint;

use crate::exit::Failure;
use crate::solving::{read_file, refuse};

/// What the files of books and of the work on them begin with.
const BEGINNINGS: [&[u8]; 2] = [b"FOURBOOK", b"FOURWORK"];

/// The place to write to, links followed. Nothing but books and checkpoints is written over.
pub(super) fn target(path: &Path) -> Result<PathBuf, Failure> {
    let refuse = |reason: &str| {
        Failure::usage(format_args!(
            "{} {reason}: it is left as it is; name another file",
            path.display()
        ))
    };
    let Ok(found) = fs::metadata(path) else {
        return Ok(path.to_owned());
    };
    if !found.is_file() {
        return Err(refuse("is no file"));
    }
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut beginning));
    read.map_err(|error| Failure::storage(format_args!("{}: {error}", path.display())))?;
    if !beginning.is_empty() && !BEGINNINGS.contains(&beginning.as_slice()) {
        return Err(refuse("exists and is no book"));
    }
    Ok(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
}

/// Writes a file whole: beside its place first, then onto the disc, then into its place.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let path = target(path)?;
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
    _lock: File,
    #[cfg(unix)]
    path: PathBuf,
}

impl Claim {
    /// Refused at once if another program has it.
    pub(super) fn of(file: &Path) -> Result<Self, Failure> {
        let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let path = with_ending(&real, "lock");
        loop {
            let lock = File::options().create(true).append(true).open(&path);
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
                return Ok(Self {
                    _lock: lock,
                    #[cfg(unix)]
                    path,
                });
            }
        }
    }
}

/// Elsewhere the file stays, because nobody could tell whether what it has opened is removed.
#[cfg(unix)]
impl Drop for Claim {
    fn drop(&mut self) {
        // Still locked: whoever has opened it meanwhile sees that it is removed, and tries again.
        let _ = fs::remove_file(&self.path);
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
    Checkpoint::from_bytes(&read_file(path)?).map_err(|error| refuse(path, &error))
}
