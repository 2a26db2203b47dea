//! Bots at online tables: they think on threads that hold nobody up, a few at a time.

use std::sync::{Arc, LazyLock};

use foursight_bots::{Budget, Level, Personality};
use foursight_core::{Game, Move};
use foursight_solver::Solver;
use tokio::sync::Semaphore;

use super::{Node, chance};

/// Nodes of the search for one move: some tenths of a second.
const NODES_MAX: u64 = 2_000_000;
/// Bots that think at once.
const AT_ONCE: usize = 2;

static TURNS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(AT_ONCE));

/// The level of this name. Those that ask a net have none here, and would play like another.
pub(super) fn level(name: &str) -> Option<Level> {
    name.parse()
        .ok()
        .filter(|level: &Level| level.net().is_none())
}

/// The move of a level; none if it has none.
pub(super) async fn choose(node: &Node, level: Level, game: Game) -> Option<Move> {
    let _turn = TURNS.acquire().await.ok()?;
    let book = node.book.as_ref().map(Arc::clone);
    let seed = chance::below(usize::MAX) as u64;
    let work = tokio::task::spawn_blocking(move || {
        let solver = || match &book {
            Some(book) => Solver::default().with_book(Arc::clone(book)),
            None => Solver::default(),
        };
        let mut bot = level.bot_knowing(Personality::Balanced, &solver);
        let choice = bot.choose(&game, &Budget::of_nodes(NODES_MAX), seed);
        // A bot that finds nothing in time still has to move.
        choice
            .map(|choice| choice.step)
            .or_else(|| game.legal_moves().first().copied())
    });
    work.await.ok().flatten()
}
