//! The course in the terminal, and the checker for its files.

use super::{fed, foursight, foursight_in};

#[test]
fn the_course_is_listed() {
    let ran = foursight(&["lesson"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for name in [
        "rules", "how", "data", "actions", "scan", "count", "power-up",
    ] {
        assert!(
            ran.stdout.lines().any(|line| line.starts_with(name)),
            "{name}: {}",
            ran.stdout
        );
    }
    let german = foursight(&["lesson", "list", "--german"]);
    assert!(
        german.stdout.contains("Wie das Spiel funktioniert"),
        "{}",
        german.stdout
    );
}

/// Every step is gone through: a miss, a hint, a wrong answer, a refusal, and what is right.
#[test]
fn a_lesson_is_gone_through_line_by_line() {
    let typed = "1\nhint\n4\nnonsense\n5\n4\n3\na\nb\nx\na\n";
    let ran = fed(&["lesson", "run", "rules"], typed);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for said in [
        "1/4 Drop a disc",
        "That is another column.",
        "Columns count from 1 at the left.",
        "It rests on d3",
        "You can type: 1, 2, 3, 4, 5, 6, 7",
        "four on a rising diagonal",
        "column 4 is full.",
        "That was allowed.",
        "No. A line is looked for first",
        "Right. A tie is what is left",
        "The lesson is done.",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
}

/// The solver defends, and an unexpected move that is right goes on.
#[test]
fn the_best_defence_answers() {
    let ran = fed(&["lesson", "run", "two", "open-row", "--german"], "6\n");
    assert!(ran.stdout.contains("Zwei Enden"), "{}", ran.stdout);
    assert!(ran.stdout.contains("Second"), "{}", ran.stdout);
    let ran = fed(&["lesson", "run", "count", "odd-threat"], "1\n4\nquit\n");
    assert!(
        ran.stdout.contains("That loses against best play."),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("Sixteen spaces remain"),
        "{}",
        ran.stdout
    );
}

#[test]
fn demos_answer_columns() {
    let ran = fed(&["lesson", "run", "how", "fall"], "4\n1\n\n\n");
    assert!(ran.stdout.contains("answer: -1"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("grid[5][0] is 0\nanswer: 5"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("pub fn drop_row(grid: &Rows, column: usize) -> i32 {"),
        "{}",
        ran.stdout
    );
    let ran = fed(
        &["lesson", "run", "data", "valid"],
        "3337\n222222 2\n123\n\n",
    );
    assert!(ran.stdout.contains("move 3, slot 7"), "{}", ran.stdout);
    assert!(ran.stdout.contains("column 3 is full"), "{}", ran.stdout);
    assert!(ran.stdout.contains("valid: "), "{}", ran.stdout);
}

#[test]
fn what_is_not_there_is_named() {
    let ran = foursight(&["lesson", "run", "nothing"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .contains("there is no lesson nothing: the lessons are rules, how"),
        "{}",
        ran.stderr
    );
    let ran = foursight(&["lesson", "run", "how", "nothing"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .contains("how has no step nothing: its steps are what, flow"),
        "{}",
        ran.stderr
    );
}

#[test]
fn files_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = "lesson: mine\ntitle: Mine\n= Meine\nabout: A\n= B\nminutes: 1\nstep: s\ntitle: T\n= U\n\
                position: 454545\ngoal: Win.\n= Gewinne.\ntask: connect\ngood: Yes.\n= Ja.\nbad: No.\n= Nein.\n";
    let files = [
        ("good.lesson", good.to_owned()),
        ("bad.lesson", good.replace("= Ja.\n", "")),
        ("hopeless.lesson", good.replace("454545", "start")),
    ];
    for (name, text) in &files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let ran = foursight_in(folder.path(), &["lesson", "check", "good.lesson"], "");
    assert_eq!(
        ran.stdout, "ok good.lesson: 1 steps, 1 goals, 0 questions\n",
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 0);
    let names = [
        "lesson",
        "check",
        "bad.lesson",
        "hopeless.lesson",
        "none.lesson",
    ];
    let ran = foursight_in(folder.path(), &names, "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr
            .contains("bad.lesson: line 14: `good` has no German"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("hopeless.lesson: line 7: no move reaches this goal"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("none.lesson: "), "{}", ran.stderr);
    let ran = foursight_in(folder.path(), &["lesson", "run", "good.lesson"], "4\n");
    assert!(ran.stdout.contains("Yes."), "{}", ran.stdout);
}
