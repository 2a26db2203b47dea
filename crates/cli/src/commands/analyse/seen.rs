//! What the net sees, next to the truth.

use foursight_bots::net::{COLUMNS, Net, Sight};
use foursight_core::Game;
use foursight_protocol::solve::{Found, Judged};
use foursight_solver::{Answer, Prospect, Verdict};

use crate::draw;

/// The look of a net at a game of its own kind that goes on; none otherwise.
pub(super) fn of(net: &Net, game: &Game) -> Option<Sight> {
    game.to_move()?;
    let drops = game.position().classic()?;
    Some(net.look(drops.into()))
}

const fn word(prospect: Prospect) -> &'static str {
    match prospect {
        Prospect::Loss => "loss",
        Prospect::Draw => "draw",
        Prospect::Win => "win",
    }
}

fn truth(found: &Found, column: usize) -> Option<Prospect> {
    let answer = *found.columns.as_ref()?.get(column)?;
    answer.and_then(Answer::exact).map(Verdict::prospect)
}

/// Two rows below the verdicts: how good each column looks, and what the net thinks it leads to, with a mark
/// where that is wrong.
pub(super) fn rows(seen: &Sight, found: &Found) -> [Vec<(&'static str, String)>; 2] {
    let shares = (0..COLUMNS).map(|column| {
        let share = (100.0 * seen.policy[column] + 0.5) as u32;
        let is_full = found
            .columns
            .as_ref()
            .is_some_and(|columns| columns[column].is_none());
        let words = if is_full {
            String::new()
        } else {
            format!("{share}%")
        };
        let ink = if seen.best() == Some(column) {
            draw::GREEN
        } else {
            ""
        };
        (ink, words)
    });
    let names = (0..COLUMNS).map(|column| {
        let Some(truth) = truth(found, column) else {
            return ("", String::new());
        };
        let named = seen.expects_of(column);
        if named == truth {
            (draw::CYAN, word(named).to_owned())
        } else {
            (draw::MAGENTA, format!("{}!", word(named)))
        }
    });
    [shares.collect(), names.collect()]
}

/// `The net: win 71%, draw 20%, loss 9%: right. It would play column 4, which keeps the win.`
pub(super) fn summary(seen: &Sight, found: &Found) -> String {
    let [loss, draw, win] = seen.outlook.map(|share| (100.0 * share + 0.5) as u32);
    let truth_here = match found.verdict {
        Judged::Exactly(Answer::Exact(verdict)) => Some(verdict.prospect()),
        _ => None,
    };
    let judged = match truth_here {
        Some(truth) if truth == seen.expects() => ", which is right",
        Some(_) => ", which is wrong",
        None => "",
    };
    let mut words = format!("The net sees: win {win}%, draw {draw}%, loss {loss}%{judged}.");
    if let Some(column) = seen.best() {
        let number = column + 1;
        let consequence = match (truth(found, column), truth_here) {
            (Some(after), Some(before)) if after == before => {
                format!(" It would play {number}, which keeps the {}.", word(before))
            }
            (Some(after), Some(before)) => format!(
                " It would play {number}, which makes a {} of the {}.",
                word(after),
                word(before)
            ),
            _ => format!(" It would play {number}."),
        };
        words.push_str(&consequence);
    }
    words
}
