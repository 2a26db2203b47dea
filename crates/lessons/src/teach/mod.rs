//! The algorithms of the course, as people would write them down: short, plain, and slow.
//!
//! Each tells a watcher line by line what it does, see [`Trace`](crate::Trace), and lessons show the very
//! source that is compiled here. Tests hold each against the rules of `foursight-core` on thousands of
//! random games.
//!
//! Grids are data here: numbers in lists, 0 for an empty space, 1 for a disc of First, 2 for one of Second.
//! Callers hand in columns and rows that exist; an index beyond the grid panics, as it would in the
//! reader's own program.

pub mod bits;
pub mod compare;
pub mod fall;
pub mod forms;
pub mod layout;
pub mod reduce;
pub mod runs;
pub mod scan;
pub mod turns;
pub mod win;
pub mod written;

use foursight_core::{Grid, Player, Space};

/// An empty space in a grid of numbers.
pub const EMPTY: u8 = 0;

/// The number of a player in a grid of numbers.
#[must_use]
pub const fn number(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

/// A grid as numbers, row by row with the bottom row first, as document 003 counts.
#[must_use]
pub fn rows_from_bottom(grid: &Grid) -> fall::Rows {
    let at = |space| grid.disc_at(space).map_or(EMPTY, |disc| number(disc.owner));
    let rows = grid.rows();
    rows.map(|row| {
        let columns = grid.columns();
        columns.map(|column| at(Space { column, row })).collect()
    })
    .collect()
}

/// A grid as numbers, row by row with the top row first, as it is looked at.
#[must_use]
pub fn rows_from_top(grid: &Grid) -> fall::Rows {
    let mut rows = rows_from_bottom(grid);
    rows.reverse();
    rows
}
