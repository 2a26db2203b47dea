//! `cargo xtask pictures`: renews the pictures of README.md from the running game, so that they show
//! what is there.

use std::process::{Command, ExitCode};

use crate::{tools, web};

/// What the calls are told by.
const CLIENT_VARIABLE: &str = "TESTED_CLIENT";
const COMMAND_VARIABLE: &str = "FOURSIGHT_BIN";

/// Builds the game, plays it in a browser and in a terminal, and writes the pictures.
pub(crate) fn run() -> ExitCode {
    match renew() {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}

fn renew() -> Result<(), String> {
    let client = web::usual_folder();
    eprintln!("Building the game. The first time takes some minutes.");
    web::build(&client)?;
    // All at once, so that nothing is built twice with other features.
    let programs = ["build", "--workspace", "--bin", "foursight", "--example"];
    done(tools::cargo(&[&programs[..], &["pictures"]].concat()))?;
    let built = tools::target_folder().join("debug");
    let photographer = built.join("examples/pictures");
    let mut call = tools::command(&photographer.to_string_lossy(), &[]);
    call.env(CLIENT_VARIABLE, client)
        .env(COMMAND_VARIABLE, built.join("foursight"));
    done(call)
}

fn done(mut call: Command) -> Result<(), String> {
    match call.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{call:?} fails: {status}")),
        Err(error) => Err(format!("cannot start {call:?}: {error}")),
    }
}
