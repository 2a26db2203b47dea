//! Boards as lists: rows, columns with empty cells, and columns without (stacks).
//!
//! The top row comes first. The reader infers from gravity whether columns start at the bottom or
//! at the top; the bottom is the default. Where a board does not determine the game, its moves are
//! an extra entry, a string. `entry_marks` interprets the entries, and
//! [`Setup`](foursight_core::Setup) checks that a game can reach the board.

use foursight_core::{Board, Cell, Column, Disc, Game, Player, Row, Ruleset, Setup};

use crate::Form;
use crate::attached_moves::{self, DiscDetail};
use crate::entry_marks::{EntryMark, MarkLegend};
use crate::error::{ErrorLocation, ReadError, ReadErrorKind, TextLocation};
use crate::expected::{CountedItem, Expected};
use crate::list_parser::{ItemValue, ListItem, parse_list};
use crate::moves;
use crate::reading::ReadOptions;

/// The forms that are lists of lists.
const FORMS: [Form; 3] = [Form::Rows, Form::Columns, Form::Stacks];

/// A parsed list of lists.
struct Array<'a> {
    text: &'a str,
    lines: Vec<Vec<ListItem<'a>>>,
    /// The attached moves.
    moves: Option<&'a str>,
}

/// End of a column at which its list starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnOrigin {
    Bottom,
    Top,
}

pub(crate) fn write_rows(game: &Game) -> String {
    let board = game.position().board();
    let row = |row| {
        let cells = board.columns().map(|column| Cell { column, row });
        cells.map(|cell| entry(&board, cell)).collect()
    };
    join(board.rows().rev().map(row), game)
}

pub(crate) fn write_columns(game: &Game) -> String {
    let board = game.position().board();
    let column = |column| {
        let cells = board.rows().map(|row| Cell { column, row });
        cells.map(|cell| entry(&board, cell)).collect()
    };
    join(board.columns().map(column), game)
}

pub(crate) fn write_stacks(game: &Game) -> String {
    let board = game.position().board();
    let stack = |column| board.stack(column).map(|disc| number(disc.owner)).collect();
    join(board.columns().map(stack), game)
}

fn entry(board: &Board, cell: Cell) -> &'static str {
    board.disc_at(cell).map_or("0", |disc| number(disc.owner))
}

const fn number(player: Player) -> &'static str {
    match player {
        Player::First => "1",
        Player::Second => "2",
    }
}

fn join(lines: impl Iterator<Item = Vec<&'static str>>, game: &Game) -> String {
    let lines = lines.map(|line| format!("[{}]", line.join(",")));
    let moves = attached_moves::required_moves(game).map(|moves| format!("\"{moves}\""));
    format!("[{}]", lines.chain(moves).collect::<Vec<_>>().join(","))
}

/// Reads a list of moves or a board, and detects which.
///
/// Tries every form in which the board has the size of the ruleset; if there is none, every form in
/// which the text determines a size. Returns an error if two forms yield different games.
pub(crate) fn read_any(text: &str, options: &ReadOptions) -> Result<Game, ReadError> {
    let items = parse_list(text)?;
    if !matches!(
        items.first(),
        Some(ListItem {
            value: ItemValue::List(_),
            ..
        })
    ) {
        return moves::play_items(text, &items, options.ruleset);
    }
    let array = Array::new(text, items)?;
    let mut found: Option<(Form, Game)> = None;
    let mut refused = None;
    for form in array.candidate_forms(options) {
        match (array.read(form, options, false), &found) {
            (Ok(game), None) => found = Some((form, game)),
            (Ok(game), Some((other, first))) => {
                if game.position() != first.position() {
                    return Err(ReadError::whole(ReadErrorKind::AmbiguousForm(*other, form)));
                }
            }
            (Err(error), _) if error.kind == ReadErrorKind::AmbiguousColumnOrigin => {
                return Err(error);
            }
            (Err(error), _) => refused = refused.or(Some(error)),
        }
    }
    match (found, refused) {
        (Some((_, game)), _) => Ok(game),
        (None, Some(error)) => Err(error),
        (None, None) => Err(array.size_error(options.ruleset)),
    }
}

/// Reads a board in a given form.
pub(crate) fn read(form: Form, text: &str, options: &ReadOptions) -> Result<Game, ReadError> {
    Array::new(text, parse_list(text)?)?.read(form, options, true)
}

