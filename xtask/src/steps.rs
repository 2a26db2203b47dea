//! Steps: the named parts of a chore. They run one after the other, each with a header and its
//! duration, and a summary follows. A failed step does not stop the ones after it, so that one
//! run reports every problem.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::npm;
use crate::python;
use crate::readme;
use crate::tidy;
use crate::web;

/// One part of a chore.
pub(crate) struct ChoreStep {
    /// Printed in the header and in the summary.
    pub(crate) name: String,
    /// Executed when the step runs.
    pub(crate) action: StepAction,
}

/// The action of a step.
pub(crate) enum StepAction {
    /// Runs a program, which must succeed.
    Run(ProgramCall),
    /// Checks the repository and returns the problems found.
    Check(Box<dyn Fn() -> Vec<String>>),
}

/// A command line with additions to its environment.
pub(crate) struct ProgramCall {
    /// The program and its arguments.
    pub(crate) args: Vec<String>,
    /// Environment variables set for it.
    pub(crate) env: Vec<(&'static str, OsString)>,
}

impl ChoreStep {
    /// Creates a step that runs a program.
    pub(crate) fn call(name: &str, args: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            action: StepAction::Run(ProgramCall {
                args: args.iter().map(ToString::to_string).collect(),
                env: Vec::new(),
            }),
        }
    }

    /// Sets an environment variable of the program.
    pub(crate) fn with(mut self, variable: &'static str, value: impl Into<OsString>) -> Self {
        if let StepAction::Run(call) = &mut self.action {
            call.env.push((variable, value.into()));
        }
        self
    }

    /// Creates a step that checks the repository.
    pub(crate) fn check(name: &str, check: impl Fn() -> Vec<String> + 'static) -> Self {
        Self {
            name: name.to_owned(),
            action: StepAction::Check(Box::new(check)),
        }
    }
}

/// Returns the step that checks our style rules.
pub(crate) fn tidy() -> ChoreStep {
    ChoreStep::check("tidy", tidy::problems)
}

/// Returns the step that builds the web client and checks its size budget.
pub(crate) fn web_client(out: PathBuf) -> ChoreStep {
    ChoreStep::check("web client", move || match web::build(&out) {
        Ok(client) => {
            print!("{}", client.table());
            client.over_budget().into_iter().collect()
        }
        Err(message) => vec![message],
    })
}

/// Returns the step that builds and tests the Python package.
pub(crate) fn python_package() -> ChoreStep {
    ChoreStep::check("Python package", python::problems)
}

/// Returns the step that builds and tests the npm package.
pub(crate) fn npm_package() -> ChoreStep {
    ChoreStep::check("npm package", npm::problems)
}

/// Returns the step that runs the examples of the documents.
pub(crate) fn readme(mode: readme::ReadmeMode) -> ChoreStep {
    ChoreStep::check("examples of the documents", move || readme::problems(mode))
}

/// Test results counted in the output of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TestCounts {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
}

/// Result of a step.
struct StepReport {
    name: String,
    succeeded: bool,
    elapsed: Duration,
    counts: TestCounts,
}

/// Runs the steps, prints the result of each, and returns true if all succeeded.
pub(crate) fn run(steps: &[ChoreStep]) -> bool {
    let reports: Vec<StepReport> = steps
        .iter()
        .map(|step| {
            println!("\n=== {} ===", step.name);
            let start = Instant::now();
            let (succeeded, counts) = run_action(&step.action);
            let report = StepReport {
                name: step.name.clone(),
                succeeded,
                elapsed: start.elapsed(),
                counts,
            };
            println!("{}", report_line(&report));
            report
        })
        .collect();
    if reports.len() > 1 {
        print_summary(&reports);
    }
    reports.iter().all(|report| report.succeeded)
}

