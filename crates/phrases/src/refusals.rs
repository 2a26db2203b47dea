//! Why a move or a command is refused.
//!
//! The English texts are those of `MoveError`'s `Display` as sentences, which a test compares: the
//! rules speak for themselves to programs, and players read the same words.

use std::fmt::Display;

use foursight_core::{Column, Move, MoveError, PowerDisc};
use foursight_table::CommandError;

use crate::{Language, Phrase};

/// Explains why a move is illegal, as a sentence.
#[must_use]
pub fn move_error_text(language: Language, error: MoveError) -> String {
    let with_column =
        |phrase: Phrase, column: Column| phrase.with(language, &[("column", &column)]);
    let phrase = match error {
        MoveError::NotInVariant(mv) => {
            let label = move_label(language, mv);
            return NOT_IN_VARIANT.with(language, &[("move", &label)]);
        }
        MoveError::NoPowerDiscLeft(disc) => {
            let disc = power_disc_name(disc).get(language);
            return NO_POWER_DISC_LEFT.with(language, &[("disc", &disc)]);
        }
        MoveError::NotYourDisc(column) => return with_column(NOT_YOUR_DISC, column),
        MoveError::NotOpponentsDisc(column) => return with_column(NOT_OPPONENTS_DISC, column),
        MoveError::RowNotFull(column) => return with_column(ROW_NOT_FULL, column),
        MoveError::SameColumn(column) => return with_column(SAME_COLUMN, column),
        MoveError::WouldConnect(column) => return with_column(WOULD_CONNECT, column),
        MoveError::NotYourTurn(_) => NOT_THIS_PLAYERS_TURN,
        MoveError::NotFilledYet => NOT_FILLED_YET,
        MoveError::MustPop => MUST_POP,
        MoveError::MustReturn => MUST_RETURN,
        MoveError::MustStrike => MUST_STRIKE,
        MoveError::NothingToStrike => NOTHING_TO_STRIKE,
        MoveError::OrdinaryDiscOnly => ORDINARY_DISC_ONLY,
        MoveError::CannotPass => CANNOT_PASS,
        other => {
            return standard_refusal(language, other)
                .unwrap_or_else(|| FORBIDDEN.get(language).to_owned());
        }
    };
    phrase.get(language).to_owned()
}

/// Explains why a move is illegal in the standard game. Returns `None` for errors of other
/// variants, which [`move_error_text`] explains too.
///
/// A function of its own, because the initial chunk of the web client has no more than this.
#[must_use]
pub fn standard_refusal(language: Language, error: MoveError) -> Option<String> {
    Some(match error {
        MoveError::GameOver => GAME_OVER.get(language).to_owned(),
        MoveError::OutsideBoard { column, width } => no_such_column(language, &column, width),
        MoveError::ColumnFull(column) => COLUMN_FULL.with(language, &[("column", &column)]),
        _ => return None,
    })
}

/// States that a board of this width has no such column.
#[must_use]
pub fn no_such_column(language: Language, column: &dyn Display, width: u8) -> String {
    let phrase = match width {
        1 => ONLY_COLUMN_ONE,
        _ => NO_SUCH_COLUMN,
    };
    phrase.with(language, &[("column", column), ("width", &width)])
}

/// Explains why the table refused a command, as a sentence.
///
/// ```
/// use foursight_phrases::{Language, refusals::command_error_text};
/// use foursight_table::CommandError;
///
/// let text = command_error_text(Language::English, CommandError::NothingToUndo);
/// assert_eq!(text, "There is nothing to undo.");
/// ```
#[must_use]
pub fn command_error_text(language: Language, error: CommandError) -> String {
    match error {
        CommandError::Move(error) => move_error_text(language, error),
        other => command_refusal(other).get(language).to_owned(),
    }
}

/// Returns the sentence for a refused command, a general one for an illegal move.
#[must_use]
pub const fn command_refusal(error: CommandError) -> Phrase {
    match error {
        CommandError::GameOver => GAME_OVER,
        CommandError::NotYourTurn => NOT_YOUR_TURN,
        CommandError::NotOver => Phrase(["The game is still on.", "Die Partie läuft noch."]),
        CommandError::Paused => PAUSED,
        CommandError::TimeLeft => Phrase(["There is time left.", "Es ist noch Zeit übrig."]),
        CommandError::NothingToUndo => NOTHING_TO_UNDO,
        CommandError::NothingToRedo => NOTHING_TO_REDO,
        CommandError::NoOffer => NO_OFFER,
        CommandError::AlreadyOffered => Phrase([
            "You have already offered that.",
            "Das hast du schon angeboten.",
        ]),
        CommandError::TooManyOffers => Phrase([
            "You have offered that too often in this game.",
            "Das hast du in dieser Partie zu oft angeboten.",
        ]),
        CommandError::Stale | CommandError::Ahead => STALE,
        _ => FORBIDDEN,
    }
}

