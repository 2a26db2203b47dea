//! Tests of `solve` and `analyse`: verdicts, objects, budgets, errors.

use serde_json::{Value, json};

use super::{CommandOutput, command, foursight, objects, run, run_with_input};

/// One drop wins, in 15; other solvers confirm the verdicts.
const SINGLE_WINNING_COLUMN: &str = "12611642613552255512";

fn solve(args: &[&str]) -> CommandOutput {
    let mut all = vec!["solve", "--json"];
    all.extend(args);
    foursight(&all)
}

/// Checks outcome, plies and score of one position.
fn check(args: &[&str], expected: &Value) {
    let output = solve(args);
    assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    let object = &objects(&output.stdout)[0];
    let result = json!([object["outcome"], object["plies"], object["score"]]);
    assert_eq!(&result, expected, "{args:?}");
}

#[test]
fn verdicts_are_known_ones() {
    check(&[SINGLE_WINNING_COLUMN], &json!(["win", 15, 4]));
    check(&["44335"], &json!(["loss", 2, -18]));
    check(&["445536"], &json!(["win", 1, 18]));
    check(
        &["--threads", "2", SINGLE_WINNING_COLUMN],
        &json!(["win", 15, 4]),
    );
    check(
        &["--memory-mb", "1", SINGLE_WINNING_COLUMN],
        &json!(["win", 15, 4]),
    );
    check(
        &["--weak", SINGLE_WINNING_COLUMN],
        &json!(["win", null, null]),
    );
    check(&["--weak", "44335"], &json!(["loss", null, null]));
}

#[test]
fn other_boards_are_solved() {
    let on = |width, height, expected: &Value| {
        check(&["--width", width, "--height", height, "start"], expected);
    };
    on("6", "4", &json!(["loss", 24, -1]));
    on("4", "4", &json!(["draw", null, 0]));
    on("5", "4", &json!(["draw", null, 0]));
    on("4", "5", &json!(["draw", null, 0]));
}

#[test]
fn columns_have_objects_of_their_own() {
    let output = solve(&["--columns", SINGLE_WINNING_COLUMN]);
    let object = &objects(&output.stdout)[0];
    assert_eq!(object["moves"], SINGLE_WINNING_COLUMN);
    assert_eq!(object["best"], json!([4]));
    assert_eq!(object["line"], "444445266617733");
    assert_eq!(object["source"], "search");
    assert!(object["nodes"].is_u64() && object["micros"].is_u64());
    let loss = |column, plies, score| json!({"column": column, "outcome": "loss", "plies": plies, "score": score});
    let expected = json!([
        loss(1, 6, -9),
        loss(2, 6, -9),
        loss(3, 10, -7),
        {"column": 4, "outcome": "win", "plies": 15, "score": 4},
        loss(5, 6, -9),
        loss(6, 6, -9),
        loss(7, 6, -9)
    ]);
    assert_eq!(object["columns"], expected);
}

#[test]
fn a_full_column_is_null() {
    let output = solve(&["--columns", "11111122222233333"]);
    let columns = &objects(&output.stdout)[0]["columns"];
    assert!(columns[0].is_null() && columns[1].is_null() && columns[2].is_object());
}

#[test]
fn without_columns_there_are_none() {
    let output = solve(&[SINGLE_WINNING_COLUMN]);
    let object = &objects(&output.stdout)[0];
    for field in ["columns", "best", "line"] {
        assert!(object[field].is_null(), "{field}");
    }
    assert!(object.get("at_least").is_none());
}

#[test]
fn a_budget_gives_bounds() {
    for budget in [["--nodes", "1000"], ["--time-ms", "1"]] {
        let output = solve(&["--no-book", budget[0], budget[1], "start"]);
        assert_eq!(output.code, 4, "{budget:?}");
        let object = &objects(&output.stdout)[0];
        assert_eq!(object["outcome"], "unknown");
        assert!(object["score"].is_null() && object["plies"].is_null());
        let [least, most] = ["at_least", "at_most"].map(|bound| object[bound]["score"].as_i64());
        // The score of the empty board is 1.
        assert!(
            least <= Some(1) && Some(1) <= most && least < most,
            "{object}"
        );
    }
    let output = solve(&["--no-book", "--columns", "--nodes", "1000", "start"]);
    assert_eq!(output.code, 4);
    let object = &objects(&output.stdout)[0];
    assert_eq!(object["columns"][0]["outcome"], "unknown");
    assert_eq!(object["best"], json!([]));
    assert!(object["line"].is_null());
    let output = foursight(&["solve", "--no-book", "--weak", "--nodes", "10", "start"]);
    assert_eq!(output.code, 4);
    assert!(
        output.stdout.starts_with("unknown for First, between "),
        "{}",
        output.stdout
    );
}

