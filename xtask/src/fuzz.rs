//! Bounded runs of the fuzz targets in `fuzz/`. Each is named after the property it tries to break.

use std::path::Path;
use std::{fs, io};

use crate::steps::ChoreStep;
use crate::tools;

/// Time of each target within `cargo xtask test --full`.
pub(crate) const FULL_CHECK_SECONDS: u32 = 20;
/// Default time of each target in `cargo xtask fuzz`.
pub(crate) const DEFAULT_SECONDS: u32 = 60;
/// Maximum length of an input: enough to fill the largest board several times.
const INPUT_BYTES_MAX: usize = 512;
/// Number of random inputs in the seed corpus of each target.
const RANDOM_SEEDS: usize = 64;
/// Texts in the seed corpus of each target, after three bytes that choose form and ruleset.
const TEXT_SEEDS: [&str; 8] = [
    "4453",
    "DDEC",
    "[3,3,4,2]",
    "[[],[],[2],[1,2],[1],[],[]]",
    "pop-out 7x6/4 4453P4",
    "standard 7x6/4 //2/12/1// 1",
    "0 - - 2 1 1 - -\n  1 2 3 4 5 6 7",
    r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","moves":[4,4]}"#,
];

/// Returns one step per target.
///
/// # Errors
///
/// Names what has to be installed first.
pub(crate) fn steps(seconds: u32) -> Result<Vec<ChoreStep>, String> {
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
        write_seed_corpus(&folder)
            .map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    }
    let time = format!("-max_total_time={seconds}");
    let size = format!("-max_len={INPUT_BYTES_MAX}");
    Ok(targets
        .iter()
        .map(|target| {
            let mut args = vec!["cargo", "+nightly", "fuzz", "run", target, "--"];
            // Long inputs from the start: finished games are the interesting ones.
            args.extend([&time, &size, "-len_control=0"]);
            ChoreStep::call(&format!("fuzz: {target}"), &args)
        })
        .collect())
}

/// Writes the seed corpus of a target. Without one the fuzzer starts from a byte or two, and a
/// short run is over before it reaches the end of a game.
fn write_seed_corpus(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, seed) in seeds().iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:02}")), seed)?;
    }
    Ok(())
}

fn seeds() -> Vec<Vec<u8>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next_byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    let random = (1..=RANDOM_SEEDS).map(|number| {
        let length = number * INPUT_BYTES_MAX / RANDOM_SEEDS;
        (0..length).map(|_| next_byte()).collect()
    });
    // 12 is no form, so the reader has to detect the form.
    let texts = TEXT_SEEDS.map(|text| [&[12, 0, 0], text.as_bytes()].concat());
    random.chain(texts).collect()
}

/// Lists the targets, which are named like their files.
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
    fn the_seed_corpus_has_long_inputs() {
        let seeds = seeds();
        assert_eq!(seeds.len(), RANDOM_SEEDS + TEXT_SEEDS.len());
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
