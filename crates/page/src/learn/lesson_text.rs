//! Texts of the course demos about a game. Code counts from 0 and people count from 1, so every
//! sentence says which it uses, or gives both.

use foursight_core::{Cell, Column, Game, MoveError, Outcome, Row, SetupError};
use foursight_lessons::teach::form_text::{DataForm, FormError, FormErrorKind};
use foursight_lessons::teach::forms::ROWS;
use foursight_lessons::teach::number;
use foursight_phrases::refusals::move_error_text;

use crate::text::{Text, UiMessage as M};

/// Returns the letters that name a column, by its index; none beyond the largest board.
#[must_use]
pub fn letters(index: usize) -> String {
    Column::from_index(index).map_or_else(String::new, Column::letters)
}

/// Explains why a drop is illegal, with the letter and the index of the column.
#[must_use]
pub fn drop_error_text(text: Text, error: MoveError) -> String {
    match error {
        MoveError::ColumnFull(column) => {
            let index = column.index();
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("letter", &letters(index)), ("index", &index)];
            text.with(M::LessonFull, &parts)
        }
        _ => move_error_text(text.0, error),
    }
}

/// Returns row and column of a cell in a list whose first row is the top one, both from 0.
fn list_coordinates(game: &Game, cell: Cell) -> (usize, usize) {
    let height = usize::from(game.position().board().height());
    let row = height.saturating_sub(1 + cell.row.index());
    (row, cell.column.index())
}

/// Returns the cell of the last drop.
fn last_cell(game: &Game) -> Option<Cell> {
    let column = game.moves().last()?.column()?;
    let board = game.position().board();
    let is_filled = |row: &Row| board.disc_at(Cell { column, row: *row }).is_some();
    let row = board.rows().take_while(is_filled).last()?;
    Some(Cell { column, row })
}

/// Describes the cell of the last disc, in human and in list coordinates.
#[must_use]
pub fn last_drop_text(text: Text, game: &Game) -> String {
    let Some(cell) = last_cell(game) else {
        return text.get(M::NoMoves).to_owned();
    };
    let (row, index) = list_coordinates(game, cell);
    let owner = game
        .position()
        .board()
        .disc_at(cell)
        .map(|disc| number(disc.owner));
    let parts: [(&str, &dyn std::fmt::Display); 4] = [
        ("number", &owner.unwrap_or(0)),
        ("cell", &cell),
        ("row", &row),
        ("index", &index),
    ];
    text.with(M::LessonDropped, &parts)
}

