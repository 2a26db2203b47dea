//! The bot that knows the truth: it wins as fast and loses as slow as can be, and among moves
//! that are equally good it makes the one that is hardest to answer. The more central of those is
//! the likelier.

use foursight_core::{Column, End, Game, Move, Position, Ruleset};
use foursight_solver::{Limits, Solver, Verdict};

use crate::searcher::pick_likelier_inwards;
use crate::{Bot, Budget, Choice, Evaluation, Searcher, Weights};

/// Without a budget of the caller, one move on the standard grid may take so many nodes of the
/// solver. That is enough for every position; without a book the first few moves need a good
/// part of it, about a minute, and from the tenth on next to nothing.
const STANDARD_NODES_MAX: u64 = 2_000_000_000;
/// On other grids, which may be out of reach, it may take so many: some seconds.
const SOLVER_NODES_MAX: u64 = 40_000_000;
/// Once a best move is known, looking for others that are as good may take so many more nodes, and
/// finding the hardest of them so many: some milliseconds each.
const EQUALS_NODES_MAX: u64 = 20_000;
const HARDEST_NODES_MAX: u64 = 20_000;
/// The principal line may take so many more nodes.
const LINE_NODES_MAX: u64 = 8_000;
/// None of this is done any more when the move has taken so many nodes in all: about 30 ms.
const EXTRAS_NODES_MAX: u64 = 90_000;
/// With so many empty spaces at most, a position is solved so quickly that what was seen at the last
/// move is not missed.
const QUICK_SPACES_MAX: usize = 34;
/// What is searched instead where the truth cannot be had: so many moves and nodes.
const GUESS_DEPTH: u8 = 12;
const GUESS_NODES_MAX: u64 = 150_000;
/// One part in so many of a caller's nodes is kept for the guess.
const GUESS_SHARE: u64 = 4;

/// Plays perfectly wherever the solver knows, and searches deep elsewhere.
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
    guess: Searcher,
}

impl Default for Perfect {
    fn default() -> Self {
        Self::new(Solver::default())
    }
}

impl Perfect {
    /// A perfect player that asks this solver, which may have a book.
    #[must_use]
    pub fn new(solver: Solver) -> Self {
        Self {
            solver,
            guess: Searcher::new(GUESS_DEPTH)
                .with_nodes(GUESS_NODES_MAX)
                .with_variety(0),
        }
    }

    /// The same with other weights for where the solver does not know.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        Self {
            guess: self.guess.with_weights(weights),
            ..self
        }
    }

    /// How much memory it takes for positions seen before: the solver's, and that of the search where
    /// the solver does not know.
    #[must_use]
    pub fn memo_bytes(&self) -> usize {
        self.solver.options().memo_bytes + self.guess.memo_bytes()
    }

    /// The exact verdict and a column that keeps it; none if the rules are not covered or the purse
    /// is empty.
    fn best(&mut self, position: &Position, purse: &mut Purse<'_>) -> Option<(Verdict, Column)> {
        let solution = self.solver.verdict_within(position, purse.limits());
        let solution = solution.ok()?;
        purse.pay(solution.nodes);
        let verdict = solution.answer.exact()?;
        let found = self.solver.find_best(position, verdict, purse.limits());
        let found = found.ok()?;
        purse.pay(found.nodes);
        Some((verdict, found.answer?))
    }

    /// Whether a column is worth at least so much; none if the purse is too small to tell.
    fn is_worth(
        &mut self,
        position: &Position,
        column: Column,
        least: Verdict,
        purse: &mut Purse<'_>,
    ) -> Option<bool> {
        let found = self
            .solver
            .is_worth(position, column, least, purse.limits());
        let found = found.ok()?;
        purse.pay(found.nodes);
        found.answer
    }

    /// Every column that is as good as this best one, as far as the purse tells.
    fn equals(
        &mut self,
        position: &Position,
        (verdict, best): (Verdict, Column),
        purse: &mut Purse<'_>,
    ) -> Vec<Column> {
        let mut equals = Vec::new();
        let columns = drops(position);
        for (column, left) in columns.iter().zip((1..=columns.len() as u64).rev()) {
            // Every column gets its share, so that a difficult one does not hide the others.
            let mut share = purse.part(purse.left / left);
            let mut keeps = || self.is_worth(position, *column, verdict, &mut share) == Some(true);
            if *column == best || keeps() {
                equals.push(*column);
            }
            purse.pay(share.spent);
        }
        equals
    }

    /// Of these columns, those after which the opponent has the smallest share of good answers, as
    /// far as the purse tells.
    fn hardest(
        &mut self,
        position: &Position,
        verdict: Verdict,
        equals: &[Column],
        purse: &mut Purse<'_>,
    ) -> Vec<Column> {
        let mut hardest = (f64::INFINITY, equals.to_vec());
        for column in equals {
            let next = position.drop_in(*column).ok();
            let next = next.filter(|next| !next.is_over());
            let Some(ease) = next.and_then(|next| self.ease(&next, verdict, hardest.0, purse))
            else {
                break;
            };
            if ease < hardest.0 {
                hardest = (ease, Vec::new());
            }
            if ease <= hardest.0 {
                hardest.1.push(*column);
            }
        }
        hardest.1
    }

    /// The share of good answers in a position that the opponent of its player made of this verdict,
    /// or one above `most` if it is; none if the purse is too small to tell.
    fn ease(
        &mut self,
        position: &Position,
        before: Verdict,
        most: f64,
        purse: &mut Purse<'_>,
    ) -> Option<f64> {
        // To keep the outcome is good; for whoever is lost, to hold out the longest is.
        let least = match before {
            Verdict::Loss { .. } => Verdict::Win { plies: u8::MAX },
            _ => for_the_opponent(before),
        };
        let (columns, mut good) = (drops(position), 0);
        let share = |good| f64::from(good) / columns.len() as f64;
        for column in &columns {
            if share(good) <= most && self.is_worth(position, *column, least, purse)? {
                good += 1;
            }
        }
        Some(share(good))
    }

    /// How perfect play goes on after this move.
    fn line(
        &mut self,
        position: &Position,
        verdict: Verdict,
        first: Column,
        purse: &mut Purse<'_>,
    ) -> Vec<Move> {
        let mut line = vec![Move::Drop(first)];
        if let Ok(next) = position.drop_in(first)
            && let after = for_the_opponent(verdict)
            && let Ok(found) = self.solver.line_knowing(&next, after, purse.limits())
        {
            purse.pay(found.nodes);
            line.extend(found.answer.into_iter().map(Move::Drop));
        }
        line
    }

    /// A search instead of the truth, with what is left of the budget.
    fn guess(&mut self, game: &Game, budget: &Budget<'_>, spent: u64, seed: u64) -> Option<Choice> {
        // The clock may have run out, but an answer is due: the guess is a short one.
        let rest = Budget {
            nodes: budget.nodes.map(|nodes| nodes.saturating_sub(spent)),
            stop: None,
        };
        let mut choice = self.guess.choose(game, &rest, seed)?;
        choice.nodes += spent;
        Some(choice)
    }
}

