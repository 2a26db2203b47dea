//! What a reader types in a lesson, and what is said before and after it.

use super::{fed, foursight};

/// A letter is a column wherever one is asked for, as it stands under the grid.
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
        let told = |typed: &str| {
            let ran = fed(
                &["lesson", "run", lesson, step],
                &format!("{typed}\nquit\n"),
            );
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            let (_, after) = ran
                .stdout
                .split_once(&format!(": {typed}\n"))
                .expect("asked");
            after.to_owned()
        };
        let by_number = told("4");
        assert!(!by_number.contains("You can type"), "{by_number}");
        assert_eq!(told("D"), by_number, "{lesson} {step}");
        assert_eq!(told("d"), by_number, "{lesson} {step}");
    }
    let ran = fed(&["lesson", "run", "how", "data"], "help\nquit\n");
    assert!(ran.stdout.contains("1 to 7 or A to G"), "{}", ran.stdout);
}

/// Steps with moves that are no drops say how these are typed, and whose the power discs are.
#[test]
fn moves_of_variants_are_told_before_the_first() {
    for (lesson, step, said) in [
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
        for (tongue, said) in [None, Some("--german")].into_iter().zip(said) {
            let mut args = vec!["lesson", "run", lesson, step];
            args.extend(tongue);
            let ran = fed(&args, "");
            assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
        }
    }
    let ran = fed(&["lesson", "run", "rules", "drop"], "");
    assert!(!ran.stdout.contains("Typed:"), "{}", ran.stdout);
}

/// The end of a lesson is not called done if steps were left out.
#[test]
fn skipped_steps_are_named() {
    let ran = fed(&["lesson", "run", "rules"], "4\n\n4\n1\n\n\n");
    assert!(
        ran.stdout
            .contains("That was the last step. Skipped, 2 of 4: four-ways, tie."),
        "{}",
        ran.stdout
    );
}

/// The help of the checker leads to the grammar.
#[test]
fn the_checker_names_its_document() {
    let ran = foursight(&["lesson", "check", "--help"]);
    assert!(ran.stdout.contains("docs/lessons.md"), "{}", ran.stdout);
}

/// The machine begins and ends somewhere, and the player who has won stands at its end.
#[test]
fn the_state_machine_has_start_and_end() {
    let won = "1\n2\n1\n2\n1\n2\n1\nquit\n";
    for (tongue, said) in [
        (
            None,
            [
                "  ● start → Empty grid, Player 1 to drop\n",
                "  Tied → ◉ end\n",
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
        args.extend(tongue);
        let ran = fed(&args, won);
        for said in said {
            assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
        }
        assert!(!ran.stdout.contains("> Tied"), "{}", ran.stdout);
    }
}
