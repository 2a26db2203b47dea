//! The program with the web game inside, its manual, completions, and the files for operators.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ReleaseTarget, succeed};
use crate::{binary, tools};

/// Folder with the files for operators.
const DEPLOY_FOLDER: &str = "deploy";
/// Files at the root of the repository that belong to the program.
const ROOT_FILES: [&str; 4] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"];
/// Documents for operators.
const DOCUMENTS: [&str; 4] = ["host.md", "upgrade.md", "operate.md", "protocol.md"];
/// Shells with completions, and the names of their files.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "foursight.bash"),
    ("zsh", "_foursight"),
    ("fish", "foursight.fish"),
];

/// Builds the archive.
pub(super) fn build(target: &ReleaseTarget) -> Result<Vec<PathBuf>, String> {
    let program = binary::build()?;
    let name = format!("foursight-{}-{}", target.version, target.triple);
    let folder = target.folder.join(&name);
    let failed =
        |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    }
    let copy = |from: &Path, to: PathBuf| -> Result<(), String> {
        let parent = to.parent().unwrap_or(&folder);
        fs::create_dir_all(parent).map_err(|error| failed(parent, &error))?;
        fs::copy(from, &to)
            .map(drop)
            .map_err(|error| failed(from, &error))
    };
    let program_name = program.file_name().unwrap_or_default();
    copy(&program, folder.join(program_name))?;
    for file in ROOT_FILES {
        copy(&tools::root().join(file), folder.join(file))?;
    }
    for document in DOCUMENTS {
        copy(
            &tools::root().join("docs").join(document),
            folder.join("docs").join(document),
        )?;
    }
    let deploy = tools::root().join(DEPLOY_FOLDER);
    for entry in fs::read_dir(&deploy).map_err(|error| failed(&deploy, &error))? {
        let entry = entry.map_err(|error| failed(&deploy, &error))?;
        copy(
            &entry.path(),
            folder.join(DEPLOY_FOLDER).join(entry.file_name()),
        )?;
    }
    let manual = folder.join("man");
    fs::create_dir_all(&manual).map_err(|error| failed(&manual, &error))?;
    let mut write_manual = tools::command(&program, &["man", "--out"]);
    write_manual
        .arg(&manual)
        .stdout(std::process::Stdio::null());
    succeed(write_manual)?;
    let completions = folder.join("completions");
    fs::create_dir_all(&completions).map_err(|error| failed(&completions, &error))?;
    for (shell, file) in COMPLETIONS {
        let output = tools::command(&program, &["completions", shell]).output();
        let output = output.map_err(|error| failed(&program, &error))?;
        let path = completions.join(file);
        fs::write(&path, output.stdout).map_err(|error| failed(&path, &error))?;
    }
    let archive = target.folder.join(format!("{name}.tar.gz"));
    let mut tar = tools::command("tar", &["-czf"]);
    tar.arg(&archive).arg("-C").arg(&target.folder).arg(&name);
    succeed(tar)?;
    Ok(vec![archive])
}
