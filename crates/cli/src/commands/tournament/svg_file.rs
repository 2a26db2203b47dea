//! The picture of a tournament, and the file for it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use foursight_files::atomic;
use foursight_terminal::output::CliOutput;
use foursight_tournament::{HEADER, Tournament};

use super::show;
use crate::exit::CliError;
use crate::tournament_args::TournamentOutputArgs;

/// Standard output as a file. Opening it again would truncate what was written before.
const STANDARD_OUTPUT: &str = "/dev/stdout";

/// Checks before the first game that the picture can be written. Pipes and devices are only tried
/// at the end: opening one can block until it has a reader.
pub(super) fn check_path(
    output: &TournamentOutputArgs,
    tournament: Option<&Path>,
) -> Result<(), CliError> {
    let Some(path) = &output.svg else {
        return Ok(());
    };
    if tournament == Some(&**path) {
        return Err(tournament_failure(path));
    }
    let result = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            refuse_tournament(path)?;
            OpenOptions::new().append(true).open(path).map(drop)
        }
        Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => Ok(()),
        Err(_) => try_create(path),
    };
    result.map_err(|error| cannot_write(path, &error))
}

/// Creates a file and removes it again.
fn try_create(path: &Path) -> io::Result<()> {
    match File::create_new(path) {
        // A link whose target does not exist yet.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        Ok(_) => fs::remove_file(path),
    }
}

/// Writes the picture, if it was requested.
pub(super) fn write(
    tournament: &Tournament,
    output: &TournamentOutputArgs,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    let Some(path) = &output.svg else {
        return Ok(());
    };
    let picture = show::svg(tournament);
    if path == Path::new(STANDARD_OUTPUT) {
        out.line(&picture)?;
        return Ok(());
    }
    // The answer comes first, even if both go to the same place.
    out.flush()?;
    refuse_tournament(path)?;
    atomic::write(path, picture.as_bytes()).map_err(|error| cannot_write(path, &error))
}

/// Rejects a path that is a tournament. Only regular files can be one; others may be endless.
fn refuse_tournament(path: &Path) -> Result<(), CliError> {
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(());
    }
    let mut first_bytes = [0; HEADER.len()];
    // A file that is unreadable or shorter is not a tournament.
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut first_bytes));
    if read.is_ok() && first_bytes == HEADER.as_bytes() {
        return Err(tournament_failure(path));
    }
    Ok(())
}

fn tournament_failure(path: &Path) -> CliError {
    CliError::usage(format_args!(
        "{} is a tournament: name another file for the picture",
        path.display()
    ))
}

fn cannot_write(path: &Path, error: &io::Error) -> CliError {
    let path = path.display();
    CliError::storage(format_args!(
        "cannot draw into {path}: {error}; name another file with --svg"
    ))
}
