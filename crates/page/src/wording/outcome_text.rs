//! One-line summary of an outcome for the result card: winning line and number of moves.

use foursight_core::{Ending, Game, Line, Outcome};
use foursight_phrases::outcomes::{direction_name, external_reason};

use crate::text::{Text, UiMessage as M};
use crate::wording::game_text;

/// Summarises how the game ended and after how many moves, as in `diagonal a1–d4, 23 moves`.
#[must_use]
pub fn outcome_summary(text: Text, game: &Game, ending: Option<Ending>) -> String {
    let count = game.moves().len();
    let length = text.count(M::OneMove, M::Moves, count);
    let reason = match ending.and_then(external_reason) {
        Some(reason) => reason.get(text.0).to_owned(),
        None => by_rules(text, game),
    };
    format!("{reason}, {length}")
}

/// Names the winning lines with their directions, or the rule that ended the game.
fn by_rules(text: Text, game: &Game) -> String {
    let lines = match game.outcome() {
        Some(Outcome::Won { lines, .. }) if !lines.is_empty() => lines,
        _ => {
            let ending = game_text::ending_text(text, game);
            return ending.trim_end_matches('.').to_owned();
        }
    };
    let line_text = |line: &Line| {
        let (start, end) = (line.start(), line.end());
        let direction = direction_name(line.direction()).get(text.0);
        format!("{direction} {start}–{end}")
    };
    text.list(&lines.iter().map(line_text).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use foursight_core::{Player, Ruleset, WinReason};
    use foursight_record::read;

    use super::*;
    use crate::text::Language;
    use crate::themes::EMOJI;

    #[test]
    fn a_summary_has_the_winning_line_and_the_number_of_moves() {
        let check = |drops, ending, expected| {
            let game = read(drops, Ruleset::STANDARD, &EMOJI).expect("a legal game");
            assert_eq!(
                outcome_summary(Text(Language::English), &game, ending),
                expected
            );
        };
        check("4545454", None, "vertical d1–d4, 7 moves");
        check("1122334", None, "horizontal a1–d1, 7 moves");
        check("12233434464", None, "diagonal a1–d4, 11 moves");
        let draw = "442761225377252342545563474175371666631311";
        check(draw, None, "The board is full, 42 moves");
        let timeout = Ending::Won(Player::First, WinReason::Time);
        check("4", Some(timeout), "on time, 1 move");
    }
}
