//! Binary arithmetic coding with mixed contexts, in the manner of Mahoney's lpaq (2007).
//!
//! A bit is predicted by several contexts at once. Each context is a counter that learns how often
//! the bit was set there; a small network weighs their opinions in the logistic domain. Encoder and
//! decoder run the same code and learn the same, in integers, so files are equal on every machine.
//!
//! For proofs of some thousand entries it takes a quarter less than brotli, and the decoder is a
//! hundred lines instead of a library.

use std::collections::HashMap;

/// Probabilities have this many bits.
const PROBABILITY_BITS: u32 = 16;
/// Half: nothing is known yet.
const EVEN: u32 = 1 << (PROBABILITY_BITS - 1);
/// A counter adapts by one part in its number of bits seen, at least by one in this.
const COUNT_MAX: u32 = 60;
/// Opinions in the logistic domain, in 256ths, lie within plus or minus this.
const STRETCH_MAX: i32 = 2047;
/// Weights are in 65536ths.
const WEIGHT_ONE: i32 = 1 << 16;

/// Codes bits: the encoder writes the bit it is given, the decoder returns the one it reads.
pub(crate) trait BinaryCoder {
    /// Codes a bit that is set with this probability, in 65536ths.
    fn code(&mut self, bit: bool, probability: u32) -> bool;
}

/// Writes bits. The interval from `low` to `high` narrows with each of them.
pub(crate) struct RangeEncoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

/// Reads bits. After the end it reads zeros.
pub(crate) struct RangeDecoder<'a> {
    low: u32,
    high: u32,
    value: u32,
    bytes: &'a [u8],
    /// Zeros read after the end.
    missing: usize,
}

fn middle(low: u32, high: u32, probability: u32) -> u32 {
    let share = (u64::from(high - low) * u64::from(probability)) >> PROBABILITY_BITS;
    low + share as u32
}

/// True while the interval lies within one value of the first byte, which is then settled.
fn is_settled(low: u32, high: u32) -> bool {
    (low ^ high) >> 24 == 0
}

impl RangeEncoder {
    pub(crate) fn new() -> Self {
        Self {
            low: 0,
            high: u32::MAX,
            bytes: Vec::new(),
        }
    }

    /// Writes as few bytes as name a number in the interval, zeros after them understood.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        for shift in [24, 16, 8, 0] {
            let number = ((u64::from(self.low) + (1 << shift) - 1) >> shift << shift) as u32;
            if number >= self.low && number <= self.high {
                self.bytes.extend(&number.to_be_bytes()[..4 - shift / 8]);
                break;
            }
        }
        self.bytes
    }
}

impl BinaryCoder for RangeEncoder {
    fn code(&mut self, bit: bool, probability: u32) -> bool {
        let middle = middle(self.low, self.high, probability);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while is_settled(self.low, self.high) {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
        bit
    }
}

impl<'a> RangeDecoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self {
            low: 0,
            high: u32::MAX,
            value: 0,
            bytes,
            missing: 0,
        };
        for _ in 0..4 {
            decoder.read_byte();
        }
        decoder
    }

    /// True if the bytes ended before what they encode: the decoder runs at most four bytes ahead.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.missing > 4
    }

    fn read_byte(&mut self) {
        self.missing += usize::from(self.bytes.is_empty());
        let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        self.value = self.value << 8 | u32::from(*first);
    }
}

impl BinaryCoder for RangeDecoder<'_> {
    fn code(&mut self, _: bool, probability: u32) -> bool {
        let middle = middle(self.low, self.high, probability);
        let bit = self.value <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while is_settled(self.low, self.high) {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            self.read_byte();
        }
        bit
    }
}

/// A learned probability.
#[derive(Clone, Copy)]
struct BitCounter {
    probability: u32,
    count: u32,
}

