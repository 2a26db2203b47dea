//! A bot that looks a fixed number of moves ahead and weighs what it sees there.

use std::cmp::Reverse;

use foursight_core::{Game, Move, REPETITIONS_MAX};

use crate::few::sort_few;
use crate::memo::Memo;
use crate::node::{Node, Order, Task, on_best_node};
use crate::search::{DEPTH_MAX, Findings, Search, Terms, evaluation_of};
use crate::{Bot, Budget, Choice, Dice, Evaluation, Weights};

/// A position of a variant that is not played on bitboards costs about as much as this many
/// that are. The node limits of the levels are divided by it, to keep their time alike.
const SLOW_NODE_COST: u64 = 8;
/// The memo of a deep search has room for 2 to this power positions.
const MEMO_POWER_MAX: u32 = 18;

/// Among equals, one step outwards makes a move so many times less likely, for at most so many steps.
const OUTWARDS: usize = 3;
const OUTWARDS_STEPS_MAX: usize = 12;

/// Minimax with alpha-beta, iterative deepening and a memo.
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
/// assert_eq!(choice.step.to_string(), "drop in column 4");
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Searcher {
    depth_max: u8,
    nodes_max: u64,
    weights: Weights,
    /// How much worse a move may be that still passes for equal; without it the choice does not vary.
    variety: Option<i32>,
    memo: Memo,
}

impl Searcher {
    /// Looks this many moves ahead, with the plain weights and no limit on nodes.
    #[must_use]
    pub fn new(depth_max: u8) -> Self {
        Self {
            depth_max: depth_max.clamp(1, DEPTH_MAX),
            nodes_max: u64::MAX,
            weights: Weights::BALANCED,
            variety: None,
            // Two plies never meet the same position twice.
            memo: Memo::new(match depth_max {
                0..=2 => 0,
                3..=4 => 12,
                5..=6 => 15,
                7..=8 => 17,
                _ => MEMO_POWER_MAX,
            }),
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// The same with a limit on nodes for each move. Variants that are not played on bitboards
    /// get fewer, as their nodes take longer.
    #[must_use]
    pub fn with_nodes(self, nodes_max: u64) -> Self {
        Self {
            nodes_max,
            memo: self.memo.for_nodes(nodes_max),
            ..self
        }
    }

    /// The same, but moves that are worse by at most so many points pass for equal, and equal
    /// moves are drawn by lot, the more central the likelier. Without variety the choice is always
    /// one of the most central.
    #[must_use]
    pub fn with_variety(self, points: u16) -> Self {
        Self {
            variety: Some(points.into()),
            ..self
        }
    }

    /// The same without a memory for positions, slower and otherwise alike.
    #[must_use]
    pub fn without_memo(self) -> Self {
        Self {
            memo: Memo::new(0),
            ..self
        }
    }

    /// How much memory it takes for positions seen before.
    #[must_use]
    pub const fn memo_bytes(&self) -> usize {
        self.memo.bytes()
    }

    fn margin(&self) -> i32 {
        self.variety.unwrap_or(0)
    }

    /// The weights it plays by.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Every move that is as good as the best, the most central first, and what was seen.
    pub(crate) fn survey(&mut self, game: &Game, budget: &Budget<'_>) -> Survey {
        let own = if game.ruleset().variant().is_drop_only() {
            self.nodes_max
        } else {
            self.nodes_max / SLOW_NODE_COST
        };
        let repeated = positions_to_avoid(game);
        let terms = Terms {
            ruleset: game.ruleset(),
            weights: self.weights,
            budget,
            nodes_max: budget.nodes_within(own),
            repeated: &repeated,
        };
        let task = Look {
            terms: &terms,
            margin: self.margin(),
            memo: &mut self.memo,
            depth_max: self.depth_max,
        };
        on_best_node(game, task)
    }
}

impl Bot for Searcher {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        game.to_move()?;
        let survey = self.survey(game, budget);
        let equals = survey.findings.equals(self.margin());
        let step = if self.variety.is_none() {
            pick_central(game, &equals, seed)?
        } else {
            pick_likelier_inwards(game, &equals, seed)?
        };
        Some(survey.into_choice(game, step))
    }
}

/// One of the most central of these moves. Mirror images are drawn by lot.
pub(crate) fn pick_central(game: &Game, equals: &[Move], seed: u64) -> Option<Move> {
    let order = Order::new(game.ruleset());
    let rank = |step: &Move| {
        (
            order.distance_of(*step),
            Reverse(matches!(step, Move::Drop(_))),
        )
    };
    let nearest = equals.iter().map(rank).min()?;
    let central: Vec<Move> = equals
        .iter()
        .filter(|step| rank(step) == nearest)
        .copied()
        .collect();
    dice(game, seed).pick(&central).copied()
}

/// One of these moves, drawn by lot: the more central, the likelier. Mirror images are alike.
pub(crate) fn pick_likelier_inwards(game: &Game, equals: &[Move], seed: u64) -> Option<Move> {
    let order = Order::new(game.ruleset());
    let mut rings: Vec<usize> = equals.iter().map(|s| order.distance_of(*s)).collect();
    sort_few(&mut rings, |distance| *distance);
    rings.dedup();
    let share = |step: &Move| {
        let distance = order.distance_of(*step);
        let ring = rings.iter().take_while(|ring| **ring < distance).count();
        OUTWARDS.pow((OUTWARDS_STEPS_MAX - ring.min(OUTWARDS_STEPS_MAX)) as u32)
    };
    let mut rolled = dice(game, seed).roll(equals.iter().map(share).sum());
    for step in equals {
        match rolled.checked_sub(share(step)) {
            Some(rest) => rolled = rest,
            None => return Some(*step),
        }
    }
    None
}

/// The dice of this ply.
fn dice(game: &Game, seed: u64) -> Dice {
    Dice::for_part(seed, game.moves().len() as u64)
}

/// A line as far as the game goes on. A search does not see a tie by repetition within it.
pub(crate) fn until_the_end(game: &Game, mut line: Vec<Move>) -> Vec<Move> {
    if !game.ruleset().variant().is_drop_only() {
        let mut game = game.clone();
        let legal = line.iter().take_while(|step| game.apply(**step).is_ok());
        let plies = legal.count();
        line.truncate(plies);
    }
    line
}

/// Keys of the positions that have stood so often that once more ties the game.
fn positions_to_avoid(game: &Game) -> Vec<u128> {
    if game.ruleset().variant().is_drop_only() {
        return Vec::new();
    }
    let keys: Vec<u128> = game.positions().map(Node::key).collect();
    let times = |key: &u128| keys.iter().filter(|other| *other == key).count();
    let mut avoid = Vec::new();
    for key in &keys {
        if !avoid.contains(key) && times(key) + 1 >= REPETITIONS_MAX {
            avoid.push(*key);
        }
    }
    avoid
}

/// What a searcher saw.
pub(crate) struct Survey {
    pub(crate) findings: Findings,
    pub(crate) evaluation: Evaluation,
    pub(crate) nodes: u64,
    /// How each of the best moves goes on.
    lines: Vec<Vec<Move>>,
}

impl Survey {
    fn into_choice(self, game: &Game, step: Move) -> Choice {
        let line = self.lines.into_iter().find(|line| line[0] == step);
        let line = line.unwrap_or_else(|| vec![step]);
        Choice {
            step,
            evaluation: self.evaluation,
            depth: self.findings.depth.into(),
            nodes: self.nodes,
            line: until_the_end(game, line),
        }
    }
}

struct Look<'a> {
    terms: &'a Terms<'a>,
    memo: &'a mut Memo,
    depth_max: u8,
    margin: i32,
}

