//! Steps: the named parts of a chore, run one after the other with a header and a time each,
//! and summed up at the end. A failed step does not stop the ones after it, so that one run
//! tells everything that is wrong.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::readme;
use crate::tidy;
use crate::web;

/// One part of a chore.
pub(crate) struct Step {
    /// What the header says.
    pub(crate) name: String,
    /// What is done.
    pub(crate) work: Work,
}

/// What a step does.
pub(crate) enum Work {
    /// Calls a program, which must succeed.
    Call(Call),
    /// Looks at the tree and lists what is wrong.
    Look(Box<dyn Fn() -> Vec<String>>),
}

/// A call of a program with additions to its environment.
pub(crate) struct Call {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// Variables set for it.
    pub(crate) variables: Vec<(&'static str, OsString)>,
}

impl Step {
    /// A step that calls a program.
    pub(crate) fn call(name: &str, words: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            work: Work::Call(Call {
                words: words.iter().map(ToString::to_string).collect(),
                variables: Vec::new(),
            }),
        }
    }

    /// The same with a variable of the environment set.
    pub(crate) fn with(mut self, variable: &'static str, value: impl Into<OsString>) -> Self {
        if let Work::Call(call) = &mut self.work {
            call.variables.push((variable, value.into()));
        }
        self
    }

    /// A step that looks at the tree.
    pub(crate) fn look(name: &str, look: impl Fn() -> Vec<String> + 'static) -> Self {
        Self {
            name: name.to_owned(),
            work: Work::Look(Box::new(look)),
        }
    }
}

/// The step that checks what a program can check of our style.
pub(crate) fn tidy() -> Step {
    Step::look("tidy", tidy::complaints)
}

/// The step that builds the web client and checks that it is small enough.
pub(crate) fn web_client(out: PathBuf) -> Step {
    Step::look("web client", move || match web::build(&out) {
        Ok(client) => {
            print!("{}", client.table());
            client.over_budget().into_iter().collect()
        }
        Err(complaint) => vec![complaint],
    })
}

/// The step that runs the examples of the README.
pub(crate) fn readme(mode: readme::Mode) -> Step {
    Step::look("examples of the README", move || readme::complaints(mode))
}

/// How many tests a run counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
}

/// How a step went.
struct Report {
    name: String,
    succeeded: bool,
    took: Duration,
    tally: Tally,
}

/// Runs the steps, says how each went, and tells whether all succeeded.
pub(crate) fn run(steps: &[Step]) -> bool {
    let reports: Vec<Report> = steps
        .iter()
        .map(|step| {
            println!("\n=== {} ===", step.name);
            let start = Instant::now();
            let (succeeded, tally) = perform(&step.work);
            let report = Report {
                name: step.name.clone(),
                succeeded,
                took: start.elapsed(),
                tally,
            };
            println!("{}", line(&report));
            report
        })
        .collect();
    if reports.len() > 1 {
        sum_up(&reports);
    }
    reports.iter().all(|report| report.succeeded)
}

/// The exit code of a chore.
pub(crate) fn exit_code(succeeded: bool) -> ExitCode {
    if succeeded {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn sum_up(reports: &[Report]) {
    println!("\n=== summary ===");
    for report in reports {
        println!("{}", line(report));
    }
    let count = |succeeded| {
        let alike = reports
            .iter()
            .filter(|report| report.succeeded == succeeded);
        alike.count()
    };
    println!("steps: {} passed, {} failed", count(true), count(false));
    let passed: u64 = reports.iter().map(|report| report.tally.passed).sum();
    let failed: u64 = reports.iter().map(|report| report.tally.failed).sum();
    println!("tests: {passed} passed, {failed} failed");
}

fn line(report: &Report) -> String {
    let mark = if report.succeeded { "ok    " } else { "FAILED" };
    format!(
        "{mark} {:7.1} s  {}",
        report.took.as_secs_f64(),
        report.name
    )
}

fn perform(work: &Work) -> (bool, Tally) {
    match work {
        Work::Look(look) => {
            let complaints = look();
            for complaint in &complaints {
                eprintln!("{complaint}");
            }
            (complaints.is_empty(), Tally::default())
        }
        Work::Call(call) => perform_call(call),
    }
}

fn perform_call(call: &Call) -> (bool, Tally) {
    let words: Vec<&str> = call.words.iter().map(String::as_str).collect();
    let shown: Vec<_> = call
        .variables
        .iter()
        .map(|(name, value)| format!("{name}={} ", value.display()))
        .collect();
    println!("$ {}{}", shown.concat(), words.join(" "));
    let mut command = crate::tools::command(words[0], &words[1..]);
    command.envs(call.variables.iter().map(|(name, value)| (name, value)));
    // The output passes through us and is no terminal to the program; keep its colours.
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    match run_and_count(command) {
        Ok(answer) => answer,
        Err(error) => {
            eprintln!("cannot start {}: {error}", words[0]);
            (false, Tally::default())
        }
    }
}

/// Shows the output of a program as it comes and adds up the tests it reports.
fn run_and_count(mut command: Command) -> std::io::Result<(bool, Tally)> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let errors = child.stderr.take().expect("stderr is piped");
    let output = child.stdout.take().expect("stdout is piped");
    let errors = thread::spawn(move || pass_on(errors, std::io::stderr()));
    let seen = pass_on(output, std::io::stdout());
    let seen_too = errors.join().expect("passing on does not panic");
    let tally = Tally {
        passed: seen.passed + seen_too.passed,
        failed: seen.failed + seen_too.failed,
    };
    Ok((child.wait()?.success(), tally))
}

fn pass_on(from: impl Read, mut to: impl Write) -> Tally {
    let mut tally = Tally::default();
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    while matches!(from.read_until(b'\n', &mut bytes), Ok(1..)) {
        let found = tally_of(&String::from_utf8_lossy(&bytes));
        tally.passed += found.passed;
        tally.failed += found.failed;
        // If nobody listens any more, the program still has to come to its end.
        let _ = to.write_all(&bytes);
        bytes.clear();
    }
    tally
}

/// The counts in a closing line of `cargo test` or `cargo nextest`; zero in any other line.
fn tally_of(line: &str) -> Tally {
    let plain = without_colours(line);
    // The output of a failed test is repeated further in, with closing lines of its own.
    let is_closing =
        plain.starts_with("test result:") || plain.trim_start().starts_with("Summary [");
    if !is_closing {
        return Tally::default();
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
    Tally {
        passed: before("passed"),
        failed: before("failed"),
    }
}

/// The text without the escape sequences that colour it.
fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            // A colour ends with the first letter.
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
        assert_eq!(tally_of(line), Tally { passed, failed }, "{line}");
    }

    #[test]
    fn closing_lines_are_counted() {
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
    fn other_lines_are_not() {
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
        let step = |complaints: usize| {
            let ran = Rc::clone(&ran);
            Step::look("a look", move || {
                ran.set(ran.get() + 1);
                vec!["wrong".to_owned(); complaints]
            })
        };
        assert!(!run(&[step(1), step(0)]));
        assert_eq!(ran.get(), 2);
        assert!(run(&[step(0)]));
    }
}
