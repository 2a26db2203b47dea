//! `cargo xtask web`: builds the web client and writes it as files that any static host can serve.
//!
//! 1. One call of cargo builds all WebAssembly modules: the page, its engine, and the worker with the nets.
//! 2. `modules` takes the page apart, into what is loaded at once and what is loaded later, and the
//!    wasm-bindgen library writes the JavaScript around each module.
//! 3. `pictures` draws icons; the nets are added, and the book of openings if it was built.
//! 4. `names` gives every file but the index and the service worker a name with a hash of what it
//!    holds, and lists them all in the service worker, which keeps them for when there is no network.
//! 5. `files` writes each file, and compressed with brotli next to it.

mod files;
mod fold;
mod modules;
mod names;
mod order;
mod pictures;
mod slim;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{targets, tools};
use files::{Written, read_folder, remove_others};
use modules::MODULES;
use names::name_site;

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "wasm";
/// Where the files lie that are written by hand.
const STATIC: &str = "crates/web/static";
/// The book of openings, if it was built, and what it is called in the client.
const BOOK: &str = "crates/solver/books/7x6-10.book";
const BOOK_NAME: &str = "openings.book";
/// Where the nets of the neural opponents lie, and how their names end.
const NETS: &str = "crates/bots/nets";
const NET: &str = "net";
/// Everything that is loaded before the first drop, the engine included, in bytes by brotli: about
/// a second on a slow phone. A book of openings may follow later.
const FIRST_DROP_BYTES_MAX: u64 = 300_000;
/// The style sheets of what is looked at apart from the game, which the page turns on when they are wanted.
const LATER_STYLES: [&str; 2] = ["later.css", "learn.css"];
/// Endings of files that are loaded later, or only where somebody keeps or shares the page.
const LATER: [&str; 4] = ["book", NET, "png", "webmanifest"];

/// The sizes of all files, and their sum.
pub(crate) fn table(written: &[Written]) -> String {
    let line = |name: &str, plain, compressed| format!("{plain:>9} {compressed:>9}  {name}\n");
    let mut lines = vec!["    bytes    brotli\n".to_owned()];
    lines.extend(
        written
            .iter()
            .map(|file| line(&file.name, file.plain, file.compressed)),
    );
    let sum = |size: fn(&Written) -> u64| written.iter().map(size).sum::<u64>();
    lines.push(line(
        "together",
        sum(|file| file.plain),
        sum(|file| file.compressed),
    ));
    lines.concat()
}

/// A complaint if the client is larger than it may be.
pub(crate) fn over_budget(written: &[Written]) -> Option<String> {
    let first = written.iter().filter(|file| !is_later(&file.name));
    let first = first.map(|file| file.compressed);
    let bytes: u64 = first.sum();
    (bytes > FIRST_DROP_BYTES_MAX).then(|| {
        format!(
            "{bytes} bytes are loaded before the first drop, more than {FIRST_DROP_BYTES_MAX}: \
             make something smaller, or load it later"
        )
    })
}

/// True for a file that is loaded after the first drop, or only where somebody keeps or shares the
/// page. A test in a browser looks at what is really loaded.
fn is_later(name: &str) -> bool {
    LATER_STYLES.contains(&name)
        || modules::is_later(name)
        || names::ending(name).is_some_and(|ending| LATER.contains(&ending))
}

/// Where the client for a game at one's own desk, or for the tests, is written.
pub(crate) fn usual_folder() -> PathBuf {
    tools::target_folder().join("web")
}

/// A call of cargo that treats both modules as the build does, so that nothing is built twice.
pub(crate) fn cargo_words(command: &str) -> Vec<String> {
    let words = format!("cargo {command} --lib --target {TARGET} --profile {PROFILE} --target-dir");
    let mut words: Vec<_> = words.split(' ').map(str::to_owned).collect();
    words.push(target_folder().display().to_string());
    for module in MODULES {
        words.extend(["--package".to_owned(), module.replace('_', "-")]);
    }
    words
}

/// Builds the client and writes it to a folder.
///
/// The folder is emptied of an earlier client; what else lies there stays.
pub(crate) fn build(out: &Path) -> Result<Vec<Written>, String> {
    compile()?;
    let mut files = read_folder(&tools::root().join(STATIC))?;
    let is_style = |name: &str| names::ending(name) == Some("css");
    for (_, bytes) in files.iter_mut().filter(|(name, _)| is_style(name)) {
        *bytes = slim::style(&String::from_utf8_lossy(bytes)).into_bytes();
    }
    let compiled = target_folder().join(TARGET).join(PROFILE);
    files.extend(modules::all(&compiled, &target_folder().join("bindgen"))?);
    files.extend(pictures::all()?);
    add_book(&mut files);
    files.extend(read_folder(&tools::root().join(NETS))?);
    let named = name_site(files)?;
    remove_others(out, &named)?;
    named.iter().map(|file| file.write(out)).collect()
}

/// Adds the book of openings. Where there is none, nobody is told of one.
fn add_book(files: &mut BTreeMap<String, Vec<u8>>) {
    if let Ok(book) = fs::read(tools::root().join(BOOK)) {
        files.insert(BOOK_NAME.to_owned(), book);
        return;
    }
    for bytes in files.values_mut() {
        let mention = format!("\"./{BOOK_NAME}\"");
        let text = std::str::from_utf8(bytes).ok();
        if let Some(text) = text.filter(|text| text.contains(&mention)) {
            *bytes = text.replace(&mention, "\"\"").into_bytes();
        }
    }
}

/// Where the WebAssembly build keeps its work: apart from ours, because the outer cargo holds a
/// lock on that.
fn target_folder() -> PathBuf {
    tools::target_folder().join("wasm")
}

fn compile() -> Result<(), String> {
    targets::require(TARGET)?;
    let words = cargo_words("build");
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let mut call = tools::command(words[0], &words[1..]);
    match call.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the web client does not build".to_owned()),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_loaded_later_is_not_in_the_budget() {
        let file = |name: &str, compressed| Written {
            name: name.to_owned(),
            plain: compressed,
            compressed,
        };
        let mut written = vec![file("a.wasm", 200_000), file("b.js", 100_000)];
        written.push(file("openings.book", 999_999));
        written.push(file("split_later.wasm", 999_999));
        written.push(file("foursight_net_worker_bg.wasm", 999_999));
        written.push(file("7x6.net", 999_999));
        assert_eq!(over_budget(&written), None);
        written.push(file("c.css", 1));
        let complaint = over_budget(&written).expect("one byte too many");
        assert!(complaint.contains("300001 bytes"), "{complaint}");
    }
}
