//! Texts of the debug overlay. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    DEBUG_OVERLAY;

    InsideMove: "Move {ply} of {plies}, table {table}, branch {branch}" | "Zug {ply} von {plies}, Tisch {table}, Zweig {branch}",
    InsideSeats: "Seats: {one}, {two}" | "Plätze: {one}, {two}",
    InsidePerson: "person" | "Mensch",
    InsideAim: "Aim: {column}" | "Ziel: {column}",
    InsideNothing: "none" | "keins",
    InsideLoading: "The engine is loading." | "Die Suche wird geladen.",
    InsideWaits: "The engine is idle. {found}" | "Die Suche wartet. {found}",
    InsideThinks: "The engine is thinking. {found}" | "Die Suche rechnet. {found}",
    InsideMissed: "The engine gave no answer. {found}" | "Die Suche gab keine Antwort. {found}",
    InsideFound: "{nodes} nodes in {ms} ms" | "{nodes} Knoten in {ms} ms",
    InsideFrames: "{frames} frames, {draw} ms to draw, {between} ms apart" | "{frames} Bilder, {draw} ms Zeichnen, {between} ms Abstand",
    InsidePicture: "Graphics: {quality}" | "Grafik: {quality}",
    InsideZones: "press: column" | "Druck: Spalte",
    InsideZonesBelow: "press: pop" | "Druck: herausnehmen",
    InsideRay: "last ray" | "letzter Strahl",
    InsideCamera: "Camera {eye}, ray {ray}, column {column}" | "Kamera {eye}, Strahl {ray}, Spalte {column}",
}
