//! The walk-throughs of ARCHITECTURE.md name each source file once: calls go down, never back up.

use super::File;

/// Prefix of a walk-through's heading.
const HEADING: &str = "## Walk-through";

/// Checks that no walk-through names a file twice.
pub(crate) fn name_each_file_once(file: &File) -> Vec<String> {
    if file.path != "ARCHITECTURE.md" {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (mut in_walkthrough, mut seen) = (false, Vec::new());
    for (number, line) in file.text.lines().enumerate() {
        if line.starts_with("## ") {
            in_walkthrough = line.starts_with(HEADING);
            seen.clear();
        }
        for name in named_files(line) {
            if in_walkthrough && seen.contains(&name) {
                let advice =
                    format!("`{name}` was named before: a walk-through never returns to a file");
                found.push(file.complain(number, &advice));
            }
            seen.push(name);
        }
    }
    found
}

/// Lists the Rust files that a line names between backticks.
fn named_files(line: &str) -> Vec<&str> {
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

    /// A path may omit its first folders.
    #[test]
    fn every_named_file_exists() {
        let all = files::all(crate::tools::root()).expect("the tree can be read");
        let found = all.iter().find(|file| file.path == "ARCHITECTURE.md");
        let walks = found.expect("it is there").text.split(HEADING).skip(1);
        let named: Vec<&str> = walks.flat_map(str::lines).flat_map(named_files).collect();
        assert!(named.len() > 20, "{named:?}");
        for name in named {
            let is_there = |file: &File| format!("/{}", file.path).ends_with(&format!("/{name}"));
            assert!(all.iter().any(is_there), "{name}");
        }
    }
}
