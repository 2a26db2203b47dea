//! Tests of the rules in words: every rule of every variant is printed wherever rules are.

use super::{command, foursight, run, run_with_input};

/// Sentences that the rules of a variant must contain, one row per rule.
const RULES: [(&str, &[&str], &str); 33] = [
    (
        "standard",
        &[],
        "A line of 4 or more wins; a full board without one is a draw.",
    ),
    (
        "standard",
        &["--width", "9", "--connect", "5"],
        "Standard: 9 columns, 6 rows, a line of 5.",
    ),
    (
        "standard",
        &["--width", "64", "--height", "1"],
        "Standard: 64 columns, 1 row, a line of 4.",
    ),
    (
        "pop-out",
        &[],
        "On your turn, drop a disc or pop one of your own out of the bottom row; the discs above it fall one cell.",
    ),
    (
        "pop-out",
        &[],
        "A line of 4 or more wins, even if your opponent's pop completes it.",
    ),
    (
        "pop-out",
        &[],
        "While the board is full, only pops are possible.",
    ),
    (
        "pop-out",
        &[],
        "House rule: If a pop completes a line for both, the player who popped wins.",
    ),
    (
        "pop-out",
        &["--both-connect", "opponent"],
        "House rule: If a pop completes a line for both, the opponent of the player who popped wins.",
    ),
    (
        "pop-out",
        &[],
        "House rule: The game is a draw if a position occurs 3 times with the same player to move, or after 1000 moves.",
    ),
    (
        "pop-out",
        &[],
        "House rule: If a player cannot move at all, the game is a draw.",
    ),
    (
        "pop-ten",
        &[],
        "First the players fill the board in turn; a row must be full before the next begins.",
    ),
    (
        "pop-ten",
        &["--fill-seed", "9"],
        "The board starts full, filled at random row by row with seed 9.",
    ),
    (
        "pop-ten",
        &[],
        "Once the board is full, you pop one of your own discs out of the bottom row on your turn.",
    ),
    (
        "pop-ten",
        &[],
        "If the popped disc was in a line of 4, you set it aside and pop again.",
    ),
    (
        "pop-ten",
        &[],
        "Otherwise you drop it back in, which ends your turn: in another column, or in the same one if no other has room.",
    ),
    (
        "pop-ten",
        &[],
        "The first player to set 10 discs aside wins.",
    ),
    ("pop-ten", &[], "A player with nothing to pop passes."),
    (
        "pop-ten",
        &[],
        "House rule: If neither player has anything to pop, the game is a draw.",
    ),
    (
        "pop-ten",
        &[],
        "House rule: The game is a draw if a position occurs 3 times with the same player to move, or after 1000 moves.",
    ),
    (
        "five-in-a-row",
        &[],
        "The two outer columns start full with alternating discs.",
    ),
    (
        "five-in-a-row",
        &[],
        "House rule: First has the bottom disc of the left column, Second that of the right one.",
    ),
    (
        "power-up",
        &[],
        "Each power disc can be used once and counts in lines for its owner.",
    ),
    (
        "power-up",
        &[],
        "An anvil removes everything below it in its column and rests in row 1.",
    ),
    (
        "power-up",
        &[],
        "Right after it is dropped, a bomb removes one of the opponent's discs; the discs above it fall.",
    ),
    (
        "power-up",
        &[],
        "A wall gives a second turn with an ordinary disc, which may not complete a line. The wall itself may.",
    ),
    (
        "power-up",
        &[],
        "A double gives a second turn with an ordinary disc, without restriction.",
    ),
    ("power-up", &[], "The second turn may be declined."),
    (
        "power-up",
        &[],
        "Lines are checked after everything has come to rest.",
    ),
    (
        "power-up",
        &[],
        "If both players have a line, the player who moved wins.",
    ),
    (
        "power-up",
        &[],
        "House rule: Each player starts with 1 anvil, 1 bomb, 1 wall, 1 double.",
    ),
    (
        "power-up",
        &["--stock", "2"],
        "House rule: Each player starts with 2 anvils, 2 bombs, 2 walls, 2 doubles.",
    ),
    (
        "power-up",
        &["--stock", "0"],
        "House rule: Each player starts with no power discs.",
    ),
    (
        "power-up",
        &[],
        "House rule: A bomb removes from the bottom row only; without a target it is an ordinary disc.",
    ),
];

#[test]
fn every_rule_is_printed() {
    let all = foursight(&["rules", "--all"]).stdout;
    let help = foursight(&["play", "--help"]).stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for (variant, flags, rule) in RULES {
        let args = |command| [&[command, "--variant", variant], flags].concat();
        let message = foursight(&args("rules")).stdout;
        assert!(
            message.contains(&format!("{rule}\n")),
            "{variant}: {rule}\n{message}"
        );
        let start = run_with_input(&args("play"), "").stdout;
        assert!(start.starts_with("Foursight"), "{start}");
        assert!(start.contains(&message), "{variant}: {start}");
        if flags.is_empty() {
            assert!(all.contains(&format!("    {rule}\n")), "{variant}: {rule}");
            assert!(help.contains(rule), "{variant}: {rule}");
        }
    }
}

