//! The book: stored verdicts of the opening, so that they need no search.
//!
//! A book through `n` plies answers every position of the standard game with up to `n` discs. It
//! stores the layers `n`, `n − 4`, `n − 8`… (see [`layer`](mod@layer)); what lies between
//! follows from the next stored layer by looking at most three plies ahead. No keys are stored: a
//! [`ribbon`] answers for the positions it was built from, and every position with that many
//! discs is one of them.

mod build;
mod checkpoint;
mod code;
mod format;
mod layer;
mod ribbon;

use foursight_core::Drops;

pub use build::{Scores, assemble};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use format::BookError;
pub use layer::layer;

use crate::node::Node;
use crate::score::win_now;
use crate::shape::Standard;
use code::Code;
use layer::{children, key, node};

/// Between two stored layers lie this many plies, less one.
pub const LAYER_STEP: u32 = 4;
/// The deepest book there is a format for.
pub const BOOK_PLIES_MAX: u32 = 16;
/// Positions are told apart by what can be seen at a glance, and each kind has its own code.
const KINDS: usize = 8;

/// Stored verdicts of the opening.
#[derive(Clone, Debug)]
pub struct Book {
    /// The deepest layer first.
    layers: Vec<Layer>,
}

/// The stored verdicts of all positions with one number of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    plies: u32,
    positions: u32,
    /// One code for each kind of position.
    codes: Vec<Code>,
    chunks: Vec<Chunk>,
    words: Vec<u8>,
}

/// A part of a layer with a ribbon of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chunk {
    seed: u8,
    bits: usize,
    /// Where its string starts in the layer's words.
    offset: usize,
}

impl Book {
    /// Reads a book as `foursight book build` writes it.
    ///
    /// # Errors
    ///
    /// [`BookError`] if the bytes are not a book, are of a later version, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        format::read(bytes)
    }

    /// Every position with up to this many discs is in the book.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.layers.first().map_or(0, |layer| layer.plies)
    }

    /// How many verdicts are stored in each layer, the deepest first, with the layer's plies.
    pub fn layers(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.layers
            .iter()
            .map(|layer| (layer.plies, layer.positions))
    }

    /// The conventional score of a position; none if it has too many discs or the game is over.
    #[must_use]
    pub fn score(&self, position: Drops) -> Option<i8> {
        if position.is_over() {
            return None;
        }
        self.find(&node(position))
    }

    /// The score of an unfinished position; none if it has too many discs.
    pub(crate) fn find(&self, node: &Node) -> Option<i8> {
        (node.discs as u32 <= self.plies()).then(|| self.look_up(node))
    }

    fn look_up(&self, node: &Node) -> i8 {
        if node.wins_now(Standard) {
            return immediate_win(node);
        }
        let plies = node.discs as u32;
        match self.layers.iter().find(|layer| layer.plies == plies) {
            Some(layer) => layer.score(node),
            None => children(node)
                .map(|child| -self.look_up(&child))
                .max()
                .expect("a grid with few discs has room"),
        }
    }
}

impl Layer {
    fn score(&self, node: &Node) -> i8 {
        let hash = ribbon::mix(key(node));
        let chunk = self.chunks[chunk_of(hash, self.chunks.len())];
        let words = &self.words[chunk.offset..];
        let symbol = self.codes[kind(node)]
            .read(|bit| ribbon::ask(words, chunk.bits, chunk.seed, question(hash, bit)));
        // A word that is none can only come from a position that is not in the layer.
        symbol.map_or(0, score_of)
    }
}

/// Which part of a layer a position is in.
fn chunk_of(hash: u64, chunks: usize) -> usize {
    ((u128::from(hash) * chunks as u128) >> 64) as usize
}

/// The hash of the question "what is bit `bit` of the word of this position?".
fn question(hash: u64, bit: u8) -> u64 {
    hash.wrapping_add((u64::from(bit) + 1).wrapping_mul(0xa076_1d64_78bd_642f))
}

/// The score of a win with the next disc.
fn immediate_win(node: &Node) -> i8 {
    win_now(Standard, node.discs) as i8
}

/// Scores are numbered by size, small ones first: 0, 1, −1, 2, −2…
const fn score_of(symbol: u8) -> i8 {
    let size = symbol.div_ceil(2) as i8;
    if symbol % 2 == 1 { size } else { -size }
}

const fn symbol_of(score: i8) -> u8 {
    match score {
        1.. => score as u8 * 2 - 1,
        _ => score.unsigned_abs() * 2,
    }
}

/// The largest symbol plus one: scores lie between −18 and 18.
const SYMBOLS: usize = 37;

/// What kind of position it is, of [`KINDS`]: whether the opponent threatens to connect at once,
/// and how many discs stand in the centre column. Both bear on the score, so that each kind's
/// own code is shorter than one for all.
fn kind(node: &Node) -> usize {
    const CENTRE: u64 = 0x3f << 21;
    let balance = 3 + (node.mover & CENTRE).count_ones() as i32
        - (node.opponent() & CENTRE).count_ones() as i32;
    balance.clamp(0, KINDS as i32 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_symbols_are_the_same_thing() {
        for symbol in 0..SYMBOLS as u8 {
            assert_eq!(symbol_of(score_of(symbol)), symbol);
            assert!(score_of(symbol).abs() <= 18);
        }
    }
}
