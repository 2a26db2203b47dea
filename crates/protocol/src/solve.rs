//! Solver results as JSON: the output of `foursight solve --json` and of the server. The fields
//! change only with [`crate::response::SCHEMA_VERSION`].

use foursight_core::{Column, Game, Position};
use foursight_record::{Emoji, Form, write};
use foursight_solver::{Analysis, BoundedValue, Verdict, Wdl};
use serde::Serialize;

/// Stands for a full column in [`SolveResponse::scores`].
pub const FULL_COLUMN_SCORE: i32 = 100;

/// Palette for writing drops, which contain no picture: these characters are never written.
const NO_PICTURE: Emoji = Emoji {
    empty: '0',
    first: '1',
    second: '2',
};

/// Result of solving a position.
#[derive(Clone, Debug)]
pub struct SolveResult {
    /// Verdict of the position.
    pub verdict: VerdictKind,
    /// Verdicts by column, `None` for a full one; `None` altogether unless requested.
    pub columns: Option<Vec<Option<BoundedValue<Verdict>>>>,
    /// A principal variation; `None` if not requested or the budget ran out.
    pub variation: Option<Vec<Column>>,
    /// Nodes of the search, without those for the principal variation.
    pub nodes: u64,
    /// Time of that search in microseconds.
    pub micros: u64,
    /// True if the opening book answered without a search.
    pub is_from_book: bool,
    /// True if something is missing because the budget ran out.
    pub is_incomplete: bool,
}

/// A verdict with or without its distance in plies.
#[derive(Clone, Copy, Debug)]
pub enum VerdictKind {
    /// With its distance.
    Exact(BoundedValue<Verdict>),
    /// Win, draw or loss only.
    Weak(BoundedValue<Wdl>),
}

impl SolveResult {
    /// Returns a result with this verdict and node count and everything else empty.
    #[must_use]
    pub fn new(verdict: VerdictKind, nodes: u64) -> Self {
        let is_cut_short = match verdict {
            VerdictKind::Exact(answer) => answer.exact().is_none(),
            VerdictKind::Weak(answer) => answer.exact().is_none(),
        };
        Self {
            verdict,
            columns: None,
            variation: None,
            nodes,
            micros: 0,
            is_from_book: false,
            is_incomplete: is_cut_short,
        }
    }

    /// Returns the result of an analysis of all columns, whose best verdict is that of the
    /// position.
    #[must_use]
    pub fn from_analysis(analysis: Analysis) -> Self {
        let answer = best_of(&analysis.columns);
        let mut found = Self::new(VerdictKind::Exact(answer), analysis.nodes);
        found.columns = Some(analysis.columns);
        found
    }

    /// Returns the columns that are certainly best, counted from 0; empty while that is undecided.
    #[must_use]
    pub fn best_columns(&self) -> Vec<usize> {
        let open = || {
            let columns = self.columns.iter().flatten().enumerate();
            columns.filter_map(|(column, answer)| Some((column, bounds((*answer)?))))
        };
        let Some(guaranteed) = open().map(|(_, (worst, _))| worst).max() else {
            return Vec::new();
        };
        if open().any(|(_, (_, best))| best > guaranteed) {
            return Vec::new();
        }
        let is_best = |(_, (worst, _)): &(usize, (Verdict, Verdict))| *worst == guaranteed;
        open().filter(is_best).map(|(column, _)| column).collect()
    }
}

/// Returns the lower and the upper bound of an answer.
#[must_use]
pub const fn bounds<T: Copy>(answer: BoundedValue<T>) -> (T, T) {
    match answer {
        BoundedValue::Exact(exact) => (exact, exact),
        BoundedValue::Bounds {
            lower: worst,
            upper: best,
        } => (worst, best),
    }
}

/// Returns the verdict of a position: the best verdict of its columns.
fn best_of(columns: &[Option<BoundedValue<Verdict>>]) -> BoundedValue<Verdict> {
    let all = || columns.iter().flatten().map(|answer| bounds(*answer));
    let worst = all().map(|(worst, _)| worst).max();
    let best = all().map(|(_, best)| best).max();
    match worst.zip(best) {
        Some((worst, best)) if worst != best => BoundedValue::Bounds {
            lower: worst,
            upper: best,
        },
        Some((exact, _)) => BoundedValue::Exact(exact),
        // A game that is not over has an open column.
        None => BoundedValue::Exact(Verdict::Draw),
    }
}

/// JSON object for one position.
#[derive(Clone, Debug, Serialize)]
pub struct SolveResponse {
    /// Always true: a position that cannot be solved has an `error` instead.
    pub ok: bool,
    /// The drops that lead to the position.
    pub moves: String,
    /// The verdict for the player to move.
    #[serde(flatten)]
    pub verdict: VerdictObject,
    /// One entry a column, null for a full column; null altogether unless requested.
    pub columns: Option<Vec<Option<ColumnObject>>>,
    /// Best columns counted from 1; empty while they are undecided.
    pub best: Option<Vec<usize>>,
    /// The principal variation, as drops.
    pub line: Option<String>,
    /// Nodes of the search, without those for the principal variation.
    pub nodes: u64,
    /// Time of that search in microseconds.
    pub micros: u64,
    /// `book` or `search`.
    pub source: &'static str,
}

