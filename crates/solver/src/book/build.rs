//! From solved positions to a book.

use std::collections::HashMap;

use crate::node::Node;
use crate::shape::Standard;

use super::ribbon::{Question, Ribbon, bytes_for, mix};
use super::{
    Book, Checkpoint, Chunk, Code, KINDS, LAYER_STEP, Layer, SYMBOLS, children, chunk_of, format,
    immediate_win, key, kind, layer, node, question, symbol_of,
};

/// About how many bits a chunk stores. Longer ones waste less at their ends, shorter ones are
/// solved with less slack.
const CHUNK_BITS: usize = 1 << 14;

/// The scores of a solved layer and of everything above it.
///
/// The layers above follow from it: a position is worth the best of what its drops lead to.
#[derive(Clone, Debug)]
pub struct Scores {
    plies: u32,
    known: HashMap<u64, i8>,
}

impl Scores {
    /// The scores of a layer that is solved; none if a position is missing.
    #[must_use]
    pub fn from_checkpoint(work: &Checkpoint) -> Option<Self> {
        let positions = layer(work.plies());
        if positions.len() != work.positions() {
            return None;
        }
        let known = positions
            .iter()
            .enumerate()
            .map(|(index, position)| Some((key(&node(*position)), work.score(index)?)))
            .collect::<Option<_>>()?;
        Some(Self {
            plies: work.plies(),
            known,
        })
    }

    /// The score of a position with at most as many discs as the solved layer.
    fn score(&mut self, node: &Node) -> i8 {
        if node.wins_now(Standard) {
            return immediate_win(node);
        }
        let key = key(node);
        if let Some(score) = self.known.get(&key) {
            return *score;
        }
        debug_assert!(
            node.discs < self.plies as i32,
            "the solved layer is complete"
        );
        let score = children(node)
            .map(|child| -self.score(&child))
            .max()
            .expect("a grid with few discs has room");
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
    Some(format::write(&Book { layers }))
}

fn build_layer(plies: u32, scores: &mut Scores) -> Layer {
    let entries: Vec<_> = layer(plies)
        .into_iter()
        .map(|position| {
            let node = node(position);
            (mix(key(&node)), kind(&node), symbol_of(scores.score(&node)))
        })
        .collect();
    let mut counts = [[0; SYMBOLS]; KINDS];
    for (_, kind, symbol) in &entries {
        counts[*kind][usize::from(*symbol)] += 1;
    }
    let codes: Vec<_> = counts
        .iter()
        .map(|counts| Code::for_counts(counts))
        .collect();
    let words: Vec<Vec<Vec<bool>>> = codes
        .iter()
        .map(|code| (0..SYMBOLS as u8).map(|symbol| code.word(symbol)).collect())
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
    use super::*;
    use crate::book::BookError;

    /// A checkpoint whose scores are made up: what a book stores need not be true to be tested.
    fn made_up(plies: u32) -> Checkpoint {
        let positions = layer(plies);
        let mut work = Checkpoint::new(plies, positions.len());
        for (index, position) in positions.iter().enumerate() {
            let spread = mix(key(&node(*position))) % 1000;
            let score = [0, -1, 1, 3, -2, -17, 15][(spread + 1).ilog2() as usize % 7];
            work.set(index, score);
        }
        work
    }

    #[test]
    fn a_book_answers_every_position_through_its_plies() {
        let mut scores = Scores::from_checkpoint(&made_up(6)).expect("complete");
        let bytes = assemble(6, &mut scores).expect("as deep as the layer");
        let book = Book::from_bytes(&bytes).expect("just written");
        assert_eq!(book.plies(), 6);
        for plies in 0..=6 {
            for position in layer(plies) {
                let expected = scores.score(&node(position));
                assert_eq!(book.score(position), Some(expected), "{position:?}");
            }
        }
        assert!(layer(7).iter().all(|deeper| book.score(*deeper).is_none()));
    }

    #[test]
    fn a_shallower_book_follows_from_a_deeper_layer() {
        let mut scores = Scores::from_checkpoint(&made_up(6)).expect("complete");
        let bytes = assemble(4, &mut scores).expect("not deeper than the layer");
        let book = Book::from_bytes(&bytes).expect("just written");
        for position in layer(3) {
            assert_eq!(book.score(position), Some(scores.score(&node(position))));
        }
        assert!(assemble(7, &mut scores).is_none());
    }

    #[test]
    fn an_unfinished_layer_makes_no_book() {
        let mut work = Checkpoint::new(4, layer(4).len());
        work.set(0, 1);
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
}
