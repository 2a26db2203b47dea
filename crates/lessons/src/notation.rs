//! Positions, moves and spaces as lessons write them.

use foursight_core::{Column, Game, Move, PowerDisc, Row, Ruleset, Space};
use foursight_record::{Emoji, Form, read_as};

use crate::error::Reason;

/// Pictures are not read here; the reader wants to know the signs all the same.
const NO_EMOJI: Emoji = Emoji {
    empty: '.',
    first: 'o',
    second: 'x',
};

/// A game: `start`, a drop string such as `4453`, or with its rules `pop-out 7x6/4 44P4`.
pub(crate) fn game(text: &str) -> Result<Game, Reason> {
    let read = |form, text| read_as(form, text, Ruleset::STANDARD, &NO_EMOJI);
    let found = match text {
        "start" => return Ok(Game::default()),
        _ if text.contains(' ') => read(Form::Notation, text),
        _ => read(Form::Digits, text),
    };
    found.map_err(|error| Reason::Position(error.to_string()))
}

/// A move: `4` drops, `P4` pops, `A4`, `B4`, `W4` and `D4` drop a power disc, `T4` is the target of a bomb,
/// `-` passes.
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

/// A space such as `d3`, of a grid with at most 26 columns.
pub(crate) fn space(text: &str) -> Option<Space> {
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    let row: usize = text.get(1..)?.parse().ok()?;
    Some(Space {
        column: Column::from_index(letter as usize - 'a' as usize)?,
        row: Row::from_index(row.checked_sub(1)?)?,
    })
}
