//! Alpha-beta against plain minimax.

use foursight_core::{BothConnectRule, Fill, Game, Ruleset, SplitMix64, Stock, Variant};

use super::*;
use crate::arena::random_opening;
use crate::node::{NodeTask, with_best_node};

/// Plain minimax: no window, no table, no ordering, no budget.
fn plain<N: GameNode>(search: &mut AlphaBeta<'_, N>, node: &N, depth: u8) -> i32 {
    match node.end() {
        Some(End::Won(winner)) if winner == node.to_move() => return WON,
        Some(End::Won(_)) => return -WON,
        Some(End::Draw(_)) => return 0,
        None => {}
    }
    if search.repetition_keys.contains(&node.key()) {
        return 0;
    }
    if depth == 0 {
        return search.evaluate(node);
    }
    let values = plain_moves(search, node, depth);
    values
        .into_iter()
        .map(|(_, value)| value)
        .max()
        .expect("a move")
}

fn plain_moves<N: GameNode>(
    search: &mut AlphaBeta<'_, N>,
    node: &N,
    depth: u8,
) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    node.push_moves(&search.order, &mut moves);
    let value_of = |mv: Move, search: &mut AlphaBeta<'_, N>| {
        let next = node.after(mv).expect("legal");
        let value = plain(search, &next, depth - 1);
        one_ply_further(if next.to_move() == node.to_move() {
            value
        } else {
            -value
        })
    };
    moves
        .into_iter()
        .map(|mv| (mv, value_of(mv, search)))
        .collect()
}

struct Compare<'a> {
    game: &'a Game,
    depth: u8,
    margin: i32,
}

impl NodeTask for Compare<'_> {
    /// Nodes with the table, and without.
    type Output = [u64; 2];

    fn run<N: GameNode>(self, node: N) -> [u64; 2] {
        let budget = Budget::default();
        // Every earlier position counts as repeated often enough: that tests repetition hardest.
        let repetition_keys: Vec<u128> = self.game.positions().skip(1).map(GameNode::key).collect();
        let params = SearchParams {
            ruleset: self.game.ruleset(),
            weights: Weights::AGGRESSIVE.with_parity(7),
            budget: &budget,
            nodes_max: u64::MAX,
            repetition_keys: match self.game.ruleset().variant() {
                Variant::PopOut(_) => &repetition_keys,
                _ => &[],
            },
        };
        [14, 0].map(|tt_power| {
            let mut tt = BotTranspositionTable::new(tt_power);
            let mut search = AlphaBeta::new(node.to_move(), &params, &mut tt);
            let values = search.deepen(&node, self.depth, self.margin);
            let nodes = search.nodes();
            let line = search.line(&node, values.values[0].0, values.depth);
            assert!(line.len() <= usize::from(values.depth.max(1)));
            let truth = MoveValues {
                values: plain_moves(&mut search, &node, values.depth),
                depth: values.depth,
            };
            assert_eq!(values.best(), truth.best(), "{:?}", self.game.position());
            let best_moves = values.best_moves(self.margin);
            assert_eq!(
                best_moves,
                truth.best_moves(self.margin),
                "{:?}",
                self.game.position()
            );
            nodes
        })
    }
}

/// Compares on positions from random games and returns the nodes of both searches.
fn check(rules: Ruleset, depth: u8, games: u64) -> [u64; 2] {
    let mut total = [0; 2];
    for seed in 0..games {
        let plies = SplitMix64::new(seed).below(rules.cells());
        let game = random_opening(rules, plies, seed);
        let margin = (seed % 3) as i32;
        let compare = Compare {
            game: &game,
            depth,
            margin,
        };
        let nodes = with_best_node(&game, compare);
        total = [total[0] + nodes[0], total[1] + nodes[1]];
    }
    total
}

#[test]
fn alpha_beta_with_or_without_table_equals_minimax() {
    let standard = |width, height, connect| {
        Ruleset::new(width, height, connect, Variant::Standard).expect("fits")
    };
    let [with, without] = check(Ruleset::STANDARD, 5, 120);
    assert!(
        with < without,
        "the table saves nothing: {with} of {without}"
    );
    check(standard(5, 4, 4), 7, 120);
    check(standard(3, 3, 2), 9, 20);
    check(standard(10, 10, 5), 3, 20);
    check(Ruleset::default_for(Variant::FiveInARow), 4, 20);
    check(
        Ruleset::default_for(Variant::PopOut(BothConnectRule::default())),
        3,
        30,
    );
    check(
        Ruleset::default_for(Variant::PopTen(Fill::default())),
        4,
        20,
    );
    check(
        Ruleset::default_for(Variant::PopTen(Fill::Random(5))),
        4,
        20,
    );
    check(
        Ruleset::default_for(Variant::PowerUp(Stock::default())),
        2,
        20,
    );
}

/// Searches deeper although a win is known.
struct Deep;

impl NodeTask for Deep {
    type Output = MoveValues;

    fn run<N: GameNode>(self, node: N) -> MoveValues {
        let budget = Budget::default();
        let params = SearchParams {
            ruleset: Ruleset::STANDARD,
            weights: Weights::BALANCED,
            budget: &budget,
            nodes_max: u64::MAX,
            repetition_keys: &[],
        };
        let mut tt = BotTranspositionTable::new(12);
        let mut search = AlphaBeta::new(node.to_move(), &params, &mut tt);
        let last = search.deepen(&node, 1, 0);
        search.root(&node, &last, 5, 0).expect("no budget")
    }
}

#[test]
fn a_faster_win_is_worth_more_at_every_depth() {
    // First wins at once in column 4; a deeper search must not prefer a slower win.
    let game = [4, 1, 4, 1, 4, 2]
        .iter()
        .fold(Game::default(), |game, number| {
            let column = foursight_core::Column::from_number(*number).expect("in range");
            game.drop_in(column).expect("legal")
        });
    let values = with_best_node(&game, Deep);
    assert_eq!(values.best(), WON - 1);
    assert_eq!(values.best_moves(5).len(), 1);
}