/// A budget for the columns and nothing more.
#[test]
fn the_book_covers_a_position_without_its_columns() {
    // With as many discs as the book covers, its columns lead out of the book.
    let last = "423633536532";
    let output = solve(&["--columns", "--nodes", "0", last]);
    assert_eq!(output.code, 4);
    let object = &objects(&output.stdout)[0];
    assert_eq!(
        (&object["outcome"], &object["plies"]),
        (&json!("loss"), &json!(22))
    );
    for column in object["columns"].as_array().expect("a list") {
        let most = column.get("at_most").unwrap_or(column);
        assert!(
            most["score"].as_i64().is_some_and(|score| score <= -5),
            "{column}"
        );
    }
    let nodes = |args: &[&str]| objects(&solve(args).stdout)[0]["nodes"].as_u64();
    assert!(nodes(&["--columns", last]) < nodes(&["--columns", "--no-book", last]));
}

#[test]
fn a_missing_line_is_reported() {
    let arguments = ["--no-book", "--columns", SINGLE_WINNING_COLUMN];
    let output = solve(&arguments);
    let nodes = objects(&output.stdout)[0]["nodes"].to_string();
    let budget = ["--nodes", &nodes];
    let output = solve(&[&budget, &arguments[..]].concat());
    let object = &objects(&output.stdout)[0];
    assert_eq!((output.code, &object["outcome"]), (4, &json!("win")));
    assert!(object["line"].is_null() && object["best"] == json!([4]));
    let output = foursight(&[&["solve"][..], &budget, &arguments].concat());
    assert_eq!(output.code, 4);
    let message = "; line unknown: the search was cut short; ";
    assert!(output.stdout.contains(message), "{}", output.stdout);
    let output = foursight(&[
        "analyse",
        "--no-book",
        "--nodes",
        &nodes,
        SINGLE_WINNING_COLUMN,
    ]);
    assert_eq!(output.code, 4);
    let message = "\nPerfect line: unknown, the search was cut short.\n";
    assert!(output.stdout.contains(message), "{}", output.stdout);
}

#[test]
fn a_sentence_for_people() {
    let output = foursight(&["solve", SINGLE_WINNING_COLUMN]);
    assert!(
        output.stdout.starts_with("win in 15 for First, score 4; "),
        "{}",
        output.stdout
    );
    let output = foursight(&["solve", "--columns", SINGLE_WINNING_COLUMN]);
    assert!(
        output
            .stdout
            .contains("; best column 4; columns loss in 6, loss in 6, loss in 10, ")
    );
    assert_eq!(output.stdout.lines().count(), 1);
}

#[test]
fn invalid_lines_affect_only_themselves() {
    let input = format!("{SINGLE_WINNING_COLUMN}\nx\n\n4545454\npop-out 7x6/4 44\n44335\n");
    let output = run_with_input(&["solve", "-"], &input);
    assert_eq!(output.code, 3);
    let starts: Vec<_> = output
        .stdout
        .lines()
        .map(|line| line.split(' ').next())
        .collect();
    let expected = ["win", "?", "", "?", "?", "loss"];
    assert_eq!(starts, expected.map(Some), "{}", output.stdout);
    assert!(
        output.stderr.contains(
            "line 4: the game is over: First wins with four in a row from d1 to d4 (vertical)\n"
        ),
        "{}",
        output.stderr
    );
    assert!(
        output
            .stderr
            .contains("line 5: cannot solve the variant pop-out")
    );

    let output = run_with_input(&["solve", "--json", "-"], &input);
    let answers = objects(&output.stdout);
    assert_eq!(answers.len(), 6);
    let over = "the game is over: First wins with four in a row from d1 to d4 (vertical)";
    assert_eq!(answers[3]["error"], over);
    assert_eq!(answers[2]["blank"], true);
    // An invalid line takes precedence over a budget.
    assert_eq!(
        run_with_input(&["solve", "--nodes", "9", "-"], "start\nx\n").code,
        3
    );
}

