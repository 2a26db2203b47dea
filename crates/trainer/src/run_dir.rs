//! The directory of a training run: positions, checkpoint, learning curves and the resulting nets.
//!
//! | file | contents |
//! |---|---|
//! | `test.txt`, `choice.txt`, `wins.txt`, `holds.txt` | evaluation positions |
//! | `train.set` | training positions |
//! | `7x6.state` | the checkpoint of the net of that name |
//! | `7x6.log` | its learning curves, a line every few hundred steps |
//! | `7x6.svg` | the learning curves as an image |
//! | `7x6.net`, `7x6-1-minute.net`, … | the net, and early stages of it |

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use foursight_bots::net::Net;
use foursight_files::atomic;

use crate::checkpoint;
use crate::curves::{self, TrainingPoint};
use crate::datasets::{self, TrainingRecord};
use crate::evaluation;
use crate::generate::{DatasetSplit, GenerationPlan};
use crate::loss::Loss;
use crate::self_play::{STEPS_PER_ROUND, SelfPlayConfig, SelfPlayTraining};
use crate::styles::{Example, FULL};
use crate::train::{BATCH_SIZE, Dataset, TrainingConfig, TrainingRun};

/// Number of evaluation positions: for the final test, and for validation.
const TEST_POSITIONS: usize = 3000;
const CHOICE_POSITIONS: usize = 1000;
/// Number of puzzles of each kind.
const PUZZLES: usize = 300;
/// Positions with later plies than this are no puzzle: hardly any choice is left.
const PUZZLE_PLIES_MAX: usize = 39;
/// Steps between entries of the log.
const LOG_STEPS: u64 = 250;
/// Rounds between entries of the log, in self-play.
const LOG_ROUNDS: u64 = 10;
/// The steps at which stages are saved: those of one minute and ten minutes on one otherwise idle
/// core.
pub const STAGES: [(&str, u64); 2] = [("-1-minute.net", 4_000), ("-10-minutes.net", 40_000)];
/// File name suffixes of a net's files.
const STATE: &str = ".state";
const LOG: &str = ".log";
/// File name suffix of the net itself.
pub const NET_SUFFIX: &str = ".net";

/// The evaluation sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationSet {
    /// Positions of test games.
    Test,
    /// Validation positions, for comparing nets.
    Validation,
    /// Only one column wins.
    Wins,
    /// Only one column does not lose.
    Holds,
}

impl EvaluationSet {
    /// All sets, in the order in which they are generated.
    pub const ALL: [Self; 4] = [Self::Test, Self::Validation, Self::Wins, Self::Holds];

    /// Returns its file name.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Test => "test.txt",
            Self::Validation => "choice.txt",
            Self::Wins => "wins.txt",
            Self::Holds => "holds.txt",
        }
    }

    const fn source(self) -> (DatasetSplit, usize) {
        match self {
            Self::Test => (DatasetSplit::Test, TEST_POSITIONS),
            Self::Validation => (DatasetSplit::Validation, CHOICE_POSITIONS),
            Self::Wins | Self::Holds => (DatasetSplit::Puzzles, PUZZLES),
        }
    }

    fn wants(self, example: &Example) -> bool {
        let score = match self {
            Self::Test | Self::Validation => return true,
            Self::Wins => 1,
            Self::Holds => 0,
        };
        let keeps = |other: &&i8| **other != FULL && other.signum() == score;
        let is_only = example.scores.iter().filter(keeps).count() == 1;
        let has_choice = crate::loss::is_decisive(&example.scores);
        let is_early = self == Self::Holds || example.moves.len() <= PUZZLE_PLIES_MAX;
        is_only && has_choice && is_early && example.score().signum() == score
    }
}

/// The directory of a training run.
#[derive(Clone, Debug)]
pub struct RunDir {
    dir: PathBuf,
    /// The name of the net.
    name: String,
}

