//! Grades of moves.

use foursight_explain::MoveGrade;

use crate::Phrase;

/// Returns the name of a grade.
#[must_use]
pub const fn grade_name(grade: MoveGrade) -> Phrase {
    match grade {
        MoveGrade::Only => Phrase(["only move", "einziger Zug"]),
        MoveGrade::Best => Phrase(["best", "bester Zug"]),
        MoveGrade::Good => Phrase(["good", "gut"]),
        MoveGrade::Slip => Phrase(["slip", "ungenau"]),
        MoveGrade::Mistake => Phrase(["mistake", "Fehler"]),
        MoveGrade::Blunder => Phrase(["blunder", "Patzer"]),
    }
}

/// Returns the mark of a grade in a list of moves, as in chess.
#[must_use]
pub const fn grade_mark(grade: MoveGrade) -> &'static str {
    match grade {
        MoveGrade::Only => "!",
        MoveGrade::Best | MoveGrade::Good => "",
        MoveGrade::Slip => "?!",
        MoveGrade::Mistake => "?",
        MoveGrade::Blunder => "??",
    }
}
