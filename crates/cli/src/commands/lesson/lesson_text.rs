//! Texts of lessons in the terminal besides those of the course, in both languages.

use foursight_core::{MoveError, Phase, PowerDisc};
use foursight_lessons::Language;
use foursight_lessons::teach::turns::FlowStage;

/// Explains why a move is illegal, as a sentence.
pub(super) fn move_error_text(language: Language, error: MoveError) -> String {
    match language {
        Language::English => format!("{error}."),
        Language::German => german_move_error(error),
    }
}

fn german_move_error(error: MoveError) -> String {
    match error {
        MoveError::GameOver => "Die Partie ist vorbei.".to_owned(),
        MoveError::OutsideBoard { column, width } => {
            format!("Es gibt keine Spalte {column}: Das Spielfeld hat {width} Spalten.")
        }
        MoveError::ColumnFull(column) => format!("Spalte {column} ist voll."),
        MoveError::NotInVariant(_) => "Diese Regeln kennen so einen Zug nicht.".to_owned(),
        MoveError::NotYourTurn(_) => "Die andere Seite ist am Zug.".to_owned(),
        MoveError::NotYourDisc(column) => {
            format!("Unten in Spalte {column} liegt keine eigene Scheibe.")
        }
        MoveError::NotOpponentsDisc(column) => {
            format!("Unten in Spalte {column} liegt keine gegnerische Scheibe.")
        }
        MoveError::NoPowerDiscLeft(disc) => {
            let name = match disc {
                PowerDisc::Anvil => "Amboss",
                PowerDisc::Bomb => "Bombe",
                PowerDisc::Wall => "Mauer",
                PowerDisc::Double => "Doppelzug",
            };
            format!("{name}: nicht mehr vorhanden.")
        }
        MoveError::RowNotFull(column) => {
            format!("Spalte {column} ist voraus: erst die Zeile füllen.")
        }
        MoveError::NotFilledYet => {
            "Erst wenn das Spielfeld voll ist, wird herausgenommen.".to_owned()
        }
        MoveError::MustPop => "Das Spielfeld ist voll: Nimm eine Scheibe heraus.".to_owned(),
        MoveError::MustReturn => "Wirf die herausgenommene Scheibe wieder ein.".to_owned(),
        MoveError::SameColumn(column) => {
            format!("Die Scheibe kam aus Spalte {column} und muss in eine andere.")
        }
        MoveError::MustStrike => "Die Bombe muss noch treffen: Wähl eine Spalte.".to_owned(),
        MoveError::NothingToStrike => "Es ist keine Bombe gefallen.".to_owned(),
        MoveError::OrdinaryDiscOnly => {
            "Der zweite Wurf ist für eine gewöhnliche Scheibe.".to_owned()
        }
        MoveError::WouldConnect(column) => {
            format!("Nach einer Mauer darf in Spalte {column} keine Reihe entstehen.")
        }
        MoveError::CannotPass => "Es gibt einen Zug, also kann niemand passen.".to_owned(),
        _ => "Das erlauben die Regeln nicht.".to_owned(),
    }
}

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
