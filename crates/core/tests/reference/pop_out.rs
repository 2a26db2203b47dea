//! Pop Out: a turn is a drop, or a pop of an own disc out of the bottom row.

use foursight_core::{BothConnect, DiscKind, Move, Tie};

use super::{Table, Verdict};

pub(super) fn play(table: &mut Table, step: Move, both: BothConnect) -> Option<()> {
    let mover = table.to_move;
    let opponent = mover.opponent();
    match step {
        Move::Drop(column) => table.drop_disc(column.index(), DiscKind::Ordinary)?,
        Move::Pop(column) if table.owns_bottom(mover, column.index()) => table.pop(column.index()),
        _ => return None,
    }
    let winner = match (table.has_line(mover), table.has_line(opponent)) {
        (true, true) if both == BothConnect::OpponentWins => Some(opponent),
        (true, _) => Some(mover),
        (false, true) => Some(opponent),
        (false, false) => None,
    };
    table.to_move = opponent;
    if let Some(winner) = winner {
        table.result = Some(Verdict::Won(winner));
    } else if table.is_full() && !table.owns_any_bottom(opponent) {
        table.result = Some(Verdict::Tied(Tie::NoMoves));
    }
    Some(())
}
