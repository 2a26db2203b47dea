//! From solved positions to a book.

use std::collections::HashMap;

use crate::node::Node;

use super::ribbon::{Question, Ribbon, bytes_for, mix};
use super::{
    Book, Checkpoint, Chunk, Code, KINDS, LAYER_STEP, Layer, Size, children, chunk_of, format,
    immediate_win, key, kind, layer, layer_of, question, symbol_of,
};

/// About how many bits a chunk stores. Longer ones waste less at their ends, shorter ones are
/// solved with less slack.
const CHUNK_BITS: usize = 1 << 14;

/// The scores of a solved layer and of everything above it.
///
/// The layers above follow from it: a position is worth the best of what its drops lead to.
#[derive(Clone, Debug)]
pub struct Scores {
    size: Size,
    plies: u32,
    known: HashMap<u64, i8>,
}

impl Scores {
    /// The scores of a layer that is solved; none if a position is missing, or it is another layer.
    #[must_use]
    pub fn from_checkpoint(work: &Checkpoint) -> Option<Self> {
        let (size, shape) = (work.size(), work.size().shape());
        let positions = layer_of(size, work.plies(), work.positions())?;
        let known = positions
            .iter()
            .enumerate()
            .map(|(index, position)| Some((key(shape, &position.node(shape)), work.score(index)?)))
            .collect::<Option<_>>()?;
        Some(Self {
            size,
            plies: work.plies(),
            known,
        })
    }

    /// The score of a position with at most as many discs as the solved layer.
    fn score(&mut self, node: &Node) -> i8 {
        let shape = self.size.shape();
        if node.wins_now(shape) {
            return immediate_win(shape, node);
        }
        let key = key(shape, node);
        if let Some(score) = self.known.get(&key) {
            return *score;
        }
        debug_assert!(
            node.discs < self.plies as i32,
            "the solved layer is complete"
        );
        let score = children(shape, node)
            .map(|(_, child)| -self.score(&child))
            .max()
            .expect("a grid with fewer discs than spaces has room");
        self.known.insert(key, score);
        score
    }
}

/// The file of a book through `plies`, at most as deep as the solved layer; none if deeper.
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
    let (size, shape) = (scores.size, scores.size.shape());
    let entries: Vec<_> = layer(size, plies)
        .into_iter()
        .map(|position| {
            let node = position.node(shape);
            let symbol = symbol_of(scores.score(&node));
            (mix(key(shape, &node)), kind(shape, &node), symbol)
        })
        .collect();
    let symbols = size.symbols() as u8;
    let mut counts = [(); KINDS].map(|()| vec![0; symbols.into()]);
    for (_, kind, symbol) in &entries {
        counts[*kind][usize::from(*symbol)] += 1;
    }
    let codes: Vec<_> = counts
        .iter()
        .map(|counts| Code::for_counts(counts))
        .collect();
    let words: Vec<Vec<Vec<bool>>> = codes
        .iter()
        .map(|code| (0..symbols).map(|symbol| code.word(symbol)).collect())
        .collect();
    let word = |kind: usize, symbol: u8| &words[kind][usize::from(symbol)];
    let bits: usize = entries.iter().map(|(_, k, s)| word(*k, *s).len()).sum();

    let mut parts = vec![Vec::new(); bits.div_ceil(CHUNK_BITS).max(1)];
    let count = parts.len();
    for (hash, kind, symbol) in &entries {
        let part = &mut parts[chunk_of(*hash, count)];
        let bits = word(*kind, *symbol).iter().zip(0_u8..);
        part.extend(bits.map(|(answer, bit)| Question {
            hash: question(*hash, bit),
            answer: *answer,
        }));
    }
    let mut chunks = Vec::with_capacity(count);
    let mut strings = Vec::new();
    for part in &parts {
        // Keys and hashes are in bijection and the bits of a word lie far apart, so that no two
        // questions are the same.
        let ribbon = Ribbon::solve(part).expect("every question is asked once");
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

    /// A checkpoint whose scores are made up: what a book stores need not be true to be tested.
    fn made_up(plies: u32) -> Checkpoint {
        let shape = Size::STANDARD.shape();
        let positions = layer(Size::STANDARD, plies);
        let mut work = Checkpoint::new(Size::STANDARD, plies, positions.len());
        for (index, position) in positions.iter().enumerate() {
            let spread = mix(key(shape, &position.node(shape))) % 1000;
            let score = [0, -1, 1, 3, -2, -17, 15][(spread + 1).ilog2() as usize % 7];
            work.set(index, score).expect("possible");
        }
        work
    }

    #[test]
    fn a_book_answers_every_position_through_its_plies() {
        let mut scores = Scores::from_checkpoint(&made_up(6)).expect("complete");
        let bytes = assemble(6, &mut scores).expect("as deep as the layer");
        let book = Book::from_bytes(&bytes).expect("just written");
        assert_eq!(book.plies(), 6);
        let size = Size::STANDARD;
        for plies in 0..=6 {
            for opening in layer(size, plies) {
                let expected = scores.score(&opening.node(size.shape()));
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
        let size = Size::STANDARD;
        for opening in layer(size, 3) {
            let expected = scores.score(&opening.node(size.shape()));
            assert_eq!(book.score(&opening.position(size)), Some(expected));
        }
        assert!(assemble(7, &mut scores).is_none());
    }

    #[test]
    fn an_unfinished_layer_makes_no_book() {
        let mut work = Checkpoint::new(Size::STANDARD, 4, layer(Size::STANDARD, 4).len());
        work.set(0, 1).expect("possible");
        assert!(Scores::from_checkpoint(&work).is_none());
    }

    #[test]
    fn a_damaged_book_is_refused() {
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

    /// Books of small grids are built from the truth and compared with it, position by position.
    fn check_small(width: u8, height: u8) {
        let size = Size::new(width, height).expect("small");
        let mut solver = Solver::default();
        let score = |solver: &mut Solver, position: &Position| {
            let verdict = solver.verdict(position).expect("the game goes on");
            verdict.conventional(position) as i8
        };
        let plies = size.plies_max().min(9);
        let openings = layer(size, plies);
        let mut work = Checkpoint::new(size, plies, openings.len());
        for (index, opening) in openings.iter().enumerate() {
            let score = score(&mut solver, &opening.position(size));
            work.set(index, score).expect("possible");
        }
        let mut scores = Scores::from_checkpoint(&work).expect("complete");
        let bytes = assemble(plies, &mut scores).expect("as deep as the layer");
        let book = Book::from_bytes(&bytes).expect("just written");
        assert_eq!((book.size(), book.plies()), (size, plies));
        for plies in 0..=plies {
            for opening in layer(size, plies) {
                let position = opening.position(size);
                let expected = score(&mut solver, &position);
                assert_eq!(book.score(&position), Some(expected), "{size} {opening}");
                let image = position.mirror().expect("the grid is symmetric");
                assert_eq!(book.score(&image), Some(expected), "{size} {opening}");
            }
        }
        assert_eq!(book.score(&Position::default()), None, "another grid");
    }

    #[test]
    fn books_of_small_grids_are_true() {
        for (width, height) in [(4, 4), (5, 4), (4, 5), (3, 4), (1, 5), (8, 1)] {
            check_small(width, height);
        }
    }
}
