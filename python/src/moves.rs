//! Moves in Python: a drop of an ordinary disc is its column, counted from 0; any other is text.

use foursight_core::{Column, Move, PowerDisc, Ruleset, Variant};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

/// Converts a move to Python: a drop of an ordinary disc is its column, counted from 0; any other
/// move is text.
pub(crate) fn move_to_py(py: Python<'_>, mv: Move, ruleset: Ruleset) -> PyResult<Bound<'_, PyAny>> {
    match mv {
        Move::Drop(column) => column.index().into_bound_py_any(py),
        other => move_text(other, ruleset).into_bound_py_any(py),
    }
}

/// Writes a move as in drop strings: `4`, `P4`, `A4`, `-`.
pub(crate) fn move_text(mv: Move, ruleset: Ruleset) -> String {
    let letters = (10..=26).contains(&ruleset.width());
    let label = |column: Column| {
        if letters {
            column.letters()
        } else {
            column.to_string()
        }
    };
    let prefix = match mv {
        Move::Drop(_) => "",
        Move::Pop(_) => "P",
        Move::Strike(_) => "T",
        Move::Power(PowerDisc::Anvil, _) => "A",
        Move::Power(PowerDisc::Bomb, _) => "B",
        Move::Power(PowerDisc::Wall, _) => "W",
        Move::Power(PowerDisc::Double, _) => "D",
        Move::Pass => "-",
    };
    format!("{prefix}{}", mv.column().map(label).unwrap_or_default())
}

/// Returns every move that some position of the variant has, in the order of actions.
pub(crate) fn all_moves(ruleset: Ruleset) -> Vec<Move> {
    let kinds: &[fn(Column) -> Move] = match ruleset.variant() {
        Variant::Standard | Variant::FiveInARow => &[Move::Drop],
        Variant::PopOut(_) | Variant::PopTen(_) => &[Move::Drop, Move::Pop],
        Variant::PowerUp(_) => &[
            Move::Drop,
            |column| Move::Power(PowerDisc::Anvil, column),
            |column| Move::Power(PowerDisc::Bomb, column),
            |column| Move::Power(PowerDisc::Wall, column),
            |column| Move::Power(PowerDisc::Double, column),
            Move::Strike,
        ],
    };
    let columns = || (0..usize::from(ruleset.width())).filter_map(Column::from_index);
    let mut moves: Vec<_> = kinds.iter().flat_map(|kind| columns().map(kind)).collect();
    if matches!(ruleset.variant(), Variant::PopTen(_) | Variant::PowerUp(_)) {
        moves.push(Move::Pass);
    }
    moves
}
