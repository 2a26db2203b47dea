//! The walk-throughs of ARCHITECTURE.md name each file of the code once: a call goes down, never back up.

use super::File;

/// How such a section begins.
const WALK: &str = "## Walk-through";

/// No walk-through comes by a file twice.
pub(crate) fn name_each_file_once(file: &File) -> Vec<String> {
    if file.path != "ARCHITECTURE.md" {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (mut is_walk, mut seen) = (false, Vec::new());
    for (number, line) in file.text.lines().enumerate() {
        if line.starts_with("## ") {
            is_walk = line.starts_with(WALK);
            seen.clear();
        }
        for name in named(line) {
            if is_walk && seen.contains(&name) {
                let advice = format!("`{name}` was named before: a walk-through goes down only");
                found.push(file.complain(number, &advice));
            }
            seen.push(name);
        }
    }
    found
}

/// The files of code that a line names between back-ticks.
fn named(line: &str) -> Vec<&str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted
        .filter(|name| name.strip_suffix(".rs").is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{check, files};
    use super::*;

    #[test]
    fn a_file_is_named_once() {
        let good = "## Walk-through: a\n`a/b.rs` calls `c.rs`.\n## Walk-through: b\n`a/b.rs`\n";
        let bad = "## Walk-through: a\n`a/b.rs` calls `c.rs`,\nwhich calls `a/b.rs`.\n";
        check(
            name_each_file_once,
            "ARCHITECTURE.md",
            good,
            bad,
            "named before",
        );
    }

    /// What is named is there; a path may leave out how it begins.
    #[test]
    fn every_file_that_is_named_exists() {
        let all = files::all(crate::tools::root()).expect("the tree can be read");
        let found = all.iter().find(|file| file.path == "ARCHITECTURE.md");
        let walks = found.expect("it is there").text.split(WALK).skip(1);
        let named: Vec<&str> = walks.flat_map(str::lines).flat_map(named).collect();
        assert!(named.len() > 20, "{named:?}");
        for name in named {
            let is_there = |file: &File| format!("/{}", file.path).ends_with(&format!("/{name}"));
            assert!(all.iter().any(is_there), "{name}");
        }
    }
}
