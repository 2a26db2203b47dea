//! Grids as JSON arrays: rows first, columns with empties, and columns without (stacks).
//!
//! Everything counts from the bottom left. Where a grid is not enough its moves are one more entry,
//! a string. The sizes are compared with the ruleset before a
//! grid is built; whether the discs can come from play is the business of
//! [`Setup`](foursight_core::Setup).

use foursight_core::{Column, Disc, Game, Grid, Player, Row, Ruleset, Setup, Space};
use serde_json::Value;

use crate::Form;
use crate::beside::{self, Shown};
use crate::error::{Place, ReadError, Reason, shorten};
use crate::expected::{Counted, Expected};
use crate::moves::{self, parse_json};

const EMPTY: u8 = 0;
const FIRST: u8 = 1;
const SECOND: u8 = 2;

/// The spaces of a line of the array, and what stands there.
type Entries = Vec<Vec<Value>>;

/// What an array tells.
struct Array {
    entries: Entries,
    /// The moves beside the grid.
    moves: Option<String>,
}

pub(crate) fn write_rows(game: &Game) -> String {
    let grid = game.position().grid();
    let row = |row| {
        let spaces = grid.columns().map(|column| Space { column, row });
        spaces.map(|space| entry(&grid, space)).collect()
    };
    to_json(grid.rows().map(row).collect(), game)
}

pub(crate) fn write_columns(game: &Game) -> String {
    let grid = game.position().grid();
    let column = |column| {
        let spaces = grid.rows().map(|row| Space { column, row });
        spaces.map(|space| entry(&grid, space)).collect()
    };
    to_json(grid.columns().map(column).collect(), game)
}

pub(crate) fn write_stacks(game: &Game) -> String {
    let grid = game.position().grid();
    let stack = |column| grid.stack(column).map(|disc| number(disc.owner)).collect();
    to_json(grid.columns().map(stack).collect(), game)
}

fn entry(grid: &Grid, space: Space) -> u8 {
    grid.disc_at(space).map_or(EMPTY, |disc| number(disc.owner))
}

const fn number(player: Player) -> u8 {
    match player {
        Player::First => FIRST,
        Player::Second => SECOND,
    }
}

fn to_json(entries: Vec<Vec<u8>>, game: &Game) -> String {
    let entries = entries.into_iter().map(Value::from);
    let moves = beside::moves_of(game).map(Value::from);
    Value::from(entries.chain(moves).collect::<Vec<_>>()).to_string()
}

/// Reads a JSON array of which only the first character is known: moves or a grid.
///
/// On a square grid rows and columns look alike. Every form that fits is tried; if two make sense
/// and differ, the text is refused rather than guessed at.
pub(crate) fn read_any(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    let values: Vec<Value> = parse_json(text)?;
    if !values.first().is_some_and(Value::is_array) {
        return moves::from_values(&values, ruleset);
    }
    let array = to_array(values)?;
    let tries = [Form::Rows, Form::Columns, Form::Stacks]
        .into_iter()
        .filter(|form| has_size_of(*form, &array.entries, ruleset))
        .map(|form| (form, read_array(form, &array, ruleset)));
    let mut found: Option<(Form, Game)> = None;
    let mut refused = None;
    for (form, result) in tries {
        match (result, &found) {
            (Ok(game), None) => found = Some((form, game)),
            (Ok(game), Some((other, first))) => {
                if game.position().grid() != first.position().grid() {
                    return Err(ReadError::whole(Reason::Ambiguous(*other, form)));
                }
            }
            (Err(error), _) => refused = refused.or(Some(error)),
        }
    }
    match (found, refused) {
        (Some((_, game)), _) => Ok(game),
        (None, Some(error)) => Err(error),
        (None, None) => Err(wrong_size(&array.entries, ruleset)),
    }
}

fn has_size_of(form: Form, entries: &Entries, ruleset: Ruleset) -> bool {
    let (width, height) = size(ruleset);
    let all = |length: usize| entries.iter().all(|line| line.len() == length);
    match form {
        Form::Rows => entries.len() == height && all(width),
        Form::Columns => entries.len() == width && all(height),
        _ => {
            entries.len() == width
                && entries.iter().all(|line| line.len() <= height)
                && !entries.iter().flatten().any(|value| *value == EMPTY)
        }
    }
}

