//! Perfect play by the solver: wins as fast and loses as slowly as possible, and among equally good
//! moves plays the one that is hardest to answer. Among those, more central moves are likelier.

use foursight_core::{Column, End, Game, Move, Position, Ruleset};
use foursight_solver::{Limits, Solver, Verdict};

use crate::searcher::pick_centre_weighted;
use crate::{Bot, Budget, Evaluation, MoveChoice, Searcher, Weights};

/// Node limit per move on the standard board without a budget of the caller. That is enough for
/// every position; without a book the first few moves need a good part of it, about a minute, and
/// from the tenth on next to nothing.
const STANDARD_NODES_MAX: u64 = 2_000_000_000;
/// Node limit on other boards, which may be intractable: some seconds.
const SOLVER_NODES_MAX: u64 = 40_000_000;
/// Node limits for finding other moves that are as good as the best, and for finding the hardest of
/// them: some milliseconds each.
const EQUALS_NODES_MAX: u64 = 20_000;
const HARDEST_NODES_MAX: u64 = 20_000;
/// Node limit for the principal variation.
const LINE_NODES_MAX: u64 = 8_000;
/// All of this is skipped once the move has taken this many nodes: about 30 ms.
const EXTRAS_NODES_MAX: u64 = 90_000;
/// With at most this many empty cells a position is solved so fast that clearing the table costs
/// nothing.
const QUICK_CELLS_MAX: usize = 34;
/// Depth and node limit of the fallback search for positions that cannot be solved.
const FALLBACK_DEPTH: u8 = 12;
const FALLBACK_NODES_MAX: u64 = 150_000;
/// Reciprocal of the share of a caller's nodes that is reserved for the fallback search.
const FALLBACK_SHARE: u64 = 4;

/// Plays perfectly where the solver applies, and searches deep elsewhere.
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
#[derive(Debug)]
pub struct Perfect {
    solver: Solver,
    fallback: Searcher,
}

impl Default for Perfect {
    fn default() -> Self {
        Self::new(Solver::default())
    }
}

impl Perfect {
    /// Creates a perfect player with this solver, which may have a book.
    #[must_use]
    pub fn new(solver: Solver) -> Self {
        Self {
            solver,
            fallback: Searcher::new(FALLBACK_DEPTH)
                .with_nodes(FALLBACK_NODES_MAX)
                .with_variety(0),
        }
    }

