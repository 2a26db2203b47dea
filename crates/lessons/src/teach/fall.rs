//! Finds the landing cell of a disc: the first empty cell from the bottom up.

use super::EMPTY;
use crate::trace::Tracer;

/// A board as a list of rows, each with its cells from the left.
pub type Rows = Vec<Vec<u8>>;

// listing: empty_rows
/// A board without discs: a list of rows, each with the same number of empty cells.
pub fn empty_rows(width: usize, height: usize, trace: Tracer<'_>) -> Rows {
    at!(trace, width = width, height = height);
    let mut board = Vec::new();
    for row in 0..height {
        back!(trace, "for", row = row);
        at!(trace, row = row, width = width);
        board.push(vec![EMPTY; width]);
    }
    at!(trace);
    board
}
// end

// listing: drop_row
/// The row in which a disc comes to rest; -1 if the column is full.
/// Row 0 is the top one.
pub fn drop_row(board: &Rows, column: usize, trace: Tracer<'_>) -> i32 {
    for row in (0..board.len()).rev() {
        back!(trace, "for", row = row);
        at!(trace, row = row, column = column, look = board[row][column]);
        if board[row][column] == EMPTY {
            at!(trace, row = row, column = column);
            return row as i32;
        }
    }
    at!(trace, column = column);
    -1
}
// end
