//! Board dimensions as types, so that those of the standard board are compile-time constants.

use core::fmt::Debug;
use core::hash::Hash;

use crate::Ruleset;
use crate::bitboard::Bitboard;
use crate::board::floor;

/// Dimensions of a drop-only board, and the integer type of its bitboards.
pub trait Shape: Copy + Eq + Ord + Hash + Debug {
    /// Integer with one bit per cell and one sentinel bit per column.
    type Bitboard: Bitboard;

    /// Number of columns.
    fn width(self) -> u32;
    /// Number of rows.
    fn height(self) -> u32;
    /// Number of adjacent discs that make a line.
    fn connect(self) -> u32;
    /// The set of the bottom cells of all columns.
    fn floor(self) -> Self::Bitboard;
    /// The set of all cells.
    fn cells(self) -> Self::Bitboard;
}

/// The standard 7 × 6 with lines of four, known at compile time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StandardShape;

impl StandardShape {
    const WIDTH: u32 = Ruleset::STANDARD.width() as u32;
    const HEIGHT: u32 = Ruleset::STANDARD.height() as u32;
    const FLOOR: u64 = floor(Self::WIDTH, Self::HEIGHT + 1) as u64;
}

impl Shape for StandardShape {
    type Bitboard = u64;

    #[inline]
    fn width(self) -> u32 {
        Self::WIDTH
    }

    #[inline]
    fn height(self) -> u32 {
        Self::HEIGHT
    }

    #[inline]
    fn connect(self) -> u32 {
        Ruleset::STANDARD.connect().into()
    }

    #[inline]
    fn floor(self) -> u64 {
        Self::FLOOR
    }

    #[inline]
    fn cells(self) -> u64 {
        Self::FLOOR * ((1 << Self::HEIGHT) - 1)
    }
}

/// Dimensions known at run time, for any board that fits the integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DynShape<W> {
    width: u8,
    height: u8,
    connect: u8,
    floor: W,
    cells: W,
}

impl<W: Bitboard> DynShape<W> {
    /// Returns the dimensions of a ruleset, or `None` if its board does not fit the integer type.
    ///
    /// ```
    /// use foursight_core::{DropPosition, DynShape, Ruleset, Variant};
    ///
    /// let large = Ruleset::new(10, 10, 4, Variant::Standard)?;
    /// assert!(DynShape::<u64>::of(large).is_none());
    /// let shape = DynShape::<u128>::of(large).expect("110 bits");
    /// assert_eq!(DropPosition::empty(shape).perft(2), 100);
    /// # Ok::<_, foursight_core::RulesetError>(())
    /// ```
    #[must_use]
    pub fn of(ruleset: Ruleset) -> Option<Self> {
        let (width, height) = (u32::from(ruleset.width()), u32::from(ruleset.height()));
        if width * (height + 1) > size_of::<W>() as u32 * 8 {
            return None;
        }
        let floor = floor(width, height + 1);
        let cells = (0..height).fold(0, |set, row| set | floor << row);
        Some(Self {
            width: ruleset.width(),
            height: ruleset.height(),
            connect: ruleset.connect(),
            floor: W::truncate(floor),
            cells: W::truncate(cells),
        })
    }
}

impl<W: Bitboard> Shape for DynShape<W> {
    type Bitboard = W;

    #[inline]
    fn width(self) -> u32 {
        self.width.into()
    }

    #[inline]
    fn height(self) -> u32 {
        self.height.into()
    }

    #[inline]
    fn connect(self) -> u32 {
        self.connect.into()
    }

    #[inline]
    fn floor(self) -> W {
        self.floor
    }

    #[inline]
    fn cells(self) -> W {
        self.cells
    }
}
