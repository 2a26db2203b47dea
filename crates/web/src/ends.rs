//! How a game ended, in a few words for its card: by which line, after how many drops.

use foursight_core::{Ending, Game, Line, Outcome, TiedBy, Variant, WonBy};

use crate::text::{Message as M, Text};
use crate::words;

/// By what the game ended, and after how many drops, as in `diagonal a1–d4, 23 drops`.
#[must_use]
pub fn how(text: Text, game: &Game, ending: Option<Ending>) -> String {
    let count = game.moves().len();
    let length = match game.ruleset().variant() {
        Variant::Standard | Variant::FiveInARow => text.count(M::OneDrop, M::Drops, count),
        _ => text.count(M::OneMove, M::Moves, count),
    };
    let by = match ending {
        Some(Ending::Won(_, WonBy::Time)) => text.get(M::ByTime).to_owned(),
        Some(Ending::Won(_, WonBy::Resignation)) => text.get(M::ByResignation).to_owned(),
        Some(Ending::Won(_, WonBy::Departure)) => text.get(M::ByDeparture).to_owned(),
        Some(Ending::Tied(TiedBy::Agreement)) => text.get(M::ByAgreement).to_owned(),
        _ => by_rules(text, game),
    };
    format!("{by}, {length}")
}

/// The lines that won, each with its direction; or what else ended the game.
fn by_rules(text: Text, game: &Game) -> String {
    let lines = match game.outcome() {
        Some(Outcome::Won { lines, .. }) if !lines.is_empty() => lines,
        _ => {
            let ending = words::ending(text, game);
            return ending.trim_end_matches('.').to_owned();
        }
    };
    let named = |line: &Line| {
        let (start, end) = (line.start(), line.end());
        let direction = if start.row == end.row {
            M::LineAcross
        } else if start.column == end.column {
            M::LineUpright
        } else {
            M::LineDiagonal
        };
        format!("{} {start}–{end}", text.get(direction))
    };
    text.list(&lines.iter().map(named).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use foursight_core::{Player, Ruleset};
    use foursight_record::read;

    use super::*;
    use crate::text::Language;
    use crate::themes::EMOJI;

    #[test]
    fn an_end_says_by_which_line_and_after_how_many_drops() {
        let check = |drops, ending, expected| {
            let game = read(drops, Ruleset::STANDARD, &EMOJI).expect("a legal game");
            assert_eq!(how(Text(Language::English), &game, ending), expected);
        };
        check("4545454", None, "upright d1–d4, 7 drops");
        check("1122334", None, "across a1–d1, 7 drops");
        check("12233434464", None, "diagonal a1–d4, 11 drops");
        let tie = "442761225377252342545563474175371666631311";
        check(tie, None, "The grid is full, 42 drops");
        let out = Ending::Won(Player::First, WonBy::Time);
        check("4", Some(out), "on time, 1 drop");
    }
}