impl RunDir {
    /// Opens or creates a directory for the net of this name.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn open(dir: &Path, name: &str) -> io::Result<Self> {
        fs::create_dir_all(dir)?;
        Ok(Self {
            dir: dir.to_owned(),
            name: name.to_owned(),
        })
    }

    /// Returns the path of a file in the directory.
    fn file(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Returns the path of a file of the net, by its suffix.
    #[must_use]
    pub fn net_path(&self, end: &str) -> PathBuf {
        self.file(&self.own_name(end))
    }

    fn own_name(&self, end: &str) -> String {
        format!("{}{end}", self.name)
    }

    /// Writes a file atomically, so that readers never see half of it.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        atomic::replace(&self.file(name), bytes)
    }

    /// Loads an evaluation set.
    ///
    /// # Errors
    ///
    /// I/O errors, and an invalid file.
    pub fn load_set(&self, set: EvaluationSet) -> io::Result<Vec<Example>> {
        let text = fs::read_to_string(self.file(set.file()))?;
        datasets::from_text(&text).map_err(|error| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{}: {error}", set.file()),
            )
        })
    }

    /// Generates the evaluation sets that do not exist yet. `progress` receives the set, its number
    /// of positions so far and its target size.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn generate_sets(
        &self,
        plan: &GenerationPlan,
        progress: &dyn Fn(EvaluationSet, usize, usize),
    ) -> io::Result<()> {
        let mut seen = HashSet::new();
        for set in EvaluationSet::ALL {
            if !self.file(set.file()).exists() {
                let source = set.source();
                let wants = |example: &Example| set.wants(example);
                let examples = plan.examples(source, &wants, &mut seen, &|count| {
                    progress(set, count, source.1);
                });
                self.write(set.file(), datasets::to_text(&examples).as_bytes())?;
            }
            seen.extend(
                self.load_set(set)?
                    .iter()
                    .map(|example| example.discs.canonical_code()),
            );
        }
        Ok(())
    }

    /// Generates the training positions.
    ///
    /// # Errors
    ///
    /// I/O errors, and an invalid or damaged file.
    pub fn generate_training_set(
        &self,
        plan: &GenerationPlan,
        progress: &dyn Fn(u64, usize),
    ) -> io::Result<usize> {
        plan.write(&self.file("train.set"), progress)
    }

    /// Loads the training positions of the first `chunks` chunks, without any evaluation positions,
    /// ours or those of other programs.
    ///
    /// # Errors
    ///
    /// I/O errors, and invalid files.
    pub fn load_dataset(&self, seed: u64, chunks: Option<u64>) -> io::Result<Dataset> {
        let mut held_out: HashSet<u64> = evaluation::independent_sets()
            .iter()
            .flat_map(|(_, examples)| examples)
            .map(|example| example.discs.canonical_code())
            .collect();
        for set in EvaluationSet::ALL {
            held_out.extend(
                self.load_set(set)?
                    .iter()
                    .map(|example| example.discs.canonical_code()),
            );
        }
        let stored = datasets::read(&self.file("train.set"), seed, chunks)?;
        if chunks.is_some_and(|chunks| stored.chunks < chunks) {
            let reason = "train.set has fewer chunks: generate more of them";
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        let records: Vec<TrainingRecord> = stored.records;
        Ok(Dataset::new(records, held_out))
    }

    /// Resumes a training run from its checkpoint, or starts it from these weights, or from random
    /// ones.
    ///
    /// # Errors
    ///
    /// I/O errors, and a checkpoint of another run.
    pub fn resume_or_start(
        &self,
        course: TrainingConfig,
        weights: Option<Vec<f32>>,
    ) -> io::Result<TrainingRun> {
        let path = self.net_path(STATE);
        if !path.exists() {
            return Ok(TrainingRun::start(course, weights));
        }
        let state = checkpoint::from_bytes(&course, &fs::read(path)?);
        state
            .map(|state| TrainingRun::resume(course, state))
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Trains to the end of the run, or until `go_on` returns false, which receives each point of
    /// the learning curves. The checkpoint is saved before each call of `go_on`.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn train(
        &self,
        mut training: TrainingRun,
        dataset: &Dataset,
        go_on: &mut dyn FnMut(&TrainingPoint) -> bool,
    ) -> io::Result<()> {
        let course = training.config();
        let choice = self.load_set(EvaluationSet::Validation)?;
        let mut points = self.points(training.state().step);
        let mut loss = Loss::default();
        while !training.is_done() {
            loss.add(training.step(dataset));
            let step = training.state().step;
            let ema = || Net::new(course.layout, &training.state().ema);
            let stage = STAGES.iter().find(|(_, at)| *at == step);
            if let Some(((end, _), net)) = stage.zip(ema()) {
                self.write(&self.own_name(end), &net.to_bytes())?;
            }
            if step.is_multiple_of(LOG_STEPS) || training.is_done() {
                let Some(net) = ema() else { break };
                points.push(TrainingPoint::of(
                    step * BATCH_SIZE as u64,
                    &loss,
                    &net,
                    &choice,
                ));
                loss = Loss::default();
                let bytes = checkpoint::to_bytes(&course, training.state());
                self.write(&self.own_name(STATE), &bytes)?;
                self.write_net(&net, &points)?;
                if points.last().is_some_and(|point| !go_on(point)) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Trains a net by self-play to the end, or until `go_on` returns false, which receives the
    /// number of rounds and each point of the learning curves. The checkpoint is saved before each
    /// call of `go_on`.
    ///
    /// # Errors
    ///
    /// I/O errors, and a checkpoint of another configuration.
    pub fn train_by_self_play(
        &self,
        practice: SelfPlayConfig,
        go_on: &mut dyn FnMut(u64, &TrainingPoint) -> bool,
    ) -> io::Result<()> {
        let path = self.net_path(STATE);
        let mut taught = if path.exists() {
            SelfPlayTraining::from_bytes(practice, &fs::read(path)?)?
        } else {
            SelfPlayTraining::start(practice)
        };
        let choice = self.load_set(EvaluationSet::Validation)?;
        let mut points = self.points(taught.rounds() * STEPS_PER_ROUND);
        let mut loss = Loss::default();
        while !taught.is_done() {
            loss.add(taught.round());
            if !taught.rounds().is_multiple_of(LOG_ROUNDS) && !taught.is_done() {
                continue;
            }
            let Some(net) = taught.net() else { break };
            let samples = taught.rounds() * STEPS_PER_ROUND * BATCH_SIZE as u64;
            points.push(TrainingPoint::of(samples, &loss, &net, &choice));
            loss = Loss::default();
            self.write(&self.own_name(STATE), &taught.to_bytes())?;
            self.write_net(&net, &points)?;
            let go_on = points
                .last()
                .is_some_and(|point| go_on(taught.rounds(), point));
            if !go_on {
                break;
            }
        }
        Ok(())
    }

    /// Writes a net and its learning curves.
    fn write_net(&self, net: &Net, points: &[TrainingPoint]) -> io::Result<()> {
        let write = |end, bytes: &[u8]| self.write(&self.own_name(end), bytes);
        write(LOG, curves::to_text(points).as_bytes())?;
        write(".svg", curves::to_svg(points).as_bytes())?;
        write(NET_SUFFIX, &net.to_bytes())
    }

    /// Loads the points of the learning curves up to a step.
    fn points(&self, step: u64) -> Vec<TrainingPoint> {
        let text = fs::read_to_string(self.net_path(LOG)).unwrap_or_default();
        let mut points = curves::from_text(&text);
        points.retain(|point| point.samples <= step * BATCH_SIZE as u64);
        points
    }
}
