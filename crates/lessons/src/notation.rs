//! Parses positions, moves and cells in the notation of lessons.

use foursight_core::{Cell, Column, Game, Move, PowerDisc, Row, Ruleset};
use foursight_record::{Emoji, Form, read_as};

use crate::error::LessonErrorKind;

/// Lessons contain no pictures, but the reader requires an `Emoji`.
const NO_EMOJI: Emoji = Emoji {
    empty: '.',
    first: 'o',
    second: 'x',
};

/// Parses a game: `start`, a drop string such as `4453`, or with its rules `pop-out 7x6/4 44P4`.
pub(crate) fn parse_game(text: &str) -> Result<Game, LessonErrorKind> {
    let read = |form, text| read_as(form, text, Ruleset::STANDARD, &NO_EMOJI);
    let game = match text {
        "start" => return Ok(Game::default()),
        _ if text.contains(' ') => read(Form::Notation, text),
        _ => read(Form::Digits, text),
    };
    game.map_err(|error| LessonErrorKind::InvalidPosition(error.to_string()))
}

/// Parses a move: `4` drops, `P4` pops, `A4`, `B4`, `W4` and `D4` drop a power disc, `T4` is the
/// target of a bomb, `-` passes.
pub(crate) fn parse_move(text: &str) -> Option<Move> {
    if text == "-" {
        return Some(Move::Pass);
    }
    let column = |digits: &str| Column::from_number(digits.parse().ok()?);
    let letter = text.chars().next()?;
    if letter.is_ascii_digit() {
        return column(text).map(Move::Drop);
    }
    let at = column(text.get(1..)?)?;
    Some(match letter {
        'P' => Move::Pop(at),
        'T' => Move::Strike(at),
        'A' => Move::Power(PowerDisc::Anvil, at),
        'B' => Move::Power(PowerDisc::Bomb, at),
        'W' => Move::Power(PowerDisc::Wall, at),
        'D' => Move::Power(PowerDisc::Double, at),
        _ => return None,
    })
}

/// Parses a cell such as `d3`, of a board with at most 26 columns.
pub(crate) fn cell(text: &str) -> Option<Cell> {
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    let row: usize = text.get(1..)?.parse().ok()?;
    Some(Cell {
        column: Column::from_index(letter as usize - 'a' as usize)?,
        row: Row::from_index(row.checked_sub(1)?)?,
    })
}
