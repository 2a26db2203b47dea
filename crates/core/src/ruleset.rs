//! Rulesets: board size, line length, and the variant with its house rules. This is the only place
//! that defines the standard 7 × 6 with lines of four.
//!
//! Invariant: a [`Ruleset`] always describes a playable game. `(height + 1) × width` is at most
//! 128, because a board takes one 128-bit bitboard per player with one sentinel bit above each
//! column; a line fits the board in at least one direction; and either player can win.

use core::fmt;

use crate::{POP_TEN_GOAL, PowerDisc};

/// Most bits a board may take, the sentinel bit above each column included.
pub const BOARD_BITS_MAX: u32 = 128;
/// Width of the widest board: 64 columns of one row.
pub const WIDTH_MAX: u8 = 64;
/// Height of the tallest board: one column of 127 rows.
pub const HEIGHT_MAX: u8 = 127;
/// Length of the shortest line.
pub const CONNECT_MIN: u8 = 2;
/// Most power discs of one kind that a player may hold.
pub const STOCK_MAX: u8 = 3;

/// Winner when one pop completes lines for both players at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BothConnectRule {
    /// The player who popped.
    #[default]
    MoverWins,
    /// The opponent of the player who popped.
    OpponentWins,
}

/// Method by which the board of Pop Ten is filled before popping starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fill {
    /// The players drop in turn, row by row.
    #[default]
    ByPlayers,
    /// Random drops in turn, row by row, generated at once from this seed.
    Random(u64),
}

/// Number of power discs of each kind that every player starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stock([u8; 4]);

impl Default for Stock {
    /// One of each.
    fn default() -> Self {
        Self([1; 4])
    }
}

impl Stock {
    /// Returns a stock with the same number of every kind.
    ///
    /// # Errors
    ///
    /// [`RulesetError::StockTooLarge`] above [`STOCK_MAX`].
    pub const fn of_each(count: u8) -> Result<Self, RulesetError> {
        Self::new([count; 4])
    }

    /// Returns a stock with these numbers, in the order of [`PowerDisc::ALL`].
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

    /// Number of discs of this kind.
    #[must_use]
    pub const fn count(self, disc: PowerDisc) -> u8 {
        self.0[disc.index()]
    }

    /// Returns the stock with one disc of this kind fewer, or `None` if there is none.
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

/// The variant, with the house rules in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Drop only; the first line wins.
    #[default]
    Standard,
    /// Drop, or pop one's own disc out of the bottom row.
    PopOut(BothConnectRule),
    /// Fill the board, then pop discs out of lines until ten are set aside.
    PopTen(Fill),
    /// Standard rules between two outer columns that start full.
    FiveInARow,
    /// Standard rules with a few special discs for each player.
    PowerUp(Stock),
}

impl Variant {
    /// Returns the stable name used in notation and on the command line.
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

    /// Returns the usual width, height and line length of the variant.
    #[must_use]
    pub const fn default_size(self) -> (u8, u8, u8) {
        match self {
            Self::FiveInARow => (9, 6, 5),
            _ => (7, 6, 4),
        }
    }

    /// Returns true if the only moves are drops of ordinary discs.
    #[must_use]
    pub const fn is_drop_only(self) -> bool {
        matches!(self, Self::Standard | Self::FiveInARow)
    }
}

