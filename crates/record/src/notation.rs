//! One line for a whole game, and one for a position; both carry their ruleset.
//!
//! ```text
//! pop-out 7x6/4 4453P4             ruleset, moves
//! standard 7x6/4 //2/12/1// 1      ruleset, stacks from the bottom up, player to move
//! power-up 7x6/4 ///W/// 1 stock=ABDabwd second-turn-without-line moves=W4
//! ```
//!
//! What stands after the player to move belongs to positions that are more than their discs. They
//! are read by the moves in the end, and the rest is compared with what those lead to.

use foursight_core::{Disc, Game, Pending, Player, Position, PowerDisc, Ruleset, Setup, Variant};

use crate::Form;
use crate::arrays::space_at;
use crate::beside::{self, Shown};
use crate::diagram::{char_disc, disc_char};
use crate::error::{Place, ReadError, Reason, Spot};
use crate::expected::{Counted, Expected};
use crate::moves;
use crate::ruleset_text::{Word, is_size, is_variant, parse_words, words, write_ruleset};

const SEPARATOR: char = '/';
/// Stands for the stacks of a grid that has only one column, and that empty.
const NO_STACK: &str = "-";
/// What stands before the moves of a position.
const MOVES: &str = "moves=";
/// From this width on `standard` is also a drop string.
const STANDARD_IS_A_DROP_STRING_WIDTH: u8 = 20;

/// True for a text that begins with rules, or tells the player to move as a position does.
pub(crate) fn begins_like_it(text: &str) -> bool {
    let mut words = words(text);
    let first = words.next();
    let second = words.next().map(|second| second.text);
    first.is_some_and(|first| is_variant(first.text) || is_size(first.text))
        || second.is_some_and(|second| ["1", "2"].contains(&second))
}

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
    let mut line = format!("{} {stacks} {to_move}", write_ruleset(game.ruleset()));
    let moves = beside::moves_of(game).map(|moves| format!("{MOVES}{moves}"));
    for extra in extras(position).into_iter().chain(moves) {
        line.push(' ');
        line.push_str(&extra);
    }
    line
}

/// What belongs to a position besides its discs and the player to move.
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
        Pending::Strike => Some("strike".to_owned()),
        Pending::SecondTurn { may_connect: true } => Some("second-turn".to_owned()),
        Pending::SecondTurn { may_connect: false } => Some("second-turn-without-line".to_owned()),
        Pending::Return { from } => Some(format!("return={from}")),
        _ => None,
    }));
    extras
}

pub(crate) fn read_position(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    let words: Vec<_> = words(text).collect();
    let (own, used) = parse_words(text, &words)?;
    let ruleset = own.unwrap_or(ruleset);
    let Some(stacks) = words.get(used) else {
        return Err(ReadError::whole(Reason::Missing(Expected::Stacks)));
    };
    let setup = read_stacks(text, *stacks, ruleset)?;
    let (turn, extras) = match &words[used + 1..] {
        [] => (None, &[][..]),
        [turn, extras @ ..] => (Some(turn), extras),
    };
    let player = turn.map(|turn| read_turn(text, *turn)).transpose()?;
    let beside = extras.iter().find(|word| word.text.starts_with(MOVES));
    let beside = beside.map(|word| {
        let moves = word.offset + MOVES.len()..word.offset + word.text.len();
        moves::read_digits(text, moves, ruleset)
    });
    let game = beside::to_game(&setup, Shown::Kind, beside.transpose()?)?;
    let to_move = game.position().to_move();
    if let (Some(turn), Some(player)) = (turn, player)
        && player != to_move
    {
        let reason = Reason::WrongTurn(to_move);
        return Err(ReadError::at(text, turn.offset, reason));
    }
    check_extras(text, extras, game.position())?;
    Ok(game)
}

fn read_turn(text: &str, turn: Word<'_>) -> Result<Player, ReadError> {
    match turn.text {
        "1" => Ok(Player::First),
        "2" => Ok(Player::Second),
        other => {
            let expected = Expected::PlayerToMove;
            Err(ReadError::unexpected(text, turn.offset, other, expected))
        }
    }
}

/// What is written besides the discs has to be what the position holds.
fn check_extras(text: &str, written: &[Word<'_>], position: &Position) -> Result<(), ReadError> {
    let held = extras(position);
    let expected = if held.is_empty() {
        Expected::OnlyMoves
    } else {
        Expected::Holdings
    };
    let mut others = written.iter().filter(|word| {
        !word.text.starts_with(MOVES) && !held.iter().any(|extra| extra == word.text)
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

fn read_stacks(text: &str, stacks: Word<'_>, ruleset: Ruleset) -> Result<Setup, ReadError> {
    let columns = stacks.text.split(SEPARATOR).count();
    if columns != usize::from(ruleset.width()) {
        let reason = Reason::Size {
            what: Counted::Stacks,
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
            let expected = Expected::StackDisc;
            return Err(ReadError::unexpected(
                text,
                offset,
                &c.to_string(),
                expected,
            ));
        };
        let too_high = || {
            let reason = Reason::Limit {
                what: Counted::DiscsInStack,
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
    Ok(setup)
}
