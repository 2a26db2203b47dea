//! Texts of the game review. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    REVIEW;

    ReviewHeading: "The game" | "Die Partie",
    ReviewBusy: "Looking at it again …" | "Wird nachgerechnet …",
    ReviewNone: "Nobody let a win or a draw go." | "Niemand hat einen Sieg oder ein Unentschieden hergegeben.",
    ReviewOpen: "Nobody knows exactly who stood better." | "Wer besser stand, ist nicht genau bekannt.",
    Analyse: "Analyse" | "Auswerten",
    ReviewSound: "{name}: {good} of {all} without a mistake" | "{name}: {good} von {all} ohne Fehler",
    ReviewGraph: "Who stood better after each move: {runs}." | "Wer nach jedem Zug besser stand: {runs}.",
    ReviewUnknown: "not known" | "nicht bekannt",
    MomentWinGone: "Move {number}: column {column} let the win go" | "Zug {number}: Spalte {column} gab den Sieg her",
    MomentDrawGone: "Move {number}: column {column} let the draw go" | "Zug {number}: Spalte {column} gab das Unentschieden her",
    MomentOnlyWin: "Move {number}: only column {column} still won" | "Zug {number}: Nur Spalte {column} gewann noch",
    MomentOnlyDraw: "Move {number}: only column {column} did not lose" | "Zug {number}: Nur Spalte {column} verlor nicht",
    MomentBetter: "Better: column {columns}." | "Besser: Spalte {columns}.",
    MomentBetterMany: "Better: columns {columns}." | "Besser: die Spalten {columns}.",
    MomentFound: "Well found." | "Gut gefunden.",
    NextLevel: "Next: {level}" | "Weiter: {level}",
}
