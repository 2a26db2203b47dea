//! Adds content hashes to file names, so that browsers may cache the files for ever.
//!
//! Files refer to each other by name, so those that refer to no other are hashed first. The service
//! worker comes last: it lists all files that it caches for offline use.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::modules;
use crate::guide::FOLDER as GUIDE_FOLDER;

/// The entry page.
const INDEX: &str = "index.html";
/// The script that caches the files.
const SERVICE_WORKER: &str = "service-worker.js";
/// Files whose names must not change, because users and browsers request them by name.
const FIXED: [&str; 2] = [INDEX, SERVICE_WORKER];
/// Placeholders in the service worker for the list of files, for that of the guide and for its
/// version.
const LIST_PLACEHOLDER: &str = "\"@files\"";
const GUIDE_PLACEHOLDER: &str = "\"@guide\"";
const VERSION_PLACEHOLDER: &str = "@version";
/// Extensions of files that are not precached: few users need them offline.
const NOT_PRECACHED: [&str; 3] = ["net", "png", "webmanifest"];
/// Extension of the opening book, which is large and needed by strong bots only.
const BOOK_EXTENSION: &str = "book";
const HASH_CHARS: usize = 16;

/// A file with the name that it is served under.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HashedFile {
    pub(super) source: String,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Renames all files, and writes the lists of files and of the pages of the guide, which keep their
/// names, into the service worker, if there is one.
pub(super) fn hash_names(
    mut files: BTreeMap<String, Vec<u8>>,
    guide: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<HashedFile>, String> {
    let service_worker = files.remove(SERVICE_WORKER);
    let mut named = hash_all(files)?;
    if let Some(script) = service_worker {
        let bytes = fill_service_worker(&named, guide, &String::from_utf8_lossy(&script))?;
        let bytes = bytes.into_bytes();
        named.push(HashedFile {
            source: SERVICE_WORKER.to_owned(),
            name: SERVICE_WORKER.to_owned(),
            bytes,
        });
    }
    Ok(named)
}

fn fill_service_worker(
    named: &[HashedFile],
    guide: &BTreeMap<String, Vec<u8>>,
    script: &str,
) -> Result<String, String> {
    for placeholder in [LIST_PLACEHOLDER, GUIDE_PLACEHOLDER, VERSION_PLACEHOLDER] {
        if !script.contains(placeholder) {
            return Err(format!("{SERVICE_WORKER} does not contain {placeholder}"));
        }
    }
    let is_precached =
        |file: &&HashedFile| !extension(&file.name).is_some_and(|e| NOT_PRECACHED.contains(&e));
    let quoted = |file: &HashedFile| match file.name.as_str() {
        // Some hosts redirect requests for `index.html`.
        INDEX => "\"./\"".to_owned(),
        name => format!("\"./{name}\""),
    };
    let mut precached: Vec<_> = named.iter().filter(is_precached).collect();
    // Files are fetched one by one: put those last that a page needs last.
    precached.sort_by_key(|file| {
        let is_book = extension(&file.name) == Some(BOOK_EXTENSION);
        (is_book, modules::is_loaded_later(&file.source))
    });
    let list: Vec<_> = precached.into_iter().map(quoted).collect();
    let mut hasher = DefaultHasher::new();
    list.hash(&mut hasher);
    let index = named.iter().find(|file| file.name == INDEX);
    index.map(|file| &file.bytes).hash(&mut hasher);
    guide.hash(&mut hasher);
    let version = format!("{:016x}", hasher.finish());
    let pages = guide.keys().map(|name| match name.as_str() {
        INDEX => format!("\"./{GUIDE_FOLDER}/\""),
        name => format!("\"./{GUIDE_FOLDER}/{name}\""),
    });
    let pages: Vec<_> = pages.collect();
    let listed = script.replace(LIST_PLACEHOLDER, &list.join(", "));
    let listed = listed.replace(GUIDE_PLACEHOLDER, &pages.join(", "));
    Ok(listed.replace(VERSION_PLACEHOLDER, &version))
}

/// Returns the extension of a file name, without the dot.
pub(super) fn extension(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, extension)| extension)
}

/// Returns true for names that only files of a client have: fixed names and hashed ones.
pub(super) fn is_client_file(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map_or("", |(_, hash)| hash);
    let is_hashed = hash.len() == HASH_CHARS && hash.chars().all(|c| c.is_ascii_hexdigit());
    is_hashed || FIXED.contains(&name)
}

/// Adds its hash to the name of every file, starting with those that mention no other, and updates
/// the mentions.
fn hash_all(mut files: BTreeMap<String, Vec<u8>>) -> Result<Vec<HashedFile>, String> {
    let mut named: Vec<HashedFile> = Vec::new();
    while !files.is_empty() {
        let mentions_no_other = |name: &str, bytes: &[u8]| {
            let others = files.keys().filter(|other| *other != name);
            others
                .into_iter()
                .all(|other| !mentions(name, bytes, other))
        };
        let next = files
            .iter()
            .find(|(name, bytes)| mentions_no_other(name, bytes));
        let Some(source) = next.map(|(name, _)| name.clone()) else {
            let rest: Vec<_> = files.into_keys().collect();
            return Err(format!(
                "circular references between these files: {}",
                rest.join(", ")
            ));
        };
        let bytes = files.remove(&source).unwrap_or_default();
        let bytes = update_mentions(&source, bytes, &named);
        let name = if FIXED.contains(&source.as_str()) {
            source.clone()
        } else {
            hashed_name(&source, &bytes)
        };
        named.push(HashedFile {
            source,
            name,
            bytes,
        });
    }
    Ok(named)
}

