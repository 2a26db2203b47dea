//! Line mode: prompts, reads one line, and answers in sentences, so that a screen reader or a
//! braille display follows the game from top to bottom. Invalid input changes nothing.

mod bot_turn;
mod game;
mod help;
mod parser;
mod print;

use std::io::{self, IsTerminal, Write};

use foursight_table::Occupant;

use crate::exit::{CliError, Exit};
use crate::house_rules;
use crate::line_input::next_line;
use crate::output::CliOutput;
use crate::players::{SessionPlayers, level_of, person_name};
use crate::saved_games::recovery;
use crate::saved_games::signals::SignalGuard;
use crate::session::{
    SessionOptions, SessionStart, TournamentGameMode, disconnected_failure, resume_command,
};
use game::{LineGame, LineStep};

pub use parser::parse_lesson_move;

/// Runs a session in line mode, and saves the game to a file if the terminal closes meanwhile.
///
/// # Errors
///
/// [`CliError`] if the terminal or a file fails.
pub fn run(
    options: &SessionOptions,
    first: SessionStart,
    players: SessionPlayers,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    // A closed terminal no longer counts as one.
    let had_terminal = io::stdin().is_terminal();
    let signal_guard = SignalGuard::install(players.seats.clone(), had_terminal);
    if let Some(path) = &first.recovered_from {
        signal_guard.set_opened(path);
    }
    let ended = run_prompts(options, first, players, signal_guard.clone(), out);
    let ended = ended.and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    if ended.is_ok() {
        signal_guard.end_session();
    }
    match (ended, had_terminal) {
        (Err(failure), true) => Err(match signal_guard.save() {
            Some(Ok(path)) => disconnected_failure(&path),
            Some(Err(reason)) => CliError::storage(reason),
            None => failure,
        }),
        (ended, _) => ended,
    }
}

/// Describes the seats in words.
fn describe_seats(seats: &[Occupant; 2]) -> String {
    if let [Some(first), Some(second)] = seats.each_ref().map(person_name) {
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

/// Prompts and answers until the user leaves.
fn run_prompts(
    options: &SessionOptions,
    first: SessionStart,
    players: SessionPlayers,
    signal_guard: SignalGuard,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let mut input = io::stdin().lock();
    // Input from a script does not end the line of the prompt.
    let is_interactive = input.is_terminal();

    let seats = describe_seats(&players.seats);
    out.paragraph(&format!(
        "Foursight, {seats}, line mode. Type a move, or ? for help."
    ))?;
    out.paragraph(&house_rules::describe(first.record.ruleset()))?;
    if options.tournament_game.is_some() {
        out.paragraph(&format!(
            "{} {}",
            TournamentGameMode::NO_UNDO_REASON,
            TournamentGameMode::NO_HELP_REASON
        ))?;
    }
    if let Some(origin) = &first.origin {
        out.paragraph(&format!("Continuing from {origin}."))?;
    }
    let may_load =
        is_interactive && first.recovered_from.is_none() && options.tournament_game.is_none();
    if let Some(path) = recovery::latest_interrupted_game().filter(|_| may_load) {
        let path = path.display();
        out.paragraph("An earlier game was interrupted. To continue it, type:")?;
        out.line(&format!("load {path}"))?;
    }
    let command = resume_command(options, &players.seats);
    let mut game = LineGame::new(first, options, command, players, signal_guard)?;
    game.introduce(out)?;
    loop {
        game.let_bots_move(out)?;
        if game.is_result_reported() {
            return game.leave(out);
        }
        out.prompt(&game.prompt())?;
        if !is_interactive {
            writeln!(out)?;
        }
        out.flush()?;
        let line = next_line(&mut input).map_err(|error| {
            CliError::storage(format_args!("cannot read standard input: {error}"))
        })?;
        let next = match line {
            None => {
                if is_interactive {
                    writeln!(out)?;
                }
                LineStep::Leave
            }
            Some(Err(error)) => {
                out.paragraph(&format!("Not understood: {error}."))?;
                LineStep::Prompt
            }
            Some(Ok(text)) => game.handle_line(&text, out)?,
        };
        if let LineStep::Leave = next {
            return game.leave(out);
        }
    }
}
