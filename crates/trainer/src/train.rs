//! The training loop: batch after batch, with checkpoints that resume bit-identically.
//!
//! The batch of a step follows from the seed and the number of the step, so a checkpoint needs no
//! more than the optimiser state.

use std::collections::HashSet;

use foursight_bots::net::{COLUMNS, Discs, NetLayout};
use foursight_core::SplitMix64;

use crate::adam::{TrainingState, learning_rate};
use crate::datasets::TrainingRecord;
use crate::loss::{Loss, SolverTarget, TrainingTarget, is_decisive};
use crate::model::{Sample, TrainingModel, initial_weights};
use crate::styles::{FULL, best};

/// Positions per step.
pub const BATCH_SIZE: usize = 1024;
/// Percentage of samples that are the position after a drop, of which only the score is labelled.
const CHILD_PERCENT: u8 = 30;
/// Peak learning rate.
const RATE: f32 = 2e-3;

/// Hyperparameters of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingConfig {
    /// The layout of the net.
    pub layout: NetLayout,
    /// The seed of all randomness.
    pub seed: u64,
    /// Total number of steps: the learning rate decays towards the last.
    pub steps: u64,
}

/// Training positions, without held-out ones.
pub struct Dataset {
    records: Vec<TrainingRecord>,
    /// Acceptance probability of each record in percent, for rejection sampling.
    accept_percents: Vec<u8>,
    held_out: HashSet<u64>,
}

impl Dataset {
    /// Creates a dataset without the held-out positions and their mirror images.
    #[must_use]
    pub fn new(mut records: Vec<TrainingRecord>, held_out: HashSet<u64>) -> Self {
        records.retain(|record| !held_out.contains(&record.code));
        let accept_percents = records.iter().map(accept_percent).collect();
        Self {
            records,
            accept_percents,
            held_out,
        }
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Draws a random sample.
    fn sample(&self, rng: &mut SplitMix64) -> Sample {
        loop {
            let index = rng.below(self.records.len());
            let roll = rng.next_u64();
            if (roll % 100) as u8 >= self.accept_percents[index] {
                continue;
            }
            let record = &self.records[index];
            let Some(mut discs) = Discs::from_code(record.code) else {
                continue;
            };
            let mut scores = record.scores;
            if roll >> 63 == 1 {
                discs = discs.mirror();
                scores.reverse();
            }
            if rng.bernoulli(CHILD_PERCENT)
                && let Some(sample) = self.child(discs, scores, rng.below(COLUMNS))
            {
                return sample;
            }
            let score = best(&scores);
            return Sample {
                discs,
                target: SolverTarget {
                    score,
                    columns: Some(scores),
                },
            };
        }
    }

    /// Returns the position after a drop, if the game goes on there and it is not held out.
    fn child(&self, discs: Discs, scores: [i8; COLUMNS], column: usize) -> Option<Sample> {
        let after = discs.after(column)?;
        let wins = scores[column] == win_now(discs);
        let is_full = after.landings() == 0;
        if wins || is_full || self.held_out.contains(&after.canonical_code()) {
            return None;
        }
        Some(Sample {
            discs: after,
            target: SolverTarget {
                score: -scores[column],
                columns: None,
            },
        })
    }

    /// Returns the samples of a step, in two parts by side to move.
    #[must_use]
    pub fn batch(&self, seed: u64, step: u64) -> [Vec<Sample>; 2] {
        let mut rng = SplitMix64::for_stream(seed, step);
        let mut parts = [
            Vec::with_capacity(BATCH_SIZE),
            Vec::with_capacity(BATCH_SIZE),
        ];
        for _ in 0..BATCH_SIZE {
            let sample = self.sample(&mut rng);
            parts[usize::from(sample.discs.is_second_to_move())].push(sample);
        }
        parts
    }
}

/// Returns the score of a win with the next drop.
fn win_now(discs: Discs) -> i8 {
    ((43 - discs.count()) / 2) as i8
}

/// Returns the sampling weight of a record in percent: highest where the choice matters and is not
/// obvious.
fn accept_percent(record: &TrainingRecord) -> u8 {
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

/// A training run.
pub struct TrainingRun {
    course: TrainingConfig,
    state: TrainingState,
    model: TrainingModel,
    gradient: Vec<f32>,
}

impl TrainingRun {
    /// Starts a run with these weights, or with random ones.
    #[must_use]
    pub fn start(course: TrainingConfig, weights: Option<Vec<f32>>) -> Self {
        let weights = weights.unwrap_or_else(|| initial_weights(course.layout, course.seed));
        Self::resume(course, TrainingState::new(weights))
    }

    /// Resumes a run from a checkpoint.
    #[must_use]
    pub fn resume(course: TrainingConfig, state: TrainingState) -> Self {
        Self {
            model: TrainingModel::new(course.layout),
            gradient: vec![0.0; state.weights.len()],
            course,
            state,
        }
    }

    /// Returns the hyperparameters.
    #[must_use]
    pub const fn config(&self) -> TrainingConfig {
        self.course
    }

    /// Returns the state to checkpoint.
    #[must_use]
    pub const fn state(&self) -> &TrainingState {
        &self.state
    }

    /// Returns whether all steps are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.state.step >= self.course.steps
    }

    /// Makes one step on the next batch of the dataset.
    pub fn step(&mut self, dataset: &Dataset) -> Loss {
        self.train_step(&dataset.batch(self.course.seed, self.state.step))
    }

    /// Makes one step on these samples, in two parts by side to move.
    pub fn train_step<T: TrainingTarget>(&mut self, parts: &[Vec<Sample<T>>; 2]) -> Loss {
        self.gradient.fill(0.0);
        let mut loss = Loss::default();
        for part in parts {
            let scale = 1.0 / BATCH_SIZE as f32;
            loss.add(
                self.model
                    .backward(&self.state.weights, part, scale, &mut self.gradient),
            );
        }
        let learning_rate = learning_rate(self.state.step, self.course.steps, RATE);
        self.state.step(&self.gradient, learning_rate);
        loss
    }
}
