//! `foursight solve`: who wins, and when.

use foursight_core::Game;
use foursight_protocol::solve::{Found, Judged, Solved, bounds, drops, outcome};
use foursight_record::listed;
use foursight_solver::{Answer, Verdict};

use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::positions::{Body, Questions};
use crate::settings::Layers;
use crate::solver_args::SolveArgs;
use crate::solving::{Engine, Wanted};
use crate::words::counted;

pub(crate) fn run(args: &SolveArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let reading = args.reading.reading(layers)?;
    let mut engine = Engine::new(&args.engine, &args.positions, layers)?;
    let wanted = match (args.weak, args.columns) {
        (true, _) => Wanted::Outcome,
        (_, true) => Wanted::Columns,
        _ => Wanted::Verdict,
    };
    let questions = Questions {
        positions: &args.positions,
        reading,
        json: args.json,
    };
    let exit = questions.try_answer(out, |record| {
        let game = record.game();
        let found = engine.solve(game, wanted)?;
        Ok(if args.json {
            Body::Object(Solved::of(game, &found))
        } else {
            Body::Text(sentence(game, &found))
        })
    })?;
    Ok(engine.end(exit))
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
    } else if lacks_line(found) {
        parts.push("line unknown: the search was cut short".to_owned());
    }
    parts.push(cost(found));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

fn unknown<T: std::fmt::Display>((worst, best): (T, T), player: &str) -> String {
    format!("unknown for {player}, between {worst} and {best}: the search was cut short")
}

/// Whether the budget sufficed for everything but the line.
pub(crate) fn lacks_line(found: &Found) -> bool {
    let is_known = matches!(found.verdict, Judged::Exactly(Answer::Exact(_)));
    found.is_cut_short && is_known && found.line.is_none()
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
    let nodes = counted(found.nodes, "node");
    format!("{nodes}, {:.3} s", found.micros as f64 / 1e6)
}
