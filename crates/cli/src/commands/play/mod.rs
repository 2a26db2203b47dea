//! `foursight play`: a game at one terminal, between people, bots, or both.
//!
//! The game takes the whole screen of a terminal, and otherwise runs line by line. Both modes are
//! in `foursight-terminal`; this module turns arguments, settings and files into the first game of
//! a session.

use std::env;
use std::io::{self, IsTerminal};

use foursight_core::{Game, Ruleset};
use foursight_record::{GameRecord, GameResult};
use foursight_terminal::full_screen::{self, FullScreenSettings};
use foursight_terminal::line_mode;
use foursight_terminal::output::CliOutput;
use foursight_terminal::players::SessionPlayers;
use foursight_terminal::saved_games::{files, recovery};
use foursight_terminal::session::{SessionOptions, SessionStart, TournamentGameMode};

use crate::args::PlayArgs;
use crate::bot_args::OnOff;
use crate::exit::{CliError, Exit};
use crate::opponents;
use crate::positions::{InputOptions, read_only_record};
use crate::screen_settings::ScreenSettings;
use crate::settings::CliSettings;

/// Variables that name the locale, in order of precedence.
const LOCALE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

pub(crate) fn run(
    args: &PlayArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let ruleset = args.ruleset.ruleset(settings)?;
    let first = first_game(args, ruleset)?;
    args.ruleset.check_conflict(first.record.ruleset())?;
    let mut players = opponents::players(&args.players, settings, first.record.ruleset())?;
    if args.resume && !args.players.name_seats() {
        for (seat, remembered) in players
            .seats
            .iter_mut()
            .zip(recovery::recorded_seats(&first.record))
        {
            *seat = remembered.unwrap_or_else(|| seat.clone());
        }
    }
    start_session(args, settings, (first, players), None, out)
}

/// Starts a session, full-screen or line by line.
pub(crate) fn start_session(
    args: &PlayArgs,
    settings: &CliSettings,
    (first, players): (SessionStart, SessionPlayers),
    official: Option<TournamentGameMode>,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let screen_settings = ScreenSettings::resolve(&args.screen, settings)?;
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_line_mode = args.plain
        || args.show.is_some()
        || is_dumb
        || !out.is_terminal()
        || !io::stdin().is_terminal()
        // A game that ended by resignation or agreement has no last move to show.
        || GameResult::of(first.record.game()) != first.record.result();
    let options = SessionOptions {
        is_line_mode: args.plain,
        show: args.show,
        autosave_path: args.save.clone(),
        tournament_game: official,
    };
    if is_line_mode {
        line_mode::run(&options, first, players, out)
    } else {
        let full_settings = FullScreenSettings {
            animation: screen_settings.animation.value.is_on(),
            sound: screen_settings.sound.value,
            confirm: screen_settings.confirm.value,
            color: out.color(),
            ascii: args.screen.ascii || !is_utf8_locale(),
            keys: screen_settings.bindings.clone(),
            skin: screen_settings.skin.value.skin,
            mouse: if args.screen.no_mouse {
                OnOff::Off
            } else {
                OnOff::On
            },
            ..FullScreenSettings::default()
        };
        full_screen::run(&options, first, players, full_settings, out)
    }
}

/// True if the locale is UTF-8 or not set.
fn is_utf8_locale() -> bool {
    let locale = LOCALE_VARIABLES
        .into_iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty());
    let locale = locale.map(|value| value.to_string_lossy().to_lowercase());
    locale.is_none_or(|name| name.contains("utf-8") || name.contains("utf8"))
}

fn first_game(args: &PlayArgs, ruleset: Ruleset) -> Result<SessionStart, CliError> {
    if let Some(path) = &args.save {
        files::check_can_save(path).map_err(CliError::storage)?;
    }
    if args.resume {
        let path = recovery::latest_interrupted_game().ok_or_else(|| {
            CliError::bad_input("no game was interrupted, so there is none to resume")
        })?;
        return Ok(SessionStart {
            record: files::load(&path, ruleset)?,
            origin: Some("the interrupted game".to_owned()),
            is_saved: false,
            recovered_from: Some(path),
        });
    }
    let saved = args.save.as_ref().filter(|path| path.exists());
    let (record, origin) = match (saved, &args.position) {
        (Some(path), Some(_)) => {
            return Err(CliError::usage(format_args!(
                "{} already holds a game: leave out the position to continue it, or name another file",
                path.display()
            )));
        }
        (Some(path), None) => {
            let record = files::load(path, ruleset)?;
            (record, Some(path.display().to_string()))
        }
        (None, Some(text)) => {
            let from = args.from;
            let input_options = InputOptions {
                from,
                ..InputOptions::from(ruleset)
            };
            let record = read_only_record(text, input_options)?;
            (record, Some("the position given".to_owned()))
        }
        (None, None) => (GameRecord::from_game(&Game::new(ruleset)), None),
    };
    Ok(SessionStart {
        record,
        origin,
        is_saved: saved.is_some(),
        recovered_from: None,
    })
}