/// Returns the boards that a text may show, with their forms, including boards that no game
/// reaches.
pub(crate) fn setups(text: &str, options: &ReadOptions) -> Result<Vec<(Form, Setup)>, ReadError> {
    let array = Array::new(text, parse_list(text)?)?;
    let forms = match options.form {
        Some(form) => vec![form],
        None => array.candidate_forms(options),
    };
    if forms.is_empty() {
        return Err(array.size_error(options.ruleset));
    }
    let mut setups = Vec::new();
    for form in forms {
        let setup = |origin| array.setup(form, origin, options);
        match (form, array.column_origin()) {
            (Form::Columns, Some(ColumnOrigin::Top)) => {
                setups.push((form, setup(ColumnOrigin::Top)?));
            }
            // A full board, and one in a requested form, starts at the bottom.
            (Form::Columns, None) if options.form.is_none() && array.has_empties() => {
                let (bottom, top) = (setup(ColumnOrigin::Bottom)?, setup(ColumnOrigin::Top)?);
                match (bottom.to_game(), top.to_game()) {
                    (Ok(_), Err(_)) => setups.push((form, bottom)),
                    (Err(_), Ok(_)) => setups.push((form, top)),
                    _ => setups.extend([(form, bottom), (form, top)]),
                }
            }
            _ => setups.push((form, setup(ColumnOrigin::Bottom)?)),
        }
    }
    Ok(setups)
}

