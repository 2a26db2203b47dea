//! Texts about neural nets. Part of a lazy chunk.

use super::UiMessage;

catalogue! {
    NETS;

    NetSees: "What the net sees" | "Was das Netz sieht",
    NetAbout: "The larger a ghost disc, the more the net likes its column." | "Je größer eine Geisterscheibe, desto lieber mag das Netz ihre Spalte.",
    NetShare: "Liking, %" | "Vorliebe, %",
    NetExpects: "Net" | "Netz",
    NetTruth: "Truth" | "Wahrheit",
    NetValue: "Expected share of the point for {name}" | "Erwarteter Punktanteil für {name}",
    NetHere: "The net expects {expected} (expected share of the point: {share} %)." | "Das Netz erwartet {expected} (erwarteter Punktanteil: {share} %).",
    NetHereRight: "The net expects {expected} (expected share of the point: {share} %), which is right." | "Das Netz erwartet {expected} (erwarteter Punktanteil: {share} %), zu Recht.",
    NetHereWrong: "The net expects {expected} (expected share of the point: {share} %), which is wrong: it is {truth}." | "Das Netz erwartet {expected} (erwarteter Punktanteil: {share} %), zu Unrecht: Es ist {truth}.",
    NetWould: "It would play column {column}." | "Es würde Spalte {column} spielen.",
    NetWouldKeep: "It would play column {column}, which is the best there is." | "Es würde Spalte {column} spielen, besser geht es nicht.",
    NetWouldSlip: "It would play column {column}, which is a mistake." | "Es würde Spalte {column} spielen, das ist ein Fehler.",
    NetWrongOf: "It is wrong about column {columns}." | "Es irrt sich bei Spalte {columns}.",
    NetWrongMark: "wrong" | "falsch",
    NetAWin: "a win" | "einen Sieg",
    NetADraw: "a draw" | "ein Unentschieden",
    NetALoss: "a loss" | "eine Niederlage",
    NetIsWin: "a win" | "ein Sieg",
    NetIsDraw: "a draw" | "ein Unentschieden",
    NetIsLoss: "a loss" | "eine Niederlage",
    NetLooking: "The net is looking …" | "Das Netz schaut hin …",
    NetOver: "The game is over: there is nothing to see." | "Die Partie ist zu Ende: Es gibt nichts zu sehen.",
    NetOtherRules: "Nets know the standard game on 7 × 6 alone." | "Netze kennen nur das normale Spiel auf 7 × 6.",
    NetNotLoaded: "The net could not be loaded. Is there a network?" | "Das Netz ließ sich nicht laden. Gibt es eine Verbindung?",
    NetNoNet: "What was loaded is no net." | "Was geladen wurde, ist kein Netz.",
    NetOtherVersion: "The net is of another version of the game. Load the page again." | "Das Netz gehört zu einer anderen Version des Spiels. Lade die Seite neu.",
    NetDamaged: "The net is damaged. Load the page again." | "Das Netz ist beschädigt. Lade die Seite neu.",
    NetStandIn: "{reason} {level} moves in its stead." | "{reason} An seiner Stelle zieht {level}.",
    NetNotHere: "Standard on 7×6 only" | "Nur Normal auf 7×6",
    NetChooseOther: "This opponent knows the standard game on 7 × 6 alone: choose another one, or these rules." | "Dieser Gegner kennt nur das normale Spiel auf 7 × 6: Wähle einen anderen, oder diese Regeln.",
    StyleNeural: "A trained net, at first sight" | "Ein trainiertes Netz, auf den ersten Blick",
    StyleNeuralSearch: "The net looks at 400 positions" | "Das Netz sieht 400 Stellungen an",
    StyleNeuralMinute: "The net after one minute of learning" | "Das Netz nach einer Minute Lernen",
    StyleNeuralTenMinutes: "The net after ten minutes of learning" | "Das Netz nach zehn Minuten Lernen",
}
