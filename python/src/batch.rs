//! Batches of positions: solve, encode, mirror, play. Each position is two words.
//!
//! The functions take and return bytes; `foursight/_batch.py` wraps them into arrays.

use foursight_core::{Column, End, Position, Ruleset};
use foursight_solver::{CancelToken, Limits, Solver, Verdict, Wdl};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::array_layout::{ArrayLayout, CellOwner};
use crate::board::PyBoard;
use crate::errors::value_error;
use crate::parallel::{BatchShape, RunOptions, fill_rows};
use crate::positions::{POSITION_BYTES, PositionWords, batch_ruleset, read_words};
use crate::solver::{ILLEGAL, new_solver, out_of_budget, scores_of};

/// A question that a batch of positions is solved for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BatchQuestion {
    /// The score of every column.
    Scores,
    /// Win, draw or loss of every column: 1, 0, -1.
    ColumnOutcomes,
    /// The score of the position.
    Score,
    /// Win, draw or loss of the position.
    Outcome,
}

impl BatchQuestion {
    fn from_name(name: &str) -> PyResult<Self> {
        match name {
            "scores" => Ok(Self::Scores),
            "column_outcomes" => Ok(Self::ColumnOutcomes),
            "score" => Ok(Self::Score),
            "outcome" => Ok(Self::Outcome),
            other => {
                let shown: String = other.chars().take(40).collect();
                Err(PyValueError::new_err(format!(
                    "cannot solve for {shown:?}: choose score, outcome, scores or column_outcomes"
                )))
            }
        }
    }

    const fn values(self, ruleset: Ruleset) -> usize {
        match self {
            Self::Scores | Self::ColumnOutcomes => ruleset.width() as usize,
            Self::Score | Self::Outcome => 1,
        }
    }
}

/// Returns the error of a row.
fn row_error(index: usize, message: &str) -> PyErr {
    PyValueError::new_err(format!("position {index}: {message}"))
}

const fn wdl_value(wdl: Wdl) -> i8 {
    match wdl {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    }
}

/// Returns the score of a finished game for the player who would be next.
fn final_score(position: &Position, end: End) -> i8 {
    match end {
        End::Draw(_) => 0,
        End::Won(winner) => {
            let discs = position.board().discs_of(winner) as i32;
            (discs - 1 - position.ruleset().cells() as i32 / 2) as i8
        }
    }
}

/// Answers a question about one position, one value a byte.
fn answer(
    solver: &mut Solver,
    position: &Position,
    question: BatchQuestion,
    limits: Limits<'_>,
    row: &mut [u8],
) -> PyResult<()> {
    if let Some(end) = position.end() {
        let score = final_score(position, end);
        let value = match question {
            BatchQuestion::Score => score,
            BatchQuestion::Outcome => score.signum(),
            _ => ILLEGAL,
        };
        row.fill(value as u8);
        return Ok(());
    }
    match question {
        BatchQuestion::Score => {
            let found = solver
                .verdict_within(position, limits)
                .map_err(value_error)?;
            let verdict = found.value.exact().ok_or_else(out_of_budget)?;
            row[0] = verdict.conventional_score(position) as u8;
        }
        BatchQuestion::Outcome => {
            let found = solver
                .outcome_within(position, limits)
                .map_err(value_error)?;
            row[0] = wdl_value(found.value.exact().ok_or_else(out_of_budget)?) as u8;
        }
        BatchQuestion::Scores => {
            let verdicts = column_verdicts(solver, position, limits)?;
            for (value, score) in row.iter_mut().zip(scores_of(position, &verdicts)) {
                *value = score as u8;
            }
        }
        BatchQuestion::ColumnOutcomes => {
            for (column, value) in row.iter_mut().enumerate() {
                let known = column_outcome(solver, position, column, limits)?;
                *value = known.map_or(ILLEGAL, wdl_value) as u8;
            }
        }
    }
    Ok(())
}

/// Returns win, draw or loss of a column, or `None` if it is full.
fn column_outcome(
    solver: &mut Solver,
    position: &Position,
    column: usize,
    limits: Limits<'_>,
) -> PyResult<Option<Wdl>> {
    let column = Column::from_index(column).ok_or_else(out_of_budget)?;
    let Ok(after) = position.drop_in(column) else {
        return Ok(None);
    };
    let wdl = match after.end() {
        Some(End::Won(_)) => Wdl::Win,
        Some(End::Draw(_)) => Wdl::Draw,
        None => {
            let found = solver.outcome_within(&after, limits).map_err(value_error)?;
            match found.value.exact().ok_or_else(out_of_budget)? {
                Wdl::Win => Wdl::Loss,
                Wdl::Draw => Wdl::Draw,
                Wdl::Loss => Wdl::Win,
            }
        }
    };
    Ok(Some(wdl))
}

