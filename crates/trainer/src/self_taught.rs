//! A net that learns from nothing but games against itself.
//!
//! Round by round the net so far plays games with a search, which plays better than the net does at first sight. Then it
//! learns to like what the search has looked at most, and to expect what came of the game. No solver is asked;
//! labels serve only to measure.
//!
//! A round follows from the seed, its number, the state of the training and the window of the latest games, so that
//! these are all it takes to go on to the same bits.

use std::collections::VecDeque;
use std::io;

use foursight_bots::net::{COLUMNS, Discs, Net, Tree};
use foursight_bots::{Budget, Dice};

use crate::checkpoint;
use crate::loss::{Lived, Loss};
use crate::model::Sample;
use crate::sets::checksum;
use crate::train::{BATCH, Course, Training};

const MAGIC: &[u8; 8] = b"4SGTSELF";
/// How many of the latest positions are learned from at most.
const WINDOW: usize = 300_000;
/// Steps of training to a round.
pub const STEPS: u64 = 32;
/// A game begins with fewer random drops than this.
const RANDOM_DROPS: usize = 8;
/// Up to this ply columns are drawn by what they deserve; then the best is played.
const DRAWN_PLIES: u32 = 14;
/// Shares are kept as whole numbers of parts: this many are the whole.
const PARTS: f32 = 255.0;
/// Bytes before the positions: magic, games, looks, and how many positions there are.
const HEADER_BYTES: usize = 32;
/// Bytes of a position: code, shares, column and outcome.
const RECORD_BYTES: usize = 8 + COLUMNS + 2;

/// How a net teaches itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Practice {
    /// The training; its steps are [`STEPS`] to a round.
    pub course: Course,
    /// Games to a round.
    pub games: u64,
    /// Positions that the search of a move looks at.
    pub looks: u64,
}

/// A position of a game, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Memory {
    code: u64,
    shares: [u8; COLUMNS],
    column: u8,
    outcome: i8,
}

/// A net that teaches itself.
pub struct SelfTaught {
    practice: Practice,
    training: Training,
    window: VecDeque<Memory>,
}

impl SelfTaught {
    /// Begins with chance.
    #[must_use]
    pub fn begin(practice: Practice) -> Self {
        Self {
            practice,
            training: Training::begin(practice.course, None),
            window: VecDeque::new(),
        }
    }

    /// Rounds done.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.training.state().step / STEPS
    }

    /// True once all rounds are done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.training.is_done()
    }

    /// The net so far.
    #[must_use]
    pub fn net(&self) -> Option<Net> {
        Net::new(self.practice.course.layout, &self.training.state().slow)
    }

    /// Plays a round of games and learns from the latest.
    pub fn round(&mut self) -> Loss {
        let mut loss = Loss::default();
        let Some(net) = self.net() else {
            return loss;
        };
        let (seed, round) = (self.practice.course.seed, self.rounds());
        for game in round * self.practice.games..(round + 1) * self.practice.games {
            let mut dice = Dice::for_part(Dice::for_part(seed, 0x5e1f).bits(), game);
            self.window
                .extend(play(&net, self.practice.looks, &mut dice));
        }
        let over = self.window.len().saturating_sub(WINDOW);
        self.window.drain(..over);
        for _ in 0..STEPS {
            let mut dice = Dice::for_part(seed, self.training.state().step);
            let mut parts = [Vec::new(), Vec::new()];
            for _ in 0..BATCH {
                let memory = self.window[dice.roll(self.window.len())];
                let Some(sample) = memory.sample(dice.chance(50)) else {
                    continue;
                };
                let part: &mut Vec<_> = &mut parts[usize::from(sample.discs.is_second_to_move())];
                part.push(sample);
            }
            loss.add(self.training.learn(&parts));
        }
        loss
    }

    /// All it takes to go on.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [
            self.practice.games,
            self.practice.looks,
            self.window.len() as u64,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        for memory in &self.window {
            bytes.extend(memory.code.to_le_bytes());
            bytes.extend(memory.shares);
            bytes.extend([memory.column, memory.outcome as u8]);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.extend(checkpoint::to_bytes(
            &self.practice.course,
            self.training.state(),
        ));
        bytes
    }

    /// Goes on from what [`to_bytes`](Self::to_bytes) wrote in the same practice.
    ///
    /// # Errors
    ///
    /// What the bytes are instead, in words.
    pub fn from_bytes(practice: Practice, bytes: &[u8]) -> io::Result<Self> {
        let refused = |why: &'static str| io::Error::new(io::ErrorKind::InvalidData, why);
        let damaged = || refused("this checkpoint is damaged: begin anew");
        if !bytes.starts_with(MAGIC) {
            return Err(refused(
                "this is no checkpoint of a net that teaches itself",
            ));
        }
        let word = |from: usize| {
            let bytes = bytes.get(from..from + 8)?.try_into().ok()?;
            Some(u64::from_le_bytes(bytes))
        };
        if [word(8), word(16)] != [practice.games, practice.looks].map(Some) {
            return Err(refused(
                "this checkpoint is of another practice: begin anew in another directory",
            ));
        }
        let count = word(24).filter(|count| *count <= WINDOW as u64);
        let body = HEADER_BYTES + count.ok_or_else(damaged)? as usize * RECORD_BYTES;
        let sum = word(body).ok_or_else(damaged)?;
        if sum != checksum(&bytes[..body]) {
            return Err(damaged());
        }
        let window = bytes[HEADER_BYTES..body].chunks_exact(RECORD_BYTES);
        let state = checkpoint::from_bytes(&practice.course, &bytes[body + 8..]);
        Ok(Self {
            practice,
            window: window.map(Memory::from_bytes).collect(),
            training: Training::resume(practice.course, state.map_err(refused)?),
        })
    }
}

