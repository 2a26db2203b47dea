//! A game as one mutable value: the board, the player to move, and the end of the game.

use super::EMPTY;
use super::fall::{Rows, drop_row, empty_rows};
use super::win::is_win;
use crate::trace::Tracer;

// listing: turns
/// All that a game has to remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The board, top row first.
    pub board: Rows,
    /// The player to move: 1 or 2.
    pub player: u8,
    /// True once a player has won or the board is full.
    pub is_over: bool,
}
// end

/// Result of choosing a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move is illegal; nothing changed.
    Refused,
    /// This player has won.
    Won(u8),
    /// The board is full.
    Draw,
    /// It is the other player's turn.
    Next,
}

impl Turns {
    /// Creates a game without moves.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            board: empty_rows(width, height, &mut |_| ()),
            player: 1,
            is_over: false,
        }
    }

    // listing: make_move
    /// Drops a disc of the player to move.
    pub fn make_move(&mut self, column: usize, trace: Tracer<'_>) -> Answer {
        at!(trace, column = column);
        let row = drop_row(&self.board, column, trace);
        at!(trace, row = row);
        if self.is_over || row < 0 {
            at!(trace);
            return Answer::Refused;
        }
        at!(trace, row = row, column = column);
        self.board[row as usize][column] = self.player;
        at!(trace, row = row, column = column);
        if is_win(&self.board, row as usize, column, trace) {
            at!(trace);
            self.is_over = true;
            at!(trace, player = self.player);
            return Answer::Won(self.player);
        }
        at!(trace);
        if self.board[0].iter().all(|cell| *cell != EMPTY) {
            at!(trace);
            self.is_over = true;
            at!(trace);
            return Answer::Draw;
        }
        at!(trace, player = self.player);
        self.player = if self.player == 1 { 2 } else { 1 };
        at!(trace, player = self.player);
        Answer::Next
    }
    // end
}

/// A box of the flow chart of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowStage {
    /// The player chooses a column.
    Choose,
    /// Does the column have room, and is the game still on?
    CheckMove,
    /// Nothing changes.
    Refuse,
    /// The disc falls.
    Fall,
    /// Is there a line through it?
    Line,
    /// The player has won.
    Won,
    /// Is the board full?
    Full,
    /// The game is a draw.
    Draw,
    /// The other player's turn.
    Next,
}

impl FlowStage {
    /// All boxes, from the top of the chart.
    pub const ALL: [Self; 9] = [
        Self::Choose,
        Self::CheckMove,
        Self::Refuse,
        Self::Fall,
        Self::Line,
        Self::Won,
        Self::Full,
        Self::Draw,
        Self::Next,
    ];

    /// Returns the path through the chart that leads to an answer.
    #[must_use]
    pub const fn path(answer: Answer) -> &'static [Self] {
        match answer {
            Answer::Refused => &[Self::Choose, Self::CheckMove, Self::Refuse],
            Answer::Won(_) => &[
                Self::Choose,
                Self::CheckMove,
                Self::Fall,
                Self::Line,
                Self::Won,
            ],
            Answer::Draw => &[
                Self::Choose,
                Self::CheckMove,
                Self::Fall,
                Self::Line,
                Self::Full,
                Self::Draw,
            ],
            Answer::Next => &[
                Self::Choose,
                Self::CheckMove,
                Self::Fall,
                Self::Line,
                Self::Full,
                Self::Next,
            ],
        }
    }
}
