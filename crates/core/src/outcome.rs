//! How games stand and how they end.

use alloc::vec::Vec;

use crate::{Line, Player, Ruleset};

/// Why nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Tie {
    /// No space is left.
    GridFull,
    /// The player to move can do nothing (Pop Out), or neither can (Pop Ten).
    NoMoves,
    /// The same position with the same player to move stood for the third time.
    Repetition,
    /// The game has gone on for [`MOVES_MAX`](crate::MOVES_MAX) moves.
    TooLong,
}

/// The bare fact of how a game ended; [`Outcome`] adds the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// Somebody won.
    Won(Player),
    /// Nobody did.
    Tied(Tie),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Somebody won.
    Won {
        /// Who.
        winner: Player,
        /// All their lines, each with all its discs. Empty in Pop Ten, which is won by discs set
        /// aside.
        lines: Vec<Line>,
    },
    /// Nobody did.
    Tied(Tie),
}

/// The states a game passes through. There are no others, and only the arrows of
/// [`Phase::successors`] lead from one to the next.
///
/// ```text
///   Empty ──► SecondToDrop ◄──► FirstToDrop
///                 │    └──► Tied ◄──┘  │
///                 ▼                    ▼
///             SecondWon             FirstWon
/// ```
///
/// ```
/// use foursight_core::{Column, Game, Phase};
///
/// let start = Game::default();
/// let next = start.drop_in(Column::from_number(4).expect("in range"))?;
/// assert!(start.phase().successors().contains(&next.phase()));
/// assert_eq!(next.phase(), Phase::SecondToDrop);
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Nobody has moved yet; First is to drop.
    Empty,
    /// First is to drop.
    FirstToDrop,
    /// Second is to drop.
    SecondToDrop,
    /// First has won.
    FirstWon,
    /// Second has won.
    SecondWon,
    /// Nobody has won and nobody will.
    Tied,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 6] = [
        Self::Empty,
        Self::FirstToDrop,
        Self::SecondToDrop,
        Self::FirstWon,
        Self::SecondWon,
        Self::Tied,
    ];

    /// The phases that one move can lead to in a game of drops. A move never loses such a game
    /// for the one who makes it, and from the empty grid it ends one only where the line is very
    /// short or the grid very small.
    ///
    /// Variants with pops or second turns also know the arrow from a phase to itself and the
    /// arrow to the opponent's win.
    #[must_use]
    pub const fn successors(self) -> &'static [Self] {
        match self {
            Self::Empty => &[Self::SecondToDrop],
            Self::FirstToDrop => &[Self::SecondToDrop, Self::FirstWon, Self::Tied],
            Self::SecondToDrop => &[Self::FirstToDrop, Self::SecondWon, Self::Tied],
            Self::FirstWon | Self::SecondWon | Self::Tied => &[],
        }
    }

    /// The same on the grid of a ruleset: only the player who fills the last space can tie. That is
    /// Second where the number of spaces is even, as on the standard grid, and First elsewhere.
    pub fn successors_by(self, ruleset: Ruleset) -> impl Iterator<Item = Self> {
        let ties = if ruleset.spaces().is_multiple_of(2) {
            Self::SecondToDrop
        } else {
            Self::FirstToDrop
        };
        let all = self.successors().iter().copied();
        all.filter(move |next| *next != Self::Tied || self == ties)
    }

    /// Who is to move; none once the game is over.
    #[must_use]
    pub const fn to_move(self) -> Option<Player> {
        match self {
            Self::Empty | Self::FirstToDrop => Some(Player::First),
            Self::SecondToDrop => Some(Player::Second),
            Self::FirstWon | Self::SecondWon | Self::Tied => None,
        }
    }

    /// True once nobody can move any more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.to_move().is_none()
    }
}
