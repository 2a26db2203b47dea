//! The two players. Colours and names belong to the apps; the rules know only the order.

use core::fmt;

/// Who is to move, or who owns a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Makes the first move of the game.
    First,
    /// Makes the second move of the game.
    Second,
}

impl Player {
    /// Both players, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The one who sits across the grid.
    ///
    /// ```
    /// use foursight_core::Player;
    ///
    /// assert_eq!(Player::First.opponent(), Player::Second);
    /// ```
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for First, 1 for Second: the place in an array with one entry a player.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "First",
            Self::Second => "Second",
        })
    }
}
