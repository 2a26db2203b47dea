//! A bot's hint in words.

use foursight_bots::{Evaluation, MoveChoice};
use foursight_core::Position;
use foursight_solver::Wdl;

use super::reasons;

/// Formats a hint as a sentence, with one step of the reason if one is proved.
#[must_use]
pub fn sentence(position: &Position, choice: &MoveChoice) -> String {
    let mv = choice.mv;
    let plies = |plies: u32| match plies {
        1 => "with this move".to_owned(),
        _ => format!("in {plies} plies"),
    };
    let (prospect, claim) = match choice.evaluation {
        Evaluation::Win { plies: count } => (Wdl::Win, format!("wins {}", plies(count))),
        Evaluation::Loss { plies: count } => {
            let claim = format!("holds out longest; lost {}", plies(count));
            (Wdl::Loss, claim)
        }
        Evaluation::Draw => (Wdl::Draw, "holds the draw".to_owned()),
        _ => return format!("Hint: {mv} looks best."),
    };
    let line: Vec<_> = choice
        .principal_variation
        .iter()
        .map_while(|mv| mv.column())
        .collect();
    let why = line
        .first()
        .and_then(|drop| reasons::first_step(position, *drop, prospect, &line));
    match why {
        Some(why) => format!("Hint: {mv} {claim}: {why}."),
        None => format!("Hint: {mv} {claim}."),
    }
}
