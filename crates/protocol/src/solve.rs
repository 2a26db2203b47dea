//! What perfect play makes of a position, as an object of JSON: the answer of `foursight solve
//! --json` and of the server. Its fields change only with the version.

use foursight_core::{Column, Game, Position};
use foursight_record::{Emoji, Form, write};
use foursight_solver::{Analysis, Answer, Prospect, Verdict};
use serde::Serialize;

/// What stands for a full column among [`Solved::scores`].
pub const FULL_COLUMN: i32 = 100;

/// Drops are no picture, so no character of these is ever written.
const NO_PICTURE: Emoji = Emoji {
    empty: '0',
    first: '1',
    second: '2',
};

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Found {
    /// Of the position itself.
    pub verdict: Judged,
    /// By column; none where it is full, or all of it unless it was asked for.
    pub columns: Option<Vec<Option<Answer<Verdict>>>>,
    /// A perfect line; none if it was not asked for or the budget ran out.
    pub line: Option<Vec<Column>>,
    /// How many positions the search visited, without those of the line.
    pub nodes: u64,
    /// How many microseconds that took.
    pub micros: u64,
    /// No search was needed.
    pub is_from_book: bool,
    /// Something is missing because the budget ran out.
    pub is_cut_short: bool,
}

/// A verdict with or without its distance.
#[derive(Clone, Copy, Debug)]
pub enum Judged {
    /// With it.
    Exactly(Answer<Verdict>),
    /// Win, draw or loss alone.
    Weakly(Answer<Prospect>),
}

impl Found {
    /// A verdict and how many nodes it took, for a start.
    #[must_use]
    pub fn new(verdict: Judged, nodes: u64) -> Self {
        let is_cut_short = match verdict {
            Judged::Exactly(answer) => answer.exact().is_none(),
            Judged::Weakly(answer) => answer.exact().is_none(),
        };
        Self {
            verdict,
            columns: None,
            line: None,
            nodes,
            micros: 0,
            is_from_book: false,
            is_cut_short,
        }
    }

    /// The verdicts of all columns, and by them of the position.
    #[must_use]
    pub fn of_columns(analysis: Analysis) -> Self {
        let answer = best_of(&analysis.columns);
        let mut found = Self::new(Judged::Exactly(answer), analysis.nodes);
        found.columns = Some(analysis.columns);
        found
    }

    /// The columns that are surely the best, counted from 0.
    #[must_use]
    pub fn best(&self) -> Vec<usize> {
        let open = || {
            let columns = self.columns.iter().flatten().enumerate();
            columns.filter_map(|(column, answer)| Some((column, bounds((*answer)?))))
        };
        let Some(sure) = open().map(|(_, (worst, _))| worst).max() else {
            return Vec::new();
        };
        if open().any(|(_, (_, best))| best > sure) {
            return Vec::new();
        }
        let is_best = |(_, (worst, _)): &(usize, (Verdict, Verdict))| *worst == sure;
        open().filter(is_best).map(|(column, _)| column).collect()
    }
}

/// The worst and the best that the truth can be.
#[must_use]
pub const fn bounds<T: Copy>(answer: Answer<T>) -> (T, T) {
    match answer {
        Answer::Exact(truth) => (truth, truth),
        Answer::Between { worst, best } => (worst, best),
    }
}

/// What the verdicts of the columns make of the position: the best of them.
fn best_of(columns: &[Option<Answer<Verdict>>]) -> Answer<Verdict> {
    let all = || columns.iter().flatten().map(|answer| bounds(*answer));
    let worst = all().map(|(worst, _)| worst).max();
    let best = all().map(|(_, best)| best).max();
    match worst.zip(best) {
        Some((worst, best)) if worst != best => Answer::Between { worst, best },
        Some((truth, _)) => Answer::Exact(truth),
        // A game that goes on has an open column.
        None => Answer::Exact(Verdict::Draw),
    }
}

/// The object of one position.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// Always true: a position without an answer has an `error` instead.
    pub ok: bool,
    /// The drops that lead to the position.
    pub moves: String,
    /// What it is worth to the player to move.
    #[serde(flatten)]
    pub judged: JudgedObject,
    /// One entry a column, null where it is full; all of it null unless it was asked for.
    pub columns: Option<Vec<Option<ColumnObject>>>,
    /// Columns counted from 1; empty while nobody knows.
    pub best: Option<Vec<usize>>,
    /// The drops of a perfect game from here on.
    pub line: Option<String>,
    /// How many positions the search visited, without those of the line.
    pub nodes: u64,
    /// How many microseconds that took.
    pub micros: u64,
    /// `book` or `search`.
    pub source: &'static str,
}

