//! `cargo xtask bench`: runs the benchmarks of `bench/` and prints how we compare.
//!
//! The benchmarks are a separate workspace, because building the library that they compare with
//! takes two minutes.

use std::io::{BufRead, BufReader};
use std::process::{ExitCode, Stdio};

use crate::tools;

/// Groups in which both libraries do the same work.
const SHARED_GROUPS: [&str; 2] = ["games", "visit"];
/// Benchmarks of our two implementations.
const OUR_BENCHMARKS: [&str; 2] = ["ours_drops", "ours_position"];
/// Benchmarks of the peer's two implementations; the faster one is compared.
const PEER_BENCHMARKS: [&str; 2] = ["peer_before", "peer_after"];

/// Runs the benchmarks, streams their table and prints the ratios below it.
pub(crate) fn run() -> ExitCode {
    let args = ["bench", "--manifest-path", "bench/Cargo.toml"];
    let child = tools::cargo(&args).stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            eprintln!("cannot start cargo: {error}");
            return ExitCode::FAILURE;
        }
    };
    let output = child.stdout.take().expect("stdout is piped");
    let mut table = String::new();
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        println!("{line}");
        table.push_str(&line);
        table.push('\n');
    }
    let succeeded = child.wait().is_ok_and(|status| status.success());
    println!("\n=== summary ===");
    for group in SHARED_GROUPS {
        println!("{}", comparison(&table, group));
    }
    crate::steps::exit_code(succeeded)
}

/// Compares each of our implementations with the faster one of the peer.
fn comparison(table: &str, group: &str) -> String {
    let peer_ns = PEER_BENCHMARKS
        .iter()
        .filter_map(|row| fastest_ns(table, group, row))
        .reduce(f64::min);
    let ratios: Vec<_> = OUR_BENCHMARKS
        .iter()
        .filter_map(|row| {
            let ratio = peer_ns? / fastest_ns(table, group, row)?;
            Some(format!("{row} {ratio:.2} times as fast as the peer"))
        })
        .collect();
    match ratios.as_slice() {
        [] => format!("{group}: not measured"),
        ratios => format!("{group}: {}", ratios.join(", ")),
    }
}

/// Parses the fastest time of a row, in nanoseconds: the one least disturbed by other processes.
/// Rows look like `│  ├─ ours   1.2 ms  │ 1.4 ms  │ 1.3 ms  │ 1.3 ms  │ 100  │ 100`, below a row
/// with the name of their group.
fn fastest_ns(table: &str, group: &str, row: &str) -> Option<f64> {
    let bare = |line: &str| {
        let start = line.find(|c: char| c.is_alphanumeric());
        start.map(|start| line[start..].to_owned())
    };
    let mut rows = table.lines().filter_map(bare).map(|line| {
        let name = line.split(' ').next().unwrap_or_default().to_owned();
        (name, line)
    });
    rows.find(|(name, _)| name == group)?;
    let (_, line) = rows.find(|(name, _)| name == row)?;
    let fastest = line.split('│').next()?.strip_prefix(row)?.trim();
    let (number, unit) = fastest.split_once(' ')?;
    let scale = match unit {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
drops               fastest       │ slowest       │ median        │ mean          │ samples
├─ games                          │               │               │               │
│  ├─ ours_drops    1.25 ms       │ 1.5 ms        │ 1.27 ms       │ 1.3 ms        │ 100
│  ├─ peer_after    2.5 ms        │ 3 ms          │ 2.6 ms        │ 2.6 ms        │ 100
│  ╰─ peer_before   3.5 ms        │ 4 ms          │ 3.6 ms        │ 3.6 ms        │ 100
╰─ visit                          │               │               │               │
   ├─ ours_drops    950 µs        │ 1 s           │ 970 µs        │ 1 ms          │ 100
";

    #[test]
    fn times_are_read_from_the_table() {
        let check = |group, row, expected| assert_eq!(fastest_ns(TABLE, group, row), expected);
        check("games", "ours_drops", Some(1.25e6));
        check("games", "peer_before", Some(3.5e6));
        check("visit", "ours_drops", Some(0.95e6));
        check("none", "ours_drops", None);
    }

    #[test]
    fn the_faster_implementation_of_the_peer_is_compared() {
        let expected = "games: ours_drops 2.00 times as fast as the peer";
        assert_eq!(comparison(TABLE, "games"), expected);
        assert_eq!(comparison(TABLE, "visit"), "visit: not measured");
    }
}
