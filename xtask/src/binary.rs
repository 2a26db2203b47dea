//! `cargo xtask binary`: builds a single executable that embeds the web game.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::{tools, web};

/// Names the folder of the client for the build script of the server.
const CLIENT_VARIABLE: &str = "FOURSIGHT_WEB_DIR";

/// Builds the program and prints where it is.
pub(crate) fn run() -> ExitCode {
    match build() {
        Ok(program) => {
            println!("Built {}.", program.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the web client, then the program that embeds it, and returns its path.
pub(crate) fn build() -> Result<PathBuf, String> {
    let client = web::default_folder();
    web::build(&client)?;
    let mut command = tools::cargo(&["build", "--release", "--package", "foursight"]);
    // Symbols would be a sixth of the file, and are of use only in a debugger.
    command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    match command.env(CLIENT_VARIABLE, &client).status() {
        Ok(status) if status.success() => {
            let program = format!("foursight{}", std::env::consts::EXE_SUFFIX);
            Ok(tools::target_folder().join("release").join(program))
        }
        Ok(_) => Err("building the program failed".to_owned()),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}
