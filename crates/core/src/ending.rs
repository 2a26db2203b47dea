//! Endings of a game: by its moves, or by the players or the clock (resignation, time, departure,
//! agreement). The rules produce only the former, and nothing here knows a clock or a seat.
//!
//! The other reasons are here and not in the crate of tables, because game records hold them too:
//! records and tables both build on the rules and do not know each other, so this is the only
//! place where both, and the messages between programs, can share one type.

use crate::{DrawRule, End, Player};

/// Reason for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum WinReason {
    /// By the rules: a line, or ten discs set aside.
    Rules,
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent left.
    Departure,
}

/// Reason for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum DrawReason {
    /// The players agreed.
    Agreement,
    /// By the rules.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Rules(DrawRule),
}

/// End of a game with its reason. [`End`] is the part that the rules determine.
///
/// ```
/// use foursight_core::{End, Ending, Player, WinReason};
///
/// let ending = Ending::from(End::Won(Player::First));
/// assert_eq!(ending, Ending::Won(Player::First, WinReason::Rules));
/// assert!(ending.is_by_rules());
/// assert!(!Ending::Aborted.is_by_rules());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player won.
    Won(Player, WinReason),
    /// The game is a draw.
    Draw(DrawReason),
    /// The game was aborted without a result.
    Aborted,
}

impl Ending {
    /// Returns true if the moves alone determine this ending.
    #[must_use]
    pub const fn is_by_rules(self) -> bool {
        matches!(
            self,
            Self::Won(_, WinReason::Rules) | Self::Draw(DrawReason::Rules(_))
        )
    }

    /// Returns the winner, or `None` for a draw and for an aborted game.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Won(winner, _) => Some(winner),
            Self::Draw(_) | Self::Aborted => None,
        }
    }
}

impl From<End> for Ending {
    fn from(end: End) -> Self {
        match end {
            End::Won(winner) => Self::Won(winner, WinReason::Rules),
            End::Draw(draw) => Self::Draw(DrawReason::Rules(draw)),
        }
    }
}
