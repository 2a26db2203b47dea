//! Power Up: the standard rules with anvil, bomb, wall and double.

use foursight_core::{DiscKind, Move, PowerDisc, Tie};

use super::{Table, Verdict};

pub(super) fn play(table: &mut Table, step: Move) -> Option<()> {
    let mover = table.to_move;
    let opponent = mover.opponent();
    match (table.pending, step) {
        (None, Move::Drop(column)) => table.drop_disc(column.index(), DiscKind::Ordinary)?,
        (None, Move::Power(disc, column)) => {
            let left = &mut table.stock[mover.index()][disc.index()];
            *left = left.checked_sub(1)?;
            table.drop_disc(column.index(), DiscKind::Power(disc))?;
            if disc == PowerDisc::Anvil {
                while table.landing(column.index()) != Some(1) && table.height() > 1 {
                    table.pop(column.index());
                }
            }
            if goes_on(table, disc) {
                table.pending = Some(disc);
                return Some(());
            }
        }
        (Some(PowerDisc::Bomb), Move::Strike(column)) => {
            if !table.owns_bottom(opponent, column.index()) {
                return None;
            }
            table.pop(column.index());
        }
        (Some(PowerDisc::Wall), Move::Drop(column)) => {
            table.drop_disc(column.index(), DiscKind::Ordinary)?;
            if table.has_line(mover) {
                return None;
            }
        }
        (Some(PowerDisc::Double), Move::Drop(column)) => {
            table.drop_disc(column.index(), DiscKind::Ordinary)?;
        }
        (Some(PowerDisc::Wall | PowerDisc::Double), Move::Pass) => {}
        _ => return None,
    }
    table.pending = None;
    table.to_move = opponent;
    if table.has_line(mover) {
        table.result = Some(Verdict::Won(mover));
    } else if table.has_line(opponent) {
        table.result = Some(Verdict::Won(opponent));
    } else if table.is_full() {
        table.result = Some(Verdict::Tied(Tie::GridFull));
    }
    Some(())
}

/// Whether the turn is not over with this disc.
fn goes_on(table: &Table, disc: PowerDisc) -> bool {
    let won = table.has_line(table.to_move);
    match disc {
        PowerDisc::Anvil => false,
        PowerDisc::Bomb => table.owns_any_bottom(table.to_move.opponent()),
        PowerDisc::Wall | PowerDisc::Double => !won && !table.is_full(),
    }
}
