//! Runs the examples of the documents, and checks that the programs print the output shown there
//! and render the pictures.
//!
//! An example is a line `$ foursight …` or `$ cargo run -p CRATE --example NAME` in a block marked
//! `console`, with the output below it. Blocks without a prompt are left alone. A picture is
//! announced by a comment such as
//! `<!-- picture: docs/pictures/game.svg = foursight convert --to svg 4453 -->`.
//!
//! The documents are README.md, those of the crates, and the pages of the guide.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::tools;

/// Reaction to a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadmeMode {
    /// Reports it.
    Compare,
    /// Replaces the text of the file by the output of the command.
    Write,
}

/// Documents besides the READMEs of the crates: a file and a folder.
const ROOT_FILE: &str = "README.md";
const GUIDE_FOLDER: &str = "docs";
const CRATES_FOLDER: &str = "crates";
const FENCE: &str = "```";
const PROMPT: &str = "$ ";
const PICTURE: &str = "<!-- picture: ";
const ADVICE: &str = "if the output is right: cargo xtask readme --write";

/// Exit codes that an example may have: success, or the answer "no".
const EXIT_SUCCESS: i32 = 0;
const EXIT_NO: i32 = 1;
/// Prefix of the environment variables that hold settings of the command.
const SETTINGS_PREFIX: &str = "FOURSIGHT_";

/// The command, built before the first example.
static PROGRAM: LazyLock<Result<PathBuf, String>> =
    LazyLock::new(|| tools::build_program("foursight"));

/// Returns the differences between the README and the command, and write errors.
pub(crate) fn problems(mode: ReadmeMode) -> Vec<String> {
    check(mode).unwrap_or_else(|message| vec![message])
}

fn check(mode: ReadmeMode) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for path in documents()? {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        files.push((path, with_outputs(&text, &run_example)?));
        for (picture, words) in pictures(&text) {
            files.push((picture, run_example(&words)?));
        }
    }
    let mut found = Vec::new();
    for (path, new) in files {
        let old = fs::read_to_string(&path).unwrap_or_default();
        match mode {
            ReadmeMode::Compare => found.extend(difference(&path, &old, &new)),
            ReadmeMode::Write => {
                fs::write(&path, new).map_err(|error| format!("{path}: {error}"))?;
            }
        }
    }
    Ok(found)
}

/// Returns the paths of all documents with examples, from the root of the repository.
fn documents() -> Result<Vec<String>, String> {
    let entries = |folder: &str| -> Result<Vec<String>, String> {
        let entries = fs::read_dir(tools::root().join(folder));
        let entries = entries.map_err(|error| format!("{folder}: {error}"))?;
        let names = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.collect();
        names.sort();
        Ok(names)
    };
    let mut paths = vec![ROOT_FILE.to_owned()];
    for name in entries(CRATES_FOLDER)? {
        paths.push(format!("{CRATES_FOLDER}/{name}/{ROOT_FILE}"));
    }
    for name in entries(GUIDE_FOLDER)? {
        paths.push(format!("{GUIDE_FOLDER}/{name}"));
    }
    let is_document = |path: &String| {
        let path = tools::root().join(path);
        path.extension().is_some_and(|extension| extension == "md") && path.is_file()
    };
    paths.retain(is_document);
    Ok(paths)
}

/// Runs a command and returns its output, stderr included.
fn run_example(words: &[String]) -> Result<String, String> {
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let mut command = match words[..] {
        ["foursight", ref arguments @ ..] => {
            tools::command(PROGRAM.as_ref().map_err(String::clone)?, arguments)
        }
        ["cargo", "run", "-p", package, "--example", name] => {
            tools::command(build_example(package, name)?, &[])
        }
        _ => {
            return Err(format!(
                "`{}`: examples call `foursight` or `cargo run -p CRATE --example NAME`",
                words.join(" ")
            ));
        }
    };
    let program = words[0];
    remove_settings(&mut command);
    let output = command
        .output()
        .map_err(|error| format!("cannot start {program}: {error}"))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    match output.status.code() {
        Some(EXIT_SUCCESS | EXIT_NO) => Ok(text),
        _ => Err(format!("`{}` fails: {}", words.join(" "), text.trim_end())),
    }
}

/// Builds an example of a crate, which is an artifact of the tests too, and returns its path.
fn build_example(package: &str, name: &str) -> Result<PathBuf, String> {
    let arguments = ["build", "--quiet", "--package", package, "--example", name];
    match tools::cargo(&arguments).status() {
        Ok(status) if status.success() => {
            let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            let folder = Path::new("debug").join("examples");
            Ok(tools::target_folder().join(folder).join(name))
        }
        Ok(_) => Err(format!("cannot build the example {name} of {package}")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// Removes the settings of the current user: the README shows the output for a newcomer.
fn remove_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with(SETTINGS_PREFIX))
        {
            command.env_remove(name);
        }
    }
    // A directory that does not exist, so that no settings file is found.
    let no_settings = tools::root().join("target/no-settings");
    command
        .env("NO_COLOR", "1")
        .env("XDG_CONFIG_HOME", no_settings);
}

