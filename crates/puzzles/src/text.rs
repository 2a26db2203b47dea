//! What apps say about puzzles, in English and German.

use foursight_core::{Column, Move, Position, PowerDisc};
use foursight_phrases::verdicts::moves_to_end;
use foursight_phrases::{Language, Phrase, join_list};

use crate::attempt::{MissReason, PuzzleMiss};
use crate::hint::{PuzzleHint, hint_answer, hint_region};
use crate::puzzle::Puzzle;
use crate::theme::{PuzzleGoal, PuzzleTheme};

/// Returns the title of a theme.
///
/// ```
/// use foursight_phrases::Language;
/// use foursight_puzzles::{PuzzleTheme, text::theme_title};
///
/// assert_eq!(theme_title(PuzzleTheme::OddThreat).get(Language::German), "Ungerade Drohung");
/// ```
#[must_use]
pub const fn theme_title(theme: PuzzleTheme) -> Phrase {
    match theme {
        PuzzleTheme::WinInN => Phrase(["Win in a few moves", "Gewinn in wenigen Zügen"]),
        PuzzleTheme::OnlyMove => Phrase(["Only move", "Einziger Zug"]),
        PuzzleTheme::Fork => Phrase(["Fork", "Gabel"]),
        PuzzleTheme::OddThreat => Phrase(["Odd threat", "Ungerade Drohung"]),
        PuzzleTheme::EvenThreat => Phrase(["Even threat", "Gerade Drohung"]),
        PuzzleTheme::Zugzwang => Phrase(["Zugzwang", "Zugzwang"]),
        PuzzleTheme::DontPlayUnder => Phrase(["Don't play under it", "Nicht darunter spielen"]),
        PuzzleTheme::HoldDraw => Phrase(["Hold the draw", "Unentschieden halten"]),
        PuzzleTheme::RefuteTempting => Phrase(["The tempting move", "Der verlockende Zug"]),
        PuzzleTheme::AnyWin => Phrase(["Is there a win at all?", "Gibt es einen Gewinn?"]),
        PuzzleTheme::PopOut => Phrase(["Pop Out", "Pop Out"]),
        PuzzleTheme::PowerUp => Phrase(["Power Up", "Power Up"]),
    }
}

/// Returns a sentence about a theme, which is the first hint.
#[must_use]
pub const fn theme_hint(theme: PuzzleTheme) -> Phrase {
    match theme {
        PuzzleTheme::WinInN => Phrase([
            "One move wins by force: every reply comes too late.",
            "Ein Zug gewinnt mit Zwang: Jede Antwort kommt zu spät.",
        ]),
        PuzzleTheme::OnlyMove => Phrase([
            "Only one move wins, and every other one loses.",
            "Nur ein Zug gewinnt, und jeder andere verliert.",
        ]),
        PuzzleTheme::Fork => Phrase([
            "Make two threats at once: only one of them can be blocked.",
            "Drohe zweimal auf einmal: Nur eine Drohung lässt sich abwehren.",
        ]),
        PuzzleTheme::OddThreat => Phrase([
            "First gets the odd rows in the end. Make a threat in row 3 or 5.",
            "Wer beginnt, bekommt am Ende die ungeraden Zeilen. Drohe in Zeile 3 oder 5.",
        ]),
        PuzzleTheme::EvenThreat => Phrase([
            "Second gets the even rows in the end. Make a threat in row 2, 4 or 6.",
            "Wer als Zweiter zieht, bekommt am Ende die geraden Zeilen. Drohe in Zeile 2, 4 oder 6.",
        ]),
        PuzzleTheme::Zugzwang => Phrase([
            "Your threat stands already. Wait, so that your opponent must play under it.",
            "Deine Drohung steht schon. Warte, bis der Gegner darunter spielen muss.",
        ]),
        PuzzleTheme::DontPlayUnder => Phrase([
            "Look at the cell above each drop: some of them complete a line for your opponent.",
            "Sieh dir das Feld über jedem Wurf an: Manche vollenden eine Reihe des Gegners.",
        ]),
        PuzzleTheme::HoldDraw => Phrase([
            "You cannot win. Only one move does not lose.",
            "Gewinnen kannst du nicht. Nur ein Zug verliert nicht.",
        ]),
        PuzzleTheme::RefuteTempting => Phrase([
            "The move that looks best loses.",
            "Der Zug, der am besten aussieht, verliert.",
        ]),
        PuzzleTheme::AnyWin => Phrase([
            "Try every move that makes a threat. If none of them wins, say so.",
            "Prüfe jeden Zug, der droht. Gewinnt keiner, dann sag es.",
        ]),
        PuzzleTheme::PopOut => Phrase([
            "Take a disc out at the bottom: everything above it falls by one.",
            "Nimm unten eine Scheibe heraus: Alles darüber rutscht nach.",
        ]),
        PuzzleTheme::PowerUp => Phrase([
            "Use one of your power discs.",
            "Setze eine deiner Sonderscheiben ein.",
        ]),
    }
}

