//! The arrows between the folders of `crates/page`, which only point down, like those between the
//! crates.

use std::collections::BTreeSet;

use super::File;

/// Folder of the sources that the table describes.
const SOURCES: &str = "crates/page/src/";

/// Uses of each folder, or file, at the top of the sources. A row names only rows above it, and
/// exactly what the code uses; tests may use more.
const ALLOWED_USES: [(&str, &[&str]); 25] = [
    ("engine_client", &[]),
    ("links", &[]),
    ("math", &[]),
    ("saved", &[]),
    ("slice", &[]),
    ("text", &[]),
    ("keys", &["text"]),
    ("settings", &["keys", "saved", "text"]),
    ("themes", &["settings"]),
    ("wording", &["saved", "settings", "text"]),
    ("hand", &["text", "wording"]),
    ("stage", &["hand", "math"]),
    ("sound", &["stage"]),
    ("opponents", &["text", "wording"]),
    ("scores", &["opponents"]),
    (
        "play",
        &[
            "engine_client",
            "hand",
            "keys",
            "links",
            "opponents",
            "saved",
            "settings",
            "slice",
            "sound",
            "stage",
            "text",
            "wording",
        ],
    ),
    (
        "learn",
        &["engine_client", "hand", "play", "text", "wording"],
    ),
    ("net_insight", &["opponents", "play", "wording"]),
    (
        "puzzle",
        &["engine_client", "hand", "play", "text", "wording"],
    ),
    ("replay", &["play", "text", "wording"]),
    ("analysis", &["play", "replay", "text", "wording"]),
    ("coach", &["analysis", "play", "replay", "text", "wording"]),
    ("proof", &["engine_client", "play", "text"]),
    (
        "tournament",
        &["opponents", "play", "text", "themes", "wording"],
    ),
    ("online", &["links", "play", "text", "wording"]),
];

/// Checks that folders use exactly what the table says.
pub(crate) fn point_down(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut found = BTreeSet::new();
    for file in files {
        let Some(folder) = top_folder(file) else {
            continue;
        };
        let Some((_, allowed)) = ALLOWED_USES.iter().find(|(name, _)| *name == folder) else {
            let message = format!("`{folder}` is in no row of `folders.rs`");
            problems.push(file.complain(0, &message));
            continue;
        };
        for (number, used) in uses(&file.code, depth(&file.path)) {
            if used != folder && !allowed.contains(&used) {
                let message = format!("`{folder}` may not use `{used}`: arrows point down");
                problems.push(file.complain(number, &message));
            }
            found.insert((folder.to_owned(), used.to_owned()));
        }
    }
    if !found.is_empty() {
        for (folder, allowed) in ALLOWED_USES {
            let is_unused =
                |used: &&&str| !found.contains(&(folder.to_owned(), (**used).to_owned()));
            let unused = allowed.iter().filter(is_unused);
            problems.extend(unused.map(|used| {
                format!("{SOURCES}{folder} does not use `{used}`: remove it from `folders.rs`")
            }));
        }
    }
    problems
}

/// Returns the top folder, or top file, of a source that is not a test.
fn top_folder(file: &File) -> Option<&str> {
    let path = file.path.strip_prefix(SOURCES)?.strip_suffix(".rs")?;
    let is_test = path.ends_with("tests") || path.contains("/tests/");
    (path != "lib" && !is_test).then(|| path.split('/').next().unwrap_or(path))
}

/// Returns the number of modules above a source file and its own: one for `keys.rs` and
/// `play/mod.rs`, two for `play/update.rs`.
fn depth(path: &str) -> usize {
    let path = path.strip_prefix(SOURCES).unwrap_or(path);
    path.matches('/').count() + usize::from(!path.ends_with("/mod.rs"))
}

