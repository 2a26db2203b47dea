//! Texts of lessons in the terminal besides those of the course, in both languages.

use foursight_core::{Phase, PowerDisc};
use foursight_lessons::Language;
use foursight_lessons::teach::turns::FlowStage;

/// Returns the name of a power disc.
pub(super) const fn power_disc_name(language: Language, disc: PowerDisc) -> &'static str {
    let [english, german] = match disc {
        PowerDisc::Anvil => ["an anvil", "ein Amboss"],
        PowerDisc::Bomb => ["a bomb", "eine Bombe"],
        PowerDisc::Wall => ["a wall", "eine Mauer"],
        PowerDisc::Double => ["a double", "ein Doppelzug"],
    };
    match language {
        Language::English => english,
        Language::German => german,
    }
}

/// Returns the name of a game's phase.
pub(super) const fn phase_name(language: Language, phase: Phase) -> &'static str {
    let [english, german] = match phase {
        Phase::Empty => [
            "Empty board, Player 1 to drop",
            "Leeres Spielfeld, Spieler 1 wirft ein",
        ],
        Phase::FirstToDrop => ["Player 1 to drop", "Spieler 1 wirft ein"],
        Phase::SecondToDrop => ["Player 2 to drop", "Spieler 2 wirft ein"],
        Phase::FirstWon => ["Player 1 has won", "Sieg für Spieler 1"],
        Phase::SecondWon => ["Player 2 has won", "Sieg für Spieler 2"],
        Phase::Draw => ["Draw", "Unentschieden"],
    };
    match language {
        Language::English => english,
        Language::German => german,
    }
}

/// Returns the text of a box in the flow chart of a turn.
pub(super) const fn stage_text(language: Language, stage: FlowStage) -> &'static str {
    let [english, german] = match stage {
        FlowStage::Choose => ["Choose a column", "Spalte wählen"],
        FlowStage::CheckMove => [
            "Is there room, and is the game on?",
            "Ist Platz, und läuft die Partie noch?",
        ],
        FlowStage::Refuse => [
            "no: refuse, change nothing",
            "nein: ablehnen, nichts ändern",
        ],
        FlowStage::Fall => [
            "yes: the disc falls to the lowest empty cell",
            "ja: Die Scheibe fällt auf den untersten leeren Platz",
        ],
        FlowStage::Line => ["A line through it?", "Eine Reihe durch sie?"],
        FlowStage::Won => ["yes: the player has won", "ja: gewonnen"],
        FlowStage::Full => ["no. Is the board full?", "nein. Ist das Spielfeld voll?"],
        FlowStage::Draw => ["yes: a draw", "ja: unentschieden"],
        FlowStage::Next => [
            "no: the opponent is to move, from the top",
            "nein: Die andere Seite ist am Zug, von oben an",
        ],
    };
    match language {
        Language::English => english,
        Language::German => german,
    }
}
