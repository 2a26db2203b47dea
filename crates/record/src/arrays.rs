//! Grids as lists: rows, columns with empties, and columns without (stacks).
//!
//! Rows come top row first. Columns begin at the bottom or at the top, as gravity tells; where it
//! does not, at the bottom. Where a grid is not enough its moves are one more entry, a text. What
//! an entry may be is told by `marks`; whether the discs can come from play is the business of
//! [`Setup`](foursight_core::Setup).

use foursight_core::{Column, Disc, Game, Grid, Player, Row, Ruleset, Setup, Space};

use crate::Form;
use crate::beside::{self, Shown};
use crate::error::{Place, ReadError, Reason, Spot};
use crate::expected::{Counted, Expected};
use crate::literal::{Item, Value, parse};
use crate::marks::{Mark, Meaning};
use crate::moves;
use crate::reading::{How, resized};

/// The forms that are lists of lists.
const FORMS: [Form; 3] = [Form::Rows, Form::Columns, Form::Stacks];

/// What a list of lists tells.
struct Array<'a> {
    text: &'a str,
    lines: Vec<Vec<Item<'a>>>,
    /// The moves beside the grid.
    moves: Option<&'a str>,
}

/// Where the first entry of a line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Bottom,
    Top,
}

pub(crate) fn write_rows(game: &Game) -> String {
    let grid = game.position().grid();
    let row = |row| {
        let spaces = grid.columns().map(|column| Space { column, row });
        spaces.map(|space| entry(&grid, space)).collect()
    };
    join(grid.rows().rev().map(row), game)
}

pub(crate) fn write_columns(game: &Game) -> String {
    let grid = game.position().grid();
    let column = |column| {
        let spaces = grid.rows().map(|row| Space { column, row });
        spaces.map(|space| entry(&grid, space)).collect()
    };
    join(grid.columns().map(column), game)
}

pub(crate) fn write_stacks(game: &Game) -> String {
    let grid = game.position().grid();
    let stack = |column| grid.stack(column).map(|disc| number(disc.owner)).collect();
    join(grid.columns().map(stack), game)
}

fn entry(grid: &Grid, space: Space) -> &'static str {
    grid.disc_at(space).map_or("0", |disc| number(disc.owner))
}

const fn number(player: Player) -> &'static str {
    match player {
        Player::First => "1",
        Player::Second => "2",
    }
}

fn join(lines: impl Iterator<Item = Vec<&'static str>>, game: &Game) -> String {
    let lines = lines.map(|line| format!("[{}]", line.join(",")));
    let moves = beside::moves_of(game).map(|moves| format!("\"{moves}\""));
    format!("[{}]", lines.chain(moves).collect::<Vec<_>>().join(","))
}

/// Reads a list of which only the first character is known: moves or a grid.
///
/// Every form of the size that is played is tried; if there is none, those of the size that is
/// written. If two make sense and differ, the text is refused rather than guessed at.
pub(crate) fn read_any(text: &str, how: &How) -> Result<Game, ReadError> {
    let items = parse(text)?;
    if !matches!(
        items.first(),
        Some(Item {
            value: Value::List(_),
            ..
        })
    ) {
        return moves::from_items(text, &items, how.ruleset);
    }
    let array = Array::new(text, items)?;
    let mut found: Option<(Form, Game)> = None;
    let mut refused = None;
    let tried = array.fitting(how.ruleset);
    for form in tried.iter().copied() {
        match (array.read(form, how, false), &found) {
            (Ok(game), None) => found = Some((form, game)),
            (Ok(game), Some((other, first))) => {
                if game.position() != first.position() {
                    return Err(ReadError::whole(Reason::Ambiguous(*other, form)));
                }
            }
            (Err(error), _) if error.reason == Reason::EitherEnd => return Err(error),
            (Err(error), _) => refused = refused.or(Some(error)),
        }
    }
    match (found, refused) {
        (Some((_, game)), _) => Ok(game),
        (None, Some(error)) => Err(error),
        (None, None) => Err(array.wrong_size(how.ruleset)),
    }
}

/// Reads a grid in a form that is known.
pub(crate) fn read(form: Form, text: &str, how: &How) -> Result<Game, ReadError> {
    Array::new(text, parse(text)?)?.read(form, how, true)
}

/// The grids that a text shows, possible in play or not, each with its form.
pub(crate) fn setups(text: &str, how: &How) -> Result<Vec<(Form, Setup)>, ReadError> {
    let array = Array::new(text, parse(text)?)?;
    let forms = match how.form {
        Some(form) => vec![form],
        None => array.fitting(how.ruleset),
    };
    if forms.is_empty() {
        return Err(array.wrong_size(how.ruleset));
    }
    let mut setups = Vec::new();
    for form in forms {
        let setup = |begins| array.setup(form, begins, how);
        match (form, array.begins()) {
            (Form::Columns, Some(Begins::Top)) => setups.push((form, setup(Begins::Top)?)),
            // A full grid, and one whose form is named, begins at the bottom.
            (Form::Columns, None) if how.form.is_none() && array.has_empties() => {
                let (bottom, top) = (setup(Begins::Bottom)?, setup(Begins::Top)?);
                match (bottom.to_game(), top.to_game()) {
                    (Ok(_), Err(_)) => setups.push((form, bottom)),
                    (Err(_), Ok(_)) => setups.push((form, top)),
                    _ => setups.extend([(form, bottom), (form, top)]),
                }
            }
            _ => setups.push((form, setup(Begins::Bottom)?)),
        }
    }
    Ok(setups)
}

