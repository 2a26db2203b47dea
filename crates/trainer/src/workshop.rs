//! A directory in which a net is made: positions, the state of the training, its curves and what comes out.
//!
//! | file | what |
//! |---|---|
//! | `test.txt`, `choice.txt`, `wins.txt`, `holds.txt` | positions to measure by |
//! | `train.set` | positions to learn from |
//! | `7x6.state` | the training of a net of that name, to go on with |
//! | `7x6.log` | how it went, a line each few hundred steps |
//! | `7x6.svg` | the same as a picture |
//! | `7x6.net`, `7x6-1-minute.net`, … | the net, and how it was early in its training |

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use foursight_bots::net::Net;

use crate::checkpoint;
use crate::curves::{self, Point};
use crate::generate::{Plan, Purpose};
use crate::loss::Loss;
use crate::measure;
use crate::self_taught::{Practice, STEPS, SelfTaught};
use crate::sets::{self, Record};
use crate::styles::{Example, FULL};
use crate::train::{BATCH, Course, Lessons, Training};

/// How many positions there are to measure by: to compare nets at the end, and while they are made.
const TEST_POSITIONS: usize = 3000;
const CHOICE_POSITIONS: usize = 1000;
/// And of each kind of puzzle.
const PUZZLES: usize = 300;
/// Positions with later plies than this are no puzzle: hardly anything is left to choose.
const PUZZLE_PLIES_MAX: usize = 39;
/// How often the training is written down, in steps.
const LOG_STEPS: u64 = 250;
/// And how often that of a net which teaches itself, in rounds.
const LOG_ROUNDS: u64 = 10;
/// The steps at which stages are kept: what one core does in a minute and in ten, when it has nothing else
/// to do.
pub const STAGES: [(&str, u64); 2] = [("-1-minute.net", 4_000), ("-10-minutes.net", 40_000)];
/// How the files of a net end.
const STATE: &str = ".state";
const LOG: &str = ".log";
/// And the net itself.
pub const NET: &str = ".net";

/// The sets to measure by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Positions of test games.
    Test,
    /// Positions to choose between nets by.
    Choice,
    /// Only one column wins.
    Wins,
    /// Only one column does not lose.
    Holds,
}

impl Set {
    /// All of them, in the order in which they are made.
    pub const ALL: [Self; 4] = [Self::Test, Self::Choice, Self::Wins, Self::Holds];