/// Returns the name of a power disc, as in the middle of a sentence.
#[must_use]
pub const fn power_disc_name(disc: PowerDisc) -> Phrase {
    match disc {
        PowerDisc::Anvil => Phrase(["anvil", "Amboss"]),
        PowerDisc::Bomb => Phrase(["bomb", "Bombe"]),
        PowerDisc::Wall => Phrase(["wall", "Mauer"]),
        PowerDisc::Double => Phrase(["double", "Doppelzug"]),
    }
}

/// Names a move, as in the middle of a sentence.
#[must_use]
pub fn move_label(language: Language, mv: Move) -> String {
    let with_column =
        |phrase: Phrase, column: Column| phrase.with(language, &[("column", &column)]);
    match mv {
        Move::Drop(column) => with_column(DROP, column),
        Move::Pop(column) => with_column(POP, column),
        Move::Strike(column) => with_column(STRIKE, column),
        Move::Power(disc, column) => {
            let disc = power_disc_name(disc).get(language);
            POWER.with(language, &[("disc", &disc), ("column", &column)])
        }
        Move::Pass => PASS.get(language).to_owned(),
    }
}

/// The game has ended.
pub const GAME_OVER: Phrase = Phrase(["The game is over.", "Die Partie ist zu Ende."]);
/// The opponent is to move.
pub const NOT_YOUR_TURN: Phrase = Phrase(["It is not your turn.", "Du bist nicht am Zug."]);
/// The game is paused.
pub const PAUSED: Phrase = Phrase(["The game is paused.", "Die Partie ist angehalten."]);
/// There is no move to take back.
pub const NOTHING_TO_UNDO: Phrase = Phrase([
    "There is nothing to undo.",
    "Es gibt nichts zurückzunehmen.",
]);
/// There is no undone move.
pub const NOTHING_TO_REDO: Phrase = Phrase([
    "There is nothing to redo.",
    "Es gibt nichts zu wiederholen.",
]);
/// The offer that was answered does not stand.
pub const NO_OFFER: Phrase = Phrase([
    "There is no such offer any more.",
    "Dieses Angebot gibt es nicht mehr.",
]);
/// The command was for an earlier or later state of the game.
pub const STALE: Phrase = Phrase([
    "The game has moved on. Please try again.",
    "Die Partie ist schon weiter. Bitte noch einmal.",
]);
/// The column of the move has no empty cell.
pub const COLUMN_FULL: Phrase = Phrase(["Column {column} is full.", "Spalte {column} ist voll."]);
const NO_SUCH_COLUMN: Phrase = Phrase([
    "There is no column {column}: the board has columns 1 to {width}.",
    "Es gibt keine Spalte {column}: Das Spielfeld hat die Spalten 1 bis {width}.",
]);
const ONLY_COLUMN_ONE: Phrase = Phrase([
    "There is no column {column}: the board has only column 1.",
    "Es gibt keine Spalte {column}: Das Spielfeld hat nur die Spalte 1.",
]);
const NOT_IN_VARIANT: Phrase = Phrase([
    "This variant has no such move: {move}.",
    "Diese Variante kennt so einen Zug nicht: {move}.",
]);
const NOT_THIS_PLAYERS_TURN: Phrase = Phrase([
    "It is the other player's turn.",
    "Die andere Seite ist am Zug.",
]);
const NOT_YOUR_DISC: Phrase = Phrase([
    "The disc at the bottom of column {column} is not yours.",
    "Unten in Spalte {column} liegt keine eigene Scheibe.",
]);
const NOT_OPPONENTS_DISC: Phrase = Phrase([
    "The disc at the bottom of column {column} is not your opponent's.",
    "Unten in Spalte {column} liegt keine gegnerische Scheibe.",
]);
const NO_POWER_DISC_LEFT: Phrase =
    Phrase(["You have no {disc} left.", "Nicht mehr vorhanden: {disc}."]);
