//! Repository chores, so that `cargo` is the only tool a newcomer needs.
//!
//! `cargo xtask --help` lists them. Each chore is a list of named steps; a step is either a
//! command or a check written here. Nothing is skipped silently: a step whose tool is missing
//! installs it, or fails and says what to install.

mod bench;
mod checks;
mod fuzz;
mod needs;
mod readme;
mod steps;
mod tidy;
mod tools;

use std::path::Path;
use std::process::{Command, ExitCode};

const HELP: &str = "\
Chores of the Foursight repository.

Usage: cargo xtask <CHORE> [OPTIONS]

Chores:
  play [ARGS...]    Build the command in release mode and start a game in the terminal
  test [--full]     Run every check; --full adds the slow proofs and a short fuzz run
  ci                What .ci/run runs: the same as test
  tidy              Check the rules of STYLE.md and ARCHITECTURE.md that a program can check
  readme [--write]  Run the examples of README.md; --write replaces what they print
  fuzz [SECONDS]    Run every fuzz target for so many seconds (default 60)
  bench             Measure the rules, next to another library's, and sum up

Examples:
  cargo xtask play --variant pop-out
  cargo xtask test --full
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let caller = std::env::current_dir();
    std::env::set_current_dir(tools::root()).expect("the tree this was built from is still there");
    match words.as_slice() {
        [] | ["-h" | "--help" | "help"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        ["play", arguments @ ..] => play(arguments, caller.as_deref().unwrap_or(tools::root())),
        ["test" | "ci"] => checks::run(checks::Extent::Usual),
        ["test" | "ci", "--full"] => checks::run(checks::Extent::Full),
        ["tidy"] => steps::exit_code(steps::run(&[steps::tidy()])),
        ["readme"] => steps::exit_code(steps::run(&[steps::readme(readme::Mode::Compare)])),
        ["readme", "--write"] => {
            steps::exit_code(steps::run(&[steps::readme(readme::Mode::Write)]))
        }
        ["fuzz"] => fuzz_for(fuzz::SECONDS_ALONE),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz_for(seconds),
            Err(_) => wrong_usage(&format!("{seconds} is not a number of seconds")),
        },
        ["bench"] => bench::run(),
        other => wrong_usage(&format!("no chore is called `{}`", other.join(" "))),
    }
}

/// Files that a player names lie in the caller's directory, so the game is run there.
fn play(arguments: &[&str], directory: &Path) -> ExitCode {
    eprintln!("Building the game; the first time takes a few minutes.");
    match play_call(arguments, directory).status() {
        // The command's own exit codes mean something; hand them on.
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            eprintln!("cannot start cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play_call(arguments: &[&str], directory: &Path) -> Command {
    let manifest = tools::root().join("Cargo.toml");
    // Not quiet: the first build takes a while, and people want to see that something happens.
    let mut call = tools::cargo(&["run", "--release", "--package", "foursight"]);
    call.arg("--manifest-path").arg(manifest);
    call.args(["--", "play"]).args(arguments);
    call.current_dir(directory);
    call
}

fn fuzz_for(seconds: u32) -> ExitCode {
    match fuzz::steps(seconds) {
        Ok(list) => steps::exit_code(steps::run(&list)),
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}

fn wrong_usage(complaint: &str) -> ExitCode {
    eprintln!("{complaint}\n\n{HELP}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_where_the_caller_is() {
        let directory = tools::root().join("crates");
        let call = play_call(&["--save", "game.json"], &directory);
        assert_eq!(call.get_current_dir(), Some(&*directory));
        let words: Vec<_> = call.get_args().collect();
        assert!(words.ends_with(&["play", "--save", "game.json"].map(AsRef::as_ref)));
        assert!(words.iter().any(|word| Path::new(word).is_absolute()));
    }
}
