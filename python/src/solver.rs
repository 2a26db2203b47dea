//! The class `Solver`.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

use foursight_core::{Column, Position};
use foursight_solver::book::{Book, shipped};
use foursight_solver::{BoundedValue, Limits, Solver, SolverOptions, Verdict};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};

use crate::board::PyBoard;
use crate::errors::{BudgetError, value_error};
use crate::interrupt::CallGuard;
use crate::verdict::{PyVerdict, wdl_name};

/// Score of a column that no disc can be dropped into.
pub(crate) const ILLEGAL: i8 = -128;

/// Returns the opening book of the package, decoded once.
fn shipped_book() -> PyResult<Arc<Book>> {
    static BOOK: OnceLock<Option<Arc<Book>>> = OnceLock::new();
    let book = BOOK.get_or_init(|| {
        let book = Book::from_bytes(shipped::THROUGH_12_PLIES).ok()?;
        Some(Arc::new(book))
    });
    let book = book.clone();
    book.ok_or_else(|| PyRuntimeError::new_err("the opening book is unreadable"))
}

/// Creates a solver.
pub(crate) fn new_solver(memory_mb: usize, threads: usize, book: bool) -> PyResult<Solver> {
    let threads = NonZeroUsize::new(threads)
        .filter(|threads| threads.get() <= SolverOptions::THREADS_MAX)
        .ok_or_else(|| value_error(format!("threads is 1 to {}", SolverOptions::THREADS_MAX)))?;
    if !(1..=SolverOptions::TT_MIB_MAX).contains(&memory_mb) {
        let message = format!("memory_mb is 1 to {}", SolverOptions::TT_MIB_MAX);
        return Err(PyValueError::new_err(message));
    }
    let solver = Solver::new(SolverOptions {
        tt_bytes: memory_mb << 20,
        threads,
        ..SolverOptions::default()
    });
    Ok(if book {
        solver.with_book(shipped_book()?)
    } else {
        solver
    })
}

/// An exact solver. Its table persists from one call to the next.
///
/// A call with `nodes` or `seconds` raises `BudgetError` if they run out first.
#[pyclass(name = "Solver", module = "foursight", frozen)]
pub(crate) struct PySolver {
    solver: Mutex<Solver>,
}

impl PySolver {
    fn lock(&self) -> PyResult<MutexGuard<'_, Solver>> {
        match self.solver.try_lock() {
            Ok(solver) => Ok(solver),
            Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "this solver is busy on another thread: give each thread its own",
            )),
        }
    }

    /// Runs a search with the interpreter released.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        search: impl FnOnce(&mut Solver, Limits<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut solver = self.lock()?;
        let solver = &mut *solver;
        let guard = CallGuard::new(seconds)?;
        let answer = py.detach(|| {
            let should_stop = || guard.should_stop();
            let limits = Limits {
                nodes,
                should_stop: Some(&should_stop),
                ..Limits::default()
            };
            search(solver, limits)
        });
        guard.finish()?;
        Ok(answer)
    }

    fn verdicts(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Option<Verdict>>> {
        let analysis = self.run(py, nodes, seconds, |solver, limits| {
            solver.analyse_within(position, limits)
        })?;
        let columns = analysis.map_err(value_error)?.columns.into_iter();
        columns
            .map(|column| match column {
                None => Ok(None),
                Some(value) => value.exact().map(Some).ok_or_else(out_of_budget),
            })
            .collect()
    }
}

/// Returns the exception for a search that was stopped.
pub(crate) fn out_of_budget() -> PyErr {
    BudgetError::new_err("the budget ran out before the position was solved")
}

/// Returns the exception for a verdict of which only bounds are known.
fn out_of_budget_with<T: std::fmt::Display>(lower: &T, upper: &T) -> PyErr {
    BudgetError::new_err(format!(
        "the budget ran out: between {lower} and {upper} for the player to move"
    ))
}

/// Returns the conventional scores of all columns.
pub(crate) fn scores_of(position: &Position, verdicts: &[Option<Verdict>]) -> Vec<i8> {
    let score = |verdict: Verdict| verdict.conventional_score(position) as i8;
    verdicts
        .iter()
        .map(|verdict| verdict.map_or(ILLEGAL, score))
        .collect()
}