/// No form fits: complain in terms of the one that was probably meant.
fn wrong_size(entries: &Entries, ruleset: Ruleset) -> ReadError {
    let (width, height) = size(ruleset);
    let has_empties = entries.iter().flatten().any(|value| *value == EMPTY);
    let form = match entries.len() {
        columns if columns == width && !has_empties => Form::Stacks,
        rows if rows == height && rows != width => Form::Rows,
        _ => Form::Columns,
    };
    check_size(form, entries, ruleset)
        .err()
        .unwrap_or_else(|| ReadError::whole(Reason::Missing(Expected::Grid)))
}

fn size(ruleset: Ruleset) -> (usize, usize) {
    (ruleset.width().into(), ruleset.height().into())
}

pub(crate) fn read_rows(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    read_array(Form::Rows, &to_array(parse_json(text)?)?, ruleset)
}

pub(crate) fn read_columns(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    read_array(Form::Columns, &to_array(parse_json(text)?)?, ruleset)
}

pub(crate) fn read_stacks(text: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    read_array(Form::Stacks, &to_array(parse_json(text)?)?, ruleset)
}

fn to_array(mut values: Vec<Value>) -> Result<Array, ReadError> {
    let moves = match values.pop_if(|last| last.is_string()) {
        Some(Value::String(moves)) => Some(moves),
        _ => None,
    };
    let line = |value| match value {
        Value::Array(line) => Ok(line),
        other => Err(ReadError::whole(Reason::Unexpected {
            found: shorten(&other.to_string()),
            expected: Expected::Lists,
        })),
    };
    Ok(Array {
        entries: values.into_iter().map(line).collect::<Result<_, _>>()?,
        moves,
    })
}

fn read_array(form: Form, array: &Array, ruleset: Ruleset) -> Result<Game, ReadError> {
    let Array { entries, moves } = array;
    check_size(form, entries, ruleset)?;
    let mut setup = Setup::new(ruleset);
    for (outer, line) in entries.iter().enumerate() {
        for (inner, value) in line.iter().enumerate() {
            let space = match form {
                Form::Rows => space_at(inner, outer),
                _ => space_at(outer, inner),
            };
            let space = space.expect("the size was compared with the ruleset");
            if let Some(owner) = owner(form, value).map_err(|reason| ReadError {
                place: Place::Space { space, spot: None },
                reason,
            })? {
                setup.put(Disc::ordinary(owner), space)?;
            }
        }
    }
    let moves = moves.as_ref().map(|moves| beside::read(moves, ruleset));
    beside::to_game(&setup, Shown::Owner, moves.transpose()?)
}

/// The space with these indices, counted from 0.
pub(crate) fn space_at(column: usize, row: usize) -> Option<Space> {
    Some(Space {
        column: Column::from_index(column)?,
        row: Row::from_index(row)?,
    })
}

fn check_size(form: Form, entries: &Entries, ruleset: Ruleset) -> Result<(), ReadError> {
    let (width, height) = size(ruleset);
    let wrong = |what, found, expected| Reason::Size {
        what,
        found,
        expected,
    };
    let (what, expected, length) = match form {
        Form::Rows => (Counted::Rows, height, width),
        _ => (Counted::Columns, width, height),
    };
    if entries.len() != expected {
        return Err(ReadError::whole(wrong(what, entries.len(), expected)));
    }
    for (index, line) in entries.iter().enumerate() {
        let fits = match form {
            Form::Stacks => line.len() <= length,
            _ => line.len() == length,
        };
        if fits {
            continue;
        }
        let place = match form {
            Form::Rows => Row::from_index(index).map(Place::Row),
            _ => Column::from_index(index).map(Place::Column),
        };
        return Err(ReadError {
            place: place.unwrap_or(Place::Text),
            reason: wrong(Counted::Entries, line.len(), length),
        });
    }
    Ok(())
}

fn owner(form: Form, value: &Value) -> Result<Option<Player>, Reason> {
    let is = |number: u8| value.as_u64() == Some(number.into());
    if is(FIRST) {
        Ok(Some(Player::First))
    } else if is(SECOND) {
        Ok(Some(Player::Second))
    } else if is(EMPTY) && form != Form::Stacks {
        Ok(None)
    } else {
        Err(Reason::Unexpected {
            found: shorten(&value.to_string()),
            expected: match form {
                Form::Stacks => Expected::Player,
                _ => Expected::PlayerOrEmpty,
            },
        })
    }
}
