//! One-line notations of a game and of a position, both with their ruleset.
//!
//! ```text
//! pop-out 7x6/4 4453P4             ruleset, moves
//! standard 7x6/4 //2/12/1// 1      ruleset, stacks from the bottom up, player to move
//! power-up 7x6/4 ///W/// 1 stock=ABDabwd second-turn-without-line moves=W4
//! ```
//!
//! The words after the player to move describe state that is not on the board. The reader plays the
//! moves at the end and compares the other words with the resulting position.

use foursight_core::{
    Disc, Game, PendingTurn, Player, Position, PowerDisc, Ruleset, Setup, Variant,
};

use crate::Form;
use crate::arrays::cell_at;
use crate::attached_moves::{self, DiscDetail};
use crate::diagram::{disc_char, disc_from_char};
use crate::error::{ErrorLocation, ReadError, ReadErrorKind, TextLocation};
use crate::expected::{CountedItem, Expected};
use crate::moves;
use crate::ruleset_text::{
    WordSpan, is_size, is_variant, parse_leading_ruleset, words, write_ruleset,
};

const SEPARATOR: char = '/';
/// Placeholder for the stacks of a board with a single empty column.
const NO_STACK: &str = "-";
/// Prefix of the moves of a position.
const MOVES_PREFIX: &str = "moves=";
/// Minimum width at which the word `standard` is also a valid drop string.
const STANDARD_AS_DROPS_WIDTH_MIN: u8 = 20;

/// Returns true if a text begins with a ruleset, or its second word is a player to move.
pub(crate) fn begins_like_notation(text: &str) -> bool {
    let mut words = words(text);
    let first = words.next();
    let second = words.next().map(|second| second.text);
    first.is_some_and(|first| is_variant(first.text) || is_size(first.text))
        || second.is_some_and(|second| ["1", "2"].contains(&second))
}

/// Detects which of the two notations a text uses.
pub(crate) fn detect(text: &str, ruleset: Ruleset) -> Option<Form> {
    let words: Vec<_> = words(text).take(5).collect();
    let first = words.first()?;
    let is_drops = words.len() == 1
        && first.text == "standard"
        && ruleset.width() >= STANDARD_AS_DROPS_WIDTH_MIN;
    if is_drops {
        return None;
    }
    let ruleset_words = match (is_variant(first.text), words.get(1)) {
        (true, Some(second)) if is_size(second.text) => 2,
        (true, _) => 1,
        (false, _) if is_size(first.text) => 1,
        // These are stacks without a ruleset.
        (false, _) if first.text.contains(SEPARATOR) => 0,
        (false, _) => return None,
    };
    let rest = &words[ruleset_words..];
    let is_position = rest.first().is_some_and(|word| {
        let has_extras = rest.get(2).is_some_and(|extra| extra.text.contains('='));
        let is_one_column = (rest.len() == 2 || has_extras) && !word.text.contains(',');
        word.text.contains(SEPARATOR) || (is_one_column && is_one_wide(&words[..ruleset_words]))
    });
    Some(if is_position {
        Form::Position
    } else {
        Form::Notation
    })
}

