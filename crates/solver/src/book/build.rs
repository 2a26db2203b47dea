//! Builds a book from solved positions.

use std::collections::HashMap;

use crate::node::Node;

use super::ribbon::{RetrievalBit, Ribbon, bytes_for, mix};
use super::{
    BoardSize, Book, CLASSES, Checkpoint, Chunk, LAYER_STEP, Layer, PrefixCode, bit_hash, children,
    chunk_of, class, format, immediate_win, key, layer, layer_of, symbol_of,
};

/// Approximate number of bits a chunk stores. Longer chunks waste less at their ends, shorter ones
/// are solved with less slack.
const CHUNK_BITS: usize = 1 << 14;

/// The scores of a solved layer and of all shallower ones.
///
/// The shallower layers follow by minimax: the score of a position is the best of its children's.
#[derive(Clone, Debug)]
pub struct Scores {
    size: BoardSize,
    plies: u32,
    known: HashMap<u64, i8>,
}

impl Scores {
    /// Reads the scores of a solved layer. Returns `None` if a position is missing, or the layer is
    /// another one.
    #[must_use]
    pub fn from_checkpoint(checkpoint: &Checkpoint) -> Option<Self> {
        let (size, geometry) = (checkpoint.size(), checkpoint.size().geometry());
        let positions = layer_of(size, checkpoint.plies(), checkpoint.positions())?;
        let known = positions
            .iter()
            .enumerate()
            .map(|(index, position)| {
                Some((
                    key(geometry, &position.node(geometry)),
                    checkpoint.score(index)?,
                ))
            })
            .collect::<Option<_>>()?;
        Some(Self {
            size,
            plies: checkpoint.plies(),
            known,
        })
    }

    /// Returns the score of a position with at most as many discs as the solved layer.
    fn score(&mut self, node: &Node) -> i8 {
        let geometry = self.size.geometry();
        if node.wins_now(geometry) {
            return immediate_win(geometry, node);
        }
        let key = key(geometry, node);
        if let Some(score) = self.known.get(&key) {
            return *score;
        }
        debug_assert!(
            node.discs < self.plies as i32,
            "the solved layer is complete"
        );
        let score = children(geometry, node)
            .map(|(_, child)| -self.score(&child))
            .max()
            .expect("a board with fewer discs than cells has room");
        self.known.insert(key, score);
        score
    }
}

/// Encodes a book through `plies`. Returns `None` if that is deeper than the solved layer.
#[must_use]
pub fn assemble(plies: u32, scores: &mut Scores) -> Option<Vec<u8>> {
    if plies > scores.plies {
        return None;
    }
    let layers = (0..=plies)
        .rev()
        .step_by(LAYER_STEP as usize)
        .map(|plies| build_layer(plies, scores))
        .collect();
    Some(format::write(&Book {
        size: scores.size,
        layers,
    }))
}

