//! The class `Board`: a game of any variant on any board.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use foursight_core::{Cell, Column, DrawRule, Game, Move, Outcome, Player, Ruleset};
use foursight_record::{
    Emoji, Form, Palette, ReadOptions, parse_ruleset, svg, write, write_ruleset,
};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple, PyType};

use crate::array_layout::{ArrayLayout, CellOwner};
use crate::array_reader::{flatten, read_cells};
use crate::errors::{illegal_move, value_error};
use crate::moves::{all_moves, move_text, move_to_py};
use crate::positions::{PositionWords, batch_ruleset, setup_message};

/// A game of four in a row: the board now, and the moves that led to it.
///
/// Text counts columns from 1 as people do; integers count from 0 as arrays do.
#[pyclass(name = "Board", module = "foursight", from_py_object)]
#[derive(Clone)]
pub(crate) struct PyBoard {
    pub(crate) game: Game,
}

/// The end of a game.
#[pyclass(
    name = "Outcome",
    module = "foursight",
    frozen,
    eq,
    hash,
    skip_from_py_object
)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    /// 0 for First, 1 for Second, None for a draw.
    #[pyo3(get)]
    winner: Option<u8>,
    /// "line", "discs-aside", "board-full", "no-moves", "repetition" or "too-long".
    #[pyo3(get)]
    reason: &'static str,
    /// The winning lines, each as cells (column, row) counted from 0, row 0 at the bottom.
    #[pyo3(get)]
    lines: Vec<Vec<(usize, usize)>>,
}

#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        match self.winner {
            Some(0) => format!("Outcome(First won, {})", self.reason),
            Some(_) => format!("Outcome(Second won, {})", self.reason),
            None => format!("Outcome(draw, {})", self.reason),
        }
    }
}

impl From<Game> for PyBoard {
    fn from(game: Game) -> Self {
        Self { game }
    }
}

/// Returns the ruleset of a variant, perhaps on another board.
fn ruleset(
    variant: &str,
    columns: Option<u8>,
    rows: Option<u8>,
    connect: Option<u8>,
) -> PyResult<Ruleset> {
    let usual = parse_ruleset(variant).map_err(value_error)?;
    if columns.is_none() && rows.is_none() && connect.is_none() {
        return Ok(usual);
    }
    Ruleset::new(
        columns.unwrap_or(usual.width()),
        rows.unwrap_or(usual.height()),
        connect.unwrap_or(usual.connect()),
        usual.variant(),
    )
    .map_err(value_error)
}

/// Converts a drop string that counts columns from 0 to one that counts from 1.
fn from_zero(text: &str) -> PyResult<String> {
    let shifted = text.trim().chars().map(|digit| match digit {
        '0'..='8' => Ok(char::from(digit as u8 + 1)),
        other => Err(PyValueError::new_err(format!(
            "{other:?} is no column counted from 0: with first=0 a text has digits 0 to 8 only"
        ))),
    });
    shifted.collect()
}

impl PyBoard {
    /// Reads a move: a column counted from 0, or text as in a drop string.
    pub(crate) fn read_move(&self, mv: &Bound<'_, PyAny>) -> PyResult<Move> {
        let ruleset = self.game.ruleset();
        if let Ok(text) = mv.extract::<String>() {
            let text = text.trim();
            let mut known = all_moves(ruleset).into_iter();
            let found = known.find(|known| move_text(*known, ruleset) == text);
            return found.ok_or_else(|| {
                let shown: String = text.chars().take(20).collect();
                let name = ruleset.variant().name();
                illegal_move(format!("{name} has no move {shown:?}"))
            });
        }
        let index: i64 = mv.extract().map_err(|_| {
            PyTypeError::new_err(
                "a move is a column counted from 0, or text such as \"4\" or \"P4\"",
            )
        })?;
        let column = usize::try_from(index).ok().and_then(Column::from_index);
        match column {
            Some(column) if column.index() < ruleset.width().into() => Ok(Move::Drop(column)),
            _ => Err(illegal_move(format!(
                "there is no column {index}: integers count from 0, so the board has columns 0 to {}",
                ruleset.width() - 1
            ))),
        }
    }

    fn owner(&self, column: usize, row: usize) -> CellOwner {
        let cell = crate::positions::cell(column as u32, row as u32);
        let board = self.game.position().board();
        match cell
            .and_then(|cell| board.disc_at(cell))
            .map(|disc| disc.owner)
        {
            None => CellOwner::Empty,
            Some(Player::First) => CellOwner::First,
            Some(Player::Second) => CellOwner::Second,
        }
    }

