//! Reasons for verdicts, and grades of moves.

use foursight_core::{Cell, Column, Move, Position};
use foursight_explain::{DropExplanation, ExplainBudget, Explainer, Reason, accuracy, grade};
use foursight_phrases::{Language, reasons::ReasonTexts};
use foursight_solver::Verdict;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::{NativeBoard, to_json};
use crate::errors::PackageError;
use crate::solver::{NativeSolver, exact_columns, out_of_budget};
use crate::verdict::VerdictInfo;

/// A reason why a drop has its verdict.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReasonInfo {
    kind: String,
    /// True if the reason proves the verdict; otherwise it is a fact.
    is_proof: bool,
    /// Cells to point at, column and row counted from 0.
    cells: Vec<[usize; 2]>,
    badge: String,
    text: String,
}

/// Explanation of a drop.
#[derive(Serialize)]
struct ColumnInfo {
    column: usize,
    /// Result of perfect play after the drop, for the player who drops.
    verdict: VerdictInfo,
    grade: String,
    /// The reasons, a proof first if there is one.
    reasons: Vec<ReasonInfo>,
    /// Perfect play, the drop first.
    line: Vec<usize>,
    text: String,
}

/// Explanation of a position.
#[derive(Serialize)]
struct ExplanationInfo {
    verdict: VerdictInfo,
    best: Vec<usize>,
    columns: Vec<ColumnInfo>,
}

/// The grade of a move of a game.
#[derive(Serialize)]
struct GradedMoveInfo {
    /// Number of the move, counted from 1.
    ply: usize,
    player: usize,
    column: usize,
    grade: String,
    verdict: VerdictInfo,
    best: VerdictInfo,
}

/// The grades of a game.
#[derive(Serialize)]
struct GradesInfo {
    moves: Vec<GradedMoveInfo>,
    /// Accuracy of First and Second in per cent, `None` where there was nothing to find.
    accuracy: [Option<f64>; 2],
}

/// Verdicts of all columns before a move, and the column that was played.
type SolvedDrop = (Position, Vec<Option<Verdict>>, Column);

/// Returns the reasons for the verdict of every column, as JSON.
#[wasm_bindgen]
pub fn explain_board(
    board: &NativeBoard,
    solver: &mut NativeSolver,
    language: &str,
    nodes: Option<f64>,
    seconds: Option<f64>,
) -> Result<String, PackageError> {
    let language = Language::from_code(language).ok_or_else(|| {
        let shown: String = language.chars().take(20).collect();
        PackageError::option(format!("there is no language {shown:?}: choose en or de"))
    })?;
    let position = *board.game.position();
    let explanation = solver.run(nodes, seconds, |solver, limits| {
        Explainer::with_limits(solver, ExplainBudget::default(), limits).explain(&position)
    })?;
    let explanation = explanation.map_err(PackageError::unsupported)?;
    let texts = ReasonTexts {
        language,
        mover: position.to_move(),
        name: &|player| player.to_string(),
    };
    let verdict = explanation.verdict.ok_or_else(out_of_budget)?;
    let columns = explanation.columns.iter();
    let columns: Result<_, _> = columns
        .map(|drop| column_info(drop, &position, texts))
        .collect();
    Ok(to_json(&ExplanationInfo {
        verdict: VerdictInfo::new(verdict, &position),
        best: explanation
            .best
            .iter()
            .map(|column| column.index())
            .collect(),
        columns: columns?,
    }))
}

fn column_info(
    drop: &DropExplanation,
    position: &Position,
    texts: ReasonTexts<'_>,
) -> Result<ColumnInfo, PackageError> {
    let verdict = drop.verdict.ok_or_else(out_of_budget)?;
    let grade = drop.grade.ok_or_else(out_of_budget)?;
    let place = |cell: &Cell| [cell.column.index(), cell.row.index()];
    let reason = |reason: &Reason| ReasonInfo {
        kind: reason.name().to_owned(),
        is_proof: reason.proof.is_some(),
        cells: reason.cells.iter().map(place).collect(),
        badge: texts.badge(reason),
        text: texts.sentence(reason),
    };
    Ok(ColumnInfo {
        column: drop.column.index(),
        verdict: VerdictInfo::new(verdict, position),
        grade: grade.name().to_owned(),
        reasons: drop.reasons.iter().map(reason).collect(),
        line: drop.line.iter().map(|column| column.index()).collect(),
        text: texts.paragraph(drop),
    })
}

/// Grades every move of a game and returns the grades with the accuracy of both players, as JSON.
#[wasm_bindgen]
pub fn grade_game(
    board: &NativeBoard,
    solver: &mut NativeSolver,
    nodes: Option<f64>,
    seconds: Option<f64>,
) -> Result<String, PackageError> {
    let drops = solver.run(nodes, seconds, |solver, limits| {
        let plies = board.game.positions().zip(board.game.moves());
        let drops = plies.map(|(position, mv)| {
            let Move::Drop(column) = *mv else {
                let message = "only drops of ordinary discs can be graded";
                return Err(PackageError::unsupported(message));
            };
            let analysis = solver.analyse_within(position, limits);
            let verdicts = exact_columns(analysis.map_err(PackageError::unsupported)?)?;
            Ok((*position, verdicts, column))
        });
        drops.collect::<Result<Vec<SolvedDrop>, _>>()
    })??;
    let mut moves = Vec::new();
    for (ply, (position, verdicts, column)) in drops.iter().enumerate() {
        let best = verdicts.iter().flatten().max().copied();
        let found = grade(verdicts, *column).zip(best);
        let (grade, best) = found.ok_or_else(out_of_budget)?;
        let played = verdicts[column.index()].unwrap_or(best);
        moves.push(GradedMoveInfo {
            ply: ply + 1,
            player: position.to_move().index(),
            column: column.index(),
            grade: grade.name().to_owned(),
            verdict: VerdictInfo::new(played, position),
            best: VerdictInfo::new(best, position),
        });
    }
    let of_player = |seat: usize| {
        let own = drops.iter().skip(seat).step_by(2);
        accuracy(own.map(|(_, verdicts, column)| (verdicts.as_slice(), *column)))
    };
    let accuracy = [of_player(0), of_player(1)];
    Ok(to_json(&GradesInfo { moves, accuracy }))
}
