//! A game as one value that changes: the grid, whose turn it is, whether it is over.

use super::EMPTY;
use super::fall::{Rows, drop_row, empty_rows};
use super::win::is_win;
use crate::trace::See;

// listing: turns
/// All that a game has to remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The grid, top row first.
    pub grid: Rows,
    /// Whose turn it is: 1 or 2.
    pub player: u8,
    /// True once somebody has won or the grid is full.
    pub is_over: bool,
}
// end

/// What a press on a column led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing was changed.
    Refused,
    /// This player has won.
    Won(u8),
    /// The grid is full.
    Tied,
    /// It is the other player's turn.
    Next,
}

impl Turns {
    /// A game in which nobody has moved.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            grid: empty_rows(width, height, &mut |_| ()),
            player: 1,
            is_over: false,
        }
    }

    // listing: make_move
    /// Drops a disc of whoever is to move.
    pub fn make_move(&mut self, column: usize, see: See<'_>) -> Answer {
        at!(see, column = column);
        let row = drop_row(&self.grid, column, see);
        at!(see, row = row);
        if self.is_over || row < 0 {
            at!(see);
            return Answer::Refused;
        }
        at!(see, row = row, column = column);
        self.grid[row as usize][column] = self.player;
        at!(see, row = row, column = column);
        if is_win(&self.grid, row as usize, column, see) {
            at!(see);
            self.is_over = true;
            at!(see, player = self.player);
            return Answer::Won(self.player);
        }
        at!(see);
        if self.grid[0].iter().all(|space| *space != EMPTY) {
            at!(see);
            self.is_over = true;
            at!(see);
            return Answer::Tied;
        }
        at!(see, player = self.player);
        self.player = if self.player == 1 { 2 } else { 1 };
        at!(see, player = self.player);
        Answer::Next
    }
    // end
}

/// A box of the flow chart of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The player chooses a column.
    Choose,
    /// Is there room, and is the game still on?
    May,
    /// Nothing changes.
    Refuse,
    /// The disc falls.
    Fall,
    /// Is there a line through it?
    Line,
    /// The player has won.
    Won,
    /// Is the grid full?
    Full,
    /// Nobody has won.
    Tie,
    /// The other player's turn.
    Next,
}

impl Stage {
    /// Every box, from the top of the chart on.
    pub const ALL: [Self; 9] = [
        Self::Choose,
        Self::May,
        Self::Refuse,
        Self::Fall,
        Self::Line,
        Self::Won,
        Self::Full,
        Self::Tie,
        Self::Next,
    ];

    /// The way through the chart that leads to an answer.
    #[must_use]
    pub const fn path(answer: Answer) -> &'static [Self] {
        match answer {
            Answer::Refused => &[Self::Choose, Self::May, Self::Refuse],
            Answer::Won(_) => &[Self::Choose, Self::May, Self::Fall, Self::Line, Self::Won],
            Answer::Tied => &[
                Self::Choose,
                Self::May,
                Self::Fall,
                Self::Line,
                Self::Full,
                Self::Tie,
            ],
            Answer::Next => &[
                Self::Choose,
                Self::May,
                Self::Fall,
                Self::Line,
                Self::Full,
                Self::Next,
            ],
        }
    }
}