/// Returns the best column, the most central if there are several.
fn central_best(verdicts: &[Option<Verdict>]) -> Option<usize> {
    let best = verdicts.iter().flatten().max()?;
    let equal = (0..verdicts.len()).filter(|column| verdicts[*column].as_ref() == Some(best));
    equal.min_by_key(|column| (2 * column + 1).abs_diff(verdicts.len()))
}

#[pymethods]
impl PySolver {
    /// Creates a solver with a table of this size. The book has every position of the standard
    /// board with up to 12 discs.
    #[new]
    #[pyo3(signature = (memory_mb = 16, threads = 1, book = true))]
    fn new(memory_mb: usize, threads: usize, book: bool) -> PyResult<Self> {
        Ok(Self {
            solver: Mutex::new(new_solver(memory_mb, threads, book)?),
        })
    }

    /// Returns the verdict of the position for the player to move.
    #[pyo3(signature = (board, *, nodes = None, seconds = None))]
    fn solve(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<PyVerdict> {
        let position = *board.game.position();
        let solved = self.run(py, nodes, seconds, |solver, limits| {
            solver.verdict_within(&position, limits)
        })?;
        match solved.map_err(value_error)?.value {
            BoundedValue::Exact(verdict) => Ok(PyVerdict::new(verdict, &position)),
            BoundedValue::Bounds { lower, upper } => Err(out_of_budget_with(&lower, &upper)),
        }
    }

    /// Returns "win", "draw" or "loss" for the player to move; cheaper than `solve`.
    #[pyo3(signature = (board, *, nodes = None, seconds = None))]
    fn outcome(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<&'static str> {
        let position = *board.game.position();
        let solved = self.run(py, nodes, seconds, |solver, limits| {
            solver.outcome_within(&position, limits)
        })?;
        match solved.map_err(value_error)?.value {
            BoundedValue::Exact(wdl) => Ok(wdl_name(wdl)),
            BoundedValue::Bounds { lower, upper } => {
                Err(out_of_budget_with(&wdl_name(lower), &wdl_name(upper)))
            }
        }
    }

    /// Returns the verdict of every column from the left, None for a full one.
    #[pyo3(signature = (board, *, nodes = None, seconds = None))]
    fn columns(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Option<PyVerdict>>> {
        let position = *board.game.position();
        let verdicts = self.verdicts(py, &position, nodes, seconds)?.into_iter();
        let verdict = |verdict: Verdict| PyVerdict::new(verdict, &position);
        Ok(verdicts.map(|column| column.map(verdict)).collect())
    }

    /// Returns the score of every column as an array, `ILLEGAL` for a full one.
    #[pyo3(signature = (board, *, nodes = None, seconds = None))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        board: &PyBoard,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = *board.game.position();
        let verdicts = self.verdicts(py, &position, nodes, seconds)?;
        let scores = scores_of(&position, &verdicts).into_iter();
        let bytes: Vec<u8> = scores.map(|score| score as u8).collect();
        let shape = PyTuple::new(py, [bytes.len()])?;
        let arrays = py.import("foursight._arrays")?;
        arrays.call_method1("wrap", (PyByteArray::new(py, &bytes), "b", shape))
    }

    /// Returns a best column, counted from 0: the most central of those with the best verdict.
    #[pyo3(signature = (board, *, nodes = None, seconds = None))]
    fn best(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<usize> {
        let verdicts = self.verdicts(py, board.game.position(), nodes, seconds)?;
        central_best(&verdicts).ok_or_else(out_of_budget)
    }

    /// Returns the columns of a perfect game from here to its end.
    #[pyo3(signature = (board, *, nodes = None, seconds = None))]
    fn line(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<usize>> {
        let position = *board.game.position();
        let line = self.run(py, nodes, seconds, |solver, limits| {
            solver.principal_variation_within(&position, limits)
        })?;
        let line = line.map_err(value_error)?.ok_or_else(out_of_budget)?;
        Ok(line.into_iter().map(Column::index).collect())
    }

    /// Forgets what earlier searches have found.
    fn clear(&self) -> PyResult<()> {
        self.lock()?.clear();
        Ok(())
    }

    fn __repr__(&self) -> String {
        let solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let options = solver.options();
        format!(
            "Solver(memory_mb={}, threads={}, book={})",
            options.tt_bytes >> 20,
            options.threads,
            if solver.book().is_some() {
                "True"
            } else {
                "False"
            }
        )
    }
}

impl From<Solver> for PySolver {
    fn from(solver: Solver) -> Self {
        Self {
            solver: Mutex::new(solver),
        }
    }
}
