//! Files of the repository, as the rules see them.

use std::fs;
use std::io;
use std::path::Path;

/// Folders of generated files.
const GENERATED_FOLDERS: [&str; 5] = ["target", "corpus", "artifacts", "coverage", "mutants.out"];
/// Marks a folder as a cache, by the Cache Directory Tagging Specification.
const CACHE_MARKER: &str = "CACHEDIR.TAG";
/// Extensions of files written by hand. Others, such as recorded outputs, are not checked.
const EXTENSIONS: [&str; 10] = [
    "rs", "toml", "md", "yaml", "yml", "svg", "css", "py", "js", "html",
];
/// The one JSON file that is written by hand for readers.
const API_DESCRIPTION: &str = "openapi.json";

/// A text file of the repository.
pub(crate) struct File {
    /// Path from the root, with `/` between the folders.
    pub(crate) path: String,
    /// Whole text.
    pub(crate) text: String,
    /// Text with comments and literals blanked out; empty unless the file is Rust.
    pub(crate) code: String,
}

impl File {
    /// Creates a file from its path and text.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
            code: match extension(path) {
                Some("rs") => super::code::strip_comments_and_literals(text),
                _ => String::new(),
            },
        }
    }

    /// Returns true if the file is Rust.
    pub(crate) fn is_rust(&self) -> bool {
        extension(&self.path) == Some("rs")
    }

    /// Returns the folder under `crates/` that the file belongs to, or `xtask`.
    pub(crate) fn folder(&self) -> Option<&str> {
        let mut parts = self.path.split('/');
        match parts.next()? {
            "crates" => parts.next(),
            "xtask" => Some("xtask"),
            _ => None,
        }
    }

    /// Returns true if the crate ships the file: not for tests and benchmarks.
    pub(crate) fn is_shipped(&self) -> bool {
        self.is_rust() && self.path.contains("/src/")
    }

    /// Returns true for the manifest of a workspace member.
    pub(crate) fn is_manifest(&self) -> bool {
        self.folder().is_some() && self.path.ends_with("/Cargo.toml")
    }

    /// Formats a problem in a line of this file, counted from 0.
    pub(crate) fn complain(&self, line: usize, message: &str) -> String {
        format!("{}:{}: {message}", self.path, line + 1)
    }
}

/// Reads all files written by hand, sorted by path.
pub(crate) fn all(root: &Path) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    visit(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn visit(folder: &Path, prefix: &str, files: &mut Vec<File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            let is_generated = GENERATED_FOLDERS.contains(&name.as_str()) || name == ".git";
            if !is_generated && !entry.path().join(CACHE_MARKER).exists() {
                visit(&entry.path(), &format!("{path}/"), files)?;
            }
        } else if is_checked(&name) {
            files.push(File::new(&path, &fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

fn is_checked(name: &str) -> bool {
    match extension(name) {
        Some(extension) => EXTENSIONS.contains(&extension) || name == API_DESCRIPTION,
        None => name == "run" || name.starts_with("LICENSE"),
    }
}

/// Returns the extension of a file name.
pub(crate) fn extension(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_classified_by_path() {
        let file = File::new("crates/core/src/grid.rs", "");
        assert_eq!(file.folder(), Some("core"));
        assert!(file.is_shipped() && !file.is_manifest());
        let test = File::new("crates/core/tests/rules.rs", "");
        assert!(!test.is_shipped());
        assert!(File::new("crates/core/Cargo.toml", "").is_manifest());
        assert!(!File::new("Cargo.toml", "").is_manifest());
    }

    #[test]
    fn generated_files_are_left_out() {
        let files = all(crate::tools::root()).expect("the tree can be read");
        assert!(
            files
                .iter()
                .any(|file| file.path == "xtask/src/tidy/files.rs")
        );
        assert!(!files.iter().any(|file| file.path.starts_with("target/")));
    }
}
