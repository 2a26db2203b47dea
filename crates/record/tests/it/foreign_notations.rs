//! Positions in the notations of other programs and tutorials, copied together with the source code
//! around them, read as intended and are written in the same notation.
//!
//! The samples come from five tutorials, named by their subjects:
//!
//! | name | subject | notation |
//! |---|---|---|
//! | actions | states and actions in JavaScript | columns from the top, `null` for empty |
//! | forms | five data structures for a game | moves, rows, columns, stacks and an emoji picture |
//! | algorithms | algorithms of a game, an HTML page | rows from the top with `'red'` and `null` |
//! | scan | the search for four in a row in Elixir | diagrams and rows with `nil`, 0 and 1 |
//! | array | the board as an array | rows from the top with 0, 1 and 2 |
//!
//! Method: each row of the table has the text and the stacks that it stands for, 1 for First. The
//! test compares stacks, because a position has many orders of moves, and compares the list of
//! moves move by move as well.
//!
//! Errors in the tutorials:
//!
//! - "actions" shows a board of three columns whose last, `[1, 2, 1, 2, 1, null]`, floats if
//!   columns start at the top, as everywhere else in that tutorial. The table reads it from the
//!   bottom: 17 drops.
//! - "actions" counts `1 1 X 1` as three tiles instead of four, and explains the five of `1 1 X 1
//!   1` by counting the placed tile twice. Both are rows without a board, which are not positions.
//! - "actions" shows single columns such as `[null, null, 1, 2, 1, 2]`. A list of one column is not
//!   a position; a list of numbers is a list of moves.
//! - Lists that contain `...` are incomplete positions.

use foursight_core::{Board, Column, Player, Ruleset};
use foursight_record::{Emoji, Form, ReadOptions, write};

use crate::generators::EMOJI;

/// The example that "forms" shows in all its data structures.
const EXAMPLE: &str = "[[],[1],[2,2],[1,2],[1],[],[]]";
/// The example after one more drop.
const NEXT: &str = "[[],[1],[2,2],[1,2,1],[1],[],[]]";
const EMPTY: &str = "[[],[],[],[],[],[],[]]";

const PICTURE: &str = "\
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🔴 🔴 🟦 🟦 🟦
🟦 🟡 🔴 🟡 🟡 🟦 🟦
 0  1  2  3  4  5  6";

const NEXT_PICTURE: &str = "\
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟡 🟦 🟦 🟦
🟦 🟦 🔴 🔴 🟦 🟦 🟦
🟦 🟡 🔴 🟡 🟡 🟦 🟦
 0  1  2  3  4  5  6";

const WON_DIAGRAM: &str = "\
5   - - - - - - -
4   - - - - - - -
3   - - - - 1 - -
2   - - - 1 2 - -
1   - - 1 1 2 - -
0   - 1 2 2 2 1 -

y/x 0 1 2 3 4 5 6";

const SMALL_DIAGRAM: &str = "2   - - - \n1   - 1 - \n0   1 2 - \n\ny/x 0 1 2 ";

const FICTITIOUS: &str = "\
5   - - - 2 2 2 2
4   1 - - - - - -
3   - 1 - 1 - - 2
2   - - 1 - - - 2
1   - 1 - 1 - - 2
0   1 - - - - - 2

y/x 0 1 2 3 4 5 6";

const LETTERED_PICTURE: &str = "\
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟦 🟦 🟦 🟦
🟦 🟦 🟦 🟡 🟦 🟦 🟦
🟦 🟦 🔴 🔴 🟦 🟦 🟦
🟦 🟡 🔴 🟡 🟡 🟦 🟦
 A  B  C  D  E  F  G";

