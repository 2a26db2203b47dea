//! `cargo xtask web`: builds the web client and writes it as files that any static host can serve.
//!
//! 1. One call of cargo builds both WebAssembly modules: the page and its engine.
//! 2. The wasm-bindgen library writes the JavaScript around each.
//! 3. Every file but the index gets a name with a hash of what it holds, so that browsers may keep
//!    it for ever. Names stand in other files, so a file is named after those it mentions.
//! 4. Each file is compressed with brotli, next to the plain one.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::tools;

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "wasm";
/// The crates that become WebAssembly modules, as their files are called.
const MODULES: [&str; 2] = ["foursight_web", "foursight_worker"];
/// Where the files lie that are written by hand.
const STATIC: &str = "crates/web/static";
/// The files whose names must not change, because people and browsers ask for them by name.
const FIXED: [&str; 1] = ["index.html"];
/// The best and slowest compression: it is done once, and downloads are many.
const BROTLI_QUALITY: i32 = 11;
/// The window of the compression, as a power of two; no file of ours is larger.
const BROTLI_WINDOW: i32 = 22;

/// A file of the client with its size plain and compressed.
pub(crate) struct Written {
    /// The name before it got its hash.
    pub(crate) name: String,
    /// In bytes.
    pub(crate) plain: u64,
    /// In bytes, by brotli.
    pub(crate) compressed: u64,
}

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

/// Builds the client and writes it to a folder.
///
/// The folder is emptied of an earlier client; what else lies there stays.
pub(crate) fn build(out: &Path) -> Result<Vec<Written>, String> {
    compile()?;
    let mut files = read_folder(&tools::root().join(STATIC))?;
    files.extend(modules()?);
    let named = name_all(files)?;
    remove_others(out, &named)?;
    named.iter().map(|file| file.write(out)).collect()
}

/// Where the WebAssembly build keeps its work: apart from ours, because the outer cargo holds a
/// lock on that.
fn target_folder() -> PathBuf {
    tools::target_folder().join("wasm")
}

fn compile() -> Result<(), String> {
    require_target()?;
    let mut call = tools::cargo(&["build", "--lib", "--target", TARGET, "--profile", PROFILE]);
    for module in MODULES {
        call.args(["--package", &module.replace('_', "-")]);
    }
    call.arg("--target-dir").arg(target_folder());
    match call.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the web client does not build".to_owned()),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// Whether rustc can build for the browser. rustup installs the target of rust-toolchain.toml by
/// itself; elsewhere somebody has to.
fn require_target() -> Result<(), String> {
    let output =
        tools::command("rustc", &["--print", "target-libdir", "--target", TARGET]).output();
    let output = output.map_err(|error| format!("cannot start rustc: {error}"))?;
    let folder = String::from_utf8_lossy(&output.stdout);
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    Err(format!(
        "Rust's target for browsers is missing; install it by `rustup target add {TARGET}`"
    ))
}

/// The two modules with the JavaScript around them.
fn modules() -> Result<BTreeMap<String, Vec<u8>>, String> {
    let scratch = target_folder().join("bindgen");
    remove_others(&scratch, &[])?;
    for module in MODULES {
        let input = target_folder().join(TARGET).join(PROFILE);
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(input.join(format!("{module}.wasm")))
            .out_name(module)
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            // Otherwise the script does not know where its module lies.
            .omit_default_module_path(false);
        let generated = bindgen
            .web(true)
            .and_then(|bindgen| bindgen.generate(&scratch));
        generated.map_err(|error| format!("wasm-bindgen fails on {module}: {error:#}"))?;
    }
    read_folder(&scratch)
}

/// A file under the name it is served by.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    source: String,
    name: String,
    bytes: Vec<u8>,
}

impl Named {
    /// Writes the file and its compressed twin. A file that is there already is left alone, so
    /// that whoever depends on it sees no change.
    fn write(&self, out: &Path) -> Result<Written, String> {
        let path = out.join(&self.name);
        let twin = out.join(self.twin());
        let is_there = fs::read(&path).is_ok_and(|bytes| bytes == self.bytes);
        if !is_there || !twin.exists() {
            let compressed = compress(&self.bytes).map_err(|error| failure(&path, &error))?;
            write(&path, &self.bytes)?;
            write(&twin, &compressed)?;
        }
        let size = |path: &Path| {
            let found = fs::metadata(path).map_err(|error| failure(path, &error))?;
            Ok::<_, String>(found.len())
        };
        Ok(Written {
            name: self.source.clone(),
            plain: size(&path)?,
            compressed: size(&twin)?,
        })
    }

    fn twin(&self) -> String {
        format!("{}.br", self.name)
    }
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
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    matches!(ending, Some("html" | "js" | "css" | "webmanifest" | "svg"))
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

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: bytes.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)?;
    Ok(compressed)
}

fn read_folder(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let failed = |error: io::Error| failure(folder, &error);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type().map_err(failed)?.is_file() {
            let path = entry.path();
            return Err(format!("{} is no file: the client is flat", path.display()));
        }
        files.insert(name, fs::read(entry.path()).map_err(failed)?);
    }
    Ok(files)
}

/// Removes the files of an earlier client; makes the folder if there is none.
fn remove_others(folder: &Path, named: &[Named]) -> Result<(), String> {
    let failed = |error: io::Error| failure(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_wanted = named
            .iter()
            .any(|file| file.name == name || file.twin() == name);
        if is_ours(&name) && !is_wanted && path.is_file() {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

/// True for names that a client can have.
fn is_ours(name: &str) -> bool {
    let plain = name.strip_suffix(".br").unwrap_or(name);
    let ending = plain.rsplit_once('.').map(|(_, ending)| ending);
    is_text(plain) || matches!(ending, Some("wasm" | "png" | "json" | "book"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = fs::File::create(path).and_then(|mut file| file.write_all(bytes));
    written.map_err(|error| failure(path, &error))
}

fn failure(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
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
}
