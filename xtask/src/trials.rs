//! `cargo xtask crash`, `load` and `soak`: crash, load and endurance tests of the server.

use std::process::{Command, ExitCode};

use crate::{needs, steps, tools};

const PROGRAM: &str = "foursight-trials";

/// Kills nodes, database and bus during online games, and checks that no move is lost.
pub(crate) fn crash(arguments: &[&str]) -> ExitCode {
    let missing = needs::problems();
    for problem in &missing {
        eprintln!("{problem}");
    }
    steps::exit_code(missing.is_empty() && run(&["crash"], "debug", arguments))
}

/// Measures the load that one node can carry, with the release build.
pub(crate) fn load(arguments: &[&str]) -> ExitCode {
    steps::exit_code(run(&["load"], "release", arguments))
}

/// Plays for a long time, on a node that is killed now and then and on one that is not, with the
/// release build.
pub(crate) fn soak(arguments: &[&str]) -> ExitCode {
    steps::exit_code(run(&["soak"], "release", arguments))
}

/// Builds the trials and runs one. `--workspace` makes cargo reuse the artifacts of the tests.
fn run(trial: &[&str], folder: &str, arguments: &[&str]) -> bool {
    let args = ["build", "--quiet", "--workspace", "--bin", PROGRAM];
    let profile: &[&str] = if folder == "release" {
        &["--release"]
    } else {
        &[]
    };
    let program = tools::target_folder().join(folder).join(PROGRAM);
    let mut trial_command = Command::new(program);
    trial_command.args(trial).args(arguments);
    let commands = [tools::cargo(&[&args, profile].concat()), trial_command];
    commands
        .into_iter()
        .all(|mut command| match command.status() {
            Ok(status) => status.success(),
            Err(error) => {
                eprintln!("cannot start {}: {error}", command.get_program().display());
                false
            }
        })
}
