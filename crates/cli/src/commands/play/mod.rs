//! `foursight play`: two people at one terminal, question by question.
//!
//! Line mode asks, reads one line, and says in a sentence what happened, so that a screen reader
//! or a braille display follows the game from top to bottom. Bad input changes nothing.

mod files;
mod session;
mod typed;

use std::io::{self, IsTerminal, Write};

use foursight_core::Game;

use crate::args::{PlayArgs, ShowWhen};
use crate::exit::{Exit, Failure};
use crate::house_rules;
use crate::input::next_line;
use crate::output::Out;
use crate::positions::read_only_position;
use crate::settings::Layers;
use session::{Next, Session};

pub(crate) fn run(args: &PlayArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let (game, resumed) = first_game(args, ruleset)?;
    let show = args.show.unwrap_or(if args.plain {
        ShowWhen::Ask
    } else {
        ShowWhen::Always
    });
    let mut input = io::stdin().lock();
    // When a script types, nothing else ends the line of the question.
    let is_typed = input.is_terminal();

    out.line("Foursight, two players, line mode. Type a move, or ? for help.")?;
    out.paragraph(&house_rules::describe(game.ruleset()))?;
    if let Some(origin) = resumed {
        out.line(&format!("Going on from {origin}."))?;
    }
    let mut session = Session::new(game, show, args.save.clone(), args.plain);
    session.introduce(out)?;
    loop {
        write!(out, "{}", session.question())?;
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
                out.line(&format!("Not understood: {error}."))?;
                Next::Ask
            }
            Some(Ok(text)) => session.hear(&text, out)?,
        };
        if let Next::Leave = next {
            return session.leave(out);
        }
    }
}

/// The game to begin with and, if it is not a new one, where it comes from.
fn first_game(
    args: &PlayArgs,
    ruleset: foursight_core::Ruleset,
) -> Result<(Game, Option<String>), Failure> {
    let saved = args.save.as_ref().filter(|path| path.exists());
    match (saved, &args.position) {
        (Some(path), Some(_)) => Err(Failure::usage(format_args!(
            "{} holds a game already: leave out the position to go on with it, or name another \
             file",
            path.display()
        ))),
        (Some(path), None) => {
            let game = files::load(path, ruleset).map_err(|error| {
                Failure::bad_input(format_args!("{error}; the file is left as it is"))
            })?;
            Ok((game, Some(path.display().to_string())))
        }
        (None, Some(text)) => {
            let game = read_only_position(text, ruleset)?;
            Ok((game, Some("the position given".to_owned())))
        }
        (None, None) => Ok((Game::new(ruleset), None)),
    }
}
