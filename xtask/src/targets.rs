//! What Rust must be able to build for besides this machine: the targets of `rust-toolchain.toml`.
//!
//! rustup installs them with the toolchain, but not where the toolchain was there before or where
//! it is told to install nothing by itself. So whoever needs one asks for it here.

use std::fs;
use std::path::Path;

use crate::tools;

/// Installs those that are missing, and complains about what cannot be installed.
pub(crate) fn complaints() -> Vec<String> {
    let file = tools::root().join("rust-toolchain.toml");
    match fs::read_to_string(&file) {
        Ok(text) => named(&text)
            .into_iter()
            .filter_map(|target| require(target).err())
            .collect(),
        Err(error) => vec![format!("cannot read {}: {error}", file.display())],
    }
}

/// Installs a target unless it is there.
pub(crate) fn require(target: &str) -> Result<(), String> {
    if is_there(target)? {
        return Ok(());
    }
    let arguments = ["target", "add", target];
    println!("$ rustup {}", arguments.join(" "));
    // Whether it worked is seen by looking again; Rust may have come without rustup.
    let _ = tools::command("rustup", &arguments).status();
    if is_there(target)? {
        return Ok(());
    }
    Err(format!(
        "Rust cannot build for {target} and rustup cannot install that; install it by \
         `rustup target add {target}`, or Rust's standard library for it by your system"
    ))
}

/// Whether there is a standard library for a target.
fn is_there(target: &str) -> Result<bool, String> {
    let arguments = ["--print", "target-libdir", "--target", target];
    let output = tools::command("rustc", &arguments).output();
    let output = output.map_err(|error| format!("cannot start rustc: {error}"))?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(Path::new(folder.trim()).is_dir())
}

/// The targets that the text of a toolchain file names.
fn named(text: &str) -> Vec<&str> {
    let line = text.lines().find(|line| line.starts_with("targets"));
    let parts = line.unwrap_or_default().split('"');
    parts.skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_those_of_the_toolchain() {
        let text = fs::read_to_string(tools::root().join("rust-toolchain.toml"));
        let text = text.expect("the file of the toolchain");
        assert!(
            named(&text).contains(&"wasm32-unknown-unknown"),
            "{:?}",
            named(&text)
        );
        assert!(named("[toolchain]\n").is_empty());
    }

    #[test]
    fn what_nobody_has_is_complained_about() {
        let complaint = require("no-such-target").expect_err("there is none");
        assert!(
            complaint.contains("rustup target add no-such-target"),
            "{complaint}"
        );
    }
}
