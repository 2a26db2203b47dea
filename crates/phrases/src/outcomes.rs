//! How a game ended: the winner, the line, the rule, or what a player did.

use foursight_core::{
    Direction, DrawReason, DrawRule, Ending, Line, Outcome, POP_TEN_GOAL, Player, WinReason,
};

use crate::{Language, Phrase, join_list};

/// Describes an outcome by the rules as a sentence with these player names: `First wins with four in a
/// row from d1 to d4 (vertical).`
#[must_use]
pub fn outcome_text(
    language: Language,
    outcome: &Outcome,
    name: &dyn Fn(Player) -> String,
) -> String {
    let reason = rule_text(language, outcome);
    match outcome {
        Outcome::Won { winner, .. } => {
            let name = name(*winner);
            WINS_WITH.with(language, &[("name", &name), ("reason", &reason)])
        }
        Outcome::Draw(_) => DRAW_BECAUSE.with(language, &[("reason", &reason)]),
    }
}

/// Describes how a game ended that its moves did not end, as a sentence with these player names.
/// `None` for an ending by the rules, which has an [`outcome_text`].
#[must_use]
pub fn external_ending_text(
    language: Language,
    ending: Ending,
    name: &dyn Fn(Player) -> String,
) -> Option<String> {
    Some(match ending {
        Ending::Won(winner, reason) => {
            let phrase = match reason {
                WinReason::Resignation => RESIGNED,
                WinReason::Time => OUT_OF_TIME,
                WinReason::Departure => LEFT,
                _ => return None,
            };
            let loser = name(winner.opponent());
            let reason = phrase.with(language, &[("name", &loser)]);
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("name", &name(winner)), ("reason", &reason)];
            WINS_BECAUSE.with(language, &parts)
        }
        Ending::Draw(DrawReason::Agreement) => {
            DRAW_BECAUSE.with(language, &[("reason", &AGREED.get(language))])
        }
        Ending::Draw(_) => return None,
        Ending::Aborted => ABORTED.get(language).to_owned(),
    })
}

/// Describes the rule that ended a game, as a clause: its lines, or why it is a draw.
#[must_use]
pub fn rule_text(language: Language, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Won { lines, .. } if lines.is_empty() => {
            SET_ASIDE.with(language, &[("count", &POP_TEN_GOAL)])
        }
        Outcome::Won { lines, .. } => {
            let lines: Vec<_> = lines.iter().map(|line| line_text(language, line)).collect();
            join_list(language, &lines)
        }
        Outcome::Draw(rule) => draw_rule(*rule).get(language).to_owned(),
    }
}

/// Describes a winning line: `four in a row from d1 to d4 (vertical)`.
#[must_use]
pub fn line_text(language: Language, line: &Line) -> String {
    let count = IN_A_ROW.get(usize::from(line.length()).wrapping_sub(IN_A_ROW_MIN));
    let discs = match count {
        Some(phrase) => phrase.get(language).to_owned(),
        None => MANY_IN_A_ROW.with(language, &[("count", &line.length())]),
    };
    let direction = direction_name(line.direction()).get(language);
    LINE.with(
        language,
        &[
            ("discs", &discs),
            ("start", &line.start()),
            ("end", &line.end()),
            ("direction", &direction),
        ],
    )
}

/// Returns the name of a direction.
#[must_use]
pub const fn direction_name(direction: Direction) -> Phrase {
    match direction {
        Direction::Horizontal => Phrase(["horizontal", "waagrecht"]),
        Direction::Vertical => Phrase(["vertical", "senkrecht"]),
        Direction::Rising | Direction::Falling => Phrase(["diagonal", "diagonal"]),
    }
}

/// Returns the reason of a draw by the rules, as a clause.
#[must_use]
pub const fn draw_rule(rule: DrawRule) -> Phrase {
    match rule {
        DrawRule::BoardFull => Phrase(["the board is full", "das Spielfeld ist voll"]),
        DrawRule::NoMoves => Phrase(["there is no legal move", "es gibt keinen erlaubten Zug"]),
        DrawRule::Repetition => Phrase([
            "the same position occurred for the third time",
            "dieselbe Stellung kam zum dritten Mal vor",
        ]),
        DrawRule::TooLong => Phrase([
            "the game reached the limit of moves",
            "die Partie erreichte die Höchstzahl an Zügen",
        ]),
        _ => Phrase(["neither player can win", "niemand kann gewinnen"]),
    }
}

