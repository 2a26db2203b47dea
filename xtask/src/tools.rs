//! The programs around us: cargo, and which of its optional companions are installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    // Where several clones share one target folder, this program may have been built by another:
    // cargo says at run time in which it was started.
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let started = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        started.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())
    });
    FOLDER
        .parent()
        .expect("xtask is a folder of the repository")
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A call of cargo, in the root of the repository.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    command("cargo", arguments)
}

/// A call of a program, in the root of the repository.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    // What cargo sets for the package it runs is about xtask, not about what is called next.
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

/// True if the call succeeds. Nothing is shown.
pub(crate) fn succeeds(mut command: Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// True if `cargo nextest` is installed.
pub(crate) fn has_nextest() -> bool {
    succeeds(cargo(&["nextest", "--version"]))
}
