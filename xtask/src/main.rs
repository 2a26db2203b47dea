//! Repository chores: `cargo` is the only tool a newcomer needs.
//!
//! `cargo xtask --help` lists them. Each chore is a list of named steps; a step is either a
//! command or a check written here. No step is skipped silently: if its tool is missing, it
//! installs the tool, or fails and names the package to install.

mod bench;
mod binary;
mod checks;
mod crates;
mod dependencies;
mod fuzz;
mod guide;
mod needs;
mod npm;
mod pictures;
mod play;
mod python;
mod readme;
mod release;
mod steps;
mod targets;
mod tidy;
mod tools;
mod trials;
mod web;
mod workflows;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
Tasks of the Foursight repository.

Usage: cargo xtask <TASK> [OPTIONS]

Chores:
  play [ARGS...]    Build everything and serve the web game; ARGS are passed to foursight serve
  web --out DIR     Build the web client as static files
  guide [--out DIR] Render the guide as pages; the web game and the server include it
  binary            Build a single binary with the web game embedded
  release [--out DIR] [PART...]
                    Build what one would publish, with checksums: archive, wheel, npm,
                    crates, page, sbom
  checksums DIR     Write the checksums of the files in DIR, which may come from several machines
  wheel             Build the Python package into target/wheels
  python            Build and test the Python package
  npm [--test | --write]
                    Build the npm package into target/npm; test it; renew npm/api.txt
  test [--full]     Run every check; --full adds the slow proofs and a short fuzz run
  ci                Same as test; called by .ci/run
  crates            Check and build the crates to publish; lint them and the command for Windows
  portable          Check the crates to publish and the command with nothing but Rust, on any system
  workflows         Lint the workflows of the repository
  tidy              Check the rules of STYLE.md and ARCHITECTURE.md that a program can check
  pictures          Regenerate the pictures in README.md from the running game
  readme [--write]  Run the examples of the documents; --write updates their output
  fuzz [SECONDS]    Run every fuzz target for SECONDS seconds (default 60)
  crash [ARGS...]   Kill nodes, database and bus during play; --rounds N, --json
  load [ARGS...]    Measure throughput and latency of one node; --peer boardgame.io, --json
  soak [ARGS...]    Play for 30 minutes, and look for lost moves and leaks; --minutes N, --json
  bench             Benchmark the rules against another library

Examples:
  cargo xtask play --addr 127.0.0.1:8080
  cargo xtask test --full
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let caller_dir = std::env::current_dir();
    std::env::set_current_dir(tools::root()).expect("the tree this was built from is still there");
    match args.as_slice() {
        [] | ["-h" | "--help" | "help"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        ["play", arguments @ ..] => {
            play::run(arguments, caller_dir.as_deref().unwrap_or(tools::root()))
        }
        ["web", "--out", out] => web(&caller_dir.as_deref().unwrap_or(tools::root()).join(out)),
        ["web", ..] => wrong_usage("missing --out DIR, the output folder of the web client"),
        ["guide"] => guide::run(&tools::target_folder().join("guide")),
        ["guide", "--out", out] => {
            guide::run(&caller_dir.as_deref().unwrap_or(tools::root()).join(out))
        }
        ["binary"] => binary::run(),
        ["release", arguments @ ..] => {
            release::run(arguments, caller_dir.as_deref().unwrap_or(tools::root()))
        }
        ["wheel"] => python::run_wheel(),
        ["python"] => steps::exit_code(steps::run(&[steps::python_package()])),
        ["npm"] => npm::run_build(),
        ["npm", "--test"] => steps::exit_code(steps::run(&[steps::npm_package()])),
        ["npm", "--write"] => npm::write_report(),
        ["test" | "ci"] => checks::run(checks::CheckScope::Default),
        ["test" | "ci", "--full"] => checks::run(checks::CheckScope::Full),
        ["tidy"] => steps::exit_code(steps::run(&[steps::tidy()])),
        ["crates"] => {
            let list = [crates::step(true), crates::windows_step()];
            steps::exit_code(steps::run(&list))
        }
        ["portable"] => match crates::portable_steps() {
            Ok(list) => steps::exit_code(steps::run(&list)),
            Err(message) => {
                eprintln!("{message}");
                ExitCode::FAILURE
            }
        },
        ["workflows"] => steps::exit_code(steps::run(&[workflows::step()])),
        ["checksums", folder] => {
            release::run_checksums(&caller_dir.as_deref().unwrap_or(tools::root()).join(folder))
        }
        ["readme"] => steps::exit_code(steps::run(&[steps::readme(readme::ReadmeMode::Compare)])),
        ["readme", "--write"] => {
            steps::exit_code(steps::run(&[steps::readme(readme::ReadmeMode::Write)]))
        }
        ["pictures"] => pictures::run(),
        ["fuzz"] => fuzz_for(fuzz::DEFAULT_SECONDS),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz_for(seconds),
            Err(_) => wrong_usage(&format!("{seconds} is not a number of seconds")),
        },
        ["crash", arguments @ ..] => trials::crash(arguments),
        ["load", arguments @ ..] => trials::load(arguments),
        ["soak", arguments @ ..] => trials::soak(arguments),
        ["bench"] => bench::run(),
        other => wrong_usage(&format!("unknown task `{}`", other.join(" "))),
    }
}

/// Builds the web client and prints the sizes of its files.
fn web(out: &Path) -> ExitCode {
    match web::build(out) {
        Ok(client) => {
            print!("{}", client.table());
            println!("The web client is in {}.", out.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn fuzz_for(seconds: u32) -> ExitCode {
    match fuzz::steps(seconds) {
        Ok(list) => steps::exit_code(steps::run(&list)),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn wrong_usage(message: &str) -> ExitCode {
    eprintln!("{message}\n\n{HELP}");
    ExitCode::from(2)
}
