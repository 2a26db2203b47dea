//! Every text of the documents that the game was planned by reads as its document means it, and is
//! written as it stands there.
//!
//! Method: a row has the text, copied with all that belongs to the program around it, and the stacks
//! that it means, 1 for First. A position has many orders of moves, so stacks are compared; the list
//! of moves is compared move by move as well.
//!
//! Slips of the documents:
//!
//! - 000 shows a grid of three columns of which the last, `[1, 2, 1, 2, 1, null]`, floats in the
//!   document's own order, top first. It rests bottom first, and so the table has it: a game of 17 drops.
//! - 000 counts `1 1 X 1` as three tiles where there are four, and `1 1 X 1 1`, two and two and the
//!   one between, as five, counting the placed one twice in words only. Both are rows without a grid:
//!   no positions.
//! - 000 shows single columns such as `[null, null, 1, 2, 1, 2]`. An array of one column is no
//!   position; one of numbers alone is a list of moves, as all such lists are.
//! - Lists with `...` in them are no whole positions.

use foursight_core::{At, Column, Direction, Grid, Player, Ruleset};
use foursight_record::{Emoji, Form, How, write};

use crate::kit::EMOJI;

/// The example that 001 writes in all its forms.
const EXAMPLE: &str = "[[],[1],[2,2],[1,2],[1],[],[]]";
/// The same one drop later.
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