impl Task for Look<'_> {
    type Answer = Survey;

    fn run<N: Node>(self, node: N) -> Survey {
        let mut search = Search::new(node.to_move(), self.terms, self.memo);
        let findings = search.deepen(&node, self.depth_max, self.margin);
        let evaluation = match findings.depth {
            0 => Evaluation::None,
            _ => evaluation_of(findings.best(), search.saw_the_end()),
        };
        let lines = findings
            .equals(self.margin)
            .into_iter()
            .map(|step| search.line(&node, step, findings.depth))
            .collect();
        Survey {
            nodes: search.nodes(),
            findings,
            evaluation,
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Personality;
    use crate::arena::opening;
    use crate::windows::Windows;
    use foursight_core::{Ruleset, Variant};

    /// Windows lacking one or two discs that a personality leaves to itself and to the opponent
    /// with its moves in many positions.
    fn windows_left(personality: Personality) -> [u32; 2] {
        let mut bot = Searcher::new(4).with_weights(personality.weights());
        let windows = Windows::<u128>::new(Ruleset::STANDARD);
        let mut left = [0; 2];
        for seed in 0..1_000 {
            let game = opening(Ruleset::STANDARD, 4 + seed as usize % 16, seed);
            let me = game.position().to_move();
            let choice = bot
                .choose(&game, &Budget::default(), seed)
                .expect("not over");
            let grid = game.after(choice.step).expect("legal").position().grid();
            for (player, sum) in [me, me.opponent()].into_iter().zip(&mut left) {
                let tally = windows.tally(grid.word(player), grid.word(player.opponent()));
                *sum += 2 * tally.one_short + tally.two_short;
            }
        }
        left
    }

    /// Of moves that pass for equal the most central is made most often, and others as well.
    #[test]
    fn the_centre_is_preferred_among_equals() {
        const SEEDS: u64 = 200;
        let sizes = [(7, 6, 4), (8, 7, 4), (6, 5, 4), (9, 6, 5)];
        for (width, height, connect) in sizes {
            let ruleset = Ruleset::new(width, height, connect, Variant::default());
            let ruleset = ruleset.expect("a valid size");
            for plies in [2, 5, 8] {
                let game = opening(ruleset, plies, u64::from(width));
                let mut bot = Searcher::new(4).with_variety(2);
                let survey = bot.survey(&game, &Budget::default());
                let equals = survey.findings.equals(2);
                let order = Order::new(ruleset);
                let nearest = equals.iter().map(|step| order.distance_of(*step)).min();
                let mut counts = vec![0; equals.len()];
                for seed in 0..SEEDS {
                    let choice = bot.choose(&game, &Budget::default(), seed);
                    let step = choice.expect("not over").step;
                    let place = equals.iter().position(|equal| *equal == step);
                    counts[place.expect("one of the equals")] += 1;
                }
                let most = counts.iter().max().expect("there are moves");
                for (step, count) in equals.iter().zip(&counts) {
                    let is_central = Some(order.distance_of(*step)) == nearest;
                    assert!(is_central || count < most, "{equals:?} {counts:?}");
                    assert!(*count > 0, "no variety: {equals:?} {counts:?}");
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
