//! Texts of the form for a new game that few need. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    NEW_GAME;

    WhoNames: "Names" | "Namen",
    NameYours: "Your name" | "Dein Name",
    NameOfPlayer: "Name of player {number}" | "Name von Spieler {number}",
    NamesAbout: "Optional. Names appear in the scores of this device." | "Freiwillig. Die Namen stehen in der Bilanz dieses Geräts.",
    MoreOpponents: "More opponents" | "Weitere Gegner",
    MoreOpponentsAbout: "Experiments: random play-outs, neural nets, and one that learns" | "Versuche: Zufallspartien, neuronale Netze und einer, der lernt",
    Recommended: "Recommended" | "Empfohlen",
}
