//! Five data structures for a game, the subject of the lesson `data`, and the drop of each.
//!
//! All have the signature `drop(disc, slot, game)` with the data last, and return a new game, or
//! `None` if the slot is full. [`drop`] finds out the disc by itself. Slots count from 0.

use foursight_core::{Board, Cell, Column, Game};

use super::fall::Rows;
use super::{EMPTY, number};
use crate::trace::Tracer;

/// Number of cells in a slot.
pub const ROWS: usize = 6;
/// Number of slots of the board.
pub const SLOTS: usize = 7;

/// Characters of the picture: empty, First, Second, in the colours of the default theme.
pub const SIGNS: [char; 3] = ['🟦', '🔴', '🟡'];
/// Follows the character of the first player in the line below a picture.
pub const FIRST: &str = "first";

// Without the tracer, the listing shows the signature on one line.
#[rustfmt::skip]
// listing: drop_in_moves
/// List of moves: which slots were chosen, one after the other.
/// The disc is not kept: whose it was follows from the place in the list.
#[must_use]
pub fn drop_in_moves(_disc: u8, slot: usize, game: &[usize], trace: Tracer<'_>) -> Option<Vec<usize>> {
    at!(trace, slot = slot);
    let discs = game.iter().filter(|other| **other == slot).count();
    at!(trace, discs = discs);
    if discs == ROWS {
        at!(trace, discs = discs);
        return None;
    }
    at!(trace, slot = slot);
    Some([game, &[slot]].concat())
}
// end

// listing: transpose
/// Turns rows into columns: the first entries of all lists, then the second ones, and so on.
#[must_use]
pub fn transpose(lists: &Rows, trace: Tracer<'_>) -> Rows {
    at!(trace, lists = lists.len());
    let length = lists.first().map_or(0, Vec::len);
    at!(trace, length = length);
    (0..length)
        .map(|at| lists.iter().map(|list| list[at]).collect())
        .collect()
}
// end

// listing: drop_in_board
/// Board array: rows from the top. Transpose it, drop into a slot, transpose it back.
#[must_use]
pub fn drop_in_board(disc: u8, slot: usize, game: &Rows, trace: Tracer<'_>) -> Option<Rows> {
    at!(trace, slot = slot);
    let from_bottom: Rows = game.iter().rev().cloned().collect();
    at!(trace, slot = slot);
    let slots = transpose(&from_bottom, trace);
    at!(trace, slot = slot, disc = disc);
    let slots = drop_in_slots(disc, slot, &slots, trace)?;
    at!(trace, slot = slot);
    let from_bottom = transpose(&slots, trace);
    at!(trace, slot = slot);
    Some(from_bottom.into_iter().rev().collect())
}
// end

// listing: remove_empty_cells
/// The discs of a slot, without the empty cells above them.
fn remove_empty_cells(slot: &[u8], trace: Tracer<'_>) -> Vec<u8> {
    at!(trace, cells = slot.len());
    slot.iter().copied().filter(|cell| *cell != EMPTY).collect()
}
// end

// listing: append_disc
/// The discs of a slot with one more on top.
fn append_disc(disc: u8, discs: &[u8], trace: Tracer<'_>) -> Vec<u8> {
    at!(trace, disc = disc, discs = discs.len());
    [discs, &[disc]].concat()
}
// end

// listing: pad_empty_cells
/// The discs of a slot, and empty cells up to its top.
fn pad_empty_cells(discs: &[u8], trace: Tracer<'_>) -> Vec<u8> {
    at!(trace, discs = discs.len());
    let padding = vec![EMPTY; ROWS - discs.len()];
    at!(trace, discs = discs.len(), padding = padding.len());
    [discs, &padding].concat()
}
// end

// listing: drop_in_slot
/// The three functions as a pipe: each takes what the one before it returns.
fn drop_in_slot(disc: u8, slot: &[u8], trace: Tracer<'_>) -> Vec<u8> {
    at!(trace, disc = disc);
    let discs = remove_empty_cells(slot, trace);
    at!(trace, disc = disc, discs = discs.len());
    let discs = append_disc(disc, &discs, trace);
    at!(trace, discs = discs.len());
    pad_empty_cells(&discs, trace)
}
// end

