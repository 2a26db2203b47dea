//! Board sizes that can be solved.

use std::fmt;

use foursight_core::{Ruleset, Variant};

use crate::geometry::{AnyGeometry, BoardGeometry};
use crate::options::SolveError;

/// A board size that can be solved: the standard rules and lines of four, on at most 64 bits.
///
/// # Examples
///
/// ```
/// use foursight_core::{Ruleset, Variant};
/// use foursight_solver::book::BoardSize;
///
/// assert_eq!(BoardSize::of(Ruleset::default()), Ok(BoardSize::STANDARD));
/// let small = BoardSize::of(Ruleset::new(5, 4, 4, Variant::Standard)?)?;
/// assert_eq!(small.to_string(), "5x4");
/// assert!(BoardSize::of(Ruleset::new(9, 9, 4, Variant::Standard)?).is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize(pub(super) AnyGeometry);

impl BoardSize {
    /// Seven columns, six rows.
    pub const STANDARD: Self = Self(AnyGeometry::STANDARD);
    /// Length of a line.
    pub(crate) const CONNECT: u8 = 4;

    /// Returns the board size of a ruleset.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the ruleset cannot be solved.
    pub fn of(ruleset: Ruleset) -> Result<Self, SolveError> {
        if ruleset.variant() != Variant::Standard {
            return Err(SolveError::Variant(ruleset.variant()));
        }
        if ruleset.connect() != Self::CONNECT {
            return Err(SolveError::Connect(ruleset.connect()));
        }
        let (width, height) = (ruleset.width(), ruleset.height());
        let geometry = AnyGeometry::new(width.into(), height.into());
        geometry
            .map(Self)
            .ok_or(SolveError::Board { width, height })
    }

    /// Returns the board size, or `None` if no line fits it or it does not fit a word.
    pub(super) fn new(width: u8, height: u8) -> Option<Self> {
        let ruleset = Ruleset::new(width, height, Self::CONNECT, Variant::Standard);
        Self::of(ruleset.ok()?).ok()
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn width(self) -> u8 {
        self.0.width() as u8
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(self) -> u8 {
        self.0.height() as u8
    }

    /// Returns the standard rules on a board of this size.
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

    /// Returns the maximum depth of a book: the format has a limit, and a full board has no
    /// verdict.
    #[must_use]
    pub fn plies_max(self) -> u32 {
        super::BOOK_PLIES_MAX.min(self.0.area() as u32 - 1)
    }

    /// Returns the score of the fastest win, which takes seven plies.
    pub(super) fn score_max(self) -> u8 {
        ((self.0.area() - 5).max(0) / 2) as u8
    }

    /// Returns the number of distinct scores a position can have.
    pub(super) fn symbols(self) -> usize {
        2 * usize::from(self.score_max()) + 1
    }

    pub(crate) const fn geometry(self) -> AnyGeometry {
        self.0
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width(), self.height())
    }
}