    /// Sets the weights of the fallback search.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        Self {
            fallback: self.fallback.with_weights(weights),
            ..self
        }
    }

    /// Returns the size of its transposition tables: the solver's and the fallback search's.
    #[must_use]
    pub fn tt_bytes(&self) -> usize {
        self.solver.options().tt_bytes + self.fallback.tt_bytes()
    }

    /// Returns the exact verdict and a column that preserves it, or `None` if the rules are
    /// unsupported or the budget is exhausted.
    fn best(
        &mut self,
        position: &Position,
        node_budget: &mut NodeBudget<'_>,
    ) -> Option<(Verdict, Column)> {
        let solution = self.solver.verdict_within(position, node_budget.limits());
        let solution = solution.ok()?;
        node_budget.spend(solution.nodes);
        let verdict = solution.value.exact()?;
        let found = self
            .solver
            .find_best_column(position, verdict, node_budget.limits());
        let found = found.ok()?;
        node_budget.spend(found.nodes);
        Some((verdict, found.value?))
    }

    /// Tests whether a column is worth at least `least`. Returns `None` if the budget is too small
    /// to tell.
    fn is_worth(
        &mut self,
        position: &Position,
        column: Column,
        least: Verdict,
        node_budget: &mut NodeBudget<'_>,
    ) -> Option<bool> {
        let found = self
            .solver
            .is_at_least_verdict(position, column, least, node_budget.limits());
        let found = found.ok()?;
        node_budget.spend(found.nodes);
        found.value
    }

    /// Returns every column that is as good as `best`, as far as the budget allows.
    fn equals(
        &mut self,
        position: &Position,
        (verdict, best): (Verdict, Column),
        node_budget: &mut NodeBudget<'_>,
    ) -> Vec<Column> {
        let mut equals = Vec::new();
        let columns = drops(position);
        for (column, left) in columns.iter().zip((1..=columns.len() as u64).rev()) {
            // Every column gets its share, so that a difficult one does not starve the others.
            let mut share = node_budget.part(node_budget.left / left);
            let mut keeps = || self.is_worth(position, *column, verdict, &mut share) == Some(true);
            if *column == best || keeps() {
                equals.push(*column);
            }
            node_budget.spend(share.spent);
        }
        equals
    }

    /// Returns those of these columns after which the opponent has the smallest share of good
    /// replies, as far as the budget allows.
    fn hardest(
        &mut self,
        position: &Position,
        verdict: Verdict,
        equals: &[Column],
        node_budget: &mut NodeBudget<'_>,
    ) -> Vec<Column> {
        let mut hardest = (f64::INFINITY, equals.to_vec());
        for column in equals {
            let next = position.drop_in(*column).ok();
            let next = next.filter(|next| !next.is_over());
            let Some(reply_ease) =
                next.and_then(|next| self.reply_ease(&next, verdict, hardest.0, node_budget))
            else {
                break;
            };
            if reply_ease < hardest.0 {
                hardest = (reply_ease, Vec::new());
            }
            if reply_ease <= hardest.0 {
                hardest.1.push(*column);
            }
        }
        hardest.1
    }

    /// Returns the share of good replies in a position whose parent had the verdict `before`, or a
    /// value above `most` if it is larger. Returns `None` if the budget is too small to tell.
    fn reply_ease(
        &mut self,
        position: &Position,
        before: Verdict,
        most: f64,
        node_budget: &mut NodeBudget<'_>,
    ) -> Option<f64> {
        // A reply is good if it preserves the outcome; for a lost player, if it resists the
        // longest.
        let least = match before {
            Verdict::Loss { .. } => Verdict::Win { plies: u8::MAX },
            _ => one_ply_later(before),
        };
        let (columns, mut good) = (drops(position), 0);
        let share = |good| f64::from(good) / columns.len() as f64;
        for column in &columns {
            if share(good) <= most && self.is_worth(position, *column, least, node_budget)? {
                good += 1;
            }
        }
        Some(share(good))
    }

    /// Returns the principal variation that starts with this move.
    fn line(
        &mut self,
        position: &Position,
        verdict: Verdict,
        first: Column,
        node_budget: &mut NodeBudget<'_>,
    ) -> Vec<Move> {
        let mut line = vec![Move::Drop(first)];
        if let Ok(next) = position.drop_in(first)
            && let after = one_ply_later(verdict)
            && let Ok(found) =
                self.solver
                    .principal_variation_from(&next, after, node_budget.limits())
        {
            node_budget.spend(found.nodes);
            line.extend(found.value.into_iter().map(Move::Drop));
        }
        line
    }

    /// Searches heuristically, with what is left of the budget.
    fn fallback(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        spent: u64,
        seed: u64,
    ) -> Option<MoveChoice> {
        // The deadline may have passed, but a move is due: the fallback search is short.
        let rest = Budget {
            nodes: budget.nodes.map(|nodes| nodes.saturating_sub(spent)),
            should_stop: None,
        };
        let mut choice = self.fallback.choose(game, &rest, seed)?;
        choice.nodes += spent;
        Some(choice)
    }
}

