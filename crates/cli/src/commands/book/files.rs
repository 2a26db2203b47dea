//! Files of books and checkpoints, replaced in one step so that a kill leaves the old or the new.

use std::fs::{self, File};
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
        Failure::storage(format_args!("cannot write {}: {error}", path.display()))
    })
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
