//! A bot with a fixed-depth alpha-beta search and a heuristic evaluation.

use std::cmp::Reverse;

use foursight_core::{Game, Move, REPETITIONS_MAX, SplitMix64};

use crate::alpha_beta::{AlphaBeta, DEPTH_MAX, MoveValues, SearchParams, evaluation_of};
use crate::insertion_sort::insertion_sort;
use crate::node::{ColumnOrder, GameNode, NodeTask, with_best_node};
use crate::transposition_table::BotTranspositionTable;
use crate::{Bot, Budget, Evaluation, MoveChoice, Weights};

/// Cost of a node of a variant without bitboards, relative to one with. The node limits of the
/// levels are divided by it, to keep their times alike.
const SLOW_NODE_COST: u64 = 8;
/// Maximum size of the transposition table: 2 to this power entries.
const TT_POWER_MAX: u32 = 18;

/// Among equals, one step outwards makes a move this many times less likely, for at most this many
/// steps.
const CENTRE_BIAS: usize = 3;
const CENTRE_BIAS_STEPS_MAX: usize = 12;

/// Alpha-beta with iterative deepening and a transposition table.
///
/// ```
/// use foursight_bots::{Bot, Budget, Evaluation, Searcher};
/// use foursight_core::{Column, Game};
///
/// let mut game = Game::default();
/// for number in [4, 1, 4, 1, 4, 1] {
///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
/// }
/// let choice = Searcher::new(2).choose(&game, &Budget::default(), 0).expect("not over");
/// assert_eq!(choice.evaluation, Evaluation::Win { plies: 1 });
/// assert_eq!(choice.mv.to_string(), "drop in column 4");
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Searcher {
    depth_max: u8,
    nodes_max: u64,
    weights: Weights,
    /// Maximum difference in points between moves that count as equal; `None` disables variety.
    variety: Option<i32>,
    tt: BotTranspositionTable,
}

impl Searcher {
    /// Creates a searcher of this depth, with the default weights and no node limit.
    #[must_use]
    pub fn new(depth_max: u8) -> Self {
        Self {
            depth_max: depth_max.clamp(1, DEPTH_MAX),
            nodes_max: u64::MAX,
            weights: Weights::BALANCED,
            variety: None,
            // Two plies contain no transpositions.
            tt: BotTranspositionTable::new(match depth_max {
                0..=2 => 0,
                3..=4 => 12,
                5..=6 => 15,
                7..=8 => 17,
                _ => TT_POWER_MAX,
            }),
        }
    }

    /// Sets the evaluation weights.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// Sets the node limit per move. Variants without bitboards get fewer, because their nodes take
    /// longer.
    #[must_use]
    pub fn with_nodes(self, nodes_max: u64) -> Self {
        Self {
            nodes_max,
            tt: self.tt.for_nodes(nodes_max),
            ..self
        }
    }

    /// Treats moves within this many points of the best as equal, and picks one of them at random,
    /// central ones with higher probability. Without variety the choice is always one of the most
    /// central.
    #[must_use]
    pub fn with_variety(self, points: u16) -> Self {
        Self {
            variety: Some(points.into()),
            ..self
        }
    }

    /// Returns the size of its transposition table.
    #[must_use]
    pub const fn tt_bytes(&self) -> usize {
        self.tt.bytes()
    }

    fn margin(&self) -> i32 {
        self.variety.unwrap_or(0)
    }

    /// Returns its evaluation weights.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Searches a game and returns the values of all moves.
    pub(crate) fn search(&mut self, game: &Game, budget: &Budget<'_>) -> SearchReport {
        let own = if game.ruleset().variant().is_drop_only() {
            self.nodes_max
        } else {
            self.nodes_max / SLOW_NODE_COST
        };
        let repetition_keys = repetition_keys(game);
        let params = SearchParams {
            ruleset: game.ruleset(),
            weights: self.weights,
            budget,
            nodes_max: budget.nodes_within(own),
            repetition_keys: &repetition_keys,
        };
        let task = SearcherTask {
            params: &params,
            margin: self.margin(),
            tt: &mut self.tt,
            depth_max: self.depth_max,
        };
        with_best_node(game, task)
    }
}

