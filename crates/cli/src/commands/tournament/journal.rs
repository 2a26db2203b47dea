//! A tournament and its file. Every event is a line, written before anything else happens. The game
//! in play is the last line, as in the files of the web game, so that each program can continue
//! what the other wrote.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use foursight_tournament::{
    DueGame, GameInProgress, Tournament, TournamentEvent, TournamentFile, TournamentSetup,
    event_line, read_checked, to_text,
};

use super::check_moves;
use crate::exit::{CliError, print_message};

/// A running tournament, in a file if one was named.
pub(super) struct Journal {
    pub(super) tournament: Tournament,
    /// The game in play, as far as the file has it.
    in_play: Option<GameInProgress>,
    file: Option<(PathBuf, File)>,
    /// Number of bytes of the file that are complete lines.
    bytes: u64,
}

impl Journal {
    /// Creates and starts a tournament with all its players. Leaves no file behind if that fails.
    pub(super) fn create(
        setup: TournamentSetup,
        events: Vec<TournamentEvent>,
        path: Option<&Path>,
    ) -> Result<Self, CliError> {
        let mut tournament = Tournament::new(setup).map_err(CliError::usage)?;
        for event in events.into_iter().chain([TournamentEvent::Began]) {
            tournament.apply(event).map_err(CliError::usage)?;
        }
        let text = to_text(&tournament);
        let create = |path: &Path| -> Result<(PathBuf, File), CliError> {
            let created = OpenOptions::new().write(true).create_new(true).open(path);
            let mut file = created.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => CliError::usage(format_args!(
                    "{0} already exists: continue it with --resume {0}, or name another file",
                    path.display()
                )),
                _ => storage_failure("write", path, &error),
            })?;
            lock(&file, path)?;
            // A single write, so that a kill cannot lose a player.
            let written = file.write_all(text.as_bytes());
            let written = written.and_then(|()| file.sync_data());
            written.map_err(|error| storage_failure("write", path, &error))?;
            Ok((path.to_owned(), file))
        };
        Ok(Self {
            tournament,
            in_play: None,
            file: path.map(create).transpose()?,
            bytes: text.len() as u64,
        })
    }

    /// Opens the tournament of a file to continue it. The next event overwrites a truncated line.
    pub(super) fn resume(path: &Path) -> Result<Self, CliError> {
        let opened_file = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened_file.map_err(|error| storage_failure("open", path, &error))?;
        lock(&file, path)?;
        let mut text = Vec::new();
        let result = file.read_to_end(&mut text);
        result.map_err(|error| storage_failure("read", path, &error))?;
        let parsed = parse(path, &text)?;
        if parsed.is_truncated {
            let path = path.display();
            print_message(&format!(
                "{path}: ignoring the last line, which is damaged or truncated"
            ));
        }
        Ok(Self {
            tournament: parsed.tournament,
            in_play: parsed.game_in_progress,
            file: Some((path.to_owned(), file)),
            bytes: parsed.complete_bytes as u64,
        })
    }

    /// Applies an event and writes it to the file. Keeps the game in play if it can continue.
    pub(super) fn record(&mut self, event: TournamentEvent) -> Result<(), CliError> {
        let line = event_line(&event);
        self.tournament.apply(event).map_err(CliError::usage)?;
        let in_play = self.in_play.take();
        self.in_play = in_play.filter(|in_play| self.tournament.can_resume(in_play));
        self.write(&line)
    }

    /// Saves the game in play.
    pub(super) fn save_in_play(&mut self, in_play: GameInProgress) -> Result<(), CliError> {
        self.in_play = Some(in_play);
        self.write("")
    }

    /// Returns the game in play, if the file has one that can continue.
    pub(super) const fn in_play(&self) -> Option<&GameInProgress> {
        self.in_play.as_ref()
    }

    /// Returns the game in play, else the first one due.
    pub(super) fn next_game(&self) -> Option<DueGame> {
        let due = self.tournament.due_games();
        let in_play = self.in_play.as_ref().map(|in_play| in_play.match_id);
        let in_play = due.iter().find(|due| Some(due.match_id) == in_play);
        in_play.or(due.first()).copied()
    }

    /// Appends a complete line, and after it the game in play. Readers ignore a truncated line.
    fn write(&mut self, line: &str) -> Result<(), CliError> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let in_play = self
            .in_play
            .as_ref()
            .map_or_else(String::new, GameInProgress::to_line);
        let mut write_line = || -> io::Result<()> {
            file.set_len(self.bytes)?;
            file.seek(SeekFrom::Start(self.bytes))?;
            file.write_all(format!("{line}{in_play}").as_bytes())?;
            // Durable before anything depends on it.
            file.sync_data()
        };
        write_line().map_err(|error| storage_failure("write", path, &error))?;
        self.bytes += line.len() as u64;
        Ok(())
    }

    /// Returns the path of the file, if there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| &**path)
    }
}

/// Locks the file against other terminals. File systems without locks allow all of them.
fn lock(file: &File, path: &Path) -> Result<(), CliError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(CliError::storage(format_args!(
            "{} is in use in another terminal: close that one first",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Loads the tournament of a file for reading.
pub(super) fn load(path: &Path) -> Result<Tournament, CliError> {
    let text = std::fs::read(path).map_err(|error| storage_failure("read", path, &error))?;
    Ok(parse(path, &text)?.tournament)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<TournamentFile, CliError> {
    let invalid = |reason: &dyn std::fmt::Display| {
        CliError::bad_input(format_args!("{}: {reason}", path.display()))
    };
    // A kill may truncate the last line within a UTF-8 character, and that line does not count.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).map_err(|error| invalid(&error))?
        }
        Err(error) => return Err(invalid(&error)),
    };
    read_checked(text, &check_moves).map_err(|error| invalid(&error))
}

fn storage_failure(action: &str, path: &Path, error: &io::Error) -> CliError {
    CliError::storage(format_args!("cannot {action} {}: {error}", path.display()))
}
