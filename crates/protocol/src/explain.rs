//! Reasons and grades as JSON: the output of `foursight explain --json` and `grade --json`. The
//! fields change only with [`crate::response::SCHEMA_VERSION`].

use foursight_core::{Column, Game};
use foursight_explain::{DropExplanation, Explanation, GradedMove, MoveGrade, ProofMethod, Reason};
use foursight_solver::Verdict;
use serde::Serialize;

use crate::solve::{digits, prospect_name};

/// JSON object that explains one position.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainResponse {
    /// Always true: a position that cannot be solved has an `error` instead.
    pub ok: bool,
    /// The drops that lead to the position.
    pub moves: String,
    /// The verdict for the player to move.
    #[serde(flatten)]
    pub verdict: PlainVerdict,
    /// Best columns counted from 1; empty if the budget ran out.
    pub best: Vec<usize>,
    /// Reasons of the first best column.
    pub reasons: Vec<ReasonObject>,
    /// One entry a column, null for a full column.
    pub columns: Vec<Option<DropObject>>,
}

/// JSON fields of a verdict without its score.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlainVerdict {
    /// `win`, `draw`, `loss` or `unknown`.
    pub outcome: &'static str,
    /// Null for a draw, and if the budget ran out.
    pub plies: Option<u8>,
}

/// JSON object of one column.
#[derive(Clone, Debug, Serialize)]
pub struct DropObject {
    /// Counted from 1.
    pub column: usize,
    /// The cell where the disc lands.
    pub cell: String,
    /// The verdict of a drop there, for the player to move.
    #[serde(flatten)]
    pub verdict: PlainVerdict,
    /// `only`, `best`, `good`, `slip`, `mistake` or `blunder`; null if the budget ran out.
    pub grade: Option<&'static str>,
    /// Reasons, one that proves the verdict first if there is one.
    pub reasons: Vec<ReasonObject>,
    /// Columns of perfect play, counted from 1, this drop first, as far as it was searched.
    pub line: Vec<usize>,
    /// A proof that appears on the way of perfect play, if no reason proves the verdict.
    pub ahead: Option<AheadObject>,
}

/// JSON object of a proof that appears later.
#[derive(Clone, Debug, Serialize)]
pub struct AheadObject {
    /// Columns of perfect play, counted from 1, up to the position of the proof.
    pub line: Vec<usize>,
    /// The proof there.
    pub reason: ReasonObject,
}

/// JSON object of one reason.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonObject {
    /// Kind of proof or fact, such as `pure-plan` or `blocks`.
    pub kind: &'static str,
    /// Column of the drop, counted from 1.
    pub column: usize,
    /// Cells to point at.
    pub cells: Vec<String>,
    /// The check that proves the verdict by this reason; null for a mere fact.
    pub proof: Option<&'static str>,
    /// Odd columns of its column plan, counted from 1; null if it is none.
    pub odd_columns: Option<Vec<usize>>,
    /// The reason in words.
    pub text: String,
}

/// JSON object that grades one game.
#[derive(Clone, Debug, Serialize)]
pub struct GradeResponse {
    /// Always true: a game that cannot be graded has an `error` instead.
    pub ok: bool,
    /// The drops of the game.
    pub moves: String,
    /// The grade of every move.
    pub plies: Vec<GradedPly>,
    /// Accuracy of both players.
    pub accuracy: AccuracyObject,
}

/// JSON object of the accuracies of a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AccuracyObject {
    /// In per cent; null if First had nothing to find.
    pub first: Option<f64>,
    /// In per cent; null if Second had nothing to find.
    pub second: Option<f64>,
}