/// Returns true for text files, which may mention other files.
fn is_text(name: &str) -> bool {
    matches!(
        extension(name),
        Some("html" | "js" | "css" | "webmanifest" | "svg")
    )
}

fn mentions(name: &str, bytes: &[u8], other: &str) -> bool {
    is_text(name) && !mention_positions(&String::from_utf8_lossy(bytes), other).is_empty()
}

/// Finds mentions of a file: its whole name, after a quote or a slash and before a quote.
fn mention_positions(text: &str, name: &str) -> Vec<usize> {
    let is_end = |c: Option<char>| matches!(c, Some('"' | '\'' | '`' | ')'));
    let is_start = |c: Option<char>| is_end(c) || matches!(c, Some('/' | '('));
    text.match_indices(name)
        .map(|(at, _)| at)
        .filter(|at| {
            let (before, after) = (&text[..*at], &text[at + name.len()..]);
            is_start(before.chars().next_back()) && is_end(after.chars().next())
        })
        .collect()
}

fn update_mentions(name: &str, bytes: Vec<u8>, named: &[HashedFile]) -> Vec<u8> {
    if !is_text(name) {
        return bytes;
    }
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    for other in named {
        for at in mention_positions(&text, &other.source).into_iter().rev() {
            text.replace_range(at..at + other.source.len(), &other.name);
        }
    }
    text.into_bytes()
}

fn hashed_name(name: &str, bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    format!("{stem}-{:016x}.{extension}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
        let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), text.as_bytes().to_vec());
        list.iter().map(owned).collect()
    }

    #[test]
    fn names_depend_on_contents() {
        let old = [
            ("index.html", "<script src=\"start.js\"></script>"),
            ("start.js", "import \"./a.wasm\"; // a.wasm"),
            ("a.wasm", "one"),
        ];
        let mut new = old;
        new[2].1 = "two";
        let [old, new] = [old, new].map(|list| hash_all(files(&list)).expect("no circle"));
        let name = |named: &[HashedFile], source: &str| {
            let found = named.iter().find(|file| file.source == source);
            found.expect("it is there").name.clone()
        };
        for source in ["start.js", "a.wasm"] {
            assert_ne!(name(&old, source), name(&new, source), "{source}");
        }
        assert_eq!(name(&new, "index.html"), "index.html");
        let index = new.iter().find(|file| file.source == "index.html");
        let text = String::from_utf8_lossy(&index.expect("it is there").bytes).into_owned();
        assert!(
            text.contains(&format!("\"{}\"", name(&new, "start.js"))),
            "{text}"
        );
    }

    #[test]
    fn circular_mentions_are_an_error() {
        let circle = files(&[("a.js", "import \"./b.js\""), ("b.js", "import \"./a.js\"")]);
        let complaint = hash_all(circle).expect_err("a circle");
        assert!(complaint.contains("a.js, b.js"), "{complaint}");
    }

    #[test]
    fn only_whole_names_are_mentions() {
        assert_eq!(
            mention_positions("\"./a.js\" 'a.js' `a.js` url(a.js)", "a.js").len(),
            4
        );
        assert_eq!(
            mention_positions("\"ba.js\" \"a.json\" a.js", "a.js").len(),
            0
        );
    }

    #[test]
    fn the_service_worker_lists_the_files_it_caches() {
        let script =
            "const FILES = [\"@files\"]; const GUIDE = [\"@guide\"]; const VERSION = \"@version\";";
        let service_worker = |wasm: &str| {
            let list = [
                ("index.html", "<script src=\"a.js\"></script>"),
                ("a.js", "import \"./b.wasm\";"),
                ("b.wasm", wasm),
                ("split_c.wasm", "part"),
                ("icon.png", "picture"),
                ("7x6.net", "weights"),
                ("openings.book", "openings"),
                (SERVICE_WORKER, script),
            ];
            let guide = files(&[("index.html", "guide"), ("a.html", "page")]);
            let named = hash_names(files(&list), &guide).expect("no circle");
            String::from_utf8(named.last().expect("it is last").bytes.clone()).expect("text")
        };
        let [old, new] = ["one", "two"].map(service_worker);
        assert!(old.contains("\"./a-"), "{old}");
        assert_eq!(old.matches("\"./").count(), 7, "{old}");
        assert!(old.contains("[\"./guide/a.html\", \"./guide/\"]"), "{old}");
        assert!(old.find("split_c") > old.find("b-"), "{old}");
        assert!(old.find("openings") > old.find("split_c"), "{old}");
        assert!(!old.contains('@'), "{old}");
        assert_ne!(old, new);
        let bare = files(&[(SERVICE_WORKER, "nothing")]);
        let complaint = hash_names(bare, &BTreeMap::new()).expect_err("it lists nothing");
        assert!(complaint.contains("@files"), "{complaint}");
    }
}
