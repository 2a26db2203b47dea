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
const LATER_STYLES: [&str; 3] = ["flat.css", "later.css", "learn.css"];
/// The one that the flat grid turns on.
const FLAT_STYLE: &str = LATER_STYLES[0];
/// The parts that draw the grid, and how a complaint calls the browsers that load them.
const DRAWINGS: [(&str, &str); 2] = [("space", "in space"), ("flat", "without WebGL 2")];
/// Endings of files that are loaded later, or only where somebody keeps or shares the page.
const LATER: [&str; 4] = ["book", NET, "png", "webmanifest"];

/// The client on disk.
pub(crate) struct Client {
    files: Vec<Written>,
    /// The files of the scene and those of the flat grid, of which a browser loads one kind for its first drop.
    drawings: [Vec<String>; 2],
}

impl Client {
    /// The sizes of all files, their sum, and what is loaded before the first drop.
    pub(crate) fn table(&self) -> String {
        let line = |name: &str, plain, compressed| format!("{plain:>9} {compressed:>9}  {name}\n");
        let mut lines = vec!["    bytes    brotli\n".to_owned()];
        let files = self.files.iter();
        lines.extend(files.map(|file| line(&file.name, file.plain, file.compressed)));
        let sum = |size: fn(&Written) -> u64| self.files.iter().map(size).sum::<u64>();
        lines.push(line(
            "together",
            sum(|file| file.plain),
            sum(|file| file.compressed),
        ));
        let first = DRAWINGS.iter().zip(self.first_drop_bytes());
        lines
            .extend(first.map(|((_, words), bytes)| {
                format!("{bytes:>19}  before the first drop {words}\n")
            }));
        lines.concat()
    }

    /// A complaint if the client is larger than it may be.
    pub(crate) fn over_budget(&self) -> Option<String> {
        let first = DRAWINGS.iter().zip(self.first_drop_bytes());
        let mut over = first.filter(|(_, bytes)| *bytes > FIRST_DROP_BYTES_MAX);
        let ((_, words), bytes) = over.next()?;
        Some(format!(
            "{bytes} bytes are loaded before the first drop {words}, more than {FIRST_DROP_BYTES_MAX}: \
             make something smaller, or load it later"
        ))
    }

    /// What is loaded before the first drop, for each way to draw.
    fn first_drop_bytes(&self) -> [u64; 2] {
        [0, 1].map(|way: usize| {
            let is_first =
                |file: &&Written| !is_later(&file.name) || self.drawings[way].contains(&file.name);
            let first = self.files.iter().filter(is_first);
            first.map(|file| file.compressed).sum()
        })
    }
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
pub(crate) fn build(out: &Path) -> Result<Client, String> {
    compile()?;
    let mut files = read_folder(&tools::root().join(STATIC))?;
    let is_style = |name: &str| names::ending(name) == Some("css");
    for (_, bytes) in files.iter_mut().filter(|(name, _)| is_style(name)) {
        *bytes = slim::style(&String::from_utf8_lossy(bytes)).into_bytes();
    }
    let compiled = target_folder().join(TARGET).join(PROFILE);
    files.extend(modules::all(&compiled, &target_folder().join("bindgen"))?);
    let drawings = drawings(&files)?;
    files.extend(pictures::all()?);
    add_book(&mut files);
    files.extend(read_folder(&tools::root().join(NETS))?);
    let named = name_site(files)?;
    remove_others(out, &named)?;
    let files: Result<_, _> = named.iter().map(|file| file.write(out)).collect();
    Ok(Client {
        files: files?,
        drawings,
    })
}

/// The files of each part that draws the grid.
fn drawings(files: &BTreeMap<String, Vec<u8>>) -> Result<[Vec<String>; 2], String> {
    let [space, flat] = DRAWINGS.map(|(part, _)| modules::files_of(files, part));
    let mut flat = flat?;
    flat.push(FLAT_STYLE.to_owned());
    Ok([space?, flat])
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
        let mut client = Client {
            files: vec![file("a.wasm", 170_000), file("b.js", 100_000)],
            drawings: [["split_space.wasm"], ["split_flat.wasm"]]
                .map(|names| names.map(str::to_owned).to_vec()),
        };
        client.files.push(file("split_space.wasm", 30_000));
        client.files.push(file("split_flat.wasm", 29_999));
        client.files.push(file("openings.book", 999_999));
        client.files.push(file("split_later.wasm", 999_999));
        client
            .files
            .push(file("foursight_net_worker_bg.wasm", 999_999));
        client.files.push(file("7x6.net", 999_999));
        assert_eq!(client.over_budget(), None);
        client.files.push(file("c.css", 1));
        let complaint = client.over_budget().expect("one byte too many");
        assert!(complaint.contains("300001 bytes"), "{complaint}");
        assert!(complaint.contains("in space"), "{complaint}");
        client.files.retain(|file| file.name != "split_space.wasm");
        client.files.push(file("d.css", 1));
        let complaint = client.over_budget().expect("too many there as well");
        assert!(complaint.contains("without WebGL 2"), "{complaint}");
    }
}
