//! `cargo xtask test`: every check there is, in the order in which they fail fastest.

use std::process::ExitCode;

use crate::steps::Step;
use crate::{fuzz, readme, steps, tools};

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What every change must pass.
    Usual,
    /// The same, with the slow proofs and a short fuzz run.
    Full,
}

/// Runs the checks.
pub(crate) fn run(extent: Extent) -> ExitCode {
    let mut list = vec![
        Step::call("format", &["cargo", "fmt", "--all", "--check"]),
        steps::tidy(),
        lints(),
        tests(extent),
        Step::call("doc tests", &["cargo", "test", "--workspace", "--doc"]),
        documents(),
        steps::readme(readme::Mode::Compare),
    ];
    if extent == Extent::Full {
        match fuzz::steps(fuzz::SECONDS_IN_FULL) {
            Ok(targets) => list.extend(targets),
            Err(complaint) => list.push(Step::look("fuzz", move || vec![complaint.clone()])),
        }
    }
    steps::exit_code(steps::run(&list))
}

fn lints() -> Step {
    let words = "cargo clippy --workspace --all-targets -- --deny warnings";
    Step::call("lints", &words.split(' ').collect::<Vec<_>>())
}

fn documents() -> Step {
    let words = "cargo doc --workspace --no-deps";
    Step::call("documentation", &words.split(' ').collect::<Vec<_>>())
        .with("RUSTDOCFLAGS", "--deny warnings")
}

/// The tests of the workspace, doc tests aside. They read `FOURSIGHT_FULL` to know whether the
/// slow proofs are wanted, which need an optimised build.
fn tests(extent: Extent) -> Step {
    let (name, words, profile) = if tools::has_nextest() {
        let words = "cargo nextest run --workspace --no-fail-fast";
        ("tests, by cargo nextest", words, "--cargo-profile")
    } else {
        let words = "cargo test --workspace --no-fail-fast --lib --bins --tests";
        ("tests, by cargo test", words, "--profile")
    };
    let mut words: Vec<&str> = words.split(' ').collect();
    match extent {
        Extent::Usual => Step::call(name, &words),
        Extent::Full => {
            words.extend([profile, "proof"]);
            Step::call(name, &words).with("FOURSIGHT_FULL", "1")
        }
    }
}
