//! `foursight check`: are these games legal?

use std::io::Write;

use crate::args::CheckArgs;
use crate::exit::{Exit, Failure};
use crate::json::Standing;
use crate::output::Out;
use crate::positions::{Given, each, to_object};
use crate::recorded;
use crate::settings::Layers;

pub(crate) fn run(args: &CheckArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let reading = args.reading.reading(layers)?;
    let mut exit = Exit::Done;
    each(&args.positions, reading, |asked| {
        if let Given::Bad(_) = asked.given {
            exit = Exit::No;
        }
        let line = if args.json {
            to_object(asked, Standing::of)?
        } else {
            match &asked.given {
                Given::Blank => String::new(),
                Given::Bad(reason) => format!("error {reason}"),
                Given::Record(record) => {
                    let (moves, status) = (recorded::moves(record), recorded::status(record));
                    let note = reading.size_note(record).map(|note| format!(" {note}"));
                    format!("ok {moves}. {status}{}", note.unwrap_or_default())
                }
            }
        };
        writeln!(out, "{line}")?;
        Ok(())
    })?;
    Ok(exit)
}