fn is_one_wide(ruleset_words: &[WordSpan<'_>]) -> bool {
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
    let (own, used) = parse_leading_ruleset(text, &words)?;
    let start = words.get(used).map_or(text.len(), |word| word.offset);
    moves::read_digits(text, start..text.len(), own.unwrap_or(ruleset))
}

pub(crate) fn write_position(game: &Game) -> String {
    let position = game.position();
    let board = position.board();
    let stack = |column| board.stack(column).map(disc_char).collect::<String>();
    let stacks: Vec<_> = board.columns().map(stack).collect();
    let mut stacks = stacks.join(&SEPARATOR.to_string());
    if stacks.is_empty() {
        NO_STACK.clone_into(&mut stacks);
    }
    let to_move = position.to_move().index() + 1;
    let mut line = format!("{} {stacks} {to_move}", write_ruleset(game.ruleset()));
    let moves = attached_moves::required_moves(game).map(|moves| format!("{MOVES_PREFIX}{moves}"));
    for extra in extras(position).into_iter().chain(moves) {
        line.push(' ');
        line.push_str(&extra);
    }
    line
}

/// Returns the state of a position besides its discs and the player to move.
fn extras(position: &Position) -> Vec<String> {
    let mut extras = Vec::new();
    match position.ruleset().variant() {
        Variant::PopTen(_) => {
            let [first, second] = Player::BOTH.map(|player| position.set_aside(player));
            extras.push(format!("aside={first},{second}"));
        }
        Variant::PowerUp(_) => {
            let mut held = String::new();
            for player in Player::BOTH {
                for power in PowerDisc::ALL {
                    let letter = disc_char(Disc::power(player, power));
                    let count = position.power_discs(player, power);
                    held.extend(std::iter::repeat_n(letter, count.into()));
                }
            }
            extras.push(format!("stock={held}"));
        }
        _ => {}
    }
    extras.extend(position.pending().and_then(|pending| match pending {
        PendingTurn::Strike => Some("strike".to_owned()),
        PendingTurn::SecondTurn { may_connect: true } => Some("second-turn".to_owned()),
        PendingTurn::SecondTurn { may_connect: false } => {
            Some("second-turn-without-line".to_owned())
        }
        PendingTurn::Return { from } => Some(format!("return={from}")),
        _ => None,
    }));
    extras
}

pub(crate) fn read_position(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    let words: Vec<_> = words(text).collect();
    let (own, used) = parse_leading_ruleset(text, &words)?;
    let ruleset = own.unwrap_or(ruleset);
    let Some(stacks) = words.get(used) else {
        return Err(ReadError::whole(ReadErrorKind::Missing(Expected::Stacks)));
    };
    let setup = read_stacks(text, *stacks, ruleset)?;
    let (turn, extras) = match &words[used + 1..] {
        [] => (None, &[][..]),
        [turn, extras @ ..] => (Some(turn), extras),
    };
    let player = turn.map(|turn| read_turn(text, *turn)).transpose()?;
    let moves = extras
        .iter()
        .find(|word| word.text.starts_with(MOVES_PREFIX));
    let attached = moves.map(|word| {
        let range = word.offset + MOVES_PREFIX.len()..word.offset + word.text.len();
        moves::read_digits(text, range, ruleset)
    });
    let game = attached_moves::to_game(&setup, DiscDetail::Kind, attached.transpose()?)?;
    let to_move = game.position().to_move();
    if let (Some(turn), Some(player)) = (turn, player)
        && player != to_move
    {
        let reason = ReadErrorKind::WrongTurn(to_move);
        return Err(ReadError::at(text, turn.offset, reason));
    }
    check_extras(text, extras, game.position())?;
    Ok(game)
}

fn read_turn(text: &str, turn: WordSpan<'_>) -> Result<Player, ReadError> {
    match turn.text {
        "1" => Ok(Player::First),
        "2" => Ok(Player::Second),
        other => {
            let expected = Expected::PlayerToMove;
            Err(ReadError::unexpected(text, turn.offset, other, expected))
        }
    }
}

/// Checks that the extra words describe the state of the position.
fn check_extras(
    text: &str,
    written: &[WordSpan<'_>],
    position: &Position,
) -> Result<(), ReadError> {
    let held = extras(position);
    let expected = if held.is_empty() {
        Expected::OnlyMoves
    } else {
        Expected::VariantState
    };
    let mut others = written.iter().filter(|word| {
        !word.text.starts_with(MOVES_PREFIX) && !held.iter().any(|extra| extra == word.text)
    });
    match others.next() {
        None => Ok(()),
        Some(other) => Err(ReadError::unexpected(
            text,
            other.offset,
            other.text,
            expected,
        )),
    }
}

fn read_stacks(text: &str, stacks: WordSpan<'_>, ruleset: Ruleset) -> Result<Setup, ReadError> {
    let columns = stacks.text.split(SEPARATOR).count();
    if columns != usize::from(ruleset.width()) {
        let reason = ReadErrorKind::Size {
            counted: CountedItem::Stacks,
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
        let Some(disc) = disc_from_char(c) else {
            let expected = Expected::StackDisc;
            return Err(ReadError::unexpected(
                text,
                offset,
                &c.to_string(),
                expected,
            ));
        };
        let too_high = || {
            let reason = ReadErrorKind::Limit {
                counted: CountedItem::DiscsInStack,
                max: ruleset.height().into(),
            };
            ReadError::at(text, offset, reason)
        };
        let cell = cell_at(column, row).ok_or_else(too_high)?;
        if row >= ruleset.height().into() {
            return Err(too_high());
        }
        setup.put(disc, cell).map_err(|error| ReadError {
            location: ErrorLocation::Cell {
                cell,
                location: Some(TextLocation::at(text, offset)),
            },
            kind: ReadErrorKind::Setup(error),
        })?;
        row += 1;
    }
    Ok(setup)
}
