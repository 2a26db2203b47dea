//! A thread that saves games, so that the screen never waits for a disk.
//!
//! Jobs are done in order. Of several states of one game that wait, only the last is written.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use foursight_record::GameRecord;
use foursight_record::ledger::Line;
use foursight_table::Who;

use super::files;
use super::rescue::Running;
use crate::exit::Failure;
use crate::scores_file;

/// Something to be saved.
pub(crate) enum Job {
    /// To a file that a person named.
    Save(PathBuf, GameRecord),
    /// To the file in which the game is kept.
    Keep(PathBuf, GameRecord),
    /// For the worst case, where the game has no file of its own.
    Rescue(GameRecord, [Who; 2]),
    /// Nothing would be lost any more.
    LetGo,
    /// The game was opened from this file.
    Opened(PathBuf),
    /// To the scores.
    Score(Line),
}

/// What has become of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// Saved to the file that was named, or why not.
    Named(PathBuf, Option<String>),
    /// The file in which the game is kept is up to date, or why not.
    Kept(Option<String>),
    /// The game is not in the scores.
    NotCounted(String),
}

/// The thread that saves.
pub(crate) struct Saver {
    jobs: Sender<Job>,
    saved: Receiver<Saved>,
    thread: JoinHandle<Running>,
}

impl Saver {
    pub(crate) fn start(running: Running) -> Result<Self, Failure> {
        let (jobs, waiting) = mpsc::channel();
        let (tell, saved) = mpsc::channel();
        let thread = thread::Builder::new()
            .spawn(move || work(running, &waiting, &tell))
            .map_err(|error| Failure::no_thread(&error))?;
        Ok(Self {
            jobs,
            saved,
            thread,
        })
    }

    pub(crate) fn send(&self, job: Job) {
        // The thread ends only after this sender is gone.
        let _ = self.jobs.send(job);
    }

    /// What has been done since the last time.
    pub(crate) fn saved(&self) -> impl Iterator<Item = Saved> {
        self.saved.try_iter()
    }

    /// Waits until everything is saved.
    pub(crate) fn finish(self) -> (Running, Vec<Saved>) {
        drop(self.jobs);
        let running = self.thread.join().unwrap_or_default();
        (running, self.saved.try_iter().collect())
    }
}

fn work(mut running: Running, jobs: &Receiver<Job>, tell: &Sender<Saved>) -> Running {
    let mut next = jobs.recv().ok();
    while let Some(job) = next {
        next = jobs.try_recv().ok();
        let is_outdated = match (&job, &next) {
            (Job::Keep(path, _), Some(Job::Keep(later, _))) => path == later,
            (Job::Rescue(..), Some(Job::Rescue(..) | Job::LetGo)) => true,
            _ => false,
        };
        if !is_outdated && let Some(saved) = perform(&mut running, job) {
            // Whoever does not listen any more has left.
            let _ = tell.send(saved);
        }
        if next.is_none() {
            next = jobs.recv().ok();
        }
    }
    running
}

fn perform(running: &mut Running, job: Job) -> Option<Saved> {
    match job {
        Job::Save(path, record) => {
            let refused = files::save(&path, &record).err();
            return Some(Saved::Named(path, refused));
        }
        Job::Keep(path, record) => {
            let refused = files::save(&path, &record).err();
            if refused.is_none() {
                running.forget_opened();
            }
            return Some(Saved::Kept(refused));
        }
        // Whoever cannot write there loses the game only if the worst happens.
        Job::Rescue(record, seats) => drop(running.keep(record, &seats)),
        Job::LetGo => running.let_go(),
        Job::Opened(path) => running.opened(&path),
        Job::Score(line) => {
            let added = scores_file::path(None).and_then(|path| scores_file::add(&path, &line));
            return added
                .err()
                .map(|failure| Saved::NotCounted(failure.to_string()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Game};

    use super::*;

    #[test]
    fn the_last_state_is_on_the_disk_in_the_end() {
        let directory =
            std::env::temp_dir().join(format!("foursight-saver-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        let path = directory.join("game.json");
        let saver = Saver::start(Running::default()).expect("a thread");
        let mut game = Game::default();
        for number in [4, 4, 5, 3, 3, 2] {
            let column = Column::from_number(number).expect("in range");
            game = game.drop_in(column).expect("legal");
            saver.send(Job::Keep(path.clone(), GameRecord::from_game(&game)));
        }
        let gone = directory.join("none/game.json");
        saver.send(Job::Save(gone.clone(), GameRecord::from_game(&game)));
        let (_, told) = saver.finish();
        assert_eq!(told.first(), Some(&Saved::Kept(None)));
        let Some(Saved::Named(named, Some(_))) = told.last() else {
            panic!("{told:?}");
        };
        assert_eq!(*named, gone);
        let text = std::fs::read_to_string(&path).expect("it was saved");
        let kept = GameRecord::from_json(text.trim()).expect("a record");
        assert_eq!(kept.game(), &game);
        std::fs::remove_dir_all(&directory).expect("it was made here");
    }
}
