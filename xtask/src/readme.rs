//! The examples of README.md, run. What the README says the command prints is what it prints,
//! and the pictures are those it draws.
//!
//! An example is a `$ foursight …` line in a block marked `console`, with the output below it. A
//! picture is announced by a comment such as
//! `<!-- picture: docs/pictures/game.svg = foursight convert --to svg 4453 -->`.

use std::fs;

use crate::tools;

/// What is done about a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It is complained about.
    Compare,
    /// The file is changed to what the command prints.
    Write,
}

const FILE: &str = "README.md";
const FENCE: &str = "```";
const PROMPT: &str = "$ ";
const PICTURE: &str = "<!-- picture: ";
const ADVICE: &str = "if the new one is right: cargo xtask readme --write";

/// What differs between the README and the command, or could not be written.
pub(crate) fn complaints(mode: Mode) -> Vec<String> {
    check(mode).unwrap_or_else(|complaint| vec![complaint])
}

fn check(mode: Mode) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
    let mut files = vec![(FILE.to_owned(), renewed(&text, &printed)?)];
    for (path, words) in pictures(&text) {
        files.push((path, printed(&words)?));
    }
    let mut found = Vec::new();
    for (path, new) in files {
        let old = fs::read_to_string(&path).unwrap_or_default();
        match mode {
            Mode::Compare => found.extend(difference(&path, &old, &new)),
            Mode::Write => fs::write(&path, new).map_err(|error| format!("{path}: {error}"))?,
        }
    }
    Ok(found)
}

/// What the command prints, errors included.
fn printed(words: &[String]) -> Result<String, String> {
    let [program, arguments @ ..] = words else {
        return Err("an example without a command".to_owned());
    };
    if program != "foursight" {
        return Err(format!("`{program}`: examples call `foursight`"));
    }
    let mut call = vec!["run", "--quiet", "--package", "foursight", "--"];
    call.extend(arguments.iter().map(String::as_str));
    let output = tools::cargo(&call)
        .env("NO_COLOR", "1")
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok(text)
}

/// The text with the output below each example replaced by what `run` prints for it.
fn renewed(
    text: &str,
    run: &dyn Fn(&[String]) -> Result<String, String>,
) -> Result<String, String> {
    let mut new = String::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with(FENCE) {
            inside = line == format!("{FENCE}console");
        } else if let Some(example) = line.strip_prefix(PROMPT).filter(|_| inside) {
            new.push_str(line);
            new.push('\n');
            // Space at the end of a line is not seen, and our files have none.
            for printed in run(&words(example))?.trim_end().lines() {
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

/// The pictures that are announced: the file, and the command that draws it.
fn pictures(text: &str) -> Vec<(String, Vec<String>)> {
    text.lines()
        .filter_map(|line| {
            let announced = line.strip_prefix(PICTURE)?.strip_suffix(" -->")?;
            let (path, command) = announced.split_once(" = ")?;
            Some((path.to_owned(), words(command)))
        })
        .collect()
}

/// The words of a command line. Quotes of either kind keep spaces together.
fn words(line: &str) -> Vec<String> {
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
                        ```sh\n$ foursight play\n```\n";

    #[test]
    fn examples_get_what_is_printed() {
        let echo = |words: &[String]| Ok(format!("<{}> \n", words.join("|")));
        let expected = "# A\n\n```console\n$ foursight show '4 4'\n<foursight|show|4 4>\n\
                        $ foursight perft 1\n<foursight|perft|1>\n```\n\
                        ```sh\n$ foursight play\n```\n";
        assert_eq!(renewed(TEXT, &echo).as_deref(), Ok(expected));
        assert_eq!(renewed(expected, &echo).as_deref(), Ok(expected));
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
    fn pictures_are_announced() {
        let text = "<!-- picture: a.svg = foursight convert 4 -->\n<!-- other -->\n";
        let expected = ["foursight", "convert", "4"].map(String::from).to_vec();
        assert_eq!(pictures(text), [("a.svg".to_owned(), expected)]);
    }

    #[test]
    fn only_our_command_is_run() {
        assert!(printed(&words("rm x")).is_err());
        assert!(printed(&[]).is_err());
    }
}
