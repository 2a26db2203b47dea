//! Parses positions in the notation of lessons.

use foursight_core::{Game, Ruleset};
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
