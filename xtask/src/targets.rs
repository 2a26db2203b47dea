//! Cross-compilation targets of `rust-toolchain.toml`.
//!
//! rustup installs them together with the toolchain, but not if the toolchain was installed before
//! or if automatic installation is off. So every chore that needs a target calls [`require`].

use std::fs;
use std::path::Path;

use crate::tools;

/// Installs the missing targets and returns a message for each that cannot be installed.
pub(crate) fn problems() -> Vec<String> {
    let file = tools::root().join("rust-toolchain.toml");
    match fs::read_to_string(&file) {
        Ok(text) => parse_targets(&text)
            .into_iter()
            .filter_map(|target| require(target).err())
            .collect(),
        Err(error) => vec![format!("cannot read {}: {error}", file.display())],
    }
}

/// Installs a target unless it is installed already.
pub(crate) fn require(target: &str) -> Result<(), String> {
    if is_installed(target)? {
        return Ok(());
    }
    let arguments = ["target", "add", target];
    println!("$ rustup {}", arguments.join(" "));
    // Check again instead of reading the status: Rust may have been installed without rustup.
    let _ = tools::command("rustup", &arguments).status();
    if is_installed(target)? {
        return Ok(());
    }
    Err(format!(
        "the Rust target {target} is missing and rustup cannot install it; run `rustup target add {target}`, or install its standard library with your package manager"
    ))
}

/// Returns true if the standard library of a target is installed.
fn is_installed(target: &str) -> Result<bool, String> {
    let arguments = ["--print", "target-libdir", "--target", target];
    let output = tools::command("rustc", &arguments).output();
    let output = output.map_err(|error| format!("cannot start rustc: {error}"))?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(Path::new(folder.trim()).is_dir())
}

/// Parses the targets listed in a toolchain file.
fn parse_targets(text: &str) -> Vec<&str> {
    let line = text.lines().find(|line| line.starts_with("targets"));
    let parts = line.unwrap_or_default().split('"');
    parts.skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_from_the_toolchain_file() {
        let text = fs::read_to_string(tools::root().join("rust-toolchain.toml"));
        let text = text.expect("the toolchain file");
        assert!(
            parse_targets(&text).contains(&"wasm32-unknown-unknown"),
            "{:?}",
            parse_targets(&text)
        );
        assert!(parse_targets("[toolchain]\n").is_empty());
    }

    #[test]
    fn an_unknown_target_is_an_error() {
        let message = require("no-such-target").expect_err("there is none");
        assert!(
            message.contains("rustup target add no-such-target"),
            "{message}"
        );
    }
}