/// Returns the exit code of a chore.
pub(crate) fn exit_code(succeeded: bool) -> ExitCode {
    if succeeded {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn print_summary(reports: &[StepReport]) {
    println!("\n=== summary ===");
    for report in reports {
        println!("{}", report_line(report));
    }
    let count = |succeeded| {
        let matching = reports
            .iter()
            .filter(|report| report.succeeded == succeeded);
        matching.count()
    };
    println!("steps: {} passed, {} failed", count(true), count(false));
    let passed: u64 = reports.iter().map(|report| report.counts.passed).sum();
    let failed: u64 = reports.iter().map(|report| report.counts.failed).sum();
    println!("tests: {passed} passed, {failed} failed");
}

fn report_line(report: &StepReport) -> String {
    let mark = if report.succeeded { "ok    " } else { "FAILED" };
    format!(
        "{mark} {:7.1} s  {}",
        report.elapsed.as_secs_f64(),
        report.name
    )
}

fn run_action(action: &StepAction) -> (bool, TestCounts) {
    match action {
        StepAction::Check(check) => {
            let problems = check();
            for problem in &problems {
                eprintln!("{problem}");
            }
            (problems.is_empty(), TestCounts::default())
        }
        StepAction::Run(call) => run_program(call),
    }
}

fn run_program(call: &ProgramCall) -> (bool, TestCounts) {
    let args: Vec<&str> = call.args.iter().map(String::as_str).collect();
    let shown: Vec<_> = call
        .env
        .iter()
        .map(|(name, value)| format!("{name}={} ", value.display()))
        .collect();
    println!("$ {}{}", shown.concat(), args.join(" "));
    let mut command = crate::tools::command(args[0], &args[1..]);
    command.envs(call.env.iter().map(|(name, value)| (name, value)));
    // The program writes to a pipe here, not to a terminal; ask cargo for colours all the same.
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    match run_and_count(command) {
        Ok(result) => result,
        Err(error) => {
            eprintln!("cannot start {}: {error}", args[0]);
            (false, TestCounts::default())
        }
    }
}

/// Streams the output of a program and sums the test counts that it prints.
fn run_and_count(mut command: Command) -> std::io::Result<(bool, TestCounts)> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let errors = child.stderr.take().expect("stderr is piped");
    let output = child.stdout.take().expect("stdout is piped");
    let errors = thread::spawn(move || forward_lines(errors, std::io::stderr()));
    let out_counts = forward_lines(output, std::io::stdout());
    let err_counts = errors.join().expect("forwarding does not panic");
    let counts = TestCounts {
        passed: out_counts.passed + err_counts.passed,
        failed: out_counts.failed + err_counts.failed,
    };
    Ok((child.wait()?.success(), counts))
}

fn forward_lines(from: impl Read, mut to: impl Write) -> TestCounts {
    let mut counts = TestCounts::default();
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    while matches!(from.read_until(b'\n', &mut bytes), Ok(1..)) {
        let line_counts = parse_test_counts(&String::from_utf8_lossy(&bytes));
        counts.passed += line_counts.passed;
        counts.failed += line_counts.failed;
        // Keep draining the pipe even if our own output is closed, or the program would block.
        let _ = to.write_all(&bytes);
        bytes.clear();
    }
    counts
}

/// Parses the counts of a summary line of `cargo test` or `cargo nextest`; other lines count zero.
fn parse_test_counts(line: &str) -> TestCounts {
    let plain = strip_ansi(line);
    // The output of a failed test is repeated with an indent, and has summary lines of its own.
    let is_summary =
        plain.starts_with("test result:") || plain.trim_start().starts_with("Summary [");
    if !is_summary {
        return TestCounts::default();
    }
    let words: Vec<&str> = plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let before = |name: &str| {
        words
            .windows(2)
            .find(|pair| pair[1] == name)
            .and_then(|pair| pair[0].parse().ok())
            .unwrap_or(0)
    };
    TestCounts {
        passed: before("passed"),
        failed: before("failed"),
    }
}

/// Returns the text without its ANSI colour sequences.
fn strip_ansi(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            // A colour sequence ends with its first letter.
            rest.find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, passed: u64, failed: u64) {
        assert_eq!(
            parse_test_counts(line),
            TestCounts { passed, failed },
            "{line}"
        );
    }

    #[test]
    fn summary_lines_are_counted() {
        check("test result: ok. 12 passed; 0 failed; 1 ignored", 12, 0);
        check("test result: FAILED. 3 passed; 2 failed;", 3, 2);
        check(
            "     Summary [   0.5s] 45 tests run: 45 passed, 0 skipped",
            45,
            0,
        );
        check(
            "     Summary [   1.5s] 5 tests run: 3 passed, 2 failed, 0 skipped",
            3,
            2,
        );
        check(
            "\u{1b}[32;1m     Summary\u{1b}[0m [ 0.5s] 4 tests run: 4 passed",
            4,
            0,
        );
    }

    #[test]
    fn other_lines_are_not_counted() {
        check("running 12 tests", 0, 0);
        check("test twelve_passed ... ok", 0, 0);
        check("thread says: 3 passed", 0, 0);
        check("    test result: FAILED. 0 passed; 1 failed;", 0, 0);
    }

    #[test]
    fn a_failed_step_fails_the_run_and_the_rest_still_runs() {
        use std::cell::Cell;
        use std::rc::Rc;

        let ran = Rc::new(Cell::new(0));
        let step = |problems: usize| {
            let ran = Rc::clone(&ran);
            ChoreStep::check("a check", move || {
                ran.set(ran.get() + 1);
                vec!["wrong".to_owned(); problems]
            })
        };
        assert!(!run(&[step(1), step(0)]));
        assert_eq!(ran.get(), 2);
        assert!(run(&[step(0)]));
    }
}