/// Returns the reason of an ending that moves did not bring about, as in `won on time`. `None` for
/// an ending by the rules.
#[must_use]
pub const fn external_reason(ending: Ending) -> Option<Phrase> {
    match ending {
        Ending::Won(_, WinReason::Time) => Some(Phrase(["on time", "auf Zeit"])),
        Ending::Won(_, WinReason::Resignation) => Some(Phrase(["by resignation", "durch Aufgabe"])),
        Ending::Won(_, WinReason::Departure) => Some(Phrase(["by absence", "durch Abwesenheit"])),
        Ending::Draw(DrawReason::Agreement) => Some(Phrase(["by agreement", "nach Vereinbarung"])),
        _ => None,
    }
}

/// Length of the first entry of [`IN_A_ROW`].
const IN_A_ROW_MIN: usize = 3;
const IN_A_ROW: [Phrase; 5] = [
    Phrase(["three in a row", "drei in einer Reihe"]),
    Phrase(["four in a row", "vier in einer Reihe"]),
    Phrase(["five in a row", "fünf in einer Reihe"]),
    Phrase(["six in a row", "sechs in einer Reihe"]),
    Phrase(["seven in a row", "sieben in einer Reihe"]),
];
const MANY_IN_A_ROW: Phrase = Phrase(["{count} in a row", "{count} in einer Reihe"]);
const LINE: Phrase = Phrase([
    "{discs} from {start} to {end} ({direction})",
    "{discs} von {start} bis {end} ({direction})",
]);
const SET_ASIDE: Phrase = Phrase(["{count} discs set aside", "{count} Scheiben beiseite"]);
const WINS_WITH: Phrase = Phrase(["{name} wins with {reason}.", "{name} gewinnt: {reason}."]);
const WINS_BECAUSE: Phrase = Phrase(["{name} wins: {reason}.", "{name} gewinnt: {reason}."]);
const DRAW_BECAUSE: Phrase = Phrase(["Draw: {reason}.", "Unentschieden: {reason}."]);
/// A player resigned.
pub const RESIGNED: Phrase = Phrase(["{name} resigned", "{name} hat aufgegeben"]);
/// A player's time ran out.
pub const OUT_OF_TIME: Phrase = Phrase(["{name} ran out of time", "{name} hat keine Zeit mehr"]);
/// A player left.
pub const LEFT: Phrase = Phrase(["{name} left the game", "{name} hat die Partie verlassen"]);
const AGREED: Phrase = Phrase(["the players agreed", "nach Vereinbarung"]);
/// The game has no result.
pub const ABORTED: Phrase = Phrase([
    "The game was aborted without a result.",
    "Die Partie wurde ohne Ergebnis abgebrochen.",
]);

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Game};

    use super::*;

    #[test]
    fn endings_in_words() {
        let mut game = Game::default();
        for number in [4, 5, 4, 5, 4, 5, 4] {
            let column = Column::from_number(number).expect("in range");
            game = game.drop_in(column).expect("legal");
        }
        let outcome = game.outcome().expect("won");
        let check = |language, expected| {
            let text = outcome_text(language, &outcome, &|player| player.to_string());
            assert_eq!(text, expected);
        };
        check(
            Language::English,
            "First wins with four in a row from d1 to d4 (vertical).",
        );
        check(
            Language::German,
            "First gewinnt: vier in einer Reihe von d1 bis d4 (senkrecht).",
        );
        let ended =
            |ending| external_ending_text(Language::English, ending, &|player| player.to_string());
        let resigned = Ending::Won(Player::Second, WinReason::Resignation);
        assert_eq!(
            ended(resigned).as_deref(),
            Some("Second wins: First resigned.")
        );
        let agreed = Ending::Draw(DrawReason::Agreement);
        assert_eq!(ended(agreed).as_deref(), Some("Draw: the players agreed."));
        assert_eq!(ended(Ending::Won(Player::First, WinReason::Rules)), None);
    }
}
