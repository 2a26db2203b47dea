//! The bot that moved last, and its budget.

use foursight_bots::{Bot, Budget, Level, Personality};
use foursight_core::{Game, Ruleset};
use foursight_protocol::engine::EngineReply;

/// The reason sent to the page for a query that another engine answers.
pub(crate) const OTHER_ENGINE: &str = "another engine answers this";
/// Node budget of a bot for one move: a few seconds in a browser. Only perfect play without a book
/// reaches it, in the first moves; it then plays the result of a deep search.
const STANDARD_NODES_MAX: u64 = 24_000_000;
/// Node budget on boards other than the standard one, about four seconds. No book covers their first
/// moves and a proof may be out of reach; the bot then plays the best move found so far.
const OTHER_NODES_MAX: u64 = 6_000_000;

/// The bot that moved last, with its transposition table.
#[derive(Default)]
pub(crate) struct BotCache(Option<CachedBot>);

/// A bot with the parameters it was created from.
struct CachedBot {
    level: Level,
    personality: Personality,
    bot: Box<dyn Bot>,
}

impl BotCache {
    /// Returns the bot of these parameters, created by `new_bot` unless it moved last.
    pub(crate) fn bot(
        &mut self,
        level: Level,
        personality: Personality,
        new_bot: impl FnOnce() -> Option<Box<dyn Bot>>,
    ) -> Option<&mut dyn Bot> {
        let is_same =
            |cached: &CachedBot| (cached.level, cached.personality) == (level, personality);
        if !self.0.as_ref().is_some_and(is_same) {
            self.0 = Some(CachedBot {
                level,
                personality,
                bot: new_bot()?,
            });
        }
        match &mut self.0 {
            Some(cached) => Some(&mut *cached.bot),
            None => None,
        }
    }
}

/// Lets a bot choose a move.
pub(crate) fn choose_move(
    bot: &mut dyn Bot,
    game: &Game,
    seed: u64,
) -> Result<EngineReply, String> {
    let nodes = if game.ruleset() == Ruleset::STANDARD {
        STANDARD_NODES_MAX
    } else {
        OTHER_NODES_MAX
    };
    let choice = bot.choose(game, &Budget::of_nodes(nodes), seed);
    let choice = choice.ok_or("the game is over")?;
    Ok(EngineReply::Move {
        mv: choice.mv,
        depth: choice.depth,
        nodes: choice.nodes,
    })
}
