//! Bounded runs of the fuzz targets in `fuzz/`, each named for the property it tries to break.

use std::path::Path;

use crate::steps::Step;
use crate::tools;

/// How long each target runs within `cargo xtask test --full`.
pub(crate) const SECONDS_IN_FULL: u32 = 20;
/// How long each target runs by default when asked for alone.
pub(crate) const SECONDS_ALONE: u32 = 60;
/// The longest input worth trying: a game of the most moves there are is shorter.
const INPUT_BYTES_MAX: u32 = 8192;

/// One step a target.
///
/// # Errors
///
/// What has to be installed first.
pub(crate) fn steps(seconds: u32) -> Result<Vec<Step>, String> {
    if !tools::succeeds(tools::command("cargo", &["+nightly", "--version"])) {
        return Err(
            "fuzzing needs a nightly toolchain: rustup toolchain install nightly --profile minimal"
                .to_owned(),
        );
    }
    if !tools::succeeds(tools::command("cargo", &["+nightly", "fuzz", "--version"])) {
        return Err(
            "fuzzing needs cargo-fuzz and a C++ compiler: cargo install cargo-fuzz --locked"
                .to_owned(),
        );
    }
    let targets = targets(&tools::root().join("fuzz/fuzz_targets"))?;
    let time = format!("-max_total_time={seconds}");
    let size = format!("-max_len={INPUT_BYTES_MAX}");
    Ok(targets
        .iter()
        .map(|target| {
            let words = [
                "cargo", "+nightly", "fuzz", "run", target, "--", &time, &size,
            ];
            Step::call(&format!("fuzz: {target}"), &words)
        })
        .collect())
}

/// The names of the targets, which are those of their files.
fn targets(folder: &Path) -> Result<Vec<String>, String> {
    let entries = folder
        .read_dir()
        .map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let is_source = path.extension().is_some_and(|ending| ending == "rs");
            is_source.then(|| Some(path.file_stem()?.to_str()?.to_owned()))?
        })
        .collect();
    names.sort();
    if names.is_empty() {
        return Err(format!("there is no fuzz target in {}", folder.display()));
    }
    Ok(names)
}
