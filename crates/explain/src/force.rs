//! Wins by force: each drop threatens to complete a line at once, so that the opponent has one
//! answer, until there are two threats and only one answer.

use foursight_core::{Column, Position};

use crate::reason::Reason;
use crate::threat::playable;

/// A win takes at most so many drops that the opponent has to answer.
const FORCED_DROPS_MAX: usize = 8;
/// At most so many positions are looked at.
const POSITIONS_MAX: usize = 1_000;

/// The drops from a position on, the opponent's answers in between, that lead to a fork or to
/// stacked threats, and which of the two. The first drop is given; none if it forces nothing.
pub(crate) fn forced_win(position: &Position, drop: Column) -> Option<(Vec<Column>, Reason)> {
    let mut left = POSITIONS_MAX;
    // The shortest way is the easiest to follow.
    (1..=FORCED_DROPS_MAX).find_map(|drops| search(position, drop, drops, &mut left))
}

fn search(
    position: &Position,
    drop: Column,
    drops: usize,
    left: &mut usize,
) -> Option<(Vec<Column>, Reason)> {
    *left = left.checked_sub(1)?;
    let (next, answer) = forced_answer(position, drop)?;
    let grid = next.grid();
    for column in grid.columns() {
        if drops == 1 {
            if let Some(two) = Reason::two_threats(&next, column) {
                return Some((vec![drop, answer, column], two));
            }
        } else if let Some((mut way, two)) = search(&next, column, drops - 1, left) {
            way.splice(0..0, [drop, answer]);
            return Some((way, two));
        }
    }
    None
}

/// The position after a drop and the only answer to it, and that answer. None if the drop leaves
/// the opponent a choice or a line of his own.
pub(crate) fn forced_answer(position: &Position, drop: Column) -> Option<(Position, Column)> {
    let after = position.drop_in(drop).ok()?;
    if after.is_over() || !playable(&after, after.to_move()).is_empty() {
        return None;
    }
    let threats = playable(&after, position.to_move());
    let answer = threats.first()?.space.column;
    let next = after.drop_in(answer).ok()?;
    (!next.is_over()).then_some((next, answer))
}