fn column_verdicts(
    solver: &mut Solver,
    position: &Position,
    limits: Limits<'_>,
) -> PyResult<Vec<Option<Verdict>>> {
    let analysis = solver
        .analyse_within(position, limits)
        .map_err(value_error)?;
    let columns = analysis.columns.into_iter();
    columns
        .map(|column| match column {
            None => Ok(None),
            Some(value) => value.exact().map(Some).ok_or_else(out_of_budget),
        })
        .collect()
}

/// Settings of the solver of a batch, the same for all functions that solve.
struct SolverSettings {
    nodes: Option<u64>,
    memory_mb: usize,
    book: bool,
}

/// Positions to solve, and how.
struct SolveTask {
    words: Vec<PositionWords>,
    ruleset: Ruleset,
    /// Number of bytes of the answer to a position.
    row_bytes: usize,
    settings: SolverSettings,
    options: RunOptions,
}

/// Solves every position with `work`, on all threads with one table.
fn solve_rows(
    py: Python<'_>,
    task: &SolveTask,
    work: impl Fn(&mut Solver, &Position, Limits<'_>, &mut [u8]) -> PyResult<()> + Sync,
) -> PyResult<Vec<u8>> {
    let (settings, ruleset) = (&task.settings, task.ruleset);
    let mut base = new_solver(settings.memory_mb, 1, settings.book)?;
    base.prepare(ruleset).map_err(value_error)?;
    let new_solver = || base.share();
    let solve = |solver: &mut Solver, index: usize, row: &mut [u8], cancel: &CancelToken| {
        let game = task.words[index].game(ruleset);
        let game = game.map_err(|message| row_error(index, &message))?;
        let limits = Limits {
            nodes: settings.nodes,
            cancel: Some(cancel),
            ..Limits::default()
        };
        work(solver, game.position(), limits, row)
    };
    let shape = BatchShape {
        rows: task.words.len(),
        row_bytes: task.row_bytes,
    };
    fill_rows(py, shape, &task.options, new_solver, solve)
}

/// Solves every position; one signed byte per value.
#[pyfunction]
#[pyo3(signature = (words, what, columns, rows, nodes, memory_mb, book, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "called from one place, by name")]
pub(crate) fn solve_words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyBytes>,
    what: &str,
    columns: u8,
    rows: u8,
    nodes: Option<u64>,
    memory_mb: usize,
    book: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let question = BatchQuestion::from_name(what)?;
    let ruleset = batch_ruleset(columns, rows)?;
    let task = SolveTask {
        words: read_words(words)?,
        ruleset,
        row_bytes: question.values(ruleset),
        settings: SolverSettings {
            nodes,
            memory_mb,
            book,
        },
        options: RunOptions { threads, progress },
    };
    let bytes = solve_rows(py, &task, |solver, position, limits, row| {
        answer(solver, position, question, limits, row)
    })?;
    Ok(PyByteArray::new(py, &bytes))
}

/// Returns training targets: for every position equal shares for the columns that keep the outcome
/// ("keep"), or for those that are exactly best ("best"); one float per column.
#[pyfunction]
#[pyo3(signature = (words, kind, columns, rows, nodes, memory_mb, book, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "called from one place, by name")]
pub(crate) fn policy_words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyBytes>,
    kind: &str,
    columns: u8,
    rows: u8,
    nodes: Option<u64>,
    memory_mb: usize,
    book: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let question = match kind {
        "keep" => BatchQuestion::ColumnOutcomes,
        "best" => BatchQuestion::Scores,
        other => {
            let shown: String = other.chars().take(40).collect();
            let message = format!("there is no target {shown:?}: choose keep or best");
            return Err(PyValueError::new_err(message));
        }
    };
    let ruleset = batch_ruleset(columns, rows)?;
    let width = usize::from(ruleset.width());
    let task = SolveTask {
        words: read_words(words)?,
        ruleset,
        row_bytes: width * size_of::<f32>(),
        settings: SolverSettings {
            nodes,
            memory_mb,
            book,
        },
        options: RunOptions { threads, progress },
    };
    let bytes = solve_rows(py, &task, |solver, position, limits, row| {
        let mut values = vec![0; width];
        answer(solver, position, question, limits, &mut values)?;
        let values: Vec<i8> = values.into_iter().map(|value| value as i8).collect();
        let best = values.iter().copied().max().unwrap_or(ILLEGAL);
        let is_good = |value: i8| value == best && best != ILLEGAL;
        let count = values.iter().filter(|value| is_good(**value)).count();
        for (target, value) in row.chunks_exact_mut(size_of::<f32>()).zip(values) {
            let share = if is_good(value) {
                1.0 / count as f32
            } else {
                0.0
            };
            target.copy_from_slice(&share.to_ne_bytes());
        }
        Ok(())
    })?;
    Ok(PyByteArray::new(py, &bytes))
}