/// JSON object for one column.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnObject {
    /// Counted from 1.
    pub column: usize,
    /// The verdict of a drop there, for the player to move.
    #[serde(flatten)]
    pub verdict: VerdictObject,
}

/// JSON object for a verdict and its bounds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct VerdictObject {
    /// The verdict; its outcome is `unknown` if the budget ran out.
    #[serde(flatten)]
    pub exact: OutcomeObject,
    /// Lower bound, if the verdict is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<OutcomeObject>,
    /// Upper bound, if the verdict is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<OutcomeObject>,
}

/// JSON object for an exact verdict.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OutcomeObject {
    /// `win`, `draw`, `loss` or `unknown`.
    pub outcome: &'static str,
    /// Null for a draw, and where only the outcome was requested.
    pub plies: Option<u8>,
    /// Score by the convention of other solvers: see [`Verdict::conventional_score`].
    pub score: Option<i32>,
}

impl SolveResponse {
    /// Returns the object for a game and the result of solving its position.
    #[must_use]
    pub fn new(game: &Game, found: &SolveResult) -> Self {
        let position = game.position();
        let exactly =
            |answer| VerdictObject::of(answer, |verdict| OutcomeObject::exactly(verdict, position));
        let column = |(index, answer): (usize, &Option<BoundedValue<Verdict>>)| {
            answer.map(|answer| ColumnObject {
                column: index + 1,
                verdict: exactly(answer),
            })
        };
        Self {
            ok: true,
            moves: digits(game),
            verdict: match found.verdict {
                VerdictKind::Exact(answer) => exactly(answer),
                VerdictKind::Weak(answer) => VerdictObject::of(answer, OutcomeObject::weakly),
            },
            columns: found
                .columns
                .as_ref()
                .map(|columns| columns.iter().enumerate().map(column).collect()),
            best: found.columns.is_some().then(|| {
                let best = found.best_columns();
                best.iter().map(|column| column + 1).collect()
            }),
            line: found
                .variation
                .as_ref()
                .map(|line| variation_text(game, line)),
            nodes: found.nodes,
            micros: found.micros,
            source: if found.is_from_book { "book" } else { "search" },
        }
    }

    /// Returns the scores of the columns: [`FULL_COLUMN_SCORE`] for a full column, `None` where the
    /// budget ran out.
    #[must_use]
    pub fn scores(&self) -> Vec<Option<i32>> {
        let columns = self.columns.iter().flatten();
        let score = |column: &Option<ColumnObject>| match column {
            Some(column) => column.verdict.exact.score,
            None => Some(FULL_COLUMN_SCORE),
        };
        columns.map(score).collect()
    }
}

impl VerdictObject {
    fn of<T: Copy>(answer: BoundedValue<T>, object: impl Fn(T) -> OutcomeObject) -> Self {
        match answer {
            BoundedValue::Exact(exact) => Self {
                exact: object(exact),
                at_least: None,
                at_most: None,
            },
            BoundedValue::Bounds {
                lower: worst,
                upper: best,
            } => Self {
                exact: OutcomeObject {
                    outcome: "unknown",
                    plies: None,
                    score: None,
                },
                at_least: Some(object(worst)),
                at_most: Some(object(best)),
            },
        }
    }
}

impl OutcomeObject {
    fn exactly(verdict: Verdict, position: &Position) -> Self {
        Self {
            outcome: prospect_name(verdict.wdl()),
            plies: match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => Some(plies),
                Verdict::Draw => None,
            },
            score: Some(verdict.conventional_score(position)),
        }
    }

    fn weakly(prospect: Wdl) -> Self {
        Self {
            outcome: prospect_name(prospect),
            plies: None,
            score: None,
        }
    }
}

/// Returns the JSON name of a prospect.
#[must_use]
pub const fn prospect_name(prospect: Wdl) -> &'static str {
    match prospect {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

/// Writes the moves of a variation in the notation of the game's own moves.
#[must_use]
pub fn variation_text(game: &Game, line: &[Column]) -> String {
    let mut continued = game.clone();
    for column in line {
        // Variations of the solver are legal; of an illegal one the legal prefix is written.
        match continued.drop_in(*column) {
            Ok(next) => continued = next,
            Err(_) => break,
        }
    }
    let [all, before] = [&continued, game].map(digits);
    let rest = all.strip_prefix(&before).unwrap_or(&all);
    rest.trim_start().to_owned()
}

/// Writes the moves of a game as drops.
pub(crate) fn digits(game: &Game) -> String {
    write(game, Form::Digits, &NO_PICTURE)
}
