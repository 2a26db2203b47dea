//! Chooses the players from flags and settings.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_bots::{Level, Personality};
use foursight_core::Ruleset;
use foursight_table::Occupant;
use foursight_terminal::nets::{ActiveNet, read_net};
pub(crate) use foursight_terminal::players::{BotKnowledge, level_of};
use foursight_terminal::players::{BotRecipe, SessionPlayers, bot_seat, parse_seat, person_seat};

use crate::books::ActiveBook;
use crate::bot_args::{PlayersArgs, SeatName};
use crate::exit::{CliError, print_message};
use crate::settings::{CliSettings, WithOrigin};

/// Loads the book and the net that bots use: those of the settings, else those embedded in the
/// program. Warns if the book does not cover the ruleset.
pub(crate) fn knowledge(
    settings: &CliSettings,
    ruleset: Ruleset,
) -> Result<BotKnowledge, CliError> {
    let mut book = ActiveBook::load(None, settings)?;
    book.warn_if_unused_for(ruleset);
    Ok(BotKnowledge::new(book.book).with_net(configured_net(settings)?, ruleset))
}

/// Loads the net of the settings. Warns and falls back to the embedded net if that fails.
pub(crate) fn configured_net(settings: &CliSettings) -> Result<ActiveNet, CliError> {
    let Some(file) = settings.resolve("net", None, |file| Ok(PathBuf::from(file)))? else {
        return Ok(ActiveNet::default());
    };
    match read_net(&file.value) {
        Ok(net) => Ok(net.into()),
        Err(CliError::WithMessage { message, .. }) => {
            print_message(&format!(
                "the net of the settings ({}): {message}; using the shipped net",
                file.origin
            ));
            Ok(ActiveNet::default())
        }
        Err(other) => Err(other),
    }
}

/// Resolves the two seats.
pub(crate) fn players(
    args: &PlayersArgs,
    settings: &CliSettings,
    ruleset: Ruleset,
) -> Result<SessionPlayers, CliError> {
    let seats = match (args.first.clone(), args.second.clone()) {
        (None, None) => {
            let opponent = opponent(args.level, settings)?.value;
            match (args.you, opponent) {
                (Some(_), Occupant::Person(_)) => {
                    return Err(CliError::usage(
                        "--you is your seat against a bot: add --level, as in --level hard",
                    ));
                }
                (Some(SeatName::Second), bot) => [bot, person_seat()],
                (_, bot) => [person_seat(), bot],
            }
        }
        seats => <[_; 2]>::from(seats).map(|seat| seat.unwrap_or_else(person_seat)),
    };
    let cast = BotRecipe {
        personality: personality(args.personality, settings)?.value,
        seed: args.seed.unwrap_or_else(seed_from_clock),
        knowledge: knowledge(settings, ruleset)?,
    };
    Ok(SessionPlayers {
        seats,
        bot_recipe: cast,
    })
}

/// Resolves the opponent: from the flag, else the settings, else another person.
pub(crate) fn opponent(
    flag: Option<Level>,
    settings: &CliSettings,
) -> Result<WithOrigin<Occupant>, CliError> {
    let flag = flag.map(bot_seat);
    settings.resolve_or("level", flag, person_seat(), parse_seat)
}

/// Resolves the personality of bots: from the flag, else the settings, else balanced.
pub(crate) fn personality(
    flag: Option<Personality>,
    settings: &CliSettings,
) -> Result<WithOrigin<Personality>, CliError> {
    let parse = |name: &str| {
        let parsed = name.parse::<Personality>();
        parsed.map_err(|error| error.to_string())
    };
    settings.resolve_or("personality", flag, Personality::default(), parse)
}

/// Returns a seed that differs from game to game.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
