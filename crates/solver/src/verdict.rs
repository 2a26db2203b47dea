//! Verdicts: the result of a position under perfect play, with the distance to it.

use std::cmp::Ordering;
use std::fmt;

use foursight_core::Position;

use crate::geometry::AnyGeometry;
use crate::score::{plies_left, win_now};

/// Result of a position under perfect play, for the player to move.
///
/// Both players win as fast and lose as slowly as they can. Verdicts are ordered by value: the
/// fastest win is the greatest, the fastest loss the least.
///
/// # Examples
///
/// ```
/// use foursight_solver::Verdict;
///
/// assert!(Verdict::Win { plies: 3 } > Verdict::Win { plies: 5 });
/// assert!(Verdict::Win { plies: 41 } > Verdict::Draw);
/// assert!(Verdict::Draw > Verdict::Loss { plies: 40 });
/// assert!(Verdict::Loss { plies: 40 } > Verdict::Loss { plies: 2 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move completes a line.
    Win {
        /// Plies until the line is complete: 1 means with the next drop.
        plies: u8,
    },
    /// The board fills up without a line.
    Draw,
    /// The opponent completes a line.
    Loss {
        /// Plies until the line is complete: 2 means with the opponent's next drop.
        plies: u8,
    },
}

impl Verdict {
    /// Returns win, draw or loss, without the distance.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Self::Win { .. } => Wdl::Win,
            Self::Draw => Wdl::Draw,
            Self::Loss { .. } => Wdl::Loss,
        }
    }

    /// Returns the score that other solvers use for this verdict of `position`: 0 for a draw,
    /// otherwise one more than the number of discs the winner has left at the end, negative for a
    /// loss.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::Position;
    /// use foursight_solver::Verdict;
    ///
    /// let empty = Position::default();
    /// assert_eq!(Verdict::Win { plies: 41 }.conventional_score(&empty), 1);
    /// assert_eq!(Verdict::Win { plies: 7 }.conventional_score(&empty), 18);
    /// assert_eq!(Verdict::Loss { plies: 40 }.conventional_score(&empty), -2);
    /// ```
    #[must_use]
    pub fn conventional_score(self, position: &Position) -> i32 {
        let (cells, discs) = (
            position.ruleset().cells() as i32,
            position.board().discs() as i32,
        );
        let value = |plies: u8| (cells + 2 - discs - i32::from(plies)) / 2;
        match self {
            Self::Win { plies } => value(plies),
            Self::Draw => 0,
            Self::Loss { plies } => -value(plies),
        }
    }

    /// Converts a score to a verdict.
    pub(crate) fn from_score(geometry: AnyGeometry, discs: i32, score: i32) -> Self {
        debug_assert!(score.abs() <= win_now(geometry, discs));
        match score.cmp(&0) {
            Ordering::Greater => Self::Win {
                plies: plies_left(geometry, discs, score) as u8,
            },
            Ordering::Equal => Self::Draw,
            Ordering::Less => Self::Loss {
                plies: plies_left(geometry, discs, 1 + score) as u8,
            },
        }
    }

    /// Returns the verdict one ply earlier, from the other player's point of view.
    pub(crate) const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Win { plies } => Self::Loss { plies: plies + 1 },
            Self::Draw => Self::Draw,
            Self::Loss { plies } => Self::Win { plies: plies + 1 },
        }
    }

    /// Returns a number that orders verdicts by value.
    const fn rank(self) -> i32 {
        match self {
            Self::Win { plies } => 1000 - plies as i32,
            Self::Draw => 0,
            Self::Loss { plies } => plies as i32 - 1000,
        }
    }
}

impl Ord for Verdict {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { plies } => write!(f, "win in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss { plies } => write!(f, "loss in {plies}"),
        }
    }
}

/// A verdict without the distance, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The opponent completes a line.
    Loss,
    /// The board fills up without a line.
    Draw,
    /// The player to move completes a line.
    Win,
}

/// A value that a search found exactly, or bounded if its limits ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundedValue<T> {
    /// The exact value.
    Exact(T),
    /// The limits ran out; the value lies between these two, inclusive.
    Bounds {
        /// Lower bound, for the player to move.
        lower: T,
        /// Upper bound, for the player to move.
        upper: T,
    },
}

impl<T: PartialEq> BoundedValue<T> {
    pub(crate) fn new(worst: T, best: T) -> Self {
        if worst == best {
            Self::Exact(worst)
        } else {
            Self::Bounds {
                lower: worst,
                upper: best,
            }
        }
    }

    /// Returns the exact value, if it was found.
    pub fn exact(self) -> Option<T> {
        match self {
            Self::Exact(truth) => Some(truth),
            Self::Bounds { .. } => None,
        }
    }

    /// Maps both bounds with `change`, which must reverse the order.
    pub(crate) fn reversed<U: PartialEq>(self, change: impl Fn(T) -> U) -> BoundedValue<U> {
        match self {
            Self::Exact(truth) => BoundedValue::Exact(change(truth)),
            Self::Bounds {
                lower: worst,
                upper: best,
            } => BoundedValue::new(change(best), change(worst)),
        }
    }
}
