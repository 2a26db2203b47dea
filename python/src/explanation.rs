//! Reasons for verdicts, and grades of moves.

use foursight_core::{Cell, Column, Game, Move, Position};
use foursight_explain::{
    DropExplanation, ExplainBudget, Explainer, Explanation, Reason, accuracy, grade as grade_of,
};
use foursight_phrases::{Language, reasons::ReasonTexts};
use foursight_solver::Verdict;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::value_error;
use crate::solver::{PySolver, new_solver, out_of_budget};
use crate::verdict::PyVerdict;

/// A reason why a drop has its verdict.
#[pyclass(
    name = "Reason",
    module = "foursight",
    frozen,
    skip_from_py_object,
    get_all
)]
#[derive(Clone)]
pub(crate) struct PyReason {
    /// Name of the kind, such as "pure-plan" or "fork".
    kind: String,
    /// True if the reason proves the verdict; otherwise it is a fact.
    is_proof: bool,
    /// Cells to point at, (column, row) counted from 0.
    cells: Vec<(usize, usize)>,
    /// The reason in a few words.
    badge: String,
    /// The reason as a sentence.
    text: String,
}

/// Explanation of a drop: why it is good or bad.
#[pyclass(
    name = "ColumnExplanation",
    module = "foursight",
    frozen,
    skip_from_py_object,
    get_all
)]
#[derive(Clone)]
pub(crate) struct PyColumnExplanation {
    /// The column, counted from 0.
    column: usize,
    /// Result of perfect play after the drop, for the player who drops.
    verdict: PyVerdict,
    /// "only", "best", "good", "slip", "mistake" or "blunder".
    grade: String,
    /// The reasons, a proof first if there is one.
    reasons: Vec<PyReason>,
    /// Perfect play, the drop first, columns counted from 0.
    line: Vec<usize>,
    /// All of it as a paragraph.
    text: String,
}

/// Explanation of a position: why its columns have their verdicts.
#[pyclass(name = "Explanation", module = "foursight", frozen, get_all)]
pub(crate) struct PyExplanation {
    /// Verdict of the position, for the player to move.
    verdict: PyVerdict,
    /// Best columns, counted from 0.
    best: Vec<usize>,
    /// The open columns from the left.
    columns: Vec<PyColumnExplanation>,
}

/// The grade of a move of a game.
#[pyclass(
    name = "GradedMove",
    module = "foursight",
    frozen,
    skip_from_py_object,
    get_all
)]
#[derive(Clone)]
pub(crate) struct PyGradedMove {
    /// Number of the move, counted from 1.
    ply: usize,
    /// 0 for First, 1 for Second.
    player: u8,
    /// The column, counted from 0.
    column: usize,
    /// "only", "best", "good", "slip", "mistake" or "blunder".
    grade: String,
    /// Verdict of the move.
    verdict: PyVerdict,
    /// Verdict of the best move.
    best: PyVerdict,
}

#[pymethods]
impl PyReason {
    fn __repr__(&self) -> String {
        format!("Reason({}, {:?})", self.kind, self.text)
    }
}

#[pymethods]
impl PyColumnExplanation {
    fn __repr__(&self) -> String {
        format!("ColumnExplanation({}, {:?})", self.column, self.text)
    }
}

#[pymethods]
impl PyExplanation {
    fn __repr__(&self) -> String {
        format!("Explanation(best={:?})", self.best)
    }

    /// Returns the explanation of a column, or None if it is full.
    fn column(&self, column: usize) -> Option<PyColumnExplanation> {
        let mut columns = self.columns.iter();
        columns.find(|drop| drop.column == column).cloned()
    }

    fn __str__(&self) -> String {
        let texts: Vec<_> = self.columns.iter().map(|drop| drop.text.as_str()).collect();
        texts.join("\n")
    }
}

#[pymethods]
impl PyGradedMove {
    fn __repr__(&self) -> String {
        format!(
            "GradedMove(ply={}, column={}, {})",
            self.ply, self.column, self.grade
        )
    }
}

