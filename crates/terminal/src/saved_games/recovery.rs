//! Recovery files: the unfinished game of a terminal session without a save file, saved to the data
//! directory after every move. After a broken connection or a crash, the next start offers it. The
//! file is removed when the game is opened, when it ends, and when the user leaves.
//!
//! Every session locks a recovery file of its own. The system releases the lock however the session
//! ends, so a game in an unlocked file was interrupted.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use foursight_files::directories;
use foursight_record::GameRecord;
use foursight_table::Occupant;

use super::files;
use crate::players::parse_seat;

/// Maximum number of recovery files.
const RECOVERY_FILES_MAX: usize = 100;
/// Tags that name the players of the seats.
const SEAT_TAGS: [&str; 2] = ["sitter-first", "sitter-second"];

/// Returns the paths of the recovery files, in the order in which they are used.
fn paths() -> Option<impl Iterator<Item = PathBuf>> {
    let directory = directories::data()?;
    let name = |number: usize| match number {
        1 => "cut-off.json".to_owned(),
        _ => format!("cut-off-{number}.json"),
    };
    Some((1..=RECOVERY_FILES_MAX).map(move |number| directory.join(name(number))))
}

/// Locks a recovery file, if it is free. The lock file is never removed, or two sessions could lock
/// two files of the same name.
fn try_lock(path: &Path) -> Option<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    let file = options.open(path.with_extension("lock")).ok()?;
    file.try_lock().ok().map(|()| file)
}

/// A locked recovery file.
struct RecoveryLock {
    path: PathBuf,
    /// Held open for the whole session.
    _lock: File,
}

/// The recovery state of a session.
#[derive(Default)]
pub struct RecoveryFile {
    lock: Option<RecoveryLock>,
    /// Recovery file that the game was opened from, until the session has saved it.
    opened_from: Option<PathBuf>,
}

impl RecoveryFile {
    /// Saves the current game with its seats, and returns the path.
    ///
    /// # Errors
    ///
    /// Returns an error message.
    pub fn save(&mut self, game: GameRecord, seats: &[Occupant; 2]) -> Result<PathBuf, String> {
        let lock = match &mut self.lock {
            Some(lock) => lock,
            empty => empty.insert(lock_free_file()?),
        };
        let path = lock.path.clone();
        files::save(&path, &with_seats(game, seats))?;
        self.discard_opened();
        Ok(path)
    }

    /// Removes the recovery file: the game is over, or the user knows how to resume it.
    pub fn discard(&mut self) {
        if let Some(lock) = &self.lock {
            // A file that remains is only offered once more.
            let _ = fs::remove_file(&lock.path);
        }
        self.discard_opened();
    }

    /// Records that a game was opened from this file. A recovery file is removed once the game is
    /// saved elsewhere.
    pub fn set_opened(&mut self, path: &Path) {
        let is_ours = self.lock.as_ref().is_some_and(|lock| lock.path == path);
        let mut recovery_paths = paths().into_iter().flatten();
        if !is_ours && recovery_paths.any(|recovery_path| recovery_path == path) {
            self.opened_from = Some(path.to_owned());
        }
    }

    /// Removes the opened recovery file, because another file now holds the game.
    pub fn discard_opened(&mut self) {
        if let Some(path) = self.opened_from.take() {
            let _ = fs::remove_file(path);
        }
    }
}

fn lock_free_file() -> Result<RecoveryLock, String> {
    let no_free_file = || "there is no directory to save the game in".to_owned();
    if let Some(directory) = directories::data() {
        // If the directory cannot be created, locking fails and reports it.
        let _ = fs::create_dir_all(directory);
    }
    let paths = paths().ok_or_else(no_free_file)?;
    let mut free = paths.filter_map(|path| {
        let lock = try_lock(&path).filter(|_| !path.exists())?;
        Some(RecoveryLock { path, _lock: lock })
    });
    free.next().ok_or_else(no_free_file)
}

/// Returns the most recent interrupted game.
#[must_use]
pub fn latest_interrupted_game() -> Option<PathBuf> {
    let interrupted = paths()?.filter(|path| path.is_file() && try_lock(path).is_some());
    interrupted.max_by_key(|path| {
        fs::metadata(path)
            .and_then(|metadata| metadata.modified())
            .ok()
    })
}

/// Adds the seats to a record.
fn with_seats(mut record: GameRecord, seats: &[Occupant; 2]) -> GameRecord {
    for (occupant, tag) in seats.iter().zip(SEAT_TAGS) {
        // A record that is full of tags is saved without the seats.
        let tagged = record.clone().with_tag(tag, occupant.id());
        record = tagged.unwrap_or(record);
    }
    record
}

/// Returns the seats of an interrupted game, as far as recorded.
#[must_use]
pub fn recorded_seats(record: &GameRecord) -> [Option<Occupant>; 2] {
    SEAT_TAGS.map(|tag| {
        let name = record.tags().get(tag)?;
        parse_seat(name).ok()
    })
}
