//! Tests of text input: scanned, read in the named form, and rejected if ambiguous or empty.

use super::{foursight, run_with_input};

#[test]
fn scan_finds_lines_step_by_step() {
    let small = "2   - - -\n1   - 1 -\n0   1 2 -\n\ny/x 0 1 2";
    let args = ["scan", "--direction", "diagonal_right", "--player", "1"];
    let scan = |more: &[&str]| foursight(&[&args, more].concat());
    let steps = scan(&["--json", "--steps", small]).stdout;
    let steps: Vec<serde_json::Value> = steps
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!(steps.len(), 14);
    assert_eq!(steps[1]["target"], serde_json::json!({"y": 1, "x": 1}));
    assert_eq!(steps[1]["count"], 1);
    let last = steps.last().expect("there are steps");
    assert_eq!(last["start"], serde_json::json!({"y": 2, "x": 2}));
    assert_eq!((&last["count"], &last["found"]), (&0.into(), &false.into()));
    let scan_output = scan(&["--json", "--connect", "2", small]).stdout;
    assert_eq!(
        scan_output,
        "{\"direction\":\"diagonal_right\",\"player\":1,\"delta\":{\"dy\":1,\"dx\":1},\
         \"start\":{\"y\":0,\"x\":0},\"count\":2,\"found\":true}\n"
    );
    let message = scan(&["--connect", "2", small]).stdout;
    assert_eq!(
        message,
        "diagonal_right {1, 1}: 2 discs of player 1 from {0, 0} (a1).\n"
    );
    // This board is unreachable, and can still be scanned.
    let floating = "2   - - 1\n1   - 1 -\n0   1 - -\n\ny/x 0 1 2";
    assert_eq!(foursight(&["check", floating]).code, 1);
    assert!(
        scan(&["--connect", "3", floating])
            .stdout
            .contains("3 discs")
    );
    assert_eq!(scan(&["no board"]).code, 3);
    let one = scan(&["--connect", "1", small]).stdout;
    assert!(one.contains(": 1 disc of player 1 from {0, 0}"), "{one}");
    // Rows or columns are never guessed, whether they are games or not.
    let both = "[[0,0,0],[0,0,0],[1,1,0]]";
    let refused = scan(&["--connect", "2", both]);
    assert_eq!(refused.code, 3);
    let message =
        "this may be read as rows or as columns: say which with --from rows or --from columns";
    assert!(refused.stderr.contains(message), "{}", refused.stderr);
    assert_eq!(scan(&["--from", "rows", both]).code, 0);
    // With equal numbers of discs the colour of First can be given.
    let picture = "🟦🔴\n🔴🟡\n🟡🟦";
    let scan_output = |more: &[&str]| scan(&[&["--connect", "2", picture], more].concat()).stdout;
    assert!(
        scan_output(&[]).contains("from {0, 0} (a1)"),
        "{}",
        scan_output(&[])
    );
    let red = scan_output(&["--first", "red"]);
    assert!(red.contains("from {1, 0} (a2)"), "{red}");
}

/// Ambiguous texts are rejected with advice, and every command accepts that advice.
#[test]
fn ambiguous_texts_are_read_in_the_named_form() {
    let board = "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[1,2,0,0]]";
    for command in ["show", "check", "solve", "analyse", "move", "play"] {
        let refused = foursight(&[command, board]);
        assert_ne!(refused.code, 0, "{command}: {}", refused.stdout);
        // `check` prints the error as its answer, the others on standard error.
        let message = refused.stdout + &refused.stderr;
        assert!(
            message.contains("--from rows or --from columns"),
            "{message}"
        );
        for from in ["rows", "columns"] {
            let read = foursight(&[command, "--from", from, board]);
            assert_eq!(read.code, 0, "{command} --from {from}: {}", read.stderr);
        }
    }
}

/// The output of a broken pipe is empty and does not pass as the start position.
#[test]
fn empty_input_is_not_a_game() {
    let read = run_with_input(&["show", "@-"], "\n");
    assert_eq!(read.code, 3);
    let message = "the input is empty; start is the empty board";
    assert!(read.stderr.contains(message), "{}", read.stderr);
    for command in [&["show"][..], &["move"], &["play"], &["solve"]] {
        for nothing in ["", "  "] {
            let output = foursight(&[command, &[nothing]].concat());
            assert_eq!(output.code, 3, "{command:?}");
            assert!(
                output.stderr.contains(message),
                "{command:?}: {}",
                output.stderr
            );
        }
        for nothing in ["()", "const game = ;", "```javascript"] {
            let output = foursight(&[command, &[nothing]].concat());
            assert_eq!(output.code, 3, "{command:?} {nothing}");
            let message = "the position or game itself is missing; start is the empty board";
            assert!(
                output.stderr.contains(message),
                "{command:?}: {}",
                output.stderr
            );
        }
    }
    // The output of `convert` is still read back.
    assert_eq!(foursight(&["check", "--from", "digits", ""]).code, 0);
}

/// A requested line length that does not fit the board.
#[test]
fn a_line_that_does_not_fit_is_reported() {
    let output = foursight(&["show", "--connect", "4", "[[0,1,0],[2,1,0]]"]);
    assert_eq!(
        output.stderr,
        "foursight: no line of 4 fits into the board of 3x2 that the text shows: leave --connect out, and a \
         line has 3 discs\n"
    );
    assert_eq!(output.code, 2);
}
