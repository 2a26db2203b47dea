//! `cargo xtask play`: builds everything, serves the web game and opens a browser if there is one.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

use crate::{tools, web};

/// Builds and serves until interrupted. The arguments are passed to `foursight serve`.
pub(crate) fn run(arguments: &[&str], directory: &Path) -> ExitCode {
    let client = web::default_folder();
    eprintln!("Building the web game. The first build takes a few minutes.");
    if let Err(message) = web::build(&client) {
        eprintln!("{message}");
        return ExitCode::FAILURE;
    }
    match serve_command(arguments, directory, &client)
        .stdout(Stdio::piped())
        .spawn()
    {
        Ok(server) => forward_output(server),
        Err(error) => {
            eprintln!("cannot start cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve_command(arguments: &[&str], directory: &Path, client: &Path) -> Command {
    // Not quiet: the first build takes minutes and should show its progress.
    let mut command = tools::cargo(&["run", "--release", "--package", "foursight"]);
    command
        .arg("--manifest-path")
        .arg(tools::root().join("Cargo.toml"));
    command
        .args(["--", "serve", "--web"])
        .arg(client)
        .args(arguments);
    command.current_dir(directory);
    command
}

/// Forwards the output of the server, and opens the page once its address is printed.
fn forward_output(mut server: Child) -> ExitCode {
    let output = server.stdout.take().expect("stdout is piped");
    let mut is_open = false;
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        println!("{line}");
        if let Some(address) = address_in(&line).filter(|_| !is_open) {
            is_open = true;
            open_browser(address);
        }
    }
    match server.wait() {
        // Forward the exit code of the command, which has a meaning.
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            eprintln!("cannot wait for the server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn address_in(line: &str) -> Option<&str> {
    line.split(' ').find(|word| word.starts_with("http://"))
}

/// Opens the address in a browser if there is a display. The address is printed in any case.
fn open_browser(address: &str) {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start"]),
        _ if has_screen => ("xdg-open", &[]),
        _ => return,
    };
    let opener = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // Best effort: the address is in the terminal.
    drop(opener);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_runs_in_the_directory_of_the_caller() {
        let directory = tools::root().join("crates");
        let command = serve_command(&["--addr", "127.0.0.1:0"], &directory, Path::new("/client"));
        assert_eq!(command.get_current_dir(), Some(&*directory));
        let words: Vec<_> = command.get_args().collect();
        let end = ["serve", "--web", "/client", "--addr", "127.0.0.1:0"];
        assert!(words.ends_with(&end.map(AsRef::as_ref)), "{words:?}");
    }

    #[test]
    fn the_address_is_found() {
        let line = "Foursight is at http://127.0.0.1:4444/ (Ctrl-C ends)";
        assert_eq!(address_in(line), Some("http://127.0.0.1:4444/"));
        assert_eq!(address_in("cannot listen"), None);
    }
}
