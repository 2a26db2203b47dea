//! Moves in JavaScript: a drop of an ordinary disc is its column, counted from 0; any other is text.

use foursight_core::{Column, Game, Move, PowerDisc, Ruleset, Variant};
use serde_json::Value;

use crate::errors::PackageError;

/// Converts a move: a drop of an ordinary disc is its column, counted from 0; any other is text.
pub(crate) fn move_to_json(mv: Move, ruleset: Ruleset) -> Value {
    match mv {
        Move::Drop(column) => column.index().into(),
        other => move_text(other, ruleset).into(),
    }
}

/// Converts a list of moves.
pub(crate) fn moves_to_json(moves: &[Move], ruleset: Ruleset) -> String {
    let moves = moves.iter().map(|mv| move_to_json(*mv, ruleset));
    Value::Array(moves.collect()).to_string()
}

/// Reads a move that is text: as in drop strings, columns from 1.
pub(crate) fn move_of_text(text: &str, game: &Game) -> Result<Move, PackageError> {
    let (text, ruleset) = (text.trim(), game.ruleset());
    let mut known = all_moves(ruleset).into_iter();
    let found = known.find(|known| move_text(*known, ruleset) == text);
    found.ok_or_else(|| {
        let shown: String = text.chars().take(20).collect();
        let name = ruleset.variant().name();
        PackageError::illegal_move(format!("{name} has no move {shown:?}"))
    })
}

/// Reads a move that is a number: a column counted from 0.
pub(crate) fn move_of_index(index: f64, game: &Game) -> Result<Move, PackageError> {
    let width = game.ruleset().width();
    let is_column = index.fract() == 0.0 && (0.0..f64::from(width)).contains(&index);
    let column = is_column.then(|| Column::from_index(index as usize));
    column.flatten().map(Move::Drop).ok_or_else(|| {
        PackageError::illegal_move(format!(
            "there is no column {index}: integers count from 0, so the board has columns 0 to {}",
            width - 1
        ))
    })
}

/// Writes a move as in drop strings: `4`, `P4`, `A4`, `-`.
fn move_text(mv: Move, ruleset: Ruleset) -> String {
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
