//! A static retrieval structure: it answers a bit for each key it was built from, and keeps no
//! keys.
//!
//! Each question is hashed to a place in a bit string and a pattern of [`BAND`] bits; the answer
//! is the parity of the pattern laid over the string there. The string is found by solving one
//! linear equation over single bits for each question, which is quick because a pattern touches
//! only a narrow band:
//!
//! ```text
//!   string      0 1 1 0 1 0 0 1 1 1 0 …
//!   pattern A     1 0 1 1                   1·1 ⊕ 0·1 ⊕ 1·0 ⊕ 1·1 = 0
//!   pattern B           1 1 0 1             1·0 ⊕ 1·1 ⊕ 0·0 ⊕ 1·0 = 1
//! ```
//!
//! The string needs a few per cent more bits than there are questions. A key that was not among
//! them gets an arbitrary answer, so the caller must know which keys it may ask.

/// How many bits a pattern spans.
pub(super) const BAND: usize = 128;

/// The string is made longer by this share of the questions, in thousandths, until it can be
/// solved.
const SLACK_FIRST: usize = 2;
const SLACK_STEP: usize = 2;
const SLACK_MAX: usize = 400;
/// How many seeds are tried at each length.
const SEEDS: u8 = 8;

/// One bit to be stored: the question's hash (before seeding) and the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) hash: u64,
    pub(super) answer: bool,
}

/// A solved string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ribbon {
    pub(super) seed: u8,
    pub(super) bits: usize,
    pub(super) words: Vec<u8>,
}

impl Ribbon {
    /// Finds the shortest string it can that answers every question.
    ///
    /// None if two questions with one hash want different answers.
    pub(super) fn solve(questions: &[Question]) -> Option<Self> {
        let mut slack = SLACK_FIRST;
        while slack <= SLACK_MAX {
            let bits = questions.len() + questions.len() * slack / 1000 + BAND;
            for seed in 0..SEEDS {
                if let Some(words) = eliminate(questions, seed, bits) {
                    return Some(Self { seed, bits, words });
                }
            }
            slack += SLACK_STEP;
        }
        None
    }
}

/// The bytes that a string of this many bits takes.
pub(super) const fn bytes_for(bits: usize) -> usize {
    bits.div_ceil(8)
}

/// The answer to a question. `words` is the string, `bits` its length, at least [`BAND`].
pub(super) fn ask(words: &[u8], bits: usize, seed: u8, hash: u64) -> bool {
    let (start, pattern) = place(hash, seed, bits);
    (pattern & window(words, start)).count_ones() % 2 == 1
}

/// Where the pattern of a question lies and what it is. Its lowest bit is always set, so that
/// no equation is empty.
fn place(hash: u64, seed: u8, bits: usize) -> (usize, u128) {
    let first = mix(hash ^ (u64::from(seed) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let low = mix(first ^ 0x6a09_e667_f3bc_c908);
    let high = mix(first ^ 0xbb67_ae85_84ca_a73b);
    let starts = (bits - BAND + 1) as u128;
    let start = ((u128::from(first) * starts) >> 64) as usize;
    (start, u128::from(high) << 64 | u128::from(low) | 1)
}

/// The bits of the string from `start` on, as many as a pattern has.
fn window(words: &[u8], start: usize) -> u128 {
    let mut bytes = [0; 17];
    let from = &words[start / 8..];
    let taken = from.len().min(bytes.len());
    bytes[..taken].copy_from_slice(&from[..taken]);
    let [low @ .., high] = bytes;
    let (low, shift) = (u128::from_le_bytes(low), start % 8);
    match shift {
        0 => low,
        _ => low >> shift | u128::from(high) << (128 - shift),
    }
}

/// Gaussian elimination within the band, then the string from its end back.
fn eliminate(questions: &[Question], seed: u8, bits: usize) -> Option<Vec<u8>> {
    let mut patterns = vec![0_u128; bits];
    let mut answers = vec![false; bits];
    for question in questions {
        let (mut at, mut pattern) = place(question.hash, seed, bits);
        let mut answer = question.answer;
        loop {
            if pattern == 0 {
                if answer {
                    return None; // The other equations say the opposite.
                }
                break;
            }
            at += pattern.trailing_zeros() as usize;
            pattern >>= pattern.trailing_zeros();
            if patterns[at] == 0 {
                patterns[at] = pattern;
                answers[at] = answer;
                break;
            }
            pattern ^= patterns[at];
            answer ^= answers[at];
        }
    }
    let mut words = vec![0; bytes_for(bits)];
    let mut above = 0_u128; // The solved bits from `at` on, the one at `at` still unknown.
    for at in (0..bits).rev() {
        above <<= 1;
        let parity = (patterns[at] & above).count_ones() % 2 == 1;
        if parity ^ answers[at] {
            above |= 1;
            words[at / 8] |= 1 << (at % 8);
        }
    }
    Some(words)
}

/// A bijection that spreads every bit of a hash over all of them.
pub(super) const fn mix(hash: u64) -> u64 {
    let mut mixed = hash;
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(count: u64) -> usize {
        let questions: Vec<_> = (0..count)
            .map(|n| Question {
                hash: mix(n),
                answer: mix(n + 77).is_multiple_of(3),
            })
            .collect();
        let ribbon = Ribbon::solve(&questions).expect("distinct hashes");
        for question in &questions {
            let answer = ask(&ribbon.words, ribbon.bits, ribbon.seed, question.hash);
            assert_eq!(answer, question.answer, "{question:?} of {count}");
        }
        ribbon.bits
    }

    #[test]
    fn every_question_gets_its_answer() {
        for count in [0, 1, 2, 100, 1000, 20_000] {
            check(count);
        }
    }

    #[test]
    fn the_string_is_hardly_longer_than_the_questions() {
        assert!(check(50_000) < 51_000);
    }

    #[test]
    fn contradictions_are_noticed() {
        let ask_twice = [false, true].map(|answer| Question { hash: 1, answer });
        assert_eq!(Ribbon::solve(&ask_twice), None);
    }
}
