//! Weakened bots: random moves, and mixtures of a stronger and a weaker bot.

use foursight_core::{Game, SplitMix64};

use crate::{Bot, Budget, MoveChoice};

/// Plays a random legal move, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl Bot for RandomBot {
    fn choose(&mut self, game: &Game, _: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        let mut rng = SplitMix64::for_stream(seed, game.moves().len() as u64);
        rng.pick(&game.legal_moves())
            .copied()
            .map(MoveChoice::without_search)
    }
}

/// Plays some moves like one bot and the others like another.
///
/// With [`RandomBot`] as the other bot it is a weaker bot with lapses. With an exact bot and a
/// shallow searcher it errs like a person: it sees immediate tactics and overlooks deeper ones.
#[derive(Clone, Debug)]
pub struct Mixture<A, B> {
    usual: A,
    other: B,
    usual_percent: u8,
}

impl<A: Bot, B: Bot> Mixture<A, B> {
    /// Plays like `usual` in this percentage of moves, and like `other` in the rest.
    pub const fn new(usual: A, usual_percent: u8, other: B) -> Self {
        Self {
            usual,
            other,
            usual_percent,
        }
    }
}

impl<A: Bot, B: Bot> Bot for Mixture<A, B> {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        // A stream of its own, or the bots' choices would correlate with this draw.
        const SIDE: u64 = 0x6d69_7865;
        let mut rng = SplitMix64::for_stream(seed ^ SIDE, game.moves().len() as u64);
        if rng.bernoulli(self.usual_percent) {
            self.usual.choose(game, budget, seed)
        } else {
            self.other.choose(game, budget, seed)
        }
    }
}
