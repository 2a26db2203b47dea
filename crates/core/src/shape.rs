//! Sizes of grids as types, so that the standard grid's measures are constants to the compiler.

use core::fmt::Debug;
use core::hash::Hash;

use crate::Ruleset;
use crate::grid::floor;
use crate::word::Word;

/// The measures of a grid of drops, and the word that holds it.
pub trait Shape: Copy + Eq + Ord + Hash + Debug {
    /// One bit a space and one fence bit a column.
    type Word: Word;

    /// How many columns there are.
    fn width(self) -> u32;
    /// How many rows there are.
    fn height(self) -> u32;
    /// How many adjacent discs make a line.
    fn connect(self) -> u32;
    /// The bottom space of every column.
    fn floor(self) -> Self::Word;
    /// Every space.
    fn spaces(self) -> Self::Word;
}

/// The standard 7 × 6 with lines of four, known at compile time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Classic;

impl Classic {
    const WIDTH: u32 = Ruleset::STANDARD.width() as u32;
    const HEIGHT: u32 = Ruleset::STANDARD.height() as u32;
    const FLOOR: u64 = floor(Self::WIDTH, Self::HEIGHT + 1) as u64;
}

impl Shape for Classic {
    type Word = u64;

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
    fn spaces(self) -> u64 {
        Self::FLOOR * ((1 << Self::HEIGHT) - 1)
    }
}

/// Any other grid that fits the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Measured<W> {
    width: u8,
    height: u8,
    connect: u8,
    floor: W,
    spaces: W,
}

impl<W: Word> Measured<W> {
    /// The measures of a ruleset, if its grid fits this word.
    ///
    /// ```
    /// use foursight_core::{Drops, Measured, Ruleset, Variant};
    ///
    /// let large = Ruleset::new(10, 10, 4, Variant::Standard)?;
    /// assert!(Measured::<u64>::of(large).is_none());
    /// let shape = Measured::<u128>::of(large).expect("110 bits");
    /// assert_eq!(Drops::empty(shape).perft(2), 100);
    /// # Ok::<_, foursight_core::RulesetError>(())
    /// ```
    #[must_use]
    pub fn of(ruleset: Ruleset) -> Option<Self> {
        let (width, height) = (u32::from(ruleset.width()), u32::from(ruleset.height()));
        if width * (height + 1) > size_of::<W>() as u32 * 8 {
            return None;
        }
        let floor = floor(width, height + 1);
        let spaces = (0..height).fold(0, |set, row| set | floor << row);
        Some(Self {
            width: ruleset.width(),
            height: ruleset.height(),
            connect: ruleset.connect(),
            floor: W::narrow(floor),
            spaces: W::narrow(spaces),
        })
    }
}

impl<W: Word> Shape for Measured<W> {
    type Word = W;

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
    fn spaces(self) -> W {
        self.spaces
    }
}