/// Returns the question of a puzzle.
#[must_use]
pub fn question(language: Language, goal: PuzzleGoal) -> String {
    match goal {
        PuzzleGoal::WinIn(moves) => Phrase([
            "Win with at most {moves} moves.",
            "Gewinne mit höchstens {moves} Zügen.",
        ])
        .with(language, &[("moves", &moves)]),
        PuzzleGoal::Win => Phrase(["Find the move that wins.", "Finde den Zug, der gewinnt."])
            .get(language)
            .to_owned(),
        PuzzleGoal::Draw => Phrase([
            "Find the move that does not lose.",
            "Finde den Zug, der nicht verliert.",
        ])
        .get(language)
        .to_owned(),
        PuzzleGoal::WinOrNone => Phrase([
            "Is there a win? Play it, or say that there is none.",
            "Gibt es einen Gewinn? Spiele ihn, oder sag, dass es keinen gibt.",
        ])
        .get(language)
        .to_owned(),
    }
}

/// Names a move.
#[must_use]
pub fn move_name(language: Language, mv: Move) -> String {
    let (phrase, column) = match mv {
        Move::Drop(column) => (Phrase(["column {column}", "Spalte {column}"]), Some(column)),
        Move::Pop(column) => (
            Phrase(["pop from column {column}", "unten aus Spalte {column}"]),
            Some(column),
        ),
        Move::Power(disc, column) => {
            let parts: [(&str, &dyn std::fmt::Display); 2] = [
                ("disc", &power_disc_name(disc).get(language)),
                ("column", &column),
            ];
            return Phrase(["{disc} in column {column}", "{disc} in Spalte {column}"])
                .with(language, &parts);
        }
        Move::Strike(column) => (
            Phrase(["strike column {column}", "Treffer in Spalte {column}"]),
            Some(column),
        ),
        Move::Pass => (Phrase(["pass", "passen"]), None),
    };
    let number = column.map_or(0, Column::number);
    phrase.with(language, &[("column", &number)])
}

/// Names the moves of a turn.
#[must_use]
pub fn turn_name(language: Language, moves: &[Move]) -> String {
    let names: Vec<_> = moves.iter().map(|mv| move_name(language, *mv)).collect();
    join_list(language, &names)
}

/// Lists the power discs that the player to move holds, or returns `None` without any.
#[must_use]
pub fn stock_text(language: Language, position: &Position) -> Option<String> {
    let player = position.to_move();
    let held = PowerDisc::ALL.into_iter();
    let held = held.filter(|disc| position.power_discs(player, *disc) > 0);
    let names: Vec<_> = held
        .map(|disc| power_disc_name(disc).get(language))
        .collect();
    let text = Phrase(["You hold: {discs}.", "Dein Vorrat: {discs}."]);
    (!names.is_empty()).then(|| text.with(language, &[("discs", &join_list(language, &names))]))
}

const fn power_disc_name(disc: PowerDisc) -> Phrase {
    match disc {
        PowerDisc::Anvil => Phrase(["anvil", "Amboss"]),
        PowerDisc::Bomb => Phrase(["bomb", "Bombe"]),
        PowerDisc::Wall => Phrase(["wall", "Mauer"]),
        PowerDisc::Double => Phrase(["double", "Doppelzug"]),
    }
}

