//! Lines of the documents that the terminal meets: forms with their names, `drop(slot, game)`, the
//! pipe of three functions, transposing, tiles, labels, directions and learning goals.

use super::{foursight, run_with_input};

/// A lesson, a step, what is typed, and the texts that must appear.
type LessonLine = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const LINES: [LessonLine; 8] = [
    // A column of the screen, tile by tile.
    (
        "actions",
        "tiles",
        "quit\n",
        &[
            "column([0, 0, 1, 2, 1, 2])",
            "[ ]  0: empty\n[ ]  1: empty\n[1]  2: a disc of Player 1\n[2]  3: a disc of Player 2\n",
        ],
    ),
    // The five forms with their names, what each is good at, and what not.
    (
        "data",
        "forms",
        "4\nquit\n",
        &[
            "List of moves:\n[3, 3, 1, 2, 4, 2, 3]\n+ It records what the players do.\n- It is hard to see whether someone has won.\n",
            "Board array:\n[\n",
            "+ It looks like the board.\n- A slot is spread over six rows.\n",
            "List of slots, with empty cells:\n[\n",
            "- It must be transposed for display.\n",
            "List of slots, discs only:\n[\n",
            "+ A drop is one push.\n- Rows are harder to compare.\n",
            "Picture:\n🟦 🟦 🟦 🟦 🟦 🟦 🟦\n",
            "🟦 🔴 🟡 🔴 🔴 🟦 🟦\n A  B  C  D  E  F  G\n🔴 first\n+ It prints as it is.\n- Everything else takes work.\n",
        ],
    ),
    // The disc follows from the game, or is named.
    (
        "data",
        "short",
        "4\n4\n\nquit\n",
        &[
            "drop(slot_D, game)    next disc: 1\n",
            "drop(slot_D, game)    next disc: 2\n",
            "  let disc = next_disc_to_drop(game);",
            "pub fn next_disc_to_drop(game: &Rows) -> u8 {",
        ],
    ),
    ("data", "drop", "4\nquit\n", &["drop(1, slot_D, game)\n"]),
    // A pipe of three functions.
    (
        "data",
        "pipe",
        "3\nquit\n",
        &[
            "  let discs = remove_empty_cells(slot);",
            "  let discs = append_disc(disc, &discs);",
            "  pad_empty_cells(&discs)",
        ],
    ),
    // Transpose, drop, transpose back.
    (
        "data",
        "transpose",
        "3\nquit\n",
        &[
            "  let slots = transpose(&from_bottom);",
            "  let slots = drop_in_slots(disc, slot, &slots)?;",
            "  let from_bottom = transpose(&slots);",
        ],
    ),
    // A learning goal of a step.
    (
        "how",
        "turns",
        "quit\n",
        &["Learning goal: Keep track of the game’s data and of whose turn it is."],
    ),
    (
        "how",
        "win",
        "quit\n",
        &["Learning goal: Detect four in a row right after each move."],
    ),
];

#[test]
fn lessons_meet_the_documents() {
    for (lesson, step, typed, expected) in LINES {
        let out = run_with_input(&["lesson", "run", lesson, step], typed);
        for text in expected {
            assert!(
                out.stdout.contains(text),
                "{lesson} {step}: {text}\n{}",
                out.stdout
            );
        }
    }
}

/// The names of the directions in the document, and their short forms.
#[test]
fn directions_have_their_full_names() {
    for (typed, delta) in [
        ("diagonal_right 1", "(1, 1)"),
        ("diagonal_left 2", "(1, -1)"),
        ("vertical", "(1, 0)"),
        ("horizontal 1", "(0, 1)"),
        ("left", "(1, -1)"),
    ] {
        let input = format!("{typed}\nquit\n");
        let out = run_with_input(&["lesson", "run", "scan", "deltas"], &input);
        let (_, after) = out.stdout.rsplit_once(typed).expect("the echo");
        assert!(
            after.contains(&format!("delta {delta}")),
            "{typed}: {after}"
        );
    }
    let out = run_with_input(&["lesson", "run", "scan", "small"], "help\nquit\n");
    for name in ["diagonal_right", "diagonal_left"] {
        assert!(out.stdout.contains(name), "{}", out.stdout);
    }
}

/// `drop(3, game)` and `drop(slot_D, game)` on the command line, with the picture labelled A to G.
#[test]
fn a_drop_is_appended_to_a_given_game() {
    let game = "[3, 3, 1, 2, 4, 2]";
    let check = |args: &[&str], expected: &str| {
        let out = foursight(&[&["convert"], args, &[game]].concat());
        assert_eq!(out.stdout.trim_end(), expected, "{args:?}: {}", out.stderr);
    };
    check(&["--to", "moves", "--drop", "4"], "[3,3,1,2,4,2,3]");
    check(&["--to", "moves", "--drop", "D"], "[3,3,1,2,4,2,3]");
    check(
        &["--to", "moves", "--drop", "4", "--drop", "A"],
        "[3,3,1,2,4,2,3,0]",
    );
    let empty = "🟦 🟦 🟦 🟦 🟦 🟦 🟦\n".repeat(3);
    let board =
        format!("{empty}🟦 🟦 🟦 🟡 🟦 🟦 🟦\n🟦 🟦 🔴 🔴 🟦 🟦 🟦\n🟦 🟡 🔴 🟡 🟡 🟦 🟦\n");
    let picture = ["--to", "emoji", "--drop", "4"];
    check(&picture, &format!("{board} 0  1  2  3  4  5  6"));
    check(
        &[&picture[..], &["--labels", "letters"]].concat(),
        &format!("{board} A  B  C  D  E  F  G"),
    );
    // A drop that the rules refuse, and one that is no column.
    let out = foursight(&["convert", "--to", "moves", "--drop", "1", "111111"]);
    assert_eq!(out.code, 3, "{}", out.stdout);
    assert!(out.stderr.contains("column 1 is full"), "{}", out.stderr);
    let out = foursight(&["convert", "--to", "moves", "--drop", "x", "4"]);
    assert_eq!(out.code, 2);
    assert!(out.stderr.contains("name a column"), "{}", out.stderr);
}
