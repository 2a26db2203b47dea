//! `foursight analyse`: prints the board with the verdict of each column below it.

mod net_prediction;

use foursight_bots::net::{Prediction, TrainingStage};
use foursight_core::Game;
use foursight_protocol::solve::{SolveResult, VerdictKind, variation_text};
use foursight_solver::{BoundedValue, Verdict, Wdl};
use foursight_terminal::board_text;
use foursight_terminal::nets;
use foursight_terminal::output::CliOutput;

use crate::commands::solve::{best_columns, cost, is_line_missing};
use crate::exit::{CliError, Exit};
use crate::opponents;
use crate::positions::{AnswerBody, AnswerError, PositionBatch};
use crate::settings::CliSettings;
use crate::solver_args::AnalyseArgs;
use crate::solver_session::{SolveGoal, SolverSession};

pub(crate) fn run(
    args: &AnalyseArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    if args.json {
        return Err(CliError::usage(
            "analyse prints for people: programs can use foursight solve --columns --json",
        ));
    }
    let options = args.input.options(settings)?;
    let ruleset = options.ruleset;
    let mut session = SolverSession::new(&args.search, &args.positions, settings)?;
    let batch = PositionBatch {
        positions: &args.positions,
        options,
        json: false,
    };
    let net = args
        .net
        .then(|| {
            nets::require_standard(ruleset, "--net")?;
            opponents::configured_net(settings)?.net(TrainingStage::Full)
        })
        .transpose()?;
    let (color, screen_width) = (out.color(), out.columns());
    let exit = batch.try_answer(out, |record| {
        let game = record.game();
        if net.is_some() {
            // A text may carry its own rules.
            nets::require_standard(game.ruleset(), "--net")
                .map_err(|failure| AnswerError::unsupported(failure, &args.positions))?;
        }
        let solution = session.solve(game, SolveGoal::Columns)?;
        let prediction = net
            .as_ref()
            .and_then(|net| net_prediction::predict(net, game));
        let text = render(game, &solution, prediction.as_ref(), screen_width, color);
        Ok(AnswerBody::<()>::Text(text))
    })?;
    Ok(session.exit_code(exit))
}

/// Renders the board, the verdicts below it, and a summary.
fn render(
    game: &Game,
    solution: &SolveResult,
    prediction: Option<&Prediction>,
    screen_width: Option<usize>,
    color: bool,
) -> String {
    let columns = solution.columns.iter().flatten();
    let verdicts: Vec<_> = columns.map(|answer| column_caption(*answer)).collect();
    let row = |part: fn(&ColumnCaption) -> &str| {
        let words = verdicts.iter();
        words
            .map(|caption| (caption.color_code, part(caption).to_owned()))
            .collect()
    };
    let best = solution.best_columns();
    let marks = (0..verdicts.len()).map(|column| {
        let mark = if best.contains(&column) { "best" } else { "" };
        (board_text::GREEN, mark.to_owned())
    });
    let mut rows = vec![
        row(|caption| &caption.word),
        row(|caption| &caption.distance),
        marks.collect(),
    ];
    rows.extend(
        prediction
            .into_iter()
            .flat_map(|prediction| net_prediction::rows(prediction, solution)),
    );
    let mut lines = vec![board_text::board_over_words(
        game,
        screen_width,
        &rows,
        color,
    )];
    lines.push(board_text::legend(game));
    lines.push(summary(game, solution));
    lines.extend(prediction.map(|prediction| net_prediction::summary(prediction, solution)));
    if let Some(line) = &solution.variation {
        lines.push(format!("Perfect line: {}", variation_text(game, line)));
    } else if is_line_missing(solution) {
        lines.push("Perfect line: unknown, the search was cut short.".to_owned());
    }
    lines.push(format!("({})", cost(solution)));
    lines.join("\n")
}

/// The text below one column.
struct ColumnCaption {
    color_code: &'static str,
    word: String,
    distance: String,
}

fn column_caption(answer: Option<BoundedValue<Verdict>>) -> ColumnCaption {
    let caption = |color_code, word: &str, distance: String| ColumnCaption {
        color_code,
        word: word.to_owned(),
        distance,
    };
    let verdict = match answer {
        None => return caption("", "full", String::new()),
        Some(BoundedValue::Exact(verdict)) => verdict,
        Some(BoundedValue::Bounds {
            lower: worst,
            upper: best,
        }) => {
            // Bounds may still decide between win and loss.
            return match (worst.wdl(), best.wdl()) {
                (Wdl::Win, _) => caption(board_text::GREEN, "win", "in ?".to_owned()),
                (_, Wdl::Loss) => caption(board_text::MAGENTA, "loss", "in ?".to_owned()),
                _ => caption("", "?", String::new()),
            };
        }
    };
    match verdict {
        Verdict::Win { plies } => caption(board_text::GREEN, "win", format!("in {plies}")),
        Verdict::Draw => caption(board_text::CYAN, "draw", String::new()),
        Verdict::Loss { plies } => caption(board_text::MAGENTA, "loss", format!("in {plies}")),
    }
}

/// Formats `First to move: win in 15; best column 4.`
fn summary(game: &Game, solution: &SolveResult) -> String {
    let player = game.position().to_move();
    let verdict = match solution.verdict {
        VerdictKind::Exact(BoundedValue::Exact(verdict)) => verdict.to_string(),
        VerdictKind::Exact(BoundedValue::Bounds {
            lower: worst,
            upper: best,
        }) => {
            format!("between {worst} and {best}, the search was cut short")
        }
        VerdictKind::Weak(_) => return String::new(),
    };
    let best = best_columns(solution);
    let best = if best.is_empty() {
        best
    } else {
        format!("; {best}")
    };
    format!("{player} to move: {verdict}{best}.")
}
