//! How often a bot's move keeps what perfect play would get, measured on positions whose every
//! move has a known verdict.

use std::cmp::Ordering;

use foursight_core::{Game, Move};

use super::{Interval, wilson};
use crate::{Bot, Budget};

/// A game with the exact value of each legal move for the player to move. Only the sign and the
/// order of the values matter: positive wins, 0 draws, negative loses; higher is better.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The game so far.
    pub game: Game,
    /// Every legal move with its value.
    pub values: Vec<(Move, i32)>,
}

impl Labelled {
    fn best(&self) -> Option<i32> {
        self.values.iter().map(|(_, value)| *value).max()
    }

    /// True if some moves win, draw or lose and others do not: the move matters.
    #[must_use]
    pub fn is_decisive(&self) -> bool {
        let signs = self.values.iter().map(|(_, value)| value.signum());
        signs.clone().min() != signs.max()
    }

    /// How a move compares with the best: `Less` loses a win or a draw, `Equal` keeps the
    /// outcome, `Greater` is also as fast or as slow as can be.
    #[must_use]
    pub fn judge(&self, step: Move) -> Ordering {
        let value = self.values.iter().find(|(legal, _)| *legal == step);
        match (value.map(|(_, value)| *value), self.best()) {
            (Some(value), Some(best)) if value == best => Ordering::Greater,
            (Some(value), Some(best)) if value.signum() == best.signum() => Ordering::Equal,
            _ => Ordering::Less,
        }
    }
}

/// How many moves were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Positions asked.
    pub positions: u32,
    /// Moves that kept the outcome.
    pub kept: u32,
    /// Moves that were exactly best: the fastest win, the slowest loss.
    pub best: u32,
    /// Positions where the move mattered.
    pub decisive: u32,
    /// Moves that kept the outcome there. Random play keeps about a third.
    pub decisive_kept: u32,
}

impl Accuracy {
    /// The share of decisive positions whose outcome was kept, the figure to compare bots by.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.decisive_kept) / f64::from(self.decisive.max(1))
    }

    /// Where the true share lies, with 95 % confidence.
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.share(), self.decisive)
    }
}

/// Asks a bot for a move in each position and compares it with the truth.
#[must_use]
pub fn accuracy(
    bot: &mut dyn Bot,
    positions: &[Labelled],
    budget: &Budget<'_>,
    seed: u64,
) -> Accuracy {
    let mut accuracy = Accuracy::default();
    for (labelled, part) in positions.iter().zip(0..) {
        let Some(choice) = bot.choose(&labelled.game, budget, seed.wrapping_add(part)) else {
            continue;
        };
        let judged = labelled.judge(choice.step);
        let kept = u32::from(judged.is_ge());
        accuracy.positions += 1;
        accuracy.kept += kept;
        accuracy.best += u32::from(judged.is_gt());
        if labelled.is_decisive() {
            accuracy.decisive += 1;
            accuracy.decisive_kept += kept;
        }
    }
    accuracy
}
