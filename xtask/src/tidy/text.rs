//! Rules about text of any kind: length, space, and words that do not belong into it.
//!
//! Patterns are written in two halves, so that this file does not break its own rules.

use super::File;

/// The most lines a Rust file may have. Below 300 is better.
const LINES_MAX: usize = 600;
/// Files that are long because they are tables.
const TABLES: [&str; 0] = [];

/// Folders that exist only on somebody's own machine.
const MACHINE_PATHS: [&str; 3] = [
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
];
/// Spellings of the toy's trade name. The last is also the beginning of a crate's name, which
/// may be named.
const TRADE_NAMES: [&str; 4] = [
    concat!("Connect ", "Four"),
    concat!("Connect ", "4"),
    concat!("Connect", "4"),
    concat!("connect-", "four"),
];
const PEER: &str = concat!("connect-", "four-ai");
/// Notes that say that something is left to do.
const NOTES: [&str; 2] = [concat!("FIX", "ME"), concat!("XX", "X")];

/// Files stay short enough to read at a sitting.
pub(crate) fn length(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    let may_be_long = !file.is_rust() || TABLES.contains(&file.path.as_str());
    if lines <= LINES_MAX || may_be_long {
        return Vec::new();
    }
    let what = format!("{lines} lines are more than {LINES_MAX}: split it by subject");
    vec![file.complain(LINES_MAX, &what)]
}

/// No line ends with a space or tab, and the last line ends. Rust is left to `cargo fmt`, which
/// knows the lines of a literal, where such a space may be what a program prints.
pub(crate) fn trailing_space(file: &File) -> Vec<String> {
    if file.is_rust() {
        return Vec::new();
    }
    let mut found = lines_with(file, "remove the space at the end of the line", |line| {
        line.ends_with([' ', '\t', '\r'])
    });
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        let last = file.text.lines().count() - 1;
        found.push(file.complain(last, "end the last line"));
    }
    found
}

/// Nothing in the tree knows on which machine it was written.
pub(crate) fn machine_paths(file: &File) -> Vec<String> {
    lines_with(file, "this path exists on one machine only", |line| {
        MACHINE_PATHS.iter().any(|path| line.contains(path))
    })
}

/// The game is "four in a row".
pub(crate) fn trade_name(file: &File) -> Vec<String> {
    lines_with(file, "this is a trade name: say four in a row", |line| {
        let line = line.replace(PEER, "");
        TRADE_NAMES.iter().any(|name| line.contains(name))
    })
}

/// What is unfinished is not in the tree.
pub(crate) fn unfinished_notes(file: &File) -> Vec<String> {
    lines_with(file, "do it now, or say in prose what is missing", |line| {
        NOTES.iter().any(|note| line.contains(note))
    })
}

fn lines_with(file: &File, what: &str, wrong: impl Fn(&str) -> bool) -> Vec<String> {
    file.text
        .split('\n')
        .enumerate()
        .filter(|(_, line)| wrong(line))
        .map(|(number, _)| file.complain(number, what))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn length_of_files() {
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
    fn space_at_the_end() {
        check(trailing_space, "a.md", "a b\n", "a\nb \n", "a.md:2:");
        check(trailing_space, "a.md", "", "a\r\n", "a.md:1:");
        check(trailing_space, "a.md", "a\n", "a", "end the last line");
    }

    #[test]
    fn paths_of_a_machine() {
        let bad = format!("see {}notes\n", MACHINE_PATHS[0]);
        check(machine_paths, "a.md", "see docs/root.md\n", &bad, "a.md:1:");
    }

    #[test]
    fn the_trade_name() {
        let good = format!("faster than `{PEER}` at four in a row\n");
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
    fn notes_to_oneself() {
        let bad = format!("// {}: later\n", NOTES[0]);
        check(unfinished_notes, "a.rs", "// Fixed.\n", &bad, "do it now");
    }
}
