//! Training: batch after batch, with checkpoints from which it goes on to the same bits.
//!
//! What a step learns from follows from the seed and the number of the step, so a checkpoint needs no more than
//! the numbers and the step.

use std::collections::HashSet;

use foursight_bots::Dice;
use foursight_bots::net::{COLUMNS, Discs, Layout};

use crate::adam::{State, rate};
use crate::loss::{Loss, Target, Truth, is_decisive};
use crate::model::{Model, Sample, beginning};
use crate::sets::Record;
use crate::styles::{FULL, best};

/// Positions to a step.
pub const BATCH: usize = 1024;
/// Of a hundred samples, so many are the position after a drop, of which only the outcome is known.
const CHILD_PERCENT: u8 = 30;
/// The rate of learning at its highest.
const RATE: f32 = 2e-3;

/// How a net is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The measures of the net.
    pub layout: Layout,
    /// What everything follows from.
    pub seed: u64,
    /// How many steps there are in all: the rate falls towards the last.
    pub steps: u64,
}

/// Positions to learn from, without those that are kept to measure by.
pub struct Lessons {
    records: Vec<Record>,
    /// In how many of a hundred draws each is taken.
    percents: Vec<u8>,
    held_out: HashSet<u64>,
}

impl Lessons {
    /// Leaves out what is held out, up to the mirror.
    #[must_use]
    pub fn new(mut records: Vec<Record>, held_out: HashSet<u64>) -> Self {
        records.retain(|record| !held_out.contains(&record.code));
        let percents = records.iter().map(percent).collect();
        Self {
            records,
            percents,
            held_out,
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// A sample by chance.
    fn draw(&self, dice: &mut Dice) -> Sample {
        loop {
            let place = dice.roll(self.records.len());
            let roll = dice.bits();
            if (roll % 100) as u8 >= self.percents[place] {
                continue;
            }
            let record = &self.records[place];
            let Some(mut discs) = Discs::from_code(record.code) else {
                continue;
            };
            let mut scores = record.scores;
            if roll >> 63 == 1 {
                discs = discs.mirror();
                scores.reverse();
            }
            if dice.chance(CHILD_PERCENT)
                && let Some(sample) = self.child(discs, scores, dice.roll(COLUMNS))
            {
                return sample;
            }
            let score = best(&scores);
            return Sample {
                discs,
                target: Target {
                    score,
                    columns: Some(scores),
                },
            };
        }
    }

    /// The position after a drop, if the game goes on there and it is not held out.
    fn child(&self, discs: Discs, scores: [i8; COLUMNS], column: usize) -> Option<Sample> {
        let after = discs.after(column)?;
        let wins = scores[column] == win_now(discs);
        let is_full = after.landings() == 0;
        if wins || is_full || self.held_out.contains(&after.least_code()) {
            return None;
        }
        Some(Sample {
            discs: after,
            target: Target {
                score: -scores[column],
                columns: None,
            },
        })
    }

    /// The samples of a step, in two parts by who is to move.
    #[must_use]
    pub fn batch(&self, seed: u64, step: u64) -> [Vec<Sample>; 2] {
        let mut dice = Dice::for_part(seed, step);
        let mut parts = [Vec::with_capacity(BATCH), Vec::with_capacity(BATCH)];
        for _ in 0..BATCH {
            let sample = self.draw(&mut dice);
            parts[usize::from(sample.discs.is_second_to_move())].push(sample);
        }
        parts
    }
}

/// The score of a win with the next drop.
fn win_now(discs: Discs) -> i8 {
    ((43 - discs.count()) / 2) as i8
}

/// How often a position is taken: those where a move matters and is not obvious most.
fn percent(record: &Record) -> u8 {
    const OPEN_WIN: u8 = 30;
    const OPEN_THREAT: u8 = 50;
    const DECISIVE: u8 = 100;
    const OTHER: u8 = 50;
    let Some(discs) = Discs::from_code(record.code) else {
        return 0;
    };
    let open = || record.scores.iter().filter(|score| **score != FULL);
    let lost_next = -(((42 - discs.count()) / 2) as i8);
    if best(&record.scores) == win_now(discs) {
        OPEN_WIN
    } else if open().filter(|score| **score != lost_next).count() <= 1 {
        OPEN_THREAT
    } else if is_decisive(&record.scores) {
        DECISIVE
    } else {
        OTHER
    }
}

/// A net that is being trained.
pub struct Training {
    course: Course,
    state: State,
    model: Model,
    gradient: Vec<f32>,
}

impl Training {
    /// Begins, with these numbers or else with small ones by chance.
    #[must_use]
    pub fn begin(course: Course, numbers: Option<Vec<f32>>) -> Self {
        let numbers = numbers.unwrap_or_else(|| beginning(course.layout, course.seed));
        Self::resume(course, State::new(numbers))
    }

    /// Goes on from a state of the same course.
    #[must_use]
    pub fn resume(course: Course, state: State) -> Self {
        Self {
            model: Model::new(course.layout),
            gradient: vec![0.0; state.numbers.len()],
            course,
            state,
        }
    }

    /// How it is trained.
    #[must_use]
    pub const fn course(&self) -> Course {
        self.course
    }

    /// What it takes to go on.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// True once all steps are made.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.state.step >= self.course.steps
    }

    /// One step.
    pub fn step(&mut self, lessons: &Lessons) -> Loss {
        self.learn(&lessons.batch(self.course.seed, self.state.step))
    }

    /// One step on these samples, in two parts by who is to move.
    pub fn learn<T: Truth>(&mut self, parts: &[Vec<Sample<T>>; 2]) -> Loss {
        self.gradient.fill(0.0);
        let mut loss = Loss::default();
        for part in parts {
            let scale = 1.0 / BATCH as f32;
            loss.add(
                self.model
                    .learn(&self.state.numbers, part, scale, &mut self.gradient),
            );
        }
        let rate = rate(self.state.step, self.course.steps, RATE);
        self.state.follow(&self.gradient, rate);
        loss
    }
}
