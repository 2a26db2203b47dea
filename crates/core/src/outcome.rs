//! Phases and outcomes of games.

use alloc::vec::Vec;

use crate::{Line, Player, Ruleset};

/// Reason for a draw by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum DrawRule {
    /// No cell is empty.
    #[cfg_attr(feature = "serde", serde(rename = "grid_full"))]
    BoardFull,
    /// The player to move has no move (Pop Out), or neither player has one (Pop Ten).
    NoMoves,
    /// The position occurred for the third time with the same player to move.
    Repetition,
    /// The game reached [`MOVES_MAX`](crate::MOVES_MAX) moves.
    TooLong,
}

/// End of a game by the rules; [`Outcome`] adds the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// This player won.
    Won(Player),
    /// The game is a draw.
    Draw(DrawRule),
}

/// End of a game by the rules, with the winning lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player won.
    Won {
        /// Player who won.
        winner: Player,
        /// All lines of the winner at their full length. Empty in Pop Ten, which is won by discs
        /// set aside.
        lines: Vec<Line>,
    },
    /// The game is a draw.
    Draw(DrawRule),
}

/// The states of a game. The only transitions are those of [`Phase::successors`].
///
/// ```text
///   Empty ──► SecondToDrop ◄──► FirstToDrop
///                 │    └──► Draw ◄──┘  │
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
    /// No move has been played; First is to drop.
    Empty,
    /// First is to drop.
    FirstToDrop,
    /// Second is to drop.
    SecondToDrop,
    /// First has won.
    FirstWon,
    /// Second has won.
    SecondWon,
    /// The game is a draw.
    Draw,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 6] = [
        Self::Empty,
        Self::FirstToDrop,
        Self::SecondToDrop,
        Self::FirstWon,
        Self::SecondWon,
        Self::Draw,
    ];

    /// Returns the phases that one move can lead to in a drop-only game. Such a move never loses
    /// the game for its player, and from the empty board it ends the game only where the line is
    /// very short or the board very small.
    ///
    /// Variants with pops or second turns also allow the transition from a phase to itself and the
    /// transition to the opponent's win.
    #[must_use]
    pub const fn successors(self) -> &'static [Self] {
        match self {
            Self::Empty => &[Self::SecondToDrop],
            Self::FirstToDrop => &[Self::SecondToDrop, Self::FirstWon, Self::Draw],
            Self::SecondToDrop => &[Self::FirstToDrop, Self::SecondWon, Self::Draw],
            Self::FirstWon | Self::SecondWon | Self::Draw => &[],
        }
    }

    /// Returns the [`successors`](Self::successors) on the board of a ruleset, where only the
    /// player who fills the last cell can draw: Second if the number of cells is even, as on the
    /// standard board, otherwise First.
    pub fn successors_under(self, ruleset: Ruleset) -> impl Iterator<Item = Self> {
        let draws = if ruleset.cells().is_multiple_of(2) {
            Self::SecondToDrop
        } else {
            Self::FirstToDrop
        };
        let all = self.successors().iter().copied();
        all.filter(move |next| *next != Self::Draw || self == draws)
    }

    /// Returns the player to move, or `None` once the game is over.
    #[must_use]
    pub const fn to_move(self) -> Option<Player> {
        match self {
            Self::Empty | Self::FirstToDrop => Some(Player::First),
            Self::SecondToDrop => Some(Player::Second),
            Self::FirstWon | Self::SecondWon | Self::Draw => None,
        }
    }

    /// Returns true once the game has ended.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.to_move().is_none()
    }
}
