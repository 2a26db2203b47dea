//! The bot that knows the truth: it wins as fast and loses as slow as can be, and among moves
//! that are equally good it makes the one that is hardest to answer.

use foursight_core::{End, Game, Move, Ruleset};
use foursight_solver::{Limits, Solver, Verdict};

use crate::searcher::{pick_any, pick_central};
use crate::{Bot, Budget, Choice, Evaluation, Searcher, Weights};

/// Without a budget of the caller, one move on the standard grid may take so many nodes of the
/// solver. That is enough for every position; without a book the first few moves need a good
/// part of it, about a minute, and from the tenth on next to nothing.
const STANDARD_NODES_MAX: u64 = 2_000_000_000;
/// On other grids, which may be out of reach, it may take so many: some seconds.
const SOLVER_NODES_MAX: u64 = 40_000_000;
/// Finding the hardest of equally good moves may take so many more: some milliseconds.
const HARDEST_NODES_MAX: u64 = 60_000;
/// The principal line may take so many more nodes and is at most so long.
const LINE_NODES_MAX: u64 = 40_000;
const LINE_PLIES_MAX: usize = 64;
/// What is searched instead where the truth cannot be had: so many moves and nodes.
const GUESS_DEPTH: u8 = 12;
const GUESS_NODES_MAX: u64 = 150_000;
/// One part in so many of a caller's nodes is kept for the guess.
const GUESS_SHARE: u64 = 4;

/// Someone who can tell what perfect play makes of each move: the solver, or a book before it.
pub trait Oracle: Send {
    /// The exact verdict of every legal move for the player to move, with the nodes it took.
    /// None if the rules are not covered or the budget is spent.
    fn verdicts(&mut self, game: &Game, budget: &Budget<'_>) -> (Option<Verdicts>, u64);
}

/// Every legal move with its verdict.
pub type Verdicts = Vec<(Move, Verdict)>;

impl Oracle for Solver {
    fn verdicts(&mut self, game: &Game, budget: &Budget<'_>) -> (Option<Verdicts>, u64) {
        let limits = Limits {
            nodes: budget.nodes,
            should_stop: budget.stop,
            ..Limits::default()
        };
        let Ok(analysis) = self.analyse_within(game.position(), limits) else {
            return (None, 0);
        };
        let verdicts = game
            .legal_moves()
            .into_iter()
            .map(|step| Some((step, analysis.verdict(step.column()?)?)))
            .collect();
        (verdicts, analysis.nodes)
    }
}

/// Plays perfectly wherever the oracle knows, and searches deep elsewhere.
///
/// ```
/// use foursight_bots::{Bot, Budget, Evaluation, Perfect};
/// use foursight_core::{Column, Game};
///
/// // First has two in the bottom row with room on both sides.
/// let mut game = Game::default();
/// for number in [4, 4, 3, 3] {
///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
/// }
/// let choice = Perfect::default().choose(&game, &Budget::default(), 1).expect("not over");
/// assert_eq!(choice.evaluation, Evaluation::Win { plies: 3 });
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Perfect<O = Solver> {
    oracle: O,
    guess: Searcher,
}

impl Default for Perfect {
    fn default() -> Self {
        Self::new(Solver::default())
    }
}

impl<O: Oracle> Perfect<O> {
    /// A perfect player that asks this oracle.
    #[must_use]
    pub fn new(oracle: O) -> Self {
        Self {
            oracle,
            guess: Searcher::new(GUESS_DEPTH).with_nodes(GUESS_NODES_MAX),
        }
    }

    /// The same with other weights for where the oracle does not know.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        Self {
            guess: self.guess.with_weights(weights),
            ..self
        }
    }

    /// Of these moves, those after which the opponent has the smallest share of good answers.
    fn hardest(&mut self, game: &Game, equals: &[Move], budget: &mut Purse<'_>) -> Vec<Move> {
        let mut hardest = (f64::INFINITY, Vec::new());
        for &step in equals {
            let Ok(next) = game.after(step) else {
                continue;
            };
            if next.end().is_some() {
                return equals.to_vec();
            }
            let Some(replies) = budget.ask(&mut self.oracle, &next) else {
                return equals.to_vec();
            };
            let ease = ease(&replies);
            if ease < hardest.0 {
                hardest = (ease, Vec::new());
            }
            if ease <= hardest.0 {
                hardest.1.push(step);
            }
        }
        hardest.1
    }

    /// How perfect play goes on.
    fn line(&mut self, game: &Game, first: Move, budget: &mut Purse<'_>) -> Vec<Move> {
        let mut line = vec![first];
        let mut game = game.after(first).ok();
        while line.len() < LINE_PLIES_MAX
            && let Some(here) = game.filter(|game| game.end().is_none())
            && let Some(verdicts) = budget.ask(&mut self.oracle, &here)
            && let Some(step) = pick_central(&here, &best_of(&verdicts), 0)
        {
            line.push(step);
            game = here.after(step).ok();
        }
        line
    }
}

