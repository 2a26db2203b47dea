//! `cargo xtask binary`: one program with the web game in it, to be copied anywhere.

use std::process::ExitCode;

use crate::{steps, tools, web};

/// The variable by which the build of the server learns where the client lies.
const CLIENT: &str = "FOURSIGHT_WEB_DIR";

/// Builds the web client, and then the program around it.
pub(crate) fn run() -> ExitCode {
    let client = web::usual_folder();
    if let Err(complaint) = web::build(&client) {
        eprintln!("{complaint}");
        return ExitCode::FAILURE;
    }
    let mut call = tools::cargo(&["build", "--release", "--package", "foursight"]);
    let succeeded = match call.env(CLIENT, &client).status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cannot start cargo: {error}");
            false
        }
    };
    if succeeded {
        let program = format!("foursight{}", std::env::consts::EXE_SUFFIX);
        let path = tools::target_folder().join("release").join(program);
        println!("The program is {}.", path.display());
    }
    steps::exit_code(succeeded)
}
