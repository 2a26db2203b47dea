//! `foursight analyse`: the grid, with what each column leads to written below it.

mod seen;

use foursight_bots::net::{Sight, Stage};
use foursight_core::Game;
use foursight_protocol::solve::{Found, Judged, drops};
use foursight_solver::{Answer, Prospect, Verdict};
use foursight_terminal::nets;

use crate::commands::solve::{best_columns, cost, lacks_line};
use crate::draw;
use crate::exit::{Exit, Failure};
use crate::opponents;
use crate::output::Out;
use crate::positions::{Body, Questions, Refused};
use crate::settings::Layers;
use crate::solver_args::AnalyseArgs;
use crate::solving::{Engine, Wanted};

pub(crate) fn run(args: &AnalyseArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    if args.json {
        return Err(Failure::usage(
            "analyse draws for people: for programs there is foursight solve --columns --json",
        ));
    }
    let reading = args.reading.reading(layers)?;
    let ruleset = reading.ruleset;
    let mut engine = Engine::new(&args.engine, &args.positions, layers)?;
    let questions = Questions {
        positions: &args.positions,
        reading,
        json: false,
    };
    let net = args
        .net
        .then(|| {
            nets::require_standard(ruleset, "--net")?;
            opponents::net_in_force(layers)?.net(Stage::Full)
        })
        .transpose()?;
    let (color, screen) = (out.color(), out.columns());
    let exit = questions.try_answer(out, |record| {
        let game = record.game();
        if net.is_some() {
            // A text may bring its own rules.
            nets::require_standard(game.ruleset(), "--net")
                .map_err(|failure| Refused::unsuited(failure, &args.positions))?;
        }
        let found = engine.solve(game, Wanted::Columns)?;
        let seen = net.as_ref().and_then(|net| seen::of(net, game));
        let picture = picture(game, &found, seen.as_ref(), screen, color);
        Ok(Body::<()>::Text(picture))
    })?;
    Ok(engine.end(exit))
}

/// The grid, the verdicts below it, and the rest in words.
fn picture(
    game: &Game,
    found: &Found,
    seen: Option<&Sight>,
    screen: Option<usize>,
    color: bool,
) -> String {
    let columns = found.columns.iter().flatten();
    let verdicts: Vec<_> = columns.map(|answer| below_column(*answer)).collect();
    let row = |part: fn(&Below) -> &str| {
        let words = verdicts.iter();
        words
            .map(|below| (below.ink, part(below).to_owned()))
            .collect()
    };
    let best = found.best();
    let marks = (0..verdicts.len()).map(|column| {
        let mark = if best.contains(&column) { "best" } else { "" };
        (draw::GREEN, mark.to_owned())
    });
    let mut rows = vec![
        row(|below| &below.word),
        row(|below| &below.distance),
        marks.collect(),
    ];
    rows.extend(seen.into_iter().flat_map(|seen| seen::rows(seen, found)));
    let mut lines = vec![draw::grid_over_words(game, screen, &rows, color)];
    lines.push(draw::legend(game));
    lines.push(summary(game, found));
    lines.extend(seen.map(|seen| seen::summary(seen, found)));
    if let Some(line) = &found.line {
        lines.push(format!("Perfect line: {}", drops(game, line)));
    } else if lacks_line(found) {
        lines.push("Perfect line: unknown, the search was cut short.".to_owned());
    }
    lines.push(format!("({})", cost(found)));
    lines.join("\n")
}

/// What stands below one column.
struct Below {
    ink: &'static str,
    word: String,
    distance: String,
}

fn below_column(answer: Option<Answer<Verdict>>) -> Below {
    let below = |ink, word: &str, distance: String| Below {
        ink,
        word: word.to_owned(),
        distance,
    };
    let verdict = match answer {
        None => return below("", "full", String::new()),
        Some(Answer::Exact(verdict)) => verdict,
        Some(Answer::Between { worst, best }) => {
            // What is not known exactly may still be known roughly.
            return match (worst.prospect(), best.prospect()) {
                (Prospect::Win, _) => below(draw::GREEN, "win", "in ?".to_owned()),
                (_, Prospect::Loss) => below(draw::MAGENTA, "loss", "in ?".to_owned()),
                _ => below("", "?", String::new()),
            };
        }
    };
    match verdict {
        Verdict::Win { plies } => below(draw::GREEN, "win", format!("in {plies}")),
        Verdict::Draw => below(draw::CYAN, "draw", String::new()),
        Verdict::Loss { plies } => below(draw::MAGENTA, "loss", format!("in {plies}")),
    }
}

/// `First to move: win in 15; best column 4.`
fn summary(game: &Game, found: &Found) -> String {
    let player = game.position().to_move();
    let verdict = match found.verdict {
        Judged::Exactly(Answer::Exact(verdict)) => verdict.to_string(),
        Judged::Exactly(Answer::Between { worst, best }) => {
            format!("between {worst} and {best}, the search was cut short")
        }
        Judged::Weakly(_) => return String::new(),
    };
    let best = best_columns(found);
    let best = if best.is_empty() {
        best
    } else {
        format!("; {best}")
    };
    format!("{player} to move: {verdict}{best}.")
}