impl<'a> Array<'a> {
    fn new(text: &'a str, mut items: Vec<Item<'a>>) -> Result<Self, ReadError> {
        let last = items.pop_if(|last| matches!(last.value, Value::Text(_)));
        let moves = last.and_then(|last| match last.value {
            Value::Text(moves) => Some(moves),
            _ => None,
        });
        let unexpected = |item: &Item<'_>, expected| {
            Err(ReadError::unexpected(
                text,
                item.offset,
                &item.shown(),
                expected,
            ))
        };
        let mut lines = Vec::with_capacity(items.len());
        for item in items {
            match item.value {
                Value::List(line) => lines.push(line),
                _ => return unexpected(&item, Expected::Lists),
            }
        }
        let inner = lines
            .iter()
            .flatten()
            .find(|item| matches!(item.value, Value::List(_)));
        match inner {
            Some(item) => unexpected(item, Expected::PlayerOrEmpty),
            None => Ok(Self { text, lines, moves }),
        }
    }

    /// The forms that have the size of the ruleset, otherwise those that tell a size of their own.
    fn fitting(&self, ruleset: Ruleset) -> Vec<Form> {
        let fits = |form: &Form| self.has_size_of(*form, ruleset);
        let fitting: Vec<_> = FORMS.into_iter().filter(fits).collect();
        let sized = |form: &Form| {
            let own = self.own_size(*form);
            own.is_some_and(|own| resized(ruleset, own).is_some())
        };
        if fitting.is_empty() {
            FORMS.into_iter().filter(sized).collect()
        } else {
            fitting
        }
    }

    fn has_size_of(&self, form: Form, ruleset: Ruleset) -> bool {
        !(form == Form::Stacks && self.has_empties()) && self.check_size(form, ruleset).is_ok()
    }

    /// Width and height of a grid that is as large as it is written.
    fn own_size(&self, form: Form) -> Option<(usize, usize)> {
        let (outer, inner) = (self.lines.len(), self.lines.first()?.len());
        if form == Form::Stacks || self.lines.iter().any(|line| line.len() != inner) {
            return None;
        }
        Some(match form {
            Form::Rows => (inner, outer),
            _ => (outer, inner),
        })
    }

    /// True for an entry that stands for no disc. A `0` beside `null` is a disc.
    fn is_empty(&self, item: &Item<'_>) -> bool {
        let is_null = |item: &Item<'_>| Mark::of(item) == Some(Mark::Null);
        match Mark::of(item) {
            Some(Mark::Null | Mark::Blank) => true,
            Some(Mark::Zero) => !self.entries().any(is_null),
            _ => false,
        }
    }

    fn has_empties(&self) -> bool {
        self.entries().any(|item| self.is_empty(item))
    }

    fn entries(&self) -> impl Iterator<Item = &Item<'a>> {
        self.lines.iter().flatten()
    }

    /// No form fits: complain in terms of the one that was probably meant.
    fn wrong_size(&self, ruleset: Ruleset) -> ReadError {
        let (width, height) = size(ruleset);
        let form = match self.lines.len() {
            columns if columns == width && !self.has_empties() => Form::Stacks,
            // A row or a column with its empty spaces is never without an entry.
            _ if self.lines.iter().any(Vec::is_empty) && !self.has_empties() => Form::Stacks,
            rows if rows == height && rows != width => Form::Rows,
            _ => Form::Columns,
        };
        self.check_size(form, ruleset)
            .err()
            .unwrap_or_else(|| ReadError::whole(Reason::Missing(Expected::Grid)))
    }

    fn check_size(&self, form: Form, ruleset: Ruleset) -> Result<(), ReadError> {
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
        let first = self.lines.first().map_or(0, Vec::len);
        if self.lines.len() != expected {
            let uneven = self.lines.iter().position(|line| line.len() != first);
            return Err(match uneven {
                Some(index) if form != Form::Stacks => ReadError {
                    place: Place::List(index + 1),
                    reason: wrong(Counted::Entries, self.lines[index].len(), first),
                },
                _ => ReadError::whole(wrong(what, self.lines.len(), expected)),
            });
        }
        for (index, line) in self.lines.iter().enumerate() {
            let fits = match form {
                Form::Stacks => line.len() <= length,
                _ => line.len() == length,
            };
            if fits {
                continue;
            }
            let place = match form {
                Form::Rows => Row::from_index(height - 1 - index).map(Place::Row),
                _ => Column::from_index(index).map(Place::Column),
            };
            return Err(ReadError {
                place: place.unwrap_or(Place::Text),
                reason: wrong(Counted::Entries, line.len(), length),
            });
        }
        Ok(())
    }

    /// Where the columns begin, if gravity tells.
    fn begins(&self) -> Option<Begins> {
        let rests = |line: &Vec<Item<'_>>, begins| {
            let mut empties = line.iter().map(|item| self.is_empty(item));
            match begins {
                Begins::Bottom => {
                    !empties.by_ref().any(|empty| empty) || empties.all(|empty| empty)
                }
                Begins::Top => !empties.by_ref().any(|empty| !empty) || empties.all(|empty| !empty),
            }
        };
        let all = |begins| self.lines.iter().all(|line| rests(line, begins));
        match (all(Begins::Bottom), all(Begins::Top)) {
            (true, false) => Some(Begins::Bottom),
            (false, true) => Some(Begins::Top),
            _ => None,
        }
    }

    /// Reads the grid. If the form was not named, columns that may begin at either end are refused.
    fn read(&self, form: Form, how: &How, is_named: bool) -> Result<Game, ReadError> {
        let game = |begins| {
            let setup = self.setup(form, begins, how)?;
            let moves = self.moves.map(|moves| beside::read(moves, setup.ruleset()));
            let read = beside::to_game(&setup, Shown::Owner, moves.transpose()?);
            read.map_err(|error| match self.meaning(how).map(Meaning::words) {
                Ok(Some(marks)) => error.with_marks(marks),
                _ => error,
            })
        };
        if form != Form::Columns {
            return game(Begins::Bottom);
        }
        if let Some(begins) = self.begins() {
            return game(begins);
        }
        let bottom = game(Begins::Bottom);
        if !self.has_empties() {
            return bottom;
        }
        match (bottom, game(Begins::Top)) {
            (Ok(bottom), Ok(top)) if !is_named && bottom.position() != top.position() => {
                Err(ReadError::whole(Reason::EitherEnd))
            }
            (Err(_), Ok(game)) | (Ok(game), _) => Ok(game),
            (Err(error), Err(_)) => Err(error),
        }
    }

    /// The grid as it is written, possible or not.
    fn setup(&self, form: Form, begins: Begins, how: &How) -> Result<Setup, ReadError> {
        let own = self.own_size(form).filter(|own| *own != size(how.ruleset));
        let ruleset = if let Some(resized) = own.and_then(|own| resized(how.ruleset, own)) {
            resized?
        } else {
            self.check_size(form, how.ruleset)?;
            how.ruleset
        };
        let meaning = self.meaning(how)?;
        let mut setup = Setup::new(ruleset);
        let top = usize::from(ruleset.height()) - 1;
        for (outer, line) in self.lines.iter().enumerate() {
            for (inner, item) in line.iter().enumerate() {
                let space = match (form, begins) {
                    (Form::Rows, _) => space_at(inner, top - outer),
                    (_, Begins::Bottom) => space_at(outer, inner),
                    (_, Begins::Top) => space_at(outer, top - inner),
                };
                let space = space.expect("the size was compared with the ruleset");
                let owner = Self::owner(form, item, meaning).map_err(|reason| {
                    let spot = Some(Spot::at(self.text, item.offset));
                    let place = Place::Space { space, spot };
                    ReadError { place, reason }
                })?;
                if let Some(owner) = owner {
                    setup.put(Disc::ordinary(owner), space)?;
                }
            }
        }
        Ok(setup)
    }

    /// What the marks of the grid mean together.
    fn meaning(&self, how: &How) -> Result<Meaning, ReadError> {
        let entries: Vec<_> = self.entries().collect();
        Meaning::of(self.text, &entries, how.first)
    }

    fn owner(form: Form, item: &Item<'_>, meaning: Meaning) -> Result<Option<Player>, Reason> {
        let owner = Mark::of(item).map(|mark| meaning.owner(mark));
        match (owner, form) {
            (None, _) | (Some(None), Form::Stacks) => Err(Reason::Unexpected {
                found: item.shown(),
                expected: match (form, meaning.words()) {
                    (Form::Stacks, None) => Expected::Player,
                    (Form::Stacks, Some([first, second])) => Expected::Mark(first, second),
                    (_, None) => Expected::PlayerOrEmpty,
                    (_, Some([first, second])) => Expected::MarkOrEmpty(first, second),
                },
            }),
            (Some(owner), _) => Ok(owner),
        }
    }
}

fn size(ruleset: Ruleset) -> (usize, usize) {
    (ruleset.width().into(), ruleset.height().into())
}

/// The space with these indices, counted from 0.
pub(crate) fn space_at(column: usize, row: usize) -> Option<Space> {
    Some(Space {
        column: Column::from_index(column)?,
        row: Row::from_index(row)?,
    })
}
