//! Files of the client on disk: each with its compressed twin beside it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::names::{self, Named};

/// The best and slowest compression: it is done once, and downloads are many.
const BROTLI_QUALITY: i32 = 11;
/// The window of the compression, as a power of two; no file of ours is larger.
const BROTLI_WINDOW: i32 = 22;
/// Endings of files that are dense already.
const DENSE: [&str; 2] = ["png", "book"];

/// A file of the client with its size plain and compressed.
pub(crate) struct Written {
    /// The name before it got its hash.
    pub(crate) name: String,
    /// In bytes.
    pub(crate) plain: u64,
    /// In bytes, by brotli; the same as plain if the file is dense already.
    pub(crate) compressed: u64,
}

impl Named {
    /// Writes the file and its compressed twin. A file that is there already is left alone, so
    /// that whoever depends on it sees no change.
    pub(super) fn write(&self, out: &Path) -> Result<Written, String> {
        let path = out.join(&self.name);
        let is_there = fs::read(&path).is_ok_and(|bytes| bytes == self.bytes);
        if !is_there {
            write(&path, &self.bytes)?;
        }
        let plain = self.bytes.len() as u64;
        let mut compressed = plain;
        if let Some(twin) = self.twin().map(|twin| out.join(twin)) {
            if !is_there || !twin.exists() {
                let bytes = compress(&self.bytes).map_err(|error| failure(&path, &error))?;
                write(&twin, &bytes)?;
            }
            let found = fs::metadata(&twin).map_err(|error| failure(&twin, &error))?;
            compressed = found.len();
        }
        Ok(Written {
            name: self.source.clone(),
            plain,
            compressed,
        })
    }

    /// The name of its compressed twin, if it gets one.
    fn twin(&self) -> Option<String> {
        let is_dense = names::ending(&self.name).is_some_and(|ending| DENSE.contains(&ending));
        (!is_dense).then(|| format!("{}.br", self.name))
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

/// Every file of a folder by its name.
pub(super) fn read_folder(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
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

/// A folder with nothing in it.
pub(super) fn empty_folder(folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| failure(folder, &error);
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

/// Removes the files of an earlier client and nothing else; makes the folder if there is none.
pub(super) fn remove_others(folder: &Path, named: &[Named]) -> Result<(), String> {
    let failed = |error: io::Error| failure(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_wanted = named
            .iter()
            .any(|file| file.name == name || file.twin().is_some_and(|twin| twin == name));
        let plain = name.strip_suffix(".br").unwrap_or(&name);
        if names::is_ours(plain) && !is_wanted && path.is_file() {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
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

    #[test]
    fn only_an_earlier_client_is_removed() {
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
        let named = [Named {
            source: "index.html".to_owned(),
            name: "index.html".to_owned(),
            bytes: b"page".to_vec(),
        }];
        remove_others(&folder, &named).expect("removed");
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
