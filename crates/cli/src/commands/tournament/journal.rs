//! A tournament and the file it is kept in: every event is a line, written before anything else happens. The game in
//! play is the last line, as in the files of the web game, so that either goes on with what the other wrote.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use foursight_tournament::{
    DueGame, Event, InPlay, ReadTournament, Setup, Tournament, event_line, read_checked, to_text,
};

use super::contradiction;
use crate::exit::{Failure, complain};

/// A tournament that goes on, in a file if one was named.
pub(super) struct Journal {
    pub(super) tournament: Tournament,
    /// The game in play, as far as the file knows it.
    in_play: Option<InPlay>,
    file: Option<(PathBuf, File)>,
    /// How many bytes of the file are whole lines.
    bytes: u64,
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
            in_play: None,
            file: path.map(create).transpose()?,
            bytes: text.len() as u64,
        })
    }

    /// The tournament of a file, to go on with. A line that was cut off goes with the next event.
    pub(super) fn resume(path: &Path) -> Result<Self, Failure> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.map_err(|error| cannot("open", path, &error))?;
        claim(&file, path)?;
        let mut text = Vec::new();
        let got = file.read_to_end(&mut text);
        got.map_err(|error| cannot("read", path, &error))?;
        let found = parse(path, &text)?;
        if found.is_cut {
            let path = path.display();
            complain(&format!(
                "{path}: the last line is damaged or cut off, and left out"
            ));
        }
        Ok(Self {
            tournament: found.tournament,
            in_play: found.in_play,
            file: Some((path.to_owned(), file)),
            bytes: found.bytes as u64,
        })
    }

    /// Lets something happen, and writes it down. The game in play stays, if it can still go on.
    pub(super) fn tell(&mut self, event: Event) -> Result<(), Failure> {
        let line = event_line(&event);
        self.tournament.apply(event).map_err(Failure::usage)?;
        let open = self.in_play.take();
        self.in_play = open.filter(|open| self.tournament.can_go_on(open));
        self.write(&line)
    }

    /// Writes the game in play down.
    pub(super) fn play_on(&mut self, open: InPlay) -> Result<(), Failure> {
        self.in_play = Some(open);
        self.write("")
    }

    /// The game in play, if the file has one that can go on.
    pub(super) const fn in_play(&self) -> Option<&InPlay> {
        self.in_play.as_ref()
    }

    /// The game in play, or else the first that can be played.
    pub(super) fn next(&self) -> Option<DueGame> {
        let due = self.tournament.due();
        let open = self.in_play.as_ref().map(|open| open.match_id);
        let in_play = due.iter().find(|due| Some(due.match_id) == open);
        in_play.or(due.first()).copied()
    }

    /// Adds a whole line, and after it the game in play. What is cut off in the middle counts for nothing.
    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let open = self.in_play.as_ref().map_or_else(String::new, InPlay::line);
        let mut put = || -> io::Result<()> {
            file.set_len(self.bytes)?;
            file.seek(SeekFrom::Start(self.bytes))?;
            file.write_all(format!("{line}{open}").as_bytes())?;
            // On the disk before anything else follows from it.
            file.sync_data()
        };
        put().map_err(|error| cannot("write", path, &error))?;
        self.bytes += line.len() as u64;
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