/// Returns the reasons for the verdict of every column.
#[pyfunction]
#[pyo3(signature = (board, *, language = "en", solver = None, nodes = None, seconds = None))]
pub(crate) fn explain(
    board: &Bound<'_, PyBoard>,
    language: &str,
    solver: Option<PyRef<'_, PySolver>>,
    nodes: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<PyExplanation> {
    let language = Language::from_code(language).ok_or_else(|| {
        let shown: String = language.chars().take(20).collect();
        PyValueError::new_err(format!("there is no language {shown:?}: choose en or de"))
    })?;
    let py = board.py();
    let position = *board.try_borrow()?.game.position();
    let explain = |solver: &PySolver| {
        solver.run(py, nodes, seconds, |solver, limits| {
            Explainer::with_limits(solver, ExplainBudget::default(), limits).explain(&position)
        })
    };
    let explanation = match solver {
        Some(solver) => explain(&solver)?,
        None => explain(&PySolver::from(new_solver(16, 1, true)?))?,
    };
    describe(&explanation.map_err(value_error)?, &position, language)
}

fn describe(
    explanation: &Explanation,
    position: &Position,
    language: Language,
) -> PyResult<PyExplanation> {
    let texts = ReasonTexts {
        language,
        mover: position.to_move(),
        name: &|player| player.to_string(),
    };
    let verdict = explanation.verdict.ok_or_else(out_of_budget)?;
    let columns = explanation.columns.iter();
    let columns = columns.map(|drop| describe_drop(drop, position, texts));
    Ok(PyExplanation {
        verdict: PyVerdict::new(verdict, position),
        best: explanation
            .best
            .iter()
            .map(|column| column.index())
            .collect(),
        columns: columns.collect::<PyResult<_>>()?,
    })
}

fn describe_drop(
    drop: &DropExplanation,
    position: &Position,
    texts: ReasonTexts<'_>,
) -> PyResult<PyColumnExplanation> {
    let verdict = drop.verdict.ok_or_else(out_of_budget)?;
    let grade = drop.grade.ok_or_else(out_of_budget)?;
    let place = |cell: &Cell| (cell.column.index(), cell.row.index());
    let reason = |reason: &Reason| PyReason {
        kind: reason.name().to_owned(),
        is_proof: reason.proof.is_some(),
        cells: reason.cells.iter().map(place).collect(),
        badge: texts.badge(reason),
        text: texts.sentence(reason),
    };
    Ok(PyColumnExplanation {
        column: drop.column.index(),
        verdict: PyVerdict::new(verdict, position),
        grade: grade.name().to_owned(),
        reasons: drop.reasons.iter().map(reason).collect(),
        line: drop.line.iter().map(|column| column.index()).collect(),
        text: texts.paragraph(drop),
    })
}

/// Verdicts of all columns before a move, and the column that was played.
type GradedDrop = (Position, Vec<Option<Verdict>>, Column);

/// Accuracy of First and of Second in per cent.
type PlayerAccuracies = (Option<f64>, Option<f64>);

/// Grades every move of a game and returns the grades with the accuracy of First and Second in per
/// cent, None where there was nothing to find.
#[pyfunction]
#[pyo3(signature = (board, *, solver = None, nodes = None, seconds = None))]
pub(crate) fn grade(
    py: Python<'_>,
    board: &PyBoard,
    solver: Option<PyRef<'_, PySolver>>,
    nodes: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<(Vec<PyGradedMove>, PlayerAccuracies)> {
    let game = board.game.clone();
    let solve = |solver: &PySolver| {
        solver.run(py, nodes, seconds, |solver, limits| {
            solve_drops(&game, |position| solver.analyse_within(position, limits))
        })
    };
    let drops = match solver {
        Some(solver) => solve(&solver)?,
        None => solve(&PySolver::from(new_solver(16, 1, true)?))?,
    }?;
    let mut graded = Vec::new();
    for (ply, (position, verdicts, column)) in drops.iter().enumerate() {
        let best = verdicts.iter().flatten().max().copied();
        let found = grade_of(verdicts, *column).zip(best);
        let (grade, best) = found.ok_or_else(out_of_budget)?;
        let played = verdicts[column.index()].unwrap_or(best);
        graded.push(PyGradedMove {
            ply: ply + 1,
            player: position.to_move().index() as u8,
            column: column.index(),
            grade: grade.name().to_owned(),
            verdict: PyVerdict::new(played, position),
            best: PyVerdict::new(best, position),
        });
    }
    let of_player = |seat: usize| {
        let own = drops.iter().skip(seat).step_by(2);
        accuracy(own.map(|(_, verdicts, column)| (verdicts.as_slice(), *column)))
    };
    Ok((graded, (of_player(0), of_player(1))))
}

/// Solves the position before each move of a game.
fn solve_drops<E: std::fmt::Display>(
    game: &Game,
    mut analyse: impl FnMut(&Position) -> Result<foursight_solver::Analysis, E>,
) -> PyResult<Vec<GradedDrop>> {
    let plies = game.positions().zip(game.moves());
    plies
        .map(|(position, mv)| {
            let Move::Drop(column) = *mv else {
                return Err(value_error("only drops of ordinary discs can be graded"));
            };
            let analysis = analyse(position).map_err(value_error)?;
            let columns = analysis.columns.into_iter();
            let verdicts = columns.map(|column| match column {
                None => Ok(None),
                Some(value) => value.exact().map(Some).ok_or_else(out_of_budget),
            });
            Ok((*position, verdicts.collect::<PyResult<_>>()?, column))
        })
        .collect()
}
