//! Invalid texts yield errors with the place.

use foursight_core::Ruleset;
use foursight_record::{Form, TEXT_BYTES_MAX, parse_ruleset, read, read_as};

use crate::generators::{EMOJI, standard};

/// Checks the error of a text, both for a given and for a detected form.
fn check(form: Form, text: &str, ruleset: Ruleset, expected: &str) {
    let named = read_as(form, text, ruleset, &EMOJI);
    let named = named.err().unwrap_or_else(|| panic!("{text} was read"));
    assert_eq!(named.to_string(), expected, "{text}");
    let found = read(text, ruleset, &EMOJI);
    let found = found.err().unwrap_or_else(|| panic!("{text} was read"));
    assert_eq!(found.to_string(), expected, "{text}, its form not named");
}

#[test]
fn a_board_of_one_column() {
    let expected = "ply 1 (character 1): there is no column 2: the board has only column 1";
    check(Form::Digits, "2", standard(1, 4, 4), expected);
}

#[test]
fn drop_strings() {
    let check = |text, expected| check(Form::Digits, text, Ruleset::default(), expected);
    check("4444444", "ply 7 (character 7): column 4 is full");
    check("45 45 4547", "ply 8 (character 10): the game is over");
    check(
        "448",
        "ply 3 (character 3): there is no column 8: the board has columns 1 to 7",
    );
    check("440", "ply 3 (character 3): there is no column 0");
    check(
        "4y4",
        "ply 2 (character 2): found \"y\", expected the number of a column",
    );
    check(
        "4é4",
        "ply 2 (character 2): found \"é\", expected the number of a column",
    );
    check(
        "4P4",
        "ply 2 (character 2): this variant has no such move: pop from column 4",
    );
    check(
        "4-",
        "ply 2 (character 2): this variant has no such move: pass",
    );
    check("4,,4", "ply 2 (character 3): a move is missing");
    check(
        "4,44",
        "ply 2 (character 3): there is no column 44: the board has columns 1 to 7",
    );
    check("4,99", "ply 2 (character 3): there is no column 99");
}

#[test]
fn letters() {
    let check = |text, expected| check(Form::Letters, text, Ruleset::default(), expected);
    check("DDDDDDD", "ply 7 (character 7): column 4 is full");
    check("DH", "ply 2 (character 2): there is no column H");
    check(
        "D!",
        "ply 2 (character 2): found \"!\", expected the letter of a column (numbers only with \
         commas between them)",
    );
}

#[test]
fn moves() {
    let deep = "[".repeat(1000);
    let check = |text: &str, expected: &str| {
        check(Form::Moves, text, Ruleset::default(), expected);
    };
    let number = "the number of a column, counted from 0, or a text such as \"P4\"; a board is a list of lists";
    check("[3,3,3,3,3,3,3]", "ply 7 (character 14): column 4 is full");
    check(
        "[4,5,4,5,4,5,4,5]",
        "ply 8 (character 16): the game is over",
    );
    check(
        "[7]",
        "ply 1 (character 2): found \"7\", expected a column from 0 to 6: lists count from 0",
    );
    for word in ["-1", "4.5", "null", "x"] {
        let expected = format!("ply 2 (character 4): found {word:?}, expected {number}");
        check(&format!("[4,{word}]"), &expected);
    }
    check(
        "[\"P\"]",
        "ply 1 (character 2): found \"P\", expected the number of a column",
    );
    let end = "a comma or the end of the list, ]";
    check("[4", &format!("character 3: {end} is missing"));
    check(
        "[4,\n 5 6]",
        &format!("line 2, character 4: found \"6]\", expected {end}"),
    );
    let entry = "an entry of the list, or its end";
    check("[4,", &format!("character 4: {entry} is missing"));
    check(
        "[4,,5]",
        &format!("character 4: found \",5]\", expected {entry}"),
    );
    check(
        "[4,\"5]",
        &format!("character 4: found \"\\\"5]\", expected {entry}"),
    );
    check("[4] 5", "character 5: found \"5\", expected nothing more");
    let found = format!("found \"{}…\"", "[".repeat(20));
    check(&deep, &format!("character 3: {found}, expected {entry}"));
}

