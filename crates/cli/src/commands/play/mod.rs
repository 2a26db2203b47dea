//! `foursight play`: a game at one terminal, between people, bots, or both.
//!
//! On a terminal it takes the whole screen (`tui`). Line mode asks, reads one line, and says in a
//! sentence what happened, so that a screen reader or a braille display follows the game from top
//! to bottom. Bad input changes nothing.

pub(crate) mod beside;
pub(crate) mod files;
mod interrupt;
pub(crate) mod rescue;
mod session;
mod typed;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use foursight_core::{Game, Player, Ruleset};
use foursight_record::{Form, GameRecord, GameResult, write};

use crate::args::PlayArgs;
use crate::bot_args::OnOff;
use crate::exit::{Exit, Failure};
use crate::input::next_line;
use crate::opponents::Seats;
use crate::output::Out;
use crate::positions::read_only_record;
use crate::screen_settings::ScreenSettings;
use crate::settings::Layers;
use crate::theme::EMOJI;
use crate::tui::{
    self,
    state::{Settings, State},
};
use crate::{house_rules, words};
use interrupt::LastWords;
use rescue::Running;
use session::{Next, Session};

/// Variables that name the locale, the one that counts most first.
const LOCALE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

pub(crate) fn run(args: &PlayArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let first = first_game(args, ruleset)?;
    args.ruleset.refuse_conflict(first.record.ruleset())?;
    let mut seats = Seats::from_args(&args.players, layers, first.record.ruleset())?;
    if args.resume && !args.players.name_seats() {
        seats.seat(rescue::sitters(&first.record));
    }
    let screen = ScreenSettings::pick(&args.screen, layers)?;
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_line_mode = args.plain
        || args.show.is_some()
        || is_dumb
        || !out.is_terminal()
        || !io::stdin().is_terminal()
        // A game that was resigned or agreed on has only words to offer, no moves.
        || GameResult::of(first.record.game()) != first.record.result();
    if is_line_mode {
        in_lines(args, first, seats, out)
    } else {
        full_screen(args, first, seats, &screen, out)
    }
}

/// The game on the whole screen.
fn full_screen(
    args: &PlayArgs,
    first: FirstGame,
    seats: Seats,
    screen: &ScreenSettings,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let settings = Settings {
        animation: screen.animation.value.is_on(),
        sound: screen.sound.value,
        confirm: screen.confirm.value,
        color: out.color(),
        ascii: args.screen.ascii || !speaks_utf8(),
        keys: screen.bindings.clone(),
        skin: screen.skin.value.skin,
        mouse: if args.screen.no_mouse {
            OnOff::Off
        } else {
            OnOff::On
        },
        keep_in: args.save.clone(),
        cut_off: rescue::waiting().filter(|_| first.resumed.is_none()),
    };
    let resume = resume_command(args, &seats);
    let mut running = Running::default();
    if let Some(path) = &first.resumed {
        running.opened(path);
    }
    let sitting = tui::run(first.record, seats, settings, running, out)?;
    let (state, mut running) = (sitting.state, sitting.running);
    let is_kept = args.save.is_some() && state.unsaved.is_none();
    if sitting.is_cut_off && state.is_unfinished() && !is_kept {
        let kept = running.keep(sitting.record, &state.seats);
        return Err(cut_off(&kept.map_err(Failure::storage)?));
    }
    say_at_the_end(args, &state, &resume, out)?;
    // It was said how to go on, if somebody saw it.
    out.flush()?;
    running.let_go();
    Ok(Exit::Done)
}

/// Says once more what matters, since the screen is gone.
fn say_at_the_end(
    args: &PlayArgs,
    state: &State,
    resume: &str,
    out: &mut Out,
) -> Result<(), Failure> {
    for game in &state.left_behind {
        let notation = write(game, Form::Notation, &EMOJI);
        out.line(&format!("A game you left: foursight play '{notation}'"))?;
    }
    if !state.game.moves().is_empty() {
        out.line(&words::status(&state.game))?;
    }
    if let Some(reason) = &state.unsaved {
        say_how_to_resume("foursight play", &state.game, out)?;
        return Err(Failure::storage(reason));
    }
    match &args.save {
        Some(path) if path.exists() => {
            out.line(&format!("The game is in {}.", path.display()))?;
        }
        _ if state.is_unfinished() => {
            say_how_to_resume(resume, &state.game, out)?;
        }
        _ => {}
    }
    Ok(())
}