impl Memory {
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

    /// What is learned from it, or from its mirror image.
    fn sample(self, is_mirrored: bool) -> Option<Sample<Lived>> {
        let mut discs = Discs::from_code(self.code)?;
        let (mut shares, mut column) = (self.shares, usize::from(self.column).min(COLUMNS - 1));
        if is_mirrored {
            discs = discs.mirror();
            shares.reverse();
            column = COLUMNS - 1 - column;
        }
        let sum: f32 = shares.iter().map(|share| f32::from(*share)).sum();
        let target = Lived {
            outcome: self.outcome,
            column,
            shares: shares.map(|share| f32::from(share) / sum.max(1.0)),
            open: std::array::from_fn(|column| discs.after(column).is_some()),
        };
        Some(Sample { discs, target })
    }
}

/// One game of a net against itself.
fn play(net: &Net, looks: u64, dice: &mut Dice) -> Vec<Memory> {
    let mut discs = opening(dice);
    let mut memories = Vec::new();
    let drawn = loop {
        let mut tree = Tree::new(net, discs);
        tree.stir(dice);
        tree.grow(looks, &Budget::default());
        let shares = tree.shares();
        let column = if discs.count() < DRAWN_PLIES {
            drawn_by(&shares, dice)
        } else {
            let best = tree.choice().and_then(|choice| choice.step.column());
            best.map(foursight_core::Column::index)
        };
        let Some((column, after)) = column.and_then(|column| Some((column, discs.after(column)?)))
        else {
            break true;
        };
        memories.push(Memory {
            code: discs.code(),
            shares: shares.map(|share| (share * PARTS + 0.5) as u8),
            column: column as u8,
            outcome: 0,
        });
        let (mover, _) = discs.by_turn();
        if discs.completing(mover) & (after.all() ^ discs.all()) != 0 {
            break false;
        }
        if after.landings() == 0 {
            break true;
        }
        discs = after;
    };
    // Who made the last drop has won, and every other position was theirs.
    for (turn, memory) in memories.iter_mut().rev().enumerate() {
        memory.outcome = match () {
            () if drawn => 0,
            () if turn % 2 == 0 => 1,
            () => -1,
        };
    }
    memories
}

/// Some random drops, after which the game goes on.
fn opening(dice: &mut Dice) -> Discs {
    let mut discs = Discs::default();
    for _ in 0..dice.roll(RANDOM_DROPS) {
        let (mover, _) = discs.by_turn();
        if let Some(after) = discs.after(dice.roll(COLUMNS))
            && discs.completing(mover) & (after.all() ^ discs.all()) == 0
        {
            discs = after;
        }
    }
    discs
}

/// A column by chance, each as likely as its share.
fn drawn_by(shares: &[f32; COLUMNS], dice: &mut Dice) -> Option<usize> {
    const FINENESS: usize = 1 << 16;
    let mut left = dice.roll(FINENESS) as f32 / FINENESS as f32;
    let mut open = (0..COLUMNS).filter(|column| shares[*column] > 0.0);
    let drawn = open.clone().find(|column| {
        left -= shares[*column];
        left < 0.0
    });
    drawn.or_else(|| open.next_back())
}