#[test]
fn variant_moves() {
    let check = |text, expected| check(Form::Notation, text, Ruleset::default(), expected);
    check(
        "pop-out 7x6/4 4444444",
        "ply 7 (character 21): column 4 is full",
    );
    check(
        "pop-out 7x6/4 4P",
        "ply 2 (character 16): the column of the move is missing",
    );
    check(
        "pop-out 7x6/4 4Q4",
        "ply 2 (character 16): found \"Q\", expected a column, or a column after P (pop), A, B, W, D (power discs) or T (target)",
    );
    check(
        "power-up 7x6/4 A1A2A1",
        "ply 3 (character 20): you have no anvil left",
    );
    check(
        "pop-ten 7x6/4 11",
        "ply 2 (character 16): column 1 is ahead: fill the row first",
    );
    check(
        "standard 7x6/4 4 4 9",
        "ply 3 (character 20): there is no column 9: the board has columns 1 to 7",
    );
    check(
        "standard 17x7/4 a",
        "character 10: a 17x7 board is too large: (height + 1) x width is 136 and may be at most 128",
    );
    check(
        "standard 12x7/4 12",
        "ply 1 (character 17): found \"1\", expected the letter of a column (numbers only with commas between them)",
    );
}

#[test]
fn arrays() {
    let four = standard(4, 3, 3);
    let rows = |text, expected| check(Form::Rows, text, four, expected);
    rows(
        "[[0,0,0,0],[1,0,0,0],[0,1,2,0]]",
        "cell a2: the disc on a2 floats above an empty cell",
    );
    rows(
        "[[0,0,0,0],[0,0,0,0],[0,1,1,0]]",
        "First has 2 discs and Second 0: the players take turns, so First has as many or one more",
    );
    rows(
        "[[0,0,0,0],[0,0,0,0],[0,1,3,0]]",
        "cell c1 (character 27): found \"3\", expected 0 (empty), 1 (First) or 2 (Second)",
    );
    rows(
        "[[0,0,0,0],[0,0,0,0],[0,1,2]]",
        "row 1 from the bottom: 3 entries, expected 4",
    );
    rows(
        "[[0,0,0,0],[2,2,2,0],[1,1,1,0]]",
        "both players have a line",
    );
    rows(
        "[[0,0,0,0],[2,2,0,0],[1,1,1,2]]",
        "the game went on after First had completed a line",
    );
    let columns = |text, expected| check(Form::Columns, text, four, expected);
    columns(
        "[[0,1,0],[0,0,0],[0,0,0],[0,0,0]]",
        "cell a2: the disc on a2 floats above an empty cell",
    );
    columns(
        "[[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0]]",
        "list 5: 1 entry, expected 3",
    );
    columns(
        "[[0,0,0],[0,0,0,0],[0,0,0],[0,0,0]]",
        "column 2: 4 entries, expected 3",
    );
    let stacks = |text, expected| check(Form::Stacks, text, four, expected);
    stacks(
        "[[1],[2],[7],[]]",
        "cell c1 (character 11): found \"7\", expected 1 (First) or 2 (Second)",
    );
    stacks(
        "[[2],[],[],[]]",
        "First has 0 discs and Second 1: the players take turns, so First has as many or one more",
    );
    // First's only disc lies above Second's, but First begins.
    stacks(
        "[[2,1],[],[],[]]",
        "no order of turns fills the columns this way",
    );
    stacks("[[1],[2],[1,2,1,2],[]]", "column 3: 4 entries, expected 3");
}

