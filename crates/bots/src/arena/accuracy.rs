//! Measures how often a bot's move preserves the outcome of perfect play, on positions whose every
//! move has a known verdict.

use std::cmp::Ordering;

use foursight_core::{Game, Move};

use super::{ConfidenceInterval, wilson};
use crate::{Bot, Budget};

/// A game with the exact value of each legal move for the player to move. Only the sign and the
/// order of the values matter: positive wins, 0 draws, negative loses; higher is better.
#[derive(Clone, Debug)]
pub struct LabelledPosition {
    /// The game so far.
    pub game: Game,
    /// Every legal move with its value.
    pub values: Vec<(Move, i32)>,
}

impl LabelledPosition {
    fn best(&self) -> Option<i32> {
        self.values.iter().map(|(_, value)| *value).max()
    }

    /// Returns whether the moves differ in outcome: the choice matters.
    #[must_use]
    pub fn is_decisive(&self) -> bool {
        let signs = self.values.iter().map(|(_, value)| value.signum());
        signs.clone().min() != signs.max()
    }

    /// Compares a move with the best: `Less` loses a win or a draw, `Equal` preserves the outcome,
    /// `Greater` is also as fast or as slow as possible.
    #[must_use]
    pub fn grade(&self, mv: Move) -> Ordering {
        let value = self.values.iter().find(|(legal, _)| *legal == mv);
        match (value.map(|(_, value)| *value), self.best()) {
            (Some(value), Some(best)) if value == best => Ordering::Greater,
            (Some(value), Some(best)) if value.signum() == best.signum() => Ordering::Equal,
            _ => Ordering::Less,
        }
    }
}

/// Number of correct moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Positions tested.
    pub positions: u32,
    /// Moves that preserved the outcome.
    pub preserved: u32,
    /// Moves that were exactly best: the fastest win, the slowest loss.
    pub best: u32,
    /// Positions where the choice mattered.
    pub decisive: u32,
    /// Moves that preserved the outcome there. Random play preserves about a third.
    pub decisive_preserved: u32,
}

impl Accuracy {
    /// Returns the share of decisive positions whose outcome was preserved, the figure to compare
    /// bots by.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.decisive_preserved) / f64::from(self.decisive.max(1))
    }

    /// Returns the 95 % confidence interval of the share.
    #[must_use]
    pub fn interval(&self) -> ConfidenceInterval {
        wilson(self.share(), self.decisive)
    }
}

/// Lets a bot choose a move in each position and compares it with the exact values.
#[must_use]
pub fn accuracy(
    bot: &mut dyn Bot,
    positions: &[LabelledPosition],
    budget: &Budget<'_>,
    seed: u64,
) -> Accuracy {
    let mut accuracy = Accuracy::default();
    for (labelled, part) in positions.iter().zip(0..) {
        let Some(choice) = bot.choose(&labelled.game, budget, seed.wrapping_add(part)) else {
            continue;
        };
        let judged = labelled.grade(choice.mv);
        let preserved = u32::from(judged.is_ge());
        accuracy.positions += 1;
        accuracy.preserved += preserved;
        accuracy.best += u32::from(judged.is_gt());
        if labelled.is_decisive() {
            accuracy.decisive += 1;
            accuracy.decisive_preserved += preserved;
        }
    }
    accuracy
}
