//! The course in the terminal, and the checker for its files.

use std::path::Path;

use super::{Ran, command, fed, foursight, foursight_in, run};

/// Runs the command with a directory for its data.
fn kept_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut command = command();
    command.args(args).env("XDG_DATA_HOME", folder);
    run(command, input.as_bytes())
}

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
    let typed = "1\nhint\n4\nnonsense\n5\n1\n4\n3\na\nb\nx\na\n";
    let ran = fed(&["lesson", "run", "rules"], typed);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for said in [
        "1/4 Drop a disc",
        "That is another column.",
        "Columns count from 1 at the left.",
        "It rests on d3",
        "You can type: 1, 2, 3, 4, 5, 6, 7; A to G name the columns too; or hint.",
        "four on a rising diagonal",
        "Column 4 first: see what happens in a full column.",
        "column 4 is full.",
        "That was allowed.",
        "No. A line is looked for first",
        "You can type the letter of an answer, a to b.",
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
    assert!(ran.stdout.contains("Spieler 2"), "{}", ran.stdout);
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
        ran.stdout
            .contains("if grid[row][column] == EMPTY {                      row = 5, column = 0"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("answer: 5"), "{}", ran.stdout);
    assert!(
        ran.stdout
            .contains("pub fn drop_row(grid: &Rows, column: usize) -> i32 {"),
        "{}",
        ran.stdout
    );
    let ran = fed(
        &["lesson", "run", "data", "valid"],
        "3337\n2 2 2 2 2 2 2\n123\nnonsense\n\n",
    );
    for said in [
        "The 4th number: there is no slot 7, they are 0 to 6.",
        "The 7th number: slot 2 is full.",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
    assert!(
        ran.stdout.contains("You can type slots from 0 to 6"),
        "{}",
        ran.stdout
    );
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
        ran.stdout, "ok good.lesson: 1 step, 1 goal, 0 questions\n",
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
    // What is no lesson is a no; what cannot be read is a failure, and that weighs more.
    let of_two = foursight_in(folder.path(), &names[..4], "");
    assert_eq!(of_two.code, 1);
    let ran = foursight_in(folder.path(), &names, "");
    assert_eq!(ran.code, 5);
    let missing = ["lesson", "check", "none.lesson", "bad.lesson"];
    assert_eq!(foursight_in(folder.path(), &missing, "").code, 5);
    assert!(
        ran.stderr
            .contains("bad.lesson: line 14: `good` has no German"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("hopeless.lesson: line 13: no move reaches this goal"),
        "{}",
        ran.stderr
    );
    // Every fault of a file is named; of very many the rest is counted.
    let many = format!("{}{}", good.replace("= Ja.\n", ""), "nonsense\n".repeat(40));
    let many = many.replace("minutes: 1", "minutes: 0");
    std::fs::write(folder.path().join("many.lesson"), many).expect("written");
    let told = foursight_in(folder.path(), &["lesson", "check", "many.lesson"], "");
    assert_eq!(told.code, 1);
    for words in ["`0` is no number", "`good` has no German", "and 12 more"] {
        assert!(told.stderr.contains(words), "{words}: {}", told.stderr);
    }
    // Every goal out of reach is named, by check and by run.
    let step = good.find("step:").map_or("", |at| &good[at..]);
    let twice = good.replace("454545", "start")
        + &step
            .replace("454545", "start")
            .replace("step: s", "step: t");
    std::fs::write(folder.path().join("twice.lesson"), twice).expect("written");
    for command in ["check", "run"] {
        let args = ["lesson", command, "twice.lesson"];
        let told = foursight_in(folder.path(), &args, "").stderr;
        assert!(
            told.contains("line 13: no move reaches") && told.contains("line 24: no move reaches"),
            "{told}"
        );
    }
    assert!(ran.stderr.contains("none.lesson: "), "{}", ran.stderr);
    let ran = foursight_in(folder.path(), &["lesson", "run", "good.lesson"], "4\n");
    assert!(ran.stdout.contains("Yes."), "{}", ran.stdout);
}

/// What is done stays done, the map shows it, and `run` alone goes on where somebody was.
#[test]
fn progress_is_kept_shown_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = |args: &[&str], input: &str| kept_in(folder.path(), args, input);
    let ran = kept(&["lesson"], "");
    assert!(
        ran.stdout.contains("0 of ") && ran.stdout.contains("Go on: foursight lesson run rules"),
        "{}",
        ran.stdout
    );
    // The first step is done, the second left out, the third only seen.
    let ran = kept(&["lesson", "run", "rules"], "4\n\nquit\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = kept(&["lesson", "list"], "");
    let line = |name: &str| {
        let found = ran.stdout.lines().find(|line| line.starts_with(name));
        found.unwrap_or_default().to_owned()
    };
    assert!(
        line("rules").starts_with("rules     O...  "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("✓drop, four-ways, refused, tie"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("1 of ")
            && ran
                .stdout
                .contains("Go on: foursight lesson run rules refused"),
        "{}",
        ran.stdout
    );
    let ran = kept(&["lesson", "run"], "quit\n");
    assert!(ran.stdout.contains("3/4 What is refused"), "{}", ran.stdout);
    // Thoughts are added to a file, and the lesson says to which.
    let ran = kept(
        &["lesson", "run", "how", "reflect"],
        "help\nword fork\nword order is not a word\n",
    );
    for said in [
        "You can type a line of your own",
        "Everywhere: Enter goes on",
        "fork: ",
        "Saved in ",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
    let ran = kept(
        &["lesson", "run", "how", "reflect"],
        "Gravity is a search.\n",
    );
    assert!(ran.stdout.contains("Saved in "), "{}", ran.stdout);
    let thoughts = folder.path().join("foursight").join("thoughts.txt");
    let thoughts = std::fs::read_to_string(thoughts).expect("a file");
    assert_eq!(thoughts, "word order is not a word\nGravity is a search.\n");
    let ran = kept(&["lesson", "forget"], "");
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.starts_with("Forgotten: "), "{}", ran.stdout);
    assert!(!ran.stdout.contains(" 0 steps"), "{}", ran.stdout);
    let ran = kept(&["lesson", "forget", "--german"], "");
    assert!(
        ran.stdout.starts_with("Vergessen: 0 geschaffte Schritte."),
        "{}",
        ran.stdout
    );
    let ran = kept(&["lesson"], "");
    assert!(ran.stdout.contains("0 of "), "{}", ran.stdout);
}

/// A pipe gets plain lines, no colours, and no prompt is waited for after the input has ended.
#[test]
fn pipes_get_plain_lines() {
    for args in [&["lesson"][..], &["lesson", "run", "rules"]] {
        let ran = fed(args, "");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(!ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
        assert!(ran.stderr.is_empty(), "{}", ran.stderr);
    }
}

/// Every step of every lesson can be gone through with Enter alone, in both languages.
#[test]
fn every_lesson_runs_to_its_end() {
    for lesson in ["rules", "how", "data", "states", "actions", "scan", "count"] {
        for german in [false, true] {
            let mut args = vec!["lesson", "run", lesson];
            args.extend(german.then_some("--german"));
            let ran = fed(&args, &"\n".repeat(60));
            let end = if german {
                "Das war der letzte Schritt. Übersprungen, "
            } else {
                "That was the last step. Skipped, "
            };
            assert!(ran.stdout.contains(end), "{lesson}: {}", ran.stdout);
        }
    }
}

/// In German a demo answers in German.
#[test]
fn demos_speak_german() {
    let ran = fed(&["lesson", "run", "how", "turns", "--german"], "3\n\n");
    assert!(
        ran.stdout
            .contains("O ist Spieler 1, X ist Spieler 2. Spieler 2 ist am Zug."),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("Answer::Next"), "{}", ran.stdout);
    // The grids of the scan are those of the page.
    let ran = fed(
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
        assert!(ran.stdout.contains(line), "{line}: {}", ran.stdout);
    }
}

/// A lesson, a step, what is typed, and what is said then, twice in English and twice in German.
type Typed = (&'static str, &'static str, &'static str, [&'static str; 4]);

const PICTURES: [Typed; 8] = [
    (
        "actions",
        "view",
        "6\n1\n7\nquit\n",
        [
            "column 3: [0, 0, 0, 1, 2, 1]\n",
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
            "grid.push(vec![EMPTY; width]);",
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
            "> Player 2 to drop → Tied: 0×",
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
            "🟦 🔴 🟡 🟦 🟦 🟦 🟦\n🔴 first",
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

/// What the page draws is drawn with signs, or said; nothing shows a name out of the source.
#[test]
fn pictures_have_words() {
    for (lesson, step, typed, said) in PICTURES {
        for (tongue, said) in ["", "--german"].into_iter().zip(said.chunks(2)) {
            let mut args = vec!["lesson", "run", lesson, step];
            args.extend(Some(tongue).filter(|it| !it.is_empty()));
            let ran = fed(&args, typed);
            for said in said {
                assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
            }
            let mut texts = ran.stdout.lines().filter(|line| !line.starts_with("  "));
            let inner = ["SecondToDrop", "FirstToDrop", "Some(", "None"];
            let is_inner = |line: &str| inner.iter().any(|it| line.contains(it));
            assert!(!texts.any(is_inner), "{}", ran.stdout);
        }
    }
}

/// Help says what may be typed at this very place, and words of the game are explained.
#[test]
fn help_and_words_are_at_hand() {
    for (place, said) in [
        (["rules", "drop"], "You can type: 1, 2, 3"),
        (
            ["rules", "tie"],
            "You can type the letter of an answer, a to b.",
        ),
        (
            ["power-up", "bomb"],
            "A, B, W and D are anvil, bomb, wall and double",
        ),
        (["how", "data"], "or empty for the empty grid"),
        (["scan", "small"], "You can type step"),
    ] {
        let [lesson, step] = place;
        let ran = fed(
            &["lesson", "run", lesson, step],
            "help\nword fork\nword x\nquit\n",
        );
        for said in [
            said,
            "Everywhere: Enter goes on",
            "fork: ",
            "The words are: grid",
        ] {
            assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
        }
    }
    let ran = fed(
        &["lesson", "run", "rules", "--german"],
        "hilfe\nwort gabel\nende\n",
    );
    for said in [
        "Du kannst tippen: 1",
        "Überall: Enter geht weiter",
        "Gabel: ",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
}

/// A double and a bomb are one turn of two moves.
#[test]
fn a_turn_of_two_moves_is_finished() {
    for (step, typed) in [("double", "D5\n3\n"), ("bomb", "B4\nT4\n")] {
        let ran = fed(&["lesson", "run", "power-up", step], typed);
        assert!(
            ran.stdout.contains("it is still your turn"),
            "{}",
            ran.stdout
        );
        assert!(ran.stdout.contains("Player 1 has won."), "{}", ran.stdout);
    }
}

/// Errors are German where German was asked for.
#[test]
fn errors_speak_german() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bad.lesson"), "lesson: A\n").expect("written");
    let ran = foursight_in(
        folder.path(),
        &["lesson", "check", "--german", "bad.lesson"],
        "",
    );
    assert!(
        ran.stderr
            .contains("bad.lesson: Zeile 1: `A` ist kein Name"),
        "{}",
        ran.stderr
    );
    let ran = fed(
        &["lesson", "run", "rules", "refused", "--german"],
        "4\nquit\n",
    );
    assert!(ran.stdout.contains("Spalte 4 ist voll."), "{}", ran.stdout);
    let ran = foursight(&["lesson", "run", "nichts", "--german"]);
    assert!(
        ran.stderr.contains("es gibt keine Lektion nichts"),
        "{}",
        ran.stderr
    );
}

/// A file that is no progress is named, and kept beside the new one.
#[test]
fn strange_progress_is_kept_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("foursight");
    std::fs::create_dir_all(&data).expect("made");
    let junk = "done rules/drop\nmy shopping list\n";
    std::fs::write(data.join("lessons.txt"), junk).expect("written");
    let ran = kept_in(folder.path(), &["lesson"], "");
    assert!(ran.stderr.contains("line 2 of "), "{}", ran.stderr);
    assert!(ran.stdout.contains("1 of "), "{}", ran.stdout);
    let ran = kept_in(folder.path(), &["lesson", "run", "rules"], "quit\n");
    assert!(
        ran.stderr.contains("the old progress is kept in "),
        "{}",
        ran.stderr
    );
    let old = std::fs::read_to_string(data.join("lessons.txt.old1")).expect("a file");
    assert_eq!(old, junk);
    let new = std::fs::read_to_string(data.join("lessons.txt")).expect("a file");
    assert_eq!(new, "done rules/drop\nlast rules/drop\n");
    let ran = kept_in(folder.path(), &["lesson"], "");
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
}
