//! Who sits where, by flags and settings.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_bots::{Level, Personality};
use foursight_core::Ruleset;
use foursight_terminal::nets::{NetInForce, read_net};
pub(crate) use foursight_terminal::opponents::{Knowledge, Seats, Sitter};

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
pub(crate) fn seats(
    args: &PlayersArgs,
    layers: &Layers,
    ruleset: Ruleset,
) -> Result<Seats, Failure> {
    let sitters = match (args.first, args.second) {
        (None, None) => {
            let opponent = opponent(args.level, layers)?.value;
            match (args.you, opponent) {
                (Some(_), Sitter::Human) => {
                    return Err(Failure::usage(
                        "--you is your seat against a bot: add --level, as in --level hard",
                    ));
                }
                (Some(SeatName::Second), bot) => [bot, Sitter::Human],
                (_, bot) => [Sitter::Human, bot],
            }
        }
        seats => <[_; 2]>::from(seats).map(|who| who.unwrap_or(Sitter::Human)),
    };
    let personality = personality(args.personality, layers)?.value;
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let knowledge = knowledge(layers, ruleset)?;
    Ok(Seats::new(sitters, personality, seed, knowledge))
}

/// Who plays against you: a flag, else the settings, else another person.
pub(crate) fn opponent(flag: Option<Level>, layers: &Layers) -> Result<Sourced<Sitter>, Failure> {
    let flag = flag.map(Sitter::Bot);
    layers.pick_or("level", flag, Sitter::Human, Sitter::parse)
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