#[test]
fn square_boards_are_ambiguous() {
    let four = standard(4, 4, 4);
    let text = "[[0,0,0,0],[0,0,0,0],[0,0,0,2],[0,0,0,1]]";
    assert!(read_as(Form::Columns, text, four, &EMOJI).is_ok());
    assert!(read_as(Form::Rows, text, four, &EMOJI).is_ok());
    let error = read(text, four, &EMOJI).expect_err("rows and columns differ");
    assert_eq!(
        error.to_string(),
        "this may be read as rows or as columns: say which"
    );
    // Only one form yields a game here.
    let game = read("[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,1,2,0]]", four, &EMOJI);
    assert_eq!(game.map(|game| game.moves().len()), Ok(2));
}

#[test]
fn pictures() {
    let four = standard(4, 2, 3);
    let emoji = |text, expected| check(Form::Emoji, text, four, expected);
    emoji(
        "🔴⚪⚪⚪\n⚪⚪⚪⚪",
        "cell a2: the disc on a2 floats above an empty cell",
    );
    emoji(
        "⚪⚪⚪⚪\n🔴🟢⚪⚪",
        "cell b1 (line 2, character 2): found \"🟢\", expected an empty cell or a disc",
    );
    emoji("⚪⚪⚪⚪", "1 row, expected 2");
    emoji(
        "⚪⚪⚪⚪\n⚪⚪⚪⚪⚪",
        "row 1 from the bottom: 5 entries, expected 4",
    );
    emoji(
        "⚪⚪⚪⚪\n🔴⚪🔴⚪",
        "First has 2 discs and Second 0: the players take turns, so First has as many or one more; here 🔴 \
         is First and 🟡 Second",
    );
    let diagram = |text: &str, expected: &str| check(Form::Diagram, text, four, expected);
    diagram(
        "1 1 - - -\n0 - - - -\n  1 2 3 4",
        "cell a2: the disc on a2 floats above an empty cell",
    );
    diagram(
        "1 - - - -\n0 - 3 - -\n  1 2 3 4",
        "cell b1 (line 2, character 5): found \"3\", expected an empty cell or a disc",
    );
    diagram(
        "1 - - - -\n0 - A - -\n  1 2 3 4",
        "cell b1: this variant has no power disc as on b1",
    );
    diagram(
        "2 - - - -\n1 - - - -\n  1 2 3 4",
        "character 1: found \"2\", expected row numbers at the left, down to 0 at the bottom",
    );
    diagram(
        "1 - - - -\n0 - - -\n  1 2 3 4",
        "row 1 from the bottom: 3 entries, expected 4",
    );
    diagram(
        "1 - - - -\n0 - - - -\n  1 2 4 3",
        "line 3, character 7: found \"4\", expected the columns below the board, from 0, 1 or A and one by one",
    );
    diagram(
        "1 - - - -\n0 - - - -\n  1 2 3",
        "3 column numbers below the board, expected 4",
    );
    diagram("0 - - - -\n  1 2 3 4", "1 row, expected 2");
    let rows = "expected row numbers at the left, down to";
    diagram(
        "1 - - - -\n  1 2 3 4",
        &format!("character 1: found \"1\", {rows} 0 at the bottom"),
    );
    diagram(
        "2 ....\n1 .O..\n0 .X..",
        &format!("character 1: found \"2\", {rows} 1 at the bottom"),
    );
    diagram(
        "1 ....\n0 .O..",
        "character 1: found \"1\", expected row numbers at the left, down to 1 at the bottom",
    );
    diagram(
        "2 . . . .\n1 . 1 . .",
        "cell b1 (line 2, character 5): found \"1\", expected an empty cell or a disc",
    );
}

