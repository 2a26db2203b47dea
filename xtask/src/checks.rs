//! `cargo xtask test`: all checks, the quick ones first and the tests last.

use std::process::ExitCode;

use crate::steps::ChoreStep;
use crate::{crates, dependencies, fuzz, guide, needs, readme, steps, targets, web, workflows};

/// Names the folder of the client for the browser tests; the harness in `crates/e2e` reads it.
const TESTED_CLIENT: &str = "TESTED_CLIENT";

/// Scope of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckScope {
    /// All checks that a change must pass.
    Default,
    /// Adds the slow proofs and a short fuzz run.
    Full,
}

/// Runs the checks.
pub(crate) fn run(scope: CheckScope) -> ExitCode {
    let mut list = vec![
        ChoreStep::call("format", &["cargo", "fmt", "--all", "--check"]),
        steps::tidy(),
        ChoreStep::check("programs needed by the tests", needs::problems),
        ChoreStep::check("Rust targets", targets::problems),
    ];
    list.extend(dependencies::steps());
    list.extend([
        lints(),
        lints_of_web(),
        workflows::step(),
        ChoreStep::check("guide", guide::problems),
        crates::windows_step(),
        crates::step(scope == CheckScope::Full),
        steps::web_client(web::default_folder()),
        ChoreStep::call("doc tests", &["cargo", "test", "--workspace", "--doc"]),
        documents(),
        steps::readme(readme::ReadmeMode::Compare),
        steps::python_package(),
        steps::npm_package(),
    ]);
    if scope == CheckScope::Full {
        match fuzz::steps(fuzz::FULL_CHECK_SECONDS) {
            Ok(targets) => list.extend(targets),
            Err(message) => list.push(ChoreStep::check("fuzz", move || vec![message.clone()])),
        }
    }
    list.push(tests(scope));
    steps::exit_code(steps::run(&list))
}

fn lints() -> ChoreStep {
    let args = "cargo clippy --workspace --all-targets -- --deny warnings";
    ChoreStep::call("lints", &args.split(' ').collect::<Vec<_>>())
}

/// Lints the code that is compiled only for browsers, which no other check covers.
fn lints_of_web() -> ChoreStep {
    let mut args = web::cargo_args("clippy");
    args.extend(["--", "--deny", "warnings"].map(str::to_owned));
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let (variable, flags) = web::cargo_environment();
    ChoreStep::call("web client lints", &args).with(variable, flags)
}

fn documents() -> ChoreStep {
    let args = "cargo doc --workspace --no-deps";
    ChoreStep::call("documentation", &args.split(' ').collect::<Vec<_>>())
        .with("RUSTDOCFLAGS", "--deny warnings")
}

/// Returns the step that runs all tests of the workspace but the doc tests.
///
/// Tests run their slow proofs if `FOURSIGHT_FULL` is set. Those need an optimised build and have
/// no timeout.
fn tests(scope: CheckScope) -> ChoreStep {
    let mut args = vec!["cargo", "nextest", "run", "--workspace", "--no-fail-fast"];
    if scope == CheckScope::Full {
        args.extend(["--cargo-profile", "proof", "--profile", "full"]);
    }
    let step = ChoreStep::call("tests", &args).with(TESTED_CLIENT, web::default_folder());
    match scope {
        CheckScope::Default => step,
        CheckScope::Full => step.with("FOURSIGHT_FULL", "1"),
    }
}
