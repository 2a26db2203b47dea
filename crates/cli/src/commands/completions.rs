//! `foursight completions`: what a shell needs to complete our words.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::{Exit, Failure};
use crate::output::Out;

pub(crate) fn run(args: &CompletionsArgs, out: &mut Out) -> Result<Exit, Failure> {
    // The generator panics on a closed pipe, so it writes into memory first.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "foursight", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
