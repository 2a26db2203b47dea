//! Files of books and checkpoints, replaced in one step so that a kill leaves the old or the new.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foursight_solver::book::Checkpoint;

use crate::exit::Failure;
use crate::solving::{read_file, refuse};

/// Writes a file whole: beside its place first, then onto the disc, then into its place.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = with_ending(path, "tmp");
    let write = || -> io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write()
        .map_err(|error| Failure::storage(format_args!("cannot write {}: {error}", path.display())))
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
