//! Tests of the course in the terminal, and of the checker for lesson files.

use std::path::Path;

use super::{CommandOutput, command, foursight, foursight_in, run, run_with_input};

/// Runs the command with a data directory.
fn run_in(data: &Path, args: &[&str], input: &str) -> CommandOutput {
    let mut command = command();
    command.args(args).env("XDG_DATA_HOME", data);
    run(command, input.as_bytes())
}

#[test]
fn the_course_is_listed() {
    let out = foursight(&["lesson"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    for name in [
        "rules", "how", "data", "actions", "scan", "count", "power-up",
    ] {
        assert!(
            out.stdout.lines().any(|line| line.starts_with(name)),
            "{name}: {}",
            out.stdout
        );
    }
    let german = foursight(&["lesson", "list", "--german"]);
    assert!(
        german.stdout.contains("Wie das Spiel funktioniert"),
        "{}",
        german.stdout
    );
}

/// Completes every step: with a miss, a hint, a wrong answer, an illegal move, and the right ones.
#[test]
fn a_lesson_runs_line_by_line() {
    let typed = "1\nhint\n4\nnonsense\n5\n1\n4\n3\na\nb\nx\na\n";
    let out = run_with_input(&["lesson", "run", "rules"], typed);
    assert_eq!(out.code, 0, "{}", out.stderr);
    for expected in [
        "1/4 Drop a disc",
        "That is another column.",
        "Columns count from 1 at the left.",
        "It rests on d3",
        "You can type: 1, 2, 3, 4, 5, 6, 7; A to G name the columns too; or hint.",
        "four on a rising diagonal",
        "Column 4 first: see what happens in a full column.",
        "Column 4 is full.",
        "That was allowed.",
        "No. A line counts first",
        "You can type the letter of an answer, a to b.",
        "Right. It is only a draw if",
        "The lesson is done.",
    ] {
        assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
    }
}

/// The solver defends, and an unexpected correct move is accepted.
#[test]
fn the_best_defence_answers() {
    let out = run_with_input(&["lesson", "run", "two", "open-row", "--german"], "6\n");
    assert!(out.stdout.contains("Zwei Enden"), "{}", out.stdout);
    assert!(out.stdout.contains("Spieler 2"), "{}", out.stdout);
    let out = run_with_input(&["lesson", "run", "count", "odd-threat"], "1\n4\nquit\n");
    assert!(
        out.stdout.contains("That loses against best play."),
        "{}",
        out.stdout
    );
    assert!(
        out.stdout.contains("Sixteen cells remain"),
        "{}",
        out.stdout
    );
}

#[test]
fn demos_answer_columns() {
    let out = run_with_input(&["lesson", "run", "how", "fall"], "4\n1\n\n\n");
    assert!(out.stdout.contains("answer: -1"), "{}", out.stdout);
    assert!(
        out.stdout
            .contains("if board[row][column] == EMPTY {                     row = 5, column = 0"),
        "{}",
        out.stdout
    );
    assert!(out.stdout.contains("answer: 5"), "{}", out.stdout);
    assert!(
        out.stdout
            .contains("pub fn drop_row(board: &Rows, column: usize) -> i32 {"),
        "{}",
        out.stdout
    );
    let out = run_with_input(
        &["lesson", "run", "data", "valid"],
        "3337\n2 2 2 2 2 2 2\n123\nnonsense\n\n",
    );
    for expected in [
        "The 4th number: there is no slot 7, they are 0 to 6.",
        "The 7th number: slot 2 is full.",
    ] {
        assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
    }
    assert!(
        out.stdout.contains("You can type slots from 0 to 6"),
        "{}",
        out.stdout
    );
    assert!(out.stdout.contains("valid: "), "{}", out.stdout);
}

#[test]
fn unknown_lessons_and_steps_are_reported() {
    let out = foursight(&["lesson", "run", "nothing"]);
    assert_eq!(out.code, 2);
    assert!(
        out.stderr
            .contains("there is no lesson nothing: the lessons are rules, see"),
        "{}",
        out.stderr
    );
    let out = foursight(&["lesson", "run", "how", "nothing"]);
    assert_eq!(out.code, 2);
    assert!(
        out.stderr
            .contains("how has no step nothing: its steps are what, flow"),
        "{}",
        out.stderr
    );
}

#[test]
fn files_are_checked() {
    let data = tempfile::tempdir().expect("a folder");
    let good = "lesson: mine\ntitle: Mine\n= Meine\nabout: A\n= B\nminutes: 1\nstep: s\ntitle: T\n= U\n\
                position: 454545\ngoal: Win.\n= Gewinne.\ntask: connect\ngood: Yes.\n= Ja.\nbad: No.\n= Nein.\n";
    let files = [
        ("good.lesson", good.to_owned()),
        ("bad.lesson", good.replace("= Ja.\n", "")),
        ("hopeless.lesson", good.replace("454545", "start")),
    ];
    for (name, text) in &files {
        std::fs::write(data.path().join(name), text).expect("written");
    }
    let out = foursight_in(data.path(), &["lesson", "check", "good.lesson"], "");
    assert_eq!(
        out.stdout, "ok good.lesson: 1 step, 1 goal, 0 questions\n",
        "{}",
        out.stderr
    );
    assert_eq!(out.code, 0);
    let names = [
        "lesson",
        "check",
        "bad.lesson",
        "hopeless.lesson",
        "none.lesson",
    ];
    // An invalid lesson exits with "no"; an unreadable file is a failure, which takes precedence.
    let of_two = foursight_in(data.path(), &names[..4], "");
    assert_eq!(of_two.code, 1);
    let out = foursight_in(data.path(), &names, "");
    assert_eq!(out.code, 5);
    let missing = ["lesson", "check", "none.lesson", "bad.lesson"];
    assert_eq!(foursight_in(data.path(), &missing, "").code, 5);
    assert!(
        out.stderr
            .contains("bad.lesson: line 14: `good` has no German"),
        "{}",
        out.stderr
    );
    assert!(
        out.stderr
            .contains("hopeless.lesson: line 13: no move reaches this goal"),
        "{}",
        out.stderr
    );
    // Every error of a file is printed, up to a limit; the rest is counted.
    let many = format!("{}{}", good.replace("= Ja.\n", ""), "nonsense\n".repeat(40));
    let many = many.replace("minutes: 1", "minutes: 0");
    std::fs::write(data.path().join("many.lesson"), many).expect("written");
    let many = foursight_in(data.path(), &["lesson", "check", "many.lesson"], "");
    assert_eq!(many.code, 1);
    for words in ["`0` is no number", "`good` has no German", "and 12 more"] {
        assert!(many.stderr.contains(words), "{words}: {}", many.stderr);
    }
    // Every unreachable goal is reported, by `check` and by `run`.
    let step = good.find("step:").map_or("", |at| &good[at..]);
    let twice = good.replace("454545", "start")
        + &step
            .replace("454545", "start")
            .replace("step: s", "step: t");
    std::fs::write(data.path().join("twice.lesson"), twice).expect("written");
    for command in ["check", "run"] {
        let args = ["lesson", command, "twice.lesson"];
        let text = foursight_in(data.path(), &args, "").stderr;
        assert!(
            text.contains("line 13: no move reaches") && text.contains("line 24: no move reaches"),
            "{text}"
        );
    }
    assert!(out.stderr.contains("none.lesson: "), "{}", out.stderr);
    let out = foursight_in(data.path(), &["lesson", "run", "good.lesson"], "4\n");
    assert!(out.stdout.contains("Yes."), "{}", out.stdout);
}

/// Progress persists, the list shows it, and `run` alone continues there.
#[test]
fn progress_is_saved_shown_and_resumed() {
    let data = tempfile::tempdir().expect("a folder");
    let run_lesson = |args: &[&str], input: &str| run_in(data.path(), args, input);
    let out = run_lesson(&["lesson"], "");
    assert!(
        out.stdout.contains("0 of ") && out.stdout.contains("Continue: foursight lesson run rules"),
        "{}",
        out.stdout
    );
    // The first step is done, the second skipped, the third only visited.
    let out = run_lesson(&["lesson", "run", "rules"], "4\n\nquit\n");
    assert_eq!(out.code, 0, "{}", out.stderr);
    let out = run_lesson(&["lesson", "list"], "");
    let line = |name: &str| {
        let found = out.stdout.lines().find(|line| line.starts_with(name));
        found.unwrap_or_default().to_owned()
    };
    assert!(
        line("rules").starts_with("rules     O...  "),
        "{}",
        out.stdout
    );
    assert!(
        out.stdout.contains("✓drop, four-ways, refused, tie"),
        "{}",
        out.stdout
    );
    assert!(
        out.stdout.contains("1 of ")
            && out
                .stdout
                .contains("Continue: foursight lesson run rules refused"),
        "{}",
        out.stdout
    );
    let out = run_lesson(&["lesson", "run"], "quit\n");
    assert!(out.stdout.contains("3/4 What is refused"), "{}", out.stdout);
    // Thoughts are appended to a file, and the lesson prints its path.
    let out = run_lesson(
        &["lesson", "run", "how", "reflect"],
        "help\nword fork\nword order is not a word\n",
    );
    for expected in [
        "You can type a line of your own",
        "Everywhere: Enter continues",
        "fork: ",
        "Saved in ",
    ] {
        assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
    }
    let out = run_lesson(
        &["lesson", "run", "how", "reflect"],
        "Gravity is a search.\n",
    );
    assert!(out.stdout.contains("Saved in "), "{}", out.stdout);
    let thoughts = data.path().join("foursight").join("thoughts.txt");
    let thoughts = std::fs::read_to_string(thoughts).expect("a file");
    assert_eq!(thoughts, "word order is not a word\nGravity is a search.\n");
    let out = run_lesson(&["lesson", "forget"], "");
    assert_eq!(out.code, 0);
    assert!(out.stdout.starts_with("Progress reset: "), "{}", out.stdout);
    assert!(!out.stdout.contains(" 0 steps"), "{}", out.stdout);
    let out = run_lesson(&["lesson", "forget", "--german"], "");
    assert!(
        out.stdout.starts_with("Vergessen: 0 geschaffte Schritte."),
        "{}",
        out.stdout
    );
    let out = run_lesson(&["lesson"], "");
    assert!(out.stdout.contains("0 of "), "{}", out.stdout);
}

/// A pipe gets plain lines without colours, and the end of input ends the lesson.
#[test]
fn pipes_get_plain_lines() {
    for args in [&["lesson"][..], &["lesson", "run", "rules"]] {
        let out = run_with_input(args, "");
        assert_eq!(out.code, 0, "{}", out.stderr);
        assert!(!out.stdout.contains('\u{1b}'), "{}", out.stdout);
        assert!(out.stderr.is_empty(), "{}", out.stderr);
    }
}

/// Every step of every lesson can be passed with Enter alone, in both languages.
#[test]
fn every_lesson_runs_to_its_end() {
    for lesson in ["rules", "how", "data", "states", "actions", "scan", "count"] {
        for german in [false, true] {
            let mut args = vec!["lesson", "run", lesson];
            args.extend(german.then_some("--german"));
            let out = run_with_input(&args, &"\n".repeat(60));
            let end = if german {
                "Das war der letzte Schritt. Übersprungen, "
            } else {
                "That was the last step. Skipped, "
            };
            assert!(out.stdout.contains(end), "{lesson}: {}", out.stdout);
        }
    }
}

/// With `--german` demos answer in German.
#[test]
fn demos_speak_german() {
    let out = run_with_input(&["lesson", "run", "how", "turns", "--german"], "3\n\n");
    assert!(
        out.stdout
            .contains("O ist Spieler 1, X ist Spieler 2. Spieler 2 ist am Zug."),
        "{}",
        out.stdout
    );
    assert!(out.stdout.contains("Answer::Next"), "{}", out.stdout);
    // The scan has the same boards as the web page.
    let out = run_with_input(
        &["lesson", "run", "scan", "small"],
        "step\nmore\nmore\nfound\n\n",
    );
    for line in [
        "1    - <1> - ",
        "Start (0, 0) (…), delta (1, 1), count 1, target (1, 1) <…>",
        "Right. 1 of 1.",
        "It was: one disc more.",
        "No. 1 of 2.",
        "It was: next start.",
        "The end: nothing was found this way.",
    ] {
        assert!(out.stdout.contains(line), "{line}: {}", out.stdout);
    }
}

/// A lesson, a step, the input, and two expected texts in English and two in German.
type LessonDialogueCase = (&'static str, &'static str, &'static str, [&'static str; 4]);

const PICTURES: [LessonDialogueCase; 8] = [
    (
        "actions",
        "view",
        "6\n1\n7\nquit\n",
        [
            "column 3: [ ] [ ] [ ] [1] [2] [1]\n",
            "[Restart]\n",
            "Player 1 wins\n",
            "Spieler 1 hat gewonnen.",
        ],
    ),
    (
        "how",
        "flow",
        "1\n1\n1\n1\n1\n1\n1\nquit\n",
        [
            "no: the opponent is to move, from the top",
            "no: refuse, change nothing",
            "nein: Die andere Seite ist am Zug, von oben an",
            "Spalte 1 ist voll.",
        ],
    ),
    (
        "how",
        "data",
        "3\nempty\nquit\n",
        [
            "[0, 0, <1>, 0, 0, 0, 0]",
            "board.push(vec![EMPTY; width]);",
            "[0, 0, <1>, 0, 0, 0, 0]",
            "steht in spitzen Klammern",
        ],
    ),
    (
        "states",
        "machine",
        "1\n2\nquit\n",
        [
            "Now: Player 2 to drop.",
            "> Player 2 to drop → Draw: 0×",
            "Jetzt: Spieler 1 wirft ein.",
            "  Leeres Spielfeld, Spieler 1 wirft ein → Spieler 2 wirft ein: 1×",
        ],
    ),
    (
        "data",
        "forms",
        "[3, 3, 7]\n[[], [1], [2], [], [], [], []]\nquit\n",
        [
            "Character 8: only 0 to 6 mean something here",
            "🟦 🔴 🟡 🟦 🟦 🟦 🟦\n A  B  C  D  E  F  G\n🔴 first",
            "Zeichen 8: hier gilt nur 0 bis 6",
            "[0, 1, 2, 0, 0, 0, 0]",
        ],
    ),
    (
        "actions",
        "actions",
        "4\n4\nback\nquit\n",
        [
            "Actions: [move 3], move 3. Player 2 to move.",
            "6 of 7 columns are shared by both states.",
            "Aktionen: [Zug 3], Zug 3. Spieler 2 ist am Zug.",
            "6 von 7 Spalten teilen sich beide Zustände.",
        ],
    ),
    (
        "scan",
        "layout",
        "0 7\nnonsense\nquit\n",
        [
            "Flat without a question: 0. Flat, with 6 sums and comparisons: nothing.",
            "You can type y and x",
            "Flach, ohne zu fragen: 0.",
            "Du kannst y und x tippen",
        ],
    ),
    (
        "scan",
        "axes",
        "1 -1\n9\nquit\n",
        [
            "Row 0 at the bottom:",
            "You can type a step",
            "Zeile 0 unten:",
            "Du kannst einen Schritt tippen",
        ],
    ),
];

/// Pictures of the web page become text diagrams or sentences, without names from the source.
#[test]
fn pictures_become_text() {
    for (lesson, step, typed, expected) in PICTURES {
        for (language, expected) in ["", "--german"].into_iter().zip(expected.chunks(2)) {
            let mut args = vec!["lesson", "run", lesson, step];
            args.extend(Some(language).filter(|flag| !flag.is_empty()));
            let out = run_with_input(&args, typed);
            for expected in expected {
                assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
            }
            let mut texts = out.stdout.lines().filter(|line| !line.starts_with("  "));
            let inner = ["SecondToDrop", "FirstToDrop", "Some(", "None"];
            let is_inner = |line: &str| inner.iter().any(|name| line.contains(name));
            assert!(!texts.any(is_inner), "{}", out.stdout);
        }
    }
}

/// Help lists what can be typed here, and the glossary explains words.
#[test]
fn help_and_glossary_are_available() {
    for (place, expected) in [
        (["rules", "drop"], "You can type: 1, 2, 3"),
        (
            ["rules", "tie"],
            "You can type the letter of an answer, a to b.",
        ),
        (
            ["power-up", "bomb"],
            "A, B, W and D are anvil, bomb, wall and double",
        ),
        (["how", "data"], "or empty for the empty board"),
        (["scan", "small"], "You can type step"),
    ] {
        let [lesson, step] = place;
        let out = run_with_input(
            &["lesson", "run", lesson, step],
            "help\nword fork\nword x\nquit\n",
        );
        for expected in [
            expected,
            "Everywhere: Enter continues",
            "fork: ",
            "The words are: board",
        ] {
            assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
        }
    }
    let out = run_with_input(
        &["lesson", "run", "rules", "--german"],
        "hilfe\nwort gabel\nende\n",
    );
    for expected in [
        "Du kannst tippen: 1",
        "Überall: Enter geht weiter",
        "Gabel: ",
    ] {
        assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
    }
}

/// A double and a bomb are one turn of two moves.
#[test]
fn a_turn_of_two_moves_is_finished() {
    for (step, typed) in [("double", "D5\n3\n"), ("bomb", "B4\nT4\n")] {
        let out = run_with_input(&["lesson", "run", "power-up", step], typed);
        assert!(
            out.stdout.contains("it is still your turn"),
            "{}",
            out.stdout
        );
        assert!(out.stdout.contains("Player 1 has won."), "{}", out.stdout);
    }
}

/// Errors are in German with `--german`.
#[test]
fn errors_speak_german() {
    let data = tempfile::tempdir().expect("a folder");
    std::fs::write(data.path().join("bad.lesson"), "lesson: A\n").expect("written");
    let out = foursight_in(
        data.path(),
        &["lesson", "check", "--german", "bad.lesson"],
        "",
    );
    assert!(
        out.stderr
            .contains("bad.lesson: Zeile 1: `A` ist kein Name"),
        "{}",
        out.stderr
    );
    let out = run_with_input(
        &["lesson", "run", "rules", "refused", "--german"],
        "4\nquit\n",
    );
    assert!(out.stdout.contains("Spalte 4 ist voll."), "{}", out.stdout);
    let out = foursight(&["lesson", "run", "nichts", "--german"]);
    assert!(
        out.stderr.contains("es gibt keine Lektion nichts"),
        "{}",
        out.stderr
    );
}

/// A file that is not progress is reported, and backed up.
#[test]
fn invalid_progress_is_backed_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("foursight");
    std::fs::create_dir_all(&data).expect("made");
    let junk = "done rules/drop\nmy shopping list\n";
    std::fs::write(data.join("lessons.txt"), junk).expect("written");
    let out = run_in(folder.path(), &["lesson"], "");
    assert!(out.stderr.contains("line 2 of "), "{}", out.stderr);
    assert!(out.stdout.contains("1 of "), "{}", out.stdout);
    let out = run_in(folder.path(), &["lesson", "run", "rules"], "quit\n");
    assert!(
        out.stderr.contains("the old progress is kept in "),
        "{}",
        out.stderr
    );
    let old = std::fs::read_to_string(data.join("lessons.txt.old1")).expect("a file");
    assert_eq!(old, junk);
    let new = std::fs::read_to_string(data.join("lessons.txt")).expect("a file");
    assert_eq!(new, "done rules/drop\nlast rules/drop\n");
    let out = run_in(folder.path(), &["lesson"], "");
    assert!(out.stderr.is_empty(), "{}", out.stderr);
}
