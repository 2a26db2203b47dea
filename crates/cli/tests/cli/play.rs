//! Tests of `play --plain` with scripted input: whole games, illegal moves, undo, files and every
//! variant.

use std::fs;

use super::{command, foursight_in, run, run_with_input};

/// Plays typed lines and returns the output without the prompts.
fn play_output(args: &[&str], typed: &str) -> String {
    let mut all = vec!["play", "--plain"];
    all.extend(args);
    let output = run_with_input(&all, &typed.replace(' ', "\n"));
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(output.stderr, "");
    output.stdout
}

/// Checks that the output contains these sentences in this order.
fn check(args: &[&str], typed: &str, sentences: &[&str]) {
    let output = play_output(args, typed);
    let mut rest = &*output;
    for sentence in sentences {
        let at = rest.find(sentence);
        let at = at.unwrap_or_else(|| panic!("{typed:?}: {sentence:?} is missing in\n{output}"));
        rest = &rest[at + sentence.len()..];
    }
}

#[test]
fn a_game_to_the_win() {
    let output = play_output(&[], "4 5 4 5 4 5 4 quit");
    assert_eq!(
        output,
        "\
Foursight, two players, line mode. Type a move, or ? for help.
Standard: 7 columns, 6 rows, a line of 4.
A line of 4 or more wins; a full board without one is a draw.
First (O), column 1 to 7: 
First: column 4, row 1.
Second (X), column 1 to 7: 
Second: column 5, row 1.
First (O), column 1 to 7: 
First: column 4, row 2.
Second (X), column 1 to 7: 
Second: column 5, row 2.
First (O), column 1 to 7: 
First: column 4, row 3.
Second (X), column 1 to 7: 
Second: column 5, row 3.
First (O), column 1 to 7: 
First: column 4, row 4.
First wins with four in a row from d1 to d4 (vertical).
Game over. Type new, u to undo, save FILE or quit: 
Goodbye.
"
    );
}

#[test]
fn a_draw_on_a_small_board() {
    let small = ["--width", "2", "--height", "2", "--connect", "2"];
    // On 2 x 2 a line of two is unavoidable, so the draw needs a longer one.
    check(
        &small,
        "1 2 1",
        &["First wins with 2 in a row from a1 to a2 (vertical)."],
    );
    let small = ["--width", "3", "--height", "2", "--connect", "3"];
    check(
        &small,
        "1 2 3 1 2 3",
        &["Second: column 3, row 2.", "Draw: the board is full."],
    );
}

#[test]
fn refused_moves_change_nothing() {
    check(
        &["444444"],
        "4 8 0 p4 a4 5",
        &[
            "Continuing from the position given.",
            "First (O), column 1 2 3 5 6 7: ",
            "Refused: column 4 is full.",
            "Refused: there is no column 8: the board has columns 1 to 7.",
            "Not understood: there is no column 0.",
            "Refused: this variant has no such move: pop from column 4.",
            "Refused: this variant has no such move: anvil in column 4.",
            "First: column 5, row 1.",
        ],
    );
    check(
        &["4545454"],
        "1",
        &["First wins", "Refused: the game is over."],
    );
}

#[test]
fn undo_and_redo() {
    check(
        &[],
        "u U 4 5 u u u U U U u 6 U moves",
        &[
            "There is nothing to undo.",
            "There is nothing to redo.",
            "First: column 4",
            "Second: column 5",
            "Undone: Second takes back the drop in column 5.",
            "Undone: First takes back the drop in column 4.",
            "There is nothing to undo.",
            "First: column 4, row 1.",
            "Second: column 5, row 1.",
            "There is nothing to redo.",
            "Undone: Second takes back",
            "Second: column 6, row 1.",
            "There is nothing to redo.",
            "2 moves so far: 46.",
        ],
    );
    // An illegal move does not clear the redo history.
    check(
        &[],
        "4 5 u 9 U",
        &["Refused: there is no column 9", "Second: column 5, row 1."],
    );
    // A finished game continues after an undo.
    check(
        &["4545454"],
        "u 1",
        &["First wins", "Undone: First", "First: column 1, row 1."],
    );
}

#[test]
fn the_end_of_input_prints_how_to_continue() {
    let output = play_output(&[], "4 4");
    assert!(
        output.ends_with(
            "The game is not over. To continue:\nfoursight play --plain 'standard 7x6/4 44'\nGoodbye.\n"
        ),
        "{output}"
    );
    check(
        &["standard 7x6/4 44"],
        "4",
        &["2 moves so far: 44.", "First: column 4, row 3."],
    );
}

#[test]
fn the_board_is_printed_on_request() {
    let drawn = "1  .  .  .  O  .  .  .\n";
    assert!(!play_output(&[], "4").contains(drawn));
    assert!(play_output(&[], "4 show").contains(drawn));
    assert!(play_output(&["--show", "always"], "4").contains(drawn));
    let output = run_with_input(&["play"], "4\n");
    assert!(output.stdout.contains(drawn), "without --plain it is drawn");
    let read = play_output(&["--show", "never"], "4 4 show");
    assert!(!read.contains(drawn));
    assert!(
        read.contains("Column 4, bottom up: First, Second.\n"),
        "{read}"
    );
    assert!(read.contains("Column 1: empty.\n"));
    check(
        &[],
        "4 r4 r9",
        &["Column 4, bottom up: First.", "There is no column 9:"],
    );
}