    fn size(&self) -> (usize, usize) {
        let ruleset = self.game.ruleset();
        (ruleset.width().into(), ruleset.height().into())
    }

    /// Returns the bytes of the array in a layout.
    fn array_bytes(&self, layout: ArrayLayout) -> Vec<u8> {
        let size = self.size();
        let mut bytes = vec![0; layout.bytes(size.0, size.1)];
        let is_second_to_move = self.game.position().to_move() == Player::Second;
        let owner = |column, row| self.owner(column, row);
        layout.write(size, is_second_to_move, owner, &mut bytes);
        bytes
    }

    /// Returns the words of a position of a game with drops only.
    pub(crate) fn words(&self) -> PyResult<[u128; 2]> {
        let position = self.game.position();
        if !position.ruleset().variant().is_drop_only() {
            let name = position.ruleset().variant().name();
            let message = format!("the discs of a {name} board do not tell its whole state");
            return Err(PyValueError::new_err(message));
        }
        let board = position.board();
        let mover = board.bits(position.to_move());
        Ok([mover, mover | board.bits(position.to_move().opponent())])
    }
}

#[pymethods]
impl PyBoard {
    /// Reads a board from text in any notation, such as "4453"; without text it is empty.
    #[new]
    #[pyo3(signature = (text = "", *, columns = None, rows = None, connect = None, variant = "standard", first = 1))]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter in Python")]
    fn new(
        text: &str,
        columns: Option<u8>,
        rows: Option<u8>,
        connect: Option<u8>,
        variant: &str,
        first: u8,
    ) -> PyResult<Self> {
        let ruleset = ruleset(variant, columns, rows, connect)?;
        let options = ReadOptions::new(ruleset, &Emoji::YELLOW_FIRST);
        let game = match first {
            _ if text.trim().is_empty() => Game::new(ruleset),
            0 => options
                .with_form(Form::Digits)
                .read_game(&from_zero(text)?)
                .map_err(value_error)?,
            1 => options.read_game(text).map_err(value_error)?,
            _ => return Err(PyValueError::new_err("first is 0 or 1")),
        };
        Ok(Self { game })
    }

    /// Plays moves from the start: columns counted from 0, or text for other moves.
    #[classmethod]
    #[pyo3(signature = (moves, *, columns = None, rows = None, connect = None, variant = "standard"))]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter in Python")]
    fn from_moves(
        _class: &Bound<'_, PyType>,
        moves: &Bound<'_, PyAny>,
        columns: Option<u8>,
        rows: Option<u8>,
        connect: Option<u8>,
        variant: &str,
    ) -> PyResult<Self> {
        let mut board = Self {
            game: Game::new(ruleset(variant, columns, rows, connect)?),
        };
        for (ply, mv) in moves.try_iter()?.enumerate() {
            let mv = board.read_move(&mv?)?;
            let played = board.game.apply(mv);
            played.map_err(|error| illegal_move(format!("ply {}: {error}", ply + 1)))?;
        }
        Ok(board)
    }

    /// Reads a board from an array or nested lists in a named layout.
    #[classmethod]
    #[pyo3(signature = (array, layout = "grid", *, columns = None, rows = None, connect = None, variant = "standard"))]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter in Python")]
    fn from_array(
        _class: &Bound<'_, PyType>,
        array: &Bound<'_, PyAny>,
        layout: &str,
        columns: Option<u8>,
        rows: Option<u8>,
        connect: Option<u8>,
        variant: &str,
    ) -> PyResult<Self> {
        let layout = ArrayLayout::from_name(layout)?;
        let mut numbers = Vec::new();
        let shape = flatten(array, 0, &mut numbers)?;
        let size = layout.size_of(&shape);
        let as_u8 = |size: usize| u8::try_from(size).ok();
        let columns = columns.or(size.and_then(|(columns, _)| as_u8(columns)));
        let rows = rows.or(size.and_then(|(_, rows)| as_u8(rows)));
        let ruleset = ruleset(variant, columns, rows, connect)?;
        let expected = layout.shape(ruleset.width().into(), ruleset.height().into());
        if shape != expected {
            let message = format!(
                "the layout {} of a {}x{} board has the shape {expected:?}, not {shape:?}",
                layout.name(),
                ruleset.width(),
                ruleset.height()
            );
            return Err(PyValueError::new_err(message));
        }
        let setup = read_cells(layout, ruleset, &numbers)?;
        let game = setup
            .to_game()
            .map_err(setup_message)
            .map_err(value_error)?;
        Ok(Self { game })
    }

