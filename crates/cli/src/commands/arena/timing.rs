//! Measures the CPU time of moves on random positions from the empty board to a nearly full one.

use foursight_bots::Budget;
use foursight_bots::arena::random_opening;
use foursight_core::{Game, Ruleset, SplitMix64};
use serde::Serialize;

use crate::bot_args::ArenaArgs;
use crate::bot_players::BotPlayer;
use crate::exit::CliError;
use crate::opponents::BotKnowledge;
use crate::progress::ProgressBar;
use crate::stopwatch::Stopwatch;

/// The time of a player's moves.
#[derive(Clone, Copy, Serialize)]
pub(super) struct MoveTiming {
    moves: usize,
    /// `cpu`, or `wall` if the system does not report CPU time.
    clock: &'static str,
    pub(super) mean_ms: f64,
    pub(super) slowest_ms: f64,
}

/// Times every player on the same positions, one after the other. Returns `None` for each if timing
/// is off.
pub(super) fn timings(
    args: &ArenaArgs,
    ruleset: Ruleset,
    players: &[BotPlayer],
    knowledge: &BotKnowledge,
) -> Result<Vec<Option<MoveTiming>>, CliError> {
    if args.timing == 0 {
        return Ok(vec![None; players.len()]);
    }
    let mut rng = SplitMix64::for_stream(args.seed, u64::from(args.timing));
    let games: Vec<Game> = (0..args.timing)
        .map(|_| random_opening(ruleset, rng.below(ruleset.cells()), rng.next_u64()))
        .collect();
    let bar = ProgressBar::new(0, (players.len() * games.len()) as u64, "timing moves");
    let results = players.iter().map(|player| {
        let mut bot = player.bot(knowledge)?;
        let budget = Budget {
            nodes: args.nodes,
            should_stop: None,
        };
        let mut timing = MoveTiming {
            moves: games.len(),
            clock: Stopwatch::start().read().clock,
            mean_ms: 0.0,
            slowest_ms: 0.0,
        };
        for game in &games {
            let stopwatch = Stopwatch::start();
            bot.choose(game, &budget, args.seed);
            let spent_ms = stopwatch.read().seconds * 1000.0;
            timing.mean_ms += spent_ms / games.len() as f64;
            timing.slowest_ms = timing.slowest_ms.max(spent_ms);
            bar.advance();
        }
        Ok(Some(timing))
    });
    results.collect()
}
