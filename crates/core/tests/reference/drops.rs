//! Standard: the player who completes a line wins; a full grid without one is a tie.
//! Five-in-a-Row: the same between two columns that start full.

use foursight_core::{Disc, DiscKind, Move, Player, Tie};

use super::{Table, Verdict};

/// Left column First at the bottom, right column inverted.
pub(super) fn fill_outer_columns(table: &mut Table) {
    let right = table.width() - 1;
    for row in 0..table.height() {
        let [left_owner, right_owner] = if row % 2 == 0 {
            [Player::First, Player::Second]
        } else {
            [Player::Second, Player::First]
        };
        table.spaces[0][row] = Some(Disc::ordinary(left_owner));
        table.spaces[right][row] = Some(Disc::ordinary(right_owner));
    }
}

pub(super) fn play(table: &mut Table, step: Move) -> Option<()> {
    let Move::Drop(column) = step else {
        return None;
    };
    let mover = table.to_move;
    table.drop_disc(column.index(), DiscKind::Ordinary)?;
    if table.has_line(mover) {
        table.result = Some(Verdict::Won(mover));
    } else if table.is_full() {
        table.result = Some(Verdict::Tied(Tie::GridFull));
    }
    table.to_move = mover.opponent();
    Some(())
}
