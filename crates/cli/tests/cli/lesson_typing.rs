//! Tests of the input of lessons, and of the texts before and after it.

use super::{foursight, run_with_input};

/// Letters name columns in every prompt for a column, as printed under the board.
#[test]
fn letters_are_columns() {
    for (lesson, step) in [
        ("data", "names"),
        ("data", "forms"),
        ("data", "drop"),
        ("how", "data"),
        ("how", "fall"),
        ("states", "machine"),
        ("actions", "actions"),
        ("see", "win-now"),
    ] {
        let message = |typed: &str| {
            let out = run_with_input(
                &["lesson", "run", lesson, step],
                &format!("{typed}\nquit\n"),
            );
            assert_eq!(out.code, 0, "{}", out.stderr);
            let (_, after) = out
                .stdout
                .split_once(&format!(": {typed}\n"))
                .expect("asked");
            after.to_owned()
        };
        let by_number = message("4");
        assert!(!by_number.contains("You can type"), "{by_number}");
        assert_eq!(message("D"), by_number, "{lesson} {step}");
        assert_eq!(message("d"), by_number, "{lesson} {step}");
    }
    let out = run_with_input(&["lesson", "run", "how", "data"], "help\nquit\n");
    assert!(out.stdout.contains("1 to 7 or A to G"), "{}", out.stdout);
}

/// Steps with moves other than drops explain how to type them, and who owns the power discs.
#[test]
fn moves_of_variants_are_explained_before_the_first() {
    for (lesson, step, expected) in [
        (
            "pop-ten",
            "aside",
            ["Typed: P4 pops column 4.", "Getippt: P4 nimmt"],
        ),
        (
            "pop-out",
            "pop",
            ["Typed: P4 pops column 4.", "Getippt: P4 nimmt"],
        ),
        (
            "power-up",
            "anvil",
            [
                "Typed: before a column, as in A4",
                "Getippt: vor einer Spalte",
            ],
        ),
        (
            "power-up",
            "anvil",
            [
                "B is a bomb of Player 1.",
                "B ist eine Bombe von Spieler 1.",
            ],
        ),
        (
            "power-up",
            "bomb",
            [
                "A is an anvil of Player 1.",
                "A ist ein Amboss von Spieler 1.",
            ],
        ),
    ] {
        for (language, expected) in [None, Some("--german")].into_iter().zip(expected) {
            let mut args = vec!["lesson", "run", lesson, step];
            args.extend(language);
            let out = run_with_input(&args, "");
            assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
        }
    }
    let out = run_with_input(&["lesson", "run", "rules", "drop"], "");
    assert!(!out.stdout.contains("Typed:"), "{}", out.stdout);
}

/// A lesson with skipped steps is not called done.
#[test]
fn skipped_steps_are_named() {
    let out = run_with_input(&["lesson", "run", "rules"], "4\n\n4\n1\n\n\n");
    assert!(
        out.stdout
            .contains("That was the last step. Skipped, 2 of 4: four-ways, tie."),
        "{}",
        out.stdout
    );
}

/// The help of the checker refers to the grammar.
#[test]
fn lesson_check_names_its_document() {
    let out = foursight(&["lesson", "check", "--help"]);
    assert!(out.stdout.contains("docs/lessons.md"), "{}", out.stdout);
}

/// The state machine has a start and an end, and a won game is at its end.
#[test]
fn the_state_machine_has_start_and_end() {
    let won = "1\n2\n1\n2\n1\n2\n1\nquit\n";
    for (language, expected) in [
        (
            None,
            [
                "  ● start → Empty board, Player 1 to drop\n",
                "  Draw → ◉ end\n",
                "> Player 1 has won → ◉ end\n",
            ],
        ),
        (
            Some("--german"),
            [
                "  ● Start → Leeres Spielfeld, Spieler 1 wirft ein\n",
                "  Unentschieden → ◉ Ende\n",
                "> Sieg für Spieler 1 → ◉ Ende\n",
            ],
        ),
    ] {
        let mut args = vec!["lesson", "run", "states", "machine"];
        args.extend(language);
        let out = run_with_input(&args, won);
        for expected in expected {
            assert!(out.stdout.contains(expected), "{expected}: {}", out.stdout);
        }
        assert!(!out.stdout.contains("> Draw"), "{}", out.stdout);
    }
}
