//! `foursight`: four in a row in the terminal.
//!
//! Reads top to bottom: parse the arguments, run the command, turn the answer into an exit code.
//! Each command lives in its own module under `commands`; what they share lies beside this file.
//!
//! This program knows colours, files and the terminal. The rules live in `foursight-core`, the
//! ways to write games down in `foursight-record`, perfect play in `foursight-solver`.

mod args;
mod books;
mod bot_args;
mod bot_players;
mod clock;
mod commands;
mod exit;
mod forms;
mod json;
mod opponents;
mod positions;
mod progress;
mod reading_args;
mod recorded;
mod ruleset_args;
mod screen_settings;
mod settings;
mod solver_args;
mod solving;
mod threads;
mod tournament_args;
#[cfg(feature = "train")]
mod train_args;

use std::process::ExitCode;

use clap::Parser;
use foursight_terminal::{
    draw, house_rules, input, learner_file, output, scores_file, theme, words,
};

use crate::args::{Cli, Command};
use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::settings::Layers;

fn main() -> ExitCode {
    let exit = match Cli::try_parse() {
        Ok(cli) => run(cli).unwrap_or_else(exit::report),
        Err(refused) => exit::report_usage(&refused),
    };
    exit.into()
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    let layers = match cli.command {
        // These need no settings, and a shell asks for completions when it starts.
        Command::Completions(_) | Command::Man(_) => Layers::none(),
        _ => Layers::from_surroundings()?,
    };
    let color = layers.color(cli.color)?.value;
    let mut out = Out::to_stdout(color);
    match cli.command {
        Command::Play(args) => commands::play::run(&args, &layers, &mut out),
        Command::Move(args) => commands::move_::run(&args, &layers, &mut out),
        Command::Arena(args) => commands::arena::run(&args, &layers, &mut out),
        Command::Tournament(args) => commands::tournament::run(&args, &layers, &mut out),
        Command::Engine(args) => commands::engine::run(&args, &layers, &mut out),
        #[cfg(feature = "train")]
        Command::Train(args) => commands::train::run(&args.command, &mut out),
        #[cfg(not(feature = "train"))]
        Command::Train(args) => Err(Failure::usage(format_args!(
            "this program is built without training: in the folder of its source, run \
             cargo run --release -p foursight --features train -- train {}",
            args.words.join(" ")
        ))),
        Command::Learner(args) => commands::learner::run(&args, &layers, &mut out),
        Command::Lesson(args) => commands::lesson::run(&args, &layers, &mut out),
        Command::Scores(args) => commands::scores::run(&args, &mut out),
        Command::Show(args) => commands::show::run(&args, &layers, &mut out),
        Command::Convert(args) => commands::convert::run(&args, &layers, &mut out),
        Command::Check(args) => commands::check::run(&args, &layers, &mut out),
        Command::Scan(args) => commands::scan::run(&args, &mut out),
        Command::Solve(args) => commands::solve::run(&args, &layers, &mut out),
        Command::Analyse(args) => commands::analyse::run(&args, &layers, &mut out),
        Command::Bench(args) => commands::bench::run(&args, &mut out),
        Command::Book(args) => commands::book::run(&args.command, &layers, &mut out),
        Command::Backup(args) => commands::backup::run(&args, &mut out),
        Command::Perft(args) => commands::perft::run(&args, &layers, &mut out),
        Command::Serve(args) => commands::serve::run(&args, &layers, &mut out),
        Command::Rules(args) => commands::rules::run(&args, &layers, &mut out),
        Command::Config(args) => commands::config::run(&args, cli.color, &layers, &mut out),
        Command::Completions(args) => commands::completions::run(&args, &mut out),
        Command::Man(args) => commands::man::run(&args, &mut out),
    }
}
