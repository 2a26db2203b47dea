//! Style sheets that are loaded together must not style the same class.
//!
//! The course has a sheet of its own, which stays loaded. A class styled both there and in the
//! sheets of the game would look different after a visit to the course. Only the first class of a
//! selector counts: below another class or element, both may use the same names.

use std::collections::BTreeMap;

use super::File;

/// Sheets of the game, and the sheet of the course.
const GAME_SHEETS: [&str; 3] = [
    "crates/web/static/style.css",
    "crates/web/static/later.css",
    "crates/web/static/flat.css",
];
const COURSE_SHEET: &str = "crates/web/static/learn.css";

/// Checks that no class begins selectors both in the game and in the course.
pub(crate) fn share_no_class(files: &[File]) -> Vec<String> {
    let sheet = |path: &str| files.iter().find(|file| file.path == path);
    let game: BTreeMap<&str, usize> = GAME_SHEETS
        .iter()
        .filter_map(|path| sheet(path))
        .flat_map(|file| leading_classes(&file.text))
        .collect();
    let Some(course) = sheet(COURSE_SHEET) else {
        return Vec::new();
    };
    let clashes = leading_classes(&course.text).filter(|(class, _)| game.contains_key(class));
    clashes
        .map(|(class, line)| {
            let message = format!("the game also has a class `{class}`: rename or scope it");
            course.complain(line, &message)
        })
        .collect()
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
                    GAME_SHEETS[1],
                    ".steps > button,\n.hand {\n  margin: 0;\n}\n",
                ),
                File::new(COURSE_SHEET, course),
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
    fn all_sheets_exist() {
        let files = super::super::files::all(crate::tools::root()).expect("the tree can be read");
        for path in GAME_SHEETS.into_iter().chain([COURSE_SHEET]) {
            let found = files.iter().find(|file| file.path == path);
            let found = found.unwrap_or_else(|| panic!("{path} is read"));
            assert!(leading_classes(&found.text).count() > 20, "{path}");
        }
    }
}
