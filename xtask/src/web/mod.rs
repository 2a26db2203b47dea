//! `cargo xtask web`: builds the web client and writes it as files that any static host can serve.
//!
//! 1. One call of cargo builds all WebAssembly modules: the page, and the three engines that run in
//!    web workers, one with the bots that need neither solver nor nets, one with the solver and one
//!    with the nets.
//! 2. `modules` splits the page into an initial module and lazy chunks, and the wasm-bindgen library
//!    generates the JavaScript glue of each module.
//! 3. `icons` renders the icons; the nets are added, and the opening book if it was built.
//! 4. `content_hash` adds a hash of its content to the name of every file but the index and the
//!    service worker, and lists the files in the service worker, which caches them for offline use.
//! 5. `guide` renders the guide, which the service worker caches last.
//! 6. `files` writes each file, and a copy compressed with brotli next to it.

mod content_hash;
mod files;
mod icons;
mod merge_functions;
pub(crate) mod minify;
mod modules;
mod reorder_functions;
pub(crate) mod styles;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::guide::{self, GuidePlace};
use crate::{targets, tools};
use content_hash::hash_names;
use files::{FileSizes, read_folder, remove_stale_files};
use modules::PACKAGES;

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "wasm";
/// Folder of the files written by hand.
const STATIC: &str = "crates/web/static";
/// The opening book, which may not have been built, and its name in the client.
const BOOK: &str = "crates/solver/books/7x6-10.book";
const BOOK_NAME: &str = "openings.book";
/// Folder and extension of the nets of the neural bots.
const NETS: &str = "crates/bots/nets";
const NET_EXTENSION: &str = "net";
/// Size budget of all files loaded before the first drop, the engine included, in bytes by brotli:
/// about a second on a slow phone. The opening book is loaded later.
const FIRST_DROP_BYTES_MAX: u64 = 300_000;
/// Chunks that render the board, each with the words for the browsers that load it.
const RENDERERS: [(&str, &str); 2] = [("space", "in 3D"), ("flat", "without WebGL 2")];
/// Extensions of files that are loaded after the first drop, or only to install or share the page.
const LATER_EXTENSIONS: [&str; 4] = ["book", NET_EXTENSION, "png", "webmanifest"];

/// The sizes of a client that was built.
pub(crate) struct WebClientBuild {
    files: Vec<FileSizes>,
    /// Files of the 3D scene and of the flat board: a browser loads one of the two before the first
    /// drop.
    renderer_files: [Vec<String>; 2],
}

impl WebClientBuild {
    /// Formats the sizes of all files, their sum, and the size loaded before the first drop.
    pub(crate) fn table(&self) -> String {
        let line = |name: &str, plain, compressed| format!("{plain:>9} {compressed:>9}  {name}\n");
        let mut lines = vec!["    bytes    brotli\n".to_owned()];
        let files = self.files.iter();
        lines.extend(files.map(|file| line(&file.name, file.plain, file.compressed)));
        let sum = |size: fn(&FileSizes) -> u64| self.files.iter().map(size).sum::<u64>();
        lines.push(line(
            "together",
            sum(|file| file.plain),
            sum(|file| file.compressed),
        ));
        let first = RENDERERS.iter().zip(self.first_drop_bytes());
        lines
            .extend(first.map(|((_, words), bytes)| {
                format!("{bytes:>19}  before the first drop {words}\n")
            }));
        lines.concat()
    }

    /// Returns a message if the client exceeds its size budget.
    pub(crate) fn over_budget(&self) -> Option<String> {
        let first = RENDERERS.iter().zip(self.first_drop_bytes());
        let mut over = first.filter(|(_, bytes)| *bytes > FIRST_DROP_BYTES_MAX);
        let ((_, words), bytes) = over.next()?;
        Some(format!(
            "{bytes} bytes load before the first drop {words}, over the budget of {FIRST_DROP_BYTES_MAX}: shrink something or load it lazily"
        ))
    }

    /// Returns the bytes loaded before the first drop, for each renderer.
    fn first_drop_bytes(&self) -> [u64; 2] {
        [0, 1].map(|renderer: usize| {
            let is_first = |file: &&FileSizes| {
                !is_loaded_later(&file.name) || self.renderer_files[renderer].contains(&file.name)
            };
            let first = self.files.iter().filter(is_first);
            first.map(|file| file.compressed).sum()
        })
    }
}

/// Returns true for a file that is loaded after the first drop, or only to install or share the
/// page. A browser test checks this list against the files really loaded.
fn is_loaded_later(name: &str) -> bool {
    styles::is_loaded_later(name)
        || modules::is_loaded_later(name)
        || content_hash::extension(name)
            .is_some_and(|extension| LATER_EXTENSIONS.contains(&extension))
}

/// Returns the folder of the client for local games and for the tests.
pub(crate) fn default_folder() -> PathBuf {
    tools::target_folder().join("web")
}

