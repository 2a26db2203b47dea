//! The class behind `Solver`, and the solver that functions and bots share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foursight_core::{Column, Position};
use foursight_solver::book::{Book, shipped};
use foursight_solver::{BoundedValue, Limits, Solver, SolverOptions, Verdict};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::{NativeBoard, to_json};
use crate::errors::PackageError;
use crate::limits::CallLimits;
use crate::verdict::{VerdictInfo, wdl_name};

/// Memory of the table that functions and bots share, in MiB.
const SHARED_MEMORY_MB: usize = 16;
/// Largest table, in MiB: a module has 4 GiB of memory at most.
const MEMORY_MB_MAX: usize = 1024;

/// The opening book: that of the module, until a larger one is loaded.
static BOOK: Mutex<Option<Arc<Book>>> = Mutex::new(None);
/// The solver that bots share: one table in memory is enough.
static SHARED: Mutex<Option<Solver>> = Mutex::new(None);

/// Locks a value of the module. A call that panicked left nothing half changed.
fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the opening book, decoded once.
fn book() -> Result<Arc<Book>, PackageError> {
    let mut loaded = locked(&BOOK);
    if let Some(book) = &*loaded {
        return Ok(Arc::clone(book));
    }
    let book = Book::from_bytes(shipped::THROUGH_8_PLIES).map_err(PackageError::unsupported)?;
    let book = Arc::new(book);
    *loaded = Some(Arc::clone(&book));
    Ok(book)
}

/// Replaces the opening book by a larger one, for solvers and bots created from now on.
#[wasm_bindgen]
pub fn load_book(bytes: &[u8]) -> Result<(), PackageError> {
    let loaded = Arc::new(Book::from_bytes(bytes).map_err(PackageError::option)?);
    *locked(&BOOK) = Some(loaded);
    *locked(&SHARED) = None;
    Ok(())
}

fn new_solver(memory_mb: usize, has_book: bool) -> Result<Solver, PackageError> {
    let solver = Solver::new(SolverOptions {
        tt_bytes: memory_mb << 20,
        ..SolverOptions::default()
    });
    Ok(if has_book {
        solver.with_book(book()?)
    } else {
        solver
    })
}

/// Calls a function with the solver that functions and bots share.
fn with_shared<T>(call: impl FnOnce(&mut Solver) -> T) -> Result<T, PackageError> {
    let mut shared = locked(&SHARED);
    let mut solver = match shared.take() {
        Some(solver) => solver,
        None => new_solver(SHARED_MEMORY_MB, true)?,
    };
    let result = call(&mut solver);
    *shared = Some(solver);
    Ok(result)
}

/// Returns a solver for a bot, with the table and the book that all share.
pub(crate) fn shared_solver() -> Result<Solver, PackageError> {
    with_shared(|solver| solver.share())
}

/// An exact solver. Its table persists from one call to the next.
#[wasm_bindgen]
pub struct NativeSolver {
    /// `None` is the one that functions and bots share.
    own: Option<Solver>,
}

impl NativeSolver {
    /// Runs a search within limits.
    pub(crate) fn run<T>(
        &mut self,
        nodes: Option<f64>,
        seconds: Option<f64>,
        search: impl FnOnce(&mut Solver, Limits<'_>) -> T,
    ) -> Result<T, PackageError> {
        let call = CallLimits::new(nodes, seconds)?;
        let should_stop = || call.is_over();
        let limits = Limits {
            nodes: call.nodes,
            should_stop: Some(&should_stop),
            ..Limits::default()
        };
        match &mut self.own {
            Some(solver) => Ok(search(solver, limits)),
            None => with_shared(|solver| search(solver, limits)),
        }
    }

    fn verdicts(
        &mut self,
        position: &Position,
        nodes: Option<f64>,
        seconds: Option<f64>,
    ) -> Result<Vec<Option<Verdict>>, PackageError> {
        let analysis = self.run(nodes, seconds, |solver, limits| {
            solver.analyse_within(position, limits)
        })?;
        exact_columns(analysis.map_err(PackageError::unsupported)?)
    }
}

/// Returns the verdicts of an analysis whose budget sufficed.
pub(crate) fn exact_columns(
    analysis: foursight_solver::Analysis,
) -> Result<Vec<Option<Verdict>>, PackageError> {
    let columns = analysis.columns.into_iter();
    columns
        .map(|column| match column {
            None => Ok(None),
            Some(value) => value.exact().map(Some).ok_or_else(out_of_budget),
        })
        .collect()
}

/// Returns the error of a search that was stopped.
pub(crate) fn out_of_budget() -> PackageError {
    PackageError::budget("the budget ran out before the position was solved")
}

/// Returns the error of a verdict of which only bounds are known.
fn out_of_budget_with<T: std::fmt::Display>(lower: &T, upper: &T) -> PackageError {
    PackageError::budget(format!(
        "the budget ran out: between {lower} and {upper} for the player to move"
    ))
}

/// Returns the best column, the most central if there are several.
fn central_best(verdicts: &[Option<Verdict>]) -> Option<usize> {
    let best = verdicts.iter().flatten().max()?;
    let equal = (0..verdicts.len()).filter(|column| verdicts[*column].as_ref() == Some(best));
    equal.min_by_key(|column| (2 * column + 1).abs_diff(verdicts.len()))
}

#[wasm_bindgen]
impl NativeSolver {
    /// Creates a solver with a table of its own.
    pub fn create(memory_mb: f64, has_book: bool) -> Result<Self, PackageError> {
        let sizes = 1.0..=MEMORY_MB_MAX as f64;
        if !sizes.contains(&memory_mb) || memory_mb.fract() != 0.0 {
            let message = format!("memoryMb is 1 to {MEMORY_MB_MAX}");
            return Err(PackageError::option(message));
        }
        Ok(Self {
            own: Some(new_solver(memory_mb as usize, has_book)?),
        })
    }

