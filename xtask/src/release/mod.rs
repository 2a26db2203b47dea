//! `cargo xtask release`: builds what one would publish, with checksums.
//!
//! A release is a list of parts. Each writes files into the output folder and returns them; the file
//! of checksums lists them all. A further part is a function and a line in [`PARTS`].

mod archive;
mod packages;
mod sbom;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use sha2::{Digest, Sha256};

use crate::tools;

/// A part of a release.
struct ReleasePart {
    name: &'static str,
    /// Writes the files of the part into a folder and returns their paths.
    build: fn(&ReleaseTarget) -> Result<Vec<PathBuf>, String>,
}

/// All parts, in the order in which they are built.
const PARTS: [ReleasePart; 6] = [
    ReleasePart {
        name: "archive",
        build: archive::build,
    },
    ReleasePart {
        name: "wheel",
        build: packages::wheel,
    },
    ReleasePart {
        name: "npm",
        build: packages::npm,
    },
    ReleasePart {
        name: "crates",
        build: packages::crates,
    },
    ReleasePart {
        name: "page",
        build: packages::page,
    },
    ReleasePart {
        name: "sbom",
        build: sbom::build,
    },
];

/// File with the checksums of all others, as `sha256sum --check` reads it.
const CHECKSUMS: &str = "SHA256SUMS";

/// Folder, version and platform of a release.
struct ReleaseTarget {
    folder: PathBuf,
    version: String,
    /// Such as `x86_64-unknown-linux-gnu`.
    triple: String,
}

/// Builds the named parts, or all of them.
pub(crate) fn run(arguments: &[&str], directory: &Path) -> ExitCode {
    match build(arguments, directory) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn build(arguments: &[&str], directory: &Path) -> Result<String, String> {
    let (folder, names) = match arguments {
        ["--out", folder, names @ ..] => (directory.join(folder), names),
        names => (tools::target_folder().join("dist"), names),
    };
    let parts = selected(names)?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let target = ReleaseTarget {
        folder,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        triple: host_triple()?,
    };
    let mut files = Vec::new();
    for part in parts {
        eprintln!("Building the {}.", part.name);
        files.extend((part.build)(&target)?);
    }
    let mut text = String::new();
    files.push(write_checksums(&target.folder, &files)?);
    for file in &files {
        let size = fs::metadata(file).map_or(0, |metadata| metadata.len());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{size:>12}  {}", file.display());
    }
    Ok(text)
}

/// Writes the checksums of all files in a folder, which may come from several machines.
pub(crate) fn run_checksums(folder: &Path) -> ExitCode {
    let listed = || -> Result<PathBuf, String> {
        let entries = fs::read_dir(folder);
        let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
        let paths = entries.flatten().map(|entry| entry.path());
        let is_listed = |path: &PathBuf| {
            path.is_file() && path.file_name().is_some_and(|name| name != CHECKSUMS)
        };
        let files: Vec<_> = paths.filter(is_listed).collect();
        write_checksums(folder, &files)
    };
    match listed() {
        Ok(path) => {
            println!("{}", path.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the file of checksums and returns its path.
fn write_checksums(folder: &Path, files: &[PathBuf]) -> Result<PathBuf, String> {
    let sums = checksums(files)?;
    let path = folder.join(CHECKSUMS);
    fs::write(&path, sums).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn selected(names: &[&str]) -> Result<Vec<&'static ReleasePart>, String> {
    let known = || {
        let names: Vec<_> = PARTS.iter().map(|part| part.name).collect();
        names.join(", ")
    };
    if let Some(unknown) = names
        .iter()
        .find(|name| PARTS.iter().all(|part| part.name != **name))
    {
        return Err(format!(
            "there is no part `{unknown}` of a release: the parts are {}",
            known()
        ));
    }
    let is_selected = |part: &&ReleasePart| names.is_empty() || names.contains(&part.name);
    Ok(PARTS.iter().filter(is_selected).collect())
}

/// Returns the lines of the file of checksums, sorted by name.
fn checksums(files: &[PathBuf]) -> Result<String, String> {
    let mut lines = Vec::new();
    for file in files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        lines.push((name.into_owned(), hex(&Sha256::digest(&bytes))));
    }
    lines.sort();
    let lines = lines.iter().map(|(name, sum)| format!("{sum}  {name}\n"));
    Ok(lines.collect())
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns the platform that the compiler builds for.
fn host_triple() -> Result<String, String> {
    let output = tools::command("rustc", &["--print", "host-tuple"]).output();
    let output = output.map_err(|error| format!("cannot start rustc: {error}"))?;
    let triple = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && !triple.is_empty() {
        return Ok(triple);
    }
    Err("rustc does not name its platform".to_owned())
}

/// Runs a command of a part.
fn succeed(mut command: Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{} failed", command.get_program().display())),
        Err(error) => Err(format!(
            "cannot start {}: {error}",
            command.get_program().display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_selected_by_name() {
        let names = |selected: Vec<&'static ReleasePart>| -> Vec<&'static str> {
            selected.iter().map(|part| part.name).collect()
        };
        assert_eq!(names(selected(&[]).expect("all")).len(), PARTS.len());
        assert_eq!(names(selected(&["sbom"]).expect("one")), ["sbom"]);
        let error = selected(&["sbom", "wheels"]).err().expect("unknown");
        assert!(error.contains("`wheels`") && error.contains("archive, wheel, npm"));
    }

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let folder = std::env::temp_dir().join(format!("release-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let files = ["b.txt", "a.txt"].map(|name| folder.join(name));
        for file in &files {
            fs::write(file, "abc").expect("written");
        }
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let lines = checksums(&files).expect("read");
        assert_eq!(lines, format!("{sum}  a.txt\n{sum}  b.txt\n"));
        fs::remove_dir_all(&folder).expect("ours");
    }
}
