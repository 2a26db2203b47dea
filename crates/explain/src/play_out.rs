//! A strategy that is played out against drops that a person chooses.

use foursight_core::{Cell, Column, Position};

use crate::check::node_holds;
use crate::proof::{Claim, ProofNode};
use crate::reason::Reason;

/// A strategy of a proof, as far as it has come in a game.
///
/// ```
/// use foursight_core::{Column, End, Game};
/// use foursight_explain::{ExplainBudget, Explainer, ProofPlayer};
/// use foursight_solver::Solver;
///
/// let column = |number| Column::from_number(number).expect("in range");
/// let mut game = Game::default();
/// for digit in "12611642613552255512".bytes() {
///     game = game.drop_in(column(usize::from(digit - b'0')))?;
/// }
/// let mut solver = Solver::default();
/// let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
/// let explanation = explainer.explain(game.position())?;
/// let reason = explanation.column(column(4)).and_then(|drop| drop.proof()).expect("a proof");
/// let mut player = ProofPlayer::new(reason).expect("a proof");
/// game = game.drop_in(column(4))?;
///
/// // Whatever the opponent does, the plan completes its line.
/// while !game.position().is_over() {
///     let reply = game.legal_moves().last().and_then(|mv| mv.column()).expect("drops only");
///     game = game.drop_in(reply)?;
///     let answer = player.answer(game.position(), reply).expect("the plan is proved");
///     game = game.drop_in(answer)?;
/// }
/// assert_eq!(game.position().end(), Some(End::Won(player.claim().player)));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofPlayer {
    claim: Claim,
    /// A reply of the player that comes before the strategy.
    first: Option<Column>,
    node: ProofNode,
    /// Cells that decide.
    cells: Vec<Cell>,
}

impl ProofPlayer {
    /// Begins after the drop that the reason is about. Returns `None` for a mere fact.
    #[must_use]
    pub fn new(reason: &Reason) -> Option<Self> {
        let proof = reason.proof.as_ref()?;
        Some(Self {
            claim: proof.claim,
            first: proof.reply,
            node: proof.strategy.clone(),
            cells: reason.cells.clone(),
        })
    }

    /// Returns the cells that decide.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the claim that the strategy proves.
    #[must_use]
    pub const fn claim(&self) -> Claim {
        self.claim
    }

    /// Returns the strategy from here on.
    #[must_use]
    pub const fn node(&self) -> &ProofNode {
        &self.node
    }

    /// Returns the reply with which the strategy begins, if it begins with one.
    pub fn answer_first(&mut self, position: &Position) -> Option<Column> {
        let first = self.first.take_if(|first| position.drop_in(*first).is_ok());
        first.filter(|_| position.to_move() == self.claim.player)
    }

    /// Returns the answer to the opponent's drop in `reply`, which led to this position, and goes
    /// on from there. Returns `None` if the game is over or has left the strategy.
    pub fn answer(&mut self, position: &Position, reply: Column) -> Option<Column> {
        if position.is_over() || position.to_move() != self.claim.player {
            return None;
        }
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let (answer, node) = match &self.node {
            ProofNode::Over => return None,
            ProofNode::Replies(branches) => {
                match branches.iter().find(|branch| branch.reply == reply) {
                    Some(branch) => (branch.answer, branch.then.clone()),
                    // After any other reply the player completes a line.
                    None => (completion(position)?, ProofNode::Over),
                }
            }
            ProofNode::Plan(plan) => {
                let answers = plan.answers(position, reply, self.claim.goal);
                let middle = most_central(answers.iter().map(|(column, _)| *column))?;
                let (_, plan) = answers.into_iter().find(|(column, _)| *column == middle)?;
                (middle, ProofNode::Plan(plan))
            }
            ProofNode::Rules(cover) => {
                let answers = cover.answers(position, self.claim, reply);
                (most_central(answers)?, ProofNode::Rules(cover.clone()))
            }
        };
        position.drop_in(answer).ok()?;
        self.node = node;
        Some(answer)
    }

    /// Returns true if the strategy still reaches its goal in this position, in which its player
    /// has just dropped.
    #[must_use]
    pub fn holds(&self, position: &Position) -> bool {
        self.first.is_none() && node_holds(position, self.claim, &self.node)
    }
}

/// Returns a column in which the player to move completes a line.
fn completion(position: &Position) -> Option<Column> {
    let mut columns = position.board().columns();
    columns.find(|column| {
        let next = position.drop_in(*column);
        next.is_ok_and(|next| next.is_over() && !next.board().is_full())
    })
}

fn most_central(columns: impl IntoIterator<Item = Column>) -> Option<Column> {
    let columns = columns.into_iter();
    columns.min_by_key(|column| (column.index().abs_diff(3), column.index()))
}