    /// Returns the solver that functions and bots share.
    pub fn shared() -> Self {
        Self { own: None }
    }

    /// Returns the verdict of the position, as JSON.
    pub fn solve(
        &mut self,
        board: &NativeBoard,
        nodes: Option<f64>,
        seconds: Option<f64>,
    ) -> Result<String, PackageError> {
        let position = *board.game.position();
        let solved = self.run(nodes, seconds, |solver, limits| {
            solver.verdict_within(&position, limits)
        })?;
        match solved.map_err(PackageError::unsupported)?.value {
            BoundedValue::Exact(verdict) => Ok(to_json(&VerdictInfo::new(verdict, &position))),
            BoundedValue::Bounds { lower, upper } => Err(out_of_budget_with(&lower, &upper)),
        }
    }

    /// Returns "win", "draw" or "loss"; cheaper than `solve`.
    pub fn outcome(
        &mut self,
        board: &NativeBoard,
        nodes: Option<f64>,
        seconds: Option<f64>,
    ) -> Result<String, PackageError> {
        let position = *board.game.position();
        let solved = self.run(nodes, seconds, |solver, limits| {
            solver.outcome_within(&position, limits)
        })?;
        match solved.map_err(PackageError::unsupported)?.value {
            BoundedValue::Exact(wdl) => Ok(wdl_name(wdl).to_owned()),
            BoundedValue::Bounds { lower, upper } => {
                Err(out_of_budget_with(&wdl_name(lower), &wdl_name(upper)))
            }
        }
    }

    /// Returns the verdict of every column from the left, `null` for a full one, as JSON.
    pub fn columns(
        &mut self,
        board: &NativeBoard,
        nodes: Option<f64>,
        seconds: Option<f64>,
    ) -> Result<String, PackageError> {
        let position = *board.game.position();
        let verdicts = self.verdicts(&position, nodes, seconds)?.into_iter();
        let info = |verdict: Verdict| VerdictInfo::new(verdict, &position);
        let columns: Vec<_> = verdicts.map(|column| column.map(info)).collect();
        Ok(to_json(&columns))
    }

    /// Returns a best column: the most central of those with the best verdict.
    pub fn best(
        &mut self,
        board: &NativeBoard,
        nodes: Option<f64>,
        seconds: Option<f64>,
    ) -> Result<usize, PackageError> {
        let verdicts = self.verdicts(board.game.position(), nodes, seconds)?;
        central_best(&verdicts).ok_or_else(PackageError::game_over)
    }

    /// Returns the columns of a perfect game from here to its end.
    pub fn line(
        &mut self,
        board: &NativeBoard,
        nodes: Option<f64>,
        seconds: Option<f64>,
    ) -> Result<String, PackageError> {
        let position = *board.game.position();
        let line = self.run(nodes, seconds, |solver, limits| {
            solver.principal_variation_within(&position, limits)
        })?;
        let line = line.map_err(PackageError::unsupported)?;
        let line = line.ok_or_else(out_of_budget)?.into_iter();
        Ok(to_json(&line.map(Column::index).collect::<Vec<_>>()))
    }

    /// Clears the table.
    pub fn clear(&mut self) -> Result<(), PackageError> {
        match &mut self.own {
            Some(solver) => {
                solver.clear();
                Ok(())
            }
            None => with_shared(Solver::clear),
        }
    }
}