/// One column.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnObject {
    /// Counted from 1.
    pub column: usize,
    /// What a drop there is worth to the player to move.
    #[serde(flatten)]
    pub judged: JudgedObject,
}

/// What is known of a verdict.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct JudgedObject {
    /// The verdict; its outcome is `unknown` if the budget ran out.
    #[serde(flatten)]
    pub known: Known,
    /// The worst it can be, if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Known>,
    /// The best it can be, if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Known>,
}

/// A verdict as an object.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Known {
    /// `win`, `draw`, `loss` or `unknown`.
    pub outcome: &'static str,
    /// Null for a draw, and where only the outcome was asked for.
    pub plies: Option<u8>,
    /// By the convention of other solvers: see [`Verdict::conventional`].
    pub score: Option<i32>,
}

impl Solved {
    /// What was found out about the position of a game.
    #[must_use]
    pub fn of(game: &Game, found: &Found) -> Self {
        let position = game.position();
        let exactly =
            |answer| JudgedObject::of(answer, |verdict| Known::exactly(verdict, position));
        let column = |(index, answer): (usize, &Option<Answer<Verdict>>)| {
            answer.map(|answer| ColumnObject {
                column: index + 1,
                judged: exactly(answer),
            })
        };
        Self {
            ok: true,
            moves: digits(game),
            judged: match found.verdict {
                Judged::Exactly(answer) => exactly(answer),
                Judged::Weakly(answer) => JudgedObject::of(answer, Known::weakly),
            },
            columns: found
                .columns
                .as_ref()
                .map(|columns| columns.iter().enumerate().map(column).collect()),
            best: found.columns.is_some().then(|| {
                let best = found.best();
                best.iter().map(|column| column + 1).collect()
            }),
            line: found.line.as_ref().map(|line| drops(game, line)),
            nodes: found.nodes,
            micros: found.micros,
            source: if found.is_from_book { "book" } else { "search" },
        }
    }

    /// The scores of the columns alone; [`FULL_COLUMN`] where there is no room, and none where
    /// the budget ran out.
    #[must_use]
    pub fn scores(&self) -> Vec<Option<i32>> {
        let columns = self.columns.iter().flatten();
        let score = |column: &Option<ColumnObject>| match column {
            Some(column) => column.judged.known.score,
            None => Some(FULL_COLUMN),
        };
        columns.map(score).collect()
    }
}

impl JudgedObject {
    fn of<T: Copy>(answer: Answer<T>, known: impl Fn(T) -> Known) -> Self {
        match answer {
            Answer::Exact(truth) => Self {
                known: known(truth),
                at_least: None,
                at_most: None,
            },
            Answer::Between { worst, best } => Self {
                known: Known {
                    outcome: "unknown",
                    plies: None,
                    score: None,
                },
                at_least: Some(known(worst)),
                at_most: Some(known(best)),
            },
        }
    }
}

impl Known {
    fn exactly(verdict: Verdict, position: &Position) -> Self {
        Self {
            outcome: outcome(verdict.prospect()),
            plies: match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => Some(plies),
                Verdict::Draw => None,
            },
            score: Some(verdict.conventional(position)),
        }
    }

    fn weakly(prospect: Prospect) -> Self {
        Self {
            outcome: outcome(prospect),
            plies: None,
            score: None,
        }
    }
}

/// The word for what somebody can expect.
#[must_use]
pub const fn outcome(prospect: Prospect) -> &'static str {
    match prospect {
        Prospect::Win => "win",
        Prospect::Draw => "draw",
        Prospect::Loss => "loss",
    }
}

/// The drops of a line, written as the drops of the game are.
#[must_use]
pub fn drops(game: &Game, line: &[Column]) -> String {
    let mut later = game.clone();
    for column in line {
        // The line of a solver is legal; if it were not, what is legal of it is told.
        match later.drop_in(*column) {
            Ok(next) => later = next,
            Err(_) => break,
        }
    }
    let [all, before] = [&later, game].map(digits);
    let rest = all.strip_prefix(&before).unwrap_or(&all);
    rest.trim_start().to_owned()
}

fn digits(game: &Game) -> String {
    write(game, Form::Digits, &NO_PICTURE)
}