fn build_layer(plies: u32, scores: &mut Scores) -> Layer {
    let (size, geometry) = (scores.size, scores.size.geometry());
    let entries: Vec<_> = layer(size, plies)
        .into_iter()
        .map(|position| {
            let node = position.node(geometry);
            let symbol = symbol_of(scores.score(&node));
            (mix(key(geometry, &node)), class(geometry, &node), symbol)
        })
        .collect();
    let symbols = size.symbols() as u8;
    let mut counts = [(); CLASSES].map(|()| vec![0; symbols.into()]);
    for (_, class, symbol) in &entries {
        counts[*class][usize::from(*symbol)] += 1;
    }
    let codes: Vec<_> = counts
        .iter()
        .map(|counts| PrefixCode::for_counts(counts))
        .collect();
    let words: Vec<Vec<Vec<bool>>> = codes
        .iter()
        .map(|code| (0..symbols).map(|symbol| code.word(symbol)).collect())
        .collect();
    let word = |class: usize, symbol: u8| &words[class][usize::from(symbol)];
    let bits: usize = entries.iter().map(|(_, k, s)| word(*k, *s).len()).sum();

    let mut parts = vec![Vec::new(); bits.div_ceil(CHUNK_BITS).max(1)];
    let count = parts.len();
    for (hash, class, symbol) in &entries {
        let part = &mut parts[chunk_of(*hash, count)];
        let bits = word(*class, *symbol).iter().zip(0_u8..);
        part.extend(bits.map(|(value, bit)| RetrievalBit {
            hash: bit_hash(*hash, bit),
            value: *value,
        }));
    }
    let mut chunks = Vec::with_capacity(count);
    let mut strings = Vec::new();
    for part in &parts {
        // Keys and hashes are in bijection and the bits of a code word lie far apart, so all hashes
        // are distinct.
        let ribbon = Ribbon::solve(part).expect("all hashes are distinct");
        chunks.push(Chunk {
            seed: ribbon.seed,
            bits: ribbon.bits,
            offset: strings.len(),
        });
        debug_assert_eq!(ribbon.words.len(), bytes_for(ribbon.bits));
        strings.extend(ribbon.words);
    }
    Layer {
        plies,
        positions: entries.len() as u32,
        codes,
        chunks,
        words: strings,
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Position;

    use super::*;
    use crate::Solver;
    use crate::book::BookError;

    /// A checkpoint with made-up scores: the format test does not need true ones.
    fn made_up(plies: u32) -> Checkpoint {
        let geometry = BoardSize::STANDARD.geometry();
        let positions = layer(BoardSize::STANDARD, plies);
        let mut checkpoint = Checkpoint::new(BoardSize::STANDARD, plies, positions.len());
        for (index, position) in positions.iter().enumerate() {
            let spread = mix(key(geometry, &position.node(geometry))) % 1000;
            let score = [0, -1, 1, 3, -2, -17, 15][(spread + 1).ilog2() as usize % 7];
            checkpoint.set(index, score).expect("possible");
        }
        checkpoint
    }

    #[test]
    fn a_book_covers_every_position_through_its_plies() {
        let mut scores = Scores::from_checkpoint(&made_up(6)).expect("complete");
        let bytes = assemble(6, &mut scores).expect("as deep as the layer");
        let book = Book::from_bytes(&bytes).expect("just written");
        assert_eq!(book.plies(), 6);
        let size = BoardSize::STANDARD;
        for plies in 0..=6 {
            for opening in layer(size, plies) {
                let expected = scores.score(&opening.node(size.geometry()));
                let position = opening.position(size);
                assert_eq!(book.score(&position), Some(expected), "{opening}");
            }
        }
        let beyond = layer(size, 7);
        let mut beyond = beyond.iter().map(|opening| opening.position(size));
        assert!(beyond.all(|deeper| book.score(&deeper).is_none()));
    }

    #[test]
    fn a_shallower_book_follows_from_a_deeper_layer() {
        let mut scores = Scores::from_checkpoint(&made_up(6)).expect("complete");
        let bytes = assemble(4, &mut scores).expect("not deeper than the layer");
        let book = Book::from_bytes(&bytes).expect("just written");
        let size = BoardSize::STANDARD;
        for opening in layer(size, 3) {
            let expected = scores.score(&opening.node(size.geometry()));
            assert_eq!(book.score(&opening.position(size)), Some(expected));
        }
        assert!(assemble(7, &mut scores).is_none());
    }

    #[test]
    fn an_unfinished_layer_makes_no_book() {
        let mut checkpoint =
            Checkpoint::new(BoardSize::STANDARD, 4, layer(BoardSize::STANDARD, 4).len());
        checkpoint.set(0, 1).expect("possible");
        assert!(Scores::from_checkpoint(&checkpoint).is_none());
    }

    #[test]
    fn a_damaged_book_is_rejected() {
        let mut scores = Scores::from_checkpoint(&made_up(4)).expect("complete");
        let bytes = assemble(4, &mut scores).expect("as deep as the layer");
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 0x10;
            assert!(Book::from_bytes(&changed).is_err(), "byte {index}");
            assert!(Book::from_bytes(&bytes[..index]).is_err(), "cut at {index}");
        }
        let later = [b"FOURBOOK".as_slice(), &[9]].concat();
        assert_eq!(Book::from_bytes(&later).err(), Some(BookError::Version(9)));
        assert_eq!(Book::from_bytes(b"{}").err(), Some(BookError::NotABook));
    }

    /// Builds a book of a small board from solved positions and compares every position.
    fn check_small(width: u8, height: u8) {
        let size = BoardSize::new(width, height).expect("small");
        let mut solver = Solver::default();
        let score = |solver: &mut Solver, position: &Position| {
            let verdict = solver.verdict(position).expect("the game goes on");
            verdict.conventional_score(position) as i8
        };
        let plies = size.plies_max().min(9);
        let openings = layer(size, plies);
        let mut checkpoint = Checkpoint::new(size, plies, openings.len());
        for (index, opening) in openings.iter().enumerate() {
            let score = score(&mut solver, &opening.position(size));
            checkpoint.set(index, score).expect("possible");
        }
        let mut scores = Scores::from_checkpoint(&checkpoint).expect("complete");
        let bytes = assemble(plies, &mut scores).expect("as deep as the layer");
        let book = Book::from_bytes(&bytes).expect("just written");
        assert_eq!((book.size(), book.plies()), (size, plies));
        for plies in 0..=plies {
            for opening in layer(size, plies) {
                let position = opening.position(size);
                let expected = score(&mut solver, &position);
                assert_eq!(book.score(&position), Some(expected), "{size} {opening}");
                let image = position.mirror().expect("the board is symmetric");
                assert_eq!(book.score(&image), Some(expected), "{size} {opening}");
            }
        }
        assert_eq!(book.score(&Position::default()), None, "another board");
    }

    #[test]
    fn books_of_small_boards_are_correct() {
        for (width, height) in [(4, 4), (5, 4), (4, 5), (3, 4), (1, 5), (8, 1)] {
            check_small(width, height);
        }
    }
}
