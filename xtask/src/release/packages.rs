//! The packages for other registries, and the web game for any static host.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::{ReleaseTarget, succeed};
use crate::{crates, python, tools, web};

/// Manifest of the npm package, which is built by a chore of its own.
const NPM_MANIFEST: &str = "npm/package.json";
const NPM_CHORE: &str = "npm";
/// Name of the folder in the archive of the web game.
const WEB_FOLDER: &str = "foursight-web";

/// Builds the Python wheel.
pub(super) fn wheel(target: &ReleaseTarget) -> Result<Vec<PathBuf>, String> {
    copy_all(&[python::release_wheel()?], &target.folder)
}

/// Builds the tarball of the npm package.
pub(super) fn npm(target: &ReleaseTarget) -> Result<Vec<PathBuf>, String> {
    if !tools::root().join(NPM_MANIFEST).is_file() {
        eprintln!("left out: there is no {NPM_MANIFEST}");
        return Ok(Vec::new());
    }
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let mut chore = tools::command(program, &[NPM_CHORE]);
    chore.stdout(Stdio::null());
    succeed(chore)?;
    let folder = tools::target_folder().join("npm");
    let files = folder.read_dir().into_iter().flatten().flatten();
    let files: Vec<_> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tgz"))
        .collect();
    if files.is_empty() {
        return Err(format!(
            "the chore {NPM_CHORE} left no package in {}",
            folder.display()
        ));
    }
    copy_all(&files, &target.folder)
}

/// Packages the crates.
pub(super) fn crates(target: &ReleaseTarget) -> Result<Vec<PathBuf>, String> {
    copy_all(&crates::packages()?, &target.folder)
}

/// Builds the web game with the guide, as an archive to unpack on a static host.
pub(super) fn page(target: &ReleaseTarget) -> Result<Vec<PathBuf>, String> {
    let parent = tools::target_folder().join("page");
    let folder = parent.join(WEB_FOLDER);
    web::build(&folder)?;
    let archive = target
        .folder
        .join(format!("{WEB_FOLDER}-{}.tar.gz", target.version));
    let mut tar = tools::command("tar", &["-czf"]);
    tar.arg(&archive).arg("-C").arg(&parent).arg(WEB_FOLDER);
    succeed(tar)?;
    Ok(vec![archive])
}

/// Copies files into a folder and returns the copies.
fn copy_all(files: &[PathBuf], folder: &Path) -> Result<Vec<PathBuf>, String> {
    let copy = |file: &PathBuf| {
        let to = folder.join(file.file_name().unwrap_or_default());
        fs::copy(file, &to).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(to)
    };
    files.iter().map(copy).collect()
}