/// Returns the arguments of a cargo command on the modules. It has the options of the build, so that
/// artifacts are shared.
pub(crate) fn cargo_args(command: &str) -> Vec<String> {
    let args =
        format!("cargo {command} --lib --bins --target {TARGET} --profile {PROFILE} --target-dir");
    let mut args: Vec<_> = args.split(' ').map(str::to_owned).collect();
    args.push(target_folder().display().to_string());
    for package in PACKAGES {
        args.extend(["--package".to_owned(), package.to_owned()]);
    }
    args
}

/// Returns the environment of a cargo command on the modules: compiler flags that shorten the paths
/// in panic messages.
///
/// Without them the client would carry the folders of the machine that built it, and its size would
/// depend on how long their names are.
pub(crate) fn cargo_environment() -> (&'static str, String) {
    let folder = |program: &str, arguments: &[&str]| {
        let output = tools::command(program, arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        Some(PathBuf::from(text.trim()))
    };
    let mut folders = vec![PathBuf::from("crates/")];
    let sysroot = folder("rustc", &["--print", "sysroot"]);
    folders.extend(sysroot.map(|folder| folder.join("lib/rustlib/src/rust/library/")));
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let default_home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cargo"));
    let registries = home
        .or_else(default_home)
        .map(|home| home.join("registry/src"));
    let registries = registries.and_then(|folder| fs::read_dir(folder).ok());
    let registries = registries.into_iter().flatten().flatten();
    folders.extend(registries.map(|registry| registry.path().join("")));
    let flags = folders
        .iter()
        .map(|folder| format!("--remap-path-prefix={}=", folder.display()));
    let flags: Vec<_> = flags.collect();
    ("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
}

/// Builds the client and writes it to a folder.
///
/// Removes an earlier client from the folder and leaves other files alone.
pub(crate) fn build(out: &Path) -> Result<WebClientBuild, String> {
    compile()?;
    let mut files = read_folder(&tools::root().join(STATIC))?;
    for (name, bytes) in &mut files {
        if content_hash::extension(name) == Some("js") {
            *bytes = minify::strip_layout(&String::from_utf8_lossy(bytes)).into_bytes();
        }
    }
    files.extend(styles::bundles()?);
    let compiled = target_folder().join(TARGET).join(PROFILE);
    files.extend(modules::all(&compiled, &target_folder().join("bindgen"))?);
    let renderer_files = renderer_files(&files)?;
    files.extend(icons::all()?);
    add_book(&mut files);
    files.extend(read_folder(&tools::root().join(NETS))?);
    let guide = guide::files(GuidePlace::BelowGame)?;
    let hashed = hash_names(files, &guide)?;
    remove_stale_files(out, &hashed)?;
    files::write_guide(&out.join(guide::FOLDER), guide)?;
    let files: Result<_, _> = hashed.iter().map(|file| file.write(out)).collect();
    Ok(WebClientBuild {
        files: files?,
        renderer_files,
    })
}

/// Lists the files of each chunk that renders the board.
fn renderer_files(files: &BTreeMap<String, Vec<u8>>) -> Result<[Vec<String>; 2], String> {
    let [space, flat] = RENDERERS.map(|(part, _)| modules::chunk_files(files, part));
    let mut flat = flat?;
    flat.push(styles::FLAT_BUNDLE.to_owned());
    Ok([space?, flat])
}

/// Adds the opening book. If there is none, removes its address from the scripts.
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

/// Returns the target folder of the WebAssembly build, which differs from the usual one because the
/// outer cargo holds a lock on that.
fn target_folder() -> PathBuf {
    tools::target_folder().join("wasm")
}

fn compile() -> Result<(), String> {
    targets::require(TARGET)?;
    let args = cargo_args("build");
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let (variable, flags) = cargo_environment();
    let mut command = tools::command(args[0], &args[1..]);
    match command.env(variable, flags).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("building the web client failed".to_owned()),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_loaded_later_are_not_in_the_budget() {
        let file = |name: &str, compressed| FileSizes {
            name: name.to_owned(),
            plain: compressed,
            compressed,
        };
        let mut client = WebClientBuild {
            files: vec![file("a.wasm", 170_000), file("b.js", 100_000)],
            renderer_files: [["split_space.wasm"], ["split_flat.wasm"]]
                .map(|names| names.map(str::to_owned).to_vec()),
        };
        client.files.push(file("split_space.wasm", 30_000));
        client.files.push(file("split_flat.wasm", 29_999));
        client.files.push(file("openings.book", 999_999));
        client.files.push(file("split_later.wasm", 999_999));
        client.files.push(file("foursight_engine_bg.wasm", 999_999));
        client.files.push(file("foursight_nets_bg.wasm", 999_999));
        client.files.push(file("7x6.net", 999_999));
        assert_eq!(client.over_budget(), None);
        client.files.push(file("c.css", 1));
        let complaint = client.over_budget().expect("one byte too many");
        assert!(complaint.contains("300001 bytes"), "{complaint}");
        assert!(complaint.contains("in 3D"), "{complaint}");
        client.files.retain(|file| file.name != "split_space.wasm");
        client.files.push(file("d.css", 1));
        let complaint = client.over_budget().expect("too many there as well");
        assert!(complaint.contains("without WebGL 2"), "{complaint}");
    }
}