    /// Reads a board from the discs of the player to move and all discs, as of `bits()`.
    #[classmethod]
    #[pyo3(signature = (mover, all, *, columns = 7, rows = 6))]
    fn from_bits(
        _class: &Bound<'_, PyType>,
        mover: u64,
        all: u64,
        columns: u8,
        rows: u8,
    ) -> PyResult<Self> {
        let ruleset = batch_ruleset(columns, rows)?;
        let game = PositionWords { mover, all }.game(ruleset);
        Ok(Self::from(game.map_err(value_error)?))
    }

    /// Plays a move: a column counted from 0, or text such as "4" or "P4".
    fn push(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.read_move(mv)?;
        self.game.apply(mv).map_err(illegal_move)
    }

    /// Takes the last move back and returns it.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.game.moves().last().copied();
        let (Some(mv), Some(game)) = (last, self.game.undo()) else {
            return Err(PyIndexError::new_err("there is no move to take back"));
        };
        self.game = game;
        move_to_py(py, mv, self.game.ruleset())
    }

    /// Returns a copy, with its past.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Returns the mirror image.
    fn mirror(&self) -> PyResult<Self> {
        let image = self.game.mirror();
        let name = self.game.ruleset().variant().name();
        image
            .map(Self::from)
            .ok_or_else(|| value_error(format!("a {name} board has no mirror image")))
    }

    /// Returns the moves that the rules allow: columns counted from 0, or text for other moves.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let moves = self.game.legal_moves().into_iter();
        moves
            .map(|mv| move_to_py(py, mv, self.game.ruleset()))
            .collect()
    }

    /// Returns every move of the variant, legal now or not, in the order of actions.
    fn all_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let ruleset = self.game.ruleset();
        let moves = all_moves(ruleset).into_iter();
        moves.map(|mv| move_to_py(py, mv, ruleset)).collect()
    }

    /// Returns for every move of `all_moves()` whether it is legal now. Without pops and power
    /// discs that is one entry a column.
    fn mask(&self) -> Vec<bool> {
        let legal = self.game.legal_moves();
        let all = all_moves(self.game.ruleset()).into_iter();
        all.map(|mv| legal.contains(&mv)).collect()
    }

    /// Returns true once the game has ended.
    fn is_over(&self) -> bool {
        self.game.end().is_some()
    }

    /// Returns 0 if First has won, 1 if Second has, otherwise None.
    fn winner(&self) -> Option<u8> {
        self.outcome().and_then(|outcome| outcome.winner)
    }

    /// Returns the end of the game, or None while it goes on.
    fn outcome(&self) -> Option<PyOutcome> {
        let place = |cell: Cell| (cell.column.index(), cell.row.index());
        Some(match self.game.outcome()? {
            Outcome::Won { winner, lines } => PyOutcome {
                winner: Some(winner.index() as u8),
                reason: if lines.is_empty() {
                    "discs-aside"
                } else {
                    "line"
                },
                lines: lines
                    .iter()
                    .map(|line| line.cells().map(place).collect())
                    .collect(),
            },
            Outcome::Draw(rule) => PyOutcome {
                winner: None,
                reason: match rule {
                    DrawRule::BoardFull => "board-full",
                    DrawRule::NoMoves => "no-moves",
                    DrawRule::Repetition => "repetition",
                    _ => "too-long",
                },
                lines: Vec::new(),
            },
        })
    }

    /// 0 if First is to move, 1 if Second is. After the end, the player who would be next.
    #[getter]
    fn turn(&self) -> u8 {
        self.game.position().to_move().index() as u8
    }

    /// Number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The moves played: columns counted from 0, or text for other moves.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let ruleset = self.game.ruleset();
        let moves = self.game.moves().iter();
        moves.map(|mv| move_to_py(py, *mv, ruleset)).collect()
    }

    /// Number of columns.
    #[getter]
    fn columns(&self) -> u8 {
        self.game.ruleset().width()
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> u8 {
        self.game.ruleset().height()
    }

    /// Number of adjacent discs that make a line.
    #[getter]
    fn connect(&self) -> u8 {
        self.game.ruleset().connect()
    }

    /// Name of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.game.ruleset().variant().name()
    }

    /// The rules as text, such as "standard 7x6/4".
    #[getter]
    fn rules(&self) -> String {
        write_ruleset(self.game.ruleset())
    }

    /// Returns the discs of the player to move and all discs as two integers.
    fn bits(&self) -> PyResult<(u128, u128)> {
        let [mover, all] = self.words()?;
        Ok((mover, all))
    }

    /// Returns an integer that no other position of this board size has.
    fn key(&self) -> PyResult<u128> {
        let [mover, all] = self.words()?;
        let stride = u32::from(self.game.ruleset().height()) + 1;
        let columns = 0..u32::from(self.game.ruleset().width());
        let floor = columns.fold(0_u128, |set, column| set | 1 << (column * stride));
        Ok(mover.wrapping_add(all).wrapping_add(floor))
    }

    /// Returns the board as an array in a named layout: of numpy, or a memoryview without it.
    #[pyo3(signature = (layout = "grid"))]
    fn array<'py>(&self, py: Python<'py>, layout: &str) -> PyResult<Bound<'py, PyAny>> {
        let layout = ArrayLayout::from_name(layout)?;
        let (columns, rows) = self.size();
        let bytes = PyByteArray::new(py, &self.array_bytes(layout));
        let shape = PyTuple::new(py, layout.shape(columns, rows))?;
        let arrays = py.import("foursight._arrays")?;
        arrays.call_method1("wrap", (bytes, layout.format(), shape))
    }

    /// Returns the board as nested lists in a named layout.
    #[pyo3(signature = (layout = "grid"))]
    fn to_list<'py>(&self, py: Python<'py>, layout: &str) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, layout)?.call_method0("tolist")
    }

    /// Writes the game in a form: "digits", "moves", "letters", "rows", "columns", "stacks",
    /// "emoji", "diagram", "notation", "position" or "json".
    #[pyo3(signature = (form = "digits"))]
    fn text(&self, form: &str) -> PyResult<String> {
        let known = Form::from_name(form).ok_or_else(|| {
            let names = Form::ALL.map(Form::name).join(", ");
            value_error(format!("there is no form {form:?}: choose one of {names}"))
        })?;
        Ok(write(&self.game, known, &Emoji::YELLOW_FIRST))
    }

    /// Returns the game record, the same JSON as of the command and the web game.
    fn to_json(&self) -> String {
        write(&self.game, Form::Json, &Emoji::YELLOW_FIRST)
    }

    /// Renders the board as SVG.
    fn svg(&self) -> String {
        svg(&self.game, &Palette::CLASSIC)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let text = write(&self.game, Form::Digits, &Emoji::YELLOW_FIRST);
        match self.game.ruleset() {
            Ruleset::STANDARD => format!("Board('{text}')"),
            other => format!("Board('{text}', variant='{}')", write_ruleset(other)),
        }
    }

    fn __str__(&self) -> String {
        let (columns, rows) = self.size();
        let cell_width = if columns > 9 { 2 } else { 1 };
        let mut text = String::new();
        for row in (0..rows).rev() {
            let signs = (0..columns).map(|column| match self.owner(column, row) {
                CellOwner::Empty => ".",
                CellOwner::First => "O",
                CellOwner::Second => "X",
            });
            let signs: Vec<_> = signs.map(|sign| format!("{sign:>cell_width$}")).collect();
            let _ = writeln!(text, "{}", signs.join(" "));
        }
        let labels: Vec<_> = (1..=columns)
            .map(|number| format!("{number:>cell_width$}"))
            .collect();
        text + &labels.join(" ")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.borrow().game.position() == self.game.position())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.position().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        let text = write(&slf.borrow().game, Form::Notation, &Emoji::YELLOW_FIRST);
        (slf.get_type().into_any(), (text,))
    }
}

impl PyBoard {
    /// Returns the words of a position on a board of this size, for a batch.
    pub(crate) fn batch_words(&self, ruleset: Ruleset) -> PyResult<PositionWords> {
        let found = self.game.ruleset();
        if found != ruleset {
            let message = format!(
                "a batch of {} has a board of {}",
                write_ruleset(ruleset),
                write_ruleset(found)
            );
            return Err(PyValueError::new_err(message));
        }
        let position = self.game.position();
        Ok(PositionWords::of(&position.board(), position.to_move()))
    }
}
