//! The grids that books are made for.

use std::fmt;

use foursight_core::{Ruleset, Variant};

use crate::options::SolveError;
use crate::shape::{AnyShape, Shape};

/// A grid that can be solved: the standard rules and lines of four, on at most 64 bits.
///
/// # Examples
///
/// ```
/// use foursight_core::{Ruleset, Variant};
/// use foursight_solver::book::Size;
///
/// assert_eq!(Size::of(Ruleset::default()), Ok(Size::STANDARD));
/// let small = Size::of(Ruleset::new(5, 4, 4, Variant::Standard)?)?;
/// assert_eq!(small.to_string(), "5x4");
/// assert!(Size::of(Ruleset::new(9, 9, 4, Variant::Standard)?).is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub(super) AnyShape);

impl Size {
    /// Seven columns, six rows.
    pub const STANDARD: Self = Self(AnyShape::STANDARD);
    /// Discs in a line.
    pub(crate) const CONNECT: u8 = 4;

    /// The grid of a ruleset.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says why it cannot be solved.
    pub fn of(ruleset: Ruleset) -> Result<Self, SolveError> {
        if ruleset.variant() != Variant::Standard {
            return Err(SolveError::Variant(ruleset.variant()));
        }
        if ruleset.connect() != Self::CONNECT {
            return Err(SolveError::Connect(ruleset.connect()));
        }
        let (width, height) = (ruleset.width(), ruleset.height());
        let shape = AnyShape::new(width.into(), height.into());
        shape.map(Self).ok_or(SolveError::Grid { width, height })
    }

    /// The grid of so many columns and rows, if a line fits it and it fits a word.
    pub(super) fn new(width: u8, height: u8) -> Option<Self> {
        let ruleset = Ruleset::new(width, height, Self::CONNECT, Variant::Standard);
        Self::of(ruleset.ok()?).ok()
    }

    /// Its number of columns.
    #[must_use]
    pub fn width(self) -> u8 {
        self.0.width() as u8
    }

    /// Its number of rows.
    #[must_use]
    pub fn height(self) -> u8 {
        self.0.height() as u8
    }

    /// The rules that are played on it.
    ///
    /// # Panics
    ///
    /// Never: only rulesets become a size.
    #[must_use]
    pub fn ruleset(self) -> Ruleset {
        Ruleset::new(
            self.width(),
            self.height(),
            Self::CONNECT,
            Variant::Standard,
        )
        .expect("only rulesets become a size")
    }

    /// The deepest book of this grid: the format has a limit, and a full grid has no verdict.
    #[must_use]
    pub fn plies_max(self) -> u32 {
        super::BOOK_PLIES_MAX.min(self.0.area() as u32 - 1)
    }

    /// The score of the fastest win, which takes seven plies.
    pub(super) fn score_max(self) -> u8 {
        ((self.0.area() - 5).max(0) / 2) as u8
    }

    /// How many scores a position can have.
    pub(super) fn symbols(self) -> usize {
        2 * usize::from(self.score_max()) + 1
    }

    pub(crate) const fn shape(self) -> AnyShape {
        self.0
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width(), self.height())
    }
}