#[test]
fn unsolvable_positions_are_reported() {
    let check = |args: &[&str], code, reason| {
        let output = foursight(args);
        assert_eq!(output.code, code, "{args:?}");
        assert!(
            output.stderr.contains(reason),
            "{args:?}: {}",
            output.stderr
        );
    };
    check(
        &["solve", "--width", "9", "--height", "9", "start"],
        3,
        "a 9x9 board",
    );
    check(&["solve", "--connect", "5", "start"], 3, "lines of 5");
    check(&["solve", "--variant", "pop-out", "44"], 3, "pop-out");
    check(
        &["solve", "--weak", "--columns", "44"],
        2,
        "cannot be used with",
    );
    let instead = "foursight solve --columns --json";
    check(&["analyse", "--json", "44"], 2, instead);
    check(&["solve", "--threads", "0", "44"], 2, "threads");
    check(&["solve", "--memory-mb", "0", "44"], 2, "memory-mb");
    check(
        &["solve", "--book", "/nonexistent/book", "44"],
        5,
        "cannot read /nonexistent/book",
    );
    check(&["solve"], 2, "required");
}

#[test]
fn numbers_out_of_range_are_explained() {
    let check = |args: &str, range: &str| {
        let output = foursight(&args.split(' ').collect::<Vec<_>>());
        assert_eq!(output.code, 2, "{args}");
        let message = format!("use a whole number from {range}");
        assert!(
            output.stderr.contains(&message),
            "{args}: {}",
            output.stderr
        );
        assert!(!output.stderr.contains("tip:"), "{args}: {}", output.stderr);
    };
    for threads in ["0", "257", "18446744073709551615", "-1", "x"] {
        for command in ["solve 44", "bench", "book build --plies 1"] {
            check(&format!("{command} --threads {threads}"), "1 to 256");
        }
    }
    let all = "0 to 18446744073709551615";
    check("solve 44 --nodes 18446744073709551616", all);
    check("solve 44 --time-ms abc", all);
    check("solve 44 --time-ms -5", all);
    check("move 44 --nodes -5", all);
    check("analyse 44 --memory-mb 65537", "1 to 65536");
    check("book verify x --sample 0", "1 to ");
    check("book build --plies -1", "0 to 16");
    check("perft 1001", "0 to 1000");
    check("arena --players dice,easy --games 1", "2 to ");
}

#[test]
fn analyse_writes_verdicts_below_the_columns() {
    let output = foursight(&["analyse", SINGLE_WINNING_COLUMN]);
    assert_eq!(output.code, 0);
    let expected = "     1      2      3      4      5      6      7
   loss   loss   loss    win   loss   loss   loss
   in 6   in 6   in 10  in 15  in 6   in 6   in 6
                        best
O is First, X is Second.
First to move: win in 15; best column 4.
Perfect line: 444445266617733
";
    assert!(output.stdout.contains(expected), "{}", output.stdout);
    assert!(!output.stdout.contains('\u{1b}'));
    let output = foursight(&["--color", "always", "analyse", SINGLE_WINNING_COLUMN]);
    assert!(output.stdout.contains("\u{1b}[32m"), "a win is green");
    let output = run_with_input(&["analyse", "-"], "44335\nx\n");
    assert_eq!((output.stdout.lines().count(), output.code), (2, 3));
    assert_eq!(foursight(&["analyse", "--nodes", "9", "start"]).code, 4);
}

#[test]
fn analyse_fits_the_screen() {
    let check = |width: &str, height: &str, screen: usize, parts: usize| {
        let mut narrow = command();
        let size = ["--width", width, "--height", height];
        narrow.args([&["analyse", "--nodes", "500"][..], &size].concat());
        narrow.env("COLUMNS", screen.to_string()).arg("start");
        let output = run(narrow, b"");
        let picture = output
            .stdout
            .lines()
            .take_while(|line| !line.starts_with('O'));
        let longest = picture.map(|line| line.chars().count()).max();
        assert!(longest < Some(screen), "{}", output.stdout);
        let labels = output
            .stdout
            .lines()
            .filter(|line| line.trim_start().starts_with("1 "));
        // The label of the bottom row is in every part, and the first column has one as well.
        assert_eq!(labels.count(), parts + 1, "{}", output.stdout);
    };
    check("12", "4", 80, 1);
    check("7", "6", 80, 1);
    check("12", "4", 60, 2);
    check("32", "1", 80, 3);
}

#[test]
fn a_file_that_holds_no_position_says_what_to_do() {
    let directory = tempfile::tempdir().expect("a directory");
    let check = |name: &str, bytes: &[u8], expected: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let output = foursight(&["solve", &format!("@{}", path.display())]);
        assert_eq!((output.code, &*output.stdout), (3, ""), "{name}");
        assert!(output.stderr.contains(expected), "{}", output.stderr);
    };
    check(
        "noise",
        b"\xff\xfe\x00\x80",
        "noise is not text: name a file that holds one position",
    );
    check("prose", b"hello world", "prose holds no position or game: ");
    check(
        "lines",
        b"4453\n44\nx\n",
        "for one position a line, give - and < ",
    );
}
