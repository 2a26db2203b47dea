//! Line mode asks, reads one line, and says in a sentence what happened, so that a screen reader or
//! a braille display follows the game from top to bottom. Bad input changes nothing.

mod game;
mod say;
mod think;
mod typed;

use std::io::{self, IsTerminal, Write};

use foursight_table::Who;

use crate::exit::{Exit, Failure};
use crate::house_rules;
use crate::input::next_line;
use crate::keep::interrupt::LastWords;
use crate::keep::rescue;
use crate::opponents::{Players, level_of, own_name};
use crate::output::Out;
use crate::sitting::{FirstGame, Official, Options, cut_off, resume_command};
use game::{LineGame, Next};

pub use typed::typed_move;

/// The game question by question, and if the terminal goes away meanwhile, in a file.
///
/// # Errors
///
/// [`Failure`] if the terminal or a file fails.
pub fn run(
    options: &Options,
    first: FirstGame,
    players: Players,
    out: &mut Out,
) -> Result<Exit, Failure> {
    // A closed terminal no longer counts as one.
    let had_terminal = io::stdin().is_terminal();
    let last_words = LastWords::on_signals(players.seats.clone(), had_terminal);
    if let Some(path) = &first.resumed {
        last_words.opened(path);
    }
    let asked = ask_in_lines(options, first, players, last_words.clone(), out);
    let ended = asked.and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    if ended.is_ok() {
        last_words.retire();
    }
    match (ended, had_terminal) {
        (Err(failure), true) => Err(match last_words.keep() {
            Some(Ok(path)) => cut_off(&path),
            Some(Err(reason)) => Failure::storage(reason),
            None => failure,
        }),
        (ended, _) => ended,
    }
}

/// Who sits where, in words.
fn who_plays(seats: &[Who; 2]) -> String {
    if let [Some(first), Some(second)] = seats.each_ref().map(own_name) {
        return format!("{first} is First, {second} is Second");
    }
    match seats.each_ref().map(level_of) {
        [None, None] => "two players".to_owned(),
        levels => {
            let name = |level: Option<foursight_bots::Level>| match level {
                None => "you".to_owned(),
                Some(level) => level.to_string(),
            };
            let [first, second] = levels.map(name);
            format!("First is {first}, Second is {second}")
        }
    }
}

/// Asks and answers until somebody leaves.
fn ask_in_lines(
    options: &Options,
    first: FirstGame,
    players: Players,
    last_words: LastWords,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut input = io::stdin().lock();
    // When a script types, nothing else ends the line of the question.
    let is_typed = input.is_terminal();

    let who = who_plays(&players.seats);
    out.paragraph(&format!(
        "Foursight, {who}, line mode. Type a move, or ? for help."
    ))?;
    out.paragraph(&house_rules::describe(first.record.ruleset()))?;
    if options.official.is_some() {
        out.paragraph(&format!("{} {}", Official::STANDS, Official::NO_HELP))?;
    }
    if let Some(origin) = &first.origin {
        out.paragraph(&format!("Going on from {origin}."))?;
    }
    let may_load = is_typed && first.resumed.is_none() && options.official.is_none();
    if let Some(path) = rescue::waiting().filter(|_| may_load) {
        let path = path.display();
        out.paragraph("A game was cut off earlier. To go on with it, type:")?;
        out.line(&format!("load {path}"))?;
    }
    let command = resume_command(options, &players.seats);
    let mut game = LineGame::new(first, options, command, players, last_words)?;
    game.introduce(out)?;
    loop {
        game.let_bots_move(out)?;
        if game.is_settled() {
            return game.leave(out);
        }
        out.ask(&game.question())?;
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
            Some(Ok(text)) => game.hear(&text, out)?,
        };
        if let Next::Leave = next {
            return game.leave(out);
        }
    }
}
