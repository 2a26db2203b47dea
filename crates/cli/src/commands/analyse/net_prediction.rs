//! The prediction of a net next to the exact verdicts.

use foursight_bots::net::{COLUMNS, Net, Prediction};
use foursight_core::Game;
use foursight_protocol::solve::{SolveResult, VerdictKind};
use foursight_solver::{BoundedValue, Verdict, Wdl};
use foursight_terminal::board_text;

/// Evaluates a position with the net. Returns `None` if the game is over or not 7x6 standard.
pub(super) fn predict(net: &Net, game: &Game) -> Option<Prediction> {
    game.to_move()?;
    let drops = game.position().as_standard()?;
    Some(net.evaluate(drops.into()))
}

const fn prospect_name(prospect: Wdl) -> &'static str {
    match prospect {
        Wdl::Loss => "loss",
        Wdl::Draw => "draw",
        Wdl::Win => "win",
    }
}

fn exact_prospect(solution: &SolveResult, column: usize) -> Option<Wdl> {
    let answer = *solution.columns.as_ref()?.get(column)?;
    answer.and_then(BoundedValue::exact).map(Verdict::wdl)
}

/// Returns two rows below the verdicts: the policy of each column, and the predicted outcome with a
/// mark where it is wrong.
pub(super) fn rows(
    prediction: &Prediction,
    solution: &SolveResult,
) -> [Vec<(&'static str, String)>; 2] {
    let shares = (0..COLUMNS).map(|column| {
        let share = (100.0 * prediction.policy[column] + 0.5) as u32;
        let is_full = solution
            .columns
            .as_ref()
            .is_some_and(|columns| columns[column].is_none());
        let text = if is_full {
            String::new()
        } else {
            format!("{share}%")
        };
        let color_code = if prediction.best() == Some(column) {
            board_text::GREEN
        } else {
            ""
        };
        (color_code, text)
    });
    let predictions = (0..COLUMNS).map(|column| {
        let Some(exact) = exact_prospect(solution, column) else {
            return ("", String::new());
        };
        let predicted = prediction.likeliest_outcome_of(column);
        if predicted == exact {
            (board_text::CYAN, prospect_name(predicted).to_owned())
        } else {
            (
                board_text::MAGENTA,
                format!("{}!", prospect_name(predicted)),
            )
        }
    });
    [shares.collect(), predictions.collect()]
}

/// Formats `The net sees: win 71%, draw 20%, loss 9%, which is right. It would play 4, which keeps
/// the win.`
pub(super) fn summary(prediction: &Prediction, solution: &SolveResult) -> String {
    let [loss, draw, win] = prediction.wdl.map(|share| (100.0 * share + 0.5) as u32);
    let exact_here = match solution.verdict {
        VerdictKind::Exact(BoundedValue::Exact(verdict)) => Some(verdict.wdl()),
        _ => None,
    };
    let correctness = match exact_here {
        Some(exact) if exact == prediction.likeliest_outcome() => ", which is right",
        Some(_) => ", which is wrong",
        None => "",
    };
    let mut text = format!("The net sees: win {win}%, draw {draw}%, loss {loss}%{correctness}.");
    if let Some(column) = prediction.best() {
        let number = column + 1;
        let consequence = match (exact_prospect(solution, column), exact_here) {
            (Some(after), Some(before)) if after == before => {
                format!(
                    " It would play {number}, which keeps the {}.",
                    prospect_name(before)
                )
            }
            (Some(after), Some(before)) => format!(
                " It would play {number}, which makes a {} of the {}.",
                prospect_name(after),
                prospect_name(before)
            ),
            _ => format!(" It would play {number}."),
        };
        text.push_str(&consequence);
    }
    text
}
