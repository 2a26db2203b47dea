//! Canonical Huffman code for scores: frequent ones get short code words.
//!
//! The lengths of the code words determine them, so only the lengths are stored. Symbols are
//! numbered 0, 1, 2…; their meaning is up to the caller.

/// Maximum code word length. Rare symbols that would need more share this length.
pub(super) const WORD_BITS_MAX: u8 = 15;

/// Number of words of the maximum length that begin with the same bit.
const HALF: u32 = 1 << (WORD_BITS_MAX - 1);

/// A canonical prefix code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PrefixCode {
    /// Code word length of each symbol; 0 for a symbol that does not occur.
    lengths: Vec<u8>,
    /// The symbols that occur, sorted by length and number, like their code words.
    order: Vec<u8>,
}

impl PrefixCode {
    /// Returns the optimal code for these symbol counts.
    pub(super) fn for_counts(counts: &[u64]) -> Self {
        let mut floor = 1;
        loop {
            // Raising the rare counts flattens the tree until its longest word fits.
            let raised: Vec<_> = counts
                .iter()
                .map(|count| if *count == 0 { 0 } else { (*count).max(floor) })
                .collect();
            let lengths = tree_depths(&raised);
            if lengths.iter().all(|length| *length <= WORD_BITS_MAX) {
                return Self::from_lengths(lengths)
                    .expect("the depths of a tree satisfy Kraft's equality");
            }
            floor *= 2;
        }
    }

    /// Returns the code with these lengths, or `None` if no complete prefix code has them.
    pub(super) fn from_lengths(lengths: Vec<u8>) -> Option<Self> {
        // By length, then by symbol.
        let symbols_of = |wanted: u8| {
            let all = (0_u8..).zip(&lengths);
            all.filter_map(move |(symbol, length)| (*length == wanted).then_some(symbol))
        };
        let order: Vec<_> = (1..=WORD_BITS_MAX).flat_map(symbols_of).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        if longest > WORD_BITS_MAX {
            return None;
        }
        let filled: u32 = order
            .iter()
            .map(|symbol| 1 << (WORD_BITS_MAX - lengths[usize::from(*symbol)]))
            .sum();
        let complete = match filled {
            0 => true, // A code for nothing.
            // A lone symbol has a word of one bit, and half of the code is unused.
            HALF => order.len() == 1,
            _ => filled == 2 * HALF,
        };
        complete.then_some(Self { lengths, order })
    }

    /// Returns the code word length of each symbol.
    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// Returns the code word of a symbol, first bit first; empty for a symbol that does not occur.
    pub(super) fn word(&self, symbol: u8) -> Vec<bool> {
        let mut next = 0_u32;
        let mut length = 0;
        for known in &self.order {
            let wanted = self.lengths[usize::from(*known)];
            next <<= wanted - length;
            length = wanted;
            if *known == symbol {
                return (0..length).rev().map(|bit| next >> bit & 1 == 1).collect();
            }
            next += 1;
        }
        Vec::new()
    }

    /// Decodes a symbol bit by bit. Returns `None` if no code word starts that way.
    pub(super) fn read(&self, mut bit: impl FnMut(u8) -> bool) -> Option<u8> {
        let (mut word, mut first, mut index) = (0_u32, 0_u32, 0_usize);
        for length in 1..=WORD_BITS_MAX {
            word = word << 1 | u32::from(bit(length - 1));
            first <<= 1;
            let count = self.order[index..]
                .iter()
                .take_while(|symbol| self.lengths[usize::from(**symbol)] == length)
                .count();
            if let Some(offset) = word.checked_sub(first)
                && (offset as usize) < count
            {
                return Some(self.order[index + offset as usize]);
            }
            index += count;
            first += count as u32;
            if index >= self.order.len() {
                return None;
            }
        }
        None
    }
}

/// Returns the depth of each symbol in the Huffman tree.
fn tree_depths(counts: &[u64]) -> Vec<u8> {
    let mut depths = vec![0; counts.len()];
    let mut trees: Vec<(u64, Vec<usize>)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(symbol, count)| (*count, vec![symbol]))
        .collect();
    if let [(_, only)] = trees.as_slice() {
        depths[only[0]] = 1;
    }
    while trees.len() > 1 {
        trees.sort_by_key(|(count, symbols)| (std::cmp::Reverse(*count), symbols[0]));
        let [(a, left), (b, right)] =
            [trees.pop(), trees.pop()].map(|tree| tree.expect("there are at least two trees"));
        let joined = [left, right].concat();
        for symbol in &joined {
            depths[*symbol] += 1;
        }
        trees.push((a + b, joined));
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(counts: &[u64]) {
        let code = PrefixCode::for_counts(counts);
        assert_eq!(
            PrefixCode::from_lengths(code.lengths().to_vec()),
            Some(code.clone())
        );
        for (symbol, count) in counts.iter().enumerate() {
            let word = code.word(symbol as u8);
            assert_eq!(word.is_empty(), *count == 0);
            if *count > 0 {
                let read = code.read(|bit| word[usize::from(bit)]);
                assert_eq!(read, Some(symbol as u8), "{counts:?}");
            }
        }
    }

    #[test]
    fn code_words_round_trip() {
        check(&[0, 0]);
        check(&[1]);
        check(&[0, 5, 0]);
        check(&[1, 1, 1, 1]);
        check(&[100, 50, 20, 10, 3, 1, 0, 1]);
        let doubling: Vec<u64> = (0..40).map(|n| 1 << n).collect();
        check(&doubling);
    }

    #[test]
    fn impossible_lengths_are_rejected() {
        assert_eq!(PrefixCode::from_lengths(vec![1, 1, 1]), None);
        assert_eq!(PrefixCode::from_lengths(vec![2, 2]), None);
        assert_eq!(PrefixCode::from_lengths(vec![200]), None);
    }

    #[test]
    fn frequent_symbols_have_short_words() {
        let code = PrefixCode::for_counts(&[1000, 10, 10, 10]);
        assert_eq!(code.lengths()[0], 1);
    }
}
