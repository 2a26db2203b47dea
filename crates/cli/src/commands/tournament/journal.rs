//! A tournament and the file it is kept in: every event is a line, written before anything else happens.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use foursight_tournament::{
    Event, ReadTournament, Setup, Tournament, event_line, read_checked, to_text,
};

use super::contradiction;
use crate::exit::Failure;

/// A tournament that goes on, in a file if one was named.
pub(super) struct Journal {
    pub(super) tournament: Tournament,
    file: Option<(PathBuf, File)>,
}

impl Journal {
    /// A new tournament with everybody entered, and begun. What is refused leaves no file behind.
    pub(super) fn begin(
        setup: Setup,
        entered: Vec<Event>,
        path: Option<&Path>,
    ) -> Result<Self, Failure> {
        let mut tournament = Tournament::new(setup).map_err(Failure::usage)?;
        for event in entered.into_iter().chain([Event::Began]) {
            tournament.apply(event).map_err(Failure::usage)?;
        }
        let text = to_text(&tournament);
        let create = |path: &Path| -> Result<(PathBuf, File), Failure> {
            let created = OpenOptions::new().write(true).create_new(true).open(path);
            let mut file = created.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Failure::usage(format_args!(
                    "{0} is there already: go on with it by --resume {0}, or name another file",
                    path.display()
                )),
                _ => cannot("write", path, &error),
            })?;
            claim(&file, path)?;
            // In one piece, so that no player is missing after a kill.
            let written = file.write_all(text.as_bytes());
            let written = written.and_then(|()| file.sync_data());
            written.map_err(|error| cannot("write", path, &error))?;
            Ok((path.to_owned(), file))
        };
        Ok(Self {
            tournament,
            file: path.map(create).transpose()?,
        })
    }

    /// The tournament of a file, to go on with. A line that was cut off is cut away.
    pub(super) fn resume(path: &Path) -> Result<Self, Failure> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.map_err(|error| cannot("open", path, &error))?;
        claim(&file, path)?;
        let mut text = Vec::new();
        let got = file.read_to_end(&mut text);
        got.map_err(|error| cannot("read", path, &error))?;
        let found = parse(path, &text)?;
        let bytes = found.bytes as u64;
        let cut = file
            .set_len(bytes)
            .and_then(|()| file.seek(SeekFrom::Start(bytes)));
        cut.map_err(|error| cannot("write", path, &error))?;
        Ok(Self {
            tournament: found.tournament,
            file: Some((path.to_owned(), file)),
        })
    }

    /// Lets something happen, and writes it down.
    pub(super) fn tell(&mut self, event: Event) -> Result<(), Failure> {
        let line = event_line(&event);
        self.tournament.apply(event).map_err(Failure::usage)?;
        if let Some((path, file)) = &mut self.file {
            // On the disk before anything else follows from it.
            let written = file.write_all(line.as_bytes());
            let written = written.and_then(|()| file.sync_data());
            written.map_err(|error| cannot("write", path, &error))?;
        }
        Ok(())
    }

    /// The file, if there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| &**path)
    }
}

/// Keeps other terminals from writing the same file. A file system without locks lets everybody.
fn claim(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Failure::storage(format_args!(
            "{} is in use in another terminal: end that one first",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// The tournament of a file, to look at.
pub(super) fn load(path: &Path) -> Result<Tournament, Failure> {
    let text = std::fs::read(path).map_err(|error| cannot("read", path, &error))?;
    Ok(parse(path, &text)?.tournament)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<ReadTournament, Failure> {
    let bad =
        |why: &dyn std::fmt::Display| Failure::bad_input(format_args!("{}: {why}", path.display()));
    // A kill may cut a letter in two, in a line that does not count.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).map_err(|error| bad(&error))?
        }
        Err(error) => return Err(bad(&error)),
    };
    read_checked(text, &contradiction).map_err(|error| bad(&error))
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::storage(format_args!("cannot {what} {}: {error}", path.display()))
}