#[test]
fn help_rules_and_suggestions() {
    check(
        &[],
        "? rules shwo",
        &[
            "save FILE",
            "A line of 4 or more wins",
            "did you mean show?",
        ],
    );
}

#[test]
fn files() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str| directory.path().join(name);
    let play = |args: &[&str], typed: &str| {
        let mut all = vec!["play", "--plain"];
        all.extend(args);
        foursight_in(directory.path(), &all, typed)
    };
    fs::write(file("garbage"), b"\xff\0{]").expect("written");
    fs::write(file("other.json"), "{\"v\":").expect("written");

    let output = play(
        &[],
        "4\n4\nsave a.json\nsave a.json\nnew\n1\nload a.json\n5\n",
    );
    let text = &output.stdout;
    assert_eq!(text.matches("Saved to a.json.").count(), 2, "{text}");
    assert!(
        text.contains("The game so far was: standard 7x6/4 44\nNew game."),
        "{text}"
    );
    assert!(
        text.contains("The game so far was: standard 7x6/4 1\nLoaded a.json."),
        "{text}"
    );
    assert!(text.contains("2 moves so far: 44.\n"), "{text}");
    assert!(text.contains("First: column 5, row 1."), "{text}");

    let output = play(
        &[],
        "4\nload garbage\nload other.json\nload none\nload .\nsave other.json\nsave x/y\n5\n",
    );
    let text = &output.stdout;
    assert_eq!(
        text.matches("Not loaded: cannot load ").count(),
        4,
        "{text}"
    );
    assert!(
        text.contains("Type save! other.json to overwrite it."),
        "{text}"
    );
    assert!(text.contains("Not saved: cannot save to x/y"), "{text}");
    assert!(
        text.contains("Second: column 5, row 1."),
        "nothing is lost: {text}"
    );
    assert_eq!(fs::read(file("other.json")).expect("kept"), b"{\"v\":");

    assert_eq!(play(&["--save", "garbage"], "4\n").code, 3);
    assert_eq!(fs::read(file("garbage")).expect("kept"), b"\xff\0{]");
}

#[test]
fn a_saved_game_continues() {
    let directory = tempfile::tempdir().expect("a directory");
    let play = |args: &[&str], typed: &str| {
        let mut all = vec!["play", "--plain", "--save", "game.json"];
        all.extend(args);
        foursight_in(directory.path(), &all, typed)
    };
    let output = play(&["--variant", "pop-out"], "4\n4\np4\n");
    assert!(
        output
            .stdout
            .ends_with("The game is saved in game.json.\nGoodbye.\n"),
        "{}",
        output.stdout
    );
    let output = play(&[], "5\n");
    assert!(
        output.stdout.contains("Pop Out: 7 columns"),
        "{}",
        output.stdout
    );
    assert!(
        output
            .stdout
            .contains("Continuing from game.json.\n3 moves so far: 44P4."),
        "{}",
        output.stdout
    );
    assert_eq!(play(&["4453"], "").code, 2);
    let left: Vec<_> = fs::read_dir(directory.path())
        .expect("a directory")
        .collect();
    assert_eq!(left.len(), 1, "no half-written files stay");
}

#[test]
fn pop_out() {
    check(
        &["--variant", "pop-out"],
        "4 4 p5 p4 moves",
        &[
            "Pop Out: 7 columns, 6 rows, a line of 4.",
            "House rule: If a pop completes a line for both, the player who popped wins.",
            "House rule: The game is a draw if a position occurs 3 times",
            "First (O), column 1 to 7: ",
            "First (O), column 1 to 7, or P4 to pop: ",
            "Refused: the disc at the bottom of column 5 is not yours.",
            "First: pops column 4; the stack above falls one cell.",
            "Possible now: 1 2 3 4 5 6 7 P4.",
        ],
    );
    check(
        &["--variant", "pop-out", "--both-connect", "opponent"],
        "",
        &["the opponent of the player who popped wins."],
    );
}

#[test]
fn pop_ten() {
    check(
        &["--variant", "pop-ten"],
        "1 1 p1 2",
        &[
            "First the players fill the board in turn;",
            "First has set aside 0 of 10.",
            "First: column 1, row 1.",
            "Refused: column 1 is ahead: fill the row first.",
            "Refused: popping begins once the board is full.",
            "Second: column 2, row 1.",
        ],
    );
    let filled = play_output(&["--variant", "pop-ten", "--fill-seed", "1"], "4 moves");
    assert!(
        filled.contains("filled at random row by row with seed 1."),
        "{filled}"
    );
    assert!(filled.contains(" to pop: "), "{filled}");
    assert!(
        filled.contains("Refused: the board is full: pop a disc"),
        "{filled}"
    );
    let possible = filled.split("Possible now: ").nth(1).expect("listed");
    let first = possible.split([' ', '.']).next().expect("a pop");
    let popped = play_output(&["--variant", "pop-ten", "--fill-seed", "1"], first);
    assert!(popped.contains("First: pops column "), "{popped}");
    assert!(
        popped.contains("is set aside: 1 of 10.") || popped.contains("goes back in."),
        "{popped}"
    );
}