    /// Its file.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Test => "test.txt",
            Self::Choice => "choice.txt",
            Self::Wins => "wins.txt",
            Self::Holds => "holds.txt",
        }
    }

    const fn source(self) -> (Purpose, usize) {
        match self {
            Self::Test => (Purpose::Test, TEST_POSITIONS),
            Self::Choice => (Purpose::Choice, CHOICE_POSITIONS),
            Self::Wins | Self::Holds => (Purpose::Puzzles, PUZZLES),
        }
    }

    fn wants(self, example: &Example) -> bool {
        let score = match self {
            Self::Test | Self::Choice => return true,
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

/// The directory.
#[derive(Clone, Debug)]
pub struct Workshop {
    dir: PathBuf,
    /// The net that is made there.
    name: String,
}

impl Workshop {
    /// A directory, which is made if there is none, and the net of this name in it.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn open(dir: &Path, name: &str) -> io::Result<Self> {
        fs::create_dir_all(dir)?;
        Ok(Self {
            dir: dir.to_owned(),
            name: name.to_owned(),
        })
    }

    /// A file in it.
    fn file(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// The file of the net, of its state and so on, by how it ends.
    #[must_use]
    pub fn own(&self, end: &str) -> PathBuf {
        self.file(&self.own_name(end))
    }

    fn own_name(&self, end: &str) -> String {
        format!("{}{end}", self.name)
    }

    /// Writes a file in one step, so that nobody finds half of it.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let (path, new) = (self.file(name), self.file(&format!("{name}.new")));
        fs::write(&new, bytes)?;
        fs::rename(new, path)
    }

    /// The positions of a set.
    ///
    /// # Errors
    ///
    /// Those of the system, and a file that cannot be read.
    pub fn set(&self, set: Set) -> io::Result<Vec<Example>> {
        let text = fs::read_to_string(self.file(set.file()))?;
        sets::from_text(&text).map_err(|why| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {why}", set.file()))
        })
    }

    /// Makes the sets to measure by that are not there yet. `progress` hears which one is made, how many
    /// positions it has, and how many it shall have.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn make_sets(&self, plan: &Plan, progress: &dyn Fn(Set, usize, usize)) -> io::Result<()> {
        let mut seen = HashSet::new();
        for set in Set::ALL {
            if !self.file(set.file()).exists() {
                let source = set.source();
                let wants = |example: &Example| set.wants(example);
                let examples = plan.examples(source, &wants, &mut seen, &|count| {
                    progress(set, count, source.1);
                });
                self.write(set.file(), sets::to_text(&examples).as_bytes())?;
            }
            seen.extend(self.set(set)?.iter().map(|it| it.discs.least_code()));
        }
        Ok(())
    }

    /// Makes the positions to learn from.
    ///
    /// # Errors
    ///
    /// Those of the system, and a file that is none of ours.
    pub fn make_lessons(&self, plan: &Plan, progress: &dyn Fn(u64, usize)) -> io::Result<usize> {
        plan.write(&self.file("train.set"), progress)
    }

    /// What nets may learn from: the positions of so many chunks, without any to measure by, ours or those of
    /// other programs.
    ///
    /// # Errors
    ///
    /// Those of the system, and files that cannot be read.
    pub fn lessons(&self, seed: u64, chunks: Option<u64>) -> io::Result<Lessons> {
        let mut held_out: HashSet<u64> = measure::others()
            .iter()
            .flat_map(|(_, examples)| examples)
            .map(|example| example.discs.least_code())
            .collect();
        for set in Set::ALL {
            held_out.extend(self.set(set)?.iter().map(|it| it.discs.least_code()));
        }
        let stored = sets::read(&self.file("train.set"), seed, chunks)?;
        if chunks.is_some_and(|chunks| stored.chunks < chunks) {
            let why = "train.set has fewer chunks: generate more of them";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let records: Vec<Record> = stored.records;
        Ok(Lessons::new(records, held_out))
    }

    /// The training of a course: from where it stood, or from these numbers, or from its beginning.
    ///
    /// # Errors
    ///
    /// Those of the system, and a state of another course.
    pub fn training(&self, course: Course, numbers: Option<Vec<f32>>) -> io::Result<Training> {
        let path = self.own(STATE);
        if !path.exists() {
            return Ok(Training::begin(course, numbers));
        }
        let state = checkpoint::from_bytes(&course, &fs::read(path)?);
        state
            .map(|state| Training::resume(course, state))
            .map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why))
    }

    /// Trains to the end of the course, or until `go_on` says no, which hears of each point of the curves.
    /// The state is kept whenever `go_on` is asked.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn train(
        &self,
        mut training: Training,
        lessons: &Lessons,
        go_on: &mut dyn FnMut(&Point) -> bool,
    ) -> io::Result<()> {
        let course = training.course();
        let choice = self.set(Set::Choice)?;
        let mut points = self.points(training.state().step);
        let mut loss = Loss::default();
        while !training.is_done() {
            loss.add(training.step(lessons));
            let step = training.state().step;
            let slow = || Net::new(course.layout, &training.state().slow);
            let stage = STAGES.iter().find(|(_, at)| *at == step);
            if let Some(((end, _), net)) = stage.zip(slow()) {
                self.write(&self.own_name(end), &net.to_bytes())?;
            }
            if step.is_multiple_of(LOG_STEPS) || training.is_done() {
                let Some(net) = slow() else { break };
                points.push(Point::of(step * BATCH as u64, &loss, &net, &choice));
                loss = Loss::default();
                let kept = checkpoint::to_bytes(&course, training.state());
                self.write(&self.own_name(STATE), &kept)?;
                self.write_net(&net, &points)?;
                if points.last().is_some_and(|point| !go_on(point)) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Lets a net teach itself to the end, or until `go_on` says no, which hears of the rounds done and of each point
    /// of the curves. The state is kept whenever `go_on` is asked.
    ///
    /// # Errors
    ///
    /// Those of the system, and a state of another practice.
    pub fn teach_itself(
        &self,
        practice: Practice,
        go_on: &mut dyn FnMut(u64, &Point) -> bool,
    ) -> io::Result<()> {
        let path = self.own(STATE);
        let mut taught = if path.exists() {
            SelfTaught::from_bytes(practice, &fs::read(path)?)?
        } else {
            SelfTaught::begin(practice)
        };
        let choice = self.set(Set::Choice)?;
        let mut points = self.points(taught.rounds() * STEPS);
        let mut loss = Loss::default();
        while !taught.is_done() {
            loss.add(taught.round());
            if !taught.rounds().is_multiple_of(LOG_ROUNDS) && !taught.is_done() {
                continue;
            }
            let Some(net) = taught.net() else { break };
            let samples = taught.rounds() * STEPS * BATCH as u64;
            points.push(Point::of(samples, &loss, &net, &choice));
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

    /// Writes a net and how it came about.
    fn write_net(&self, net: &Net, points: &[Point]) -> io::Result<()> {
        let write = |end, bytes: &[u8]| self.write(&self.own_name(end), bytes);
        write(LOG, curves::to_text(points).as_bytes())?;
        write(".svg", curves::to_svg(points).as_bytes())?;
        write(NET, &net.to_bytes())
    }

    /// The points of the curves up to a step.
    fn points(&self, step: u64) -> Vec<Point> {
        let text = fs::read_to_string(self.own(LOG)).unwrap_or_default();
        let mut points = curves::from_text(&text);
        points.retain(|point| point.samples <= step * BATCH as u64);
        points
    }
}
