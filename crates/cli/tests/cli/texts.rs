//! Texts of people: scanned, read as told, and refused where they may be two games or none.

use super::{fed, foursight};

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
    let found = scan(&["--json", "--connect", "2", small]).stdout;
    assert_eq!(
        found,
        "{\"direction\":\"diagonal_right\",\"player\":1,\"delta\":{\"dy\":1,\"dx\":1},\
         \"start\":{\"y\":0,\"x\":0},\"count\":2,\"found\":true}\n"
    );
    let told = scan(&["--connect", "2", small]).stdout;
    assert_eq!(
        told,
        "diagonal_right {1, 1}: 2 discs of player 1 from {0, 0} (a1).\n"
    );
    // No game has this grid, and it is scanned all the same.
    let floating = "2   - - 1\n1   - 1 -\n0   1 - -\n\ny/x 0 1 2";
    assert_eq!(foursight(&["check", floating]).code, 1);
    assert!(
        scan(&["--connect", "3", floating])
            .stdout
            .contains("3 discs")
    );
    assert_eq!(scan(&["no grid"]).code, 3);
    let one = scan(&["--connect", "1", small]).stdout;
    assert!(one.contains(": 1 disc of player 1 from {0, 0}"), "{one}");
    // Rows or columns: nothing is guessed, whether they are games or not.
    let both = "[[0,0,0],[0,0,0],[1,1,0]]";
    let refused = scan(&["--connect", "2", both]);
    assert_eq!(refused.code, 3);
    let told =
        "this may be read as rows or as columns: say which with --from rows or --from columns";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    assert_eq!(scan(&["--from", "rows", both]).code, 0);
    // As many discs of each: the colour of First can be said.
    let picture = "🟦🔴\n🔴🟡\n🟡🟦";
    let found = |more: &[&str]| scan(&[&["--connect", "2", picture], more].concat()).stdout;
    assert!(found(&[]).contains("from {0, 0} (a1)"), "{}", found(&[]));
    let red = found(&["--first", "red"]);
    assert!(red.contains("from {1, 0} (a2)"), "{red}");
}

/// What may be two games is refused with the advice to say which, and every command takes that advice.
#[test]
fn what_may_be_two_games_is_read_as_told() {
    let grid = "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[1,2,0,0]]";
    for command in ["show", "check", "solve", "analyse", "move", "play"] {
        let refused = foursight(&[command, grid]);
        assert_ne!(refused.code, 0, "{command}: {}", refused.stdout);
        // `check` answers what is wrong, the others complain.
        let told = refused.stdout + &refused.stderr;
        assert!(told.contains("--from rows or --from columns"), "{told}");
        for from in ["rows", "columns"] {
            let read = foursight(&[command, "--from", from, grid]);
            assert_eq!(read.code, 0, "{command} --from {from}: {}", read.stderr);
        }
    }
}

/// A pipe that broke does not pass as the start.
#[test]
fn nothing_is_no_game() {
    let read = fed(&["show", "@-"], "\n");
    assert_eq!(read.code, 3);
    let told = "there is nothing to read; start is the empty grid";
    assert!(read.stderr.contains(told), "{}", read.stderr);
    for command in [&["show"][..], &["move"], &["play"], &["solve"]] {
        for nothing in ["", "  "] {
            let ran = foursight(&[command, &[nothing]].concat());
            assert_eq!(ran.code, 3, "{command:?}");
            assert!(ran.stderr.contains(told), "{command:?}: {}", ran.stderr);
        }
        for nothing in ["()", "const game = ;", "```javascript"] {
            let ran = foursight(&[command, &[nothing]].concat());
            assert_eq!(ran.code, 3, "{command:?} {nothing}");
            let told = "the position or game itself is missing; start is the empty grid";
            assert!(ran.stderr.contains(told), "{command:?}: {}", ran.stderr);
        }
    }
    // What convert writes is read back all the same.
    assert_eq!(foursight(&["check", "--from", "digits", ""]).code, 0);
}

/// A line that was asked for and does not fit into the grid that is shown.
#[test]
fn a_line_that_does_not_fit_is_told() {
    let ran = foursight(&["show", "--connect", "4", "[[0,1,0],[2,1,0]]"]);
    assert_eq!(
        ran.stderr,
        "foursight: no line of 4 fits into the grid of 3x2 that the text shows: leave --connect out, and a \
         line has 3 discs\n"
    );
    assert_eq!(ran.code, 2);
}
