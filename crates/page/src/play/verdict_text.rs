//! Verdicts of columns in words. The first drop does not need them, so they lie in a lazy chunk.

use std::cmp::Reverse;

use foursight_core::Column;
use foursight_phrases::verdicts::moves_to_end;
use foursight_protocol::engine::VerdictBounds;
use foursight_solver::Verdict;

use crate::text::{Text, UiMessage as M};
use crate::wording::game_text;

/// The verdict of a column as shown above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictTag {
    /// Its shape, as a class of the style sheet.
    pub class: &'static str,
    /// Its letter.
    pub letter: &'static str,
    /// The verdict in words.
    pub words: String,
    /// The verdict in two or three words, for the column aimed at.
    pub brief: String,
    /// The letter with the number of moves, which fits above a column in every window.
    pub long: String,
}

/// Description of the verdicts of all columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerdictSummary {
    /// The best columns with their verdict; `None` if unknown.
    pub best: Option<String>,
    /// The best column nearest to the centre.
    pub best_column: Option<Column>,
    /// The announcement of all columns in order.
    pub spoken: String,
    /// The tag of each column.
    pub tags: Vec<Option<VerdictTag>>,
    /// Tags of the best columns alone, as shown by a hint.
    pub best_tags: Vec<Option<VerdictTag>>,
}

/// Describes the verdicts of columns with these bounds.
#[must_use]
pub fn summarise_verdicts(text: Text, columns: &[Option<VerdictBounds>]) -> VerdictSummary {
    let bounds_at = |at: usize| columns.get(at).copied().flatten();
    // Among equally good columns, prefer the one nearest to the centre.
    let rank = |at: &usize| {
        let distance = (2 * at + 1).abs_diff(columns.len());
        (bounds_at(*at).map(|bounds| bounds.worst), Reverse(distance))
    };
    let tag = |bounds: VerdictBounds| {
        let (class, letter) = game_text::verdict_badge(text, bounds);
        let long = match bounds.exact() {
            Some(Verdict::Win { plies } | Verdict::Loss { plies }) => {
                format!("{letter}{}", moves_to_end(plies.into()))
            }
            _ => letter.to_owned(),
        };
        VerdictTag {
            class,
            letter,
            words: game_text::verdict_text(text, bounds),
            brief: short_verdict(text, bounds),
            long,
        }
    };
    let best = (0..columns.len()).max_by_key(rank);
    let best_worst = best.and_then(bounds_at).map(|bounds| bounds.worst);
    let best_tag = |bounds: Option<VerdictBounds>| {
        bounds
            .filter(|bounds| Some(bounds.worst) == best_worst)
            .map(tag)
    };
    VerdictSummary {
        best: game_text::best_columns_text(text, columns),
        best_column: best.and_then(Column::from_index),
        spoken: game_text::verdicts_text(text, columns),
        tags: columns.iter().map(|bounds| bounds.map(tag)).collect(),
        best_tags: columns.iter().copied().map(best_tag).collect(),
    }
}

/// Returns a verdict short enough to fit above a column.
fn short_verdict(text: Text, bounds: VerdictBounds) -> String {
    let with_moves =
        |message, plies: u8| text.with(message, &[("moves", &moves_to_end(plies.into()))]);
    match bounds.exact() {
        Some(Verdict::Win { plies }) if plies > 1 => with_moves(M::ChipWin, plies),
        Some(Verdict::Draw) => text.get(M::ChipDraw).to_owned(),
        Some(Verdict::Loss { plies }) => with_moves(M::ChipLoss, plies),
        _ => game_text::verdict_text(text, bounds),
    }
}
