//! Who sits where, by flags and settings.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_bots::{Level, Personality};
use foursight_core::Ruleset;
use foursight_table::Who;
use foursight_terminal::nets::{NetInForce, read_net};
use foursight_terminal::opponents::{Cast, Players, bot, parse_who, person};
pub(crate) use foursight_terminal::opponents::{Knowledge, level_of};

use crate::books::BookInForce;
use crate::bot_args::{PlayersArgs, SeatName};
use crate::exit::{Failure, complain};
use crate::settings::{Layers, Sourced};

/// What bots know: the book and the net of the settings, else those that come with the program. If the book
/// is of no use by the rules that will be played, that is told.
pub(crate) fn knowledge(layers: &Layers, ruleset: Ruleset) -> Result<Knowledge, Failure> {
    let mut book = BookInForce::pick(None, layers)?;
    book.tell_unless_of(ruleset);
    Ok(Knowledge::new(book.book).with_net(net_in_force(layers)?, ruleset))
}

/// The net of the settings, if they name one. One that cannot be used is told, and the one that comes with the
/// program plays.
pub(crate) fn net_in_force(layers: &Layers) -> Result<NetInForce, Failure> {
    let Some(file) = layers.pick("net", None, |file| Ok(PathBuf::from(file)))? else {
        return Ok(NetInForce::default());
    };
    match read_net(&file.value) {
        Ok(net) => Ok(net.into()),
        Err(Failure::Told { message, .. }) => {
            complain(&format!(
                "the net of the settings ({}): {message}; the one that came with the program plays",
                file.source
            ));
            Ok(NetInForce::default())
        }
        Err(closed) => Err(closed),
    }
}

/// The seats that the flags and settings ask for.
pub(crate) fn players(
    args: &PlayersArgs,
    layers: &Layers,
    ruleset: Ruleset,
) -> Result<Players, Failure> {
    let seats = match (args.first.clone(), args.second.clone()) {
        (None, None) => {
            let opponent = opponent(args.level, layers)?.value;
            match (args.you, opponent) {
                (Some(_), Who::Person(_)) => {
                    return Err(Failure::usage(
                        "--you is your seat against a bot: add --level, as in --level hard",
                    ));
                }
                (Some(SeatName::Second), bot) => [bot, person()],
                (_, bot) => [person(), bot],
            }
        }
        seats => <[_; 2]>::from(seats).map(|who| who.unwrap_or_else(person)),
    };
    let cast = Cast {
        personality: personality(args.personality, layers)?.value,
        seed: args.seed.unwrap_or_else(seed_from_clock),
        knowledge: knowledge(layers, ruleset)?,
    };
    Ok(Players { seats, cast })
}

/// Who plays against you: a flag, else the settings, else another person.
pub(crate) fn opponent(flag: Option<Level>, layers: &Layers) -> Result<Sourced<Who>, Failure> {
    let flag = flag.map(bot);
    layers.pick_or("level", flag, person(), parse_who)
}

/// How bots like to play: a flag, else the settings, else balanced.
pub(crate) fn personality(
    flag: Option<Personality>,
    layers: &Layers,
) -> Result<Sourced<Personality>, Failure> {
    let parse = |name: &str| {
        let parsed = name.parse::<Personality>();
        parsed.map_err(|error| error.to_string())
    };
    layers.pick_or("personality", flag, Personality::default(), parse)
}

/// A number that differs from game to game.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
