//! The dependency arrows of ARCHITECTURE.md, which only point down.

use super::File;
use super::manifest::dependencies;

/// Allowed dependencies of each folder under `crates/`. A new crate gets a row here and a
/// paragraph in ARCHITECTURE.md.
const ALLOWED_DEPENDENCIES: [(&str, &[&str]); 24] = [
    ("core", &[]),
    ("files", &[]),
    ("rating", &[]),
    ("record", &["core"]),
    ("table", &["core"]),
    ("solver", &["core"]),
    ("proof", &["core"]),
    ("bots", &["core", "solver", "proof"]),
    ("explain", &["core", "solver"]),
    ("phrases", &["core", "table", "solver", "explain"]),
    ("lessons", &["core", "record", "solver", "phrases"]),
    (
        "puzzles",
        &["core", "record", "solver", "explain", "phrases", "rating"],
    ),
    ("tournament", &["core"]),
    (
        "protocol",
        &[
            "core", "record", "table", "solver", "explain", "bots", "puzzles",
        ],
    ),
    (
        "engine-worker",
        &["core", "solver", "proof", "bots", "explain", "protocol"],
    ),
    (
        "server",
        &[
            "core", "record", "table", "solver", "bots", "explain", "phrases", "puzzles",
            "protocol",
        ],
    ),
    (
        "page",
        &[
            "core",
            "record",
            "table",
            "solver",
            "explain",
            "proof",
            "bots",
            "phrases",
            "lessons",
            "puzzles",
            "rating",
            "tournament",
            "protocol",
        ],
    ),
    (
        "web",
        &[
            "page",
            "core",
            "record",
            "table",
            "solver",
            "bots",
            "explain",
            "lessons",
            "puzzles",
            "tournament",
            "protocol",
        ],
    ),
    (
        "terminal",
        &[
            "files", "core", "record", "table", "solver", "bots", "phrases", "explain",
        ],
    ),
    (
        "cli",
        &[
            "terminal",
            "files",
            "core",
            "record",
            "table",
            "solver",
            "bots",
            "phrases",
            "explain",
            "proof",
            "lessons",
            "puzzles",
            "tournament",
            "protocol",
            "server",
            "trainer",
        ],
    ),
    ("trainer", &["files", "core", "solver", "bots"]),
    ("e2e", &["server"]),
    ("sqlite-lossy-vfs", &[]),
    (
        "trials",
        &["core", "table", "protocol", "server", "sqlite-lossy-vfs"],
    ),
];

/// Checks that a crate uses exactly what the table allows. Tests may use more: they are not
/// shipped.
pub(crate) fn dependencies_point_down(file: &File) -> Vec<String> {
    let Some(folder) = file.folder().filter(|folder| *folder != "xtask") else {
        return Vec::new();
    };
    if !file.is_manifest() {
        return Vec::new();
    }
    let Some((_, allowed)) = ALLOWED_DEPENDENCIES
        .iter()
        .find(|(name, _)| *name == folder)
    else {
        let message = format!("`{folder}` is in no row of the arrows: add it there and to the map");
        return vec![file.complain(0, &message)];
    };
    let used: Vec<(usize, &str)> = dependencies(&file.text)
        .filter_map(|(number, name)| Some((number, name.strip_prefix("foursight-")?)))
        .collect();
    let forbidden = used.iter().filter(|(_, other)| !allowed.contains(other));
    let forbidden = forbidden.map(|(number, other)| {
        let message = format!("`{folder}` may not use `{other}`: arrows point down");
        file.complain(*number, &message)
    });
    let is_unused = |other: &&&str| used.iter().all(|(_, used)| used != *other);
    let unused = allowed.iter().filter(is_unused).map(|other| {
        let message = format!("`{folder}` does not use `{other}`: remove it from `arrows.rs`");
        file.complain(0, &message)
    });
    forbidden.chain(unused).collect()
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn arrows_point_down() {
        let path = "crates/record/Cargo.toml";
        let good = "[dependencies]\nfoursight-core.workspace = true\nserde = \"1\"\n\n\
                    [dev-dependencies]\nfoursight-solver.workspace = true\n";
        let bad = "[dependencies]\nfoursight-solver.workspace = true\n";
        check(
            dependencies_point_down,
            path,
            good,
            bad,
            "`record` may not use `solver`",
        );
        let bad = "[target.'cfg(unix)'.dependencies.foursight-cli]\npath = \"../cli\"\n";
        check(
            dependencies_point_down,
            path,
            good,
            bad,
            "`record` may not use `cli`",
        );
        let bad = "[build-dependencies]\nfoursight-bots = { path = \"../bots\" }\n";
        check(
            dependencies_point_down,
            path,
            good,
            bad,
            "`record` may not use `bots`",
        );
    }

    #[test]
    fn a_row_lists_only_what_is_used() {
        let path = "crates/table/Cargo.toml";
        let good = "[dependencies]\nfoursight-core.workspace = true\n";
        // What only tests use is not an arrow.
        let bad = "[dependencies]\n[dev-dependencies]\nfoursight-core.workspace = true\n";
        let expected = "`table` does not use `core`: remove it";
        check(dependencies_point_down, path, good, bad, expected);
    }

    #[test]
    fn a_new_crate_needs_a_row() {
        let problems = dependencies_point_down(&File::new("crates/toys/Cargo.toml", "[package]\n"));
        assert!(problems[0].contains("`toys` is in no row"), "{problems:?}");
    }

    #[test]
    fn no_two_crates_use_each_other() {
        let allowed = |name: &str| {
            ALLOWED_DEPENDENCIES
                .iter()
                .find(|row| row.0 == name)
                .expect("a row")
                .1
        };
        // No two crates may use each other.
        for (name, uses) in ALLOWED_DEPENDENCIES {
            assert!(
                uses.iter().all(|used| !allowed(used).contains(&name)),
                "{name}"
            );
        }
    }
}
