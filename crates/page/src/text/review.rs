//! Texts of the game review. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    REVIEW;

    ReviewHeading: "The game" | "Die Partie",
    ReviewBusy: "Reviewing …" | "Wird nachgerechnet …",
    ReviewNone: "No win or draw was thrown away." | "Kein Sieg und kein Unentschieden wurde verschenkt.",
    ReviewOpen: "There is no exact verdict on this game." | "Zu dieser Partie gibt es kein genaues Urteil.",
    Analyse: "Analyse" | "Auswerten",
    ReviewSound: "{name}: accuracy {percent} %" | "{name}: Genauigkeit {percent} %",
    ReviewGraph: "Who was ahead after each move: {runs}." | "Wer nach jedem Zug besser stand: {runs}.",
    ReviewEven: "even" | "gleich",
    ReviewMove: "Move" | "Zug",
    ReviewAt: "Move {number}, {name}, column {column}: {verdict}." | "Zug {number}, {name}, Spalte {column}: {verdict}.",
    ReviewPoint: "Point at a bar to read it, click to see the position." | "Zeige auf einen Balken, um ihn zu lesen; ein Klick zeigt die Stellung.",
    ReviewUnknown: "not known" | "nicht bekannt",
    MomentWinGone: "Move {number}: column {column} threw away the win" | "Zug {number}: Spalte {column} verschenkte den Sieg",
    MomentDrawGone: "Move {number}: column {column} threw away the draw" | "Zug {number}: Spalte {column} verschenkte das Unentschieden",
    MomentOnlyWin: "Move {number}: column {column} was the only winning move" | "Zug {number}: Nur Spalte {column} gewann",
    MomentOnlyDraw: "Move {number}: only column {column} held the draw" | "Zug {number}: Nur Spalte {column} hielt das Unentschieden",
    MomentBetter: "Better: column {columns}." | "Besser: Spalte {columns}.",
    MomentBetterMany: "Better: columns {columns}." | "Besser: die Spalten {columns}.",
    MomentFound: "Well spotted." | "Gut gesehen.",
    NextLevel: "Next: {level}" | "Weiter: {level}",
}