impl Bot for Searcher {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        game.to_move()?;
        let report = self.search(game, budget);
        let best_moves = report.move_values.best_moves(self.margin());
        let mv = if self.variety.is_none() {
            pick_central(game, &best_moves, seed)?
        } else {
            pick_centre_weighted(game, &best_moves, seed)?
        };
        Some(report.into_choice(game, mv))
    }
}

/// Picks one of the most central of these moves. Mirror images are equally likely.
pub(crate) fn pick_central(game: &Game, best_moves: &[Move], seed: u64) -> Option<Move> {
    let order = ColumnOrder::new(game.ruleset());
    let rank = |mv: &Move| (order.distance_of(*mv), Reverse(matches!(mv, Move::Drop(_))));
    let nearest = best_moves.iter().map(rank).min()?;
    let central: Vec<Move> = best_moves
        .iter()
        .filter(|mv| rank(mv) == nearest)
        .copied()
        .collect();
    rng(game, seed).pick(&central).copied()
}

/// Picks one of these moves at random: the more central, the likelier. Mirror images are equally
/// likely.
pub(crate) fn pick_centre_weighted(game: &Game, best_moves: &[Move], seed: u64) -> Option<Move> {
    let order = ColumnOrder::new(game.ruleset());
    let mut rings: Vec<usize> = best_moves.iter().map(|s| order.distance_of(*s)).collect();
    insertion_sort(&mut rings, |distance| *distance);
    rings.dedup();
    let share = |mv: &Move| {
        let distance = order.distance_of(*mv);
        let ring = rings.iter().take_while(|ring| **ring < distance).count();
        CENTRE_BIAS.pow((CENTRE_BIAS_STEPS_MAX - ring.min(CENTRE_BIAS_STEPS_MAX)) as u32)
    };
    let mut random = rng(game, seed).below(best_moves.iter().map(share).sum());
    for mv in best_moves {
        match random.checked_sub(share(mv)) {
            Some(rest) => random = rest,
            None => return Some(*mv),
        }
    }
    None
}

/// Returns the generator of this ply.
fn rng(game: &Game, seed: u64) -> SplitMix64 {
    SplitMix64::for_stream(seed, game.moves().len() as u64)
}

/// Truncates a variation at the end of the game. The search does not see a draw by repetition
/// within it.
pub(crate) fn truncate_at_end(game: &Game, mut line: Vec<Move>) -> Vec<Move> {
    if !game.ruleset().variant().is_drop_only() {
        let mut game = game.clone();
        let legal = line.iter().take_while(|mv| game.apply(**mv).is_ok());
        let plies = legal.count();
        line.truncate(plies);
    }
    line
}

/// Returns the keys of the positions whose next repetition draws the game.
fn repetition_keys(game: &Game) -> Vec<u128> {
    if game.ruleset().variant().is_drop_only() {
        return Vec::new();
    }
    let keys: Vec<u128> = game.positions().map(GameNode::key).collect();
    let times = |key: &u128| keys.iter().filter(|other| *other == key).count();
    let mut avoid = Vec::new();
    for key in &keys {
        if !avoid.contains(key) && times(key) + 1 >= REPETITIONS_MAX {
            avoid.push(*key);
        }
    }
    avoid
}

/// Result of a search.
pub(crate) struct SearchReport {
    pub(crate) move_values: MoveValues,
    pub(crate) evaluation: Evaluation,
    pub(crate) nodes: u64,
    /// The principal variation of each of the best moves.
    lines: Vec<Vec<Move>>,
}

impl SearchReport {
    fn into_choice(self, game: &Game, mv: Move) -> MoveChoice {
        let line = self.lines.into_iter().find(|line| line[0] == mv);
        let line = line.unwrap_or_else(|| vec![mv]);
        MoveChoice {
            mv,
            evaluation: self.evaluation,
            depth: self.move_values.depth.into(),
            nodes: self.nodes,
            principal_variation: truncate_at_end(game, line),
        }
    }
}

