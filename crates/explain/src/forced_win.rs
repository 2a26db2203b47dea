//! Forced wins: each drop threatens to complete a line at once, so that the opponent has only one
//! reply, until there are two threats.

use foursight_core::{Column, Position};

use crate::fact::Fact;
use crate::threat::playable_threats;

/// Most forcing drops of a win.
const FORCED_DROPS_MAX: usize = 8;
/// Most positions that one search visits.
const POSITIONS_MAX: usize = 1_000;

/// Returns the drops from a position on, replies included, that lead to a fork or to stacked
/// threats, and which of the two. `drop` is the first one. Returns `None` if it forces nothing.
pub(crate) fn forced_win(position: &Position, drop: Column) -> Option<(Vec<Column>, Fact)> {
    let mut budget = POSITIONS_MAX;
    // Iterative deepening: the shortest win is the easiest to follow.
    (1..=FORCED_DROPS_MAX).find_map(|drops| search(position, drop, drops, &mut budget))
}

fn search(
    position: &Position,
    drop: Column,
    drops: usize,
    budget: &mut usize,
) -> Option<(Vec<Column>, Fact)> {
    *budget = budget.checked_sub(1)?;
    let (next, reply) = forced_reply(position, drop)?;
    let board = next.board();
    for column in board.columns() {
        if drops == 1 {
            if let Some(double) = Fact::two_threats(&next, column) {
                return Some((vec![drop, reply, column], double));
            }
        } else if let Some((mut sequence, double)) = search(&next, column, drops - 1, budget) {
            sequence.splice(0..0, [drop, reply]);
            return Some((sequence, double));
        }
    }
    None
}

/// Returns the position after a drop and the only reply to it, and that reply. Returns `None` if
/// the drop leaves the opponent a choice or a line to complete.
pub(crate) fn forced_reply(position: &Position, drop: Column) -> Option<(Position, Column)> {
    let after = position.drop_in(drop).ok()?;
    if after.is_over() || !playable_threats(&after, after.to_move()).is_empty() {
        return None;
    }
    let threats = playable_threats(&after, position.to_move());
    let reply = threats.first()?.cell.column;
    let next = after.drop_in(reply).ok()?;
    (!next.is_over()).then_some((next, reply))
}
