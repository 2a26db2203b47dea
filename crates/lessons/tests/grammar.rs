//! Invalid lessons yield errors with lines, no text panics, and `docs/lessons.md` is correct.

use foursight_core::{Column, Move};
use foursight_lessons::{
    Attempt, Demo, Judgement, LESSON_BYTES_MAX, LessonError, LessonErrorKind, Listing,
    check as check_exercises, parse, parse_all,
};

const DOCUMENT: &str = include_str!("../../../docs/lessons.md");

const HEAD: &str = "lesson: a\ntitle: a\n= a\nabout: a\n= a\nminutes: 1\n";
const STEP: &str = "step: s\ntitle: t\n= t\n";
const GOAL: &str = "goal: a\n= a\n";

#[track_caller]
fn check(text: &str, line: usize, reason: &str) {
    let error = parse(text).expect_err(text);
    assert_eq!(
        error.to_string(),
        format!("line {line}: {reason}"),
        "{text}"
    );
}

#[test]
fn invalid_heads_are_errors() {
    for (body, line, reason) in [
        ("", 1, "`step` is missing"),
        ("colour: red", 7, "there is no key `colour`"),
        ("title: b\n= b", 7, "`title` stands here twice"),
        ("goal: b\n= b", 7, "`goal` has no place here"),
        (
            "nonsense",
            7,
            "expected `key: words`, `= words in German`, or a comment",
        ),
        ("step: a", 7, "`text` is missing"),
        (
            "step: Big\ntext: a\n= a",
            7,
            "`Big` is no name: use small letters, digits and hyphens",
        ),
        ("minutes: 2", 7, "`minutes` stands here twice"),
    ] {
        check(&format!("{HEAD}{body}"), line, reason);
    }
    check("minutes: 0", 1, "`0` is no number from 1 to 600");
    check("= Wort", 1, "this `=` translates nothing");
    let long = "#".repeat(LESSON_BYTES_MAX + 1);
    let refused = parse(&long);
    assert!(matches!(
        refused,
        Err(LessonError {
            line: 1,
            kind: LessonErrorKind::TooLong(_)
        })
    ));
}

/// A lesson with many errors.
const MANY_ERRORS: &str = "lesson: Big
title: a
about: a
= a
minutes: 0
nonsense
= Unsinn
step: one
title: t
= t
text: no German
position: nowhere
goal: a
= a
task: move
hint: lost with its position
step: two
title: t
= t
ask: no German
right: a -> b
= a -> b
wrong: a -> b
= a -> b
goal: without a position
= a
good: a
= a
demo: nothing
step: three
title: t
= t
position: start
goal: a
= a
task: dance
bad 9: a
= a
ask: a
= a
wrong: a -> b
= a -> b
text: a
= a
step: three
title: t
= t
text: a
= a
";

/// Every error is reported once, without consequential errors.
#[test]
fn all_errors_are_reported() {
    let errors = parse_all(MANY_ERRORS).expect_err("errors");
    let messages: Vec<_> = errors.iter().map(ToString::to_string).collect();
    let expected = [
        "line 1: `Big` is no name: use small letters, digits and hyphens",
        "line 2: `title` has no German: write it below, behind a `=`",
        "line 5: `0` is no number from 1 to 600",
        "line 6: expected `key: words`, `= words in German`, or a comment",
        "line 11: `text` has no German: write it below, behind a `=`",
    ];
    assert_eq!(messages[..expected.len()], expected, "{messages:#?}");
    assert!(
        messages[5].starts_with("line 12: this is no position"),
        "{messages:#?}"
    );
    let rest = [
        "line 20: `ask` has no German: write it below, behind a `=`",
        "line 25: `goal` has no place here",
        "line 29: there is no demo `nothing`",
        "line 33: `good` is missing",
    ];
    assert_eq!(messages[6..10], rest, "{messages:#?}");
    let tasks = "move, refused, connect, safe, win in N, win, win once, draw, draw once";
    assert_eq!(
        messages[10],
        format!("line 36: `dance` is no task: {tasks}")
    );
    let end = [
        "line 37: the rules refuse `9` here",
        "line 39: this question has 0 right answers, expected one",
        "line 45: two steps are called `three`",
    ];
    assert_eq!(messages[11..], end, "{messages:#?}");
    assert!(errors.contains(&parse(MANY_ERRORS).expect_err("an error")));
}

