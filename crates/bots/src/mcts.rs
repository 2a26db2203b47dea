//! Monte Carlo tree search with UCT (Kocsis and Szepesvári 2006) and random playouts.
//!
//! It needs no evaluation and no knowledge of the variant. In the playouts a player who can
//! complete a line at once does so; all other moves are random.

use foursight_core::{End, Game, Move, Player, Position, SplitMix64};

use crate::node::{ColumnOrder, GameNode, NodeTask, with_best_node};
use crate::searcher::truncate_at_end;
use crate::{Bot, Budget, Evaluation, MoveChoice};

/// UCT exploration constant. Higher explores more.
const EXPLORATION: f64 = 0.8;
/// A longer playout counts as a draw; only pops can go on for that long.
const PLAYOUT_MOVES_MAX: usize = 150;
/// Maximum number of nodes in the tree; the last expansion may exceed it slightly.
const TREE_NODES_MAX: usize = 1 << 19;
/// Playouts between polls of the budget's stop callback.
const POLL_PLAYOUTS: u64 = 64;

/// Monte Carlo tree search with a fixed number of playouts per move.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    playouts: u64,
}

impl MonteCarlo {
    /// Maximum size of the tree, whatever the number of playouts.
    pub(crate) const TREE_BYTES_MAX: usize = TREE_NODES_MAX * size_of::<MctsNode>();

    /// Plays this many playouts before each move.
    #[must_use]
    pub const fn new(playouts: u64) -> Self {
        Self { playouts }
    }
}

impl Bot for MonteCarlo {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        game.to_move()?;
        with_best_node(
            game,
            MctsTask {
                game,
                budget,
                playouts: budget.nodes_within(self.playouts),
                rng: SplitMix64::for_stream(seed, game.moves().len() as u64),
            },
        )
    }
}

/// A node of the tree: a move and its statistics.
#[derive(Clone, Copy, Debug)]
struct MctsNode {
    mv: Move,
    /// The player who made the move, and whose score this is.
    mover: Player,
    visits: u32,
    score: f64,
    /// The index range of its children; `None` before its second visit.
    children: Option<(u32, u32)>,
}

struct MctsTask<'a> {
    game: &'a Game,
    budget: &'a Budget<'a>,
    playouts: u64,
    rng: SplitMix64,
}

impl NodeTask for MctsTask<'_> {
    type Output = Option<MoveChoice>;

    fn run<N: GameNode>(self, root: N) -> Option<MoveChoice> {
        let mut tree = MctsTree {
            nodes: Vec::new(),
            order: ColumnOrder::new(self.game.ruleset()),
            rng: self.rng,
            moves: Vec::new(),
        };
        let top = tree.expand(&root);
        let mut nodes = 0;
        while nodes < self.playouts {
            if nodes.is_multiple_of(POLL_PLAYOUTS) && self.budget.is_stopped() {
                break;
            }
            tree.simulate(&root, top, nodes as u32);
            nodes += 1;
        }
        let line = truncate_at_end(self.game, tree.line(top));
        let best = tree.most_visited(top)?;
        Some(MoveChoice {
            mv: best.mv,
            evaluation: match best.visits {
                0 => Evaluation::None,
                visits => Evaluation::ExpectedScore(best.score / f64::from(visits)),
            },
            depth: line.len() as u32,
            nodes,
            principal_variation: line,
        })
    }
}

struct MctsTree {
    nodes: Vec<MctsNode>,
    order: ColumnOrder,
    rng: SplitMix64,
    moves: Vec<Move>,
}

impl MctsTree {
    /// Adds a child for each move of a node, and returns their index range.
    fn expand<N: GameNode>(&mut self, node: &N) -> (u32, u32) {
        let from = self.nodes.len();
        self.moves.clear();
        node.push_moves(&self.order, &mut self.moves);
        let mover = node.to_move();
        self.nodes.extend(self.moves.iter().map(|&mv| MctsNode {
            mv,
            mover,
            visits: 0,
            score: 0.0,
            children: None,
        }));
        (from as u32, self.nodes.len() as u32)
    }

    /// Runs one iteration: select by UCT, expand, play out, and back up the result.
    fn simulate<N: GameNode>(&mut self, root: &N, top: (u32, u32), visits: u32) {
        let mut path = Vec::with_capacity(16);
        let (mut node, mut nodes, mut visits) = (*root, top, visits);
        let winner = loop {
            let index = self.select(nodes, visits);
            path.push(index);
            let child = self.nodes[index];
            node = node
                .after(child.mv)
                .expect("the tree contains only legal moves");
            if let Some(end) = node.end() {
                break winner_of(end);
            }
            nodes = match child.children {
                Some(children) => children,
                None if child.visits == 0 || self.nodes.len() >= TREE_NODES_MAX => {
                    break self.playout(node);
                }
                None => {
                    let children = self.expand(&node);
                    self.nodes[index].children = Some(children);
                    children
                }
            };
            visits = child.visits;
        };
        for index in path {
            let child = &mut self.nodes[index];
            child.visits += 1;
            child.score += score_for(child.mover, winner);
        }
    }

    fn select(&self, (from, to): (u32, u32), visits: u32) -> usize {
        let log = f64::from(visits.max(1)).ln();
        let mut best = (from as usize, f64::NEG_INFINITY);
        for index in from as usize..to as usize {
            let child = &self.nodes[index];
            if child.visits == 0 {
                return index;
            }
            let tried = f64::from(child.visits);
            let bound = child.score / tried + EXPLORATION * (log / tried).sqrt();
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    fn most_visited(&self, (from, to): (u32, u32)) -> Option<&MctsNode> {
        let nodes = &self.nodes[from as usize..to as usize];
        // The first of equals is the most central.
        nodes.iter().rev().max_by_key(|child| child.visits)
    }

    fn line(&self, top: (u32, u32)) -> Vec<Move> {
        let mut line = Vec::new();
        let mut nodes = Some(top);
        while let Some(best) = nodes.and_then(|nodes| self.most_visited(nodes)) {
            // A single visit is no evidence; the first move is always reported.
            if best.visits < 2 && !line.is_empty() {
                break;
            }
            line.push(best.mv);
            nodes = best.children;
        }
        line
    }

    fn playout<N: GameNode>(&mut self, mut node: N) -> Option<Player> {
        for _ in 0..PLAYOUT_MOVES_MAX {
            self.moves.clear();
            node.push_moves(&self.order, &mut self.moves);
            let mover = node.to_move();
            let chosen = self.rng.below(self.moves.len());
            let mut next = None;
            for (index, &mv) in self.moves.iter().enumerate() {
                // Testing every move for a win pays on bitboards only.
                if index != chosen && size_of::<N>() >= size_of::<Position>() {
                    continue;
                }
                let after = node.after(mv)?;
                if after.end() == Some(End::Won(mover)) {
                    return Some(mover);
                }
                if index == chosen {
                    next = Some(after);
                }
            }
            node = next?;
            if let Some(end) = node.end() {
                return winner_of(end);
            }
        }
        None
    }
}

const fn winner_of(end: End) -> Option<Player> {
    match end {
        End::Won(winner) => Some(winner),
        End::Draw(_) => None,
    }
}

fn score_for(player: Player, winner: Option<Player>) -> f64 {
    match winner {
        Some(winner) if winner == player => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}
