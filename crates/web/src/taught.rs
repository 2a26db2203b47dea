//! What the demos of the course say about a game. Beside code things count from 0, and people count from 1,
//! so every sentence says which it is, or both.

use foursight_core::{Game, MoveError, Outcome, Row, SetupError, Space};
use foursight_lessons::teach::forms::ROWS;
use foursight_lessons::teach::number;
use foursight_lessons::teach::written::{Form, Misread, Why};

use crate::reasons;
use crate::text::{Message as M, Text};

/// The letter of a column by its index.
#[must_use]
pub fn letter(index: usize) -> char {
    char::from(b'a'.saturating_add(index.min(25) as u8))
}

/// Why a drop is refused, where columns have a letter and an index.
#[must_use]
pub fn refusal(text: Text, error: MoveError) -> String {
    match error {
        MoveError::ColumnFull(column) => {
            let index = column.index();
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("letter", &letter(index)), ("index", &index)];
            text.with(M::LessonFull, &parts)
        }
        _ => reasons::refusal(text, error),
    }
}

/// The row of a space in a list whose first row is the top one, and its column, both from 0.
fn listed(game: &Game, space: Space) -> (usize, usize) {
    let height = usize::from(game.position().grid().height());
    let row = height.saturating_sub(1 + space.row.index());
    (row, space.column.index())
}

/// The space of the last drop.
fn last_space(game: &Game) -> Option<Space> {
    let column = game.moves().last()?.column()?;
    let grid = game.position().grid();
    let lies = |row: &Row| grid.disc_at(Space { column, row: *row }).is_some();
    let row = grid.rows().take_while(lies).last()?;
    Some(Space { column, row })
}

/// Where the last disc lies, as people say it and as lists count.
#[must_use]
pub fn dropped(text: Text, game: &Game) -> String {
    let Some(space) = last_space(game) else {
        return text.get(M::NoMoves).to_owned();
    };
    let (row, index) = listed(game, space);
    let owner = game
        .position()
        .grid()
        .disc_at(space)
        .map(|disc| number(disc.owner));
    let parts: [(&str, &dyn std::fmt::Display); 4] = [
        ("number", &owner.unwrap_or(0)),
        ("space", &space),
        ("row", &row),
        ("index", &index),
    ];
    text.with(M::LessonDropped, &parts)
}

