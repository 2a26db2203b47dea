//! Five ways to hold a game in data, as document 001 lists them, and the drop of each.
//!
//! All have the same shape, `drop(disc, slot, game)` with the data last, and answer with a new game, or
//! with nothing if the slot is full. Slots count from 0.

use foursight_core::{Column, Game, Grid, Space};

use super::fall::Rows;
use super::{EMPTY, number};
use crate::trace::See;

/// Spaces in a slot.
pub const ROWS: usize = 6;
/// Slots of the grid.
pub const SLOTS: usize = 7;

/// The signs of the picture: empty, First, Second, in the colours of the usual theme.
pub const SIGNS: [char; 3] = ['🟦', '🔴', '🟡'];
/// The word behind the sign of whoever begins, in the line below a picture.
pub const FIRST: &str = "first";

// listing: drop_in_moves
/// List of moves: which slots were chosen, one after the other.
/// The disc is not kept: whose it was follows from the place in the list.
#[must_use]
pub fn drop_in_moves(_disc: u8, slot: usize, game: &[usize], see: See<'_>) -> Option<Vec<usize>> {
    at!(see, slot = slot);
    let discs = game.iter().filter(|other| **other == slot).count();
    at!(see, discs = discs);
    if discs == ROWS {
        at!(see, discs = discs);
        return None;
    }
    at!(see, slot = slot);
    Some([game, &[slot]].concat())
}
// end

// listing: drop_in_grid
/// Grid array: rows from the top, so a slot runs through all of them.
#[must_use]
pub fn drop_in_grid(disc: u8, slot: usize, game: &Rows, see: See<'_>) -> Option<Rows> {
    at!(see, slot = slot);
    let row = (0..ROWS).rev().find(|row| game[*row][slot] == EMPTY)?;
    at!(see, row = row);
    let mut next = game.clone();
    at!(see, row = row, column = slot, disc = disc);
    next[row][slot] = disc;
    at!(see, row = row, column = slot);
    Some(next)
}
// end

// listing: drop_in_slots
/// List of slots with their empty spaces, each from the bottom up.
#[must_use]
pub fn drop_in_slots(disc: u8, slot: usize, game: &Rows, see: See<'_>) -> Option<Rows> {
    at!(see, slot = slot);
    let space = game[slot].iter().position(|space| *space == EMPTY)?;
    at!(see, slot = slot, space = space);
    let mut next = game.clone();
    at!(see, slot = slot, space = space, disc = disc);
    next[slot][space] = disc;
    at!(see, slot = slot, space = space);
    Some(next)
}
// end

// listing: drop_in_stacks
/// List of slots with nothing but discs: a drop is a push.
#[must_use]
pub fn drop_in_stacks(disc: u8, slot: usize, game: &Rows, see: See<'_>) -> Option<Rows> {
    at!(see, slot = slot, discs = game[slot].len());
    if game[slot].len() == ROWS {
        at!(see, slot = slot);
        return None;
    }
    at!(see, slot = slot);
    let mut next = game.clone();
    at!(see, slot = slot, disc = disc);
    next[slot].push(disc);
    at!(see, slot = slot, discs = next[slot].len());
    Some(next)
}
// end

// listing: drop_in_picture
/// Picture: six lines of signs with spaces between them, and one that says who is first.
#[must_use]
pub fn drop_in_picture(disc: u8, slot: usize, game: &str, see: See<'_>) -> Option<String> {
    at!(see, slot = slot);
    let mut lines: Vec<Vec<char>> = game.lines().map(|line| line.chars().collect()).collect();
    at!(see, slot = slot);
    let place = 2 * slot;
    at!(see, place = place);
    let row = (0..ROWS).rev().find(|row| lines[*row][place] == SIGNS[0])?;
    at!(see, row = row, place = place, disc = disc);
    lines[row][place] = SIGNS[disc as usize];
    at!(see, row = row, place = place);
    let lines: Vec<String> = lines.into_iter().map(String::from_iter).collect();
    at!(see);
    Some(lines.join("\n"))
}
// end

/// The slots that were chosen, in order.
#[must_use]
pub fn moves_of(game: &Game) -> Vec<usize> {
    let columns = game.moves().iter().filter_map(|step| step.column());
    columns.map(Column::index).collect()
}

/// The slots of a grid with their empty spaces, each from the bottom up.
#[must_use]
pub fn slots_of(grid: &Grid) -> Rows {
    let at = |space| grid.disc_at(space).map_or(EMPTY, |disc| number(disc.owner));
    let columns = grid.columns();
    columns
        .map(|column| grid.rows().map(|row| at(Space { column, row })).collect())
        .collect()
}

/// The discs of each slot, from the bottom up.
#[must_use]
pub fn stacks_of(grid: &Grid) -> Rows {
    let columns = grid.columns();
    columns
        .map(|column| grid.stack(column).map(|disc| number(disc.owner)).collect())
        .collect()
}

/// The grid as a picture, with who is first below it.
#[must_use]
pub fn picture_of(grid: &Grid) -> String {
    let lines = super::rows_from_top(grid).into_iter().map(|row| {
        let signs: Vec<_> = row
            .iter()
            .map(|number| SIGNS[usize::from(*number)].to_string())
            .collect();
        signs.join(" ")
    });
    let first = format!("{} {FIRST}", SIGNS[1]);
    lines.chain([first]).collect::<Vec<_>>().join("\n")
}
