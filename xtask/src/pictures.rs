//! `cargo xtask pictures`: takes the pictures of README.md again from the running game, so that
//! they stay up to date.

use std::process::{Command, ExitCode};

use crate::{tools, web};

/// Environment variables that the example `pictures` reads.
const CLIENT_VARIABLE: &str = "TESTED_CLIENT";
const COMMAND_VARIABLE: &str = "FOURSIGHT_BIN";

/// Builds the game, plays it in a browser and in a terminal, and saves the pictures.
pub(crate) fn run() -> ExitCode {
    match update_pictures() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn update_pictures() -> Result<(), String> {
    let client = web::default_folder();
    eprintln!("Building the game. The first build takes a few minutes.");
    web::build(&client)?;
    // One call of cargo, so that features unify and no crate is built twice.
    let build_args = ["build", "--workspace", "--bin", "foursight", "--example"];
    run_command(tools::cargo(&[&build_args[..], &["pictures"]].concat()))?;
    let built = tools::target_folder().join("debug");
    let example = built.join("examples/pictures");
    let mut command = tools::command(example, &[]);
    command
        .env(CLIENT_VARIABLE, client)
        .env(COMMAND_VARIABLE, built.join("foursight"));
    run_command(command)
}

fn run_command(mut command: Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} failed: {status}")),
        Err(error) => Err(format!("cannot start {command:?}: {error}")),
    }
}
