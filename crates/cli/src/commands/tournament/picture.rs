//! The picture of a tournament, and the file it is drawn into.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use foursight_tournament::{HEAD, Tournament};

use super::show;
use crate::exit::Failure;
use crate::output::Out;
use crate::tournament_args::ShownArgs;

/// Standard output as a file. Opened anew it would cut away what was written before.
const STANDARD_OUTPUT: &str = "/dev/stdout";

/// Says before the first game why a picture cannot be drawn. Pipes and devices are only tried at the end: to
/// open one can wait for its reader.
pub(super) fn check(shown: &ShownArgs, tournament: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = &shown.svg else {
        return Ok(());
    };
    if tournament == Some(&**path) {
        return Err(is_tournament(path));
    }
    let tried = match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            refuse_tournament(path)?;
            OpenOptions::new().append(true).open(path).map(drop)
        }
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => Ok(()),
        Err(_) => try_new(path),
    };
    tried.map_err(|error| cannot_write(path, &error))
}

/// Makes a file and removes it again.
fn try_new(path: &Path) -> io::Result<()> {
    match File::create_new(path) {
        // A link to a file that is not there yet.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        Ok(_) => fs::remove_file(path),
    }
}

/// Draws the picture, if one was asked for.
pub(super) fn draw(
    tournament: &Tournament,
    shown: &ShownArgs,
    out: &mut Out,
) -> Result<(), Failure> {
    let Some(path) = &shown.svg else {
        return Ok(());
    };
    let drawn = show::svg(tournament);
    if path == Path::new(STANDARD_OUTPUT) {
        out.line(&drawn)?;
        return Ok(());
    }
    // What was answered comes first, also where both go to one place.
    out.flush()?;
    refuse_tournament(path)?;
    fs::write(path, drawn).map_err(|error| cannot_write(path, &error))
}

/// Keeps tournaments from being drawn over. Only an ordinary file can be one: others may have no end.
fn refuse_tournament(path: &Path) -> Result<(), Failure> {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    let mut begins = [0; HEAD.len()];
    // A file that cannot be read, or is shorter, holds none.
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begins));
    if read.is_ok() && begins == HEAD.as_bytes() {
        return Err(is_tournament(path));
    }
    Ok(())
}

fn is_tournament(path: &Path) -> Failure {
    Failure::usage(format_args!(
        "{} is a tournament: name another file for the picture",
        path.display()
    ))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    Failure::storage(format_args!(
        "cannot draw into {path}: {error}; name another file with --svg"
    ))
}
