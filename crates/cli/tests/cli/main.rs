//! Tests of the command from the outside: arguments, input, output and exit codes.

mod bench;
mod book;
mod bots;
#[cfg(all(feature = "postgres", unix))]
#[path = "../../../server/tests/services/database.rs"]
mod database;
mod document_lines;
mod engine;
mod explain;
mod help_and_manual;
mod lesson;
mod lesson_typing;
mod perft;
mod play;
#[cfg(unix)]
mod progress;
mod proof;
#[cfg(all(feature = "postgres", unix))]
mod queue;
#[cfg(unix)]
mod recovery;
mod robustness;
mod rules;
mod samples;
mod saving;
#[cfg(unix)]
mod screen;
mod serve;
mod settings;
mod show_convert_check;
mod solve;
mod text_input;
mod tournament;
mod tournament_output;
mod tournament_transfer;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Path of the command under test.
const FOURSIGHT: &str = env!("CARGO_BIN_EXE_foursight");

/// Time limit of everything that a test waits for.
const TEST_TIMEOUT: Duration = Duration::from_mins(5);

/// Polls until a condition holds, such as one on a file that another process writes.
fn wait_until(description: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(
            start.elapsed() < TEST_TIMEOUT,
            "it never happened: {description}"
        );
        thread::yield_now();
    }
}

/// Names of all variants.
const VARIANTS: [&str; 5] = [
    "standard",
    "pop-out",
    "pop-ten",
    "five-in-a-row",
    "power-up",
];

/// The result of one run.
struct CommandOutput {
    stdout: String,
    stderr: String,
    code: i32,
}

/// Creates the command in an environment without settings.
fn command() -> Command {
    let mut command = Command::new(FOURSIGHT);
    command.env_clear().env("XDG_CONFIG_HOME", "/nonexistent");
    command
}

/// True if the tests run as root, which is exempt from limits and which servers refuse to run as.
#[cfg(unix)]
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id starts");
    id.stdout == b"0\n"
}

/// Starts a prepared command with pipes for all its streams.
fn spawn_piped(mut command: Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Runs a prepared command with this standard input.
fn run(command: Command, input: &[u8]) -> CommandOutput {
    let mut child = spawn_piped(command);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // A command may close its input without reading it.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the feeder does not panic");
    CommandOutput {
        stdout: String::from_utf8(output.stdout).expect("answers are text"),
        stderr: String::from_utf8(output.stderr).expect("messages are text"),
        code: output.status.code().expect("the command is not killed"),
    }
}

/// Runs the command with arguments and standard input.
fn run_with_input(args: &[&str], input: &str) -> CommandOutput {
    let mut command = command();
    command.args(args);
    run(command, input.as_bytes())
}

/// Runs the command with arguments.
fn foursight(args: &[&str]) -> CommandOutput {
    run_with_input(args, "")
}

/// Runs the command in a directory.
fn foursight_in(directory: &Path, args: &[&str], input: &str) -> CommandOutput {
    let mut command = command();
    command.args(args).current_dir(directory);
    run(command, input.as_bytes())
}

/// Parses the objects of a `--json` answer, one per line, each of version 1.
fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines()
        .map(|line| {
            let object: serde_json::Value = serde_json::from_str(line).expect(line);
            assert_eq!(object["v"], 1, "{line}");
            object
        })
        .collect()
}