/// Writes every position in an array layout.
#[pyfunction]
pub(crate) fn encode_words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyBytes>,
    layout: &str,
    columns: u8,
    rows: u8,
) -> PyResult<Bound<'py, PyByteArray>> {
    let layout = ArrayLayout::from_name(layout)?;
    batch_ruleset(columns, rows)?;
    let words = read_words(words)?;
    let size = (usize::from(columns), usize::from(rows));
    let row_bytes = layout.bytes(size.0, size.1);
    let mut bytes = vec![0; words.len() * row_bytes];
    py.detach(|| {
        for (position, row) in words.iter().zip(bytes.chunks_mut(row_bytes)) {
            let is_second_to_move = position.is_second_to_move();
            let owner = |column: usize, row: usize| {
                let bit = column * (size.1 + 1) + row;
                match (position.all >> bit & 1, position.mover >> bit & 1 == 1) {
                    (0, _) => CellOwner::Empty,
                    (_, is_mover) if is_mover == is_second_to_move => CellOwner::Second,
                    _ => CellOwner::First,
                }
            };
            layout.write(size, is_second_to_move, owner, row);
        }
    });
    Ok(PyByteArray::new(py, &bytes))
}

/// Returns the mirror image of every position.
#[pyfunction]
pub(crate) fn mirror_words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyBytes>,
    columns: u8,
    rows: u8,
) -> PyResult<Bound<'py, PyByteArray>> {
    let ruleset = batch_ruleset(columns, rows)?;
    let words = read_words(words)?;
    let mut bytes = vec![0; words.len() * POSITION_BYTES];
    for (position, row) in words.iter().zip(bytes.chunks_mut(POSITION_BYTES)) {
        position.mirror(ruleset).write(row);
    }
    Ok(PyByteArray::new(py, &bytes))
}

/// Returns a key of every position, the same for mirror images if asked for.
#[pyfunction]
pub(crate) fn key_words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyBytes>,
    columns: u8,
    rows: u8,
    mirror: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let ruleset = batch_ruleset(columns, rows)?;
    let keys = read_words(words)?.into_iter().map(|position| {
        let key = position.key(ruleset);
        if mirror {
            key.min(position.mirror(ruleset).key(ruleset))
        } else {
            key
        }
    });
    let bytes: Vec<u8> = keys.flat_map(u64::to_ne_bytes).collect();
    Ok(PyByteArray::new(py, &bytes))
}

/// Plays one column in every position. Returns the positions after, and for each the reward of the
/// player who moved and whether the game is over. A finished game stays as it is, with reward 0.
#[pyfunction]
pub(crate) fn step_words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyBytes>,
    moves: &Bound<'py, PyBytes>,
    columns: u8,
    rows: u8,
) -> PyResult<(
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
)> {
    let ruleset = batch_ruleset(columns, rows)?;
    let words = read_words(words)?;
    let moves = moves.as_bytes();
    if moves.len() != words.len() {
        let message = format!("{} moves for {} positions", moves.len(), words.len());
        return Err(PyValueError::new_err(message));
    }
    let mut after = vec![0; words.len() * POSITION_BYTES];
    let (mut rewards, mut over) = (Vec::new(), Vec::new());
    for (index, (position, mv)) in words.iter().zip(moves).enumerate() {
        let row = &mut after[index * POSITION_BYTES..][..POSITION_BYTES];
        let game = position.game(ruleset);
        let game = game.map_err(|message| row_error(index, &message))?;
        if game.end().is_some() {
            position.write(row);
            rewards.push(0);
            over.push(1);
            continue;
        }
        let column = Column::from_index((*mv).into());
        let column = column.ok_or_else(|| row_error(index, &format!("there is no column {mv}")))?;
        let next = game.position().drop_in(column);
        let next = next.map_err(|error| row_error(index, &error.to_string()))?;
        PositionWords::of(&next.board(), next.to_move()).write(row);
        rewards.push(u8::from(matches!(next.end(), Some(End::Won(_)))));
        over.push(u8::from(next.is_over()));
    }
    let bytes = |bytes: &[u8]| PyByteArray::new(py, bytes);
    Ok((bytes(&after), bytes(&rewards), bytes(&over)))
}

/// Returns the words of boards.
#[pyfunction]
pub(crate) fn board_words<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    columns: u8,
    rows: u8,
) -> PyResult<Bound<'py, PyByteArray>> {
    let ruleset = batch_ruleset(columns, rows)?;
    let mut bytes = Vec::new();
    for board in boards.try_iter()? {
        let board = board?;
        let board = board.cast::<PyBoard>()?;
        let words = board.borrow().batch_words(ruleset)?;
        let mut row = [0; POSITION_BYTES];
        words.write(&mut row);
        bytes.extend(row);
    }
    Ok(PyByteArray::new(py, &bytes))
}
