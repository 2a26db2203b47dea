//! Writes the files of the client, each with a compressed copy beside it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::content_hash::{self, HashedFile};

/// The best and slowest quality: each file is compressed once and downloaded often.
const BROTLI_QUALITY: i32 = 11;
/// Base-2 logarithm of the window size; none of our files is larger than the window.
const BROTLI_WINDOW: i32 = 22;
/// Extensions of formats that are compressed already.
const COMPRESSED_EXTENSIONS: [&str; 2] = ["png", "book"];

/// Plain and compressed size of a file of the client.
pub(crate) struct FileSizes {
    /// Name without the content hash.
    pub(crate) name: String,
    /// Plain size, in bytes.
    pub(crate) plain: u64,
    /// Size by brotli, in bytes; equals `plain` for formats that are compressed already.
    pub(crate) compressed: u64,
}

impl HashedFile {
    /// Writes the file and its compressed copy. An unchanged file is not rewritten, so that builds
    /// that depend on it stay fresh.
    pub(super) fn write(&self, out: &Path) -> Result<FileSizes, String> {
        let path = out.join(&self.name);
        let is_unchanged = fs::read(&path).is_ok_and(|bytes| bytes == self.bytes);
        if !is_unchanged {
            write(&path, &self.bytes)?;
        }
        let plain = self.bytes.len() as u64;
        let mut compressed = plain;
        if let Some(compressed_name) = self
            .compressed_name()
            .map(|compressed_name| out.join(compressed_name))
        {
            if !is_unchanged || !compressed_name.exists() {
                let bytes = compress(&self.bytes).map_err(|error| describe_error(&path, &error))?;
                write(&compressed_name, &bytes)?;
            }
            let found = fs::metadata(&compressed_name)
                .map_err(|error| describe_error(&compressed_name, &error))?;
            compressed = found.len();
        }
        Ok(FileSizes {
            name: self.source.clone(),
            plain,
            compressed,
        })
    }

    /// Returns the name of the compressed copy; `None` for formats that are compressed already.
    fn compressed_name(&self) -> Option<String> {
        let is_compressed = content_hash::extension(&self.name)
            .is_some_and(|extension| COMPRESSED_EXTENSIONS.contains(&extension));
        (!is_compressed).then(|| format!("{}.br", self.name))
    }
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

/// Reads all files of a folder, by name.
pub(super) fn read_folder(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let failed = |error: io::Error| describe_error(folder, &error);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type().map_err(failed)?.is_file() {
            let path = entry.path();
            return Err(format!(
                "{} is not a file: the client must not have subfolders",
                path.display()
            ));
        }
        files.insert(name, fs::read(entry.path()).map_err(failed)?);
    }
    Ok(files)
}

/// Creates an empty folder, or empties an existing one.
pub(super) fn empty_folder(folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| describe_error(folder, &error);
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

/// Removes the files of an earlier client and nothing else. Creates the folder if it is missing.
pub(super) fn remove_stale_files(folder: &Path, files: &[HashedFile]) -> Result<(), String> {
    let failed = |error: io::Error| describe_error(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_current = files.iter().any(|file| {
            file.name == name
                || file
                    .compressed_name()
                    .is_some_and(|compressed_name| compressed_name == name)
        });
        let plain = name.strip_suffix(".br").unwrap_or(&name);
        if content_hash::is_client_file(plain) && !is_current && path.is_file() {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

/// Name of the file that only a guide of ours has.
const GUIDE_MARK: &str = "guide.css";

/// Writes the pages of the guide with their compressed copies, and removes those of an earlier one.
pub(super) fn write_guide(folder: &Path, guide: BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let failed = |error: io::Error| describe_error(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    if folder.join(GUIDE_MARK).exists() {
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !guide.contains_key(name.strip_suffix(".br").unwrap_or(&name)) && path.is_file() {
                fs::remove_file(&path).map_err(failed)?;
            }
        }
    }
    for (name, bytes) in guide {
        let file = HashedFile {
            source: name.clone(),
            name,
            bytes,
        };
        file.write(folder)?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let result = fs::File::create(path).and_then(|mut file| file.write_all(bytes));
    result.map_err(|error| describe_error(path, &error))
}

fn describe_error(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_an_earlier_guide_are_removed() {
        let folder = std::env::temp_dir().join(format!("foursight-guide-{}", std::process::id()));
        empty_folder(&folder).expect("made");
        let guide = |names: &[&str]| {
            let files = names
                .iter()
                .map(|name| ((*name).to_owned(), b"text".to_vec()));
            write_guide(&folder, files.collect()).expect("written");
            let left: Vec<_> = read_folder(&folder).expect("read").into_keys().collect();
            left
        };
        write(&folder.join("mine.html"), b"x").expect("written");
        let first = guide(&["guide.css", "old.html"]);
        assert!(
            first.contains(&"mine.html".to_owned()),
            "not ours: {first:?}"
        );
        let second = guide(&["guide.css", "new.html"]);
        fs::remove_dir_all(&folder).expect("removed");
        let expected = ["guide.css", "guide.css.br", "new.html", "new.html.br"];
        assert_eq!(second, expected);
    }

    #[test]
    fn only_files_of_an_earlier_client_are_removed() {
        let folder = std::env::temp_dir().join(format!("foursight-web-{}", std::process::id()));
        empty_folder(&folder).expect("made");
        let old = "start-0123456789abcdef.js";
        let others = ["mine.js", "photo.png", "notes-2024.txt", "robots.txt"];
        for name in [old, "start-0123456789abcdef.js.br", "index.html.br"]
            .iter()
            .chain(&others)
        {
            write(&folder.join(name), b"x").expect("written");
        }
        let files = [HashedFile {
            source: "index.html".to_owned(),
            name: "index.html".to_owned(),
            bytes: b"page".to_vec(),
        }];
        remove_stale_files(&folder, &files).expect("removed");
        let left: Vec<_> = read_folder(&folder).expect("read").into_keys().collect();
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(
            left,
            [
                "index.html.br",
                "mine.js",
                "notes-2024.txt",
                "photo.png",
                "robots.txt"
            ]
        );
    }
}
