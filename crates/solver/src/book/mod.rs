//! The book: stored verdicts of the opening, so that they need no search.
//!
//! A book through `n` plies answers every position of one grid with up to `n` discs. It stores the layers `n`, `n − 4`, `n − 8`… (see [`layer`](fn@layer)); what lies between
//! follows from the next stored layer by looking at most three plies ahead. No keys are stored: a
//! `ribbon` answers for the positions it was built from, and every position with that many
//! discs is one of them.

mod build;
mod checkpoint;
mod code;
mod format;
mod layer;
mod ribbon;
pub mod shipped;
mod size;

use foursight_core::Position;

pub use build::{Scores, assemble};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use format::BookError;
pub use layer::{Opening, layer, layer_of};
pub use size::Size;

use crate::node::Node;
use crate::score::win_now;
use crate::shape::{AnyShape, Shape};
use code::Code;
pub(crate) use layer::node_of;
use layer::{children, key};

/// Between two stored layers lie this many plies, less one.
pub const LAYER_STEP: u32 = 4;
/// The deepest book there is a format for.
pub const BOOK_PLIES_MAX: u32 = 16;
/// Positions are told apart by what can be seen at a glance, and each kind has its own code.
const KINDS: usize = 8;

/// Stored verdicts of the opening.
#[derive(Clone, Debug)]
pub struct Book {
    size: Size,
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
    /// The version of the file format that is read and written.
    pub const FORMAT_VERSION: u8 = format::VERSION;

    /// Reads a book as `foursight book build` writes it.
    ///
    /// # Errors
    ///
    /// [`BookError`] if the bytes are not a book, are of a later version, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        format::read(bytes)
    }

    /// The grid whose positions it answers.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
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

    /// The conventional score of a position; none if it has too many discs, is of another grid,
    /// or the game is over.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i8> {
        let shape = self.size.shape();
        self.reaches(position, 0)
            .then(|| self.look_up(&node_of(shape, position)))
    }

    /// Whether it answers a position and whatever it leads to within `ahead` plies.
    #[must_use]
    pub fn reaches(&self, position: &Position, ahead: u32) -> bool {
        let is_known = !position.is_over() && position.ruleset() == self.size.ruleset();
        is_known && position.grid().discs() as u32 + ahead <= self.plies()
    }

    /// The score of an unfinished position; none if it has too many discs or is of another grid.
    pub(crate) fn find(&self, shape: AnyShape, node: &Node) -> Option<i8> {
        let known = shape == self.size.shape() && node.discs as u32 <= self.plies();
        known.then(|| self.look_up(node))
    }

    fn look_up(&self, node: &Node) -> i8 {
        let shape = self.size.shape();
        if node.wins_now(shape) {
            return immediate_win(shape, node);
        }
        let plies = node.discs as u32;
        match self.layers.iter().find(|layer| layer.plies == plies) {
            Some(layer) => layer.score(shape, node),
            None => children(shape, node)
                .map(|(_, child)| -self.look_up(&child))
                .max()
                .expect("a grid with few discs has room"),
        }
    }
}

impl Layer {
    fn score(&self, shape: AnyShape, node: &Node) -> i8 {
        let hash = ribbon::mix(key(shape, node));
        let chunk = self.chunks[chunk_of(hash, self.chunks.len())];
        let words = &self.words[chunk.offset..];
        let symbol = self.codes[kind(shape, node)]
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
fn immediate_win(shape: AnyShape, node: &Node) -> i8 {
    win_now(shape, node.discs) as i8
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

/// What kind of position it is, of [`KINDS`]: how many more discs than the opponent the player to
/// move has in the middle. That bears on the score, so that each kind's own code is shorter than
/// one for all.
fn kind(shape: AnyShape, node: &Node) -> usize {
    let middle = shape.column(shape.width() / 2) | shape.column((shape.width() - 1) / 2);
    let balance = 3 + (node.mover & middle).count_ones() as i32
        - (node.opponent() & middle).count_ones() as i32;
    balance.clamp(0, KINDS as i32 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_symbols_are_the_same_thing() {
        for symbol in 0..Size::STANDARD.symbols() as u8 {
            assert_eq!(symbol_of(score_of(symbol)), symbol);
            assert!(score_of(symbol).abs() <= 18);
        }
        assert_eq!(Size::STANDARD.symbols(), 37);
    }
}
