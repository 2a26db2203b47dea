//! Standard: the player who completes a line wins; a full board without one is a draw.
//! Five-in-a-Row: the same between two columns that start full.

use foursight_core::{Disc, DiscKind, DrawRule, Move, Player};

use super::{ReferenceEnd, ReferenceState};

/// Fills the left column with First at the bottom and the right column inverted.
pub(super) fn fill_outer_columns(state: &mut ReferenceState) {
    let right = state.width() - 1;
    for row in 0..state.height() {
        let [left_owner, right_owner] = if row % 2 == 0 {
            [Player::First, Player::Second]
        } else {
            [Player::Second, Player::First]
        };
        state.cells[0][row] = Some(Disc::ordinary(left_owner));
        state.cells[right][row] = Some(Disc::ordinary(right_owner));
    }
}

pub(super) fn play(state: &mut ReferenceState, mv: Move) -> Option<()> {
    let Move::Drop(column) = mv else {
        return None;
    };
    let mover = state.to_move;
    state.drop_disc(column.index(), DiscKind::Ordinary)?;
    if state.has_line(mover) {
        state.result = Some(ReferenceEnd::Won(mover));
    } else if state.is_full() {
        state.result = Some(ReferenceEnd::Draw(DrawRule::BoardFull));
    }
    state.to_move = mover.opponent();
    Some(())
}
