//! Verdicts of columns in words. Nobody needs them before the first drop, so they are loaded later.

use std::cmp::Reverse;

use foursight_core::Column;
use foursight_protocol::engine::Bounds;
use foursight_solver::Verdict;

use crate::text::{Message as M, Text};
use crate::words;

/// The verdict of a column as it stands above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its shape, by the name of the style sheet.
    pub class: &'static str,
    /// Its letter.
    pub letter: &'static str,
    /// The verdict in words.
    pub words: String,
    /// The same in two or three words, for the column that is aimed at.
    pub brief: String,
    /// The letter with the number of plies, which fits above its column in every window.
    pub long: String,
}

/// What is told about the columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// The best columns with their verdict; none while nobody knows.
    pub best: Option<String>,
    /// The best of them that is nearest to the middle.
    pub column: Option<Column>,
    /// All columns, one after the other.
    pub said: String,
    /// What stands above each column.
    pub tags: Vec<Option<Tag>>,
    /// The same for the best columns alone, as a hint marks them.
    pub best_tags: Vec<Option<Tag>>,
}

/// What is told about columns of which this is known.
#[must_use]
pub fn judge(text: Text, columns: &[Option<Bounds>]) -> Judged {
    let of = |at: usize| columns.get(at).copied().flatten();
    // Of those that are equally good, the one nearest to the middle.
    let promise = |at: &usize| {
        let outward = (2 * at + 1).abs_diff(columns.len());
        (of(*at).map(|bounds| bounds.worst), Reverse(outward))
    };
    let tag = |bounds: Bounds| {
        let (class, letter) = words::verdict_sign(text, bounds);
        let long = match bounds.exact() {
            Some(Verdict::Win { plies } | Verdict::Loss { plies }) => format!("{letter}{plies}"),
            _ => letter.to_owned(),
        };
        Tag {
            class,
            letter,
            words: words::verdict(text, bounds),
            brief: brief(text, bounds),
            long,
        }
    };
    let best = (0..columns.len()).max_by_key(promise);
    let sure = best.and_then(of).map(|bounds| bounds.worst);
    let best_tag =
        |bounds: Option<Bounds>| bounds.filter(|bounds| Some(bounds.worst) == sure).map(tag);
    Judged {
        best: words::best(text, columns),
        column: best.and_then(Column::from_index),
        said: words::verdicts(text, columns),
        tags: columns.iter().map(|bounds| bounds.map(tag)).collect(),
        best_tags: columns.iter().copied().map(best_tag).collect(),
    }
}

/// A verdict that fits above a column.
fn brief(text: Text, bounds: Bounds) -> String {
    match bounds.exact() {
        Some(Verdict::Win { plies }) if plies > 1 => text.with(M::ChipWin, &[("plies", &plies)]),
        Some(Verdict::Draw) => text.get(M::ChipDraw).to_owned(),
        Some(Verdict::Loss { plies }) => text.with(M::ChipLoss, &[("plies", &plies)]),
        _ => words::verdict(text, bounds),
    }
}