/// Replaces the output below each example by what `run` returns for it.
fn with_outputs(
    text: &str,
    run: &dyn Fn(&[String]) -> Result<String, String>,
) -> Result<String, String> {
    let mut new = String::new();
    let mut inside = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with(FENCE) {
            // A block of commands alone, which the reader is to type, has no prompts.
            let is_example = lines.peek().is_some_and(|line| line.starts_with(PROMPT));
            inside = is_example && line == format!("{FENCE}console");
        } else if let Some(example) = line.strip_prefix(PROMPT).filter(|_| inside) {
            new.push_str(line);
            new.push('\n');
            // Trailing space is invisible, and tidy rejects it.
            for printed in run(&split_words(example))?.trim_end().lines() {
                new.push_str(printed.trim_end());
                new.push('\n');
            }
            continue;
        } else if inside {
            continue;
        }
        new.push_str(line);
        new.push('\n');
    }
    Ok(new)
}

/// Lists the announced pictures: the file, and the command that renders it.
fn pictures(text: &str) -> Vec<(String, Vec<String>)> {
    text.lines()
        .filter_map(|line| {
            let announced = line.strip_prefix(PICTURE)?.strip_suffix(" -->")?;
            let (path, command) = announced.split_once(" = ")?;
            Some((path.to_owned(), split_words(command)))
        })
        .collect()
}

/// Splits a command line into words. Single and double quotes protect spaces.
fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn difference(path: &str, old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let pairs = old.lines().zip(new.lines());
    let line = pairs.take_while(|(old, new)| old == new).count();
    let at = |text: &str| text.lines().nth(line).unwrap_or("(nothing)").to_owned();
    Some(format!(
        "{path}:{}: differs from what the command prints\n  it says: {}\n  printed: {}\n  {ADVICE}",
        line + 1,
        at(old),
        at(new),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A\n\n```console\n$ foursight show '4 4'\nold\n\n$ foursight perft 1\n```\n\
                        ```sh\n$ foursight play\n```\n```console\nfoursight bench\n```\n";

    #[test]
    fn outputs_of_examples_are_replaced() {
        let echo = |words: &[String]| Ok(format!("<{}> \n", words.join("|")));
        let expected = "# A\n\n```console\n$ foursight show '4 4'\n<foursight|show|4 4>\n\
                        $ foursight perft 1\n<foursight|perft|1>\n```\n\
                        ```sh\n$ foursight play\n```\n```console\nfoursight bench\n```\n";
        assert_eq!(with_outputs(TEXT, &echo).as_deref(), Ok(expected));
        assert_eq!(with_outputs(expected, &echo).as_deref(), Ok(expected));
    }

    #[test]
    fn a_difference_is_shown_with_its_line() {
        assert_eq!(difference("a.md", "a\nb\n", "a\nb\n"), None);
        let found = difference("a.md", "a\nb\n", "a\nc\n").expect("they differ");
        assert!(found.starts_with("a.md:2:"), "{found}");
        let found = difference("a.md", "a\n", "a\nc\n").expect("they differ");
        assert!(found.contains("it says: (nothing)"), "{found}");
    }

    #[test]
    fn announced_pictures_are_found() {
        let text = "<!-- picture: a.svg = foursight convert 4 -->\n<!-- other -->\n";
        let expected = ["foursight", "convert", "4"].map(String::from).to_vec();
        assert_eq!(pictures(text), [("a.svg".to_owned(), expected)]);
    }

    #[test]
    fn settings_of_the_user_are_ignored() {
        let mut command = Command::new("foursight");
        remove_settings(&mut command);
        let set: Vec<_> = command.get_envs().collect();
        let config = set.iter().find(|(name, _)| *name == "XDG_CONFIG_HOME");
        let path = config.and_then(|(_, value)| *value).expect("it is set");
        assert!(!std::path::Path::new(path).join("foursight").exists());
        // Settings in our own environment are removed.
        for (name, _) in std::env::vars_os() {
            let is_setting = name
                .to_str()
                .is_some_and(|name| name.starts_with(SETTINGS_PREFIX));
            assert!(!is_setting || set.contains(&(&name, None)), "{name:?}");
        }
    }

    #[test]
    fn only_our_programs_are_run() {
        for line in ["rm x", "cargo install x", "cargo run -p a --example b c"] {
            assert!(run_example(&split_words(line)).is_err(), "{line}");
        }
        assert!(run_example(&[]).is_err());
    }
}
