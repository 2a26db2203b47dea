//! `foursight play`: two people at one terminal, question by question.
//!
//! Line mode asks, reads one line, and says in a sentence what happened, so that a screen reader
//! or a braille display follows the game from top to bottom. Bad input changes nothing.

mod beside;
mod files;
mod interrupt;
mod session;
mod typed;

use std::io::{self, IsTerminal, Write};

use foursight_core::{Game, Ruleset};
use foursight_record::GameRecord;

use crate::args::PlayArgs;
use crate::exit::{Exit, Failure};
use crate::house_rules;
use crate::input::next_line;
use crate::output::Out;
use crate::positions::read_only_position;
use crate::settings::Layers;
use interrupt::LastWords;
use session::{Next, Session};

pub(crate) fn run(args: &PlayArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let first = first_game(args, ruleset)?;
    args.ruleset.refuse_conflict(first.record.ruleset())?;
    let mut input = io::stdin().lock();
    // When a script types, nothing else ends the line of the question.
    let is_typed = input.is_terminal();

    out.paragraph("Foursight, two players, line mode. Type a move, or ? for help.")?;
    out.paragraph(&house_rules::describe(first.record.ruleset()))?;
    if let Some(origin) = &first.origin {
        out.paragraph(&format!("Going on from {origin}."))?;
    }
    let mut session = Session::new(first, args, LastWords::on_interrupt());
    session.introduce(out)?;
    loop {
        out.ask(&session.question())?;
        if !is_typed {
            writeln!(out)?;
        }
        out.flush()?;
        let line = next_line(&mut input).map_err(|error| {
            Failure::storage(format_args!("cannot read standard input: {error}"))
        })?;
        let next = match line {
            None => {
                if is_typed {
                    writeln!(out)?;
                }
                Next::Leave
            }
            Some(Err(error)) => {
                out.paragraph(&format!("Not understood: {error}."))?;
                Next::Ask
            }
            Some(Ok(text)) => session.hear(&text, out)?,
        };
        if let Next::Leave = next {
            return session.leave(out);
        }
    }
}

/// The game to begin with.
struct FirstGame {
    record: GameRecord,
    /// Where it comes from, if it is not a new one.
    origin: Option<String>,
    /// The file to save to holds it already.
    is_kept: bool,
}

fn first_game(args: &PlayArgs, ruleset: Ruleset) -> Result<FirstGame, Failure> {
    if let Some(path) = &args.save {
        files::check_can_save(path).map_err(Failure::storage)?;
    }
    let saved = args.save.as_ref().filter(|path| path.exists());
    let (record, origin) = match (saved, &args.position) {
        (Some(path), Some(_)) => {
            return Err(Failure::usage(format_args!(
                "{} holds a game already: leave out the position to go on with it, or name \
                 another file",
                path.display()
            )));
        }
        (Some(path), None) => {
            let record = files::load(path, ruleset)?;
            (record, Some(path.display().to_string()))
        }
        (None, Some(text)) => {
            let record = if text.trim_start().starts_with('{') {
                files::parse(text, ruleset).map_err(Failure::bad_input)?
            } else {
                GameRecord::from_game(&read_only_position(text, ruleset)?)
            };
            (record, Some("the position given".to_owned()))
        }
        (None, None) => (GameRecord::from_game(&Game::new(ruleset)), None),
    };
    Ok(FirstGame {
        record,
        origin,
        is_kept: saved.is_some(),
    })
}
