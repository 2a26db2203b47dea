//! Files that the first build wrote, in `tests/samples`: every later build opens them.
//!
//! The samples were written by the command itself; `expected` holds what that build printed about
//! them as JSON, with the sentences for people (`words`) as they are now.

use std::fs;
use std::path::{Path, PathBuf};

use super::{CommandOutput, command, foursight, run};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples")
}

fn sample(name: &str) -> String {
    let path = samples().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs the command with copies of these samples as its data and its config file.
fn with_files(files: &[&str], args: &[&str], input: &str) -> CommandOutput {
    let home = tempfile::tempdir().expect("a temporary directory");
    let directory = home.path().join("foursight");
    fs::create_dir(&directory).expect("a new directory");
    for name in files {
        fs::copy(samples().join(name), directory.join(name)).expect("a sample");
    }
    let mut command = command();
    command
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .args(args);
    run(command, input.as_bytes())
}

/// Rulesets of the recorded games, as flags.
const GAMES: [(&str, &[&str]); 8] = [
    ("standard", &[]),
    ("won", &[]),
    ("draw", &[]),
    ("wide", &["--width", "12", "--height", "7"]),
    ("popout", &["--variant", "pop-out"]),
    ("fiveinarow", &["--variant", "five-in-a-row"]),
    ("powerup", &["--variant", "power-up"]),
    ("popten", &["--variant", "pop-ten"]),
];

#[test]
fn records_in_every_form_give_the_same_position() {
    let mut count = 0;
    for (name, flags) in GAMES {
        let expected = sample(&format!("records/{name}.position"));
        let forms = [
            "moves", "digits", "letters", "rows", "columns", "stacks", "emoji", "diagram",
            "notation", "position", "json",
        ];
        for form in forms {
            let path = samples().join(format!("records/{name}.{form}"));
            if !path.exists() {
                continue;
            }
            let at = format!("@{}", path.display());
            let args = [
                &["convert", "--to", "position", "--from", form],
                flags,
                &[&at],
            ]
            .concat();
            let output = foursight(&args);
            assert_eq!(
                output.stdout, expected,
                "{name} as {form}: {}",
                output.stderr
            );
            count += 1;
        }
    }
    assert_eq!(count, 88, "every game has every form");
}

#[test]
fn records_keep_their_result() {
    for name in ["won", "draw"] {
        let at = format!(
            "@{}",
            samples().join(format!("records/{name}.json")).display()
        );
        let output = foursight(&["convert", "--to", "json", &at]);
        assert_eq!(output.stdout, sample(&format!("records/{name}.json")));
    }
}

#[test]
fn a_config_file_is_read() {
    let output = with_files(&["config.toml"], &["config"], "");
    for (name, value) in [
        ("color", "never"),
        ("level", "hard"),
        ("personality", "aggressive"),
        ("animation", "off"),
        ("sound", "on"),
        ("confirm", "off"),
        ("keys", "vi"),
        ("keys.undo", "x"),
        ("keys.hint", "off"),
        ("skin", "dark"),
        ("variant", "pop-out"),
        ("width", "8"),
        ("height", "7"),
        ("connect", "4"),
    ] {
        let has_line = output.stdout.lines().any(|line| {
            let mut words = line.split_whitespace();
            words.next() == Some(name)
                && words.next() == Some(value)
                && line.contains("config.toml")
        });
        assert!(has_line, "{name} = {value} in\n{}", output.stdout);
    }
}

#[test]
fn an_interrupted_game_is_resumed() {
    let output = with_files(
        &["cut-off.json"],
        &["play", "--plain", "--resume"],
        "quit\n",
    );
    let command = "foursight play --plain --second hard 'pop-out 7x6/4 4443'";
    assert!(output.stdout.contains(command), "{}", output.stdout);
}

#[test]
fn scores_are_counted() {
    let output = with_files(&["scores.txt"], &["scores", "--json"], "");
    assert_eq!(output.stdout, sample("expected/scores.json"));
}

#[test]
fn the_learner_remembers() {
    let output = with_files(&["learner.txt"], &["learner", "show"], "");
    let expected = "The learner remembers 6 games and 6 positions";
    assert!(output.stdout.contains(expected), "{}", output.stdout);
    let output = with_files(&["learner.txt"], &["learner", "export"], "");
    assert_eq!(output.stdout, sample("learner.txt"));
}

#[test]
fn lesson_progress_is_kept() {
    let output = with_files(&["lessons.txt"], &["lesson", "list"], "");
    assert!(
        output.stdout.contains("✓drop, four-ways"),
        "{}",
        output.stdout
    );
}

#[test]
fn tournaments_are_shown() {
    for name in ["double", "knockout", "robin", "swiss"] {
        let path = samples().join(format!("tournaments/{name}.txt"));
        let path = path.display().to_string();
        let output = foursight(&["tournament", "show", &path, "--json"]);
        let expected = sample(&format!("expected/{name}.json"));
        assert_eq!(output.stdout, expected, "{name}: {}", output.stderr);
    }
}

#[test]
fn books_and_checkpoints_are_read() {
    let path = |name: &str| samples().join("books").join(name).display().to_string();
    let output = foursight(&["book", "verify", "--sample", "20", &path("small.book")]);
    assert!(
        output.stdout.starts_with("ok 20 of 243"),
        "{}",
        output.stdout
    );
    for (name, line) in [
        ("small.book", "positions                178"),
        ("part.book", "positions              1,131"),
        ("small.book.work", "solved                   177"),
        ("part.book.work", "solved                 "),
    ] {
        let output = foursight(&["book", "show", &path(name)]);
        assert!(output.stdout.contains(line), "{name}: {}", output.stdout);
    }
}
