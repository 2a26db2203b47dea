//! The machine words that hold a grid: 64 bits where it fits, 128 otherwise.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned word used as a set of spaces. Implemented for `u64` and `u128` only.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + sealed::Sealed
{
    /// No space.
    const ZERO: Self;
    /// The space at the bottom of the leftmost column.
    const ONE: Self;

    /// How many spaces are in the set.
    fn count(self) -> u32;
    /// The number of the lowest bit that is set; the word's width if none is.
    fn lowest(self) -> u32;
    /// The same set in the widest word.
    fn widen(self) -> u128;
    /// The same set, cut to this word.
    fn narrow(wide: u128) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn narrow(wide: u128) -> Self {
                wide as Self
            }
        }
    };
}

word!(u64);
word!(u128);

/// True if the set holds `length` spaces in a row at distance `stride`.
///
/// Each pass keeps the spaces from which a run as long as wanted so far starts, so the number
/// of passes grows with the logarithm of the length: for a line of four, two.
///
/// ```text
///   set            1 1 0 1 1 1 1 0
///   & set >> 1     1 0 0 1 1 1 0 0    runs of 2 start here
///   & that >> 2    0 0 0 1 0 0 0 0    runs of 4 start here
/// ```
#[inline]
pub(crate) fn has_run<W: Word>(set: W, stride: u32, length: u32) -> bool {
    run_starts(set, stride, length) != W::ZERO
}

/// The spaces from which `length` spaces of the set follow each other at distance `stride`.
#[inline]
pub(crate) fn run_starts<W: Word>(set: W, stride: u32, length: u32) -> W {
    let mut starts = set;
    let mut known = 1;
    while known < length {
        let step = if known * 2 <= length {
            known
        } else {
            length - known
        };
        // On a grid where the run cannot fit, the shift may leave the word: then there is none.
        if step * stride >= size_of::<W>() as u32 * 8 {
            return W::ZERO;
        }
        starts = starts & (starts >> (step * stride));
        known += step;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_at_every_length() {
        for length in 1..=9 {
            for stride in [1, 7, 8] {
                let run = (0..length).fold(0_u128, |set, i| set | 1 << (i * stride));
                assert!(has_run(run, stride, length));
                assert!(!has_run(run, stride, length + 1));
                assert!(!has_run(run & !1, stride, length));
            }
        }
    }

    #[test]
    fn a_run_that_leaves_the_word_is_none() {
        assert!(!has_run(u64::MAX, 9, 64));
        assert!(!has_run(u128::MAX, 17, 64));
    }
}
