//! Texts of the play view that a lazy chunk shows: the list of moves, power discs and rules.

use super::UiMessage;

catalogue! {
    PLAY_VIEW;

    WithHint: "With a hint." | "Mit Tipp.",
    ReviewHints: "{sound}, {count} with a hint" | "{sound}, {count} mit Tipp",
    ShortPop: "Pop {cell}" | "{cell} heraus",
    ShortStrike: "Hits {cell}" | "Trifft {cell}",

    // Before the first move.
    StepsMove: "Click a column, or press its number." | "Klicke auf eine Spalte oder drücke ihre Zahl.",
    StepsHelp: "Hint names the best move. Press ? for all keys." | "Der Tipp nennt den besten Zug. Mit ? siehst du alle Tasten.",

    // The scene on slow devices.
    SlowScene: "3D is slow on this device." | "3D läuft auf diesem Gerät langsam.",
    SlowSceneFlat: "Use the 2D board" | "Flaches Spielfeld nehmen",
    SlowSceneKeep: "Keep 3D" | "3D behalten",

    // Power discs, and what else the hand can hold, in three words.
    BriefDrop: "As usual" | "Wie immer",
    BriefPop: "One disc out" | "Eine Scheibe heraus",
    BriefAnvil: "Clears its column" | "Räumt die Spalte",
    BriefBomb: "Removes one disc" | "Entfernt eine Scheibe",
    BriefWall: "Again, no line" | "Noch einmal, ohne Reihe",
    BriefDouble: "Drop again, win" | "Noch einmal, auch gewinnen",
    HoldNone: "{disc}: used" | "{disc}: verbraucht",

    // Rules, one picture for each variant.
    RulesTurn: "Take turns. A disc falls to the lowest free place of its column." | "Ihr zieht abwechselnd. Eine Scheibe fällt auf den untersten freien Platz ihrer Spalte.",
    RulesWin: "{line} of your discs in a row win: across, up or diagonally." | "{line} eigene Scheiben in einer Reihe gewinnen: waagrecht, senkrecht oder schräg.",
    RulesFull: "If the board is full and there is no row, the game is a draw." | "Ist das Spielfeld voll und keine Reihe geschlossen, ist es unentschieden.",
    RulesPopOut: "Instead of a drop you may take one of your own discs out of the bottom row. Everything above it sinks." | "Statt einzuwerfen, darfst du unten eine eigene Scheibe herausnehmen. Alles darüber sinkt nach.",
    RulesPopOutFull: "If the board is full, you have to take one out." | "Ist das Spielfeld voll, musst du eine herausnehmen.",
    RulesBothMover: "If one move makes a row for both, the player who moved wins." | "Schließt ein Zug Reihen für beide, gewinnt, wer gezogen hat.",
    RulesBothOpponent: "If one move makes a row for both, the other player wins." | "Schließt ein Zug Reihen für beide, gewinnt die andere Seite.",
    RulesPopTenFill: "First fill the board together, row by row." | "Zuerst füllt ihr gemeinsam das Spielfeld, Zeile für Zeile.",
    RulesPopTenFilled: "The board starts full, in a random order." | "Das Spielfeld ist von Anfang an voll, in zufälliger Ordnung.",
    RulesPopTenPop: "Then take your own discs out of the bottom row. A disc that was part of a row is set aside, and you take another." | "Dann nimmst du unten eigene Scheiben heraus. Lag eine in einer Reihe, kommt sie beiseite, und du nimmst noch eine.",
    RulesPopTenBack: "A disc that was in no row goes back in at the top." | "Eine Scheibe, die in keiner Reihe lag, wirfst du oben wieder ein.",
    RulesPopTenWin: "Ten discs set aside win." | "Wer zehn Scheiben beiseite hat, gewinnt.",
    RulesFive: "The two outer columns are full from the start and count." | "Die beiden äußeren Spalten sind von Anfang an voll und zählen mit.",
    RulesPower: "Each player has four power discs, one use each. A turn is a disc as usual, or one of these:" | "Jede Seite hat vier Scheiben mit Kräften, jede für einmal. Ein Zug ist eine gewöhnliche Scheibe oder eine davon:",
    RulesLesson: "Learn it by playing" | "Spielend lernen",
    RulesPicture: "{variant}, an example" | "{variant}, ein Beispiel",
}