/// The rules of a game as a value.
///
/// ```
/// use foursight_core::{Ruleset, Variant};
///
/// let standard = Ruleset::default();
/// assert_eq!((standard.width(), standard.height(), standard.connect()), (7, 6, 4));
///
/// let large = Ruleset::new(10, 10, 5, Variant::Standard)?;
/// assert_eq!(large.cells(), 100);
///
/// let error = Ruleset::new(12, 12, 4, Variant::Standard).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a 12x12 board is too large: (height + 1) x width is 156 and may be at most 128",
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

    /// Returns the rules for a board of this size.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] says which dimension does not fit.
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
        if bits > BOARD_BITS_MAX {
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
        if matches!(variant, Variant::PopTen(_)) && cells(width, height) < pop_ten_cells(connect) {
            return Err(RulesetError::TooFewDiscs {
                width,
                height,
                connect,
            });
        }
        Ok(Self {
            width,
            height,
            connect,
            variant,
        })
    }

    /// Returns the rules of the variant on its usual board.
    #[must_use]
    pub const fn default_for(variant: Variant) -> Self {
        let (width, height, connect) = variant.default_size();
        Self {
            width,
            height,
            connect,
            variant,
        }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of adjacent discs that make a line.
    #[must_use]
    pub const fn connect(self) -> u8 {
        self.connect
    }

    /// The variant, with the house rules in force.
    #[must_use]
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// Number of cells of the board.
    #[must_use]
    pub const fn cells(self) -> usize {
        cells(self.width, self.height)
    }

    /// Returns true if the mirror image of every game under these rules is a game under these
    /// rules. The outer columns of Five-in-a-Row and a randomly filled Pop Ten board are not their
    /// own mirror images.
    #[must_use]
    pub const fn is_symmetric(self) -> bool {
        !matches!(
            self.variant,
            Variant::FiveInARow | Variant::PopTen(Fill::Random(_))
        )
    }
}

const fn cells(width: u8, height: u8) -> usize {
    width as usize * height as usize
}

/// Returns the number of cells of the smallest Pop Ten board on which either player can win. The
/// last disc set aside comes out of a line, so before that pop its owner still needs a line's worth
/// of discs.
const fn pop_ten_cells(connect: u8) -> usize {
    2 * (POP_TEN_GOAL as usize - 1 + connect as usize)
}

/// Reason why a ruleset is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesetError {
    /// The board has no column or no row.
    Empty {
        /// Requested columns.
        width: u8,
        /// Requested rows.
        height: u8,
    },
    /// The board takes more than [`BOARD_BITS_MAX`] bits.
    TooLarge {
        /// Requested columns.
        width: u8,
        /// Requested rows.
        height: u8,
    },
    /// The line is longer than the board, or shorter than [`CONNECT_MIN`].
    LineDoesNotFit {
        /// Requested columns.
        width: u8,
        /// Requested rows.
        height: u8,
        /// Requested line length.
        connect: u8,
    },
    /// Five-in-a-Row needs a column between the two that start full.
    NoRoomBetweenColumns {
        /// Requested columns.
        width: u8,
    },
    /// Neither player of Pop Ten could set enough discs aside.
    TooFewDiscs {
        /// Requested columns.
        width: u8,
        /// Requested rows.
        height: u8,
        /// Requested line length.
        connect: u8,
    },
    /// More than [`STOCK_MAX`] power discs of one kind.
    StockTooLarge(u8),
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty { width, height } => {
                write!(f, "a {width}x{height} board has no cell for a disc")
            }
            Self::TooLarge { width, height } => write!(
                f,
                "a {width}x{height} board is too large: (height + 1) x width is {} and may be at \
                 most {BOARD_BITS_MAX}",
                (u32::from(height) + 1) * u32::from(width)
            ),
            Self::LineDoesNotFit {
                width,
                height,
                connect,
            } if width.max(height) < CONNECT_MIN => {
                write!(
                    f,
                    "no line of {connect} or any other length fits a {width}x{height} board"
                )
            }
            Self::LineDoesNotFit {
                width,
                height,
                connect,
            } => write!(
                f,
                "a line of {connect} does not fit a {width}x{height} board: it may have \
                 {CONNECT_MIN} to {} discs",
                width.max(height)
            ),
            Self::NoRoomBetweenColumns { width } => write!(
                f,
                "five-in-a-row fills the two outer columns and needs at least 3, not {width}"
            ),
            Self::TooFewDiscs {
                width,
                height,
                connect,
            } => write!(
                f,
                "a {width}x{height} board has too few discs to set {POP_TEN_GOAL} aside out of \
                 lines of {connect}: pop-ten needs at least {} cells, not {}",
                pop_ten_cells(connect),
                cells(width, height)
            ),
            Self::StockTooLarge(count) => write!(
                f,
                "a player may hold at most {STOCK_MAX} power discs of a kind, not {count}"
            ),
        }
    }
}

impl core::error::Error for RulesetError {}
