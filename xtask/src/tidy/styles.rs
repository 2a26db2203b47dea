//! Style sheets that are loaded together give a class to one of them alone.
//!
//! The course has a sheet of its own, which stays once it was loaded. A class that it styled as well as the
//! sheets of the game would look different after a visit to the course. Below another class or element
//! both may name what they like: only what a selector begins with counts.

use std::collections::BTreeMap;

use super::File;

/// The sheets of the game, which belong together, and the one of the course.
const GAME: [&str; 3] = [
    "crates/web/static/style.css",
    "crates/web/static/later.css",
    "crates/web/static/flat.css",
];
const COURSE: &str = "crates/web/static/learn.css";

/// No class begins selectors both in the game and in the course.
pub(crate) fn share_no_class(files: &[File]) -> Vec<String> {
    let sheet = |path: &str| files.iter().find(|file| file.path == path);
    let game: BTreeMap<&str, usize> = GAME
        .iter()
        .filter_map(|path| sheet(path))
        .flat_map(|file| heads(&file.text))
        .collect();
    let Some(course) = sheet(COURSE) else {
        return Vec::new();
    };
    let clashes = heads(&course.text).filter(|(class, _)| game.contains_key(class));
    clashes
        .map(|(class, line)| {
            let what =
                format!("the game has a class `{class}` too: choose another name or a scope");
            course.complain(line, &what)
        })
        .collect()
}

/// The classes that selectors begin with, each with its line, counted from 0. A line that ends with a
/// comma or a brace holds a selector, as our sheets are written.
fn heads(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().enumerate().filter_map(|(number, line)| {
        let selector = line.trim();
        let selector = selector
            .strip_suffix(['{', ','])
            .filter(|_| !selector.starts_with('@'))?;
        let named = selector.strip_prefix('.')?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let end = named.find(|c| !is_name(c)).unwrap_or(named.len());
        Some((&named[..end], number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_belongs_to_one_of_them() {
        let check = |course: &str, expected: &str| {
            let files = [
                File::new(GAME[1], ".steps > button,\n.hand {\n  margin: 0;\n}\n"),
                File::new(COURSE, course),
            ];
            let found = share_no_class(&files);
            assert_eq!(found.is_empty(), expected.is_empty(), "{found:?}");
            assert!(
                found.iter().all(|found| found.contains(expected)),
                "{found:?}"
            );
        };
        check(".lesson .steps {\n}\n.handy {\n}\n", "");
        check(
            ".lesson {\n}\n.steps {\n}\n",
            "learn.css:3: the game has a class `steps`",
        );
        check("@media print {\n  .hand svg {\n  }\n}\n", "`hand`");
    }

    #[test]
    fn all_three_are_there() {
        let files = super::super::files::all(crate::tools::root()).expect("the tree can be read");
        for path in GAME.into_iter().chain([COURSE]) {
            let found = files.iter().find(|file| file.path == path);
            let found = found.unwrap_or_else(|| panic!("{path} is read"));
            assert!(heads(&found.text).count() > 20, "{path}");
        }
    }
}