struct SearcherTask<'a> {
    params: &'a SearchParams<'a>,
    tt: &'a mut BotTranspositionTable,
    depth_max: u8,
    margin: i32,
}

impl NodeTask for SearcherTask<'_> {
    type Output = SearchReport;

    fn run<N: GameNode>(self, node: N) -> SearchReport {
        let mut search = AlphaBeta::new(node.to_move(), self.params, self.tt);
        let values = search.deepen(&node, self.depth_max, self.margin);
        let evaluation = match values.depth {
            0 => Evaluation::None,
            _ => evaluation_of(values.best(), search.is_exhaustive()),
        };
        let lines = values
            .best_moves(self.margin)
            .into_iter()
            .map(|mv| search.line(&node, mv, values.depth))
            .collect();
        SearchReport {
            nodes: search.nodes(),
            move_values: values,
            evaluation,
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Personality;
    use crate::arena::random_opening;
    use crate::windows::Windows;
    use foursight_core::{Ruleset, Variant};

    /// Counts the windows lacking one or two discs that a personality's moves leave to itself and
    /// to the opponent, over many positions.
    fn windows_left(personality: Personality) -> [u32; 2] {
        let mut bot = Searcher::new(4).with_weights(personality.weights());
        let windows = Windows::<u128>::new(Ruleset::STANDARD);
        let mut left = [0; 2];
        for seed in 0..1_000 {
            let game = random_opening(Ruleset::STANDARD, 4 + seed as usize % 16, seed);
            let me = game.position().to_move();
            let choice = bot
                .choose(&game, &Budget::default(), seed)
                .expect("not over");
            let board = game.after(choice.mv).expect("legal").position().board();
            for (player, sum) in [me, me.opponent()].into_iter().zip(&mut left) {
                let counts = windows.counts(board.bits(player), board.bits(player.opponent()));
                *sum += 2 * counts.one_short + counts.two_short;
            }
        }
        left
    }

    /// Among moves that count as equal the most central is played most often, and others as well.
    #[test]
    fn the_centre_is_preferred_among_equals() {
        const SEEDS: u64 = 200;
        let sizes = [(7, 6, 4), (8, 7, 4), (6, 5, 4), (9, 6, 5)];
        for (width, height, connect) in sizes {
            let ruleset = Ruleset::new(width, height, connect, Variant::default());
            let ruleset = ruleset.expect("a valid size");
            for plies in [2, 5, 8] {
                let game = random_opening(ruleset, plies, u64::from(width));
                let mut bot = Searcher::new(4).with_variety(2);
                let report = bot.search(&game, &Budget::default());
                let best_moves = report.move_values.best_moves(2);
                let order = ColumnOrder::new(ruleset);
                let nearest = best_moves.iter().map(|mv| order.distance_of(*mv)).min();
                let mut counts = vec![0; best_moves.len()];
                for seed in 0..SEEDS {
                    let choice = bot.choose(&game, &Budget::default(), seed);
                    let mv = choice.expect("not over").mv;
                    let place = best_moves.iter().position(|equal| *equal == mv);
                    counts[place.expect("one of the equals")] += 1;
                }
                let most = counts.iter().max().expect("there are moves");
                for (mv, count) in best_moves.iter().zip(&counts) {
                    let is_central = Some(order.distance_of(*mv)) == nearest;
                    assert!(is_central || count < most, "{best_moves:?} {counts:?}");
                    assert!(*count > 0, "no variety: {best_moves:?} {counts:?}");
                }
            }
        }
    }

    #[test]
    fn personalities_differ_in_the_direction_they_claim() {
        let [aggressive, balanced, defensive] = Personality::ALL.map(windows_left);
        assert!(aggressive[0] > balanced[0] && balanced[0] > defensive[0]);
        assert!(aggressive[1] > balanced[1] && balanced[1] > defensive[1]);
    }
}
