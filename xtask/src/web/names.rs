//! Names files after what they hold, so that browsers may keep them for ever.
//!
//! Names stand in other files, so those come first that mention no other. Last of all comes the service
//! worker: it keeps the files for when there is no network, and so it lists them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::modules;

/// The page that everything starts from.
const INDEX: &str = "index.html";
/// The script that keeps the files.
const KEEPER: &str = "service-worker.js";
/// The files whose names must not change, because people and browsers ask for them by name.
const FIXED: [&str; 2] = [INDEX, KEEPER];
/// What stands in the service worker for the list of files, and for the name of the list.
const LIST_MARK: &str = "\"@files\"";
const VERSION_MARK: &str = "@version";
/// Endings of files that are not kept before somebody wants them: without a network few miss them.
const NOT_KEPT: [&str; 3] = ["net", "png", "webmanifest"];
/// The ending of what is the largest and wanted last: only strong play misses it.
const BOOK: &str = "book";
const HASH_CHARS: usize = 16;

/// A file under the name it is served by.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) source: String,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Names all files, and tells the service worker, if there is one, what to keep.
pub(super) fn name_site(mut files: BTreeMap<String, Vec<u8>>) -> Result<Vec<Named>, String> {
    let keeper = files.remove(KEEPER);
    let mut named = name_all(files)?;
    if let Some(script) = keeper {
        let bytes = keeper_of(&named, &String::from_utf8_lossy(&script))?.into_bytes();
        named.push(Named {
            source: KEEPER.to_owned(),
            name: KEEPER.to_owned(),
            bytes,
        });
    }
    Ok(named)
}

fn keeper_of(named: &[Named], script: &str) -> Result<String, String> {
    for mark in [LIST_MARK, VERSION_MARK] {
        if !script.contains(mark) {
            return Err(format!("{KEEPER} does not say {mark}"));
        }
    }
    let is_kept = |file: &&Named| !ending(&file.name).is_some_and(|e| NOT_KEPT.contains(&e));
    let quoted = |file: &Named| match file.name.as_str() {
        // Asked for by its own name, some hosts send the browser elsewhere.
        INDEX => "\"./\"".to_owned(),
        name => format!("\"./{name}\""),
    };
    let mut kept: Vec<_> = named.iter().filter(is_kept).collect();
    // Files are fetched one by one: those come last that a page wants last.
    kept.sort_by_key(|file| {
        let is_book = ending(&file.name) == Some(BOOK);
        (is_book, modules::is_later(&file.source))
    });
    let list: Vec<_> = kept.into_iter().map(quoted).collect();
    let mut hasher = DefaultHasher::new();
    list.hash(&mut hasher);
    let index = named.iter().find(|file| file.name == INDEX);
    index.map(|file| &file.bytes).hash(&mut hasher);
    let version = format!("{:016x}", hasher.finish());
    let listed = script.replace(LIST_MARK, &list.join(", "));
    Ok(listed.replace(VERSION_MARK, &version))
}

/// The ending of a name, without the dot.
pub(super) fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

/// True for names that only a client has: fixed ones, and those with a hash.
pub(super) fn is_ours(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map_or("", |(_, hash)| hash);
    let is_hashed = hash.len() == HASH_CHARS && hash.chars().all(|c| c.is_ascii_hexdigit());
    is_hashed || FIXED.contains(&name)
}

/// Names every file after what it holds, those first that mention no other. Inside the files the
/// names change as well.
fn name_all(mut files: BTreeMap<String, Vec<u8>>) -> Result<Vec<Named>, String> {
    let mut named: Vec<Named> = Vec::new();
    while !files.is_empty() {
        let is_free = |name: &str, bytes: &[u8]| {
            let others = files.keys().filter(|other| *other != name);
            others
                .into_iter()
                .all(|other| !mentions(name, bytes, other))
        };
        let free = files.iter().find(|(name, bytes)| is_free(name, bytes));
        let Some(source) = free.map(|(name, _)| name.clone()) else {
            let rest: Vec<_> = files.into_keys().collect();
            return Err(format!(
                "these files mention each other: {}",
                rest.join(", ")
            ));
        };
        let bytes = files.remove(&source).unwrap_or_default();
        let bytes = with_names(&source, bytes, &named);
        let name = if FIXED.contains(&source.as_str()) {
            source.clone()
        } else {
            hashed(&source, &bytes)
        };
        named.push(Named {
            source,
            name,
            bytes,
        });
    }
    Ok(named)
}

