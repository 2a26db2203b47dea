//! Rules about text files of any kind: length, trailing space and banned words.
//!
//! Patterns are written in two halves, so that this file does not break its own rules.

use super::File;

/// Maximum number of lines of a Rust file. Aim below 300.
const LINES_MAX: usize = 600;
/// Files that are long because they are tables.
const TABLES: [&str; 0] = [];

/// Folders that exist only on one machine.
const MACHINE_PATHS: [&str; 3] = [
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
];
/// Spellings of the toy's trade name. The last is also a prefix of the name of a crate, which is
/// allowed.
const TRADE_NAMES: [&str; 4] = [
    concat!("Connect ", "Four"),
    concat!("Connect ", "4"),
    concat!("Connect", "4"),
    concat!("connect-", "four"),
];
const PEER_CRATE: &str = concat!("connect-", "four-ai");
/// Markers of unfinished work.
const NOTES: [&str; 2] = [concat!("FIX", "ME"), concat!("XX", "X")];

/// Limits the length of Rust files.
pub(crate) fn length(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    let may_be_long = !file.is_rust() || TABLES.contains(&file.path.as_str());
    if lines <= LINES_MAX || may_be_long {
        return Vec::new();
    }
    let message = format!("{lines} lines are more than {LINES_MAX}: split it by subject");
    vec![file.complain(LINES_MAX, &message)]
}

/// Finds trailing white space and a missing newline at the end of a file. Rust is left to
/// `cargo fmt`, which keeps trailing space inside string literals.
pub(crate) fn trailing_space(file: &File) -> Vec<String> {
    if file.is_rust() {
        return Vec::new();
    }
    let mut problems = lines_with(file, "remove the space at the end of the line", |line| {
        line.ends_with([' ', '\t', '\r'])
    });
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        let last = file.text.lines().count() - 1;
        problems.push(file.complain(last, "end the last line"));
    }
    problems
}

/// Finds paths of the machine that a file was written on.
pub(crate) fn machine_paths(file: &File) -> Vec<String> {
    lines_with(file, "this path exists on one machine only", |line| {
        MACHINE_PATHS.iter().any(|path| line.contains(path))
    })
}

/// Finds the trade name: the game is "four in a row".
pub(crate) fn trade_name(file: &File) -> Vec<String> {
    lines_with(file, "this is a trade name: say four in a row", |line| {
        let line = line.replace(PEER_CRATE, "");
        TRADE_NAMES.iter().any(|name| line.contains(name))
    })
}

/// Finds markers of unfinished work.
pub(crate) fn unfinished_notes(file: &File) -> Vec<String> {
    lines_with(file, "do it now, or say in prose what is missing", |line| {
        NOTES.iter().any(|note| line.contains(note))
    })
}

fn lines_with(file: &File, message: &str, is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    file.text
        .split('\n')
        .enumerate()
        .filter(|(_, line)| is_wrong(line))
        .map(|(number, _)| file.complain(number, message))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn long_files_are_found() {
        let lines = |count| "// line\n".repeat(count);
        check(
            length,
            "a.rs",
            &lines(600),
            &lines(601),
            "a.rs:601: 601 lines",
        );
        let table = File::new("a.md", &lines(601));
        assert!(length(&table).is_empty());
    }

    #[test]
    fn trailing_space_is_found() {
        check(trailing_space, "a.md", "a b\n", "a\nb \n", "a.md:2:");
        check(trailing_space, "a.md", "", "a\r\n", "a.md:1:");
        check(trailing_space, "a.md", "a\n", "a", "end the last line");
    }

    #[test]
    fn machine_paths_are_found() {
        let bad = format!("see {}notes\n", MACHINE_PATHS[0]);
        check(machine_paths, "a.md", "see docs/root.md\n", &bad, "a.md:1:");
    }

    #[test]
    fn the_trade_name_is_found() {
        let good = format!("faster than `{PEER_CRATE}` at four in a row\n");
        for name in TRADE_NAMES {
            check(
                trade_name,
                "a.md",
                &good,
                &format!("like {name}\n"),
                "four in a row",
            );
        }
    }

    #[test]
    fn unfinished_notes_are_found() {
        let bad = format!("// {}: later\n", NOTES[0]);
        check(unfinished_notes, "a.rs", "// Fixed.\n", &bad, "do it now");
    }
}
