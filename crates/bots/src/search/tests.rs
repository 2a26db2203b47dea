//! The fast search against the slow and obvious one.

use foursight_core::{BothConnect, Fill, Game, Ruleset, Stock, Variant};

use super::*;
use crate::Dice;
use crate::arena::opening;
use crate::node::{Task, on_best_node};

/// Plain minimax: no bounds, no memo, no order, no budget.
fn plain<N: Node>(search: &mut Search<'_, N>, node: &N, depth: u8) -> i32 {
    match node.end() {
        Some(End::Won(winner)) if winner == node.to_move() => return WON,
        Some(End::Won(_)) => return -WON,
        Some(End::Tied(_)) => return 0,
        None => {}
    }
    if search.repeated.contains(&node.key()) {
        return 0;
    }
    if depth == 0 {
        return search.points(node);
    }
    let values = plain_moves(search, node, depth);
    values
        .into_iter()
        .map(|(_, value)| value)
        .max()
        .expect("a move")
}

fn plain_moves<N: Node>(search: &mut Search<'_, N>, node: &N, depth: u8) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    node.push_moves(&search.order, &mut moves);
    let value_of = |step: Move, search: &mut Search<'_, N>| {
        let next = node.after(step).expect("legal");
        let value = plain(search, &next, depth - 1);
        age(if next.to_move() == node.to_move() {
            value
        } else {
            -value
        })
    };
    moves
        .into_iter()
        .map(|step| (step, value_of(step, search)))
        .collect()
}

struct Compare<'a> {
    game: &'a Game,
    depth: u8,
    margin: i32,
}

impl Task for Compare<'_> {
    /// Nodes with the memo, and without.
    type Answer = [u64; 2];

    fn run<N: Node>(self, node: N) -> [u64; 2] {
        let budget = Budget::default();
        // Whatever stood before counts as seen often enough: that tests repetition hardest.
        let repeated: Vec<u128> = self.game.positions().skip(1).map(Node::key).collect();
        let terms = Terms {
            ruleset: self.game.ruleset(),
            weights: Weights::AGGRESSIVE.with_parity(7),
            budget: &budget,
            nodes_max: u64::MAX,
            repeated: match self.game.ruleset().variant() {
                Variant::PopOut(_) => &repeated,
                _ => &[],
            },
        };
        [14, 0].map(|memo_power| {
            let mut memo = Memo::new(memo_power);
            let mut search = Search::new(node.to_move(), &terms, &mut memo);
            let findings = search.deepen(&node, self.depth, self.margin);
            let nodes = search.nodes();
            let line = search.line(&node, findings.values[0].0, findings.depth);
            assert!(line.len() <= usize::from(findings.depth.max(1)));
            let truth = Findings {
                values: plain_moves(&mut search, &node, findings.depth),
                depth: findings.depth,
            };
            assert_eq!(findings.best(), truth.best(), "{:?}", self.game.position());
            let equals = findings.equals(self.margin);
            assert_eq!(
                equals,
                truth.equals(self.margin),
                "{:?}",
                self.game.position()
            );
            nodes
        })
    }
}

/// Compares on positions from random games and returns the nodes of both ways.
fn check(rules: Ruleset, depth: u8, games: u64) -> [u64; 2] {
    let mut total = [0; 2];
    for seed in 0..games {
        let plies = Dice::new(seed).roll(rules.spaces());
        let game = opening(rules, plies, seed);
        let margin = (seed % 3) as i32;
        let compare = Compare {
            game: &game,
            depth,
            margin,
        };
        let nodes = on_best_node(&game, compare);
        total = [total[0] + nodes[0], total[1] + nodes[1]];
    }
    total
}

#[test]
fn alpha_beta_with_or_without_memo_is_plain_minimax() {
    let standard = |width, height, connect| {
        Ruleset::new(width, height, connect, Variant::Standard).expect("fits")
    };
    let [with, without] = check(Ruleset::STANDARD, 5, 120);
    assert!(
        with < without,
        "the memo saves nothing: {with} of {without}"
    );
    check(standard(5, 4, 4), 7, 120);
    check(standard(3, 3, 2), 9, 20);
    check(standard(10, 10, 5), 3, 20);
    check(Ruleset::usual(Variant::FiveInARow), 4, 20);
    check(
        Ruleset::usual(Variant::PopOut(BothConnect::default())),
        3,
        30,
    );
    check(Ruleset::usual(Variant::PopTen(Fill::default())), 4, 20);
    check(Ruleset::usual(Variant::PopTen(Fill::Random(5))), 4, 20);
    check(Ruleset::usual(Variant::PowerUp(Stock::default())), 2, 20);
}

/// Looks deeper although a win is known.
struct Deep;

impl Task for Deep {
    type Answer = Findings;

    fn run<N: Node>(self, node: N) -> Findings {
        let budget = Budget::default();
        let terms = Terms {
            ruleset: Ruleset::STANDARD,
            weights: Weights::BALANCED,
            budget: &budget,
            nodes_max: u64::MAX,
            repeated: &[],
        };
        let mut memo = Memo::new(12);
        let mut search = Search::new(node.to_move(), &terms, &mut memo);
        let last = search.deepen(&node, 1, 0);
        search.root(&node, &last, 5, 0).expect("no budget")
    }
}

#[test]
fn a_faster_win_is_worth_more_at_every_depth() {
    // First wins at once in column 4; a deeper look must not prefer a slower win.
    let game = [4, 1, 4, 1, 4, 2]
        .iter()
        .fold(Game::default(), |game, number| {
            let column = foursight_core::Column::from_number(*number).expect("in range");
            game.drop_in(column).expect("legal")
        });
    let findings = on_best_node(&game, Deep);
    assert_eq!(findings.best(), WON - 1);
    assert_eq!(findings.equals(5).len(), 1);
}
