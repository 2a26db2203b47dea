//! Power Up: the standard rules with anvil, bomb, wall and double.

use foursight_core::{DiscKind, DrawRule, Move, PowerDisc};

use super::{ReferenceEnd, ReferenceState};

pub(super) fn play(state: &mut ReferenceState, mv: Move) -> Option<()> {
    let mover = state.to_move;
    let opponent = mover.opponent();
    match (state.pending, mv) {
        (None, Move::Drop(column)) => state.drop_disc(column.index(), DiscKind::Ordinary)?,
        (None, Move::Power(disc, column)) => {
            let left = &mut state.stock[mover.index()][disc.index()];
            *left = left.checked_sub(1)?;
            state.drop_disc(column.index(), DiscKind::Power(disc))?;
            if disc == PowerDisc::Anvil {
                while state.landing(column.index()) != Some(1) && state.height() > 1 {
                    state.pop(column.index());
                }
            }
            if turn_continues(state, disc) {
                state.pending = Some(disc);
                return Some(());
            }
        }
        (Some(PowerDisc::Bomb), Move::Strike(column)) => {
            if !state.owns_bottom(opponent, column.index()) {
                return None;
            }
            state.pop(column.index());
        }
        (Some(PowerDisc::Wall), Move::Drop(column)) => {
            state.drop_disc(column.index(), DiscKind::Ordinary)?;
            if state.has_line(mover) {
                return None;
            }
        }
        (Some(PowerDisc::Double), Move::Drop(column)) => {
            state.drop_disc(column.index(), DiscKind::Ordinary)?;
        }
        (Some(PowerDisc::Wall | PowerDisc::Double), Move::Pass) => {}
        _ => return None,
    }
    state.pending = None;
    state.to_move = opponent;
    if state.has_line(mover) {
        state.result = Some(ReferenceEnd::Won(mover));
    } else if state.has_line(opponent) {
        state.result = Some(ReferenceEnd::Won(opponent));
    } else if state.is_full() {
        state.result = Some(ReferenceEnd::Draw(DrawRule::BoardFull));
    }
    Some(())
}

/// Returns true if the turn continues after this disc.
fn turn_continues(state: &ReferenceState, disc: PowerDisc) -> bool {
    let won = state.has_line(state.to_move);
    match disc {
        PowerDisc::Anvil => false,
        PowerDisc::Bomb => state.owns_any_bottom(state.to_move.opponent()),
        PowerDisc::Wall | PowerDisc::Double => !won && !state.is_full(),
    }
}
