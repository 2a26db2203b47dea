//! Bounded runs of the fuzz targets in `fuzz/`, each named for the property it tries to break.

use std::path::Path;
use std::{fs, io};

use crate::steps::Step;
use crate::tools;

/// How long each target runs within `cargo xtask test --full`.
pub(crate) const SECONDS_IN_FULL: u32 = 20;
/// How long each target runs by default when asked for alone.
pub(crate) const SECONDS_ALONE: u32 = 60;
/// The longest input that is tried: enough to fill the largest grid several times over.
const INPUT_BYTES_MAX: usize = 512;
/// How many inputs of dice each target starts from.
const SEEDS: usize = 64;
/// Texts that each target starts from, behind three bytes that choose the form and the ruleset.
const TEXTS: [&str; 8] = [
    "4453",
    "DDEC",
    "[3,3,4,2]",
    "[[],[],[2],[1,2],[1],[],[]]",
    "pop-out 7x6/4 4453P4",
    "standard 7x6/4 //2/12/1// 1",
    "0 - - 2 1 1 - -\n  1 2 3 4 5 6 7",
    r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","moves":[4,4]}"#,
];

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
    for target in &targets {
        let folder = tools::root().join("fuzz/corpus").join(target);
        sow(&folder).map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    }
    let time = format!("-max_total_time={seconds}");
    let size = format!("-max_len={INPUT_BYTES_MAX}");
    Ok(targets
        .iter()
        .map(|target| {
            let mut words = vec!["cargo", "+nightly", "fuzz", "run", target, "--"];
            // Long inputs from the start: the games that end are the interesting ones.
            words.extend([&time, &size, "-len_control=0"]);
            Step::call(&format!("fuzz: {target}"), &words)
        })
        .collect())
}

/// Writes the inputs that a target starts from. Left to itself the fuzzer begins with a byte or
/// two, and a short run ends before the first game does.
fn sow(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, seed) in seeds().iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:02}")), seed)?;
    }
    Ok(())
}

fn seeds() -> Vec<Vec<u8>> {
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    let mut roll = || {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice >> 32) as u8
    };
    let rolled = (1..=SEEDS).map(|number| {
        let length = number * INPUT_BYTES_MAX / SEEDS;
        (0..length).map(|_| roll()).collect()
    });
    // 12 is none of the forms, so the reader has to find out by itself.
    let written = TEXTS.map(|text| [&[12, 0, 0], text.as_bytes()].concat());
    rolled.chain(written).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_start_from_long_inputs_too() {
        let seeds = seeds();
        assert_eq!(seeds.len(), SEEDS + TEXTS.len());
        assert!(seeds.iter().any(|seed| seed.len() == INPUT_BYTES_MAX));
        assert!(seeds.iter().all(|seed| seed.len() <= INPUT_BYTES_MAX));
    }

    #[test]
    fn every_target_is_found() {
        let found = targets(&tools::root().join("fuzz/fuzz_targets")).expect("there are some");
        assert!(
            found.contains(&"a_written_game_reads_back".to_owned()),
            "{found:?}"
        );
        assert!(targets(Path::new("xtask/src/tidy/none")).is_err());
    }
}