impl<O: Oracle> Bot for Perfect<O> {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        let player = game.to_move()?;
        // A win at once needs no proof.
        let wins = |step: &Move| {
            let next = game.position().after(*step);
            next.is_ok_and(|next| next.end() == Some(End::Won(player)))
        };
        let at_once: Vec<Move> = game.legal_moves().into_iter().filter(wins).collect();
        if let Some(step) = pick_any(game, &at_once, seed) {
            return Some(Choice {
                evaluation: Evaluation::Win { plies: 1 },
                depth: 1,
                ..Choice::blind(step)
            });
        }
        let own = if game.ruleset() == Ruleset::STANDARD {
            STANDARD_NODES_MAX
        } else {
            SOLVER_NODES_MAX
        };
        let kept = budget.nodes.unwrap_or(0) / GUESS_SHARE;
        let mut purse = Purse {
            budget: *budget,
            left: budget.nodes_within(own).saturating_sub(kept),
            spent: 0,
        };
        let Some(verdicts) = purse.ask(&mut self.oracle, game) else {
            // The clock may have run out, but an answer is due: the guess is a short one.
            let nodes = budget.nodes.map(|nodes| nodes.saturating_sub(purse.spent));
            let rest = Budget { nodes, stop: None };
            let mut choice = self.guess.choose(game, &rest, seed)?;
            choice.nodes += purse.spent;
            return Some(choice);
        };
        let mut equals = best_of(&verdicts);
        if equals.len() > 1 {
            purse.left = purse.left.min(HARDEST_NODES_MAX);
            equals = self.hardest(game, &equals, &mut purse);
        }
        let step = pick_any(game, &equals, seed)?;
        let verdict = verdicts.iter().find(|(known, _)| *known == step)?.1;
        purse.left = purse.left.min(LINE_NODES_MAX);
        let line = self.line(game, step, &mut purse);
        Some(Choice {
            step,
            evaluation: evaluation_of(verdict),
            depth: match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => plies.into(),
                Verdict::Draw => (game.ruleset().spaces() - game.position().grid().discs()) as u32,
            },
            nodes: purse.spent,
            line,
        })
    }
}

/// A budget that several questions share.
struct Purse<'a> {
    budget: Budget<'a>,
    left: u64,
    spent: u64,
}

impl Purse<'_> {
    fn ask(&mut self, oracle: &mut impl Oracle, game: &Game) -> Option<Verdicts> {
        // The solver notices a limit in each column with the node that is one too many.
        let overrun = u64::from(game.ruleset().width()) + 1;
        let budget = Budget {
            nodes: Some(self.left.checked_sub(overrun)?),
            stop: self.budget.stop,
        };
        let (verdicts, nodes) = oracle.verdicts(game, &budget);
        self.left = self.left.saturating_sub(nodes);
        self.spent += nodes;
        verdicts
    }
}

fn best_of(verdicts: &Verdicts) -> Vec<Move> {
    let best = verdicts.iter().map(|(_, verdict)| *verdict).max();
    let good = verdicts.iter().filter(|(_, v)| Some(*v) == best);
    good.map(|(step, _)| *step).collect()
}

/// The share of moves that keep the best outcome; for whoever is lost, of those that hold out
/// the longest.
fn ease(verdicts: &Verdicts) -> f64 {
    let Some(best) = verdicts.iter().map(|(_, verdict)| *verdict).max() else {
        return 1.0;
    };
    let keeps = |verdict: Verdict| match best {
        Verdict::Loss { .. } => verdict == best,
        _ => verdict.prospect() == best.prospect(),
    };
    let kept = verdicts.iter().filter(|(_, verdict)| keeps(*verdict));
    kept.count() as f64 / verdicts.len() as f64
}

fn evaluation_of(verdict: Verdict) -> Evaluation {
    match verdict {
        Verdict::Win { plies } => Evaluation::Win {
            plies: plies.into(),
        },
        Verdict::Draw => Evaluation::Draw,
        Verdict::Loss { plies } => Evaluation::Loss {
            plies: plies.into(),
        },
    }
}