/// JSON object of one graded move.
#[derive(Clone, Debug, Serialize)]
pub struct GradedPly {
    /// Counted from 1.
    pub ply: usize,
    /// The column played, counted from 1.
    pub column: usize,
    /// `only`, `best`, `good`, `slip`, `mistake` or `blunder`; null if the budget ran out.
    pub grade: Option<&'static str>,
    /// The verdict of the move, for its player.
    #[serde(flatten)]
    pub verdict: PlainVerdict,
    /// Best columns counted from 1; empty if the budget ran out.
    pub best: Vec<usize>,
    /// The loss by a mistake or a blunder and its reason, in words.
    pub text: Option<String>,
}

impl ExplainResponse {
    /// Returns the object for a game and the explanation of its position. `text` words a reason.
    #[must_use]
    pub fn new(game: &Game, found: &Explanation, text: &dyn Fn(&Reason) -> String) -> Self {
        let best = found.best.first().and_then(|column| found.column(*column));
        let columns = game.position().board().columns();
        Self {
            ok: true,
            moves: digits(game),
            verdict: PlainVerdict::of(found.verdict),
            best: numbers(&found.best),
            reasons: best.map_or_else(Vec::new, |drop| reasons(drop, text)),
            columns: columns
                .map(|column| Some(DropObject::new(found.column(column)?, text)))
                .collect(),
        }
    }
}

impl GradeResponse {
    /// Returns the object for a game and its graded moves.
    #[must_use]
    pub fn new(game: &Game, plies: Vec<GradedPly>, [first, second]: [Option<f64>; 2]) -> Self {
        Self {
            ok: true,
            moves: digits(game),
            plies,
            accuracy: AccuracyObject { first, second },
        }
    }
}

impl GradedPly {
    /// Returns the object of a graded move. `text` says what a mistake lost, and why.
    #[must_use]
    pub fn new(ply: usize, mv: &GradedMove, text: Option<String>) -> Self {
        Self {
            ply,
            column: mv.column.number(),
            grade: mv.grade.map(MoveGrade::name),
            verdict: PlainVerdict::of(mv.verdict()),
            best: numbers(&mv.best),
            text,
        }
    }
}

impl PlainVerdict {
    /// Returns the fields of a verdict, which is `None` if the budget ran out.
    #[must_use]
    pub const fn of(verdict: Option<Verdict>) -> Self {
        let Some(verdict) = verdict else {
            return Self {
                outcome: "unknown",
                plies: None,
            };
        };
        Self {
            outcome: prospect_name(verdict.wdl()),
            plies: match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => Some(plies),
                Verdict::Draw => None,
            },
        }
    }
}

impl DropObject {
    fn new(drop: &DropExplanation, text: &dyn Fn(&Reason) -> String) -> Self {
        Self {
            column: drop.column.number(),
            cell: drop.cell.to_string(),
            verdict: PlainVerdict::of(drop.verdict),
            grade: drop.grade.map(MoveGrade::name),
            reasons: reasons(drop, text),
            line: numbers(&drop.line),
            ahead: drop.ahead.as_ref().map(|ahead| AheadObject {
                line: numbers(&ahead.moves),
                reason: ReasonObject::new(&ahead.reason, text),
            }),
        }
    }
}

impl ReasonObject {
    fn new(reason: &Reason, text: &dyn Fn(&Reason) -> String) -> Self {
        Self {
            kind: reason.name(),
            column: reason.column.number(),
            cells: reason.cells.iter().map(ToString::to_string).collect(),
            proof: reason.method().map(ProofMethod::name),
            odd_columns: reason.plan().map(|plan| numbers(&plan.odd_columns())),
            text: text(reason),
        }
    }
}

fn reasons(drop: &DropExplanation, text: &dyn Fn(&Reason) -> String) -> Vec<ReasonObject> {
    let reasons = drop.reasons.iter();
    reasons
        .map(|reason| ReasonObject::new(reason, text))
        .collect()
}

/// Returns the numbers of columns, counted from 1.
#[must_use]
pub fn numbers(columns: &[Column]) -> Vec<usize> {
    columns.iter().map(|column| column.number()).collect()
}
