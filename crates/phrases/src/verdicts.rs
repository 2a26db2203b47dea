//! Verdicts in words, from the point of view of the player to move.
//!
//! Players count moves, the solver plies: a win in 15 plies is one in 8 moves of the winner, a
//! loss in 14 plies one in 7 moves of the opponent.

use foursight_solver::Verdict;

use crate::{Language, Phrase};

/// Returns the number of moves that the winner still needs.
///
/// ```
/// use foursight_phrases::verdicts::moves_to_end;
///
/// assert_eq!([1, 2, 15, 14].map(moves_to_end), [1, 1, 8, 7]);
/// ```
#[must_use]
pub const fn moves_to_end(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// Describes a verdict as the end of a sentence whose subject is a move or a column.
///
/// ```
/// use foursight_phrases::{Language, verdicts::verdict_text};
/// use foursight_solver::Verdict;
///
/// let text = |verdict| verdict_text(Language::English, verdict);
/// assert_eq!(text(Verdict::Win { plies: 15 }), "wins in 8 moves");
/// assert_eq!(text(Verdict::Loss { plies: 2 }), "loses in 1 move");
/// ```
#[must_use]
pub fn verdict_text(language: Language, verdict: Verdict) -> String {
    let counted = |[one, many]: [Phrase; 2], plies: u8| {
        let moves = moves_to_end(plies.into());
        let phrase = if moves == 1 { one } else { many };
        phrase.with(language, &[("moves", &moves)])
    };
    match verdict {
        Verdict::Win { plies: 1 } => WINS_NOW.get(language).to_owned(),
        Verdict::Win { plies } => counted([WINS_IN_ONE, WINS_IN], plies),
        Verdict::Draw => DRAWS.get(language).to_owned(),
        Verdict::Loss { plies } => counted([LOSES_IN_ONE, LOSES_IN], plies),
    }
}

const WINS_NOW: Phrase = Phrase(["wins at once", "gewinnt sofort"]);
const WINS_IN_ONE: Phrase = Phrase(["wins in {moves} move", "gewinnt in {moves} Zug"]);
const WINS_IN: Phrase = Phrase(["wins in {moves} moves", "gewinnt in {moves} Zügen"]);
const DRAWS: Phrase = Phrase(["leads to a draw", "führt zum Unentschieden"]);
const LOSES_IN_ONE: Phrase = Phrase(["loses in {moves} move", "verliert in {moves} Zug"]);
const LOSES_IN: Phrase = Phrase(["loses in {moves} moves", "verliert in {moves} Zügen"]);
