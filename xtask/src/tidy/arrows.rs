//! The arrows of ARCHITECTURE.md: which crate may use which. They only point down.

use super::File;
use super::manifest::dependencies;

/// What each folder under `crates/` may use of the others. A new crate gets a row here and a
/// paragraph in ARCHITECTURE.md.
const ARROWS: [(&str, &[&str]); 20] = [
    ("core", &[]),
    ("record", &["core"]),
    ("table", &["core"]),
    ("solver", &["core"]),
    ("bots", &["core", "solver"]),
    ("explain", &["core", "solver"]),
    (
        "lessons",
        &["core", "record", "table", "solver", "explain", "bots"],
    ),
    ("tournament", &["core"]),
    (
        "protocol",
        &["core", "record", "table", "solver", "explain", "bots"],
    ),
    ("mail", &[]),
    ("net-worker", &["core", "bots", "protocol", "mail"]),
    (
        "worker",
        &[
            "core", "record", "solver", "bots", "explain", "protocol", "mail",
        ],
    ),
    (
        "server",
        &[
            "core",
            "record",
            "table",
            "solver",
            "bots",
            "explain",
            "lessons",
            "tournament",
            "protocol",
        ],
    ),
    (
        "web",
        &[
            "core",
            "record",
            "table",
            "solver",
            "bots",
            "explain",
            "lessons",
            "tournament",
            "protocol",
        ],
    ),
    (
        "terminal",
        &[
            "core",
            "record",
            "table",
            "solver",
            "bots",
            "explain",
            "lessons",
            "tournament",
            "protocol",
        ],
    ),
    (
        "cli",
        &[
            "terminal",
            "core",
            "record",
            "table",
            "solver",
            "bots",
            "explain",
            "lessons",
            "tournament",
            "protocol",
            "server",
            "trainer",
        ],
    ),
    ("trainer", &["core", "solver", "bots"]),
    ("e2e", &["core", "record", "protocol", "server"]),
    ("forgetful", &[]),
    ("trials", &["table", "protocol", "server", "forgetful"]),
];

/// No crate uses one that the table does not give it. Tests may: they are not shipped.
pub(crate) fn point_down(file: &File) -> Vec<String> {
    let Some(folder) = file.folder().filter(|folder| *folder != "xtask") else {
        return Vec::new();
    };
    if !file.is_manifest() {
        return Vec::new();
    }
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == folder) else {
        let what = format!("`{folder}` is in no row of the arrows: add it there and to the map");
        return vec![file.complain(0, &what)];
    };
    dependencies(&file.text)
        .filter_map(|(number, name)| {
            let other = name.strip_prefix("foursight-")?;
            let what = format!("`{folder}` may not use `{other}`: arrows point down");
            (!allowed.contains(&other)).then(|| file.complain(number, &what))
        })
        .collect()
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
        check(point_down, path, good, bad, "`record` may not use `solver`");
        let bad = "[target.'cfg(unix)'.dependencies.foursight-cli]\npath = \"../cli\"\n";
        check(point_down, path, good, bad, "`record` may not use `cli`");
        let bad = "[build-dependencies]\nfoursight-bots = { path = \"../bots\" }\n";
        check(point_down, path, good, bad, "`record` may not use `bots`");
    }

    #[test]
    fn a_new_crate_needs_a_row() {
        let found = point_down(&File::new("crates/toys/Cargo.toml", "[package]\n"));
        assert!(found[0].contains("`toys` is in no row"), "{found:?}");
    }

    #[test]
    fn the_table_has_no_circle() {
        let allowed = |name: &str| ARROWS.iter().find(|row| row.0 == name).expect("a row").1;
        // Whoever may use a crate may use nothing that this crate is used by.
        for (name, uses) in ARROWS {
            assert!(
                uses.iter().all(|used| !allowed(used).contains(&name)),
                "{name}"
            );
        }
    }
}
