//! What lessons say at a terminal besides their own texts, in both languages.

use foursight_core::{MoveError, Phase, PowerDisc};
use foursight_lessons::Tongue;
use foursight_lessons::teach::turns::Stage;

/// Why a move is refused, as a sentence.
pub(super) fn refusal(tongue: Tongue, error: MoveError) -> String {
    match tongue {
        Tongue::English => format!("{error}."),
        Tongue::German => german_refusal(error),
    }
}

fn german_refusal(error: MoveError) -> String {
    match error {
        MoveError::GameOver => "Die Partie ist vorbei.".to_owned(),
        MoveError::OutsideGrid { column, width } => {
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
        MoveError::NoneLeft(disc) => {
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

/// What a power disc is called.
pub(super) const fn power(tongue: Tongue, disc: PowerDisc) -> &'static str {
    let [english, german] = match disc {
        PowerDisc::Anvil => ["an anvil", "ein Amboss"],
        PowerDisc::Bomb => ["a bomb", "eine Bombe"],
        PowerDisc::Wall => ["a wall", "eine Mauer"],
        PowerDisc::Double => ["a double", "ein Doppelzug"],
    };
    match tongue {
        Tongue::English => english,
        Tongue::German => german,
    }
}

/// What a state of a game is called.
pub(super) const fn phase(tongue: Tongue, phase: Phase) -> &'static str {
    let [english, german] = match phase {
        Phase::Empty => [
            "Empty grid, Player 1 to drop",
            "Leeres Spielfeld, Spieler 1 wirft ein",
        ],
        Phase::FirstToDrop => ["Player 1 to drop", "Spieler 1 wirft ein"],
        Phase::SecondToDrop => ["Player 2 to drop", "Spieler 2 wirft ein"],
        Phase::FirstWon => ["Player 1 has won", "Sieg für Spieler 1"],
        Phase::SecondWon => ["Player 2 has won", "Sieg für Spieler 2"],
        Phase::Tied => ["Tied", "Unentschieden"],
    };
    match tongue {
        Tongue::English => english,
        Tongue::German => german,
    }
}

/// A box of the chart of a turn.
pub(super) const fn stage(tongue: Tongue, stage: Stage) -> &'static str {
    let [english, german] = match stage {
        Stage::Choose => ["Choose a column", "Spalte wählen"],
        Stage::May => [
            "Is there room, and is the game on?",
            "Ist Platz, und läuft die Partie noch?",
        ],
        Stage::Refuse => [
            "no: refuse, change nothing",
            "nein: ablehnen, nichts ändern",
        ],
        Stage::Fall => [
            "yes: the disc falls to the lowest empty space",
            "ja: Die Scheibe fällt auf den untersten leeren Platz",
        ],
        Stage::Line => ["A line through it?", "Eine Reihe durch sie?"],
        Stage::Won => ["yes: the player has won", "ja: gewonnen"],
        Stage::Full => ["no. Is the grid full?", "nein. Ist das Spielfeld voll?"],
        Stage::Tie => ["yes: a tie", "ja: unentschieden"],
        Stage::Next => [
            "no: the opponent is to move, from the top",
            "nein: Die andere Seite ist am Zug, von oben an",
        ],
    };
    match tongue {
        Tongue::English => english,
        Tongue::German => german,
    }
}