/// Lists the modules at the top of the crate that code names, by `crate::` or by as many `super::`
/// as lead there, each with its line, counted from 0. A test module ends the code.
fn uses(code: &str, depth: usize) -> impl Iterator<Item = (usize, &str)> {
    const ROOT: &str = "crate::";
    const PARENT: &str = "super::";
    let end = code.find("mod tests {").unwrap_or(code.len());
    let code = &code[..end];
    let from_root = code.match_indices(ROOT).map(|(at, _)| at + ROOT.len());
    let climbs = code
        .match_indices(PARENT)
        .filter(|(at, _)| !code[..*at].ends_with(PARENT));
    let from_parent = climbs.filter_map(move |(at, _)| {
        let rest = code[at..].trim_start_matches(PARENT);
        let climbed = (code.len() - at - rest.len()) / PARENT.len();
        (climbed == depth).then_some(code.len() - rest.len())
    });
    from_root.chain(from_parent).map(move |at| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let rest = &code[at..];
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        (code[..at].matches('\n').count(), &rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the problems of one file that are not about unused rows.
    fn check(path: &str, code: &str) -> Vec<String> {
        let problems = point_down(&[File::new(path, code)]).into_iter();
        problems
            .filter(|problem| !problem.contains("does not use"))
            .collect()
    }

    #[test]
    fn folders_use_only_folders_below() {
        let path = "crates/page/src/stage/camera.rs";
        let good = "use crate::math::Vec3;\n// crate::play\nuse crate::stage::motion;\n\n\
                    #[cfg(test)]\nmod tests {\n    use crate::play::Model;\n}\n";
        assert_eq!(check(path, good), Vec::<String>::new());
        assert_eq!(
            check(
                path,
                "use crate::math::Vec3;\nuse crate::play::{self, Model};\n"
            ),
            [format!(
                "{path}:2: `stage` may not use `play`: arrows point down"
            )]
        );
        assert_eq!(
            check("crates/page/src/toys.rs", ""),
            ["crates/page/src/toys.rs:1: `toys` is in no row of `folders.rs`"]
        );
        for free in [
            "crates/page/src/stage/stage_tests.rs",
            "crates/page/src/stage/tests/a.rs",
            "crates/web/src/stage.rs",
        ] {
            assert!(
                check(free, "use crate::play::Model;\n").is_empty(),
                "{free}"
            );
        }
    }

    #[test]
    fn parents_lead_to_the_top_too() {
        let problem =
            |path: &str| format!("{path}:1: `stage` may not use `play`: arrows point down");
        for (path, code) in [
            ("crates/page/src/stage.rs", "use super::play::Model;\n"),
            ("crates/page/src/stage/mod.rs", "use super::play::Model;\n"),
            (
                "crates/page/src/stage/camera.rs",
                "use super::super::play::Model;\n",
            ),
        ] {
            assert_eq!(check(path, code), [problem(path)], "{code}");
        }
        for (path, code) in [
            ("crates/page/src/stage/mod.rs", "use super::math::Vec3;\n"),
            // A module of the same folder, whatever its name.
            (
                "crates/page/src/stage/camera.rs",
                "use super::play::Model;\n",
            ),
            (
                "crates/page/src/stage/a/b.rs",
                "use super::super::play::Model;\n",
            ),
        ] {
            assert_eq!(check(path, code), Vec::<String>::new(), "{code}");
        }
    }

    #[test]
    fn a_row_lists_only_what_is_used() {
        let file = File::new("crates/page/src/keys.rs", "use crate::keys::KeyMap;\n");
        let problems = point_down(&[file]);
        let expected = "crates/page/src/keys does not use `text`: remove it from `folders.rs`";
        assert!(
            problems.iter().any(|problem| problem == expected),
            "{problems:?}"
        );
    }

    #[test]
    fn rows_use_only_rows_above() {
        for (at, (folder, allowed)) in ALLOWED_USES.iter().enumerate() {
            for used in *allowed {
                let is_above = ALLOWED_USES[..at].iter().any(|(name, _)| name == used);
                assert!(is_above, "{folder} uses {used}, which is not above it");
            }
        }
    }
}