/// Describes the winning lines, in human and in list coordinates; empty if there are none.
#[must_use]
pub fn winning_lines_text(text: Text, game: &Game) -> String {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return String::new();
    };
    let texts = lines.iter().map(|line| {
        let ends = [line.start(), line.end()];
        let [from, to] = ends.map(|cell| format!("{:?}", list_coordinates(game, cell)));
        let parts: [(&str, &dyn std::fmt::Display); 4] = [
            ("start", &ends[0]),
            ("end", &ends[1]),
            ("from", &from),
            ("to", &to),
        ];
        text.with(M::LessonLine, &parts)
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Explains why a text is no game.
#[must_use]
pub fn misread_text(text: Text, error: FormError) -> String {
    let with_counts = |message, found: usize, expected: usize| {
        text.with(message, &[("found", &found), ("wanted", &expected)])
    };
    let reason = match error.kind {
        FormErrorKind::UnexpectedChar(sign) => text.with(M::MisreadSign, &[("sign", &sign)]),
        FormErrorKind::UnexpectedEnd => text.get(M::MisreadEnds).to_owned(),
        FormErrorKind::TooLong(most) => text.with(M::MisreadLong, &[("most", &most)]),
        FormErrorKind::ListCount(found, expected) => with_counts(M::MisreadLists, found, expected),
        FormErrorKind::EntryCount(found, expected) => {
            with_counts(M::MisreadEntries, found, expected)
        }
        FormErrorKind::DiscCount(found, expected) => with_counts(M::MisreadDiscs, found, expected),
        FormErrorKind::OutOfRange(least, most) => {
            text.with(M::MisreadNumber, &[("least", &least), ("most", &most)])
        }
        FormErrorKind::Move(index, MoveError::GameOver) => {
            text.with(M::MisreadOver, &[("index", &index)])
        }
        FormErrorKind::Move(index, error) => {
            let refusal = drop_error_text(text, error);
            text.with(M::MisreadMove, &[("index", &index), ("reason", &refusal)])
        }
        FormErrorKind::Setup(SetupError::Floating(cell)) => {
            text.with(M::BoardFloating, &[("cell", &cell)])
        }
        FormErrorKind::Setup(SetupError::DiscCounts { first, second }) => {
            text.with(M::MisreadCounts, &[("first", &first), ("second", &second)])
        }
        FormErrorKind::Setup(SetupError::TwoWinners) => text.get(M::BoardTwoWinners).to_owned(),
        FormErrorKind::Setup(SetupError::PlayedAfterWin(_)) => {
            text.get(M::MisreadPlayedOn).to_owned()
        }
        FormErrorKind::Setup(_) => text.get(M::MisreadUnreachable).to_owned(),
    };
    match error.character {
        Some(at) => text.with(M::MisreadAt, &[("character", &at), ("why", &reason)]),
        None => reason,
    }
}

/// Describes the change that the last drop made to a representation.
#[must_use]
pub fn change_text(text: Text, game: &Game, form: DataForm) -> String {
    let Some(column) = game.moves().last().and_then(|mv| mv.column()) else {
        return String::new();
    };
    let height = game.position().board().stack(column).count();
    let (slot, place) = (column.index(), height.saturating_sub(1));
    let row = ROWS.saturating_sub(height);
    let parts: [(&str, &dyn std::fmt::Display); 3] =
        [("slot", &slot), ("place", &place), ("row", &row)];
    let message = match form {
        DataForm::Moves => M::ChangedMoves,
        DataForm::Board => M::ChangedBoard,
        DataForm::Slots => M::ChangedSlots,
        DataForm::Stacks => M::ChangedStacks,
        DataForm::Picture => M::ChangedPicture,
    };
    text.with(message, &parts)
}

/// Splits a name into two lines: at a comma, else near the middle. A short name stays on one line.
#[must_use]
pub fn two_lines(name: &str) -> (&str, &str) {
    const ONE_LINE_MAX: usize = 14;
    if let Some(lines) = name.split_once(", ") {
        return lines;
    }
    let cells = name.match_indices(' ').map(|(at, _)| at);
    let middle = cells.min_by_key(|at| at.abs_diff(name.len() / 2));
    match middle.filter(|_| name.chars().count() > ONE_LINE_MAX) {
        Some(at) => (&name[..at], &name[at + 1..]),
        None => (name, ""),
    }
}

/// Action of a key on the page of a lesson step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonKeyAction {
    /// Press the column of this number.
    Column(usize),
    /// Focus the column of this number.
    Focus(usize),
}

/// Returns the action of a key while an element with this tag has the focus; `at` is its number if
/// it is a column. Digits select columns except in form controls; arrows move between columns, and
/// to the first one if nothing is focused.
#[must_use]
pub fn lesson_key_action(key: &str, tag: &str, at: Option<usize>) -> Option<LessonKeyAction> {
    let tag = tag.to_ascii_lowercase();
    if ["input", "textarea", "select"].contains(&tag.as_str()) {
        return None;
    }
    let offset = match key {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => {
            let digit: usize = key.parse().ok().filter(|_| key.len() == 1)?;
            return Some(LessonKeyAction::Column(if digit == 0 { 10 } else { digit }));
        }
    };
    match at {
        Some(at) => Some(LessonKeyAction::Focus(at.saturating_add_signed(offset))),
        None if ["body", "main"].contains(&tag.as_str()) => Some(LessonKeyAction::Focus(1)),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Column;

    use super::*;
    use crate::text::Language;

    const TEXT: Text = Text(Language::English);

    fn game(slots: &str) -> Game {
        DataForm::Moves.read(slots).expect("a legal game")
    }

    #[test]
    fn errors_say_how_they_count() {
        let check = |form: DataForm, written: &str, expected: &str| {
            let error = form.read(written).expect_err(written);
            assert_eq!(misread_text(TEXT, error), expected, "{written}");
        };
        let seventh = "Character 20: Entry 6, counted from 0: Column c, index 2, is full.";
        check(DataForm::Moves, "[2, 2, 2, 2, 2, 2, 2]", seventh);
        let over = "Character 23: Entry 7, counted from 0, comes after the game has ended.";
        check(DataForm::Moves, "[3, 4, 3, 4, 3, 4, 3, 4]", over);
        let slot = "Character 2: Only the numbers 0 to 6 are valid here.";
        check(DataForm::Moves, "[99999999999999999999]", slot);
        let seven = "[[],[],[1,2,1,2,1,2,1],[],[],[],[]]";
        let most = "Character 8: Discs in this slot: 7. It holds at most 6.";
        check(DataForm::Stacks, seven, most);
        check(
            DataForm::Stacks,
            "[[1]]",
            "Number of lists: 1. It should be 7.",
        );
        check(
            DataForm::Stacks,
            "[[1],[1],[],[],[],[],[]]",
            "Discs of Player 1: 2, of Player 2: 0. They take turns.",
        );
    }

    #[test]
    fn names_are_split_into_two_lines() {
        let check = |name, lines| assert_eq!(two_lines(name), lines, "{name}");
        check("Player 1 to drop", ("Player 1", "to drop"));
        check("Spieler 2 wirft ein", ("Spieler 2", "wirft ein"));
        check("Sieg für Spieler 1", ("Sieg für", "Spieler 1"));
        check("Unentschieden", ("Unentschieden", ""));
        let empty = ("Leeres Spielfeld", "Spieler 1 wirft ein");
        check("Leeres Spielfeld, Spieler 1 wirft ein", empty);
    }

    #[test]
    fn keys_press_and_focus_columns() {
        let check = |key: &str, tag: &str, at: Option<usize>, expected: Option<LessonKeyAction>| {
            assert_eq!(
                lesson_key_action(key, tag, at),
                expected,
                "{key} {tag} {at:?}"
            );
        };
        check("4", "BODY", None, Some(LessonKeyAction::Column(4)));
        check("4", "BUTTON", Some(2), Some(LessonKeyAction::Column(4)));
        check("0", "MAIN", None, Some(LessonKeyAction::Column(10)));
        check("4", "TEXTAREA", None, None);
        check("4", "SELECT", None, None);
        check("x", "BODY", None, None);
        check("F4", "BODY", None, None);
        check("ArrowRight", "BODY", None, Some(LessonKeyAction::Focus(1)));
        check(
            "ArrowRight",
            "BUTTON",
            Some(3),
            Some(LessonKeyAction::Focus(4)),
        );
        check(
            "ArrowLeft",
            "BUTTON",
            Some(3),
            Some(LessonKeyAction::Focus(2)),
        );
        // A scrollable listing or another focused button keeps the arrow keys.
        check("ArrowRight", "PRE", None, None);
        check("ArrowRight", "BUTTON", None, None);
    }

    #[test]
    fn texts_count_in_both_ways() {
        let played = game("[2]");
        let expected =
            "Player 1 dropped on c1. Counted from 0, that is row 5 from the top, column 2.";
        assert_eq!(last_drop_text(TEXT, &played), expected);
        assert_eq!(
            change_text(TEXT, &played, DataForm::Board),
            "Changed, counted from 0: row 5, place 2"
        );
        let won = game("[3, 3, 4, 4, 5, 5, 6]");
        let expected = "The line is d1 to g1: counted from 0 and from the top, (5, 3) to (5, 6).";
        assert_eq!(winning_lines_text(TEXT, &won), expected);
        assert_eq!(winning_lines_text(TEXT, &played), "");
        let full = MoveError::ColumnFull(Column::from_index(0).expect("in range"));
        assert_eq!(drop_error_text(TEXT, full), "Column a, index 0, is full.");
    }
}
