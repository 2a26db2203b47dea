//! `foursight completions`: prints the completion script of a shell.

use std::io::Write;

use clap::CommandFactory;
use foursight_terminal::output::CliOutput;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::{CliError, Exit};

pub(crate) fn run(args: &CompletionsArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    // `clap_complete` panics on a closed pipe, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "foursight", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
