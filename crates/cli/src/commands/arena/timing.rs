//! How long the players think: time of the processor for a move, over random positions from the
//! empty grid to a nearly full one.

use foursight_bots::arena::opening;
use foursight_bots::{Budget, Dice};
use foursight_core::{Game, Ruleset};
use serde::Serialize;

use crate::bot_args::ArenaArgs;
use crate::bot_players::BotPlayer;
use crate::clock::Stopwatch;
use crate::exit::Failure;
use crate::opponents::Knowledge;
use crate::progress::Bar;

/// The time of a player's moves.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Timing {
    moves: usize,
    /// Of the processor, or by the clock on the wall where the system does not tell.
    clock: &'static str,
    pub(super) mean_ms: f64,
    pub(super) slowest_ms: f64,
}

/// Times every player on the same positions, one after the other; none if it is not wanted.
pub(super) fn timings(
    args: &ArenaArgs,
    ruleset: Ruleset,
    players: &[BotPlayer],
    knowledge: &Knowledge,
) -> Result<Vec<Option<Timing>>, Failure> {
    if args.timing == 0 {
        return Ok(vec![None; players.len()]);
    }
    let mut dice = Dice::for_part(args.seed, u64::from(args.timing));
    let games: Vec<Game> = (0..args.timing)
        .map(|_| opening(ruleset, dice.roll(ruleset.spaces()), dice.bits()))
        .collect();
    let bar = Bar::new(0, (players.len() * games.len()) as u64, "timing moves");
    let timed = players.iter().map(|player| {
        let mut bot = player.bot(knowledge)?;
        let budget = Budget {
            nodes: args.nodes,
            stop: None,
        };
        let mut timing = Timing {
            moves: games.len(),
            clock: Stopwatch::start().read().clock,
            mean_ms: 0.0,
            slowest_ms: 0.0,
        };
        for game in &games {
            let watch = Stopwatch::start();
            bot.choose(game, &budget, args.seed);
            let spent_ms = watch.read().seconds * 1000.0;
            timing.mean_ms += spent_ms / games.len() as f64;
            timing.slowest_ms = timing.slowest_ms.max(spent_ms);
            bar.advance();
        }
        Ok(Some(timing))
    });
    timed.collect()
}
