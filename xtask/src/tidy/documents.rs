//! Documents and comments name only what exists: files, types and functions between back-ticks, and
//! targets of links.

use std::collections::HashSet;

use super::File;
use super::files::extension;

/// Documents that name things outside the code, each with its reason.
const EXCEPTIONS: [(&str, &str); 6] = [
    ("CHANGELOG.md", "it names removed items"),
    (
        "docs/operate.md",
        "metrics and other programs' settings, tested as printed",
    ),
    ("docs/protocol.md", "wire names, tested against the schema"),
    ("npm/README.md", "names in JavaScript, tested as printed"),
    ("python/COMPARISON.md", "names of Python packages"),
    ("python/README.md", "names in Python, tested as printed"),
];

/// Names between back-ticks in comments that are defined outside the tree, each with its origin.
const FOREIGN_NAMES: [(&str, &str); 5] = [
    ("AlphaZero", "a program of others"),
    ("AdamW", "an optimiser"),
    ("OpenAPI", "a description of HTTP interfaces"),
    ("ReLU", "a function of neural nets"),
    ("deltaMode", "a property of the browser's wheel event"),
];

/// Every item between back-ticks in a document, a comment or the reason of a lint exception that
/// no file and no code has.
pub(crate) fn name_what_exists(files: &[File]) -> Vec<String> {
    let words = words_of(files);
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|file| is_document(file) || file.is_rust())
    {
        let mut is_fenced = false;
        for (number, line) in file.text.lines().enumerate() {
            let prose = if file.is_rust() {
                prose_of(line)
            } else {
                Some(line)
            };
            let Some(prose) = prose else {
                is_fenced = false;
                continue;
            };
            if prose.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
            }
            if is_fenced {
                continue;
            }
            let targets = prose.split("](").skip(1);
            let targets = targets.filter_map(|rest| rest.split_once(')'));
            let targets = targets.map(|(target, _)| target.trim_start_matches("crate::"));
            let named = prose.split('`').skip(1).step_by(2);
            for item in named.chain(targets.filter(|item| file.is_rust() && is_item(item))) {
                if !exists(item, files, &words) {
                    let what = format!("`{item}` does not exist: name an existing item");
                    found.push(file.complain(number, &what));
                }
            }
        }
    }
    found
}

/// Features that a document tells to build with and no manifest has. Old entries of the changelog
/// may name removed ones.
pub(crate) fn features_exist(files: &[File]) -> Vec<String> {
    let manifests = files.iter().filter(|file| file.is_manifest());
    let features: HashSet<_> = manifests.flat_map(features_of).collect();
    let is_checked =
        |file: &&File| extension(&file.path) == Some("md") && file.path != "CHANGELOG.md";
    let mut found = Vec::new();
    for file in files.iter().filter(is_checked) {
        for (number, line) in file.text.lines().enumerate() {
            for list in line.split("--features ").skip(1) {
                let end = list.find([' ', '`', '\'', '"']).unwrap_or(list.len());
                for name in list[..end].split(',') {
                    let feature = name.rsplit('/').next().unwrap_or(name);
                    if !features.contains(feature) {
                        let what = format!("no crate has the feature `{feature}`");
                        found.push(file.complain(number, &what));
                    }
                }
            }
        }
    }
    found
}

/// The features of a manifest.
fn features_of(manifest: &File) -> impl Iterator<Item = &str> {
    let table = manifest.text.split("[features]\n").nth(1);
    let lines = table.unwrap_or_default().lines();
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| Some(line.split_once(" = ")?.0.trim()))
}

fn is_document(file: &File) -> bool {
    let is_exempt = EXCEPTIONS.iter().any(|(path, _)| *path == file.path);
    extension(&file.path) == Some("md") && !is_exempt
}

/// The comment or the reason on a line of Rust.
fn prose_of(line: &str) -> Option<&str> {
    let comment = line.trim_start().strip_prefix("//");
    let comment = comment.map(|comment| comment.trim_start_matches(['/', '!']).trim_start());
    let trailing = || line.split_once(" // ").map(|(_, comment)| comment);
    let reason = || line.split_once("reason = \"").map(|(_, reason)| reason);
    comment.or_else(trailing).or_else(reason)
}