/// Says why a move misses the goal, and what refutes it.
#[must_use]
pub fn miss_text(language: Language, miss: &PuzzleMiss) -> String {
    let after = |plies: u8| moves_to_end(u32::from(plies));
    let reason = match miss.reason {
        MissReason::TooSlow { plies } => {
            let moves = after(plies) + 1;
            Phrase([
                "That wins too, but takes {moves} moves.",
                "Das gewinnt auch, dauert aber {moves} Züge.",
            ])
            .with(language, &[("moves", &moves)])
        }
        MissReason::OnlyDraws => Phrase(["That does not win any more.", "Das gewinnt nicht mehr."])
            .get(language)
            .to_owned(),
        MissReason::Loses { plies: 0 | 1 } => Phrase([
            "Then your opponent wins at once.",
            "Dann gewinnt der Gegner sofort.",
        ])
        .get(language)
        .to_owned(),
        MissReason::Loses { plies } => Phrase([
            "Then your opponent wins in {moves} moves.",
            "Dann gewinnt der Gegner in {moves} Zügen.",
        ])
        .with(language, &[("moves", &after(plies))]),
        MissReason::DoesNotWin => Phrase([
            "That does not win in time.",
            "Das gewinnt nicht rechtzeitig.",
        ])
        .get(language)
        .to_owned(),
        MissReason::NoWinHere => Phrase(["No move wins here.", "Hier gewinnt kein Zug."])
            .get(language)
            .to_owned(),
        MissReason::ThereIsAWin => Phrase(["There is a win.", "Es gibt einen Gewinn."])
            .get(language)
            .to_owned(),
    };
    if miss.reply.is_empty() || miss.reason == MissReason::NoWinHere {
        return reason;
    }
    let reply = Phrase([" The reply is {reply}.", " Die Antwort ist {reply}."]);
    reason + &reply.with(language, &[("reply", &turn_name(language, &miss.reply))])
}

/// Returns the text of a hint.
#[must_use]
pub fn hint_text(language: Language, puzzle: &Puzzle, hint: PuzzleHint) -> String {
    match hint {
        PuzzleHint::Theme => theme_hint(puzzle.theme).get(language).to_owned(),
        PuzzleHint::Region => match hint_region(puzzle) {
            Some(columns) => Phrase([
                "Look at columns {columns}.",
                "Sieh dir die Spalten {columns} an.",
            ])
            .with(language, &[("columns", &join_list(language, &columns))]),
            None => NOTHING.get(language).to_owned(),
        },
        PuzzleHint::Answer => match hint_answer(puzzle) {
            Some(mv) => Phrase(["The answer is {move}.", "Die Lösung ist {move}."])
                .with(language, &[("move", &move_name(language, mv))]),
            None => Phrase(["There is no win here.", "Hier gibt es keinen Gewinn."])
                .get(language)
                .to_owned(),
        },
    }
}

/// Second hint of a puzzle without a win.
const NOTHING: Phrase = Phrase([
    "No threat leads far here.",
    "Keine Drohung führt hier weit.",
]);
/// Feedback when a puzzle is solved.
pub const SOLVED: Phrase = Phrase(["Solved!", "Gelöst!"]);
/// Feedback on the right answer that there is no win.
pub const SOLVED_NO_WIN: Phrase = Phrase([
    "Right: there is no win here.",
    "Richtig: Hier gibt es keinen Gewinn.",
]);
/// Label of the answer that there is no win.
pub const NO_WIN: Phrase = Phrase(["No win here", "Kein Gewinn"]);
/// Title of the puzzle of the day.
pub const DAILY: Phrase = Phrase(["Puzzle of the day", "Rätsel des Tages"]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misses_are_worded_in_both_languages() {
        let check = |reason: MissReason, reply: Vec<Move>, english: &str, german: &str| {
            let miss = PuzzleMiss {
                mv: None,
                reply,
                reason,
            };
            assert_eq!(miss_text(Language::English, &miss), english);
            assert_eq!(miss_text(Language::German, &miss), german);
        };
        let column = Column::from_number(3).expect("in range");
        check(
            MissReason::Loses { plies: 5 },
            vec![Move::Drop(column)],
            "Then your opponent wins in 3 moves. The reply is column 3.",
            "Dann gewinnt der Gegner in 3 Zügen. Die Antwort ist Spalte 3.",
        );
        check(
            MissReason::Loses { plies: 1 },
            vec![Move::Pop(column)],
            "Then your opponent wins at once. The reply is pop from column 3.",
            "Dann gewinnt der Gegner sofort. Die Antwort ist unten aus Spalte 3.",
        );
        check(
            MissReason::TooSlow { plies: 6 },
            Vec::new(),
            "That wins too, but takes 4 moves.",
            "Das gewinnt auch, dauert aber 4 Züge.",
        );
        check(
            MissReason::ThereIsAWin,
            Vec::new(),
            "There is a win.",
            "Es gibt einen Gewinn.",
        );
    }
}