/// How this sitting was begun, as far as it matters for going on.
fn resume_command(args: &PlayArgs, seats: &Seats) -> String {
    let mut command = "foursight play".to_owned();
    if args.plain {
        command.push_str(" --plain");
    }
    for (player, flag) in [(Player::First, "--first"), (Player::Second, "--second")] {
        if let Some(level) = seats.level(player) {
            command.extend([" ", flag, " ", level.name()]);
        }
    }
    command
}

/// Says how to go on with a game that has not ended.
fn say_how_to_resume(command: &str, game: &Game, out: &mut Out) -> Result<(), Failure> {
    let notation = write(game, Form::Notation, &EMOJI);
    out.line(&format!(
        "The game is not over. To go on: {command} '{notation}'"
    ))?;
    Ok(())
}

/// True if the locale says so, or says nothing.
fn speaks_utf8() -> bool {
    let locale = LOCALE_VARIABLES
        .into_iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty());
    let locale = locale.map(|value| value.to_string_lossy().to_lowercase());
    locale.is_none_or(|name| name.contains("utf-8") || name.contains("utf8"))
}

/// The game question by question, and if the terminal goes away meanwhile, in a file.
fn in_lines(
    args: &PlayArgs,
    first: FirstGame,
    seats: Seats,
    out: &mut Out,
) -> Result<Exit, Failure> {
    // One that is gone says that it is none.
    let had_terminal = io::stdin().is_terminal();
    let last_words = LastWords::on_signals(seats.clone(), had_terminal);
    if let Some(path) = &first.resumed {
        last_words.opened(path);
    }
    let asked = ask_in_lines(args, first, seats, last_words.clone(), out);
    let ended = asked.and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match (ended, had_terminal) {
        (Err(failure), true) => Err(match last_words.keep() {
            Some(Ok(path)) => cut_off(&path),
            Some(Err(reason)) => Failure::storage(reason),
            None => failure,
        }),
        (ended, _) => ended,
    }
}

/// The terminal is gone, and the game is here.
fn cut_off(path: &Path) -> Failure {
    let path = path.display();
    Failure::storage(format_args!("the terminal is gone; the game is in {path}"))
}

/// Who sits where, in words.
fn who_plays(seats: &Seats) -> String {
    match Player::BOTH.map(|player| seats.level(player)) {
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
    args: &PlayArgs,
    first: FirstGame,
    seats: Seats,
    last_words: LastWords,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut input = io::stdin().lock();
    // When a script types, nothing else ends the line of the question.
    let is_typed = input.is_terminal();

    let who = who_plays(&seats);
    out.paragraph(&format!(
        "Foursight, {who}, line mode. Type a move, or ? for help."
    ))?;
    out.paragraph(&house_rules::describe(first.record.ruleset()))?;
    if let Some(origin) = &first.origin {
        out.paragraph(&format!("Going on from {origin}."))?;
    }
    if let Some(path) = rescue::waiting().filter(|_| is_typed && first.resumed.is_none()) {
        let path = path.display();
        out.paragraph("A game was cut off earlier. To go on with it, type:")?;
        out.line(&format!("load {path}"))?;
    }
    let command = resume_command(args, &seats);
    let mut session = Session::new(first, args, command, seats, last_words)?;
    session.introduce(out)?;
    loop {
        session.let_bots_move(out)?;
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
    /// It was cut off and waited in this file.
    resumed: Option<PathBuf>,
}

fn first_game(args: &PlayArgs, ruleset: Ruleset) -> Result<FirstGame, Failure> {
    if let Some(path) = &args.save {
        files::check_can_save(path).map_err(Failure::storage)?;
    }
    if args.resume {
        let path = rescue::waiting().ok_or_else(|| {
            Failure::bad_input("no game was cut off, so there is none to go on with")
        })?;
        return Ok(FirstGame {
            record: files::load(&path, ruleset)?,
            origin: Some("the game that was cut off".to_owned()),
            is_kept: false,
            resumed: Some(path),
        });
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
            let record = read_only_record(text, ruleset)?;
            (record, Some("the position given".to_owned()))
        }
        (None, None) => (GameRecord::from_game(&Game::new(ruleset)), None),
    };
    Ok(FirstGame {
        record,
        origin,
        is_kept: saved.is_some(),
        resumed: None,
    })
}
