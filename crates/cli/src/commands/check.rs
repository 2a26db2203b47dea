//! `foursight check`: reports whether games are legal.

use std::io::Write;

use foursight_terminal::output::CliOutput;

use crate::exit::{CliError, Exit};
use crate::json::GameInfo;
use crate::position_args::CheckArgs;
use crate::positions::{InputContent, for_each, to_object};
use crate::record_text;
use crate::settings::CliSettings;

pub(crate) fn run(
    args: &CheckArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let options = args.input.options(settings)?;
    let mut exit = Exit::Done;
    for_each(&args.positions, options, |item| {
        if let InputContent::Invalid(_) = item.content {
            exit = Exit::No;
        }
        let line = if args.json {
            to_object(item, GameInfo::of)?
        } else {
            match &item.content {
                InputContent::Blank => String::new(),
                InputContent::Invalid(reason) => format!("error {reason}"),
                InputContent::Record(record) => {
                    let (moves, status) = (record_text::moves(record), record_text::status(record));
                    let note = options.size_note(record).map(|note| format!(" {note}"));
                    format!("ok {moves}. {status}{}", note.unwrap_or_default())
                }
            }
        };
        writeln!(out, "{line}")?;
        Ok(())
    })?;
    Ok(exit)
}