/// Document, text, and the stacks that it means.
const TEXTS: [(&str, &str, &str); 21] = [
    (
        "000, example of three columns",
        "[\n  [null, null, 1],    // Column 0: Player 1 at bottom\n  [null, null, 2],    // Column 1: \
         Player 2 at bottom\n  [null, null, null]  // Column 2: Empty\n]",
        "[[1],[2],[]]",
    ),
    (
        "000, empty state",
        "// Result:\n[\n  [null, null, null, null, null, null],  // Column 0\n  [null, null, null, null, \
         null, null],  // Column 1\n  [null, null, null, null, null, null],  // Column 2\n  [null, \
         null, null, null, null, null],  // Column 3\n  [null, null, null, null, null, null],  // \
         Column 4\n  [null, null, null, null, null, null],  // Column 5\n  [null, null, null, null, \
         null, null],  // Column 6\n]",
        EMPTY,
    ),
    ("001, example grid", PICTURE, EXAMPLE),
    (
        "001, list of moves",
        "const game = [3, 3, 1, 2, 4, 2];",
        EXAMPLE,
    ),
    (
        "001, grid array",
        "const game = [\n    [0, 0, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, 0, \
         0],\n    [0, 0, 0, 0, 0, 0, 0],\n    [0, 0, 2, 2, 0, 0, 0],\n    [0, 1, 2, 1, 1, 0, 0]\n]",
        EXAMPLE,
    ),
    (
        "001, list of slots",
        "const game = [\n    [0, 0, 0, 0, 0, 0],\n    [1, 0, 0, 0, 0, 0],\n    [2, 2, 0, 0, 0, 0],\n    \
         [1, 2, 0, 0, 0, 0],\n    [1, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, 0],\n    [0, 0, 0, 0, 0, \
         0]\n]",
        EXAMPLE,
    ),
    (
        "001, list of slots without empty spaces",
        "const game = [[], [1], [2, 2], [1, 2], [1], [], []]",
        EXAMPLE,
    ),
    (
        "001, string",
        "const game = (\n`🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🔴 🔴 🟦 🟦 \
         🟦\n🟦 🟡 🔴 🟡 🟡 🟦 🟦`\n);",
        EXAMPLE,
    ),
    ("001, after the drop, numbered", NEXT_PICTURE, NEXT),
    (
        "001, after the drop, lettered",
        "```\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n🟦 🟦 🟦 🟡 🟦 🟦 🟦\n🟦 🟦 🔴 🔴 🟦 🟦 🟦\n🟦 🟡 🔴 🟡 \
         🟡 🟦 🟦\n A  B  C  D  E  F  G\n```",
        NEXT,
    ),
    (
        "001, after the drop of a named slot",
        LETTERED_PICTURE,
        NEXT,
    ),
    (
        "002, one red disc",
        "// 2D array structure tells us what's in each position\nlet board = [\n    [null, null, null, \
         null, null, null, null], // Row 0 (top)\n    [null, null, null, null, null, null, null], // \
         Row 1\n    [null, null, null, null, null, null, null], // Row 2\n    [null, null, null, null, \
         null, null, null], // Row 3\n    [null, null, null, null, null, null, null], // Row 4\n    \
         [null, null, 'red', null, null, null, null]  // Row 5 (bottom)\n];",
        "[[],[],[1],[],[],[],[]]",
    ),
    (
        "002, one red disc, with the tags of the page",
        "    <pre>\n// 2D array structure tells us what's in each position\nlet board = [\n    [null, null, \
         null, null, null, null, null], // Row 0 (top)\n    [null, null, null, null, null, null, null], \
         // Row 1\n    [null, null, null, null, null, null, null], // Row 2\n    [null, null, null, null, \
         null, null, null], // Row 3\n    [null, null, null, null, null, null, null], // Row 4\n    \
         [null, null, 'red', null, null, null, null]  // Row 5 (bottom)\n];</pre>",
        "[[],[],[1],[],[],[],[]]",
    ),
    (
        "003, Player 1 wins",
        WON_DIAGRAM,
        "[[],[1],[2,1],[2,1,1],[2,2,2,1],[1],[]]",
    ),
    (
        "003, Player 1 wins, as it is stored",
        "[[nil, nil, nil, nil, nil, nil, nil],\n [nil, nil, nil, nil, nil, nil, nil],\n [nil, nil, nil, \
         nil, 0, nil, nil],\n [nil, nil, nil, 0, 1, nil, nil],\n [nil, nil, 0, 0, 1, nil, nil],\n [nil, 0, \
         1, 1, 1, 0, nil]]",
        "[[],[1],[2,1],[2,1,1],[2,2,2,1],[1],[]]",
    ),
    ("003, three columns", SMALL_DIAGRAM, "[[1],[2,1],[]]"),
    (
        "003, three columns, as it is stored",
        "[[nil, nil, nil], [nil, 0, nil], [0, 1, nil]]",
        "[[1],[2,1],[]]",
    ),
    (
        "003, in a fence",
        "```\n2   - - - \n1   - 1 - \n0   1 2 - \n\ny/x 0 1 2 \n ```",
        "[[1],[2,1],[]]",
    ),
    (
        "004, empty",
        "// 2D array representing the board\nboard = [\n  [0, 0, 0, 0, 0, 0, 0],  // Row 5 (top)\n  [0, \
         0, 0, 0, 0, 0, 0],  // Row 4\n  [0, 0, 0, 0, 0, 0, 0],  // Row 3\n  [0, 0, 0, 0, 0, 0, 0],  // \
         Row 2\n  [0, 0, 0, 0, 0, 0, 0],  // Row 1\n  [0, 0, 0, 0, 0, 0, 0]   // Row 0 (bottom)\n]\n// \
         0 = empty, 1 = player 1, 2 = player 2",
        EMPTY,
    ),
    (
        "004, empty, without its name",
        "[\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, \
         0, 0],\n  [0, 0, 0, 0, 0, 0, 0],\n  [0, 0, 0, 0, 0, 0, 0]\n]",
        EMPTY,
    ),
    (
        "000, not full",
        "board = [\n  [1, 2, 1, 2, 1, 2],  // Full column ✓\n  [1, 2, 1, 2, 1, 2],  // Full column ✓\n  \
         [1, 2, 1, 2, 1, null] // Not full ✗\n]",
        "[[1,2,1,2,1,2],[1,2,1,2,1,2],[1,2,1,2,1]]",
    ),
];

