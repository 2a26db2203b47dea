//! The files of the tree, as rules see them.

use std::fs;
use std::io;
use std::path::Path;

/// Folders that hold what programs made.
const MADE: [&str; 5] = ["target", "corpus", "artifacts", "coverage", "mutants.out"];
/// The marker by which cargo and others say that a folder holds only what can be made again.
const CACHE_MARKER: &str = "CACHEDIR.TAG";
/// Endings of files that people write. Others, such as recorded outputs, are what they are.
const WRITTEN: [&str; 6] = ["rs", "toml", "md", "yml", "svg", "css"];

/// A file with its path from the root, with `/` between the folders.
pub(crate) struct File {
    /// Its path.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
    /// Its text with comments and literals blanked out if it is Rust, and nothing otherwise.
    pub(crate) code: String,
}

impl File {
    /// A file.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
            code: match ending(path) {
                Some("rs") => super::code::code_of(text),
                _ => String::new(),
            },
        }
    }

    /// True if the file is written in Rust.
    pub(crate) fn is_rust(&self) -> bool {
        ending(&self.path) == Some("rs")
    }

    /// The name of the folder under `crates/`, or `xtask`, that the file belongs to.
    pub(crate) fn folder(&self) -> Option<&str> {
        let mut parts = self.path.split('/');
        match parts.next()? {
            "crates" => parts.next(),
            "xtask" => Some("xtask"),
            _ => None,
        }
    }

    /// True if the file is part of what its crate ships: not of its tests or benchmarks.
    pub(crate) fn is_shipped(&self) -> bool {
        self.is_rust() && self.path.contains("/src/")
    }

    /// True if it is the manifest of a crate of the workspace.
    pub(crate) fn is_manifest(&self) -> bool {
        self.folder().is_some() && self.path.ends_with("/Cargo.toml")
    }

    /// A complaint about a line of this file, counted from 0.
    pub(crate) fn complain(&self, line: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path, line + 1)
    }
}

/// Every file that people write, in order of their paths.
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
            let made = MADE.contains(&name.as_str()) || name == ".git";
            if !made && !entry.path().join(CACHE_MARKER).exists() {
                visit(&entry.path(), &format!("{path}/"), files)?;
            }
        } else if is_written(&name) {
            files.push(File::new(&path, &fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

fn is_written(name: &str) -> bool {
    match ending(name) {
        Some(ending) => WRITTEN.contains(&ending),
        None => name == "run" || name.starts_with("LICENSE"),
    }
}

/// What follows the last full stop of a name.
fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_know_their_place() {
        let file = File::new("crates/core/src/grid.rs", "");
        assert_eq!(file.folder(), Some("core"));
        assert!(file.is_shipped() && !file.is_manifest());
        let test = File::new("crates/core/tests/rules.rs", "");
        assert!(!test.is_shipped());
        assert!(File::new("crates/core/Cargo.toml", "").is_manifest());
        assert!(!File::new("Cargo.toml", "").is_manifest());
    }

    #[test]
    fn the_tree_has_this_file_and_nothing_made() {
        let files = all(crate::tools::root()).expect("the tree can be read");
        assert!(
            files
                .iter()
                .any(|file| file.path == "xtask/src/tidy/files.rs")
        );
        assert!(!files.iter().any(|file| file.path.starts_with("target/")));
    }
}