// listing: drop_in_slots
/// List of slots with their empty cells, each from the bottom up.
#[must_use]
pub fn drop_in_slots(disc: u8, slot: usize, game: &Rows, trace: Tracer<'_>) -> Option<Rows> {
    at!(trace, slot = slot, top = game[slot][ROWS - 1]);
    if game[slot][ROWS - 1] != EMPTY {
        at!(trace, slot = slot);
        return None;
    }
    at!(trace, slot = slot);
    let mut next = game.clone();
    at!(trace, slot = slot, disc = disc);
    next[slot] = drop_in_slot(disc, &game[slot], trace);
    at!(trace, slot = slot);
    Some(next)
}
// end

// listing: drop_in_stacks
/// List of slots with nothing but discs: a drop is a push.
#[must_use]
pub fn drop_in_stacks(disc: u8, slot: usize, game: &Rows, trace: Tracer<'_>) -> Option<Rows> {
    at!(trace, slot = slot, discs = game[slot].len());
    if game[slot].len() == ROWS {
        at!(trace, slot = slot);
        return None;
    }
    at!(trace, slot = slot);
    let mut next = game.clone();
    at!(trace, slot = slot, disc = disc);
    next[slot].push(disc);
    at!(trace, slot = slot, discs = next[slot].len());
    Some(next)
}
// end

// listing: next_disc_to_drop
/// The disc that is dropped next: player 1 begins, and then they take turns.
#[must_use]
pub fn next_disc_to_drop(game: &Rows, trace: Tracer<'_>) -> u8 {
    at!(trace);
    let discs = game.iter().flatten().filter(|cell| **cell != EMPTY).count();
    at!(trace, discs = discs);
    if discs % 2 == 0 { 1 } else { 2 }
}
// end

// listing: drop
/// The shortest head: whose disc it is follows from the game.
#[must_use]
pub fn drop(slot: usize, game: &Rows, trace: Tracer<'_>) -> Option<Rows> {
    at!(trace, slot = slot);
    let disc = next_disc_to_drop(game, trace);
    at!(trace, slot = slot, disc = disc);
    drop_in_stacks(disc, slot, game, trace)
}
// end

// listing: drop_in_picture
/// Picture: six lines of signs with spaces between them, and one that says who is first.
#[must_use]
pub fn drop_in_picture(disc: u8, slot: usize, game: &str, trace: Tracer<'_>) -> Option<String> {
    at!(trace, slot = slot);
    let mut lines: Vec<Vec<char>> = game.lines().map(|line| line.chars().collect()).collect();
    at!(trace, slot = slot);
    let place = 2 * slot;
    at!(trace, place = place);
    let row = (0..ROWS).rev().find(|row| lines[*row][place] == SIGNS[0])?;
    at!(trace, row = row, place = place, disc = disc);
    lines[row][place] = SIGNS[disc as usize];
    at!(trace, row = row, place = place);
    let lines: Vec<String> = lines.into_iter().map(String::from_iter).collect();
    at!(trace);
    Some(lines.join("\n"))
}
// end

/// Returns the slots of all moves, in order.
#[must_use]
pub fn moves_of(game: &Game) -> Vec<usize> {
    let columns = game.moves().iter().filter_map(|mv| mv.column());
    columns.map(Column::index).collect()
}

/// Returns the slots of a board with their empty cells, each from the bottom up.
#[must_use]
pub fn slots_of(board: &Board) -> Rows {
    let at = |cell| board.disc_at(cell).map_or(EMPTY, |disc| number(disc.owner));
    let columns = board.columns();
    columns
        .map(|column| board.rows().map(|row| at(Cell { column, row })).collect())
        .collect()
}

/// Returns the discs of each slot, from the bottom up.
#[must_use]
pub fn stacks_of(board: &Board) -> Rows {
    let columns = board.columns();
    columns
        .map(|column| board.stack(column).map(|disc| number(disc.owner)).collect())
        .collect()
}

/// Returns the board as a picture, with a line that names the first player.
#[must_use]
pub fn picture_of(board: &Board) -> String {
    let lines = super::rows_from_top(board).into_iter().map(|row| {
        let signs: Vec<_> = row
            .iter()
            .map(|number| SIGNS[usize::from(*number)].to_string())
            .collect();
        signs.join(" ")
    });
    let first = format!("{} {FIRST}", SIGNS[1]);
    lines.chain([first]).collect::<Vec<_>>().join("\n")
}
