//! A bot's hint in words.

use foursight_bots::{Evaluation, MoveChoice};
use foursight_core::Position;
use foursight_phrases::Language;
use foursight_phrases::verdicts::verdict_text;
use foursight_solver::Verdict;

use super::reasons;

/// Formats a hint as a sentence, with one step of the reason if one is proved.
#[must_use]
pub fn sentence(position: &Position, choice: &MoveChoice) -> String {
    let mv = choice.mv;
    let verdict = |plies: u32| u8::try_from(plies).unwrap_or(u8::MAX);
    let verdict = match choice.evaluation {
        Evaluation::Win { plies } => Verdict::Win {
            plies: verdict(plies),
        },
        Evaluation::Loss { plies } => Verdict::Loss {
            plies: verdict(plies),
        },
        Evaluation::Draw => Verdict::Draw,
        _ => return format!("Hint: {mv} looks best."),
    };
    let claim = verdict_text(Language::English, verdict);
    let claim = match verdict {
        Verdict::Loss { .. } => format!("holds out longest; it {claim}"),
        _ => claim,
    };
    let line: Vec<_> = choice
        .principal_variation
        .iter()
        .map_while(|mv| mv.column())
        .collect();
    let reason = line
        .first()
        .and_then(|drop| reasons::first_step(position, *drop, verdict.wdl(), &line));
    match reason {
        Some(reason) => format!("Hint: {mv} {claim}: {reason}."),
        None => format!("Hint: {mv} {claim}."),
    }
}
