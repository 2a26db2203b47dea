//! `cargo xtask binary`: builds a single executable that embeds the web game.

use std::process::ExitCode;

use crate::{steps, tools, web};

/// Names the folder of the client for the build script of the server.
const CLIENT_VARIABLE: &str = "FOURSIGHT_WEB_DIR";

/// Builds the web client, then the program that embeds it.
pub(crate) fn run() -> ExitCode {
    let client = web::default_folder();
    if let Err(message) = web::build(&client) {
        eprintln!("{message}");
        return ExitCode::FAILURE;
    }
    let mut command = tools::cargo(&["build", "--release", "--package", "foursight"]);
    let succeeded = match command.env(CLIENT_VARIABLE, &client).status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cannot start cargo: {error}");
            false
        }
    };
    if succeeded {
        let program = format!("foursight{}", std::env::consts::EXE_SUFFIX);
        let path = tools::target_folder().join("release").join(program);
        println!("Built {}.", path.display());
    }
    steps::exit_code(succeeded)
}