fn how() -> How {
    How::new(Ruleset::default(), &EMOJI)
}

fn game(text: &str) -> foursight_core::Game {
    let read = how().game(text);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_text_means_what_its_document_says() {
    for (document, text, stacks) in TEXTS {
        assert_eq!(
            write(&game(text), Form::Stacks, &EMOJI),
            stacks,
            "{document}"
        );
    }
    // However it was copied.
    for (document, text, stacks) in TEXTS
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
            assert_eq!(read, stacks, "{document}: {copied}");
        }
    }
    let moves = game("const game = [3, 3, 1, 2, 4, 2];");
    assert_eq!(write(&moves, Form::Digits, &EMOJI), "442353");
    assert!(game(WON_DIAGRAM).end().is_some());
}

#[test]
fn what_the_documents_show_is_written_so() {
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
    // Blanks at the ends of lines do not matter.
    let small: Vec<_> = SMALL_DIAGRAM.lines().map(str::trim_end).collect();
    check(SMALL_DIAGRAM, Form::Diagram, &small.join("\n"));
    let red = write(&game("442353"), Form::Emoji, &Emoji::RED_FIRST);
    assert!(red.ends_with(" 0  1  2  3  4  5  6\n🔴 first"), "{red}");
    assert_eq!(write(&game(&red), Form::Stacks, &EMOJI), EXAMPLE);
}

#[test]
fn slips_of_the_documents() {
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
        assert!(how().game(text).is_err(), "{text}");
    }
    for text in [
        "Let's use an example grid,",
        "The board is initiated with all values as `nil` using `Map.new/2`.\nIt can be thought of as the \
         equivalent of a nested array in other programming languages, i.e. `board[ny][nx]`.",
        "* Horizontally\n* Vertically\n* Diagonally (positive)",
        "// Find lowest empty row in column\nconst rowIndex = colClone.lastIndexOf(null);",
        "Placed tile could be in middle of winning sequence:\n\n1 1 X 1\n",
    ] {
        let error = how().game(text).expect_err(text).to_string();
        assert!(
            error.starts_with("no position or game is seen"),
            "{text}: {error}"
        );
    }
    // A list of numbers is a list of moves, whatever the document says about it.
    assert_eq!(game("relevantCol = [1, 2, 1, 2, 1, 2]").moves().len(), 6);
}

/// Numbers in a program without square brackets may be data or drops; a text in quotes is people's.
#[test]
fn values_of_programs() {
    let both = "this may be read as moves (from 0) or as digits (from 1): say which";
    let check = |text: &str, expected: Result<&str, &str>| {
        let read = how()
            .game(text)
            .map(|game| write(&game, Form::Digits, &EMOJI));
        let read = read.map_err(|error| error.to_string());
        assert_eq!(read.as_deref().map_err(String::as_str), expected, "{text}");
    };
    check("(3, 3, 1)", Err(both));
    check("const game = 3, 3, 1", Err(both));
    check("const game = 3;", Err(both));
    check("3, 3, 1", Ok("331"));
    // Only one of them is a game.
    check("(3, 3, 0)", Ok("441"));
    check("(3, 3, 7)", Ok("337"));
    check("const game = 4453;", Ok("4453"));
    check("const game = \"4453\";", Ok("4453"));
    check("let game = 'DDEC' // so far", Ok("4453"));
    let named = |form| how().with_form(form).game("(3, 3, 1)");
    let digits = |form| named(form).map(|game| write(&game, Form::Digits, &EMOJI));
    assert_eq!(digits(Form::Moves), Ok("442".to_owned()));
    assert_eq!(digits(Form::Digits), Ok("331".to_owned()));
    for nothing in [
        "()",
        "const game = ;",
        "const game =",
        "```javascript",
        "```\n```",
        "''",
        "<pre></pre>",
    ] {
        check(nothing, Err("the position or game itself is missing"));
    }
}

