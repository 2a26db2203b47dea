//! Plays and labels games on several threads, and writes the positions in order.
//!
//! Games are numbered, and each follows only from the seed, the split and its number; chunks of
//! games are written in the order of their numbers. So the file does not depend on thread timing.
//!
//! The splits share no game, because each has its own random stream, and no position or mirror
//! image: evaluation splits skip positions of each other, and [`Dataset`](crate::train::Dataset)
//! skip all of theirs.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use foursight_core::SplitMix64;
use foursight_solver::Solver;
use foursight_solver::book::Book;

use crate::datasets::{LoadedRecords, RecordWriter, TrainingRecord};
use crate::styles::{Example, GameGenerator, LabelBudget};

/// Default number of games per chunk.
pub const CHUNK_GAMES: u64 = 512;
/// Maximum number of chunks that wait for an earlier one.
const PENDING_CHUNKS_MAX: usize = 64;

/// The use of a game's positions. Each split has its own games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetSplit {
    /// For training.
    Training,
    /// For the final evaluation.
    Test,
    /// Positions with only one good column, for evaluation.
    Puzzles,
    /// For comparing nets during development (validation).
    Validation,
}

impl DatasetSplit {
    /// Returns the random stream of a game.
    fn rng(self, seed: u64, game: u64) -> SplitMix64 {
        let part = match self {
            Self::Training => 0,
            Self::Test => 1,
            Self::Puzzles => 2,
            Self::Validation => 3,
        };
        SplitMix64::for_stream(SplitMix64::for_stream(seed, part).next_u64(), game)
    }
}

/// Parameters of a generation run.
#[derive(Clone, Debug)]
pub struct GenerationPlan {
    /// The seed of all randomness.
    pub seed: u64,
    /// Number of chunks of training games.
    pub chunks: u64,
    /// Number of threads.
    pub threads: usize,
    /// The book of the solvers.
    pub book: Option<Arc<Book>>,
    /// The first ply to label: 0, or a late one if there is no book.
    pub plies_min: usize,
    /// Games per chunk.
    pub chunk_games: u64,
}

impl GenerationPlan {
    fn generator(&self, label_budget: LabelBudget) -> GameGenerator {
        let solver = Solver::default();
        let solver = match &self.book {
            Some(book) => solver.with_book(Arc::clone(book)),
            None => solver,
        };
        GameGenerator::new(solver, label_budget)
    }

    /// Returns the examples of a game.
    fn game(&self, generator: &mut GameGenerator, rng: &mut SplitMix64) -> Vec<Example> {
        match self.plies_min {
            0 => generator.game(rng),
            plies => generator.game_from(rng, plies),
        }
    }

    /// Generates `count` examples that satisfy `wanted`, each from a game of its own, without
    /// duplicates, mirror images or positions in `seen`; adds them to `seen`. `progress` receives
    /// their number.
    pub fn examples(
        &self,
        (split, count): (DatasetSplit, usize),
        wanted: &dyn Fn(&Example) -> bool,
        seen: &mut HashSet<u64>,
        progress: &dyn Fn(usize),
    ) -> Vec<Example> {
        let mut generator = self.generator(LabelBudget::Even);
        let mut examples = Vec::with_capacity(count);
        let mut game = 0;
        while examples.len() < count {
            let mut rng = split.rng(self.seed, game);
            let mut found = self.game(&mut generator, &mut rng);
            found.retain(|example| {
                wanted(example) && !seen.contains(&example.discs.canonical_code())
            });
            if let Some(example) = rng.pick(&found) {
                seen.insert(example.discs.canonical_code());
                examples.push(example.clone());
                progress(examples.len());
            }
            game += 1;
        }
        examples
    }

    /// Writes training positions to a file, resuming where it ends. No position or mirror image is
    /// written twice. After each chunk, `progress` receives the number of chunks and positions.
    ///
    /// # Errors
    ///
    /// I/O errors, and an invalid or damaged file.
    pub fn write(&self, path: &Path, progress: &dyn Fn(u64, usize)) -> io::Result<usize> {
        let (
            mut writer,
            LoadedRecords {
                records, chunks, ..
            },
        ) = RecordWriter::resume(path, self.seed)?;
        let mut seen: HashSet<u64> = records.iter().map(|record| record.code).collect();
        drop(records);
        progress(chunks, seen.len());
        let next = AtomicU64::new(chunks);
        let (sender, receiver) = mpsc::sync_channel(PENDING_CHUNKS_MAX);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, &sender));
            }
            drop(sender);
            let mut pending = BTreeMap::new();
            let mut written = chunks;
            for (number, examples) in receiver {
                pending.insert(number, examples);
                while let Some(examples) = pending.remove(&written) {
                    let mut records: Vec<TrainingRecord> = examples;
                    records.retain(|record| seen.insert(record.code));
                    writer.add(&records)?;
                    written += 1;
                    progress(written, seen.len());
                }
            }
            Ok(seen.len())
        })
    }

    fn work(&self, next: &AtomicU64, done: &mpsc::SyncSender<(u64, Vec<TrainingRecord>)>) {
        let mut generator = self.generator(LabelBudget::Quick);
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= self.chunks {
                return;
            }
            let games = chunk * self.chunk_games..(chunk + 1) * self.chunk_games;
            let records = games
                .flat_map(|game| {
                    self.game(
                        &mut generator,
                        &mut DatasetSplit::Training.rng(self.seed, game),
                    )
                })
                .map(|example| TrainingRecord::from(&example))
                .collect();
            // The receiver has stopped because of an error.
            if done.send((chunk, records)).is_err() {
                return;
            }
        }
    }
}
