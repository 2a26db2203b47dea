//! Tests that every error has a German text, and that every message of the catalogue is used.

use foursight_core::{Column, Ruleset};
use foursight_record::read_record;

use super::*;
use crate::text::{Language, UiMessage};
use crate::themes::EMOJI;

const GERMAN: Text = Text(Language::German);

/// Texts that users may paste, and why they are no games.
#[rustfmt::skip]
const PASTED: &[(&str, &str)] = &[
    // Moves.
    ("48", "Bei Zug 2 (Zeichen 2): Es gibt keine Spalte 8: Das Spielfeld hat die Spalten 1 bis 7."),
    ("4444444", "Bei Zug 7 (Zeichen 7): Spalte 4 ist voll."),
    ("45454541", "Bei Zug 8 (Zeichen 8): Die Partie ist zu Ende."),
    ("4?", "Bei Zug 2 (Zeichen 2): Gefunden: „?“. Erwartet: die Nummer einer Spalte."),
    ("dd?", "Bei Zug 3 (Zeichen 3): Gefunden: „?“. Erwartet: der Buchstabe einer Spalte; Nummern nur mit Kommas dazwischen."),
    ("[4,true]", "Bei Zug 2 (Zeichen 4): Gefunden: „true“. Erwartet: die Nummer einer Spalte, ab 0 gezählt, oder ein Text wie \"P4\"."),
    ("[7]", "Bei Zug 1 (Zeichen 2): Gefunden: „7“. Erwartet: eine Spalte von 0 bis 6: Listen zählen ab 0."),
    ("[4,\"\"]", "Bei Zug 2 (Zeichen 4): Es fehlt: ein Zug."),
    ("[4,4,", "Bei Zeichen 6: Es fehlt: ein Eintrag der Liste oder ihr Ende."),
    ("[4,4", "Bei Zeichen 5: Es fehlt: ein Komma oder das Ende der Liste, ]."),
    ("[4] x", "Bei Zeichen 5: Gefunden: „x“. Erwartet: nichts weiter."),
    ("{", "Bei Zeichen 1: Das JSON ist beschädigt oder beschreibt keine Partie."),
    ("pop-out 44P", "Bei Zug 3 (Zeichen 11): Es fehlt: die Spalte des Zugs."),
    ("pop-out 44X4", "Bei Zug 3 (Zeichen 11): Gefunden: „X“. Erwartet: eine Spalte, auch nach P (herausnehmen), A, B, W, D (besondere Scheiben) oder T (Ziel)."),
    ("pop-out 44P5", "Bei Zug 3 (Zeichen 11): Unten in Spalte 5 liegt keine eigene Scheibe."),
    // Rules.
    ("pop-out+foo 44", "Bei Zeichen 9: Gefunden: „foo“. Erwartet: eine dieser Regeln: opponent-wins, mover-wins."),
    ("pop-ten+seed=x 44", "Bei Zeichen 9: Gefunden: „seed=x“. Erwartet: eine dieser Regeln: seed=0…18446744073709551615, by-players."),
    ("power-up+foo 44", "Bei Zeichen 10: Gefunden: „foo“. Erwartet: eine dieser Regeln: anvil=1, bomb=1, wall=1, double=1."),
    ("power-up+bomb=9 44", "Bei Zeichen 10: Jeder hat höchstens 3 besondere Scheiben einer Art, nicht 9."),
    ("standard+foo 44", "Bei Zeichen 10: Gefunden: „foo“. Erwartet: keine Regel; diese Variante hat keine."),
    ("20x20/4 44", "Bei Zeichen 1: Ein Spielfeld von 20 × 20 ist zu groß: Spalten × (Zeilen + 1) darf höchstens 128 sein."),
    ("0x6/4 44", "Bei Zeichen 1: Ein Spielfeld von 0 × 6 hat keinen Platz für eine Scheibe."),
    ("5x5/9 44", "Bei Zeichen 1: Eine Reihe von 9 passt nicht in ein Spielfeld von 5 × 5: Wähle 2 bis 5 Scheiben."),
    ("1x1/4 1", "Bei Zeichen 1: In ein Spielfeld von 1 × 1 passt keine Reihe."),
    ("7x6y/4 44", "Bei Zeichen 1: Gefunden: „7x6y/4“. Erwartet: Spalten x Zeilen / Länge einer Reihe, etwa 7x6/4."),
    ("five-in-a-row 2x6/4 1", "Bei Zeichen 15: Fünf in einer Reihe füllt die beiden äußeren Spalten und braucht mindestens 3, nicht 2."),
    ("pop-ten 4x4/4 1", "Bei Zeichen 9: Ein Spielfeld von 4 × 4 hat zu wenige Scheiben, um zehn aus Reihen von 4 beiseitezulegen."),
    // Positions on one line.
    ("standard 7x6/4 //12/2//1/ 2", "Bei Zeichen 27: Nach der Zahl der Scheiben ist Spieler 1 am Zug."),
    ("standard 7x6/4 //12/2//1/ 3", "Bei Zeichen 27: Gefunden: „3“. Erwartet: wer am Zug ist, 1 oder 2."),
    ("standard 7x6/4 //12/2//1/ 1 foo", "Bei Zeichen 29: Gefunden: „foo“. Erwartet: nichts weiter als moves=…."),
    ("standard 7x6/4 //12/2//1 1", "Bei Zeichen 16: Spalten: 6, nicht 7."),
    ("standard 7x6/4 //1x/2//1/ 1", "Bei Zeichen 19: Gefunden: „x“. Erwartet: 1, 2, der Buchstabe einer besonderen Scheibe oder /."),
    ("standard 7x6/4 1212121/////2/ 1", "Bei Zeichen 22: Scheiben in einer Spalte: höchstens 6."),
    ("standard 7x6/4 1111/2222/////", "Beide haben eine Reihe."),
    ("standard 7x6/4 111//////", "Scheiben von Spieler 1: 3, von Spieler 2: 0. Es wird abgewechselt, also hat wer anfängt gleich viele oder eine mehr."),
    ("standard 7x6/4 1A/2/////", "Bei Platz a2: Diese Variante hat keine besondere Scheibe wie auf a2."),
    ("five-in-a-row ////1////", "Die Scheiben, mit denen diese Variante beginnt, sind nicht alle da."),
    ("power-up 7x6/4 1/2///// 1", "Bei dieser Variante sagt das Spielfeld allein nicht alles; füge auch die Züge ein."),
    ("power-up 7x6/4 1/2///// 1 moves=13", "Bei Platz b1: Nach den Zügen neben dem Spielfeld ist dieser Platz leer."),
    ("power-up 7x6/4 1/2///// 1 stock=A moves=12", "Bei Zeichen 27: Gefunden: „stock=A“. Erwartet: was in dieser Stellung noch vorhanden ist."),
    ("pop-out 7x6/4 /2/1//// 1 moves=12", "Bei Platz a1: Nach den Zügen neben dem Spielfeld liegt hier eine Scheibe von Spieler 1."),
    // Lists and pictures.
    ("[[1,2],4]", "Bei Zeichen 8: Gefunden: „4“. Erwartet: eine Liste von Listen von Zahlen."),
    ("[[1,2],[2]]", "Bei Liste 2: Einträge: 1, nicht 2."),
    ("()", "Es fehlt: die Partie selbst."),
    ("Das ist ein Satz.\nUnd noch einer.", "Darin ist keine Partie zu erkennen: Füge Züge wie 4453, eine Liste, ein Spielfeld oder ein Bild ein."),
    ("[[0,0,0,0,0,0,0],[0],[0],[0],[0],[0]]", "Bei Zeile 5 von unten: Einträge: 1, nicht 7."),
    ("[[3],[],[],[],[],[],[]]", "Bei Platz a1 (Zeichen 3): Gefunden: „3“. Erwartet: 1 oder 2."),
    ("[[7,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0]]", "Bei Platz a6 (Zeichen 3): Gefunden: „7“. Erwartet: 0 (leer), 1 oder 2."),
    ("[[0,0,0,0,0,0,0],[1,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0]]", "Bei Platz a5: Die Scheibe auf a5 schwebt über einem leeren Platz."),
    ("5 - - - - - - -\n4 - - - - - - -\n3 - - - - - - -\n2 - - - - - - -\n1 - - - - - - -\n9 1 - - - - - -", "Bei Zeichen 1: Gefunden: „5“. Erwartet: Zeilennummern links, bis 0 ganz unten."),
    ("5 - - - - - - -\n4 - - - - - - -\n3 - - - - - - -\n2 - - - - - - -\n1 - - - - - - -\n0 1 - - - - - -\n  1 2 3", "Spaltennummern unter dem Spielfeld: 3, nicht 7."),
    ("5 - - - - - - -\n4 - - - - - - -\n3 - - - - - - -\n2 - - - - - - -\n1 - - - - - - -\n0 1 ? - - - - -", "Bei Platz b1 (Zeile 6, Zeichen 5): Gefunden: „?“. Erwartet: ein leerer Platz oder eine Scheibe."),
    ("🔴🟡", "Zeilen: 1, nicht 6."),
    ("[[null,0],[0,2]]", "Bei Zeichen 14: Gefunden: „2“. Erwartet: 0 oder 1, da null leer ist und 0 daneben steht."),
    ("[[-,0],[1,2]]", "Bei Zeichen 5: Gefunden: „0“. Erwartet: ein Zeichen für leere Plätze, da 0 eine Scheibe sein kann."),
    ("[[0,0],[1,'red']]", "Bei Zeichen 11: Gefunden: „'red'“. Erwartet: alle Scheiben auf eine Art: Zahlen, Farben oder X und O."),
    ("[[1,2],[2,1],[0,0]]", "Diese Spalten können unten oder oben beginnen; füge stattdessen Zeilen oder Züge ein."),
    // Records.
    (r#"{"format":"chess"}"#, "Bei Feld „format“: Gefunden: „chess“. Erwartet: \"foursight-game\"."),
    (r#"{"version":1}"#, "Bei Feld „format“: Es fehlt: \"foursight-game\"."),
    (r#"{"format":"foursight-game"}"#, "Bei Feld „version“: Es fehlt: 1."),
    (r#"{"format":"foursight-game","version":9}"#, "Bei Feld „version“: Version 9 wird nicht unterstützt; diese Seite liest Version 1."),
    (r#"{"format":"foursight-game","version":1,"ruleset":"","moves":[4],"result":"ongoing"}"#, "Bei Feld „ruleset“: Es fehlt: die Regeln."),
    (r#"{"format":"foursight-game","version":1,"ruleset":"so","moves":[4],"result":"ongoing"}"#, "Bei Feld „ruleset“: Gefunden: „so“. Erwartet: standard, pop-out, pop-ten, five-in-a-row, power-up oder eine Größe wie 7x6/4, und nichts weiter."),
    (r#"{"format":"foursight-game","version":1,"ruleset":"standard","moves":[4],"result":"gut"}"#, "Bei Feld „result“: Gefunden: „gut“. Erwartet: ongoing, aborted, first, second oder tie, mit passendem Grund."),
    (r#"{"format":"foursight-game","version":1,"ruleset":"standard","moves":[4],"result":"first","reason":"rules"}"#, "Bei Feld „result“: Dort steht „first (rules)“, die Züge ergeben aber „ongoing“."),
    (r#"{"format":"foursight-game","version":1,"ruleset":"standard","moves":[4],"result":"ongoing","times_ms":[1,2]}"#, "Bei Feld „times_ms“: Zeiten: 2, nicht 1."),
    (r#"{"format":"foursight-game","version":1,"ruleset":"standard","moves":[4],"result":"ongoing","seats":["a\nb",null]}"#, "Bei Feld „seats“: Zeilenumbrüche und Steuerzeichen sind nicht erlaubt."),
];

fn text_of(reason: ReadErrorKind) -> String {
    let place = ErrorLocation::Text;
    read_error_text(
        GERMAN,
        &ReadError {
            location: place,
            kind: reason,
        },
    )
}

/// Errors that need a long text, a long game, or an unknown variant.
fn remaining_texts() -> Vec<String> {
    let column = Column::from_number(4).expect("in range");
    let cell = Cell {
        column,
        row: foursight_core::Row::from_index(1).expect("in range"),
    };
    let boards = [
        SetupError::OutsideBoard(cell),
        SetupError::Occupied(cell),
        SetupError::PlayedAfterWin(Player::First),
        SetupError::Unreachable,
        SetupError::OrderNotFound,
    ];
    let limits = [
        CountedItem::Tags,
        CountedItem::NameCharacters,
        CountedItem::TagNameCharacters,
        CountedItem::TagCharacters,
    ];
    let forms = Form::ALL.map(|form| ReadErrorKind::AmbiguousForm(form, Form::Moves));
    let reasons = boards
        .map(ReadErrorKind::Setup)
        .into_iter()
        .chain(limits.map(|counted| ReadErrorKind::Limit { counted, max: 64 }))
        .chain(forms)
        .chain([
            ReadErrorKind::TooLong { bytes: 99_999 },
            ReadErrorKind::Missing(Expected::List),
            ReadErrorKind::Missing(Expected::RequestedFirstColour),
            ReadErrorKind::Missing(Expected::Stacks),
            ReadErrorKind::Missing(Expected::Board),
            ReadErrorKind::Missing(Expected::ColumnNumbers),
        ]);
    let at_column = ReadError {
        location: ErrorLocation::Column(column),
        kind: ReadErrorKind::ControlCharacter,
    };
    let damages = [
        SavedTextError::UnsupportedVersion(7),
        SavedTextError::Missing("theme".to_owned()),
        SavedTextError::InvalidValue {
            name: "theme".to_owned(),
            value: "kariert".to_owned(),
        },
        SavedTextError::InvalidGame(at_column),
    ];
    let mut texts: Vec<_> = reasons.map(text_of).collect();
    texts.extend(damages.iter().map(|error| damage_text(GERMAN, error)));
    texts
}

#[test]
fn pasted_texts_have_german_errors() {
    for (text, expected) in PASTED {
        let error = read_record(text, Ruleset::STANDARD, &EMOJI).expect_err(text);
        assert_eq!(
            read_error_text(GERMAN, &error),
            *expected,
            "{text}: {error}"
        );
    }
}

#[test]
fn every_error_message_is_used() {
    // Texts for unknown variants, which no test can produce.
    let unknown = [M::RulesUnknown, M::BoardImpossible, M::TextUnreadable];
    let mut texts = remaining_texts();
    texts.extend(PASTED.iter().map(|(_, expected)| (*expected).to_owned()));
    for message in UiMessage::REASONS {
        let is_used = texts
            .iter()
            .any(|text| contains_message(text, message.text(Language::German)));
        assert_eq!(is_used, !unknown.contains(message), "{message:?}");
    }
}

/// Returns true if a text contains all literal parts of a message, in this order.
fn contains_message(mut text: &str, message: &str) -> bool {
    let literals = message
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    for part in literals {
        let Some(index) = text.find(part) else {
            return false;
        };
        text = &text[index + part.len()..];
    }
    true
}
