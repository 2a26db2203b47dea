//! A board in two memory layouts: a flat list of cells, or a list of rows. The bottom row comes
//! first.

use super::fall::Rows;
use crate::trace::Tracer;

// listing: look_flat
/// The content of a cell of a flat list; `None` beyond the edge.
#[must_use]
pub fn look_flat(
    flat: &[u8],
    (ny, nx): (i32, i32),
    (y, x): (i32, i32),
    trace: Tracer<'_>,
) -> Option<u8> {
    // Without this question a step beyond the right edge lands in the next row.
    at!(trace, y = y, x = x, ny = ny, nx = nx);
    if y < 0 || y >= ny || x < 0 || x >= nx {
        at!(trace, y = y, x = x);
        return None;
    }
    at!(trace, y = y, x = x, nx = nx);
    let index = y * nx + x;
    at!(trace, index = index);
    Some(flat[index as usize])
}
// end

// listing: look_nested
/// The content of a cell of a list of rows; `None` beyond the edge.
#[must_use]
pub fn look_nested(board: &Rows, (y, x): (i32, i32), trace: Tracer<'_>) -> Option<u8> {
    at!(trace, y = y);
    let row = board.get(usize::try_from(y).ok()?)?;
    at!(trace, x = x);
    row.get(usize::try_from(x).ok()?).copied()
}
// end

/// Number of arithmetic operations and comparisons to read an existing cell of the flat list.
pub const FLAT_SUMS: usize = 6;
/// Number of operations of our own to read a cell of the list of rows: the lists check their
/// bounds.
pub const NESTED_SUMS: usize = 0;

/// Converts a list of rows to a flat list of cells.
#[must_use]
pub fn flat_of(board: &Rows) -> Vec<u8> {
    board.concat()
}
