//! Pop Ten: fill the grid row by row, then pop own discs out of lines until ten are set aside.

use foursight_core::{Column, DiscKind, Fill, Grid, Move, Player, Row, Space, Tie};

use super::{Table, Verdict};

const GOAL: usize = 10;

/// The grid starts empty, or with a rolled fill, which alternate drops row by row could have
/// made: every row is full and holds the discs of its plies.
pub(super) fn set_up(table: &mut Table, fill: Fill, rolled: &Grid) {
    if fill == Fill::ByPlayers {
        return;
    }
    let mut plies = 0;
    for row in 0..table.height() {
        let mut expected = [0_usize; 2];
        for column in 0..table.width() {
            expected[plies % 2] += 1;
            plies += 1;
            let space = Space {
                column: Column::from_index(column).expect("inside the grid"),
                row: Row::from_index(row).expect("inside the grid"),
            };
            table.spaces[column][row] = rolled.disc_at(space);
        }
        let owned = Player::BOTH.map(|player| {
            let columns = 0..table.width();
            columns
                .filter(|column| table.owner_at(*column, row) == Some(player))
                .count()
        });
        assert_eq!(owned, expected, "row {row} of a rolled fill");
    }
    table.filled = true;
    if plies % 2 == 1 {
        table.to_move = Player::Second;
    }
}

pub(super) fn play(table: &mut Table, step: Move) -> Option<()> {
    if table.filled {
        match table.returning {
            Some(from) => put_back(table, step, from)?,
            None => pop_or_pass(table, step)?,
        }
    } else {
        fill(table, step)?;
    }
    let stuck = Player::BOTH.map(|player| !table.owns_any_bottom(player));
    if let Some(winner) = Player::BOTH.into_iter().find(|p| table.aside(*p) == GOAL) {
        table.result = Some(Verdict::Won(winner));
    } else if table.filled && table.returning.is_none() && stuck == [true, true] {
        table.result = Some(Verdict::Tied(Tie::NoMoves));
    }
    Some(())
}

/// A row must be full before the next begins.
fn fill(table: &mut Table, step: Move) -> Option<()> {
    let Move::Drop(column) = step else {
        return None;
    };
    let row = table.landing(column.index())?;
    let below_is_full =
        (0..table.width()).all(|other| (0..row).all(|below| table.disc_at(other, below).is_some()));
    if !below_is_full {
        return None;
    }
    table.drop_disc(column.index(), DiscKind::Ordinary)?;
    table.to_move = table.to_move.opponent();
    table.filled = table.is_full();
    Some(())
}

fn pop_or_pass(table: &mut Table, step: Move) -> Option<()> {
    let mover = table.to_move;
    match step {
        Move::Pass if !table.owns_any_bottom(mover) => table.to_move = mover.opponent(),
        Move::Pop(column) if table.owns_bottom(mover, column.index()) => {
            let bottom = Space {
                column,
                row: Row::BOTTOM,
            };
            let in_line = table.lines(mover).concat().contains(&bottom);
            table.pop(column.index());
            if in_line {
                table.aside[mover.index()] += 1;
            } else {
                table.returning = Some(column.index());
            }
        }
        _ => return None,
    }
    Some(())
}

/// Not into the same column unless nothing else is possible.
fn put_back(table: &mut Table, step: Move, from: usize) -> Option<()> {
    let Move::Drop(column) = step else {
        return None;
    };
    let others_full =
        (0..table.width()).all(|other| other == from || table.landing(other).is_none());
    if column.index() == from && !others_full {
        return None;
    }
    table.drop_disc(column.index(), DiscKind::Ordinary)?;
    table.returning = None;
    table.to_move = table.to_move.opponent();
    Some(())
}