impl Bot for Perfect {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        let player = game.to_move()?;
        let position = game.position();
        // A win at once needs no proof.
        let wins = |step: &Move| {
            let next = position.after(*step);
            next.is_ok_and(|next| next.end() == Some(End::Won(player)))
        };
        let at_once: Vec<Move> = game.legal_moves().into_iter().filter(wins).collect();
        if let Some(step) = pick_likelier_inwards(game, &at_once, seed) {
            return Some(Choice {
                evaluation: Evaluation::Win { plies: 1 },
                depth: 1,
                ..Choice::blind(step)
            });
        }
        let mut purse = Purse::new(game.ruleset(), budget);
        let empty = game.ruleset().spaces() - position.grid().discs();
        let book = self.solver.book();
        let is_quick =
            empty <= QUICK_SPACES_MAX || book.is_some_and(|book| book.reaches(position, 0));
        if is_quick {
            // What a limit leaves unknown must not depend on what was asked before.
            self.solver.forget();
        }
        let Some((verdict, best)) = self.best(position, &mut purse) else {
            return self.guess(game, budget, purse.spent, seed);
        };
        let extras = if is_quick { EXTRAS_NODES_MAX } else { u64::MAX };
        let equals_max = if is_quick { EQUALS_NODES_MAX } else { u64::MAX };
        let mut part = purse.extra(equals_max, extras);
        let mut equals = self.equals(position, (verdict, best), &mut part);
        purse.pay(part.spent);
        if equals.len() > 1 && is_quick {
            let mut part = purse.extra(HARDEST_NODES_MAX, extras);
            equals = self.hardest(position, verdict, &equals, &mut part);
            purse.pay(part.spent);
        }
        let equals: Vec<Move> = equals.into_iter().map(Move::Drop).collect();
        let step = pick_likelier_inwards(game, &equals, seed)?;
        let mut part = purse.extra(LINE_NODES_MAX, extras);
        let line = self.line(position, verdict, step.column()?, &mut part);
        purse.pay(part.spent);
        Some(Choice {
            step,
            evaluation: evaluation_of(verdict),
            depth: match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => plies.into(),
                Verdict::Draw => empty as u32,
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

impl<'a> Purse<'a> {
    fn new(ruleset: Ruleset, budget: &Budget<'a>) -> Self {
        let own = if ruleset == Ruleset::STANDARD {
            STANDARD_NODES_MAX
        } else {
            SOLVER_NODES_MAX
        };
        let kept = budget.nodes.unwrap_or(0) / GUESS_SHARE;
        Self {
            budget: *budget,
            left: budget.nodes_within(own).saturating_sub(kept),
            spent: 0,
        }
    }

    /// A purse of at most so many nodes, to be paid for by this one.
    fn part(&self, nodes: u64) -> Self {
        Self {
            left: self.left.min(nodes),
            spent: 0,
            ..*self
        }
    }

    /// The same for what a move can do without, unless it has taken `most` nodes already.
    fn extra(&self, nodes: u64, most: u64) -> Self {
        self.part(nodes.min(most.saturating_sub(self.spent)))
    }

    /// What the next question may cost.
    fn limits(&self) -> Limits<'a> {
        Limits {
            nodes: Some(self.left),
            should_stop: self.budget.stop,
            ..Limits::default()
        }
    }

    /// Pays for a question. The solver counts the node at which it notices its limit, but does not
    /// look at it.
    fn pay(&mut self, nodes: u64) {
        let nodes = nodes.min(self.left);
        self.left -= nodes;
        self.spent += nodes;
    }
}

/// Every column that is not full.
fn drops(position: &Position) -> Vec<Column> {
    let moves = position.moves().into_iter();
    moves.filter_map(Move::column).collect()
}

/// What a verdict is to the opponent, one ply later.
fn for_the_opponent(verdict: Verdict) -> Verdict {
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
