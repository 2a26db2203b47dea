//! How a game ended and why: by its moves, or by what the players did beside the grid.

use crate::{End, Player, Tie};

/// How somebody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WonBy {
    /// By the rules: a line, or ten discs set aside.
    Rules,
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent left.
    Departure,
}

/// How a game was tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TiedBy {
    /// By the rules.
    Rules(Tie),
    /// The players agreed.
    Agreement,
}

/// How a game ended, with the reason. [`End`] is the part of it that the rules know.
///
/// ```
/// use foursight_core::{End, Ending, Player, WonBy};
///
/// let ending = Ending::from(End::Won(Player::First));
/// assert_eq!(ending, Ending::Won(Player::First, WonBy::Rules));
/// assert!(ending.is_by_rules());
/// assert!(!Ending::Aborted.is_by_rules());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player won.
    Won(Player, WonBy),
    /// Nobody won.
    Tied(TiedBy),
    /// It was given up without a result.
    Aborted,
}

impl Ending {
    /// True if the moves alone have this ending, so that no player had to say it.
    #[must_use]
    pub const fn is_by_rules(self) -> bool {
        matches!(
            self,
            Self::Won(_, WonBy::Rules) | Self::Tied(TiedBy::Rules(_))
        )
    }

    /// Who won, if a player did.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Won(winner, _) => Some(winner),
            Self::Tied(_) | Self::Aborted => None,
        }
    }
}

impl From<End> for Ending {
    fn from(end: End) -> Self {
        match end {
            End::Won(winner) => Self::Won(winner, WonBy::Rules),
            End::Tied(tie) => Self::Tied(TiedBy::Rules(tie)),
        }
    }
}