const ROW_NOT_FULL: Phrase = Phrase([
    "Column {column} is ahead: fill the row first.",
    "Spalte {column} ist voraus: Fülle erst die Zeile.",
]);
const NOT_FILLED_YET: Phrase = Phrase([
    "Popping begins once the board is full.",
    "Herausgenommen wird erst, wenn das Spielfeld voll ist.",
]);
const MUST_POP: Phrase = Phrase([
    "The board is full: pop a disc instead.",
    "Das Spielfeld ist voll: Nimm stattdessen eine Scheibe heraus.",
]);
const MUST_RETURN: Phrase = Phrase([
    "Drop the popped disc back in first.",
    "Wirf erst die herausgenommene Scheibe wieder ein.",
]);
const SAME_COLUMN: Phrase = Phrase([
    "The disc came out of column {column} and must go into another one.",
    "Die Scheibe kam aus Spalte {column} und muss in eine andere.",
]);
const MUST_STRIKE: Phrase = Phrase([
    "Choose the disc that the bomb removes first.",
    "Wähle erst die Scheibe, die die Bombe wegnimmt.",
]);
const NOTHING_TO_STRIKE: Phrase =
    Phrase(["No bomb has been dropped.", "Es ist keine Bombe gefallen."]);
const ORDINARY_DISC_ONLY: Phrase = Phrase([
    "The second drop must be an ordinary disc.",
    "Der zweite Wurf ist für eine gewöhnliche Scheibe.",
]);
const WOULD_CONNECT: Phrase = Phrase([
    "After a wall the second disc must not complete a line, as it would in column {column}.",
    "Nach einer Mauer darf die zweite Scheibe keine Reihe schließen, wie sie es in Spalte {column} \
     täte.",
]);
const CANNOT_PASS: Phrase = Phrase([
    "You cannot pass while you can move.",
    "Wer ziehen kann, darf nicht passen.",
]);
const FORBIDDEN: Phrase = Phrase([
    "The rules do not allow this.",
    "Das erlauben die Regeln nicht.",
]);
const DROP: Phrase = Phrase(["drop in column {column}", "Wurf in Spalte {column}"]);
const POP: Phrase = Phrase([
    "pop from column {column}",
    "Herausnehmen aus Spalte {column}",
]);
const STRIKE: Phrase = Phrase(["strike column {column}", "Sprengung in Spalte {column}"]);
const POWER: Phrase = Phrase(["{disc} in column {column}", "{disc} in Spalte {column}"]);
const PASS: Phrase = Phrase(["pass", "Passen"]);

#[cfg(test)]
mod tests {
    use foursight_core::{Disc, Player};

    use super::*;
    use crate::as_sentence;

    fn every_move_error() -> Vec<MoveError> {
        let column = Column::from_number(3).expect("in range");
        vec![
            MoveError::GameOver,
            MoveError::OutsideBoard { column, width: 2 },
            MoveError::OutsideBoard { column, width: 1 },
            MoveError::ColumnFull(column),
            MoveError::NotInVariant(Move::Drop(column)),
            MoveError::NotInVariant(Move::Pop(column)),
            MoveError::NotInVariant(Move::Strike(column)),
            MoveError::NotInVariant(Move::Power(PowerDisc::Anvil, column)),
            MoveError::NotInVariant(Move::Pass),
            MoveError::NotYourTurn(Disc::ordinary(Player::First)),
            MoveError::NotYourDisc(column),
            MoveError::NotOpponentsDisc(column),
            MoveError::NoPowerDiscLeft(PowerDisc::Bomb),
            MoveError::NoPowerDiscLeft(PowerDisc::Double),
            MoveError::RowNotFull(column),
            MoveError::NotFilledYet,
            MoveError::MustPop,
            MoveError::MustReturn,
            MoveError::SameColumn(column),
            MoveError::MustStrike,
            MoveError::NothingToStrike,
            MoveError::OrdinaryDiscOnly,
            MoveError::WouldConnect(column),
            MoveError::CannotPass,
        ]
    }

    #[test]
    fn english_is_what_the_rules_say() {
        for error in every_move_error() {
            let text = move_error_text(Language::English, error);
            assert_eq!(text, as_sentence(&error.to_string()), "{error:?}");
        }
    }

    #[test]
    fn german_has_a_text_of_its_own_for_every_error() {
        let general = FORBIDDEN.get(Language::German);
        for error in every_move_error() {
            let [english, german] = Language::ALL.map(|language| move_error_text(language, error));
            assert!(german != english && german != general, "{error:?}");
            assert!(!german.contains('{'), "{german}");
        }
    }
}