#[test]
fn five_in_a_row() {
    check(
        &["--variant", "five-in-a-row"],
        "1 5 r1 r9",
        &[
            "Five-in-a-Row: 9 columns, 6 rows, a line of 5.",
            "House rule: First has the bottom disc of the left column",
            "Refused: column 1 is full.",
            "First: column 5, row 1.",
            "Column 1, bottom up: First, Second, First, Second, First, Second; full.",
            "Column 9, bottom up: Second, First, Second, First, Second, First; full.",
        ],
    );
}

#[test]
fn power_up() {
    check(
        &["--variant", "power-up"],
        "4 4 a4 moves b1 4 t4 w5 pass a1 d3 w3 3",
        &[
            "House rule: Each player starts with 1 anvil, 1 bomb, 1 wall, 1 double.",
            "First holds anvil, bomb, wall and double.",
            "or A, B, W or D and a column for a power disc: ",
            "First: anvil in column 4, row 1; it removed the 2 discs below it.",
            "First holds bomb, wall and double.",
            "Second: bomb in column 1, row 1.",
            "Second (X), T4 for the target of the bomb: ",
            "Refused: choose the disc that the bomb removes first.",
            "Second: the bomb removes the disc of First at the bottom of column 4.",
            "First: wall in column 5, row 1.",
            "First (O), column 1 to 7, or pass: ",
            "First: passes.",
            "Second: anvil in column 1, row 1; it removed the disc below it.",
            "First: double in column 3, row 1.",
            "Refused: the second drop must be an ordinary disc.",
            "First: column 3, row 2.",
        ],
    );
    check(
        &["--variant", "power-up"],
        "b1",
        &["First: bomb in column 1, row 1. It had no target."],
    );
    check(
        &["--variant", "power-up", "--stock", "0"],
        "",
        &["First holds no power discs."],
    );
}

#[test]
fn a_wide_board() {
    check(
        &["--width", "12", "--height", "8"],
        "12 show",
        &[
            "column 1 to 12: ",
            "First: column 12, row 1.",
            " a  b  c",
            "10 11 12",
        ],
    );
}

#[test]
fn words_are_not_broken_at_the_edge_of_the_screen() {
    for columns in ["40", "80"] {
        let mut play = command();
        play.env("COLUMNS", columns);
        play.args(["play", "--variant", "pop-ten", "--fill-seed", "1"]);
        let output = run(play, b"p1\np2\np3\n9\nrules\nmoves\nread\n");
        let width: usize = columns.parse().expect("a number");
        // A command to copy is not wrapped.
        let lines = output.stdout.lines();
        for line in lines.filter(|line| !line.starts_with("foursight play ")) {
            assert!(line.len() < width, "{columns}: {line}");
        }
        let message = output
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(message.contains("goes back in"), "{message}");
    }
}

#[test]
fn a_board_wider_than_the_screen_is_described_in_words() {
    let mut play = command();
    play.env("COLUMNS", "80");
    play.args(["play", "--width", "64", "--height", "1"]);
    let output = run(play, b"1\n3\nshow\n");
    for message in [
        "Standard: 64 columns, 1 row, a line of 4.",
        "Empty: columns 1 to 64.",
        "Column 1, bottom up: First; full.\nEmpty: columns 2 to 64.",
        "Column 3, bottom up: Second; full.\nEmpty: columns 2, 4 to 64.",
    ] {
        assert!(
            output.stdout.contains(message),
            "{message}: {}",
            output.stdout
        );
    }
    assert!(!output.stdout.contains(" .  ."), "{}", output.stdout);
}

#[test]
fn numbers_and_nouns_agree() {
    check(
        &["4"],
        "",
        &["1 move so far: 4.", "Second (X), column 1 to 7: "],
    );
    let tall = ["--width", "1", "--height", "5"];
    check(
        &tall,
        "1",
        &["Standard: 1 column, 5 rows", "First (O), column 1: "],
    );
}

#[test]
fn refusals_say_whose_disc_is_where() {
    check(
        &["--variant", "pop-out"],
        "1 p1 p2",
        &[
            "Refused: the disc at the bottom of column 1 is not yours.",
            "Refused: the disc at the bottom of column 2 is not yours.",
        ],
    );
    check(
        &["--variant", "power-up"],
        "1 b2 t2 t3",
        &[
            "Refused: the disc at the bottom of column 2 is not your opponent's.",
            "Refused: the disc at the bottom of column 3 is not your opponent's.",
        ],
    );
}
