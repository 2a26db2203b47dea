//! What is being played: the size of the grid, the length of a line, and the variant with its
//! house rules. This is the one place where the standard 7 × 6 with lines of four is defined.
//!
//! Invariant: a [`Ruleset`] always describes a game that can be played. `(height + 1) × width`
//! is at most 128, because a grid is kept in one 128-bit word a player with one spare bit above
//! each column, and a line fits into the grid in at least one direction.

use core::fmt;

use crate::PowerDisc;

/// The most bits a grid may take, a spare one above each column included.
pub const GRID_BITS_MAX: u32 = 128;
/// The widest grid there is: 64 columns of one row.
pub const WIDTH_MAX: u8 = 64;
/// The highest grid there is: one column of 127 rows.
pub const HEIGHT_MAX: u8 = 127;
/// The shortest line worth the name.
pub const CONNECT_MIN: u8 = 2;
/// The most power discs of one kind a player may hold.
pub const STOCK_MAX: u8 = 3;

/// Who wins when one pop completes a line for both players at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BothConnect {
    /// The player who popped.
    #[default]
    MoverWins,
    /// The opponent of the player who popped.
    OpponentWins,
}

/// How the grid of Pop Ten is filled before the popping starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fill {
    /// The players drop in turn, row by row.
    #[default]
    ByPlayers,
    /// The same, done at once by a dice roll with this seed.
    Random(u64),
}

/// How many power discs of each kind every player starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stock([u8; 4]);

impl Default for Stock {
    /// One of each.
    fn default() -> Self {
        Self([1; 4])
    }
}

impl Stock {
    /// The same number of every kind.
    ///
    /// # Errors
    ///
    /// [`RulesetError::StockTooLarge`] above [`STOCK_MAX`].
    pub const fn of_each(count: u8) -> Result<Self, RulesetError> {
        Self::new([count; 4])
    }

    /// Numbers in the order of [`PowerDisc::ALL`].
    ///
    /// # Errors
    ///
    /// [`RulesetError::StockTooLarge`] if one is above [`STOCK_MAX`].
    pub const fn new(counts: [u8; 4]) -> Result<Self, RulesetError> {
        let mut kind = 0;
        while kind < counts.len() {
            if counts[kind] > STOCK_MAX {
                return Err(RulesetError::StockTooLarge(counts[kind]));
            }
            kind += 1;
        }
        Ok(Self(counts))
    }

    /// How many of this kind there are.
    #[must_use]
    pub const fn count(self, disc: PowerDisc) -> u8 {
        self.0[disc.index()]
    }

    /// One fewer of this kind, if there is one.
    pub(crate) const fn take(mut self, disc: PowerDisc) -> Option<Self> {
        match self.0[disc.index()].checked_sub(1) {
            Some(left) => {
                self.0[disc.index()] = left;
                Some(self)
            }
            None => None,
        }
    }
}

/// Which game is played on the grid, with the house rules in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Drop only; the first line wins.
    #[default]
    Standard,
    /// Drop, or pop an own disc out of the bottom row.
    PopOut(BothConnect),
    /// Fill the grid, then pop discs out of lines until ten are set aside.
    PopTen(Fill),
    /// Standard rules between two outer columns that start full.
    FiveInARow,
    /// Standard rules with a few special discs for each player.
    PowerUp(Stock),
}

impl Variant {
    /// The stable name used in notation and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::PopOut(_) => "pop-out",
            Self::PopTen(_) => "pop-ten",
            Self::FiveInARow => "five-in-a-row",
            Self::PowerUp(_) => "power-up",
        }
    }

    /// Width, height and line length that the variant is usually played with.
    #[must_use]
    pub const fn usual_size(self) -> (u8, u8, u8) {
        match self {
            Self::FiveInARow => (9, 6, 5),
            _ => (7, 6, 4),
        }
    }

    /// True if the only moves are drops of ordinary discs.
    #[must_use]
    pub const fn is_drop_only(self) -> bool {
        matches!(self, Self::Standard | Self::FiveInARow)
    }
}

