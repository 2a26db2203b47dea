//! Plays and labels games on several threads, and writes what came out in order.
//!
//! Games are numbered, and each follows from the seed, the set and its number alone; chunks of games are
//! written in the order of their numbers. So the file does not depend on who finished first.
//!
//! The sets share no game, because each has dice of its own, and no position up to the mirror: those to measure
//! by leave out what is in another, and [`Lessons`](crate::train::Lessons) leave out all of theirs.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use foursight_bots::Dice;
use foursight_solver::Solver;
use foursight_solver::book::Book;

use crate::sets::{Record, Stored, Writer};
use crate::styles::{Author, Example, Pace};

/// Games to a chunk, usually.
pub const CHUNK_GAMES: u64 = 512;
/// Chunks that may wait for an earlier one.
const WAITING_MAX: usize = 64;

/// What the positions of a game are for. Each has games of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To learn from.
    Training,
    /// To measure by, at the end.
    Test,
    /// Positions with only one good column, to measure by.
    Puzzles,
    /// To choose between nets while they are made.
    Choice,
}

impl Purpose {
    /// The dice of a game.
    fn dice(self, seed: u64, game: u64) -> Dice {
        let part = match self {
            Self::Training => 0,
            Self::Test => 1,
            Self::Puzzles => 2,
            Self::Choice => 3,
        };
        Dice::for_part(Dice::for_part(seed, part).bits(), game)
    }
}

/// How much is generated, and from what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What everything follows from.
    pub seed: u64,
    /// How many chunks of training games.
    pub chunks: u64,
    /// How many threads work.
    pub threads: usize,
    /// The book the solvers look into.
    pub book: Option<Arc<Book>>,
    /// The first ply that is labelled: 0, or late where there is no book.
    pub plies_min: usize,
    /// Games to a chunk.
    pub chunk_games: u64,
}

impl Plan {
    fn author(&self, pace: Pace) -> Author {
        let solver = Solver::default();
        let solver = match &self.book {
            Some(book) => solver.with_book(Arc::clone(book)),
            None => solver,
        };
        Author::new(solver, pace)
    }

    /// The examples of a game.
    fn game(&self, author: &mut Author, dice: &mut Dice) -> Vec<Example> {
        match self.plies_min {
            0 => author.game(dice),
            plies => author.game_from(dice, plies),
        }
    }

    /// So many examples that are wanted, each of a game of its own, none twice up to the mirror nor one of
    /// `seen`, which then has them all; `progress` hears how many there are.
    pub fn examples(
        &self,
        (purpose, count): (Purpose, usize),
        wanted: &dyn Fn(&Example) -> bool,
        seen: &mut HashSet<u64>,
        progress: &dyn Fn(usize),
    ) -> Vec<Example> {
        let mut author = self.author(Pace::Even);
        let mut examples = Vec::with_capacity(count);
        let mut game = 0;
        while examples.len() < count {
            let mut dice = purpose.dice(self.seed, game);
            let mut found = self.game(&mut author, &mut dice);
            found.retain(|example| wanted(example) && !seen.contains(&example.discs.least_code()));
            if let Some(example) = dice.pick(&found) {
                seen.insert(example.discs.least_code());
                examples.push(example.clone());
                progress(examples.len());
            }
            game += 1;
        }
        examples
    }

    /// Writes training positions to a file, going on where it ends. No position is written twice, up to the
    /// mirror. `progress` hears after each chunk how many are done, and how many positions there are.
    ///
    /// # Errors
    ///
    /// Those of the system, and a file that is none of ours.
    pub fn write(&self, path: &Path, progress: &dyn Fn(u64, usize)) -> io::Result<usize> {
        let (
            mut writer,
            Stored {
                records, chunks, ..
            },
        ) = Writer::resume(path, self.seed)?;
        let mut seen: HashSet<u64> = records.iter().map(|record| record.code).collect();
        drop(records);
        progress(chunks, seen.len());
        let next = AtomicU64::new(chunks);
        let (sender, receiver) = mpsc::sync_channel(WAITING_MAX);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, &sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut written = chunks;
            for (number, examples) in receiver {
                waiting.insert(number, examples);
                while let Some(examples) = waiting.remove(&written) {
                    let mut records: Vec<Record> = examples;
                    records.retain(|record| seen.insert(record.code));
                    writer.add(&records)?;
                    written += 1;
                    progress(written, seen.len());
                }
            }
            Ok(seen.len())
        })
    }

    fn work(&self, next: &AtomicU64, done: &mpsc::SyncSender<(u64, Vec<Record>)>) {
        let mut author = self.author(Pace::Quick);
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= self.chunks {
                return;
            }
            let games = chunk * self.chunk_games..(chunk + 1) * self.chunk_games;
            let records = games
                .flat_map(|game| {
                    self.game(&mut author, &mut Purpose::Training.dice(self.seed, game))
                })
                .map(|example| Record::from(&example))
                .collect();
            // Whoever would hear it has met an error, and is gone.
            if done.send((chunk, records)).is_err() {
                return;
            }
        }
    }
}
