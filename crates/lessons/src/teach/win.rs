//! Whether the last disc completed a line: along four directions, both ways from it.

use super::fall::Rows;
use crate::trace::See;

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
/// True if there is such a space.
fn is_inside(grid: &Rows, row: i32, column: i32, see: See<'_>) -> bool {
    at!(see, row = row, column = column);
    let (height, width) = (grid.len() as i32, grid[0].len() as i32);
    at!(
        see,
        row = row,
        column = column,
        height = height,
        width = width
    );
    0 <= row && row < height && 0 <= column && column < width
}
// end

// listing: is_win
/// True if the disc on this space is part of a line of four or more.
pub fn is_win(grid: &Rows, row: usize, column: usize, see: See<'_>) -> bool {
    at!(see, row = row, column = column);
    let player = grid[row][column];
    for (down, right) in DIRECTIONS {
        back!(see, "for (down", down = down, right = right);
        entry!(
            see,
            "directions",
            &format!("({down}, {right})"),
            down = down,
            right = right
        );
        let mut count = 1;
        for way in [1, -1] {
            back!(see, "for way", way = way, count = count);
            let mut r = row as i32 + down * way;
            let mut c = column as i32 + right * way;
            at!(see, row = r, column = c, count = count, look = player);
            while is_inside(grid, r, c, see) && grid[r as usize][c as usize] == player {
                at!(see, row = r, column = c, count = count);
                count += 1;
                r += down * way;
                c += right * way;
                back!(
                    see,
                    "while",
                    row = r,
                    column = c,
                    count = count,
                    look = player
                );
            }
        }
        at!(see, count = count);
        if count >= 4 {
            at!(see, count = count);
            return true;
        }
    }
    at!(see);
    false
}
// end

/// How many discs of its owner are adjacent through a disc in each direction.
#[must_use]
pub fn counts(grid: &Rows, row: usize, column: usize) -> [usize; 4] {
    let player = grid[row][column];
    DIRECTIONS.map(|(down, right)| {
        let along = |way: i32| {
            let longest = grid.len().max(grid[0].len()) as i32;
            let step = |n: i32| (row as i32 + n * down * way, column as i32 + n * right * way);
            let own = |(r, c): &(i32, i32)| {
                is_inside(grid, *r, *c, &mut |_| ()) && grid[*r as usize][*c as usize] == player
            };
            (1..longest).map(step).take_while(own).count()
        };
        1 + along(1) + along(-1)
    })
}
