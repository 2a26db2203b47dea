//! Self-play training: a net that learns only from games against itself.
//!
//! In each round the current net plays games with a PUCT search, which is stronger than its policy
//! alone. Then it is trained to predict the visit distribution of the search and the result of the
//! game. No solver takes part; labels serve only for evaluation.
//!
//! A round follows from the seed, its number, the optimiser state and the replay buffer, so a
//! checkpoint of these resumes bit-identically.

use std::collections::VecDeque;
use std::io;

use foursight_bots::Budget;
use foursight_bots::net::{COLUMNS, Discs, Net, PuctTree};
use foursight_core::SplitMix64;

use crate::checkpoint;
use crate::datasets::checksum;
use crate::loss::{Loss, SelfPlayTarget};
use crate::model::Sample;
use crate::train::{BATCH_SIZE, TrainingConfig, TrainingRun};

const MAGIC: &[u8; 8] = b"4SGTSELF";
/// Maximum number of positions in the replay buffer.
const REPLAY_BUFFER_MAX: usize = 300_000;
/// Training steps per round.
pub const STEPS_PER_ROUND: u64 = 32;
/// A game begins with fewer random drops than this.
const RANDOM_DROPS: usize = 8;
/// Up to this ply columns are sampled from the visit distribution; then the best is played.
const SAMPLED_PLIES: u32 = 14;
/// Visit distributions are stored as multiples of 1 / 255.
const VISIT_PARTS: f32 = 255.0;
/// Bytes before the positions: magic, games, evaluations, and the number of positions.
const HEADER_BYTES: usize = 32;
/// Bytes of a position: code, visit distribution, column and outcome.
const RECORD_BYTES: usize = 8 + COLUMNS + 2;

/// Hyperparameters of self-play training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlayConfig {
    /// The training run; [`STEPS_PER_ROUND`] steps per round.
    pub training: TrainingConfig,
    /// Games per round.
    pub games: u64,
    /// Evaluations per move.
    pub evaluations: u64,
}

/// A position of a self-play game with its labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SelfPlayRecord {
    code: u64,
    shares: [u8; COLUMNS],
    column: u8,
    outcome: i8,
}

/// A self-play training run.
pub struct SelfPlayTraining {
    practice: SelfPlayConfig,
    training: TrainingRun,
    replay_buffer: VecDeque<SelfPlayRecord>,
}

impl SelfPlayTraining {
    /// Starts a run with random weights.
    #[must_use]
    pub fn start(practice: SelfPlayConfig) -> Self {
        Self {
            practice,
            training: TrainingRun::start(practice.training, None),
            replay_buffer: VecDeque::new(),
        }
    }

    /// Returns the number of rounds done.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.training.state().step / STEPS_PER_ROUND
    }

    /// Returns whether all rounds are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.training.is_done()
    }

    /// Returns the current net.
    #[must_use]
    pub fn net(&self) -> Option<Net> {
        Net::new(self.practice.training.layout, &self.training.state().ema)
    }

    /// Plays a round of games and trains on the replay buffer.
    pub fn round(&mut self) -> Loss {
        let mut loss = Loss::default();
        let Some(net) = self.net() else {
            return loss;
        };
        let (seed, round) = (self.practice.training.seed, self.rounds());
        for game in round * self.practice.games..(round + 1) * self.practice.games {
            let mut rng =
                SplitMix64::for_stream(SplitMix64::for_stream(seed, 0x5e1f).next_u64(), game);
            self.replay_buffer
                .extend(play(&net, self.practice.evaluations, &mut rng));
        }
        let over = self.replay_buffer.len().saturating_sub(REPLAY_BUFFER_MAX);
        self.replay_buffer.drain(..over);
        for _ in 0..STEPS_PER_ROUND {
            let mut rng = SplitMix64::for_stream(seed, self.training.state().step);
            let mut parts = [Vec::new(), Vec::new()];
            for _ in 0..BATCH_SIZE {
                let record = self.replay_buffer[rng.below(self.replay_buffer.len())];
                let Some(sample) = record.sample(rng.bernoulli(50)) else {
                    continue;
                };
                let part: &mut Vec<_> = &mut parts[usize::from(sample.discs.is_second_to_move())];
                part.push(sample);
            }
            loss.add(self.training.train_step(&parts));
        }
        loss
    }

    /// Encodes a checkpoint.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [
            self.practice.games,
            self.practice.evaluations,
            self.replay_buffer.len() as u64,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        for record in &self.replay_buffer {
            bytes.extend(record.code.to_le_bytes());
            bytes.extend(record.shares);
            bytes.extend([record.column, record.outcome as u8]);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.extend(checkpoint::to_bytes(
            &self.practice.training,
            self.training.state(),
        ));
        bytes
    }

    /// Decodes a checkpoint written by [`to_bytes`](Self::to_bytes) with the same configuration.
    ///
    /// # Errors
    ///
    /// An error that says why the bytes are not such a checkpoint.
    pub fn from_bytes(practice: SelfPlayConfig, bytes: &[u8]) -> io::Result<Self> {
        let rejected = |reason: &'static str| io::Error::new(io::ErrorKind::InvalidData, reason);
        let damaged = || rejected("this checkpoint is damaged: start over");
        if !bytes.starts_with(MAGIC) {
            return Err(rejected(
                "this is no checkpoint of a net that teaches itself",
            ));
        }
        let word = |from: usize| {
            let bytes = bytes.get(from..from + 8)?.try_into().ok()?;
            Some(u64::from_le_bytes(bytes))
        };
        if [word(8), word(16)] != [practice.games, practice.evaluations].map(Some) {
            return Err(rejected(
                "this checkpoint is of another run: start over in another directory",
            ));
        }
        let count = word(24).filter(|count| *count <= REPLAY_BUFFER_MAX as u64);
        let body = HEADER_BYTES + count.ok_or_else(damaged)? as usize * RECORD_BYTES;
        let sum = word(body).ok_or_else(damaged)?;
        if sum != checksum(&bytes[..body]) {
            return Err(damaged());
        }
        let replay_buffer = bytes[HEADER_BYTES..body].chunks_exact(RECORD_BYTES);
        let state = checkpoint::from_bytes(&practice.training, &bytes[body + 8..]);
        Ok(Self {
            practice,
            replay_buffer: replay_buffer.map(SelfPlayRecord::from_bytes).collect(),
            training: TrainingRun::resume(practice.training, state.map_err(rejected)?),
        })
    }
}