/// A game's rules as a value.
///
/// ```
/// use foursight_core::{Ruleset, Variant};
///
/// let standard = Ruleset::default();
/// assert_eq!((standard.width(), standard.height(), standard.connect()), (7, 6, 4));
///
/// let large = Ruleset::new(10, 10, 5, Variant::Standard)?;
/// assert_eq!(large.spaces(), 100);
///
/// let refused = Ruleset::new(12, 12, 4, Variant::Standard).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "a 12x12 grid is too large: (height + 1) x width is 156 and may be at most 128",
/// );
/// # Ok::<_, foursight_core::RulesetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ruleset {
    width: u8,
    height: u8,
    connect: u8,
    variant: Variant,
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl Ruleset {
    /// Seven columns, six rows, a line of four.
    pub const STANDARD: Self = Self {
        width: 7,
        height: 6,
        connect: 4,
        variant: Variant::Standard,
    };

    /// Rules for a grid of this size.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] says which measure does not fit.
    pub const fn new(
        width: u8,
        height: u8,
        connect: u8,
        variant: Variant,
    ) -> Result<Self, RulesetError> {
        if width == 0 || height == 0 {
            return Err(RulesetError::Empty { width, height });
        }
        let bits = (height as u32 + 1) * width as u32;
        if bits > GRID_BITS_MAX {
            return Err(RulesetError::TooLarge { width, height });
        }
        let longest = if width > height { width } else { height };
        if connect < CONNECT_MIN || connect > longest {
            return Err(RulesetError::LineDoesNotFit {
                width,
                height,
                connect,
            });
        }
        if matches!(variant, Variant::FiveInARow) && width < 3 {
            return Err(RulesetError::NoRoomBetweenColumns { width });
        }
        Ok(Self {
            width,
            height,
            connect,
            variant,
        })
    }

    /// The variant on the grid it is usually played on.
    #[must_use]
    pub const fn usual(variant: Variant) -> Self {
        let (width, height, connect) = variant.usual_size();
        Self {
            width,
            height,
            connect,
            variant,
        }
    }

    /// How many columns there are.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// How many adjacent discs make a line.
    #[must_use]
    pub const fn connect(self) -> u8 {
        self.connect
    }

    /// Which game is played on the grid.
    #[must_use]
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// How many spaces the grid has.
    #[must_use]
    pub const fn spaces(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// True if the mirror image of every game under these rules is a game under these rules.
    /// The outer columns of Five-in-a-Row and a rolled Pop Ten grid are not their own mirror
    /// images.
    #[must_use]
    pub const fn is_symmetric(self) -> bool {
        !matches!(
            self.variant,
            Variant::FiveInARow | Variant::PopTen(Fill::Random(_))
        )
    }
}

/// Why a ruleset was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesetError {
    /// A grid needs at least one column and one row.
    Empty {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
    },
    /// The grid takes more than [`GRID_BITS_MAX`] bits.
    TooLarge {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
    },
    /// The line is longer than the grid, or shorter than [`CONNECT_MIN`].
    LineDoesNotFit {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
        /// Line length asked for.
        connect: u8,
    },
    /// Five-in-a-Row needs a column between the two that start full.
    NoRoomBetweenColumns {
        /// Columns asked for.
        width: u8,
    },
    /// More than [`STOCK_MAX`] power discs of one kind.
    StockTooLarge(u8),
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty { width, height } => {
                write!(f, "a {width}x{height} grid has no space for a disc")
            }
            Self::TooLarge { width, height } => write!(
                f,
                "a {width}x{height} grid is too large: (height + 1) x width is {} and may be at \
                 most {GRID_BITS_MAX}",
                (u32::from(height) + 1) * u32::from(width)
            ),
            Self::LineDoesNotFit {
                width,
                height,
                connect,
            } if width.max(height) < CONNECT_MIN => {
                write!(
                    f,
                    "no line of {connect} or any other length fits a {width}x{height} grid"
                )
            }
            Self::LineDoesNotFit {
                width,
                height,
                connect,
            } => write!(
                f,
                "a line of {connect} does not fit a {width}x{height} grid: it may have \
                 {CONNECT_MIN} to {} discs",
                width.max(height)
            ),
            Self::NoRoomBetweenColumns { width } => write!(
                f,
                "five-in-a-row fills the two outer columns and needs at least 3, not {width}"
            ),
            Self::StockTooLarge(count) => write!(
                f,
                "a player may hold at most {STOCK_MAX} power discs of a kind, not {count}"
            ),
        }
    }
}

impl core::error::Error for RulesetError {}
