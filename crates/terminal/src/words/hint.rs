//! A hint of a bot in words.

use foursight_bots::{Choice, Evaluation};
use foursight_core::Position;
use foursight_solver::Prospect;

use super::why;

/// A hint as a sentence, with one step of the reason if one is proved.
#[must_use]
pub fn sentence(position: &Position, choice: &Choice) -> String {
    let step = choice.step;
    let plies = |plies: u32| match plies {
        1 => "with this move".to_owned(),
        _ => format!("in {plies} plies"),
    };
    let (prospect, told) = match choice.evaluation {
        Evaluation::Win { plies: count } => (Prospect::Win, format!("wins {}", plies(count))),
        Evaluation::Loss { plies: count } => {
            let told = format!("holds out longest; lost {}", plies(count));
            (Prospect::Loss, told)
        }
        Evaluation::Draw => (Prospect::Draw, "holds the draw".to_owned()),
        _ => return format!("Hint: {step} looks best."),
    };
    let line: Vec<_> = choice.line.iter().map_while(|step| step.column()).collect();
    let why = line
        .first()
        .and_then(|drop| why::first_step(position, *drop, prospect, &line));
    match why {
        Some(why) => format!("Hint: {step} {told}: {why}."),
        None => format!("Hint: {step} {told}."),
    }
}