/// Source, text, and the stacks that it stands for.
const TEXTS: [(&str, &str, &str); 21] = [
    (
        "actions, example of three columns",
        "[\n  [null, null, 1],    // Column 0: Player 1 at bottom\n  [null, null, 2],    // Column 1: \
         Player 2 at bottom\n  [null, null, null]  // Column 2: Empty\n]",
        "[[1],[2],[]]",
    ),
    (
        "actions, empty state",
        "// Result:\n[\n  [null, null, null, null, null, null],  // Column 0\n  [null, null, null, null, \
         null, null],  // Column 1\n  [null, null, null, null, null, null],  // Column 2\n  [null, \
         null, null, null, null, null],  // Column 3\n  [null, null, null, null, null, null],  // \
         Column 4\n  [null, null, null, null, null, null],  // Column 5\n  [null, null, null, null, \
         null, null],  // Column 6\n]",
        EMPTY,
    ),
    ("forms, example board", PICTURE, EXAMPLE),
    (
        "forms, list of moves",
        "const game = [3, 3, 1, 2, 4, 2];",
        EXAMPLE,
    ),
    (
        "forms, board array",
        "const game = [\n    [0, 0, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, 0, \
         0],\n    [0, 0, 0, 0, 0, 0, 0],\n    [0, 0, 2, 2, 0, 0, 0],\n    [0, 1, 2, 1, 1, 0, 0]\n]",
        EXAMPLE,
    ),
    (
        "forms, list of slots",
        "const game = [\n    [0, 0, 0, 0, 0, 0],\n    [1, 0, 0, 0, 0, 0],\n    [2, 2, 0, 0, 0, 0],\n    \
         [1, 2, 0, 0, 0, 0],\n    [1, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, \
         0]\n]",
        EXAMPLE,
    ),
    (
        "forms, list of slots without empty cells",
        "const game = [[], [1], [2, 2], [1, 2], [1], [], []]",
        EXAMPLE,
    ),
    (
        "forms, string",
        "const game = (\n`🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🔴 🔴 🟦 🟦 \
         🟦\n🟦 🟡 🔴 🟡 🟡 🟦 🟦`\n);",
        EXAMPLE,
    ),
    ("forms, after the drop, numbered", NEXT_PICTURE, NEXT),
    (
        "forms, after the drop, lettered",
        "```\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟡 🟦 🟦 🟦\n🟦 🟦 🔴 🔴 🟦 🟦 🟦\n🟦 🟡 🔴 🟡 \
         🟡 🟦 🟦\n A  B  C  D  E  F  G\n```",
        NEXT,
    ),
    (
        "forms, after the drop of a named slot",
        LETTERED_PICTURE,
        NEXT,
    ),
    (
        "algorithms, one red disc",
        "// 2D array structure tells us what's in each position\nlet board = [\n    [null, null, null, \
         null, null, null, null], // Row 0 (top)\n    [null, null, null, null, null, null, null], // \
         Row 1\n    [null, null, null, null, null, null, null], // Row 2\n    [null, null, null, null, \
         null, null, null], // Row 3\n    [null, null, null, null, null, null, null], // Row 4\n    \
         [null, null, 'red', null, null, null, null]  // Row 5 (bottom)\n];",
        "[[],[],[1],[],[],[],[]]",
    ),
    (
        "algorithms, one red disc, with the tags of the page",
        "    <pre>\n// 2D array structure tells us what's in each position\nlet board = [\n    [null, null, \
         null, null, null, null, null], // Row 0 (top)\n    [null, null, null, null, null, null, null], \
         // Row 1\n    [null, null, null, null, null, null, null], // Row 2\n    [null, null, null, null, \
         null, null, null], // Row 3\n    [null, null, null, null, null, null, null], // Row 4\n    \
         [null, null, 'red', null, null, null, null]  // Row 5 (bottom)\n];</pre>",
        "[[],[],[1],[],[],[],[]]",
    ),
    (
        "scan, Player 1 wins",
        WON_DIAGRAM,
        "[[],[1],[2,1],[2,1,1],[2,2,2,1],[1],[]]",
    ),
    (
        "scan, Player 1 wins, as it is stored",
        "[[nil, nil, nil, nil, nil, nil, nil],\n [nil, nil, nil, nil, nil, nil, nil],\n [nil, nil, nil, \
         nil, 0, nil, nil],\n [nil, nil, nil, 0, 1, nil, nil],\n [nil, nil, 0, 0, 1, nil, nil],\n [nil, 0, \
         1, 1, 1, 0, nil]]",
        "[[],[1],[2,1],[2,1,1],[2,2,2,1],[1],[]]",
    ),
    ("scan, three columns", SMALL_DIAGRAM, "[[1],[2,1],[]]"),
    (
        "scan, three columns, as it is stored",
        "[[nil, nil, nil], [nil, 0, nil], [0, 1, nil]]",
        "[[1],[2,1],[]]",
    ),
    (
        "scan, in a fence",
        "```\n2   - - - \n1   - 1 - \n0   1 2 - \n\ny/x 0 1 2 \n ```",
        "[[1],[2,1],[]]",
    ),
    (
        "array, empty",
        "// 2D array representing the board\nboard = [\n  [0, 0, 0, 0, 0, 0, 0],  // Row 5 (top)\n  [0, \
         0, 0, 0, 0, 0, 0],  // Row 4\n  [0, 0, 0, 0, 0, 0, 0],  // Row 3\n  [0, 0, 0, 0, 0, 0, 0],  // \
         Row 2\n  [0, 0, 0, 0, 0, 0, 0],  // Row 1\n  [0, 0, 0, 0, 0, 0, 0]   // Row 0 (bottom)\n]\n// \
         0 = empty, 1 = player 1, 2 = player 2",
        EMPTY,
    ),
    (
        "array, empty, without its name",
        "[\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, \
         0, 0],\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, 0, 0]\n]",
        EMPTY,
    ),
    (
        "actions, not full",
        "board = [\n  [1, 2, 1, 2, 1, 2],  // Full column ✓\n  [1, 2, 1, 2, 1, 2],  // Full column ✓\n  \
         [1, 2, 1, 2, 1, null] // Not full ✗\n]",
        "[[1,2,1,2,1,2],[1,2,1,2,1,2],[1,2,1,2,1]]",
    ),
];