#[test]
fn invalid_steps_are_errors() {
    for (body, line, reason) in [
        (
            "text: only English",
            10,
            "`text` has no German: write it below, behind a `=`",
        ),
        ("text:\n= a", 10, "there is nothing behind `text`"),
        ("text: a\n= a\n= b", 12, "this `=` translates nothing"),
        ("demo: magic", 10, "there is no demo `magic`"),
        ("demo: flow\n= b", 11, "this `=` translates nothing"),
        ("code: nothing", 10, "there is no listing `nothing`"),
        ("text x: a\n= a", 10, "there is no key `text x`"),
        (
            "text terminal: a\n= a",
            10,
            "`text terminal` has no place here",
        ),
        (
            "text: a\n= a\ndemo: flow\ntext terminal: a\n= a",
            13,
            "`text terminal` has no place here",
        ),
        (
            "ask: a\n= a",
            10,
            "this question has 0 right answers, expected one",
        ),
        (
            "ask: a\n= a\nright: a -> b\n= a -> b",
            10,
            "this question has no wrong answer",
        ),
        (
            "ask: a\n= a\nright: a\n= a",
            12,
            "`a` has no feedback: write ` -> ` and what to say",
        ),
        ("wrong: a -> b\n= a -> b", 10, "`wrong` has no place here"),
        (
            "text: a\n= a\nstep: s\ntitle: t\n= t\ntext: a\n= a",
            12,
            "two steps are called `s`",
        ),
    ] {
        check(&format!("{HEAD}{STEP}{body}"), line, reason);
    }
}

#[test]
fn invalid_positions_are_errors() {
    let full = "this is no position: ply 7 (character 7): column 4 is full";
    let tasks = "`dance` is no task: move, refused, connect, safe, win in N, win, win once, draw, draw once";
    let over = "the game is over, so there is nothing to do";
    for (body, line, reason) in [
        ("position: 4444444".to_owned(), 10, full),
        (
            "position: 44\nmark: z9".to_owned(),
            11,
            "`z9` is no cell of the board",
        ),
        (
            "position: 44\narrow: a1".to_owned(),
            11,
            "`a1` is no cell of the board",
        ),
        (
            "position: 44\nposition: 45".to_owned(),
            11,
            "`position` stands here twice",
        ),
        (
            "position: 44\ntask: connect".to_owned(),
            10,
            "`goal` is missing",
        ),
        (format!("position: 44\n{GOAL}"), 10, "`task` is missing"),
        (format!("position: 44\n{GOAL}task: dance"), 13, tasks),
        (
            format!("position: 44\n{GOAL}task: win in 0"),
            13,
            "`0` is no number from 1 to 600",
        ),
        (
            format!("position: 444444\n{GOAL}task: move 4"),
            13,
            "the rules refuse `4` here",
        ),
        (
            format!("position: 44\n{GOAL}task: refused 4"),
            13,
            "the rules allow `4` here, and should refuse it",
        ),
        (
            format!("position: 44\n{GOAL}task: refused Q"),
            13,
            "`Q` is no move",
        ),
        (
            format!("position: 44\n{GOAL}task: move Q"),
            13,
            "`Q` is no move",
        ),
        (
            format!("position: 44\n{GOAL}task: move é"),
            13,
            "`é` is no move",
        ),
        (
            format!("position: 4545454\n{GOAL}task: connect\ngood: a\n= a\nbad: a\n= a"),
            10,
            over,
        ),
        (
            format!("position: 44\n{GOAL}task: move\nbad: a\n= a"),
            10,
            "`good` is missing",
        ),
    ] {
        check(&format!("{HEAD}{STEP}{body}"), line, reason);
    }
}

