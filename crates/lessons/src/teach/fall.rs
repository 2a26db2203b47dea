//! Where a disc comes to rest: from the bottom up, the first empty space.

use super::EMPTY;
use crate::trace::See;

/// A grid as data: a list of rows, and in each the spaces from the left.
pub type Rows = Vec<Vec<u8>>;

// listing: empty_rows
/// A grid without discs: so many rows, each with so many empty spaces.
pub fn empty_rows(width: usize, height: usize, see: See<'_>) -> Rows {
    at!(see, width = width, height = height);
    let mut grid = Vec::new();
    for row in 0..height {
        back!(see, "for", row = row);
        at!(see, row = row, width = width);
        grid.push(vec![EMPTY; width]);
    }
    at!(see);
    grid
}
// end

// listing: drop_row
/// The row in which a disc comes to rest; -1 if the column is full.
/// Row 0 is the top one.
pub fn drop_row(grid: &Rows, column: usize, see: See<'_>) -> i32 {
    for row in (0..grid.len()).rev() {
        back!(see, "for", row = row);
        at!(see, row = row, column = column, look = grid[row][column]);
        if grid[row][column] == EMPTY {
            at!(see, row = row, column = column);
            return row as i32;
        }
    }
    at!(see, column = column);
    -1
}
// end
