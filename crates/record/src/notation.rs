//! One line for a whole game, and one for a position; both carry their ruleset.
//!
//! ```text
//! pop-out 7x6/4 4453P4             ruleset, moves
//! standard 7x6/4 //2/12/1// 1      ruleset, stacks from the bottom up, player to move
//! ```

use foursight_core::{Game, Player, Ruleset, Setup};

use crate::Form;
use crate::arrays::space_at;
use crate::error::{Place, ReadError, Reason, Spot};
use crate::moves;
use crate::pictures::{char_disc, disc_char};
use crate::ruleset_text::{Word, is_size, is_variant, parse_words, words, write_ruleset};

const SEPARATOR: char = '/';
/// Stands for the stacks of a grid that has only one column, and that empty.
const NO_STACK: &str = "-";
/// From this width on `standard` is also a drop string.
const STANDARD_IS_A_DROP_STRING_WIDTH: u8 = 20;

/// Which of the two notations a text is, if it is one.
pub(crate) fn detect(text: &str, ruleset: Ruleset) -> Option<Form> {
    let words: Vec<_> = words(text).take(5).collect();
    let first = words.first()?;
    let is_drops = words.len() == 1
        && first.text == "standard"
        && ruleset.width() >= STANDARD_IS_A_DROP_STRING_WIDTH;
    if is_drops {
        return None;
    }
    let ruleset_words = match (is_variant(first.text), words.get(1)) {
        (true, Some(second)) if is_size(second.text) => 2,
        (true, _) => 1,
        (false, _) if is_size(first.text) => 1,
        // Stacks without a ruleset.
        (false, _) if first.text.contains(SEPARATOR) => 0,
        (false, _) => return None,
    };
    let rest = &words[ruleset_words..];
    let is_position = rest.first().is_some_and(|word| {
        let is_one_column = rest.len() == 2 && !word.text.contains(',');
        word.text.contains(SEPARATOR) || (is_one_column && is_one_wide(&words[..ruleset_words]))
    });
    Some(if is_position {
        Form::Position
    } else {
        Form::Notation
    })
}

fn is_one_wide(ruleset_words: &[Word<'_>]) -> bool {
    ruleset_words.iter().any(|word| word.text.starts_with("1x"))
}

pub(crate) fn write_game(game: &Game) -> String {
    let line = format!(
        "{} {}",
        write_ruleset(game.ruleset()),
        moves::write_digits(game)
    );
    line.trim_end().to_owned()
}

pub(crate) fn read_game(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    let words: Vec<_> = words(text).collect();
    let (own, used) = parse_words(text, &words)?;
    let start = words.get(used).map_or(text.len(), |word| word.offset);
    moves::read_digits(text, start..text.len(), own.unwrap_or(ruleset))
}

pub(crate) fn write_position(game: &Game) -> String {
    let position = game.position();
    let grid = position.grid();
    let stack = |column| grid.stack(column).map(disc_char).collect::<String>();
    let stacks: Vec<_> = grid.columns().map(stack).collect();
    let mut stacks = stacks.join(&SEPARATOR.to_string());
    if stacks.is_empty() {
        NO_STACK.clone_into(&mut stacks);
    }
    let to_move = position.to_move().index() + 1;
    format!("{} {stacks} {to_move}", write_ruleset(game.ruleset()))
}

pub(crate) fn read_position(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    let words: Vec<_> = words(text).collect();
    let (own, used) = parse_words(text, &words)?;
    let ruleset = own.unwrap_or(ruleset);
    let Some(stacks) = words.get(used) else {
        return Err(ReadError::whole(Reason::Missing(
            "the stacks, joined with /,",
        )));
    };
    let game = read_stacks(text, *stacks, ruleset)?;
    if let Some(turn) = words.get(used + 1) {
        let player = match turn.text {
            "1" => Player::First,
            "2" => Player::Second,
            other => {
                let expected = "the player to move, 1 or 2";
                return Err(ReadError::unexpected(text, turn.offset, other, expected));
            }
        };
        let by_discs = game.position().to_move();
        if player != by_discs {
            let reason = Reason::WrongTurn(by_discs);
            return Err(ReadError::at(text, turn.offset, reason));
        }
    }
    match words.get(used + 2) {
        None => Ok(game),
        Some(extra) => {
            let expected = "nothing after the player to move";
            Err(ReadError::unexpected(
                text,
                extra.offset,
                extra.text,
                expected,
            ))
        }
    }
}

fn read_stacks(text: &str, stacks: Word<'_>, ruleset: Ruleset) -> Result<Game, ReadError> {
    let columns = stacks.text.split(SEPARATOR).count();
    if columns != usize::from(ruleset.width()) {
        let reason = Reason::Size {
            what: "stacks",
            found: columns,
            expected: ruleset.width().into(),
        };
        return Err(ReadError::at(text, stacks.offset, reason));
    }
    let mut setup = Setup::new(ruleset);
    let (mut column, mut row) = (0, 0);
    for (at, c) in stacks.text.char_indices() {
        if c == SEPARATOR {
            (column, row) = (column + 1, 0);
            continue;
        }
        if stacks.text == NO_STACK {
            break;
        }
        let offset = stacks.offset + at;
        let Some(disc) = char_disc(c) else {
            let expected = "1 (First), 2 (Second), a power disc (ABWD, abwd) or /";
            return Err(ReadError::unexpected(
                text,
                offset,
                &c.to_string(),
                expected,
            ));
        };
        let too_high = || {
            let reason = Reason::Limit {
                what: "discs in a stack",
                max: ruleset.height().into(),
            };
            ReadError::at(text, offset, reason)
        };
        let space = space_at(column, row).ok_or_else(too_high)?;
        if row >= ruleset.height().into() {
            return Err(too_high());
        }
        setup.put(disc, space).map_err(|error| ReadError {
            place: Place::Space {
                space,
                spot: Some(Spot::at(text, offset)),
            },
            reason: Reason::Setup(error),
        })?;
        row += 1;
    }
    Ok(setup.to_game()?)
}
