//! Bots that do not always do their best: dice, and mixtures of a stronger and a weaker bot.

use foursight_core::Game;

use crate::{Bot, Budget, Choice, Dice};

/// Makes any legal move, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Bot for Uniform {
    fn choose(&mut self, game: &Game, _: &Budget<'_>, seed: u64) -> Option<Choice> {
        let mut dice = Dice::for_part(seed, game.moves().len() as u64);
        dice.pick(&game.legal_moves()).copied().map(Choice::blind)
    }
}

/// Plays some moves like one bot and the others like another.
///
/// With [`Uniform`] as the other it is a weaker bot with lapses. With a short-sighted searcher as
/// the other of an exact one, it errs like a person: it sees what is there and overlooks what is
/// coming.
#[derive(Clone, Debug)]
pub struct Mixed<A, B> {
    usual: A,
    other: B,
    usual_percent: u8,
}

impl<A: Bot, B: Bot> Mixed<A, B> {
    /// Plays like `usual` in this many of a hundred moves, and like `other` in the rest.
    pub const fn new(usual: A, usual_percent: u8, other: B) -> Self {
        Self {
            usual,
            other,
            usual_percent,
        }
    }
}

impl<A: Bot, B: Bot> Bot for Mixed<A, B> {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        // Not the dice of the bots themselves, or their choices would go with the roll.
        const SIDE: u64 = 0x6d69_7865;
        let mut dice = Dice::for_part(seed ^ SIDE, game.moves().len() as u64);
        if dice.chance(self.usual_percent) {
            self.usual.choose(game, budget, seed)
        } else {
            self.other.choose(game, budget, seed)
        }
    }
}