/// Every identifier of the code and every word of its literals, because documents also name keys
/// of messages and files. Comments and reasons do not count: they may be out of date themselves.
fn words_of(files: &[File]) -> HashSet<&str> {
    let code = files.iter().filter(|file| file.is_rust());
    let code = code.flat_map(|file| file.text.lines()).map(|line| {
        let prose = prose_of(line).map_or(0, str::len);
        &line[..line.len() - prose]
    });
    code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect()
}

fn exists(item: &str, files: &[File], words: &HashSet<&str>) -> bool {
    if is_file(item) {
        let ending = format!("/{item}");
        return files
            .iter()
            .any(|file| format!("/{}", file.path).ends_with(&ending));
    }
    let mut segments = item.trim_end_matches("()").split("::");
    let is_foreign = FOREIGN_NAMES.iter().any(|(name, _)| *name == item);
    is_foreign || !is_item(item) || segments.all(|segment| words.contains(segment))
}

fn is_file(item: &str) -> bool {
    let is_path = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    item.chars().all(is_path) && matches!(extension(item), Some("rs" | "md"))
}

/// True for a path, a type or a name of several words, such as `Table::decide`, `GameActor` and
/// `read_record`. Single words in lower case may be commands, keys or prose.
fn is_item(item: &str) -> bool {
    let name = item.trim_end_matches("()");
    let is_name = |segment: &str| {
        let starts = segment.starts_with(|c: char| c.is_alphabetic());
        starts
            && segment
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let is_type = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase());
    let is_compound = name.contains('_') && !name.starts_with(|c: char| c.is_ascii_uppercase());
    name.split("::").all(is_name) && (name.contains("::") || is_type || is_compound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_documents_exist() {
        let check = |text: &str, expected: usize| {
            let manifest = "[package]\n[features]\nnats = []\nboth = [\"nats\"]\n[lints]\na = 1\n";
            let tree = [
                File::new("crates/core/Cargo.toml", manifest),
                File::new("docs/a.md", text),
            ];
            assert_eq!(features_exist(&tree).len(), expected, "{text}");
        };
        check("`cargo build --features nats,both -p foursight`", 0);
        check("build with `--features foursight/nats`", 0);
        check("build with `--features queue`", 1);
        check("build with `--features nats,a`", 1);
    }

    #[test]
    fn items_of_documents_exist() {
        let check = |text: &str, expected: usize| {
            let tree = [
                File::new(
                    "crates/core/src/game.rs",
                    "pub struct Game;\nfn at_ply() {}\n",
                ),
                File::new("docs/a.md", text),
            ];
            assert_eq!(name_what_exists(&tree).len(), expected, "{text}");
        };
        check("`Game::at_ply` of `core/src/game.rs`, `at_ply()`", 0);
        check("`foursight play`, `--level hard`, `4453`, `core`", 0);
        check("```\nlet a = `Gone`;\n```\n", 0);
        check("`Gone`", 1);
        check("`Game::gone`", 1);
        check("`game_gone`", 1);
        check("`core/src/gone.rs`", 1);
    }

    #[test]
    fn items_of_comments_exist() {
        let check = |text: &str, expected: usize| {
            let tree = [
                File::new("crates/core/src/a.rs", "pub struct Game;\n"),
                File::new("crates/core/src/b.rs", text),
            ];
            assert_eq!(name_what_exists(&tree).len(), expected, "{text}");
        };
        check("/// As in `Game`.\nlet text = \"`Gone`\";\n", 0);
        check("/// ```\n/// let a = `Gone`;\n/// ```\n", 0);
        check("/// `AdamW`, `b.rs`\n", 0);
        check("/// As in `Gone`.\n// And `Gone` again.\n", 2);
        check("let a = 1; // not `Gone`\n", 1);
        check("/// A [game](crate::Game), see [docs](../a.md).\n", 0);
        check("/// A [game](crate::Gone).\n", 1);
        check(
            "#[expect(missing_docs, reason = \"documented on `Gone`\")]\n",
            1,
        );
        check("// See `gone.rs`.\n", 1);
    }
}
