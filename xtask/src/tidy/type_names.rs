//! One name, one thing: a type name is defined once in the workspace, so that "go to symbol" leads
//! to one place.

use std::collections::BTreeMap;

use super::File;

/// Folders whose types may share a name with another, each with its reason.
const EXCEPTIONS: [(&str, &str); 1] = [(
    "crates/lessons/src/teach/",
    "listings that learners read: they use the names of the lesson, not of the workspace",
)];

/// Every type name of shipped code that two files define.
///
/// Associated types are exempt, because their trait names them, and so is what a file defines
/// inside its own test module or a function.
pub(crate) fn are_unique(files: &[File]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in files.iter().filter(|file| is_checked(file)) {
        for (number, line) in file.code.lines().enumerate() {
            if let Some(name) = defined(line) {
                let place = format!("{}:{}", file.path, number + 1);
                places.entry(name).or_default().push(place);
            }
        }
    }
    places
        .into_iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| {
            let others = places[1..].join(", ");
            format!("{}: `{name}` is also defined at {others}", places[0])
        })
        .collect()
}

fn is_checked(file: &File) -> bool {
    let is_exempt = |(folder, _): &(&str, &str)| file.path.starts_with(folder);
    file.is_shipped() && !is_test(&file.path) && !EXCEPTIONS.iter().any(is_exempt)
}

/// True for a module of tests that lies beside the code it tests.
fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("tests.rs")
}

/// The type that a line at the outermost level defines.
fn defined(line: &str) -> Option<&str> {
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    let names = super::vocabulary::names_given(line);
    let types = ["struct", "enum", "trait", "type"];
    let mut names = names.into_iter();
    let found = names.find(|(keyword, _)| types.contains(keyword));
    found.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_one_type() {
        let tree = |second: &str, path: &str| {
            are_unique(&[
                File::new("crates/core/src/a.rs", "pub struct Line(u8);\n"),
                File::new(path, second),
            ])
        };
        let other = "crates/web/src/b.rs";
        assert_eq!(
            tree("pub(crate) enum Line {\n", other),
            ["crates/core/src/a.rs:1: `Line` is also defined at crates/web/src/b.rs:1"]
        );
        assert!(
            tree(
                "pub struct Lines;\nimpl A {\n    type Line = u8;\n}\n",
                other
            )
            .is_empty()
        );
        assert!(tree("struct Line;\n", "crates/web/src/b/tests.rs").is_empty());
        assert!(tree("struct Line;\n", "crates/web/tests/b.rs").is_empty());
        assert!(tree("struct Line;\n", "crates/lessons/src/teach/b.rs").is_empty());
    }
}
