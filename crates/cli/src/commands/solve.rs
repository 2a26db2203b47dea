//! `foursight solve`: who wins, and when.

use foursight_core::{Column, Game, Position};
use foursight_record::{Form, listed, write};
use foursight_solver::{Answer, Prospect, Verdict};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::positions::{Body, Questions, Reading};
use crate::settings::Layers;
use crate::solver_args::SolveArgs;
use crate::solving::{Engine, Found, Judged, Wanted, bounds};
use crate::theme::EMOJI;
use crate::words::thousands;

pub(crate) fn run(args: &SolveArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let mut engine = Engine::new(&args.engine, layers)?;
    let wanted = match (args.weak, args.columns) {
        (true, _) => Wanted::Outcome,
        (_, true) => Wanted::Columns,
        _ => Wanted::Verdict,
    };
    let questions = Questions {
        positions: &args.positions,
        reading: Reading {
            ruleset,
            flags: Some(&args.ruleset),
            from: None,
        },
        json: args.json,
    };
    let mut is_cut_short = false;
    let exit = questions.try_answer(out, |record| {
        let game = record.game();
        let found = engine.solve(game, wanted)?;
        is_cut_short |= found.is_cut_short;
        Ok(if args.json {
            Body::Object(Solved::of(game, &found))
        } else {
            Body::Text(sentence(game, &found))
        })
    })?;
    Ok(match exit {
        Exit::Done if is_cut_short => Exit::Budget,
        other => other,
    })
}

/// The object of one position.
#[derive(Serialize)]
struct Solved {
    ok: bool,
    /// The drops that lead to the position.
    moves: String,
    #[serde(flatten)]
    judged: JudgedObject,
    /// One entry a column, null where it is full; all of it null without `--columns`.
    columns: Option<Vec<Option<ColumnObject>>>,
    /// Columns counted from 1; empty while nobody knows.
    best: Option<Vec<usize>>,
    line: Option<String>,
    nodes: u64,
    micros: u64,
    source: &'static str,
}

#[derive(Serialize)]
struct ColumnObject {
    column: usize,
    #[serde(flatten)]
    judged: JudgedObject,
}

/// What is known of a verdict.
#[derive(Serialize)]
struct JudgedObject {
    #[serde(flatten)]
    known: Known,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Known>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<Known>,
}

/// A verdict as an object.
#[derive(Serialize)]
struct Known {
    outcome: &'static str,
    /// Null for a draw, and where only the outcome was asked for.
    plies: Option<u8>,
    score: Option<i32>,
}

impl Solved {
    fn of(game: &Game, found: &Found) -> Self {
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
            moves: write(game, Form::Digits, &EMOJI),
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
            micros: found.time.as_micros() as u64,
            source: if found.is_from_book { "book" } else { "search" },
        }
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

const fn outcome(prospect: Prospect) -> &'static str {
    match prospect {
        Prospect::Win => "win",
        Prospect::Draw => "draw",
        Prospect::Loss => "loss",
    }
}

/// The drops of a line, written as the drops of the game are.
pub(crate) fn drops(game: &Game, line: &[Column]) -> String {
    let mut later = game.clone();
    for column in line {
        // The line of a solver is legal; if it were not, what is legal of it is told.
        match later.drop_in(*column) {
            Ok(next) => later = next,
            Err(_) => break,
        }
    }
    let [all, before] = [&later, game].map(|game| write(game, Form::Digits, &EMOJI));
    let rest = all.strip_prefix(&before).unwrap_or(&all);
    rest.trim_start().to_owned()
}

/// The answer in words, on one line.
fn sentence(game: &Game, found: &Found) -> String {
    let position = game.position();
    let player = position.to_move();
    let mut parts = vec![match found.verdict {
        Judged::Exactly(Answer::Exact(verdict)) => {
            let score = verdict.conventional(position);
            format!("{verdict} for {player}, score {score}")
        }
        Judged::Exactly(answer) => unknown(bounds(answer), &player.to_string()),
        Judged::Weakly(Answer::Exact(prospect)) => format!("{} for {player}", outcome(prospect)),
        Judged::Weakly(Answer::Between { worst, best }) => {
            unknown((outcome(worst), outcome(best)), &player.to_string())
        }
    }];
    if let Some(columns) = &found.columns {
        parts.push(best_columns(found));
        let verdicts: Vec<_> = columns.iter().map(|answer| in_words(*answer)).collect();
        parts.push(format!("columns {}", verdicts.join(", ")));
    }
    if let Some(line) = &found.line {
        parts.push(format!("line {}", drops(game, line)));
    }
    parts.push(cost(found));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

fn unknown<T: std::fmt::Display>((worst, best): (T, T), player: &str) -> String {
    format!("unknown for {player}, between {worst} and {best}: the budget ran out")
}

/// `best columns 3 and 4`; nothing while nobody knows.
pub(crate) fn best_columns(found: &Found) -> String {
    let best: Vec<_> = found.best().iter().map(|c| (c + 1).to_string()).collect();
    match best.len() {
        0 => String::new(),
        1 => format!("best column {}", listed(&best)),
        _ => format!("best columns {}", listed(&best)),
    }
}

/// What one column leads to.
fn in_words(answer: Option<Answer<Verdict>>) -> String {
    match answer {
        None => "full".to_owned(),
        Some(Answer::Exact(verdict)) => verdict.to_string(),
        Some(Answer::Between { worst, best }) => format!("{worst} to {best}"),
    }
}

/// Where the answer came from and what it took.
pub(crate) fn cost(found: &Found) -> String {
    if found.is_from_book {
        return "from the book".to_owned();
    }
    let nodes = match found.nodes {
        1 => "1 node".to_owned(),
        nodes => format!("{} nodes", thousands(nodes)),
    };
    format!("{nodes}, {:.3} s", found.time.as_secs_f64())
}
