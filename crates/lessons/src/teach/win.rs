//! Detects a line through the last disc: along four directions, both ways.

use super::fall::Rows;
use crate::trace::Tracer;

// listing: directions
/// One step in each direction: how far down, and how far to the right.
pub const DIRECTIONS: [(i32, i32); 4] = [
    (1, 0),  // along a column
    (0, 1),  // along a row
    (1, 1),  // down and to the right
    (1, -1), // down and to the left
];
// end

// listing: is_inside
/// True if there is such a cell.
fn is_inside(board: &Rows, row: i32, column: i32, trace: Tracer<'_>) -> bool {
    at!(trace, row = row, column = column);
    let (height, width) = (board.len() as i32, board[0].len() as i32);
    at!(
        trace,
        row = row,
        column = column,
        height = height,
        width = width
    );
    0 <= row && row < height && 0 <= column && column < width
}
// end

// listing: is_win
/// True if the disc on this cell is part of a line of four or more.
pub fn is_win(board: &Rows, row: usize, column: usize, trace: Tracer<'_>) -> bool {
    at!(trace, row = row, column = column);
    let player = board[row][column];
    for (down, right) in DIRECTIONS {
        back!(trace, "for (down", down = down, right = right);
        entry!(
            trace,
            "directions",
            &format!("({down}, {right})"),
            down = down,
            right = right
        );
        let mut count = 1;
        for way in [1, -1] {
            back!(trace, "for way", way = way, count = count);
            let mut r = row as i32 + down * way;
            let mut c = column as i32 + right * way;
            at!(trace, row = r, column = c, count = count, look = player);
            while is_inside(board, r, c, trace) && board[r as usize][c as usize] == player {
                at!(trace, row = r, column = c, count = count);
                count += 1;
                r += down * way;
                c += right * way;
                back!(
                    trace,
                    "while",
                    row = r,
                    column = c,
                    count = count,
                    look = player
                );
            }
        }
        at!(trace, count = count);
        if count >= 4 {
            at!(trace, count = count);
            return true;
        }
    }
    at!(trace);
    false
}
// end

/// Counts the adjacent discs of the same owner through a disc, in each direction.
#[must_use]
pub fn counts(board: &Rows, row: usize, column: usize) -> [usize; 4] {
    let player = board[row][column];
    DIRECTIONS.map(|(down, right)| {
        let count_along = |way: i32| {
            let longest = board.len().max(board[0].len()) as i32;
            let cell = |n: i32| (row as i32 + n * down * way, column as i32 + n * right * way);
            let own = |(r, c): &(i32, i32)| {
                is_inside(board, *r, *c, &mut |_| ()) && board[*r as usize][*c as usize] == player
            };
            (1..longest).map(cell).take_while(own).count()
        };
        1 + count_along(1) + count_along(-1)
    })
}
