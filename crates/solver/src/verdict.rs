//! Verdicts: what perfect play makes of a position, in words a player would use.

use std::cmp::Ordering;
use std::fmt;

use foursight_core::Position;

use crate::score::{plies_left, win_now};
use crate::shape::AnyShape;

/// What perfect play makes of a position, for the player to move.
///
/// Both players are as quick to win and as slow to lose as they can. Verdicts are ordered by how
/// good they are: the fastest win is the greatest, the fastest loss the least.
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
        /// The line is complete with so many plies from now: 1 means with the next drop.
        plies: u8,
    },
    /// The grid fills up without a line.
    Draw,
    /// The opponent completes a line.
    Loss {
        /// The line is complete with so many plies from now: 2 means with his next drop.
        plies: u8,
    },
}

impl Verdict {
    /// Win, draw or loss, without the distance.
    #[must_use]
    pub const fn prospect(self) -> Prospect {
        match self {
            Self::Win { .. } => Prospect::Win,
            Self::Draw => Prospect::Draw,
            Self::Loss { .. } => Prospect::Loss,
        }
    }

    /// The integer other solvers use for this verdict of `position`: 0 for a draw, otherwise one
    /// more than the number of discs the winner has left at the end, negative for a loss.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::Position;
    /// use foursight_solver::Verdict;
    ///
    /// let empty = Position::default();
    /// assert_eq!(Verdict::Win { plies: 41 }.conventional(&empty), 1);
    /// assert_eq!(Verdict::Win { plies: 7 }.conventional(&empty), 18);
    /// assert_eq!(Verdict::Loss { plies: 40 }.conventional(&empty), -2);
    /// ```
    #[must_use]
    pub fn conventional(self, position: &Position) -> i32 {
        let (spaces, discs) = (
            position.ruleset().spaces() as i32,
            position.grid().discs() as i32,
        );
        let value = |plies: u8| (spaces + 2 - discs - i32::from(plies)) / 2;
        match self {
            Self::Win { plies } => value(plies),
            Self::Draw => 0,
            Self::Loss { plies } => -value(plies),
        }
    }

    /// The verdict behind a score.
    pub(crate) fn from_score(shape: AnyShape, discs: i32, score: i32) -> Self {
        debug_assert!(score.abs() <= win_now(shape, discs));
        match score.cmp(&0) {
            Ordering::Greater => Self::Win {
                plies: plies_left(shape, discs, score) as u8,
            },
            Ordering::Equal => Self::Draw,
            Ordering::Less => Self::Loss {
                plies: plies_left(shape, discs, 1 + score) as u8,
            },
        }
    }

    /// The same line as seen one ply earlier by the other player.
    pub(crate) const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Win { plies } => Self::Loss { plies: plies + 1 },
            Self::Draw => Self::Draw,
            Self::Loss { plies } => Self::Win { plies: plies + 1 },
        }
    }

    /// A number that grows with how good the verdict is.
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
pub enum Prospect {
    /// The opponent completes a line.
    Loss,
    /// The grid fills up without a line.
    Draw,
    /// The player to move completes a line.
    Win,
}

/// What a search found out: all of it, or as much as its limits allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<T> {
    /// This is the truth.
    Exact(T),
    /// The limits ran out; the truth lies between these two, both included.
    Between {
        /// It is at least as good as this for the player to move.
        worst: T,
        /// It is at most as good as this.
        best: T,
    },
}

impl<T: PartialEq> Answer<T> {
    pub(crate) fn new(worst: T, best: T) -> Self {
        if worst == best {
            Self::Exact(worst)
        } else {
            Self::Between { worst, best }
        }
    }

    /// The truth, if it was found.
    pub fn exact(self) -> Option<T> {
        match self {
            Self::Exact(truth) => Some(truth),
            Self::Between { .. } => None,
        }
    }

    /// The same with each bound replaced. `change` must exchange better and worse.
    pub(crate) fn reversed<U: PartialEq>(self, change: impl Fn(T) -> U) -> Answer<U> {
        match self {
            Self::Exact(truth) => Answer::Exact(change(truth)),
            Self::Between { worst, best } => Answer::new(change(best), change(worst)),
        }
    }
}
