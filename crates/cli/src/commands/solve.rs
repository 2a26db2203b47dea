//! `foursight solve`: finds out who wins, and when.

use foursight_core::Game;
use foursight_protocol::solve::{
    SolveResponse, SolveResult, VerdictKind, bounds, prospect_name, variation_text,
};
use foursight_record::join_with_and;
use foursight_solver::{BoundedValue, Verdict};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;

use crate::exit::{CliError, Exit};
use crate::positions::{AnswerBody, PositionBatch};
use crate::settings::CliSettings;
use crate::solver_args::SolveArgs;
use crate::solver_session::{SolveGoal, SolverSession};

pub(crate) fn run(
    args: &SolveArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let options = args.input.options(settings)?;
    let mut session = SolverSession::new(&args.search, &args.positions, settings)?;
    let goal = match (args.weak, args.columns) {
        (true, _) => SolveGoal::Outcome,
        (_, true) => SolveGoal::Columns,
        _ => SolveGoal::Verdict,
    };
    let batch = PositionBatch {
        positions: &args.positions,
        options,
        json: args.json,
    };
    let exit = batch.try_answer(out, |record| {
        let game = record.game();
        let solution = session.solve(game, goal)?;
        Ok(if args.json {
            AnswerBody::Object(SolveResponse::new(game, &solution))
        } else {
            AnswerBody::Text(answer_text(game, &solution))
        })
    })?;
    Ok(session.exit_code(exit))
}

/// Formats the answer on one line.
fn answer_text(game: &Game, solution: &SolveResult) -> String {
    let position = game.position();
    let player = position.to_move();
    let mut parts = vec![match solution.verdict {
        VerdictKind::Exact(BoundedValue::Exact(verdict)) => {
            let score = verdict.conventional_score(position);
            format!("{verdict} for {player}, score {score}")
        }
        VerdictKind::Exact(answer) => unknown(bounds(answer), &player.to_string()),
        VerdictKind::Weak(BoundedValue::Exact(prospect)) => {
            format!("{} for {player}", prospect_name(prospect))
        }
        VerdictKind::Weak(BoundedValue::Bounds { lower, upper }) => unknown(
            (prospect_name(lower), prospect_name(upper)),
            &player.to_string(),
        ),
    }];
    if let Some(columns) = &solution.columns {
        parts.push(best_columns(solution));
        let verdicts: Vec<_> = columns.iter().map(|answer| column_text(*answer)).collect();
        parts.push(format!("columns {}", verdicts.join(", ")));
    }
    if let Some(line) = &solution.variation {
        parts.push(format!("line {}", variation_text(game, line)));
    } else if is_line_missing(solution) {
        parts.push("line unknown: the search was cut short".to_owned());
    }
    parts.push(cost(solution));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

fn unknown<T: std::fmt::Display>((worst, best): (T, T), player: &str) -> String {
    format!("unknown for {player}, between {worst} and {best}: the search was cut short")
}

/// True if the budget sufficed for everything but the line.
pub(crate) fn is_line_missing(solution: &SolveResult) -> bool {
    let is_known = matches!(solution.verdict, VerdictKind::Exact(BoundedValue::Exact(_)));
    solution.is_incomplete && is_known && solution.variation.is_none()
}

/// Formats `best columns 3 and 4`. Returns an empty text if they are unknown.
pub(crate) fn best_columns(solution: &SolveResult) -> String {
    let best: Vec<_> = solution
        .best_columns()
        .iter()
        .map(|c| (c + 1).to_string())
        .collect();
    match best.len() {
        0 => String::new(),
        1 => format!("best column {}", join_with_and(&best)),
        _ => format!("best columns {}", join_with_and(&best)),
    }
}

/// Formats the verdict of one column.
fn column_text(answer: Option<BoundedValue<Verdict>>) -> String {
    match answer {
        None => "full".to_owned(),
        Some(BoundedValue::Exact(verdict)) => verdict.to_string(),
        Some(BoundedValue::Bounds {
            lower: worst,
            upper: best,
        }) => format!("{worst} to {best}"),
    }
}

/// Formats the cost of the answer, or that it came from the book.
pub(crate) fn cost(solution: &SolveResult) -> String {
    if solution.is_from_book {
        return "from the book".to_owned();
    }
    let nodes = count_with_separators(solution.nodes, "node");
    format!("{nodes}, {:.3} s", solution.micros as f64 / 1e6)
}
