//! Opening book: stored scores of the opening, so that it needs no search.
//!
//! A book through `n` plies covers every position of one board size with up to `n` discs. It stores
//! the layers `n`, `n − 4`, `n − 8`… (see [`layer`](fn@layer)); the layers in between follow from
//! the next stored one by looking at most three plies ahead. The book stores no keys: a `ribbon`
//! answers for the keys it was built from, and every position with that many discs is one of them.

mod build;
mod checkpoint;
mod format;
mod layer;
mod prefix_code;
mod ribbon;
pub mod shipped;
mod size;

use foursight_core::Position;

pub use build::{Scores, assemble};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use format::BookError;
pub use layer::{Opening, layer, layer_of};
pub use size::BoardSize;

use crate::geometry::{AnyGeometry, BoardGeometry};
use crate::node::Node;
use crate::score::win_now;
pub(crate) use layer::node_of;
use layer::{children, key};
use prefix_code::PrefixCode;

/// Distance in plies between two stored layers.
pub const LAYER_STEP: u32 = 4;
/// Maximum depth of a book.
pub const BOOK_PLIES_MAX: u32 = 16;
/// Number of position classes, each with its own prefix code.
const CLASSES: usize = 8;

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    size: BoardSize,
    /// The deepest layer first.
    layers: Vec<Layer>,
}

/// The stored scores of all positions with one number of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    plies: u32,
    positions: u32,
    /// One prefix code per position class.
    codes: Vec<PrefixCode>,
    chunks: Vec<Chunk>,
    words: Vec<u8>,
}

/// A part of a layer with a ribbon of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chunk {
    seed: u8,
    bits: usize,
    /// Byte offset of its string in the layer's words.
    offset: usize,
}

impl Book {
    /// The supported version of the file format.
    pub const FORMAT_VERSION: u8 = format::VERSION;

    /// Decodes a book written by `foursight book build`.
    ///
    /// # Errors
    ///
    /// [`BookError`] if the bytes are not a book, have an unsupported version, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        format::read(bytes)
    }

    /// Returns the board size the book covers.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the depth of the book: it covers every position with up to this many discs.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.layers.first().map_or(0, |layer| layer.plies)
    }

    /// Iterates over the plies and the number of positions of each stored layer, the deepest first.
    pub fn layers(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.layers
            .iter()
            .map(|layer| (layer.plies, layer.positions))
    }

    /// Returns the conventional score of a position, or `None` if it has too many discs, has
    /// another board size, or the game is over.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i8> {
        let geometry = self.size.geometry();
        self.reaches(position, 0)
            .then(|| self.lookup(&node_of(geometry, position)))
    }

    /// Returns whether the book covers a position and all its successors within `ahead` plies.
    #[must_use]
    pub fn reaches(&self, position: &Position, ahead: u32) -> bool {
        let is_known = !position.is_over() && position.ruleset() == self.size.ruleset();
        is_known && position.board().discs() as u32 + ahead <= self.plies()
    }

    /// Returns the score of an unfinished position, or `None` if it has too many discs or another
    /// board size.
    pub(crate) fn find(&self, geometry: AnyGeometry, node: &Node) -> Option<i8> {
        let known = geometry == self.size.geometry() && node.discs as u32 <= self.plies();
        known.then(|| self.lookup(node))
    }

    fn lookup(&self, node: &Node) -> i8 {
        let geometry = self.size.geometry();
        if node.wins_now(geometry) {
            return immediate_win(geometry, node);
        }
        let plies = node.discs as u32;
        match self.layers.iter().find(|layer| layer.plies == plies) {
            Some(layer) => layer.score(geometry, node),
            None => children(geometry, node)
                .map(|(_, child)| -self.lookup(&child))
                .max()
                .expect("a board with few discs has room"),
        }
    }
}

impl Layer {
    fn score(&self, geometry: AnyGeometry, node: &Node) -> i8 {
        let hash = ribbon::mix(key(geometry, node));
        let chunk = self.chunks[chunk_of(hash, self.chunks.len())];
        let words = &self.words[chunk.offset..];
        let symbol = self.codes[class(geometry, node)]
            .read(|bit| ribbon::retrieve(words, chunk.bits, chunk.seed, bit_hash(hash, bit)));
        // An invalid code word can only come from a position that is not in the layer.
        symbol.map_or(0, score_of)
    }
}

/// Returns the index of the chunk that holds a position.
fn chunk_of(hash: u64, chunks: usize) -> usize {
    ((u128::from(hash) * chunks as u128) >> 64) as usize
}

/// Returns the hash of bit `bit` of a position's code word.
fn bit_hash(hash: u64, bit: u8) -> u64 {
    hash.wrapping_add((u64::from(bit) + 1).wrapping_mul(0xa076_1d64_78bd_642f))
}

/// Returns the score of a win with the next disc.
fn immediate_win(geometry: AnyGeometry, node: &Node) -> i8 {
    win_now(geometry, node.discs) as i8
}

/// Decodes a symbol. Scores are numbered by magnitude, small ones first: 0, 1, −1, 2, −2…
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

/// Returns the class of a position, below [`CLASSES`]: how many more discs than the opponent the
/// player to move has in the centre. That correlates with the score, so that a separate code per
/// class is shorter than a common one.
fn class(geometry: AnyGeometry, node: &Node) -> usize {
    let middle =
        geometry.column(geometry.width() / 2) | geometry.column((geometry.width() - 1) / 2);
    let balance = 3 + (node.mover & middle).count_ones() as i32
        - (node.opponent() & middle).count_ones() as i32;
    balance.clamp(0, CLASSES as i32 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_symbols_round_trip() {
        for symbol in 0..BoardSize::STANDARD.symbols() as u8 {
            assert_eq!(symbol_of(score_of(symbol)), symbol);
            assert!(score_of(symbol).abs() <= 18);
        }
        assert_eq!(BoardSize::STANDARD.symbols(), 37);
    }
}
