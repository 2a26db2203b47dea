//! Documents name only what exists: files, types and functions between back-ticks.

use std::collections::HashSet;

use super::File;

/// Documents that name things outside the code, each with its reason.
const EXCEPTIONS: [(&str, &str); 3] = [
    ("CHANGELOG.md", "it names removed items"),
    (
        "docs/operate.md",
        "metrics and other programs' settings, tested as printed",
    ),
    ("docs/protocol.md", "wire names, tested against the schema"),
];

/// Every item between back-ticks in a document that no file and no code has.
pub(crate) fn name_what_exists(files: &[File]) -> Vec<String> {
    let words = words_of(files);
    let mut found = Vec::new();
    for file in files.iter().filter(|file| is_document(file)) {
        let mut is_fenced = false;
        for (number, line) in file.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
            }
            if is_fenced {
                continue;
            }
            for item in line.split('`').skip(1).step_by(2) {
                if !exists(item, files, &words) {
                    let what = format!("`{item}` does not exist: name an existing item");
                    found.push(file.complain(number, &what));
                }
            }
        }
    }
    found
}

fn is_document(file: &File) -> bool {
    let is_exempt = EXCEPTIONS.iter().any(|(path, _)| *path == file.path);
    super::files::extension(&file.path) == Some("md") && !is_exempt
}

/// Every identifier of the code and every word of its literals: documents also name keys of
/// messages and files.
fn words_of(files: &[File]) -> HashSet<&str> {
    let code = files.iter().filter(|file| file.is_rust());
    code.flat_map(|file| file.text.split(|c: char| !c.is_alphanumeric() && c != '_'))
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
    !is_item(item) || segments.all(|segment| words.contains(segment))
}

fn is_file(item: &str) -> bool {
    let is_path = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    item.chars().all(is_path) && matches!(super::files::extension(item), Some("rs" | "md"))
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
}
