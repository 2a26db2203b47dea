//! Background thread that saves games, so that the screen never waits for a disk.
//!
//! Jobs run in order. Of several queued states of one game, only the last is written.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use foursight_record::GameRecord;
use foursight_record::ledger::LedgerEntry;
use foursight_table::Occupant;

use super::files;
use super::recovery::RecoveryFile;
use crate::exit::CliError;
use crate::scores_file;

/// A job of the save thread.
pub(crate) enum SaveJob {
    /// Saves to a file that the user named.
    Save(PathBuf, GameRecord),
    /// Updates the autosave file of the game.
    Autosave(PathBuf, GameRecord),
    /// Updates the recovery file of a game without a save file.
    Recover(GameRecord, [Occupant; 2]),
    /// Removes the recovery file.
    DiscardRecovery,
    /// Records that the game was opened from this file.
    SetOpened(PathBuf),
    /// Appends to the scores.
    Score(LedgerEntry),
}

/// Result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SaveResult {
    /// Saved to the named file, or the error.
    Named(PathBuf, Option<String>),
    /// The autosave file is up to date, or the error.
    Autosaved(Option<String>),
    /// The game could not be added to the scores.
    ScoreFailed(String),
}

/// Handle of the save thread.
pub(crate) struct SaveThread {
    jobs: Sender<SaveJob>,
    saved: Receiver<SaveResult>,
    thread: JoinHandle<RecoveryFile>,
}

impl SaveThread {
    pub(crate) fn start(recovery_file: RecoveryFile) -> Result<Self, CliError> {
        let (jobs, queue) = mpsc::channel();
        let (results, saved) = mpsc::channel();
        let thread = thread::Builder::new()
            .spawn(move || run_jobs(recovery_file, &queue, &results))
            .map_err(|error| CliError::no_thread(&error))?;
        Ok(Self {
            jobs,
            saved,
            thread,
        })
    }

    pub(crate) fn send(&self, job: SaveJob) {
        // The thread ends only after this sender is dropped.
        let _ = self.jobs.send(job);
    }

    /// Returns the results since the last call.
    pub(crate) fn results(&self) -> impl Iterator<Item = SaveResult> {
        self.saved.try_iter()
    }

    /// Waits until everything is saved.
    pub(crate) fn finish(self) -> (RecoveryFile, Vec<SaveResult>) {
        drop(self.jobs);
        let recovery_file = self.thread.join().unwrap_or_default();
        (recovery_file, self.saved.try_iter().collect())
    }
}

fn run_jobs(
    mut recovery_file: RecoveryFile,
    jobs: &Receiver<SaveJob>,
    results: &Sender<SaveResult>,
) -> RecoveryFile {
    let mut next = jobs.recv().ok();
    while let Some(job) = next {
        next = jobs.try_recv().ok();
        let is_outdated = match (&job, &next) {
            (SaveJob::Autosave(path, _), Some(SaveJob::Autosave(later, _))) => path == later,
            (SaveJob::Recover(..), Some(SaveJob::Recover(..) | SaveJob::DiscardRecovery)) => true,
            _ => false,
        };
        if !is_outdated && let Some(saved) = run_job(&mut recovery_file, job) {
            // Best effort: the receiver may already be gone.
            let _ = results.send(saved);
        }
        if next.is_none() {
            next = jobs.recv().ok();
        }
    }
    recovery_file
}

fn run_job(recovery_file: &mut RecoveryFile, job: SaveJob) -> Option<SaveResult> {
    match job {
        SaveJob::Save(path, record) => {
            let error = files::save(&path, &record).err();
            return Some(SaveResult::Named(path, error));
        }
        SaveJob::Autosave(path, record) => {
            let error = files::save(&path, &record).err();
            if error.is_none() {
                recovery_file.discard_opened();
            }
            return Some(SaveResult::Autosaved(error));
        }
        // Best effort: a failed write matters only if the session is killed.
        SaveJob::Recover(record, seats) => drop(recovery_file.save(record, &seats)),
        SaveJob::DiscardRecovery => recovery_file.discard(),
        SaveJob::SetOpened(path) => recovery_file.set_opened(&path),
        SaveJob::Score(line) => {
            let added = scores_file::path(None).and_then(|path| scores_file::add(&path, &line));
            return added
                .err()
                .map(|failure| SaveResult::ScoreFailed(failure.to_string()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Game};

    use super::*;

    #[test]
    fn the_last_state_is_saved() {
        let directory =
            std::env::temp_dir().join(format!("foursight-saver-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join("game.json");
        let saver = SaveThread::start(RecoveryFile::default()).expect("a thread");
        let mut game = Game::default();
        for number in [4, 4, 5, 3, 3, 2] {
            let column = Column::from_number(number).expect("in range");
            game = game.drop_in(column).expect("legal");
            saver.send(SaveJob::Autosave(
                path.clone(),
                GameRecord::from_game(&game),
            ));
        }
        let missing = directory.join("none/game.json");
        saver.send(SaveJob::Save(missing.clone(), GameRecord::from_game(&game)));
        let (_, results) = saver.finish();
        assert_eq!(results.first(), Some(&SaveResult::Autosaved(None)));
        let Some(SaveResult::Named(named, Some(_))) = results.last() else {
            panic!("{results:?}");
        };
        assert_eq!(*named, missing);
        let text = std::fs::read_to_string(&path).expect("it was saved");
        let saved_record = GameRecord::from_json(text.trim()).expect("a record");
        assert_eq!(saved_record.game(), &game);
        std::fs::remove_dir_all(&directory).expect("it was made here");
    }
}