impl<'a> Array<'a> {
    fn new(text: &'a str, mut items: Vec<ListItem<'a>>) -> Result<Self, ReadError> {
        let last = items.pop_if(|last| matches!(last.value, ItemValue::Text(_)));
        let moves = last.and_then(|last| match last.value {
            ItemValue::Text(moves) => Some(moves),
            _ => None,
        });
        let unexpected = |item: &ListItem<'_>, expected| {
            Err(ReadError::unexpected(
                text,
                item.offset,
                &item.excerpt(),
                expected,
            ))
        };
        let mut lines = Vec::with_capacity(items.len());
        for item in items {
            match item.value {
                ItemValue::List(line) => lines.push(line),
                _ => return unexpected(&item, Expected::Lists),
            }
        }
        let inner = lines
            .iter()
            .flatten()
            .find(|item| matches!(item.value, ItemValue::List(_)));
        match inner {
            Some(item) => unexpected(item, Expected::PlayerOrEmpty),
            None => Ok(Self { text, lines, moves }),
        }
    }

    /// Returns the forms in which the board has the size of the ruleset, otherwise the forms in
    /// which the text determines the size.
    fn candidate_forms(&self, options: &ReadOptions) -> Vec<Form> {
        let fits = |form: &Form| self.has_size_of(*form, options.ruleset);
        let fitting: Vec<_> = FORMS.into_iter().filter(fits).collect();
        let sized = |form: &Form| {
            let own = self.own_size(*form);
            own.is_some_and(|own| options.resized(own).is_some())
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

    /// Returns the width and height that the text determines.
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

    /// Returns true for an entry of an empty cell. In lists with `null`, a `0` is a disc.
    fn is_empty(&self, item: &ListItem<'_>) -> bool {
        let is_null = |item: &ListItem<'_>| EntryMark::of(item) == Some(EntryMark::Null);
        match EntryMark::of(item) {
            Some(EntryMark::Null | EntryMark::Blank) => true,
            Some(EntryMark::Zero) => !self.entries().any(is_null),
            _ => false,
        }
    }

    fn has_empties(&self) -> bool {
        self.entries().any(|item| self.is_empty(item))
    }

    fn entries(&self) -> impl Iterator<Item = &ListItem<'a>> {
        self.lines.iter().flatten()
    }

    /// Returns the size error of the most likely form, when no form fits.
    fn size_error(&self, ruleset: Ruleset) -> ReadError {
        let (width, height) = size(ruleset);
        let form = match self.lines.len() {
            columns if columns == width && !self.has_empties() => Form::Stacks,
            // Rows and columns with empty cells always have entries.
            _ if self.lines.iter().any(Vec::is_empty) && !self.has_empties() => Form::Stacks,
            rows if rows == height && rows != width => Form::Rows,
            _ => Form::Columns,
        };
        self.check_size(form, ruleset)
            .err()
            .unwrap_or_else(|| ReadError::whole(ReadErrorKind::Missing(Expected::Board)))
    }

    fn check_size(&self, form: Form, ruleset: Ruleset) -> Result<(), ReadError> {
        let (width, height) = size(ruleset);
        let wrong = |counted, found, expected| ReadErrorKind::Size {
            counted,
            found,
            expected,
        };
        let (counted, expected, length) = match form {
            Form::Rows => (CountedItem::Rows, height, width),
            _ => (CountedItem::Columns, width, height),
        };
        let first = self.lines.first().map_or(0, Vec::len);
        if self.lines.len() != expected {
            let uneven = self.lines.iter().position(|line| line.len() != first);
            return Err(match uneven {
                Some(index) if form != Form::Stacks => ReadError {
                    location: ErrorLocation::List(index + 1),
                    kind: wrong(CountedItem::Entries, self.lines[index].len(), first),
                },
                _ => ReadError::whole(wrong(counted, self.lines.len(), expected)),
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
                Form::Rows => Row::from_index(height - 1 - index).map(ErrorLocation::Row),
                _ => Column::from_index(index).map(ErrorLocation::Column),
            };
            return Err(ReadError {
                location: place.unwrap_or(ErrorLocation::Text),
                kind: wrong(CountedItem::Entries, line.len(), length),
            });
        }
        Ok(())
    }

    /// Infers from gravity at which end the columns start.
    fn column_origin(&self) -> Option<ColumnOrigin> {
        let rests = |line: &Vec<ListItem<'_>>, origin| {
            let mut empties = line.iter().map(|item| self.is_empty(item));
            match origin {
                ColumnOrigin::Bottom => {
                    !empties.by_ref().any(|empty| empty) || empties.all(|empty| empty)
                }
                ColumnOrigin::Top => {
                    !empties.by_ref().any(|empty| !empty) || empties.all(|empty| !empty)
                }
            }
        };
        let all = |origin| self.lines.iter().all(|line| rests(line, origin));
        match (all(ColumnOrigin::Bottom), all(ColumnOrigin::Top)) {
            (true, false) => Some(ColumnOrigin::Bottom),
            (false, true) => Some(ColumnOrigin::Top),
            _ => None,
        }
    }

    /// Reads the board. Unless the caller requested the form, columns that may start at either end
    /// are an error.
    fn read(
        &self,
        form: Form,
        options: &ReadOptions,
        is_requested: bool,
    ) -> Result<Game, ReadError> {
        let game = |origin| {
            let setup = self.setup(form, origin, options)?;
            let moves = self
                .moves
                .map(|moves| attached_moves::read_moves(moves, setup.ruleset()));
            let read = attached_moves::to_game(&setup, DiscDetail::Owner, moves.transpose()?);
            read.map_err(|error| match self.legend(options).map(MarkLegend::texts) {
                Ok(Some(marks)) => error.with_marks(marks),
                _ => error,
            })
        };
        if form != Form::Columns {
            return game(ColumnOrigin::Bottom);
        }
        if let Some(origin) = self.column_origin() {
            return game(origin);
        }
        let bottom = game(ColumnOrigin::Bottom);
        if !self.has_empties() {
            return bottom;
        }
        match (bottom, game(ColumnOrigin::Top)) {
            (Ok(bottom), Ok(top)) if !is_requested && bottom.position() != top.position() => {
                Err(ReadError::whole(ReadErrorKind::AmbiguousColumnOrigin))
            }
            (Err(_), Ok(game)) | (Ok(game), _) => Ok(game),
            (Err(error), Err(_)) => Err(error),
        }
    }

    /// Builds the board as written, including boards that no game reaches.
    fn setup(
        &self,
        form: Form,
        origin: ColumnOrigin,
        options: &ReadOptions,
    ) -> Result<Setup, ReadError> {
        let own = self
            .own_size(form)
            .filter(|own| *own != size(options.ruleset));
        let ruleset = if let Some(resized) = own.and_then(|own| options.resized(own)) {
            resized?
        } else {
            self.check_size(form, options.ruleset)?;
            options.ruleset
        };
        let legend = self.legend(options)?;
        let mut setup = Setup::new(ruleset);
        let top = usize::from(ruleset.height()) - 1;
        for (outer, line) in self.lines.iter().enumerate() {
            for (inner, item) in line.iter().enumerate() {
                let cell = match (form, origin) {
                    (Form::Rows, _) => cell_at(inner, top - outer),
                    (_, ColumnOrigin::Bottom) => cell_at(outer, inner),
                    (_, ColumnOrigin::Top) => cell_at(outer, top - inner),
                };
                let cell = cell.expect("the size was compared with the ruleset");
                let owner = Self::owner(form, item, legend).map_err(|reason| {
                    let spot = Some(TextLocation::at(self.text, item.offset));
                    let place = ErrorLocation::Cell {
                        cell,
                        location: spot,
                    };
                    ReadError {
                        location: place,
                        kind: reason,
                    }
                })?;
                if let Some(owner) = owner {
                    setup.put(Disc::ordinary(owner), cell)?;
                }
            }
        }
        Ok(setup)
    }

    /// Infers the meaning of the marks.
    fn legend(&self, options: &ReadOptions) -> Result<MarkLegend, ReadError> {
        let entries: Vec<_> = self.entries().collect();
        MarkLegend::infer(self.text, &entries, options.first_colour)
    }

    fn owner(
        form: Form,
        item: &ListItem<'_>,
        legend: MarkLegend,
    ) -> Result<Option<Player>, ReadErrorKind> {
        let owner = EntryMark::of(item).map(|mark| legend.owner(mark));
        match (owner, form) {
            (None, _) | (Some(None), Form::Stacks) => Err(ReadErrorKind::Unexpected {
                found: item.excerpt(),
                expected: match (form, legend.texts()) {
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

/// Returns the cell with these indices, counted from 0.
pub(crate) fn cell_at(column: usize, row: usize) -> Option<Cell> {
    Some(Cell {
        column: Column::from_index(column)?,
        row: Row::from_index(row)?,
    })
}
