//! Bots that use a net: one that plays its policy, and one that searches with it.

use std::sync::Arc;

use foursight_core::{Column, Game, Move, SplitMix64};

use super::puct::PuctTree;
use super::{Discs, Net, Prediction};
use crate::{Bot, Budget, Evaluation, MoveChoice, Searcher, level};

/// Columns with at least this share of the best score count as equal, so that games do not repeat.
const EQUAL_SCORE_RATIO: f32 = 0.97;

/// A bot that uses a net.
///
/// Nets support the standard game on 7 × 6 only. In any other game a searcher as strong as Hard
/// plays instead; the user interface must say so.
pub struct NeuralBot {
    net: Arc<Net>,
    /// Number of evaluations per move; 1 means no search.
    evaluations: u64,
    fallback: Option<Searcher>,
}

impl NeuralBot {
    /// Creates a bot that plays the top move of the policy.
    #[must_use]
    pub const fn new(net: Arc<Net>) -> Self {
        Self {
            net,
            evaluations: 1,
            fallback: None,
        }
    }

    /// Creates a bot that searches with the net, with this many evaluations per move.
    #[must_use]
    pub const fn with_search(net: Arc<Net>, evaluations: u64) -> Self {
        Self {
            net,
            evaluations,
            fallback: None,
        }
    }
}

impl Bot for NeuralBot {
    #[inline]
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        game.to_move()?;
        let Some(drops) = game.position().as_standard() else {
            let fallback = self.fallback.get_or_insert_with(level::fallback_bot);
            return fallback.choose(game, budget, seed);
        };
        if self.evaluations > 1 {
            let mut tree = PuctTree::new(&self.net, drops.into());
            tree.search(budget.nodes_within(self.evaluations), budget);
            return tree.choice();
        }
        let prediction = self.net.evaluate(drops.into());
        let mut rng = SplitMix64::for_stream(seed, game.moves().len() as u64);
        let mv = drop_in(policy_move(&prediction, drops.into(), &mut rng)?)?;
        Some(MoveChoice {
            mv,
            evaluation: Evaluation::ExpectedScore(f64::from(prediction.value())),
            depth: 0,
            nodes: 1,
            principal_variation: vec![mv],
        })
    }
}

/// Returns the best column, or one that is nearly as good.
#[inline]
fn policy_move(prediction: &Prediction, discs: Discs, rng: &mut SplitMix64) -> Option<usize> {
    let best = prediction.best()?;
    let good = prediction.move_score(best) * EQUAL_SCORE_RATIO;
    let equal: Vec<usize> = (0..super::COLUMNS)
        .filter(|column| discs.after(*column).is_some() && prediction.move_score(*column) >= good)
        .collect();
    rng.pick(&equal).copied()
}

pub(super) fn drop_in(column: usize) -> Option<Move> {
    Column::from_index(column).map(Move::Drop)
}
