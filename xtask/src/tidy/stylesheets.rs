//! Style sheets that are loaded together must not style the same class.
//!
//! The course has sheets of its own, which stay loaded. A class styled both there and in the
//! sheets of the game would look different after a visit to the course. Only the first class of a
//! selector counts: below another class or element, both may use the same names.

use std::collections::BTreeMap;

use super::File;
use crate::web::styles::{BUNDLES, COURSE_BUNDLE, STYLES};

/// Checks that no class begins selectors both in the game and in the course.
pub(crate) fn share_no_class(files: &[File]) -> Vec<String> {
    let game: BTreeMap<&str, usize> = sheets(files, false)
        .flat_map(|file| leading_classes(&file.text))
        .collect();
    let clashes = |course: &File| {
        let clashes = leading_classes(&course.text).filter(|(class, _)| game.contains_key(class));
        let complain = |(class, line)| {
            let message = format!("the game also has a class `{class}`: rename or scope it");
            course.complain(line, &message)
        };
        clashes.map(complain).collect::<Vec<_>>()
    };
    sheets(files, true).flat_map(clashes).collect()
}

/// Lists the sheets of the course, or those of the game.
fn sheets(files: &[File], of_course: bool) -> impl Iterator<Item = &File> {
    let bundles = BUNDLES.iter();
    let names = bundles
        .filter(move |(bundle, _)| (*bundle == COURSE_BUNDLE) == of_course)
        .flat_map(|(_, sheets)| *sheets);
    names.filter_map(|name| {
        let path = format!("{STYLES}/{name}.css");
        files.iter().find(|file| file.path == path)
    })
}

/// Lists the classes that selectors begin with, each with its line, counted from 0. In our sheets a
/// line that ends with a comma or a brace holds a selector.
fn leading_classes(text: &str) -> impl Iterator<Item = (&str, usize)> {
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
    fn a_class_in_both_sheets_is_a_problem() {
        let check = |course: &str, expected: &str| {
            let files = [
                File::new(
                    "crates/web/styles/hand.css",
                    ".steps > button,\n.hand {\n  margin: 0;\n}\n",
                ),
                File::new("crates/web/styles/learn.css", course),
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
            "learn.css:3: the game also has a class `steps`",
        );
        check("@media print {\n  .hand svg {\n  }\n}\n", "`hand`");
    }

    #[test]
    fn sheets_are_read() {
        let files = super::super::files::all(crate::tools::root()).expect("the tree can be read");
        for of_course in [false, true] {
            let classes = sheets(&files, of_course).flat_map(|file| leading_classes(&file.text));
            assert!(classes.count() > 60, "{of_course}");
        }
    }
}
