//! Checks a strategy that is written out: an answer to every reply.

use foursight_core::DropPosition;

use super::{Check, ProofError, columns, completion, expect_to_move};
use crate::proof::{Goal, ProofNode};

impl Check {
    /// Checks a strategy in a position in which the opponent is to move.
    pub(super) fn node(&mut self, at: DropPosition, node: &ProofNode) -> Result<(), ProofError> {
        self.visit()?;
        match node {
            ProofNode::Over => self.accept_end(at),
            ProofNode::Plan(plan) => {
                expect_to_move(at, self.player.opponent())?;
                self.plan(at, *plan)
            }
            ProofNode::Rules(cover) => {
                expect_to_move(at, self.player.opponent())?;
                self.rules(at, cover)
            }
            ProofNode::Replies(branches) => {
                if at.is_over() {
                    return Err(ProofError::NotReached);
                }
                expect_to_move(at, self.player.opponent())?;
                if let Some(column) = completion(at) {
                    return Err(ProofError::OpponentCompletes(column));
                }
                for reply in columns() {
                    let Ok(after) = at.drop_in(reply) else {
                        continue;
                    };
                    if let Some(branch) = branches.iter().find(|branch| branch.reply == reply) {
                        let next = self.drop_in(after, branch.answer)?;
                        self.node(next, &branch.then)?;
                    } else if let Some(column) = completion(after) {
                        self.note_end(after, column);
                    } else if !(after.is_over() && self.goal == Goal::Hold) {
                        return Err(ProofError::NoAnswer(reply));
                    }
                }
                Ok(())
            }
        }
    }
}
