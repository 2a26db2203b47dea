//! Moves, and the reasons why a position rejects one.

use core::fmt;

use crate::{Column, Disc, DiscKind, PowerDisc};

/// One move (ply) of a game. Some variants let a player make several in a turn: then
/// [`Position::to_move`](crate::Position::to_move) names the same player again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Put an ordinary disc into a column.
    Drop(Column),
    /// Put a power disc into a column (Power Up).
    Power(PowerDisc, Column),
    /// Take one's own disc out of the bottom row (Pop Out, Pop Ten).
    Pop(Column),
    /// After a bomb: remove the opponent's disc at the bottom of this column (Power Up).
    Strike(Column),
    /// Decline a second turn (Power Up), or pass for want of a disc to pop (Pop Ten).
    Pass,
}

impl Move {
    /// Returns the column of the move, or `None` for a pass.
    #[must_use]
    pub const fn column(self) -> Option<Column> {
        match self {
            Self::Drop(column)
            | Self::Power(_, column)
            | Self::Pop(column)
            | Self::Strike(column) => Some(column),
            Self::Pass => None,
        }
    }

    /// Returns the move that drops this disc.
    #[must_use]
    pub const fn drop_of(disc: Disc, column: Column) -> Self {
        match disc.kind {
            DiscKind::Ordinary => Self::Drop(column),
            DiscKind::Power(power) => Self::Power(power, column),
        }
    }

    /// Returns the move mirrored on a board of this width, or `None` if its column lies outside
    /// that board.
    #[must_use]
    pub fn mirror(self, width: u8) -> Option<Self> {
        Some(match self {
            Self::Drop(column) => Self::Drop(column.mirror(width)?),
            Self::Power(disc, column) => Self::Power(disc, column.mirror(width)?),
            Self::Pop(column) => Self::Pop(column.mirror(width)?),
            Self::Strike(column) => Self::Strike(column.mirror(width)?),
            Self::Pass => Self::Pass,
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop(column) => write!(f, "drop in column {column}"),
            Self::Power(disc, column) => write!(f, "{} in column {column}", disc.name()),
            Self::Pop(column) => write!(f, "pop from column {column}"),
            Self::Strike(column) => write!(f, "strike column {column}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Reason why a move is illegal. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The game has already ended.
    GameOver,
    /// The column lies outside the board.
    OutsideBoard {
        /// Column of the move.
        column: Column,
        /// Number of columns of the board.
        width: u8,
    },
    /// The column has no empty cell left.
    ColumnFull(Column),
    /// The variant does not have this kind of move.
    NotInVariant(Move),
    /// The disc belongs to the player who is not to move.
    NotYourTurn(Disc),
    /// The bottom cell of the column does not hold a disc of the player to move.
    NotYourDisc(Column),
    /// The bottom cell of the column does not hold a disc of the opponent (Power Up).
    NotOpponentsDisc(Column),
    /// The player has used all power discs of this kind.
    NoPowerDiscLeft(PowerDisc),
    /// The row being filled already has a disc in this column (Pop Ten).
    RowNotFull(Column),
    /// The board must be full before popping starts (Pop Ten).
    NotFilledYet,
    /// The player must pop, not drop (Pop Ten).
    MustPop,
    /// The player must first drop the popped disc back in (Pop Ten).
    MustReturn,
    /// The popped disc may not go back into its own column while another one has room (Pop Ten).
    SameColumn(Column),
    /// The player must first remove an opponent's disc with the bomb (Power Up).
    MustStrike,
    /// No bomb has been dropped in this turn (Power Up).
    NothingToStrike,
    /// A second turn allows only an ordinary disc (Power Up).
    OrdinaryDiscOnly,
    /// The second turn after a wall may not complete a line (Power Up).
    WouldConnect(Column),
    /// The player has another legal move.
    CannotPass,
}

impl MoveError {
    /// Returns the stable identifier of the reason, for programs. It never changes, unlike the
    /// sentences of `Display`.
    ///
    /// ```
    /// use foursight_core::{Column, MoveError};
    ///
    /// let column = Column::from_number(4).expect("in range");
    /// assert_eq!(MoveError::ColumnFull(column).code(), "column_full");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::OutsideBoard { .. } => "outside_grid",
            Self::ColumnFull(_) => "column_full",
            Self::NotInVariant(_) => "not_in_variant",
            Self::NotYourTurn(_) => "not_your_turn",
            Self::NotYourDisc(_) => "not_your_disc",
            Self::NotOpponentsDisc(_) => "not_opponents_disc",
            Self::NoPowerDiscLeft(_) => "none_left",
            Self::RowNotFull(_) => "row_not_full",
            Self::NotFilledYet => "not_filled_yet",
            Self::MustPop => "must_pop",
            Self::MustReturn => "must_return",
            Self::SameColumn(_) => "same_column",
            Self::MustStrike => "must_strike",
            Self::NothingToStrike => "nothing_to_strike",
            Self::OrdinaryDiscOnly => "ordinary_disc_only",
            Self::WouldConnect(_) => "would_connect",
            Self::CannotPass => "cannot_pass",
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::OutsideBoard { column, width: 1 } => {
                write!(
                    f,
                    "there is no column {column}: the board has only column 1"
                )
            }
            Self::OutsideBoard { column, width } => write!(
                f,
                "there is no column {column}: the board has columns 1 to {width}"
            ),
            Self::ColumnFull(column) => write!(f, "column {column} is full"),
            Self::NotInVariant(mv) => write!(f, "this variant has no such move: {mv}"),
            Self::NotYourTurn(_) => f.write_str("it is the other player's turn"),
            Self::NotYourDisc(column) => {
                write!(f, "the disc at the bottom of column {column} is not yours")
            }
            Self::NotOpponentsDisc(column) => write!(
                f,
                "the disc at the bottom of column {column} is not your opponent's"
            ),
            Self::NoPowerDiscLeft(disc) => write!(f, "you have no {} left", disc.name()),
            Self::RowNotFull(column) => {
                write!(f, "column {column} is ahead: fill the row first")
            }
            Self::NotFilledYet => f.write_str("popping begins once the board is full"),
            Self::MustPop => f.write_str("the board is full: pop a disc instead"),
            Self::MustReturn => f.write_str("drop the popped disc back in first"),
            Self::SameColumn(column) => write!(
                f,
                "the disc came out of column {column} and must go into another one"
            ),
            Self::MustStrike => f.write_str("choose the disc that the bomb removes first"),
            Self::NothingToStrike => f.write_str("no bomb has been dropped"),
            Self::OrdinaryDiscOnly => f.write_str("the second drop must be an ordinary disc"),
            Self::WouldConnect(column) => write!(
                f,
                "after a wall the second disc must not complete a line, as it would in column \
                 {column}"
            ),
            Self::CannotPass => f.write_str("you cannot pass while you can move"),
        }
    }
}

impl core::error::Error for MoveError {}