/// The lines that have won, as people say them and as lists count; nothing if there are none.
#[must_use]
pub fn lines(text: Text, game: &Game) -> String {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return String::new();
    };
    let said = lines.iter().map(|line| {
        let ends = [line.start(), line.end()];
        let [from, to] = ends.map(|space| format!("{:?}", listed(game, space)));
        let parts: [(&str, &dyn std::fmt::Display); 4] = [
            ("start", &ends[0]),
            ("end", &ends[1]),
            ("from", &from),
            ("to", &to),
        ];
        text.with(M::LessonLine, &parts)
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Why a text is no game.
#[must_use]
pub fn misread(text: Text, error: Misread) -> String {
    let two = |message, found: usize, wanted: usize| {
        text.with(message, &[("found", &found), ("wanted", &wanted)])
    };
    let why = match error.why {
        Why::Sign(sign) => text.with(M::MisreadSign, &[("sign", &sign)]),
        Why::Ends => text.get(M::MisreadEnds).to_owned(),
        Why::Long(most) => text.with(M::MisreadLong, &[("most", &most)]),
        Why::Lists(found, wanted) => two(M::MisreadLists, found, wanted),
        Why::Entries(found, wanted) => two(M::MisreadEntries, found, wanted),
        Why::Discs(found, wanted) => two(M::MisreadDiscs, found, wanted),
        Why::Number(least, most) => {
            text.with(M::MisreadNumber, &[("least", &least), ("most", &most)])
        }
        Why::Move(index, MoveError::GameOver) => text.with(M::MisreadOver, &[("index", &index)]),
        Why::Move(index, error) => {
            let reason = refusal(text, error);
            text.with(M::MisreadMove, &[("index", &index), ("reason", &reason)])
        }
        Why::Setup(SetupError::Floating(space)) => {
            text.with(M::MisreadFloating, &[("space", &space)])
        }
        Why::Setup(SetupError::DiscCounts { first, second }) => {
            text.with(M::MisreadCounts, &[("first", &first), ("second", &second)])
        }
        Why::Setup(SetupError::TwoWinners) => text.get(M::MisreadTwoWinners).to_owned(),
        Why::Setup(SetupError::PlayedOn(_)) => text.get(M::MisreadPlayedOn).to_owned(),
        Why::Setup(_) => text.get(M::MisreadUnreachable).to_owned(),
    };
    match error.character {
        Some(at) => text.with(M::MisreadAt, &[("character", &at), ("why", &why)]),
        None => why,
    }
}

/// What the last drop has changed in a form.
#[must_use]
pub fn changed(text: Text, game: &Game, form: Form) -> String {
    let Some(column) = game.moves().last().and_then(|step| step.column()) else {
        return String::new();
    };
    let height = game.position().grid().stack(column).count();
    let (slot, place) = (column.index(), height.saturating_sub(1));
    let row = ROWS.saturating_sub(height);
    let parts: [(&str, &dyn std::fmt::Display); 3] =
        [("slot", &slot), ("place", &place), ("row", &row)];
    let message = match form {
        Form::Moves => M::ChangedMoves,
        Form::Grid => M::ChangedGrid,
        Form::Slots => M::ChangedSlots,
        Form::Stacks => M::ChangedStacks,
        Form::Picture => M::ChangedPicture,
    };
    text.with(message, &parts)
}

/// A name in two lines: where it has a comma, else in the middle; one that is short stays in one line.
#[must_use]
pub fn two_lines(name: &str) -> (&str, &str) {
    const SHORT: usize = 14;
    if let Some(lines) = name.split_once(", ") {
        return lines;
    }
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    let middle = spaces.min_by_key(|at| at.abs_diff(name.len() / 2));
    match middle.filter(|_| name.chars().count() > SHORT) {
        Some(at) => (&name[..at], &name[at + 1..]),
        None => (name, ""),
    }
}

/// What a key does on the page of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// It presses the column of this number.
    Column(usize),
    /// It gives the focus to the column of this number.
    Focus(usize),
}

/// What a key does while an element of this tag has the focus, which may be the column of a number. Digits
/// are columns wherever nobody writes or picks; arrows go from column to column, and to the first one from
/// nowhere.
#[must_use]
pub fn pressed(key: &str, tag: &str, at: Option<usize>) -> Option<Pressed> {
    let tag = tag.to_ascii_lowercase();
    if ["input", "textarea", "select"].contains(&tag.as_str()) {
        return None;
    }
    let by = match key {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => {
            let digit: usize = key.parse().ok().filter(|_| key.len() == 1)?;
            return Some(Pressed::Column(if digit == 0 { 10 } else { digit }));
        }
    };
    match at {
        Some(at) => Some(Pressed::Focus(at.saturating_add_signed(by))),
        None if ["body", "main"].contains(&tag.as_str()) => Some(Pressed::Focus(1)),
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
        Form::Moves.read(slots).expect("a legal game")
    }

    #[test]
    fn what_is_no_game_says_how_it_counts() {
        let check = |form: Form, written: &str, expected: &str| {
            let error = form.read(written).expect_err(written);
            assert_eq!(misread(TEXT, error), expected, "{written}");
        };
        let seventh = "Character 20: Entry 6, counted from 0: Column c, index 2, is full.";
        check(Form::Moves, "[2, 2, 2, 2, 2, 2, 2]", seventh);
        let over = "Character 23: Entry 7, counted from 0, comes after the game has ended.";
        check(Form::Moves, "[3, 4, 3, 4, 3, 4, 3, 4]", over);
        let slot = "Character 2: Only the numbers 0 to 6 mean something here.";
        check(Form::Moves, "[99999999999999999999]", slot);
        let seven = "[[],[],[1,2,1,2,1,2,1],[],[],[],[]]";
        let most = "Character 8: Discs in this slot: 7. It holds at most 6.";
        check(Form::Stacks, seven, most);
        check(Form::Stacks, "[[1]]", "Number of lists: 1. It should be 7.");
        check(
            Form::Stacks,
            "[[1],[1],[],[],[],[],[]]",
            "Discs of Player 1: 2, of Player 2: 0. They take turns.",
        );
    }

    #[test]
    fn names_fit_their_boxes() {
        let check = |name, lines| assert_eq!(two_lines(name), lines, "{name}");
        check("Player 1 to drop", ("Player 1", "to drop"));
        check("Spieler 2 wirft ein", ("Spieler 2", "wirft ein"));
        check("Sieg für Spieler 1", ("Sieg für", "Spieler 1"));
        check("Unentschieden", ("Unentschieden", ""));
        let empty = ("Leeres Spielfeld", "Spieler 1 wirft ein");
        check("Leeres Spielfeld, Spieler 1 wirft ein", empty);
    }

    #[test]
    fn keys_reach_the_columns() {
        let check = |key: &str, tag: &str, at: Option<usize>, expected: Option<Pressed>| {
            assert_eq!(pressed(key, tag, at), expected, "{key} {tag} {at:?}");
        };
        check("4", "BODY", None, Some(Pressed::Column(4)));
        check("4", "BUTTON", Some(2), Some(Pressed::Column(4)));
        check("0", "MAIN", None, Some(Pressed::Column(10)));
        check("4", "TEXTAREA", None, None);
        check("4", "SELECT", None, None);
        check("x", "BODY", None, None);
        check("F4", "BODY", None, None);
        check("ArrowRight", "BODY", None, Some(Pressed::Focus(1)));
        check("ArrowRight", "BUTTON", Some(3), Some(Pressed::Focus(4)));
        check("ArrowLeft", "BUTTON", Some(3), Some(Pressed::Focus(2)));
        // Whoever scrolls a listing or stands on another button keeps the arrows.
        check("ArrowRight", "PRE", None, None);
        check("ArrowRight", "BUTTON", None, None);
    }

    #[test]
    fn both_ways_of_counting_are_said() {
        let played = game("[2]");
        let said = "Player 1 dropped on c1. Counted from 0, that is row 5 from the top, column 2.";
        assert_eq!(dropped(TEXT, &played), said);
        assert_eq!(
            changed(TEXT, &played, Form::Grid),
            "Changed, counted from 0: row 5, place 2"
        );
        let won = game("[3, 3, 4, 4, 5, 5, 6]");
        let said = "The line is d1 to g1: counted from 0 and from the top, (5, 3) to (5, 6).";
        assert_eq!(lines(TEXT, &won), said);
        assert_eq!(lines(TEXT, &played), "");
        let full = MoveError::ColumnFull(Column::from_index(0).expect("in range"));
        assert_eq!(refusal(TEXT, full), "Column a, index 0, is full.");
    }
}
