//! The command as people and scripts meet it: only arguments, input, output and exit codes.

mod answers;
mod bench;
mod book;
mod bots;
#[cfg(all(feature = "queue", unix))]
#[path = "../../../server/tests/services/database.rs"]
mod database;
mod documents;
mod engine;
mod hostile;
mod lesson;
mod lesson_typing;
#[cfg(unix)]
mod outlives;
mod perft;
mod play;
#[cfg(unix)]
mod progress;
#[cfg(all(feature = "queue", unix))]
mod queue;
mod rules;
mod saving;
#[cfg(unix)]
mod screen;
mod settings;
mod solve;
mod texts;
mod tournament;
mod tournament_carried;
mod tournament_shown;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Where the command under test lies.
const FOURSIGHT: &str = env!("CARGO_BIN_EXE_foursight");

/// Whatever has not happened by then never will.
const PATIENCE: Duration = Duration::from_mins(5);

/// Looks until a file is so: another program that writes one does not tell when it has.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "it never happened: {what}");
        thread::yield_now();
    }
}

/// Every variant by its name.
const VARIANTS: [&str; 5] = [
    "standard",
    "pop-out",
    "pop-ten",
    "five-in-a-row",
    "power-up",
];

/// What came out of one run.
struct Ran {
    stdout: String,
    stderr: String,
    code: i32,
}

/// The command in surroundings that hold no settings.
fn command() -> Command {
    let mut command = Command::new(FOURSIGHT);
    command.env_clear().env("XDG_CONFIG_HOME", "/nonexistent");
    command
}

/// Whether the tests run as somebody whom no limit holds and whom servers refuse to serve.
#[cfg(unix)]
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id starts");
    id.stdout == b"0\n"
}

/// Starts a prepared command that is spoken with through pipes.
fn piped(mut command: Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Runs a prepared command with this standard input.
fn run(command: Command, input: &[u8]) -> Ran {
    let mut child = piped(command);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_vec();
    let feeder = thread::spawn(move || {
        // A command that does not read its input closes it, which is fine.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    feeder.join().expect("the feeder does not panic");
    Ran {
        stdout: String::from_utf8(output.stdout).expect("answers are text"),
        stderr: String::from_utf8(output.stderr).expect("messages are text"),
        code: output.status.code().expect("the command is not killed"),
    }
}

/// Runs the command with arguments and standard input.
fn fed(args: &[&str], input: &str) -> Ran {
    let mut command = command();
    command.args(args);
    run(command, input.as_bytes())
}

/// Runs the command with arguments.
fn foursight(args: &[&str]) -> Ran {
    fed(args, "")
}

/// Runs the command in a directory.
fn foursight_in(directory: &Path, args: &[&str], input: &str) -> Ran {
    let mut command = command();
    command.args(args).current_dir(directory);
    run(command, input.as_bytes())
}

/// The objects of a `--json` answer, one a line, each of version 1.
fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines()
        .map(|line| {
            let object: serde_json::Value = serde_json::from_str(line).expect(line);
            assert_eq!(object["v"], 1, "{line}");
            object
        })
        .collect()
}
