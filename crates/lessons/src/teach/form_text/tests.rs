//! Tests of the module above.

use foursight_core::Move;

use super::{DataForm as Form, FormErrorKind as Kind, *};

fn game(slots: &[usize]) -> Game {
    let drop = |slot: &usize| Move::Drop(Column::from_index(*slot).expect("in range"));
    Game::from_moves(Ruleset::STANDARD, slots.iter().map(drop)).expect("a legal game")
}

#[test]
fn every_form_reads_back() {
    let example = game(&[3, 3, 1, 2, 4, 2]);
    for form in DataForm::ALL {
        let text = form.write(&example);
        let read = form
            .read(&text)
            .unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(
            read.position().board(),
            example.position().board(),
            "{text}"
        );
    }
    assert_eq!(DataForm::Moves.write(&example), "[3, 3, 1, 2, 4, 2]");
    assert_eq!(DataForm::Moves.read("[3, 3, 1, 2, 4, 2]"), Ok(example));
    assert_eq!(DataForm::Moves.read("[]"), Ok(Game::default()));
    // As in JavaScript, the last entry may have a comma behind it.
    assert!(DataForm::Moves.read("[3, 3,]").is_ok());
}

#[track_caller]
fn check(form: DataForm, text: &str, character: Option<usize>, kind: FormErrorKind) {
    assert_eq!(
        form.read(text),
        Err(FormError { character, kind }),
        "{text}"
    );
}

#[test]
fn errors_name_the_place() {
    let column = |slot| Column::from_index(slot).expect("in range");
    check(Form::Moves, "[3, 7]", Some(5), Kind::OutOfRange(0, 6));
    // A long number saturates instead of overflowing.
    let long = "[99999999999999999999]";
    check(Form::Moves, long, Some(2), Kind::OutOfRange(0, 6));
    check(Form::Moves, "[3, x]", Some(5), Kind::UnexpectedChar('x'));
    check(Form::Moves, "[3, 3", None, Kind::UnexpectedEnd);
    check(Form::Moves, "[3 4]", Some(4), Kind::UnexpectedChar('4'));
    check(Form::Moves, "[3, 4x]", Some(6), Kind::UnexpectedChar('x'));
    check(Form::Moves, "[[3]]", Some(2), Kind::UnexpectedChar('['));
    check(Form::Moves, "", None, Kind::UnexpectedEnd);
    check(Form::Moves, "3", Some(1), Kind::UnexpectedChar('3'));
    check(Form::Board, "[1]", Some(2), Kind::UnexpectedChar('1'));
    check(Form::Board, "[[null]]", Some(3), Kind::UnexpectedChar('n'));
    check(Form::Moves, "[3] 4", Some(5), Kind::UnexpectedChar('4'));
    let full = MoveError::ColumnFull(column(2));
    check(
        Form::Moves,
        "[2,2,2,2,2,2,2]",
        Some(14),
        Kind::Move(6, full),
    );
    let over = Kind::Move(7, MoveError::GameOver);
    check(Form::Moves, "[3,4,3,4,3,4,3,4]", Some(16), over);
    check(Form::Stacks, "[[],[]]", None, Kind::ListCount(2, 7));
    check(
        Form::Stacks,
        "[[],[],[3],[],[],[],[]]",
        Some(9),
        Kind::OutOfRange(1, 2),
    );
    // Lists that contain only discs have no number for an empty cell.
    let empty = "[[],[],[0],[],[],[],[]]";
    check(Form::Stacks, empty, Some(9), Kind::OutOfRange(1, 2));
    let short = Form::Slots.write(&game(&[])).replacen("0, ", "", 1);
    check(Form::Slots, &short, Some(5), Kind::EntryCount(5, 6));
    let seven = "[[],[],[1,2,1,2,1,2,1],[],[],[],[]]";
    check(Form::Stacks, seven, Some(8), Kind::DiscCount(7, 6));
    let counts = SetupError::DiscCounts {
        first: 2,
        second: 0,
    };
    check(
        Form::Stacks,
        "[[],[1],[1],[],[],[],[]]",
        None,
        Kind::Setup(counts),
    );
    let floating = Form::Slots.write(&game(&[3])).replace("[1, 0", "[0, 1");
    let found = Form::Slots.read(&floating).expect_err("it floats");
    assert!(
        matches!(found.kind, Kind::Setup(SetupError::Floating(_))),
        "{found:?}"
    );
    let long = "[".repeat(CHARS_MAX + 1);
    check(Form::Board, &long, None, Kind::TooLong(CHARS_MAX));
}

#[test]
fn errors_in_pictures_name_the_place() {
    let picture = Form::Picture.write(&game(&[3])).replacen('🔴', "x", 1);
    let found = Form::Picture
        .read(&picture)
        .expect_err("an unexpected character");
    assert_eq!(found.kind, Kind::UnexpectedChar('x'));
    // The disc in the bottom row is behind five rows of fourteen characters and three cells.
    assert_eq!(found.character, Some(5 * 14 + 3 * 2 + 1));
    check(Form::Picture, "🟦", None, Kind::ListCount(1, 6));
    // The size is that of the lesson, even if all rows are alike.
    let narrow = "🟦 🟦 🟦 🟦 🟦 🟦\n".repeat(6);
    check(Form::Picture, &narrow, None, Kind::EntryCount(6, 7));
    let low = "🟦 🟦 🟦 🟦 🟦 🟦 🟦\n".repeat(5);
    check(Form::Picture, &low, None, Kind::ListCount(5, 6));
}

/// A picture names the first player; without that line, equal counts mean that yellow is first.
#[test]
fn a_picture_names_the_first_player() {
    let example = game(&[3, 3, 1, 2, 4, 2]);
    let ours = Form::Picture.write(&example);
    assert!(ours.ends_with("🟦 🔴 🟡 🔴 🔴 🟦 🟦\n🔴 first"), "{ours}");
    let unnamed = "🟦 🟦 🟦 🟦 🟦 🟦 🟦\n".repeat(4)
        + "🟦 🟦 🔴 🔴 🟦 🟦 🟦\n🟦 🟡 🔴 🟡 🟡 🟦 🟦\n 0  1  2  3  4  5  6\n";
    for text in [&ours, &unnamed, &(unnamed.clone() + "🟡 first")] {
        let read = Form::Picture.read(text);
        let board = read.map(|game| game.position().board());
        assert_eq!(board, Ok(example.position().board()), "{text}");
    }
    let other = Form::Picture.read(&(unnamed + "🔴 first"));
    let other = other.expect("equal counts");
    assert_ne!(other.position().board(), example.position().board());
}

proptest::proptest! {
    #[test]
    fn garbage_never_panics(text in "[\\[\\]0-9, \nfirst🟦🟡🔴a]{0,80}") {
        for form in Form::ALL {
            let _ = form.read(&text);
        }
    }
}
