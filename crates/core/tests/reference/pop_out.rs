//! Pop Out: a turn is a drop, or a pop of one's own disc out of the bottom row.

use foursight_core::{BothConnectRule, DiscKind, DrawRule, Move};

use super::{ReferenceEnd, ReferenceState};

pub(super) fn play(
    state: &mut ReferenceState,
    mv: Move,
    both_connect: BothConnectRule,
) -> Option<()> {
    let mover = state.to_move;
    let opponent = mover.opponent();
    match mv {
        Move::Drop(column) => state.drop_disc(column.index(), DiscKind::Ordinary)?,
        Move::Pop(column) if state.owns_bottom(mover, column.index()) => state.pop(column.index()),
        _ => return None,
    }
    let winner = match (state.has_line(mover), state.has_line(opponent)) {
        (true, true) if both_connect == BothConnectRule::OpponentWins => Some(opponent),
        (true, _) => Some(mover),
        (false, true) => Some(opponent),
        (false, false) => None,
    };
    state.to_move = opponent;
    if let Some(winner) = winner {
        state.result = Some(ReferenceEnd::Won(winner));
    } else if state.is_full() && !state.owns_any_bottom(opponent) {
        state.result = Some(ReferenceEnd::Draw(DrawRule::NoMoves));
    }
    Some(())
}