/// Returns the example lesson of the document.
fn example() -> &'static str {
    let (_, rest) = DOCUMENT.split_once("```lesson\n").expect("an example");
    rest.split_once("```").expect("its end").0
}

/// The example is valid, and its exercises need no solver.
#[test]
fn the_documented_example_is_a_lesson() {
    let lesson = parse(example()).expect("a lesson");
    let checked = check_exercises(&lesson, &mut |_| Err("no solver".to_owned()));
    assert_eq!(checked, []);
}

/// The example and the tables contain every key of the course, and the document every name.
#[test]
fn the_document_has_every_key_and_name() {
    let keys = |text: &'static str| {
        let lines = text.lines().filter(|line| !line.starts_with(['#', ' ']));
        lines.filter_map(|line| Some(line.split_once(':')?.0))
    };
    let course = concat!(env!("CARGO_MANIFEST_DIR"), "/course");
    let files = std::fs::read_dir(course).expect("the course");
    let paths = files.map(|file| file.expect("a file").path());
    for path in paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "lesson")
    }) {
        let text: &'static str = std::fs::read_to_string(path).expect("text").leak();
        for key in keys(text) {
            let has_number = |other: &str| other.starts_with("bad ") && key.starts_with("bad ");
            let is_key = |other: &str| other == key || has_number(other);
            assert!(keys(example()).any(is_key), "{key} is not in the example");
        }
    }
    for key in keys(example()) {
        let row = format!("\n| `{key}` | ");
        assert!(DOCUMENT.contains(&row), "{key} has no line");
    }
    let names = Demo::ALL.map(Demo::name).into_iter();
    for name in names.chain(Listing::all().iter().map(|listing| listing.name)) {
        assert!(DOCUMENT.contains(&format!("`{name}`")), "{name}");
    }
}

/// A task that requires an illegal move is missed without it, reached after it, and reset by a
/// restart.
#[test]
fn an_illegal_move_comes_first() {
    let lesson = parse(example()).expect("a lesson");
    let scene = lesson.steps[1].scene().expect("a scene");
    let mut attempt = Attempt::new(scene).expect("an exercise");
    let drop = |number| Move::Drop(Column::from_number(number).expect("in range"));
    let missed = |judged: Judgement| matches!(judged, Judgement::Missed(words) if words.english == "Column 4 first.");
    assert!(missed(attempt.try_move(drop(1))));
    // Another illegal move does not count.
    assert!(matches!(attempt.try_move(drop(8)), Judgement::Illegal(_)));
    assert!(missed(attempt.try_move(drop(1))));
    assert!(matches!(attempt.try_move(drop(4)), Judgement::Illegal(_)));
    assert!(matches!(
        attempt.clone().try_move(drop(1)),
        Judgement::Reached(_)
    ));
    attempt.restart();
    assert!(missed(attempt.try_move(drop(1))));
}

mod garbage {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn never_panics(text in "(\\PC|\n){0,200}") {
            if let Err(errors) = foursight_lessons::parse_all(&text) {
                prop_assert!(!errors.is_empty());
                prop_assert!(errors.is_sorted_by_key(|error| error.line));
            }
        }

        /// Lines of a real lesson in random order.
        #[test]
        fn shuffled_lines_never_panic(picks in prop::collection::vec(0..400_usize, 0..60)) {
            let lines: Vec<_> = include_str!("../course/see.lesson").lines().chain(include_str!("../course/how.lesson").lines()).collect();
            let text: Vec<_> = picks.iter().map(|pick| lines[pick % lines.len()]).collect();
            let _ = foursight_lessons::parse(&text.join("\n"));
        }
    }
}