impl Bot for Perfect {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        let player = game.to_move()?;
        let position = game.position();
        // An immediate win needs no proof.
        let wins = |mv: &Move| {
            let next = position.after(*mv);
            next.is_ok_and(|next| next.end() == Some(End::Won(player)))
        };
        let at_once: Vec<Move> = game.legal_moves().into_iter().filter(wins).collect();
        if let Some(mv) = pick_centre_weighted(game, &at_once, seed) {
            return Some(MoveChoice {
                evaluation: Evaluation::Win { plies: 1 },
                depth: 1,
                ..MoveChoice::without_search(mv)
            });
        }
        let mut node_budget = NodeBudget::new(game.ruleset(), budget);
        let empty = game.ruleset().cells() - position.board().discs();
        let book = self.solver.book();
        let is_quick =
            empty <= QUICK_CELLS_MAX || book.is_some_and(|book| book.reaches(position, 0));
        if is_quick {
            // The choice must not depend on what earlier searches left in the table.
            self.solver.clear();
        }
        let Some((verdict, best)) = self.best(position, &mut node_budget) else {
            return self.fallback(game, budget, node_budget.spent, seed);
        };
        let extras_max = if is_quick { EXTRAS_NODES_MAX } else { u64::MAX };
        let equals_max = if is_quick { EQUALS_NODES_MAX } else { u64::MAX };
        let mut part = node_budget.extra(equals_max, extras_max);
        let mut equals = self.equals(position, (verdict, best), &mut part);
        node_budget.spend(part.spent);
        if equals.len() > 1 && is_quick {
            let mut part = node_budget.extra(HARDEST_NODES_MAX, extras_max);
            equals = self.hardest(position, verdict, &equals, &mut part);
            node_budget.spend(part.spent);
        }
        let equals: Vec<Move> = equals.into_iter().map(Move::Drop).collect();
        let mv = pick_centre_weighted(game, &equals, seed)?;
        let mut part = node_budget.extra(LINE_NODES_MAX, extras_max);
        let line = self.line(position, verdict, mv.column()?, &mut part);
        node_budget.spend(part.spent);
        Some(MoveChoice {
            mv,
            evaluation: evaluation_of(verdict),
            depth: match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => plies.into(),
                Verdict::Draw => empty as u32,
            },
            nodes: node_budget.spent,
            principal_variation: line,
        })
    }
}

/// A node budget that several queries share.
struct NodeBudget<'a> {
    budget: Budget<'a>,
    left: u64,
    spent: u64,
}

impl<'a> NodeBudget<'a> {
    fn new(ruleset: Ruleset, budget: &Budget<'a>) -> Self {
        let own = if ruleset == Ruleset::STANDARD {
            STANDARD_NODES_MAX
        } else {
            SOLVER_NODES_MAX
        };
        let reserved = budget.nodes.unwrap_or(0) / FALLBACK_SHARE;
        Self {
            budget: *budget,
            left: budget.nodes_within(own).saturating_sub(reserved),
            spent: 0,
        }
    }

    /// Returns a part of this budget of at most this many nodes.
    fn part(&self, nodes: u64) -> Self {
        Self {
            left: self.left.min(nodes),
            spent: 0,
            ..*self
        }
    }

    /// Returns a part for optional work, empty once the move has taken `most` nodes.
    fn extra(&self, nodes: u64, most: u64) -> Self {
        self.part(nodes.min(most.saturating_sub(self.spent)))
    }

    /// Returns the solver limits for the next query.
    fn limits(&self) -> Limits<'a> {
        Limits {
            nodes: Some(self.left),
            should_stop: self.budget.should_stop,
            ..Limits::default()
        }
    }

    /// Subtracts the nodes of a query. The solver counts the node at which it notices its limit,
    /// but does not search it.
    fn spend(&mut self, nodes: u64) {
        let nodes = nodes.min(self.left);
        self.left -= nodes;
        self.spent += nodes;
    }
}

/// Returns every column that is not full.
fn drops(position: &Position) -> Vec<Column> {
    let moves = position.moves().into_iter();
    moves.filter_map(Move::column).collect()
}

/// Returns the verdict one ply later, for the opponent.
fn one_ply_later(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win { plies } => Verdict::Loss { plies: plies - 1 },
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss { plies } => Verdict::Win { plies: plies - 1 },
    }
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
