//! `foursight`: four in a row in the terminal.
//!
//! Reads top to bottom: parse the arguments, run the command, turn its answer into an exit code.
//! Each command has its own module under `commands`; the modules next to this file are shared.
//!
//! This program handles arguments, settings and files. `foursight-core` has the rules,
//! `foursight-record` the text forms of games, `foursight-solver` perfect play, and
//! `foursight-terminal` the game in the terminal with its output, input and texts.

mod admin_args;
mod args;
mod books;
mod bot_args;
mod bot_players;
mod commands;
mod exit;
mod explain_args;
mod forms;
mod input_args;
mod json;
mod lan;
mod opponents;
mod position_args;
mod positions;
mod progress;
mod proof_args;
mod record_text;
mod ruleset_args;
mod runtime;
mod screen_settings;
mod server_args;
mod server_settings;
mod settings;
mod solver_args;
mod solver_session;
mod stopwatch;
mod terminal_qr;
mod threads;
mod tournament_args;
#[cfg(feature = "trainer")]
mod train_args;
mod utc_time;

use std::process::ExitCode;

use clap::Parser;
use foursight_terminal::output::CliOutput;

use crate::args::{Cli, CliCommand};
use crate::exit::{CliError, Exit};
use crate::settings::CliSettings;

fn main() -> ExitCode {
    let exit = match Cli::try_parse() {
        Ok(cli) => run(cli).unwrap_or_else(exit::report),
        Err(error) => exit::report_usage(&error),
    };
    exit.into()
}

fn run(cli: Cli) -> Result<Exit, CliError> {
    let settings = match cli.command {
        // Neither needs settings, and a shell asks for completions at every start.
        CliCommand::Completions(_) | CliCommand::Man(_) => CliSettings::none(),
        _ => CliSettings::from_env_and_file(cli.config.as_deref())?,
    };
    let color = settings.color(cli.color)?.value;
    let mut out = CliOutput::to_stdout(color);
    match cli.command {
        CliCommand::Play(args) => commands::play::run(&args, &settings, &mut out),
        CliCommand::Move(args) => commands::move_::run(&args, &settings, &mut out),
        CliCommand::Arena(args) => commands::arena::run(&args, &settings, &mut out),
        CliCommand::Tournament(args) => commands::tournament::run(&args, &settings, &mut out),
        CliCommand::Engine(args) => commands::engine::run(&args, &settings, &mut out),
        #[cfg(feature = "trainer")]
        CliCommand::Train(args) => commands::train::run(&args.command, &mut out),
        #[cfg(not(feature = "trainer"))]
        CliCommand::Train(args) => Err(CliError::usage(format_args!(
            "this build does not include training: in the source folder, run \
             cargo run --release -p foursight --features trainer -- train {}",
            args.words.join(" ")
        ))),
        CliCommand::Learner(args) => commands::learner::run(&args, &settings, &mut out),
        CliCommand::Lesson(args) => commands::lesson::run(&args, &settings, &mut out),
        CliCommand::Scores(args) => commands::scores::run(&args, &mut out),
        CliCommand::Show(args) => commands::show::run(&args, &settings, &mut out),
        CliCommand::Convert(args) => commands::convert::run(&args, &settings, &mut out),
        CliCommand::Check(args) => commands::check::run(&args, &settings, &mut out),
        CliCommand::Scan(args) => commands::scan::run(&args, &mut out),
        CliCommand::Solve(args) => commands::solve::run(&args, &settings, &mut out),
        CliCommand::Analyse(args) => commands::analyse::run(&args, &settings, &mut out),
        CliCommand::Explain(args) => commands::explain::run(&args, &settings, &mut out),
        CliCommand::Grade(args) => commands::grade::run(&args, &settings, &mut out),
        CliCommand::Bench(args) => commands::bench::run(&args, &mut out),
        CliCommand::Book(args) => commands::book::run(&args.command, &settings, &mut out),
        CliCommand::Proof(args) => commands::proof::run(&args.command, &settings, &mut out),
        CliCommand::Healthcheck(args) => commands::healthcheck::run(&args, &settings, &mut out),
        #[cfg(feature = "doctor")]
        CliCommand::Doctor(args) => commands::doctor::run(&args, &mut out),
        CliCommand::Backup(args) => commands::backup::run(&args, &settings, &mut out),
        CliCommand::Restore(args) => commands::restore::run(&args, &settings, &mut out),
        CliCommand::Migrate(args) => commands::migrate::run(&args, &settings, &mut out),
        CliCommand::Admin(args) => commands::admin::run(&args, &settings, &mut out),
        CliCommand::Perft(args) => commands::perft::run(&args, &settings, &mut out),
        CliCommand::Serve(args) => commands::serve::run(&args, &settings, &mut out),
        CliCommand::Rules(args) => commands::rules::run(&args, &settings, &mut out),
        CliCommand::Config(args) => commands::config::run(&args, cli.color, &settings, &mut out),
        CliCommand::Completions(args) => commands::completions::run(&args, &mut out),
        CliCommand::Man(args) => commands::man::run(&args, &mut out),
    }
}
