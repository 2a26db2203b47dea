//! `foursight play`: a game at one terminal, between people, bots, or both.
//!
//! On a terminal it takes the whole screen, otherwise it is played line by line. Both are in
//! `foursight-terminal`; here arguments, settings and files become the first game of a sitting.

use std::env;
use std::io::{self, IsTerminal};

use foursight_core::{Game, Ruleset};
use foursight_record::{GameRecord, GameResult};
use foursight_terminal::full::{self, Settings};
use foursight_terminal::keep::{files, rescue};
use foursight_terminal::line;
use foursight_terminal::opponents::Players;
use foursight_terminal::sitting::{FirstGame, Official, Options};

use crate::args::PlayArgs;
use crate::bot_args::OnOff;
use crate::exit::{Exit, Failure};
use crate::opponents;
use crate::output::Out;
use crate::positions::{Reading, read_only_record};
use crate::screen_settings::ScreenSettings;
use crate::settings::Layers;

/// Variables that name the locale, the one that counts most first.
const LOCALE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

pub(crate) fn run(args: &PlayArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let first = first_game(args, ruleset)?;
    args.ruleset.refuse_conflict(first.record.ruleset())?;
    let mut players = opponents::players(&args.players, layers, first.record.ruleset())?;
    if args.resume && !args.players.name_seats() {
        for (seat, known) in players.seats.iter_mut().zip(rescue::seats(&first.record)) {
            *seat = known.unwrap_or_else(|| seat.clone());
        }
    }
    sit_down(args, layers, (first, players), None, out)
}

/// Seats everybody at a table, on the whole screen or line by line.
pub(crate) fn sit_down(
    args: &PlayArgs,
    layers: &Layers,
    (first, players): (FirstGame, Players),
    official: Option<Official>,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let screen = ScreenSettings::pick(&args.screen, layers)?;
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_line_mode = args.plain
        || args.show.is_some()
        || is_dumb
        || !out.is_terminal()
        || !io::stdin().is_terminal()
        // A game that was resigned or agreed on has only words to offer, no moves.
        || GameResult::of(first.record.game()) != first.record.result();
    let options = Options {
        is_plain: args.plain,
        show: args.show,
        save: args.save.clone(),
        official,
    };
    if is_line_mode {
        line::run(&options, first, players, out)
    } else {
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
            ..Settings::default()
        };
        full::run(&options, first, players, settings, out)
    }
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
            let from = args.from;
            let reading = Reading {
                from,
                ..Reading::from(ruleset)
            };
            let record = read_only_record(text, reading)?;
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