impl SelfPlayRecord {
    fn from_bytes(bytes: &[u8]) -> Self {
        let mut code = [0; 8];
        let mut shares = [0; COLUMNS];
        code.copy_from_slice(&bytes[..8]);
        shares.copy_from_slice(&bytes[8..8 + COLUMNS]);
        Self {
            code: u64::from_le_bytes(code),
            shares,
            column: bytes[8 + COLUMNS],
            outcome: bytes[9 + COLUMNS] as i8,
        }
    }

    /// Returns the training sample of this position or of its mirror image.
    fn sample(self, is_mirrored: bool) -> Option<Sample<SelfPlayTarget>> {
        let mut discs = Discs::from_code(self.code)?;
        let (mut shares, mut column) = (self.shares, usize::from(self.column).min(COLUMNS - 1));
        if is_mirrored {
            discs = discs.mirror();
            shares.reverse();
            column = COLUMNS - 1 - column;
        }
        let sum: f32 = shares.iter().map(|share| f32::from(*share)).sum();
        let target = SelfPlayTarget {
            outcome: self.outcome,
            column,
            policy: shares.map(|share| f32::from(share) / sum.max(1.0)),
            open: std::array::from_fn(|column| discs.after(column).is_some()),
        };
        Some(Sample { discs, target })
    }
}

/// Plays one game of a net against itself.
fn play(net: &Net, evaluations: u64, rng: &mut SplitMix64) -> Vec<SelfPlayRecord> {
    let mut discs = opening(rng);
    let mut records = Vec::new();
    let is_draw = loop {
        let mut tree = PuctTree::new(net, discs);
        tree.add_root_noise(rng);
        tree.search(evaluations, &Budget::default());
        let shares = tree.visit_distribution();
        let column = if discs.count() < SAMPLED_PLIES {
            sample_column(&shares, rng)
        } else {
            let best = tree.choice().and_then(|choice| choice.mv.column());
            best.map(foursight_core::Column::index)
        };
        let Some((column, after)) = column.and_then(|column| Some((column, discs.after(column)?)))
        else {
            break true;
        };
        records.push(SelfPlayRecord {
            code: discs.code(),
            shares: shares.map(|share| (share * VISIT_PARTS + 0.5) as u8),
            column: column as u8,
            outcome: 0,
        });
        let (mover, _) = discs.mover_and_opponent();
        if discs.winning_cells(mover) & (after.all() ^ discs.all()) != 0 {
            break false;
        }
        if after.landings() == 0 {
            break true;
        }
        discs = after;
    };
    // The player who made the last drop has won; their positions alternate with the opponent's.
    for (turn, record) in records.iter_mut().rev().enumerate() {
        record.outcome = match () {
            () if is_draw => 0,
            () if turn % 2 == 0 => 1,
            () => -1,
        };
    }
    records
}

/// Returns an unfinished position after some random drops.
fn opening(rng: &mut SplitMix64) -> Discs {
    let mut discs = Discs::default();
    for _ in 0..rng.below(RANDOM_DROPS) {
        let (mover, _) = discs.mover_and_opponent();
        if let Some(after) = discs.after(rng.below(COLUMNS))
            && discs.winning_cells(mover) & (after.all() ^ discs.all()) == 0
        {
            discs = after;
        }
    }
    discs
}

/// Samples a column from a distribution.
fn sample_column(shares: &[f32; COLUMNS], rng: &mut SplitMix64) -> Option<usize> {
    const FINENESS: usize = 1 << 16;
    let mut left = rng.below(FINENESS) as f32 / FINENESS as f32;
    let mut open = (0..COLUMNS).filter(|column| shares[*column] > 0.0);
    let sampled = open.clone().find(|column| {
        left -= shares[*column];
        left < 0.0
    });
    sampled.or_else(|| open.next_back())
}