/// What is wrong is told with the marks of the text, not with ours.
#[test]
fn refusals_name_what_was_written() {
    let check = |text: &str, expected: &str| {
        let error = how().game(text).expect_err(text);
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
        "space b1 (character 17): found \"'green'\", expected 'red' (First), 'yellow' (Second) or a sign for \
         an empty space",
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

/// The columns that 000 follows step by step, top first, beside six that are empty.
#[test]
fn the_columns_of_000() {
    let empty = ", [null, null, null, null, null, null]".repeat(6);
    let with = |column: &str| {
        let read = how().grid(&format!("board = [{column}{empty}]"));
        read.unwrap_or_else(|error| panic!("{column}: {error}"))
    };
    let column = Column::from_index(0).expect("in range");
    // Three of Player 1 above one of Player 2: no line of four.
    let grid = with("[null, null, 1, 1, 1, 2]");
    let run = |connect| grid.scan(Player::First, Direction::Vertical, connect);
    assert_eq!((run(3).start, run(3).count), (At { y: 1, x: 0 }, 3));
    assert_eq!(run(4).count, 0);
    // The next disc falls to index 2 from the top.
    let grid = with("[null, null, null, 1, 2, 1]");
    let landing = grid.landing(column).expect("not full");
    assert_eq!(6 - landing.row.number(), 2);
    assert_eq!(with("[1, 2, 1, 2, 1, 2]").landing(column), None);
}

/// Rows or columns, whether they are games or not: a grid is not guessed either.
#[test]
fn grids_that_may_be_two_are_refused() {
    let check = |text: &str, expected: &str| {
        let error = how().grid(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    };
    let both = "this may be read as rows or as columns: say which";
    check("[[0,0,0],[0,0,0],[1,1,0]]", both);
    // Rows that no play leads to, and columns that are a game.
    check("[[0,0,0],[0,2,1],[1,2,1]]", both);
    // Discs float either way.
    check("[[0,1,0],[0,0,0],[0,0,1]]", both);
    let form = |form| how().with_form(form).grid("[[0,0,0],[0,0,0],[1,1,0]]");
    let count = |grid: Grid| grid.scan(Player::First, Direction::Horizontal, 2).count;
    assert_eq!(form(Form::Rows).map(count), Ok(2));
    assert_eq!(form(Form::Columns).map(count), Ok(0));
    // In one way they rest.
    let rows = how().grid("[[0,0,0],[0,1,0],[0,1,0]]").expect("a grid");
    assert_eq!(rows.scan(Player::First, Direction::Vertical, 2).count, 2);
}

/// A scan of a grid: where it starts, and how many it counts.
fn check_scan(grid: &Grid, player: Player, way: Direction, start: (i16, i16), count: u8) {
    let run = grid.scan(player, way, 4);
    let found = ((run.start.y, run.start.x), run.count);
    assert_eq!(found, (start, count), "{}", way.scan_name());
}

#[test]
fn scans_of_003() {
    assert!(how().game(FICTITIOUS).is_err(), "it is no game");
    let grid = how().grid(FICTITIOUS).expect("it is a grid");
    check_scan(&grid, Player::Second, Direction::Vertical, (0, 6), 4);
    check_scan(&grid, Player::Second, Direction::Horizontal, (5, 3), 4);
    check_scan(&grid, Player::First, Direction::Rising, (0, 0), 4);
    check_scan(&grid, Player::First, Direction::Falling, (1, 3), 4);
    check_scan(&grid, Player::First, Direction::Vertical, (5, 6), 0);
    let won = game(WON_DIAGRAM).position().grid();
    check_scan(&won, Player::First, Direction::Rising, (0, 1), 4);
    let deltas = Direction::ALL.map(|way| (way.scan_name(), way.delta().y, way.delta().x));
    assert_eq!(
        deltas,
        [
            ("horizontal", 0, 1),
            ("vertical", 1, 0),
            ("diagonal_right", 1, 1),
            ("diagonal_left", 1, -1)
        ]
    );
}

/// The walk through the grid of three columns, call by call, to its end at the top right.
#[test]
fn the_trace_of_003() {
    let grid = how().grid(SMALL_DIAGRAM).expect("a grid");
    let steps: Vec<_> = grid
        .scan_steps(Player::First, Direction::Rising, 4)
        .map(|step| {
            (
                (step.start.y, step.start.x),
                (step.target.y, step.target.x),
                step.count,
            )
        })
        .collect();
    assert_eq!(
        steps,
        [
            ((0, 0), (0, 0), 0),
            ((0, 0), (1, 1), 1),
            ((0, 0), (2, 2), 2),
            ((0, 1), (0, 1), 0),
            ((0, 2), (0, 2), 0),
            ((0, 3), (0, 3), 0),
            ((1, 0), (1, 0), 0),
            ((1, 1), (1, 1), 0),
            ((1, 1), (2, 2), 1),
            ((1, 2), (1, 2), 0),
            ((1, 3), (1, 3), 0),
            ((2, 0), (2, 0), 0),
            ((2, 1), (2, 1), 0),
            ((2, 2), (2, 2), 0),
        ]
    );
    check_scan(&grid, Player::First, Direction::Rising, (2, 2), 0);
    assert_eq!(steps.last().map(|step| step.0), Some((2, 2)));
    assert_eq!(grid.space_at(At { y: 0, x: 3 }), None);
}

#[test]
fn marks_that_may_mean_two_things_are_refused() {
    let check = |text: &str, expected: &str| {
        let error = how().game(text).expect_err(text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    };
    check(
        "[[null,0],[0,2]]",
        "expected 0 (First) or 1 (Second), since null",
    );
    check("[['-',0],[1,2]]", "expected one sign for empty spaces");
    check("[[0,0],[1,'yellow']]", "expected all discs in one way");
    check("[['red','X'],[1,2]]", "expected all discs in one way");
    // As many of each, and all columns full or empty: nothing tells the bottom from the top.
    check(
        "[[1,2],[2,1],[0,0]]",
        "these columns may begin at the bottom or at the top",
    );
    let four = "[[0,0,0,0],[0,0,0,0],[0,0,0,2],[0,0,0,1]]";
    check(four, "this may be read as rows or as columns");
}

#[test]
fn colours_tell_who_is_first() {
    use foursight_record::Colour;
    let stacks = |text: &str, first| {
        let form = text.starts_with('[').then_some(Form::Rows);
        let how = How {
            first,
            form,
            ..how()
        };
        how.game(text)
            .map(|game| write(&game, Form::Stacks, &EMOJI))
    };
    let check = |text: &str, first, expected: &str| {
        assert_eq!(stacks(text, first).as_deref(), Ok(expected), "{text}");
    };
    // More discs, else yellow, else what is said.
    check("🟦🟦\n🔴🟡", None, "[[2],[1]]");
    check("🟦🟦\n🔴🟡", Some(Colour::Red), "[[1],[2]]");
    check("🟦🟦\n🔴🟡\n🔴 first", None, "[[1],[2]]");
    check("🔴🟦\n🔴🟡", None, "[[1,1],[2]]");
    check("🟡🟦\n🔴🟡", None, "[[2,1],[1]]");
    assert!(stacks("🟦🟦\n🔴🟡\n🔴 first", Some(Colour::Yellow)).is_err());
    assert!(stacks("🔴🟦\n🔴🟡", Some(Colour::Yellow)).is_err());
    check("[['',''],['red','yellow']]", None, "[[1],[2]]");
    check(
        "[['',''],['red','yellow']]",
        Some(Colour::Yellow),
        "[[2],[1]]",
    );
    check("[['',''],['X','O']]", None, "[[2],[1]]");
    check("[['X',''],['X','O']]", None, "[[1,1],[2]]");
}
