//! Bitboards: integers used as sets of cells, 64 bits where the board fits, 128 otherwise.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer used as a set of cells. Implemented for `u64` and `u128` only.
pub trait Bitboard:
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
    /// The empty set.
    const ZERO: Self;
    /// The bottom cell of the leftmost column.
    const ONE: Self;

    /// Returns the number of cells in the set.
    fn count(self) -> u32;
    /// Returns the index of the lowest set bit, or the width of the integer for the empty set.
    fn lowest_bit(self) -> u32;
    /// Converts the set to 128 bits.
    fn widen(self) -> u128;
    /// Truncates a 128-bit set to this type.
    fn truncate(wide: u128) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! impl_bitboard {
    ($type:ty) => {
        impl Bitboard for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest_bit(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn truncate(wide: u128) -> Self {
                wide as Self
            }
        }
    };
}

impl_bitboard!(u64);
impl_bitboard!(u128);

/// Returns true if the set holds `length` cells in a row at distance `stride`.
///
/// Each pass doubles the length of the runs whose first cells remain set, so the number of passes
/// is logarithmic in the length: two for a line of four.
///
/// ```text
///   set            1 1 0 1 1 1 1 0
///   & set >> 1     1 0 0 1 1 1 0 0    runs of 2 start here
///   & that >> 2    0 0 0 1 0 0 0 0    runs of 4 start here
/// ```
#[inline]
pub(crate) fn has_run<W: Bitboard>(set: W, stride: u32, length: u32) -> bool {
    run_starts(set, stride, length) != W::ZERO
}

/// Returns the cells at which a run of `length` cells at distance `stride` starts.
#[inline]
pub(crate) fn run_starts<W: Bitboard>(set: W, stride: u32, length: u32) -> W {
    let mut starts = set;
    let mut run = 1;
    while run < length {
        let growth = if run * 2 <= length { run } else { length - run };
        // A run that does not fit the board may shift by the full width or more, which would
        // overflow.
        if growth * stride >= size_of::<W>() as u32 * 8 {
            return W::ZERO;
        }
        starts = starts & (starts >> (growth * stride));
        run += growth;
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
    fn a_run_longer_than_the_integer_is_not_found() {
        assert!(!has_run(u64::MAX, 9, 64));
        assert!(!has_run(u128::MAX, 17, 64));
    }
}
