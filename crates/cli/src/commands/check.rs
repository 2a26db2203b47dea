//! `foursight check`: are these games legal?

use std::io::Write;

use crate::args::CheckArgs;
use crate::exit::{Exit, Failure};
use crate::json::Standing;
use crate::output::Out;
use crate::positions::{Given, each, to_object};
use crate::settings::Layers;
use crate::words;

pub(crate) fn run(args: &CheckArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let mut exit = Exit::Done;
    each(&args.positions, ruleset, |asked| {
        if let Given::Bad(_) = asked.given {
            exit = Exit::No;
        }
        let line = if args.json {
            to_object(asked, Standing::of)?
        } else {
            match &asked.given {
                Given::Blank => String::new(),
                Given::Bad(reason) => format!("error {reason}"),
                Given::Game(game) => {
                    format!("ok {} moves. {}", game.moves().len(), words::status(game))
                }
            }
        };
        writeln!(out, "{line}")?;
        Ok(())
    })?;
    Ok(exit)
}
