//! `cargo xtask play`: builds everything, serves the web game and opens a browser if there is one.
//!
//! The page and the program are built side by side, the program with a profile that builds quickly
//! and without the features that a game does not need. The server holds one end of a pipe and this
//! process the other, so it ends with this process, however that ends.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};

use crate::{tools, web};

/// The profile of `Cargo.toml` that the server is built with.
const PROFILE: &str = "play";
const PROGRAM: &str = "foursight";
/// Names a program to serve with, instead of building one. Tests set it.
const GIVEN_PROGRAM: &str = "FOURSIGHT_PLAY_PROGRAM";

/// Builds and serves until interrupted. The arguments are passed to `foursight serve`.
pub(crate) fn run(arguments: &[&str], directory: &Path) -> ExitCode {
    let client = web::default_folder();
    let given = std::env::var_os(GIVEN_PROGRAM).map(PathBuf::from);
    let program = match given.map_or_else(|| build(&client), Ok) {
        Ok(program) => program,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let server = start(serve_command(&program, arguments, directory, &client));
    match server.and_then(forward_output) {
        // Forward the exit code of the command, which has a meaning.
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            eprintln!("cannot run {}: {error}", program.display());
            ExitCode::FAILURE
        }
    }
}

/// Builds the page and the program side by side, and returns the path of the program.
fn build(client: &Path) -> Result<PathBuf, String> {
    eprintln!(
        "Building the page (WebAssembly) and the server side by side. \
         From nothing this takes about four minutes on two cores, otherwise seconds."
    );
    let mut program = build_command()
        .spawn()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    let page = web::build(client);
    if page.is_err() {
        // Its result is of no use now. Best effort: it may have ended already.
        let _ = program.kill();
    }
    let status = program.wait();
    page?;
    match status {
        Ok(status) if status.success() => {
            let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
            Ok(tools::target_folder().join(PROFILE).join(name))
        }
        Ok(_) => Err("building the server failed".to_owned()),
        Err(error) => Err(format!("cannot wait for cargo: {error}")),
    }
}

fn build_command() -> Command {
    let mut command = tools::cargo(&["build", "--package", PROGRAM]);
    command.args(["--profile", PROFILE, "--no-default-features"]);
    // Progress bars of two builds would overwrite each other.
    command.env("CARGO_TERM_PROGRESS_WHEN", "never");
    command
}

fn serve_command(program: &Path, arguments: &[&str], directory: &Path, client: &Path) -> Command {
    let mut command = tools::command(program, &["serve", "--exit-with-stdin", "--web"]);
    command.arg(client).args(arguments).current_dir(directory);
    command
}

/// Starts a server, which ends when its standard input closes: when the child is dropped, or when
/// this process exits.
fn start(mut command: Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Forwards the output of the server until it ends, and opens the page once its address is printed.
fn forward_output(mut server: Child) -> io::Result<ExitStatus> {
    let output = server.stdout.take().expect("stdout is piped");
    // `wait` would close it, and end a server that has only closed its output.
    let _stdin = server.stdin.take();
    let mut is_open = false;
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        println!("{line}");
        if let Some(address) = address_in(&line).filter(|_| !is_open) {
            is_open = true;
            open_browser(address);
        }
    }
    server.wait()
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
        let arguments = ["--addr", "127.0.0.1:0"];
        let program = Path::new("/program");
        let command = serve_command(program, &arguments, &directory, Path::new("/client"));
        assert_eq!(command.get_program(), program);
        assert_eq!(command.get_current_dir(), Some(&*directory));
        let words: Vec<_> = command.get_args().collect();
        let expected = "serve --exit-with-stdin --web /client --addr 127.0.0.1:0";
        assert_eq!(words, expected.split(' ').collect::<Vec<_>>());
    }

    #[test]
    fn the_profile_of_the_server_exists() {
        let manifest = std::fs::read_to_string(tools::root().join("Cargo.toml"));
        let section = format!("\n[profile.{PROFILE}]\n");
        assert!(manifest.expect("a manifest").contains(&section));
    }

    /// A shell that ends with its standard input stands in for the server.
    #[cfg(unix)]
    #[test]
    fn the_server_keeps_its_input_until_its_owner_lets_go() {
        let server = start(tools::command("/bin/sh", &["-c", "cat; exit 7"]));
        let mut server = server.expect("a shell");
        assert_eq!(server.try_wait().expect("a status"), None);
        drop(server.stdin.take());
        let status = server.wait().expect("it ends");
        assert_eq!(status.code(), Some(7));
    }

    #[test]
    fn the_address_is_found() {
        let line = "Foursight is at http://127.0.0.1:4444/ (Ctrl-C ends)";
        assert_eq!(address_in(line), Some("http://127.0.0.1:4444/"));
        assert_eq!(address_in("cannot listen"), None);
    }
}