fn options() -> ReadOptions {
    ReadOptions::new(Ruleset::default(), &EMOJI)
}

fn game(text: &str) -> foursight_core::Game {
    let read = options().read_game(text);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn samples_read_as_intended() {
    for (source, text, stacks) in TEXTS {
        assert_eq!(write(&game(text), Form::Stacks, &EMOJI), stacks, "{source}");
    }
    // Fences, indentation and line endings do not matter.
    for (source, text, stacks) in TEXTS
        .into_iter()
        .filter(|(_, text, _)| !text.contains("```"))
    {
        let indented: Vec<_> = text.lines().map(|line| format!("    {line}")).collect();
        for copied in [
            format!("```javascript\n{text}\n```"),
            format!("```\n{text}\n ```\n"),
            format!("\n\n{text}\n\n"),
            text.replace('\n', "\r\n"),
            indented.join("\n"),
        ] {
            let read = write(&game(&copied), Form::Stacks, &EMOJI);
            assert_eq!(read, stacks, "{source}: {copied}");
        }
    }
    let moves = game("const game = [3, 3, 1, 2, 4, 2];");
    assert_eq!(write(&moves, Form::Digits, &EMOJI), "442353");
    assert!(game(WON_DIAGRAM).end().is_some());
}

#[test]
fn samples_are_written_unchanged() {
    let check = |text: &str, form, expected: &str| {
        assert_eq!(write(&game(text), form, &EMOJI), expected);
    };
    check("442353", Form::Emoji, PICTURE);
    check("4423534", Form::Emoji, NEXT_PICTURE);
    check("442353", Form::Moves, "[3,3,1,2,4,2]");
    check(
        "442353",
        Form::Rows,
        "[[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,2,2,0,0,0],[0,1,2,1,1,0,0]]",
    );
    check(
        "442353",
        Form::Columns,
        "[[0,0,0,0,0,0],[1,0,0,0,0,0],[2,2,0,0,0,0],[1,2,0,0,0,0],[1,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]]",
    );
    check("442353", Form::Stacks, EXAMPLE);
    check(WON_DIAGRAM, Form::Diagram, WON_DIAGRAM);
    // Trailing blanks do not matter.
    let small: Vec<_> = SMALL_DIAGRAM.lines().map(str::trim_end).collect();
    check(SMALL_DIAGRAM, Form::Diagram, &small.join("\n"));
    let red = write(&game("442353"), Form::Emoji, &Emoji::RED_FIRST);
    assert!(red.ends_with(" 0  1  2  3  4  5  6\n🔴 first"), "{red}");
    assert_eq!(write(&game(&red), Form::Stacks, &EMOJI), EXAMPLE);
}

#[test]
fn incomplete_samples_and_prose_are_errors() {
    for text in [
        "entries = [null, null, 1, 2, 1, 2]  // Example column",
        "colClone = [null, null, null, 1, 2, 1]",
        "[[null, null, 1, 1, 1, 2]]",
        "1 1 X 1",
        "1 1 X 1 1",
        "[\n  [topLeft, ..., bottomLeft],     // Column 0\n]",
        "board = [\n  [null, null, 1],    // Column 0\n  [null, null, 2],    // Column 1\n  ...\n]",
        "board = [\n  [1, 2, 1, 2, 1, 2],  // All full\n  [1, 2, 1, 2, 1, 2],\n  ...all columns full\n]",
        "new Array(7)  // [empty × 7]",
    ] {
        assert!(options().read_game(text).is_err(), "{text}");
    }
    for text in [
        "Let's use an example board,",
        "The board is initiated with all values as `nil` using `Map.new/2`.\nIt can be thought of as the \
         equivalent of a nested array in other programming languages, i.e. `board[ny][nx]`.",
        "* Horizontally\n* Vertically\n* Diagonally (positive)",
        "// Find lowest empty row in column\nconst rowIndex = colClone.lastIndexOf(null);",
        "Placed tile could be in middle of winning sequence:\n\n1 1 X 1\n",
    ] {
        let error = options().read_game(text).expect_err(text).to_string();
        assert!(
            error.starts_with("no position or game is seen"),
            "{text}: {error}"
        );
    }
    // A list of numbers is a list of moves, even if the tutorial means a column.
    assert_eq!(game("relevantCol = [1, 2, 1, 2, 1, 2]").moves().len(), 6);
}

/// Numbers in source code without square brackets may be data or drops; a string uses human
/// notation.
#[test]
fn values_in_source_code() {
    let both = "this may be read as moves (from 0) or as digits (from 1): say which";
    let check = |text: &str, expected: Result<&str, &str>| {
        let read = options()
            .read_game(text)
            .map(|game| write(&game, Form::Digits, &EMOJI));
        let read = read.map_err(|error| error.to_string());
        assert_eq!(read.as_deref().map_err(String::as_str), expected, "{text}");
    };
    check("(3, 3, 1)", Err(both));
    check("const game = 3, 3, 1", Err(both));
    check("const game = 3;", Err(both));
    check("3, 3, 1", Ok("331"));
    // Only one reading is a legal game.
    check("(3, 3, 0)", Ok("441"));
    check("(3, 3, 7)", Ok("337"));
    check("const game = 4453;", Ok("4453"));
    check("const game = \"4453\";", Ok("4453"));
    check("let game = 'DDEC' // so far", Ok("4453"));
    let named = |form| options().with_form(form).read_game("(3, 3, 1)");
    let digits = |form| named(form).map(|game| write(&game, Form::Digits, &EMOJI));
    assert_eq!(digits(Form::Moves), Ok("442".to_owned()));
    assert_eq!(digits(Form::Digits), Ok("331".to_owned()));
    for empty in [
        "()",
        "const game = ;",
        "const game =",
        "```javascript",
        "```\n```",
        "''",
        "<pre></pre>",
    ] {
        check(empty, Err("the position or game itself is missing"));
    }
}

/// Errors use the marks of the text.
#[test]
fn errors_name_the_marks_of_the_text() {
    let check = |text: &str, expected: &str| {
        let error = options().read_game(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    };
    let turns = "the players take turns, so First has as many or one more";
    check(
        "[['',''],['yellow','']]",
        &format!(
            "First has 0 discs and Second 1: {turns}; here 'red' is First and 'yellow' Second"
        ),
    );
    check(
        "🟦🟦\n🔴🟦\n🔴🟦\n🔴🟡",
        &format!("First has 3 discs and Second 1: {turns}; here 🔴 is First and 🟡 Second"),
    );
    check(
        "[[null,null],[0,0]]",
        &format!("First has 2 discs and Second 0: {turns}; here 0 is First and 1 Second"),
    );
    check(
        "[['',''],['red','green']]",
        "cell b1 (character 17): found \"'green'\", expected 'red' (First), 'yellow' (Second) or a sign for \
         an empty cell",
    );
    check(
        "[[1],[2],[1,1],[],[],[],[]]",
        &format!("First has 3 discs and Second 1: {turns}"),
    );
    check(
        "[[1],[],[],[],[],[],[2,2]]",
        &format!("First has 1 disc and Second 2: {turns}"),
    );
    check("[[0,0,0],[0,1],[1,2,0]]", "list 2: 2 entries, expected 3");
}

/// The columns that "actions" goes through step by step, top first, next to six empty columns.
#[test]
fn columns_of_actions() {
    let empty = ", [null, null, null, null, null, null]".repeat(6);
    let with = |column: &str| {
        let read = options().board(&format!("board = [{column}{empty}]"));
        read.unwrap_or_else(|error| panic!("{column}: {error}"))
    };
    let column = Column::from_index(0).expect("in range");
    // Three discs of player 1 above one of player 2 are not a line of four.
    let board = with("[null, null, 1, 1, 1, 2]");
    let lines = line_names(&board, Player::First, 3);
    assert_eq!(lines, ["a2-a4"]);
    // The next disc lands at index 2 from the top.
    let board = with("[null, null, null, 1, 2, 1]");
    let landing = board.landing(column).expect("not full");
    assert_eq!(6 - landing.row.number(), 2);
    assert_eq!(with("[1, 2, 1, 2, 1, 2]").landing(column), None);
}

/// The reader of boards does not guess between rows and columns either.
#[test]
fn ambiguous_boards_are_errors() {
    let check = |text: &str, expected: &str| {
        let error = options().board(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    };
    let both = "this may be read as rows or as columns: say which";
    check("[[0,0,0],[0,0,0],[1,1,0]]", both);
    // No game reaches the rows, but the columns are a game.
    check("[[0,0,0],[0,2,1],[1,2,1]]", both);
    // Discs float both as rows and as columns.
    check("[[0,1,0],[0,0,0],[0,0,1]]", both);
    let form = |form| options().with_form(form).board("[[0,0,0],[0,0,0],[1,1,0]]");
    let lines = |board: Board| line_names(&board, Player::First, 2);
    assert_eq!(form(Form::Rows).map(lines), Ok(vec!["a1-b1".to_owned()]));
    assert_eq!(form(Form::Columns).map(lines), Ok(vec!["c1-c2".to_owned()]));
    // Discs float only as columns.
    let rows = options()
        .board("[[0,0,0],[0,1,0],[0,1,0]]")
        .expect("a board");
    assert_eq!(line_names(&rows, Player::First, 2), ["b1-b2"]);
}

/// Names the lines of a player that have at least this length.
fn line_names(board: &Board, player: Player, length: u8) -> Vec<String> {
    let lines = board.lines(player, length);
    lines.iter().map(ToString::to_string).collect()
}

/// The boards that "scan" searches, one of which no game reaches, have the lines that it finds.
#[test]
fn lines_of_scan() {
    assert!(options().read_game(FICTITIOUS).is_err(), "not a game");
    let board = options().board(FICTITIOUS).expect("a board");
    let first = line_names(&board, Player::First, 4);
    assert_eq!(first, ["a1-d4", "a5-d2"]);
    let second = line_names(&board, Player::Second, 4);
    assert_eq!(second, ["d6-g6", "g1-g4"]);
    let won = game(WON_DIAGRAM).position().board();
    assert_eq!(line_names(&won, Player::First, 4), ["b1-e4"]);
    let small = options().board(SMALL_DIAGRAM).expect("a board");
    assert_eq!(line_names(&small, Player::First, 2), ["a1-b2"]);
}

#[test]
fn ambiguous_marks_are_errors() {
    let check = |text: &str, expected: &str| {
        let error = options().read_game(text).expect_err(text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    };
    check(
        "[[null,0],[0,2]]",
        "expected 0 (First) or 1 (Second), since null",
    );
    check("[['-',0],[1,2]]", "expected one sign for empty cells");
    check("[[0,0],[1,'yellow']]", "expected all discs in one way");
    check("[['red','X'],[1,2]]", "expected all discs in one way");
    // Equal counts, and all columns full or empty: nothing determines which end is the bottom.
    check(
        "[[1,2],[2,1],[0,0]]",
        "these columns may begin at the bottom or at the top",
    );
    let four = "[[0,0,0,0],[0,0,0,0],[0,0,0,2],[0,0,0,1]]";
    check(four, "this may be read as rows or as columns");
}

#[test]
fn colours_determine_who_is_first() {
    use foursight_record::DiscColour;
    let stacks = |text: &str, first| {
        let form = text.starts_with('[').then_some(Form::Rows);
        let options = ReadOptions {
            first_colour: first,
            form,
            ..options()
        };
        options
            .read_game(text)
            .map(|game| write(&game, Form::Stacks, &EMOJI))
    };
    let check = |text: &str, first, expected: &str| {
        assert_eq!(stacks(text, first).as_deref(), Ok(expected), "{text}");
    };
    // First has more discs; with equal counts it is yellow, unless the options say otherwise.
    check("🟦🟦\n🔴🟡", None, "[[2],[1]]");
    check("🟦🟦\n🔴🟡", Some(DiscColour::Red), "[[1],[2]]");
    check("🟦🟦\n🔴🟡\n🔴 first", None, "[[1],[2]]");
    check("🔴🟦\n🔴🟡", None, "[[1,1],[2]]");
    check("🟡🟦\n🔴🟡", None, "[[2,1],[1]]");
    assert!(stacks("🟦🟦\n🔴🟡\n🔴 first", Some(DiscColour::Yellow)).is_err());
    assert!(stacks("🔴🟦\n🔴🟡", Some(DiscColour::Yellow)).is_err());
    check("[['',''],['red','yellow']]", None, "[[1],[2]]");
    check(
        "[['',''],['red','yellow']]",
        Some(DiscColour::Yellow),
        "[[2],[1]]",
    );
    check("[['',''],['X','O']]", None, "[[2],[1]]");
    check("[['X',''],['X','O']]", None, "[[1,1],[2]]");
}
