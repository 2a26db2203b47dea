//! Pop Ten: fill the board row by row, then pop one's own discs out of lines until ten are set
//! aside.

use foursight_core::{Board, Cell, Column, DiscKind, DrawRule, Fill, Move, Player, Row};

use super::{ReferenceEnd, ReferenceState};

const GOAL: usize = 10;

/// Leaves the board empty, or copies a random fill and checks that alternate drops row by row could
/// have produced it: every row is full and holds the discs of its plies.
pub(super) fn set_up(state: &mut ReferenceState, fill: Fill, filled_board: &Board) {
    if fill == Fill::ByPlayers {
        return;
    }
    let mut plies = 0;
    for row in 0..state.height() {
        let mut expected = [0_usize; 2];
        for column in 0..state.width() {
            expected[plies % 2] += 1;
            plies += 1;
            let cell = Cell {
                column: Column::from_index(column).expect("inside the board"),
                row: Row::from_index(row).expect("inside the board"),
            };
            state.cells[column][row] = filled_board.disc_at(cell);
        }
        let owned = Player::BOTH.map(|player| {
            let columns = 0..state.width();
            columns
                .filter(|column| state.owner_at(*column, row) == Some(player))
                .count()
        });
        assert_eq!(owned, expected, "row {row} of a random fill");
    }
    state.filled = true;
    if plies % 2 == 1 {
        state.to_move = Player::Second;
    }
}

pub(super) fn play(state: &mut ReferenceState, mv: Move) -> Option<()> {
    if state.filled {
        match state.returning {
            Some(from) => put_back(state, mv, from)?,
            None => pop_or_pass(state, mv)?,
        }
    } else {
        fill(state, mv)?;
    }
    let stuck = Player::BOTH.map(|player| !state.owns_any_bottom(player));
    if let Some(winner) = Player::BOTH.into_iter().find(|p| state.aside(*p) == GOAL) {
        state.result = Some(ReferenceEnd::Won(winner));
    } else if state.filled && state.returning.is_none() && stuck == [true, true] {
        state.result = Some(ReferenceEnd::Draw(DrawRule::NoMoves));
    }
    Some(())
}

/// Drops a disc while the board is being filled: a row must be full before the next begins.
fn fill(state: &mut ReferenceState, mv: Move) -> Option<()> {
    let Move::Drop(column) = mv else {
        return None;
    };
    let row = state.landing(column.index())?;
    let below_is_full =
        (0..state.width()).all(|other| (0..row).all(|below| state.disc_at(other, below).is_some()));
    if !below_is_full {
        return None;
    }
    state.drop_disc(column.index(), DiscKind::Ordinary)?;
    state.to_move = state.to_move.opponent();
    state.filled = state.is_full();
    Some(())
}

fn pop_or_pass(state: &mut ReferenceState, mv: Move) -> Option<()> {
    let mover = state.to_move;
    match mv {
        Move::Pass if !state.owns_any_bottom(mover) => state.to_move = mover.opponent(),
        Move::Pop(column) if state.owns_bottom(mover, column.index()) => {
            let bottom = Cell {
                column,
                row: Row::BOTTOM,
            };
            let in_line = state.lines(mover).concat().contains(&bottom);
            state.pop(column.index());
            if in_line {
                state.aside[mover.index()] += 1;
            } else {
                state.returning = Some(column.index());
            }
        }
        _ => return None,
    }
    Some(())
}

/// Drops the popped disc back in, not into the same column unless it is the only one with room.
fn put_back(state: &mut ReferenceState, mv: Move, from: usize) -> Option<()> {
    let Move::Drop(column) = mv else {
        return None;
    };
    let others_full =
        (0..state.width()).all(|other| other == from || state.landing(other).is_none());
    if column.index() == from && !others_full {
        return None;
    }
    state.drop_disc(column.index(), DiscKind::Ordinary)?;
    state.returning = None;
    state.to_move = state.to_move.opponent();
    Some(())
}
