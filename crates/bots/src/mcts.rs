//! A bot that plays the game out at random many times and follows what went well (Monte Carlo
//! tree search with upper confidence bounds).
//!
//! It needs no evaluation and no knowledge of the variant. In the play-outs a player who can
//! complete a line at once does so; all else is chance.

use foursight_core::{End, Game, Move, Player, Position};

use crate::node::{Node, Order, Task, on_best_node};
use crate::searcher::until_the_end;
use crate::{Bot, Budget, Choice, Dice, Evaluation};

/// How much a move that was tried little is favoured. Higher explores more.
const EXPLORATION: f64 = 0.8;
/// A play-out longer than this counts as a tie; only pops can go on for so long.
const PLAYOUT_MOVES_MAX: usize = 150;
/// The tree has at most so many nodes, and a few more when the last one sprouts.
const TREE_NODES_MAX: usize = 1 << 19;
/// The budget's stop is asked once in so many play-outs.
const POLL_PLAYOUTS: u64 = 64;

/// Monte Carlo tree search with a stated number of play-outs for each move.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    playouts: u64,
}

impl MonteCarlo {
    /// The tree takes no more than this, however many games are played out.
    pub(crate) const TREE_BYTES_MAX: usize = TREE_NODES_MAX * size_of::<Twig>();

    /// Plays out this many games before each move.
    #[must_use]
    pub const fn new(playouts: u64) -> Self {
        Self { playouts }
    }
}

impl Bot for MonteCarlo {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        game.to_move()?;
        on_best_node(
            game,
            Grow {
                game,
                budget,
                playouts: budget.nodes_within(self.playouts),
                dice: Dice::for_part(seed, game.moves().len() as u64),
            },
        )
    }
}

/// A node of the tree: a move and how the games went that made it.
#[derive(Clone, Copy, Debug)]
struct Twig {
    step: Move,
    /// Who made the move, and whose score this is.
    mover: Player,
    visits: u32,
    score: f64,
    /// Where its replies stand, none before it was visited twice.
    replies: Option<(u32, u32)>,
}

struct Grow<'a> {
    game: &'a Game,
    budget: &'a Budget<'a>,
    playouts: u64,
    dice: Dice,
}

impl Task for Grow<'_> {
    type Answer = Option<Choice>;

    fn run<N: Node>(self, root: N) -> Option<Choice> {
        let mut tree = Tree {
            twigs: Vec::new(),
            order: Order::new(self.game.ruleset()),
            dice: self.dice,
            moves: Vec::new(),
        };
        let top = tree.sprout(&root);
        let mut nodes = 0;
        while nodes < self.playouts {
            if nodes.is_multiple_of(POLL_PLAYOUTS) && self.budget.is_stopped() {
                break;
            }
            tree.visit(&root, top, nodes as u32);
            nodes += 1;
        }
        let line = until_the_end(self.game, tree.line(top));
        let best = tree.most_visited(top)?;
        Some(Choice {
            step: best.step,
            evaluation: match best.visits {
                0 => Evaluation::None,
                visits => Evaluation::Share(best.score / f64::from(visits)),
            },
            depth: line.len() as u32,
            nodes,
            line,
        })
    }
}

struct Tree {
    twigs: Vec<Twig>,
    order: Order,
    dice: Dice,
    moves: Vec<Move>,
}

impl Tree {
    /// Adds a twig for each move of a node, and says where they stand.
    fn sprout<N: Node>(&mut self, node: &N) -> (u32, u32) {
        let from = self.twigs.len();
        self.moves.clear();
        node.push_moves(&self.order, &mut self.moves);
        let mover = node.to_move();
        self.twigs.extend(self.moves.iter().map(|&step| Twig {
            step,
            mover,
            visits: 0,
            score: 0.0,
            replies: None,
        }));
        (from as u32, self.twigs.len() as u32)
    }

    /// One game: down the tree by the bounds, one twig further, then at random to the end.
    fn visit<N: Node>(&mut self, root: &N, top: (u32, u32), visits: u32) {
        let mut path = Vec::with_capacity(16);
        let (mut node, mut twigs, mut visits) = (*root, top, visits);
        let winner = loop {
            let chosen = self.most_promising(twigs, visits);
            path.push(chosen);
            let twig = self.twigs[chosen];
            node = node
                .after(twig.step)
                .expect("twigs are moves that the rules listed");
            if let Some(end) = node.end() {
                break winner_of(end);
            }
            twigs = match twig.replies {
                Some(replies) => replies,
                None if twig.visits == 0 || self.twigs.len() >= TREE_NODES_MAX => {
                    break self.play_out(node);
                }
                None => {
                    let replies = self.sprout(&node);
                    self.twigs[chosen].replies = Some(replies);
                    replies
                }
            };
            visits = twig.visits;
        };
        for index in path {
            let twig = &mut self.twigs[index];
            twig.visits += 1;
            twig.score += score_for(twig.mover, winner);
        }
    }

    fn most_promising(&self, (from, to): (u32, u32), visits: u32) -> usize {
        let log = f64::from(visits.max(1)).ln();
        let mut best = (from as usize, f64::NEG_INFINITY);
        for index in from as usize..to as usize {
            let twig = &self.twigs[index];
            if twig.visits == 0 {
                return index;
            }
            let tried = f64::from(twig.visits);
            let bound = twig.score / tried + EXPLORATION * (log / tried).sqrt();
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    fn most_visited(&self, (from, to): (u32, u32)) -> Option<&Twig> {
        let twigs = &self.twigs[from as usize..to as usize];
        // The first of equals is the most central.
        twigs.iter().rev().max_by_key(|twig| twig.visits)
    }

    fn line(&self, top: (u32, u32)) -> Vec<Move> {
        let mut line = Vec::new();
        let mut twigs = Some(top);
        while let Some(best) = twigs.and_then(|twigs| self.most_visited(twigs)) {
            // What was tried once says nothing; the move itself is always told.
            if best.visits < 2 && !line.is_empty() {
                break;
            }
            line.push(best.step);
            twigs = best.replies;
        }
        line
    }

    fn play_out<N: Node>(&mut self, mut node: N) -> Option<Player> {
        for _ in 0..PLAYOUT_MOVES_MAX {
            self.moves.clear();
            node.push_moves(&self.order, &mut self.moves);
            let mover = node.to_move();
            let chosen = self.dice.roll(self.moves.len());
            let mut next = None;
            for (index, &step) in self.moves.iter().enumerate() {
                // Looking for a win is worth its time on bitboards only.
                if index != chosen && size_of::<N>() >= size_of::<Position>() {
                    continue;
                }
                let after = node.after(step)?;
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
        End::Tied(_) => None,
    }
}

fn score_for(player: Player, winner: Option<Player>) -> f64 {
    match winner {
        Some(winner) if winner == player => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}
