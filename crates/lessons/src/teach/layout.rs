//! One grid in two layouts: all spaces in one flat list, or a list of rows. The bottom row comes first.

use super::fall::Rows;
use crate::trace::See;

// listing: look_flat
/// What stands on a space of a flat list; none beyond the edge.
#[must_use]
pub fn look_flat(
    flat: &[u8],
    (ny, nx): (i32, i32),
    (y, x): (i32, i32),
    see: See<'_>,
) -> Option<u8> {
    // Without this question a step beyond the right edge lands in the next row.
    at!(see, y = y, x = x, ny = ny, nx = nx);
    if y < 0 || y >= ny || x < 0 || x >= nx {
        at!(see, y = y, x = x);
        return None;
    }
    at!(see, y = y, x = x, nx = nx);
    let index = y * nx + x;
    at!(see, index = index);
    Some(flat[index as usize])
}
// end

// listing: look_nested
/// What stands on a space of a list of rows; none beyond the edge.
#[must_use]
pub fn look_nested(grid: &Rows, (y, x): (i32, i32), see: See<'_>) -> Option<u8> {
    at!(see, y = y);
    let row = grid.get(usize::try_from(y).ok()?)?;
    at!(see, x = x);
    row.get(usize::try_from(x).ok()?).copied()
}
// end

/// Sums and comparisons of one look into the flat list, when the space exists.
pub const FLAT_SUMS: usize = 6;
/// The same into the list of rows: none are ours, the lists know their own length.
pub const NESTED_SUMS: usize = 0;

/// All spaces of a grid in one list.
#[must_use]
pub fn flat_of(grid: &Rows) -> Vec<u8> {
    grid.concat()
}