#[test]
fn only_rules_of_the_table_are_printed() {
    for variant in ["pop-out", "pop-ten", "five-in-a-row", "power-up"] {
        let message = foursight(&["rules", "--variant", variant]).stdout;
        for line in message
            .lines()
            .filter(|line| line.starts_with("House rule"))
        {
            let known = RULES
                .iter()
                .any(|(v, _, rule)| *v == variant && *rule == line);
            assert!(known, "{variant}: {line}");
        }
    }
}

#[test]
fn every_command_with_rules_refers_to_them() {
    for name in [
        "play", "show", "convert", "check", "perft", "config", "rules",
    ] {
        for flag in ["-h", "--help"] {
            let help = foursight(&[name, flag]).stdout;
            assert!(help.contains("foursight rules"), "{name} {flag}: {help}");
        }
    }
}

#[test]
fn a_seeded_board_is_not_filled_by_the_players() {
    let message = foursight(&["rules", "--variant", "pop-ten", "--fill-seed", "9"]).stdout;
    assert!(
        !message.contains("First the players fill the board"),
        "{message}"
    );
}

#[test]
fn flags_that_contradict_the_game_are_refused() {
    let standard = "standard 7x6/4 4453";
    let check = |args: &[&str], message: &str| {
        let output = foursight(args);
        assert_eq!(output.code, 2, "{args:?}: {}", output.stdout);
        assert!(
            output.stderr.contains(message),
            "{args:?}: {}",
            output.stderr
        );
        assert_eq!(output.stdout, "", "{args:?}");
    };
    check(
        &["show", "--variant", "pop-out", standard],
        "--variant pop-out contradicts the rules of the game",
    );
    check(
        &["check", "--width", "9", standard],
        "--width 9 contradicts the rules of the game",
    );
    check(&["check", "--height", "9", standard], "(height 6)");
    check(
        &["convert", "--to", "digits", "--connect", "5", standard],
        "--connect 5",
    );
    check(
        &["convert", "--to", "gif", "--connect", "5", standard],
        "--connect 5",
    );
    check(&["perft", "1", "--width", "9", standard], "--width 9");
    check(&["play", "--width", "9", standard], "--width 9");
    check(
        &[
            "show",
            "--variant",
            "pop-out",
            "--both-connect",
            "opponent",
            "pop-out 7x6/4 44",
        ],
        "--both-connect opponent",
    );
    check(
        &[
            "show",
            "--variant",
            "pop-ten",
            "--fill-seed",
            "3",
            "pop-ten+seed=42 7x6/4",
        ],
        "(fill-seed 42)",
    );
    check(
        &[
            "show",
            "--variant",
            "power-up",
            "--stock",
            "2",
            "power-up 7x6/4 4",
        ],
        "(stock 1, 1, 1, 1)",
    );
}

#[test]
fn flags_that_agree_and_stored_settings_are_fine() {
    let standard = "standard 7x6/4 4453";
    // Flags that agree, and positions without rules of their own.
    for args in [
        ["check", "--width", "7", standard],
        ["check", "--variant", "standard", standard],
        ["check", "--variant", "pop-out", "44P4"],
    ] {
        assert_eq!(foursight(&args).code, 0, "{args:?}");
    }
    // Lines are answered one by one.
    let output = run_with_input(&["check", "--width", "9", "-"], "44\nstandard 7x6/4 44\n");
    assert_eq!(output.code, 1);
    assert!(output.stdout.starts_with("ok 2 moves"), "{}", output.stdout);
    assert!(
        output.stdout.contains("\nerror --width 9 contradicts"),
        "{}",
        output.stdout
    );
    // Settings yield to the game.
    let mut stored = command();
    stored.env("FOURSIGHT_WIDTH", "9").args(["check", standard]);
    assert_eq!(run(stored, b"").code, 0);
}

#[test]
fn a_saved_game_is_not_played_by_other_rules() {
    let directory = tempfile::tempdir().expect("a directory");
    let play = |args: &[&str]| {
        let args = [&["play", "--plain", "--save", "g.json"], args].concat();
        super::foursight_in(directory.path(), &args, "4\n")
    };
    assert_eq!(play(&[]).code, 0);
    let output = play(&["--variant", "pop-out"]);
    assert_eq!(output.code, 2);
    assert!(
        output.stderr.contains("--variant pop-out contradicts"),
        "{}",
        output.stderr
    );
}
