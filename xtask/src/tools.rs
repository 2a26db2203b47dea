//! Calls of cargo and other programs, and the folders that they work in.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    // Clones may share one target folder, so another clone may have built this program: prefer the
    // folder that cargo names at run time.
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let started = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        started.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())
    });
    FOLDER
        .parent()
        .expect("xtask is a folder of the repository")
}

/// Returns cargo's target folder.
pub(crate) fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns a cargo command that runs in the root of the repository.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    command("cargo", arguments)
}

/// Returns a command that runs in the root of the repository.
pub(crate) fn command(program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    // Cargo sets these variables for xtask; the program called next must not inherit them.
    for (name, _) in std::env::vars_os() {
        let about_xtask = name.to_str().is_some_and(|name| {
            name == "CARGO" || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST")
        });
        if about_xtask {
            command.env_remove(name);
        }
    }
    command
}

/// Builds a program of the workspace without optimisation and returns its path. `--workspace` makes
/// cargo reuse the artifacts of the tests: with one package, features of dependencies would differ.
pub(crate) fn build_program(name: &str) -> Result<PathBuf, String> {
    let status = cargo(&["build", "--quiet", "--workspace", "--bin", name]).status();
    match status {
        Ok(status) if status.success() => {
            let file_name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            Ok(target_folder().join("debug").join(file_name))
        }
        Ok(_) => Err(format!("cannot build {name}")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// Returns true if the command succeeds. Its output is discarded.
pub(crate) fn succeeds(mut command: Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
