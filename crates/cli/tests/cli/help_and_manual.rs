//! Tests of help, manual and completions. Runs every example in the help.

use std::collections::BTreeSet;
use std::process::Command;

use super::{FOURSIGHT, foursight, foursight_in, run};

const COMMANDS: [&str; 23] = [
    "play",
    "move",
    "arena",
    "tournament",
    "engine",
    "learner",
    "show",
    "convert",
    "check",
    "scan",
    "perft",
    "solve",
    "analyse",
    "explain",
    "grade",
    "bench",
    "book",
    "proof",
    "puzzle",
    "rules",
    "config",
    "completions",
    "man",
];

/// Examples of these commands take seconds to hours; their own tests run them on small boards.
const SLOW: [&str; 8] = [
    "solve", "analyse", "explain", "grade", "bench", "book", "proof", "puzzle",
];

#[test]
fn help_leads_with_examples() {
    let long = foursight(&["--help"]).stdout;
    assert!(long.starts_with("Examples:\n"), "{long}");
    let short = foursight(&["-h"]).stdout;
    assert!(!short.contains("Examples:"));
    assert!(short.len() < long.len());
    for name in COMMANDS {
        assert!(long.contains(&format!("\n  {name} ")), "{name}");
        let long = foursight(&[name, "--help"]).stdout;
        assert!(long.starts_with("Examples:\n"), "{name}");
        let short = foursight(&[name, "-h"]).stdout;
        assert!(!short.contains("Examples:"), "{name}");
    }
}

#[test]
fn help_is_also_a_subcommand() {
    for name in COMMANDS {
        let output = foursight(&["help", name]);
        assert_eq!(output.code, 0, "{name}");
        assert_eq!(output.stdout, foursight(&[name, "--help"]).stdout, "{name}");
    }
    let suggested = foursight(&["help", "shwo"]);
    assert_eq!(suggested.code, 2);
}

#[test]
fn help_of_play_prints_the_house_rules() {
    let help = foursight(&["play", "--help"]).stdout;
    for text in [
        "pop-ten\n",
        "House rule: If a pop completes a line for both, the player who popped wins.",
        "House rule: Each player starts with 1 anvil, 1 bomb, 1 wall, 1 double.",
    ] {
        assert!(help.contains(text), "{text}: {help}");
    }
}

#[test]
fn version_is_printed() {
    for flag in ["-V", "--version"] {
        let version = foursight(&[flag]);
        assert_eq!(version.code, 0);
        assert_eq!(
            version.stdout,
            concat!("foursight ", env!("CARGO_PKG_VERSION"), "\n")
        );
    }
}

/// Extracts the example commands of a help text, without their remarks.
fn examples(help: &str) -> Vec<String> {
    let start = help.split("\n\n").next().unwrap_or_default();
    let lines = start.lines().skip(1).map(str::trim);
    lines
        .map(|line| line.split("   ").next().unwrap_or(line).to_owned())
        .collect()
}

#[test]
fn every_example_in_the_help_runs() {
    let directory = tempfile::tempdir().expect("a directory");
    let binaries = std::path::Path::new(FOURSIGHT)
        .parent()
        .expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut all = examples(&foursight(&["--help"]).stdout);
    for name in COMMANDS {
        let of_command = examples(&foursight(&[name, "--help"]).stdout);
        assert!(of_command.len() >= 2, "{name}: {of_command:?}");
        if !SLOW.contains(&name) {
            all.extend(of_command);
        }
    }
    // A server does not exit by itself.
    all.retain(|example| !example.starts_with("foursight serve"));
    for example in all {
        assert!(example.contains("foursight "), "{example}");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &example])
            .env("PATH", format!("{}:{path}", binaries.display()))
            .env("XDG_CONFIG_HOME", "/nonexistent")
            // Set by the full test run; the command takes it for a misspelt setting.
            .env_remove("FOURSIGHT_FULL")
            .env("XDG_DATA_HOME", directory.path())
            .current_dir(directory.path());
        let output = run(shell, b"");
        // The one example with an illegal game exits with "no".
        let expected = i32::from(example.contains("4444444"));
        assert_eq!(output.code, expected, "{example}: {}", output.stderr);
        assert_eq!(output.stderr, "", "{example}");
    }
    for file in [
        "board.svg",
        "game.gif",
        "foursight.1",
        "foursight-play.1",
        "_foursight",
    ] {
        let about = std::fs::metadata(directory.path().join(file)).expect(file);
        assert!(about.len() > 0, "{file}");
    }
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = foursight(&["completions", shell]);
        assert_eq!(output.code, 0);
        // Whole words: "man" is also part of "command".
        let is_part = |c: char| c.is_alphanumeric() || c == '-';
        let words: BTreeSet<&str> = output.stdout.split(|c| !is_part(c)).collect();
        for name in COMMANDS {
            assert!(words.contains(name), "{shell}: {name}");
        }
    }
    assert_eq!(foursight(&["completions", "tcsh"]).code, 2);
}

#[test]
fn the_manual_knows_every_command() {
    let page = foursight(&["man"]).stdout;
    for name in COMMANDS {
        assert!(page.contains(&format!(".SH \"FOURSIGHT {}\"", name.to_uppercase())));
    }
    assert!(page.contains("both\\-connect"));
    assert!(page.contains("\nfoursight convert \\-\\-to letters 4453\n"));
    assert!(page.contains("House rule: "));
}

#[test]
fn the_manual_is_complete() {
    let directory = tempfile::tempdir().expect("a directory");
    let written = foursight_in(directory.path(), &["man", "--out", "."], "");
    assert_eq!(written.code, 0, "{}", written.stderr);
    let pages: BTreeSet<String> = std::fs::read_dir(directory.path())
        .expect("the directory is there")
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    for name in COMMANDS {
        assert!(pages.contains(&format!("foursight-{name}.1")), "{name}");
    }
    for name in &pages {
        let page = std::fs::read_to_string(directory.path().join(name)).expect("text");
        assert!(!page.contains("EXTRA"), "{name}");
        // Every referenced page exists, and every option shows its value.
        for line in page.lines().filter(|line| line.ends_with("(1)")) {
            let other = line.replace('\\', "").replace("(1)", ".1");
            assert!(pages.contains(&other), "{name} points to {other}");
        }
        assert!(
            page.contains("[\\fB\\-\\-color\\fR \\fIWHEN\\fR]"),
            "{name}"
        );
    }
}

#[test]
fn help_lists_formats_that_are_only_written() {
    let help = foursight(&["--help"]).stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("a board alone does not determine the game"));
    assert!(help.contains("@FILE reads the position from a file"));
    let convert = foursight(&["convert", "--help"]).stdout;
    for text in ["--from <FORM>", "wider than 9 letters", "ddecPd"] {
        assert!(convert.contains(text), "{text}: {convert}");
    }
}

#[test]
fn a_missing_directory_for_the_manual_is_an_error() {
    assert_eq!(foursight(&["man", "--out", "/no/such/directory"]).code, 5);
}
