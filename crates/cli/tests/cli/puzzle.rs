//! Tests of `foursight puzzle`: solving, lists, sheets, mining, rating.

use std::fs;

use serde_json::Value;

use super::{foursight, foursight_in, objects, run_with_input};

/// Returns the shipped puzzles as JSON, of one theme or of all.
fn list(theme: Option<&str>) -> Vec<Value> {
    let mut args = vec!["puzzle", "list", "--json"];
    args.extend(theme.into_iter().flat_map(|theme| ["--theme", theme]));
    let out = foursight(&args);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""));
    objects(&out.stdout)
}

/// Returns the id and the first right move of the first puzzle that this accepts.
fn find(theme: &str, is_wanted: impl Fn(&Value) -> bool) -> (String, String) {
    let puzzles = list(Some(theme));
    let puzzle = puzzles
        .iter()
        .find(|puzzle| is_wanted(puzzle))
        .expect("a puzzle");
    let first = puzzle["first_moves"].get(0).and_then(Value::as_str);
    let id = puzzle["id"].as_str().expect("an id");
    (id.to_owned(), first.unwrap_or("none").to_owned())
}

#[test]
fn the_list_has_a_puzzle_a_line() {
    let all = list(None);
    assert!(all.len() >= 1000, "{}", all.len());
    for (puzzle, number) in all.iter().zip(1..) {
        assert_eq!(puzzle["n"], number);
        let count = puzzle["solutions"].as_array().map_or(9, Vec::len);
        assert_eq!(count == 0, puzzle["answer"] == "none", "{puzzle}");
        assert!(count <= 1, "{puzzle}");
        assert!(
            puzzle["rating"].as_u64().is_some_and(|rating| rating > 0),
            "{puzzle}"
        );
    }
    let forks = list(Some("fork"));
    assert!(forks.iter().all(|puzzle| puzzle["theme"] == "fork"));
    assert!(
        forks
            .iter()
            .all(|puzzle| puzzle["rules"] == "standard 7x6/4")
    );
    let text = foursight(&["puzzle", "list"]).stdout;
    assert!(text.contains("puzzles: win-in-n "), "{text:.200}");
}

/// Returns the lowest column of a puzzle that is not full and not this one.
fn open_column_except(id: &str, first: &str) -> String {
    let puzzle = objects(&foursight(&["puzzle", "--id", id, "--json"]).stdout).remove(0);
    let moves = puzzle["moves"].as_str().expect("moves");
    let mut columns = (1..=7).map(|column| column.to_string());
    let is_wanted = |column: &String| column != first && moves.matches(column.as_str()).count() < 6;
    columns.find(is_wanted).expect("an open column")
}

#[test]
fn the_right_move_passes_and_a_wrong_one_is_refuted() {
    let (id, first) = find("fork", |puzzle| puzzle["goal"] == "win-in-2");
    let right = run_with_input(&["puzzle", "--id", &id], &format!("{first}\n"));
    assert_eq!(right.code, 0, "{}", right.stdout);
    assert!(
        right.stdout.contains("Right. The reply is column"),
        "{}",
        right.stdout
    );
    assert!(
        right.stdout.contains("Win with at most 2 moves."),
        "{}",
        right.stdout
    );
    let wrong = open_column_except(&id, &first);
    let out = run_with_input(
        &["puzzle", "--id", &id],
        &format!("hint\nhint\n{wrong}\nshow\n"),
    );
    assert_eq!(out.code, 1, "{}", out.stdout);
    for expected in [
        "Make two threats at once: only one of them can be blocked. (costs 20 %)".to_owned(),
        "Look at columns ".to_owned(),
        "The reply is column ".to_owned(),
        format!("The answer is column {first}."),
    ] {
        assert!(out.stdout.contains(&expected), "{expected}: {}", out.stdout);
    }
    for line in ["9", "x"] {
        let out = run_with_input(&["puzzle", "--id", &id], &format!("{line}\n"));
        assert_eq!(out.code, 1, "{line}: {}", out.stdout);
    }
    let corrected = run_with_input(&["puzzle", "--id", &id], &format!("{wrong}\n{first}\n"));
    assert_eq!(corrected.code, 0, "{}", corrected.stdout);
}

