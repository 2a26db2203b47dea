//! Bots in online games, which search on the blocking pool, a few at a time.

use std::sync::{Arc, LazyLock};

use foursight_bots::{Budget, Level, Personality};
use foursight_core::{Game, Move};
use foursight_solver::Solver;
use tokio::sync::Semaphore;

use super::{ServerNode, random};

/// Node budget of one move: some tenths of a second.
const NODES_MAX: u64 = 2_000_000;
/// Maximum number of searches at once.
const CONCURRENCY_MAX: usize = 2;

static PERMITS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(CONCURRENCY_MAX));

/// Returns the level of this name. Levels with a neural net are not available here.
pub(super) fn level(name: &str) -> Option<Level> {
    name.parse()
        .ok()
        .filter(|level: &Level| level.net().is_none())
}

/// Chooses a move; `None` if there is no legal one.
pub(super) async fn choose(node: &ServerNode, level: Level, game: Game) -> Option<Move> {
    let _permit = PERMITS.acquire().await.ok()?;
    let book = node.book.as_ref().map(Arc::clone);
    let seed = random::random_below(usize::MAX) as u64;
    let search = tokio::task::spawn_blocking(move || {
        let solver = || match &book {
            Some(book) => Solver::default().with_book(Arc::clone(book)),
            None => Solver::default(),
        };
        let mut bot = level.bot_with_solver(Personality::Balanced, &solver);
        let choice = bot.choose(&game, &Budget::of_nodes(NODES_MAX), seed);
        // A bot without a result within its budget still has to move.
        choice
            .map(|choice| choice.mv)
            .or_else(|| game.legal_moves().first().copied())
    });
    search.await.ok().flatten()
}
