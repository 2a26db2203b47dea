//! `cargo xtask test`: every check there is, the quick ones first and the tests last.

use std::process::ExitCode;

use crate::steps::Step;
use crate::{fuzz, needs, readme, steps, targets, tools, web};

/// Where the tests in a browser find the client; the harness in `crates/e2e` reads it.
const TESTED_CLIENT: &str = "TESTED_CLIENT";
const BY_NEXTEST: &str = "tests, by cargo nextest";
const BY_CARGO: &str = "tests, by cargo test";

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
        Step::look("programs that the tests need", needs::complaints),
        Step::look("targets of Rust", targets::complaints),
        lints(),
        lints_of_web(),
        steps::web_client(web::usual_folder()),
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
    list.push(tests(extent));
    steps::exit_code(steps::run(&list))
}

fn lints() -> Step {
    let words = "cargo clippy --workspace --all-targets -- --deny warnings";
    Step::call("lints", &words.split(' ').collect::<Vec<_>>())
}

/// What is compiled for browsers alone is seen by no other check.
fn lints_of_web() -> Step {
    let mut words = web::cargo_words("clippy");
    words.extend(["--", "--deny", "warnings"].map(str::to_owned));
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    Step::call("lints of the web client", &words)
}

fn documents() -> Step {
    let words = "cargo doc --workspace --no-deps";
    Step::call("documentation", &words.split(' ').collect::<Vec<_>>())
        .with("RUSTDOCFLAGS", "--deny warnings")
}

/// The tests of the workspace, doc tests aside. They read `FOURSIGHT_FULL` to know whether the
/// slow proofs are wanted, which need an optimised build and have all the time in the world.
fn tests(extent: Extent) -> Step {
    let (name, words) = match (tools::has_nextest(), extent) {
        (true, Extent::Usual) => (BY_NEXTEST, "cargo nextest run --workspace --no-fail-fast"),
        (true, Extent::Full) => (
            BY_NEXTEST,
            "cargo nextest run --workspace --no-fail-fast --cargo-profile proof --profile full",
        ),
        (false, Extent::Usual) => (
            BY_CARGO,
            "cargo test --workspace --no-fail-fast --lib --bins --tests",
        ),
        (false, Extent::Full) => (
            BY_CARGO,
            "cargo test --workspace --no-fail-fast --lib --bins --tests --profile proof",
        ),
    };
    let step = Step::call(name, &words.split(' ').collect::<Vec<_>>())
        .with(TESTED_CLIENT, web::usual_folder());
    match extent {
        Extent::Usual => step,
        Extent::Full => step.with("FOURSIGHT_FULL", "1"),
    }
}