#[test]
fn no_win_here_is_an_answer() {
    let (id, _) = find("any-win", |puzzle| puzzle["answer"] == "none");
    let right = run_with_input(&["puzzle", "--id", &id], "none\n");
    assert_eq!(right.code, 0, "{}", right.stdout);
    assert!(
        right.stdout.contains("Right: there is no win here."),
        "{}",
        right.stdout
    );
    let column = open_column_except(&id, "none");
    let wrong = run_with_input(&["puzzle", "--id", &id], &format!("{column}\n"));
    assert_eq!(wrong.code, 1, "{}", wrong.stdout);
    assert!(
        wrong.stdout.contains("No move wins here."),
        "{}",
        wrong.stdout
    );
    let (id, first) = find("any-win", |puzzle| puzzle["answer"].is_null());
    let wrong = run_with_input(&["puzzle", "--id", &id], "none\n");
    assert_eq!(wrong.code, 1, "{}", wrong.stdout);
    assert!(wrong.stdout.contains("There is a win."), "{}", wrong.stdout);
    let right = run_with_input(
        &["puzzle", "--id", &id, "--language", "de"],
        &format!("{first}\n"),
    );
    assert_eq!(right.code, 0, "{}", right.stdout);
    assert!(
        right.stdout.contains("Gibt es einen Gewinn?"),
        "{}",
        right.stdout
    );
}

#[test]
fn another_defence_can_be_tried() {
    let (id, first) = find("only-move", |_| true);
    let out = run_with_input(
        &["puzzle", "--id", &id],
        &format!("other\n{first}\nother\n"),
    );
    assert_eq!(out.code, 0, "{}", out.stdout);
    assert!(
        out.stdout.contains("There is no other defence."),
        "{}",
        out.stdout
    );
    assert_eq!(
        out.stdout.matches("Right. The reply is").count(),
        2,
        "{}",
        out.stdout
    );
}

#[test]
fn variants_have_puzzles_too() {
    for theme in ["pop-out", "power-up"] {
        let (id, first) = find(theme, |_| true);
        let out = run_with_input(&["puzzle", "--id", &id], &format!("{first}\nquit\n"));
        assert_eq!(out.code, 0, "{theme} {first}: {}", out.stdout);
    }
}

#[test]
fn the_daily_puzzle_depends_on_the_date_alone() {
    let daily = |date: &str| foursight(&["puzzle", "--daily", "--json", "--date", date]).stdout;
    let today = daily("2026-11-19");
    assert_eq!(today, daily("2026-11-19"));
    assert_ne!(today, daily("2026-11-20"));
    assert_eq!(objects(&today).len(), 1);
    for date in ["2026-02-29", "x", ""] {
        let out = foursight(&["puzzle", "--daily", "--date", date]);
        assert_eq!(out.code, 2, "{date}");
        assert!(out.stderr.contains("expected a date"), "{}", out.stderr);
    }
}

#[test]
fn sheets_have_boards_and_answers() {
    let args = [
        "puzzle", "sheet", "--theme", "fork", "--count", "13", "--seed", "1",
    ];
    let svg = foursight(&[&args[..], &["--svg"]].concat());
    assert_eq!(svg.code, 0, "{}", svg.stderr);
    assert!(svg.stdout.starts_with("<svg "), "{:.80}", svg.stdout);
    assert_eq!(svg.stdout.matches("<g class=\"board\"").count(), 13);
    assert!(svg.stdout.contains(">Answers<") && svg.stdout.contains(">13. column "));
    let html = foursight(&[&args[..], &["--html", "--language", "de"]].concat());
    assert!(
        html.stdout
            .starts_with("<!doctype html>\n<html lang=\"de\">"),
        "{:.80}",
        html.stdout
    );
    // Two pages of boards, and one of answers.
    assert_eq!(html.stdout.matches("<svg ").count(), 3);
    assert_eq!(
        svg.stdout,
        foursight(&[&args[..], &["--svg"]].concat()).stdout
    );
    for wrong in [&["--svg", "--html"][..], &[], &["--svg", "--count", "0"]] {
        let out = foursight(&[&["puzzle", "sheet"][..], wrong].concat());
        assert_eq!(out.code, 2, "{wrong:?}");
    }
}

