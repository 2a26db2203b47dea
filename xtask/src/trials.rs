//! `cargo xtask crash` and `cargo xtask load`: the trials of the server.

use std::process::{Command, ExitCode};

use crate::{needs, steps, tools};

const PROGRAM: &str = "foursight-trials";

/// Kills what can be killed while people play, and looks for lost moves.
pub(crate) fn crash(arguments: &[&str]) -> ExitCode {
    let missing = needs::complaints();
    for complaint in &missing {
        eprintln!("{complaint}");
    }
    steps::exit_code(missing.is_empty() && run(&["crash"], "debug", arguments))
}

/// Measures how much one node carries: the program as it is shipped.
pub(crate) fn load(arguments: &[&str]) -> ExitCode {
    steps::exit_code(run(&["load"], "release", arguments))
}

/// Builds the trials and starts one. They are built with the whole workspace, so that they share what the
/// tests have built.
fn run(trial: &[&str], folder: &str, arguments: &[&str]) -> bool {
    let words = ["build", "--quiet", "--workspace", "--bin", PROGRAM];
    let profile: &[&str] = if folder == "release" {
        &["--release"]
    } else {
        &[]
    };
    let program = tools::target_folder().join(folder).join(PROGRAM);
    let mut trial_call = Command::new(program);
    trial_call.args(trial).args(arguments);
    let calls = [tools::cargo(&[&words, profile].concat()), trial_call];
    calls.into_iter().all(|mut call| match call.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cannot start {}: {error}", call.get_program().display());
            false
        }
    })
}