/// Predicts bits from contexts and learns from them.
pub(crate) struct Mixer {
    counters: HashMap<(u8, u32), BitCounter>,
    weights: HashMap<u32, Vec<i32>>,
    stretch: Vec<i16>,
}

/// Maps an opinion in 256ths to a probability in 4096ths: the logistic function, interpolated.
fn squash(opinion: i32) -> i32 {
    const TABLE: [i32; 33] = [
        1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994,
        3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
    ];
    if opinion > STRETCH_MAX {
        return 4095;
    }
    if opinion < -STRETCH_MAX {
        return 0;
    }
    let (weight, index) = (opinion & 127, (opinion >> 7) + 16);
    let at = |index: i32| TABLE[index as usize];
    (at(index) * (128 - weight) + at(index + 1) * weight + 64) >> 7
}

impl Mixer {
    pub(crate) fn new() -> Self {
        // The inverse of `squash`.
        let mut stretch = vec![STRETCH_MAX as i16; 4096];
        let mut from = 0;
        for opinion in -STRETCH_MAX..=STRETCH_MAX {
            let probability = squash(opinion);
            for entry in from..=probability {
                stretch[entry as usize] = opinion as i16;
            }
            from = probability + 1;
        }
        Self {
            counters: HashMap::new(),
            weights: HashMap::new(),
            stretch,
        }
    }

    /// Codes a bit that these contexts predict, and learns from it. `set` names the contexts as a
    /// whole; for each set their number must be the same.
    pub(crate) fn code(
        &mut self,
        coder: &mut impl BinaryCoder,
        set: u8,
        contexts: &[u32],
        bit: bool,
    ) -> bool {
        const START: BitCounter = BitCounter {
            probability: EVEN,
            count: 0,
        };
        let counters: Vec<((u8, u32), BitCounter)> = contexts
            .iter()
            .zip(0_u32..)
            .map(|(context, slot)| {
                let key = (set, context << 3 | slot);
                (key, self.counters.get(&key).copied().unwrap_or(START))
            })
            .collect();
        let opinion = |counter: &BitCounter| {
            let opinion = i32::from(self.stretch[(counter.probability >> 4) as usize]);
            // A context that was never seen has no opinion, a new one only a weak one.
            opinion * CONFIDENCE[counter.count.min(7) as usize] / 16
        };
        let opinions: Vec<i32> = counters
            .iter()
            .map(|(_, counter)| opinion(counter))
            .collect();
        let start = WEIGHT_ONE * 2 / (contexts.len() as i32 + 2);
        let weights = self
            .weights
            .entry(u32::from(set))
            .or_insert_with(|| vec![start; contexts.len()]);
        let sum: i64 = weights
            .iter()
            .zip(&opinions)
            .map(|(weight, opinion)| i64::from(*weight) * i64::from(*opinion))
            .sum();
        let mixed = (sum >> 16).clamp(-i64::from(STRETCH_MAX), i64::from(STRETCH_MAX)) as i32;
        let predicted = squash(mixed).clamp(1, 4094);
        let bit = coder.code(bit, (predicted as u32) << 4 | 8);
        let error = (i32::from(bit) << 12) - predicted;
        for (weight, opinion) in weights.iter_mut().zip(&opinions) {
            *weight += (opinion * error * LEARNING_RATE + (1 << 13)) >> 14;
        }
        for (key, mut counter) in counters {
            counter.count = (counter.count + 1).min(COUNT_MAX);
            let target = if bit { 65535 } else { 0 };
            let step = (target - counter.probability as i32) * 2 / (2 * counter.count as i32 + 1);
            counter.probability = (counter.probability as i32 + step) as u32;
            self.counters.insert(key, counter);
        }
        bit
    }
}

/// Share of an opinion that counts by the number of bits behind it, in 16ths.
const CONFIDENCE: [i32; 8] = [0, 7, 10, 12, 13, 14, 15, 16];
/// Speed at which weights change.
const LEARNING_RATE: i32 = 6;