/// Only texts mention other files.
fn is_text(name: &str) -> bool {
    matches!(
        ending(name),
        Some("html" | "js" | "css" | "webmanifest" | "svg")
    )
}

fn mentions(name: &str, bytes: &[u8], other: &str) -> bool {
    is_text(name) && !places(&String::from_utf8_lossy(bytes), other).is_empty()
}

/// Where a file is named: as a whole name, after a quote or a slash and before a quote.
fn places(text: &str, name: &str) -> Vec<usize> {
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

fn with_names(name: &str, bytes: Vec<u8>, named: &[Named]) -> Vec<u8> {
    if !is_text(name) {
        return bytes;
    }
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    for other in named {
        for at in places(&text, &other.source).into_iter().rev() {
            text.replace_range(at..at + other.source.len(), &other.name);
        }
    }
    text.into_bytes()
}

fn hashed(name: &str, bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
    format!("{stem}-{:016x}.{ending}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
        let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), text.as_bytes().to_vec());
        list.iter().map(owned).collect()
    }

    #[test]
    fn names_follow_what_files_hold() {
        let old = [
            ("index.html", "<script src=\"start.js\"></script>"),
            ("start.js", "import \"./a.wasm\"; // a.wasm"),
            ("a.wasm", "one"),
        ];
        let mut new = old;
        new[2].1 = "two";
        let [old, new] = [old, new].map(|list| name_all(files(&list)).expect("no circle"));
        let name = |named: &[Named], source: &str| {
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
    fn circles_are_refused() {
        let circle = files(&[("a.js", "import \"./b.js\""), ("b.js", "import \"./a.js\"")]);
        let complaint = name_all(circle).expect_err("a circle");
        assert!(complaint.contains("a.js, b.js"), "{complaint}");
    }

    #[test]
    fn only_whole_names_are_mentions() {
        assert_eq!(
            places("\"./a.js\" 'a.js' `a.js` url(a.js)", "a.js").len(),
            4
        );
        assert_eq!(places("\"ba.js\" \"a.json\" a.js", "a.js").len(), 0);
    }

    #[test]
    fn the_service_worker_lists_what_it_keeps() {
        let script = "const FILES = [\"@files\"]; const VERSION = \"@version\";";
        let of = |wasm: &str| {
            let list = [
                ("index.html", "<script src=\"a.js\"></script>"),
                ("a.js", "import \"./b.wasm\";"),
                ("b.wasm", wasm),
                ("split_c.wasm", "part"),
                ("icon.png", "picture"),
                ("7x6.net", "weights"),
                ("openings.book", "openings"),
                (KEEPER, script),
            ];
            let named = name_site(files(&list)).expect("no circle");
            String::from_utf8(named.last().expect("it is last").bytes.clone()).expect("text")
        };
        let [old, new] = ["one", "two"].map(of);
        assert!(old.contains("\"./a-"), "{old}");
        assert_eq!(old.matches("\"./").count(), 5, "{old}");
        assert!(old.find("split_c") > old.find("b-"), "{old}");
        assert!(old.find("openings") > old.find("split_c"), "{old}");
        assert!(!old.contains('@'), "{old}");
        assert_ne!(old, new);
        let bare = files(&[(KEEPER, "nothing")]);
        let complaint = name_site(bare).expect_err("it lists nothing");
        assert!(complaint.contains("@files"), "{complaint}");
    }
}