#[test]
fn mining_continues_where_it_stopped_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a directory");
    let mine = |count: &str, jobs: &str, file: &str| {
        let args = [
            "puzzle", "mine", "--theme", "fork", "--seed", "5", "--count", count, "--jobs", jobs,
            "--out", file,
        ];
        let out = foursight_in(folder.path(), &args, "");
        assert_eq!((out.code, out.stderr.as_str()), (0, ""), "{}", out.stdout);
        fs::read_to_string(folder.path().join(file)).expect("puzzles")
    };
    let whole = mine("6", "2", "whole.puzzles");
    mine("2", "1", "parts.puzzles");
    assert_eq!(mine("6", "1", "parts.puzzles"), whole);
    let args = ["puzzle", "check", "whole.puzzles"];
    let checked = foursight_in(folder.path(), &args, "");
    assert_eq!(
        checked.stdout, "ok whole.puzzles: 6 puzzles\n",
        "{}",
        checked.stderr
    );
    // Too few candidates.
    let args = [
        "puzzle",
        "mine",
        "--theme",
        "fork",
        "--tries",
        "10",
        "--out",
        "few.puzzles",
    ];
    assert_eq!(foursight_in(folder.path(), &args, "").code, 4);
}

#[test]
fn puzzles_are_rated_and_packed() {
    let folder = tempfile::tempdir().expect("a directory");
    let args = [
        "puzzle",
        "mine",
        "--theme",
        "win-in-n",
        "--count",
        "6",
        "--out",
        "raw.puzzles",
    ];
    assert_eq!(foursight_in(folder.path(), &args, "").code, 0);
    let args = [
        "puzzle",
        "rate",
        "raw.puzzles",
        "--tries",
        "2",
        "--out",
        "rated.puzzles",
    ];
    let rated = foursight_in(folder.path(), &args, "");
    assert_eq!(rated.code, 0, "{}", rated.stderr);
    assert!(rated.stdout.contains("held out net"), "{}", rated.stdout);
    let args = [
        "puzzle",
        "pack",
        "rated.puzzles",
        "--per-theme",
        "4",
        "--out",
        "packed.puzzles",
    ];
    let packed = foursight_in(folder.path(), &args, "");
    assert!(
        packed.stdout.ends_with("4 puzzles in packed.puzzles\n"),
        "{}",
        packed.stdout
    );
    let args = ["puzzle", "list", "--json", "--file", "packed.puzzles"];
    let listed = objects(&foursight_in(folder.path(), &args, "").stdout);
    assert_eq!(listed.len(), 4);
}

#[test]
fn wrong_arguments_and_files_are_refused() {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(
        folder.path().join("bad.puzzles"),
        "foursight-puzzles 1\nfork win\n",
    )
    .expect("a file");
    fs::write(folder.path().join("binary.puzzles"), b"\xff\xfe").expect("a file");
    let check = |args: &[&str], code: i32, message: &str| {
        let out = foursight_in(folder.path(), &[&["puzzle"][..], args].concat(), "");
        assert_eq!(out.code, code, "{args:?}: {}", out.stderr);
        assert!(out.stderr.contains(message), "{args:?}: {}", out.stderr);
    };
    check(
        &["--theme", "knots"],
        2,
        "the themes are win-in-n, only-move",
    );
    check(&["--id", "x"], 2, "expected six digits or small letters");
    check(&["--id", "000000"], 2, "there is no puzzle 000000");
    check(&["--daily", "--theme", "fork"], 2, "cannot be used with");
    check(
        &["check", "bad.puzzles"],
        3,
        "bad.puzzles: the checksum is wrong",
    );
    check(
        &["check", "binary.puzzles"],
        3,
        "the file is not UTF-8 text",
    );
    check(&["check", "missing.puzzles"], 5, "missing.puzzles: ");
    check(
        &["pack", "bad.puzzles", "--per-theme", "0", "--out", "x"],
        2,
        "0 is not in 1..=20000",
    );
    check(
        &["mine", "--theme", "fork", "--out", "no/such/dir"],
        5,
        "cannot write no/such/dir",
    );
}
