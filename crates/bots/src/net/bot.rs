//! The opponents that ask a net: one that plays what it sees at first sight, and one that searches with it.

use std::sync::Arc;

use foursight_core::{Column, Game, Move};

use super::puct::Tree;
use super::{Discs, Net, Sight};
use crate::{Bot, Budget, Choice, Dice, Evaluation, Searcher, level};

/// Columns whose share is at least so much of the best one's pass for equal, so that games do not repeat
/// themselves.
const EQUAL_SHARE: f32 = 0.97;

/// A bot that asks a net.
///
/// Nets know the standard game on 7 × 6; in any other game one that looks as far as Hard moves in its stead,
/// and whoever shows the game says so.
pub struct Neural {
    net: Arc<Net>,
    /// Positions it looks at before a move; 1 is the one that stands.
    looks: u64,
    stand_in: Option<Searcher>,
}

impl Neural {
    /// Plays what the net sees at first sight.
    #[must_use]
    pub const fn new(net: Arc<Net>) -> Self {
        Self {
            net,
            looks: 1,
            stand_in: None,
        }
    }

    /// Searches with the net, which looks at so many positions before each move.
    #[must_use]
    pub const fn with_search(net: Arc<Net>, looks: u64) -> Self {
        Self {
            net,
            looks,
            stand_in: None,
        }
    }
}

impl Bot for Neural {
    #[inline]
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        game.to_move()?;
        let Some(drops) = game.position().classic() else {
            let stand_in = self.stand_in.get_or_insert_with(level::stand_in);
            return stand_in.choose(game, budget, seed);
        };
        if self.looks > 1 {
            let mut tree = Tree::new(&self.net, drops.into());
            tree.grow(budget.nodes_within(self.looks), budget);
            return tree.choice();
        }
        let sight = self.net.look(drops.into());
        let mut dice = Dice::for_part(seed, game.moves().len() as u64);
        let step = drop_in(at_first_sight(&sight, drops.into(), &mut dice)?)?;
        Some(Choice {
            step,
            evaluation: Evaluation::Share(f64::from(sight.value())),
            depth: 0,
            nodes: 1,
            line: vec![step],
        })
    }
}

/// The best column, or one that looks as good.
#[inline]
fn at_first_sight(sight: &Sight, discs: Discs, dice: &mut Dice) -> Option<usize> {
    let best = sight.best()?;
    let good = sight.merit(best) * EQUAL_SHARE;
    let equal: Vec<usize> = (0..super::COLUMNS)
        .filter(|column| discs.after(*column).is_some() && sight.merit(*column) >= good)
        .collect();
    dice.pick(&equal).copied()
}

pub(super) fn drop_in(column: usize) -> Option<Move> {
    Column::from_index(column).map(Move::Drop)
}
