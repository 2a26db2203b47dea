//! Texts about neural nets. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    NETS;

    NetSees: "See the neural net’s view" | "Was das Netz sieht",
    NetAbout: "The larger a ghost disc, the more the net likes its column." | "Je größer eine Geisterscheibe, desto lieber mag das Netz ihre Spalte.",
    NetShare: "Preference, %" | "Vorliebe, %",
    NetExpects: "Net" | "Netz",
    NetTruth: "Exact" | "Exakt",
    NetValue: "Expected score for {name}" | "Erwarteter Punktanteil für {name}",
    NetHere: "The net expects {expected} (expected score {share} %)." | "Das Netz erwartet {expected} (erwarteter Punktanteil: {share} %).",
    NetHereRight: "The net expects {expected} (expected score {share} %), which is right." | "Das Netz erwartet {expected} (erwarteter Punktanteil: {share} %), zu Recht.",
    NetHereWrong: "The net expects {expected} (expected score {share} %), which is wrong: it is {truth}." | "Das Netz erwartet {expected} (erwarteter Punktanteil: {share} %), zu Unrecht: Es ist {truth}.",
    NetWould: "It would play column {column}." | "Es würde Spalte {column} spielen.",
    NetWouldKeep: "It would play column {column}, which is best." | "Es würde Spalte {column} spielen, besser geht es nicht.",
    NetWouldSlip: "It would play column {column}, which is a mistake." | "Es würde Spalte {column} spielen, das ist ein Fehler.",
    NetWrongOf: "It is wrong about column {columns}." | "Es irrt sich bei Spalte {columns}.",
    NetWrongMark: "wrong" | "falsch",
    NetAWin: "a win" | "einen Sieg",
    NetADraw: "a draw" | "ein Unentschieden",
    NetALoss: "a loss" | "eine Niederlage",
    NetIsWin: "a win" | "ein Sieg",
    NetIsDraw: "a draw" | "ein Unentschieden",
    NetIsLoss: "a loss" | "eine Niederlage",
    NetLooking: "The net is thinking …" | "Das Netz rechnet …",
    NetOver: "The game is over, so there is nothing to predict." | "Die Partie ist zu Ende: Es gibt nichts vorherzusagen.",
    NetOtherRules: "Nets only know the standard game on 7 × 6." | "Netze kennen nur das klassische Spiel auf 7 × 6.",
    NetNotLoaded: "The net could not be loaded. Are you online?" | "Das Netz ließ sich nicht laden. Bist du online?",
    NetNoNet: "The downloaded file is not a neural net." | "Die geladene Datei ist kein neuronales Netz.",
    NetOtherVersion: "The net belongs to another version of the game. Reload the page." | "Das Netz gehört zu einer anderen Version des Spiels. Lade die Seite neu.",
    NetDamaged: "The net is damaged. Reload the page." | "Das Netz ist beschädigt. Lade die Seite neu.",
    NetStandIn: "{reason} {level} plays instead." | "{reason} Stattdessen spielt {level}.",
    NetNotHere: "Standard on 7×6 only" | "Nur Klassisch auf 7×6",
    NetChooseOther: "This opponent only knows the standard game on 7 × 6. Choose another opponent, or those rules." | "Dieser Gegner kennt nur das klassische Spiel auf 7 × 6. Wähle einen anderen Gegner oder diese Regeln.",
    StyleNeural: "A neural net, no search" | "Ein neuronales Netz, ohne Suche",
    StyleNeuralSearch: "The net searches 400 positions" | "Das Netz durchsucht 400 Stellungen",
    StyleNeuralMinute: "The net after one minute of training" | "Das Netz nach einer Minute Training",
    StyleProof: "Plays by the proof, without search" | "Spielt nach dem Beweis, ohne Suche",
    StyleNeuralTenMinutes: "The net after ten minutes of training" | "Das Netz nach zehn Minuten Training",
}
