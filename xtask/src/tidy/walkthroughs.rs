//! The walk-throughs of ARCHITECTURE.md name each source file and each type once, and the files of
//! a crate one after the other: calls go down, never back up.

use std::collections::HashSet;

use super::File;

const DOCUMENT: &str = "ARCHITECTURE.md";
/// Prefix of a walk-through's heading.
const HEADING: &str = "## Walk-through";
/// Keywords before the name of a type in its definition.
const TYPE_KEYWORDS: [&str; 4] = ["struct", "enum", "trait", "type"];

/// The files, types and crates that a walk-through has named so far.
#[derive(Default)]
struct Walkthrough<'a> {
    named: HashSet<&'a str>,
    crates: Vec<&'a str>,
}

/// Checks that no walk-through returns to a file, a type or a crate, and that it names only files
/// and types that exist, each by a path that fits one file.
pub(crate) fn never_go_back_up(files: &[File]) -> Vec<String> {
    let Some(document) = files.iter().find(|file| file.path == DOCUMENT) else {
        return Vec::new();
    };
    let types = defined_types(files);
    let mut problems = Vec::new();
    let mut walkthrough = None;
    for (number, line) in document.text.lines().enumerate() {
        if line.starts_with("## ") {
            walkthrough = line.starts_with(HEADING).then(Walkthrough::default);
        }
        let Some(walkthrough) = &mut walkthrough else {
            continue;
        };
        for item in line.split('`').skip(1).step_by(2) {
            let problem = if item.strip_suffix(".rs").is_some() {
                walkthrough.file_problem(item, files)
            } else {
                type_of(item).and_then(|name| walkthrough.type_problem(name, &types))
            };
            problems.extend(problem.map(|problem| document.complain(number, &problem)));
        }
    }
    problems
}

impl<'a> Walkthrough<'a> {
    fn file_problem(&mut self, item: &str, files: &'a [File]) -> Option<String> {
        let ending = format!("/{item}");
        let mut fitting = files
            .iter()
            .filter(|file| format!("/{}", file.path).ends_with(&ending));
        let Some(file) = fitting.next() else {
            return Some(format!("`{item}` does not exist: name an existing file"));
        };
        if let Some(other) = fitting.next() {
            let (one, other) = (&file.path, &other.path);
            return Some(format!(
                "`{item}` may be {one} or {other}: name more folders"
            ));
        }
        let folder = file.folder().unwrap_or_default();
        let is_back = self.crates.last() != Some(&folder) && self.crates.contains(&folder);
        self.crates.push(folder);
        if !self.named.insert(&file.path) {
            return Some(format!(
                "`{item}` was named before: a walk-through never returns to a file"
            ));
        }
        is_back.then(|| {
            format!(
                "`{item}`: the walk-through left `{folder}` before; calls go down, never back up"
            )
        })
    }

    fn type_problem(&mut self, name: &'a str, types: &HashSet<&str>) -> Option<String> {
        if !types.contains(name) {
            return Some(format!("`{name}` is not a type: name an existing one"));
        }
        (!self.named.insert(name))
            .then(|| format!("`{name}` was named before: a walk-through names each type once"))
    }
}

/// Returns the type of an item such as `Table` or `Table::decide`.
fn type_of(item: &str) -> Option<&str> {
    let name = item.split("::").next()?;
    let is_type = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_type.then_some(name)
}

/// Lists the types that the code defines.
fn defined_types(files: &[File]) -> HashSet<&str> {
    let code = files.iter().filter(|file| file.is_rust());
    code.flat_map(|file| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = file
            .code
            .split(move |c| !is_part(c))
            .filter(|word| !word.is_empty());
        std::iter::from_fn(move || {
            words.find(|word| TYPE_KEYWORDS.contains(word))?;
            Some(words.next().unwrap_or_default())
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tree = [
            File::new("crates/a/src/one.rs", "pub struct Table;\n"),
            File::new("crates/a/src/two.rs", "enum Offer { Draw }\n"),
            File::new("crates/a/src/deep/two.rs", ""),
            File::new("crates/b/src/three.rs", ""),
            File::new(DOCUMENT, text),
        ];
        let found = never_go_back_up(&tree);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn files_and_types_are_named_once() {
        let good = "`one.rs` and `one.rs`\n## Walk-through: a\n`src/one.rs`, `Table::decide`\n\
                    `deep/two.rs`, `Offer`, `MOVES_MAX`, `read`\n`three.rs`\n\
                    ## Walk-through: b\n`one.rs` has a `Table`.\n";
        check(good, &[]);
        let head = "## Walk-through: a\n";
        // However its path is shortened.
        check(
            &format!("{head}`one.rs` calls\n`a/src/one.rs`."),
            &[":3: `a/src/one.rs` was named before"],
        );
        check(
            &format!("{head}A `Table` by `Table::new`."),
            &["`Table` was named before"],
        );
        check(
            &format!("{head}`src/two.rs`, `two.rs`"),
            &["may be crates/a/src/two.rs or crates/a/src/deep/two.rs"],
        );
        check(
            &format!("{head}`four.rs`, `Chair`, `Draw`"),
            &["does not exist", "`Chair` is not a type", "`Draw` is not"],
        );
    }

    #[test]
    fn a_walkthrough_never_returns_to_a_crate() {
        let head = "## Walk-through: a\n";
        let back = format!("{head}`one.rs`, `three.rs`\n`src/two.rs`");
        check(&back, &["the walk-through left `a` before"]);
    }
}