#[test]
fn positions() {
    let check = |text, expected| check(Form::Position, text, Ruleset::default(), expected);
    check(
        "standard 7x6/4 //12/2//1/ 2",
        "character 27: by the discs it is First's turn",
    );
    check(
        "standard 7x6/4 //12/2//1 1",
        "character 16: 6 stacks, expected 7",
    );
    check(
        "standard 7x6/4 //12/2//3/ 1",
        "character 24: found \"3\", expected 1 (First), 2 (Second), a power disc (ABWD, abwd) or /",
    );
    check(
        "standard 7x6/4 1212121////// 1",
        "character 22: at most 6 discs in a stack are allowed",
    );
    check(
        "standard 7x6/4 //A//// 1",
        "cell c1: this variant has no power disc as on c1",
    );
    check(
        "standard 7x6/4 ////// 3",
        "character 23: found \"3\", expected the player to move, 1 or 2",
    );
    check(
        "standard 7x6/4 ////// 1 1",
        "character 25: found \"1\", expected nothing after the player to move but moves=…",
    );
    check(
        "pop-out 7x6/4 ///1/// 2",
        "a board alone does not determine a pop-out position; give its moves as well",
    );
    check(
        "five-in-a-row 9x6/5 1//////// 1",
        "the discs with which this variant starts are not all there",
    );
}

#[test]
fn boards_that_contradict_their_moves() {
    let pop_out = parse_ruleset("pop-out 3x2/3").expect("a ruleset");
    let check = |form, text, expected| check(form, text, pop_out, expected);
    let other = "cell b1: by the moves beside the board this is empty";
    check(
        Form::Rows,
        r#"[[0,0,0],[1,1,0],"12P1"]"#,
        "cell a1: by the moves beside the board this is empty",
    );
    check(Form::Columns, r#"[[1,0],[2,0],[0,0],"1"]"#, other);
    check(Form::Stacks, r#"[[1],[2],[],"1"]"#, other);
    check(Form::Emoji, "⚪⚪⚪\n🟡🔴⚪\nmoves: 1", other);
    check(Form::Diagram, "1 ---\n0 12-\n  1 2 3\nmoves: 1", other);
    check(Form::Position, "1/2/ 1 moves=1", other);
    check(
        Form::Stacks,
        r#"[[2],[2],[],"12"]"#,
        "cell a1: by the moves beside the board First's disc is here",
    );
    check(
        Form::Position,
        "power-up ///1/// 2 moves=A4",
        "cell d1: by the moves beside the board First's anvil is here",
    );
    // The attached moves must be legal.
    check(
        Form::Rows,
        r#"[[0,0,0],[1,0,0],"1P2"]"#,
        "ply 2: the disc at the bottom of column 2 is not yours",
    );
    check(
        Form::Emoji,
        "⚪⚪⚪\n🔴⚪⚪\nmoves: 14",
        "ply 2 (line 3, character 9): there is no column 4: the board has columns 1 to 3",
    );
    check(
        Form::Position,
        "1// 1 moves=1",
        "character 5: by the discs it is Second's turn",
    );
    // Only one line below a picture may hold moves.
    check(
        Form::Emoji,
        "⚪⚪⚪\n🔴⚪⚪\nmoves: 1\nmoves: 1",
        "line 4, character 1: found \"moves: 1\", expected nothing more",
    );
}

#[test]
fn positions_that_contradict_their_state() {
    let power_up = parse_ruleset("power-up").expect("a ruleset");
    let check = |text, found| {
        let expected = format!("{found}, expected what the position holds besides its discs");
        check(Form::Position, text, power_up, &expected);
    };
    check(
        "///A/// 2 stock=ABWDabwd moves=A4",
        "character 11: found \"stock=ABWDabwd\"",
    );
    check(
        "///A/// 2 strike moves=A4",
        "character 11: found \"strike\"",
    );
}

#[test]
fn ten_megabytes_are_rejected_before_parsing() {
    for start in ["", "[", "[[", "{\"a\":", "⚪", "5 -\n", "standard 7x6/4 "] {
        let text = start.to_owned() + &"4".repeat(10_000_000);
        let expected = format!(
            "{} bytes are too many: a position or game has at most {TEXT_BYTES_MAX}",
            text.len()
        );
        let error = read(&text, Ruleset::default(), &EMOJI).expect_err("too long");
        assert_eq!(error.to_string(), expected);
        for form in Form::ALL {
            let error = read_as(form, &text, Ruleset::default(), &EMOJI).expect_err("too long");
            assert_eq!(error.to_string(), expected);
        }
    }
}
