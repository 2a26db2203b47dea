//! The algorithms of the course, as in a textbook: short, plain and slow.
//!
//! Each reports its lines to a tracer, see [`Trace`](crate::Trace), and lessons show the source
//! code that is compiled here. Tests compare each with the rules of `foursight-core` on thousands
//! of random games.
//!
//! Boards are lists of numbers: 0 for an empty cell, 1 for a disc of First, 2 for one of Second.
//! Callers must pass columns and rows that exist; an index beyond the board panics, as it would in
//! the learner's own program.

pub mod bits;
pub mod compare;
pub mod drop_trace;
pub mod fall;
pub mod form_text;
pub mod forms;
pub mod layout;
pub mod reduce;
pub mod scan;
pub mod turns;
pub mod win;

use foursight_core::{Board, Cell, Player};

/// An empty cell.
pub const EMPTY: u8 = 0;

/// Returns the number of a player.
#[must_use]
pub const fn number(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

/// Converts a board to rows of numbers, the bottom row first, as in the lesson `scan`.
#[must_use]
pub fn rows_from_bottom(board: &Board) -> fall::Rows {
    let at = |cell| board.disc_at(cell).map_or(EMPTY, |disc| number(disc.owner));
    let rows = board.rows();
    rows.map(|row| {
        let columns = board.columns();
        columns.map(|column| at(Cell { column, row })).collect()
    })
    .collect()
}

/// Converts a board to rows of numbers, the top row first.
#[must_use]
pub fn rows_from_top(board: &Board) -> fall::Rows {
    let mut rows = rows_from_bottom(board);
    rows.reverse();
    rows
}
