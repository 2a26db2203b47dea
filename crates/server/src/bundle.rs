//! The files of the web client, from the binary or from a folder.
//!
//! The guide is a folder below the client: its files have names such as `guide/index.html`.
//! A file `x.br` is not served under its own name: it is the brotli encoding of `x`.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Files embedded at build time; empty if the binary was built without the client.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
/// The entry page.
pub(crate) const INDEX: &str = "index.html";
/// The folder of the guide, and its first page.
pub(crate) const GUIDE: &str = "guide";
pub(crate) const GUIDE_INDEX: &str = "guide/index.html";
/// Length of the content hash in a name such as `start-0123456789abcdef.js`.
const HASH_CHARS: usize = 16;
/// Maximum number of files in a folder; the rest is ignored.
const FILES_MAX: usize = 1_000;
const BROTLI: &str = ".br";

/// The files of the web client.
pub struct Bundle(BTreeMap<String, Asset>);

/// One file.
pub(crate) struct Asset {
    pub(crate) plain: Bytes,
    /// Brotli encoding.
    pub(crate) brotli: Option<Bytes>,
    /// Gzip encoding for clients without brotli, created on first use.
    gzip: OnceLock<Option<Bytes>>,
    /// Media type.
    pub(crate) media_type: &'static str,
    /// Hash of the content, for the entity tag.
    pub(crate) tag: String,
    /// True if the name contains a content hash.
    pub(crate) is_immutable: bool,
}

impl Bundle {
    /// Returns the embedded client; `None` if the binary was built without it.
    #[must_use]
    pub fn embedded() -> Option<Self> {
        let files = EMBEDDED.iter();
        let files = files.map(|(name, bytes)| ((*name).to_owned(), Bytes::from_static(bytes)));
        Self::of(files.collect())
    }

    /// Reads the client from a folder written by `cargo xtask web`.
    ///
    /// # Errors
    ///
    /// [`BundleError`] if the folder cannot be read or contains no client.
    pub fn read(folder: &Path) -> Result<Self, BundleError> {
        let failed = |error| BundleError::Unreadable(folder.to_owned(), error);
        let mut files = read_files(folder, "").map_err(failed)?;
        let guide = folder.join(GUIDE);
        if guide.is_dir() {
            files.extend(read_files(&guide, &format!("{GUIDE}/")).map_err(failed)?);
        }
        Self::of(files).ok_or_else(|| BundleError::NoClient(folder.to_owned()))
    }

    fn of(mut files: BTreeMap<String, Bytes>) -> Option<Self> {
        let names: Vec<_> = files.keys().cloned().collect();
        let mut assets = BTreeMap::new();
        for name in names.into_iter().filter(|name| !name.ends_with(BROTLI)) {
            let brotli = files.remove(&format!("{name}{BROTLI}"));
            if let Some(plain) = files.remove(&name) {
                assets.insert(name.clone(), Asset::new(&name, plain, brotli));
            }
        }
        assets.contains_key(INDEX).then_some(Self(assets))
    }

    /// Returns the file of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Asset> {
        self.0.get(name)
    }
}

/// Reads the files of a folder; their names begin with the prefix.
fn read_files(folder: &Path, prefix: &str) -> io::Result<BTreeMap<String, Bytes>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)?.take(FILES_MAX) {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            files.insert(name, Bytes::from(fs::read(entry.path())?));
        }
    }
    Ok(files)
}

impl Asset {
    fn new(name: &str, plain: Bytes, brotli: Option<Bytes>) -> Self {
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        Self {
            media_type: media_type(name),
            tag: format!("{:016x}", hasher.finish()),
            is_immutable: is_hashed(name),
            plain,
            brotli,
            gzip: OnceLock::new(),
        }
    }

    /// Returns the gzip encoding; `None` if it is not worthwhile.
    pub(crate) fn gzip(&self) -> Option<&Bytes> {
        // A file that brotli does not shrink is compressed already.
        self.brotli.as_ref()?;
        self.gzip.get_or_init(|| gzip(&self.plain).ok()).as_ref()
    }
}

fn gzip(bytes: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.into())
}

fn is_hashed(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    stem.rsplit_once('-').is_some_and(|(_, hash)| {
        hash.len() == HASH_CHARS && hash.chars().all(|c| c.is_ascii_hexdigit())
    })
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A folder could not be loaded as a bundle.
#[derive(Debug)]
#[non_exhaustive]
pub enum BundleError {
    /// The folder cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The folder has no entry page.
    NoClient(PathBuf),
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(folder, error) => {
                write!(
                    f,
                    "cannot read the web client in {}: {error}",
                    folder.display()
                )
            }
            Self::NoClient(folder) => {
                let folder = folder.display();
                write!(
                    f,
                    "{folder} has no {INDEX}: build the web client with `cargo xtask web --out {folder}`"
                )
            }
        }
    }
}

impl std::error::Error for BundleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_names_are_recognised() {
        for (name, expected) in [
            ("start-0123456789abcdef.js", true),
            ("foursight_web_bg-00000000ffffffff.wasm", true),
            ("index.html", false),
            ("start-0123456789abcde.js", false),
            ("start-0123456789abcdeg.js", false),
            ("service-worker.js", false),
        ] {
            assert_eq!(is_hashed(name), expected, "{name}");
        }
    }

    #[test]
    fn brotli_files_are_attached_and_not_served_by_name() {
        let file = |name: &str, bytes: &'static [u8]| (name.to_owned(), Bytes::from_static(bytes));
        let files = BTreeMap::from([
            file("index.html", b"page"),
            file("index.html.br", b"p"),
            file("a.js", b"script"),
        ]);
        let bundle = Bundle::of(files).expect("it has an index");
        let index = bundle.get("index.html").expect("it is there");
        assert_eq!(index.brotli.as_deref(), Some(&b"p"[..]));
        assert!(bundle.get("index.html.br").is_none());
        assert!(
            bundle
                .get("a.js")
                .is_some_and(|asset| asset.brotli.is_none())
        );
        assert!(Bundle::of(BTreeMap::from([file("a.js", b"")])).is_none());
    }
}
