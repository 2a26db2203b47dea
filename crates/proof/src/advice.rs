//! The move of a proof in a game, and the plan or drop that gives it.

use foursight_core::Column;

use crate::bits;
use crate::board::{PlanCell, ProofBoard};
use crate::graph::{Proof, ReplyNode};
use crate::plan::{Plan, PlanMove, PlanRule};

/// The move of a proof for the planner, who is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofAdvice {
    /// The cell to take.
    pub cell: PlanCell,
    /// The entry of the proof that says so.
    pub source: AdviceSource,
}

impl ProofAdvice {
    /// The column to drop into.
    #[must_use]
    pub fn column(&self) -> Column {
        self.cell.column()
    }
}

/// The entry of a proof that gives a move. Boards and plans are in the orientation of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdviceSource {
    /// The move completes a line.
    Line,
    /// The proof names the drop for this position.
    Drop(ProofBoard),
    /// A plan answers the reply.
    Plan {
        /// The position from which the plan is proved.
        from: ProofBoard,
        /// The plan.
        plan: Plan,
        /// The rule of the plan that chose the move.
        rule: PlanRule,
    },
}

/// A plan in force: as the proof has it, and whether the game is its mirror image.
#[derive(Clone, Copy)]
struct PlanInForce<'a> {
    plan: &'a Plan,
    from: ProofBoard,
    is_mirrored: bool,
}

impl PlanInForce<'_> {
    fn answer(&self, board: ProofBoard, reply: PlanCell) -> Option<PlanMove> {
        if !self.is_mirrored {
            return self.plan.answer(board, reply).ok();
        }
        let answer = self.plan.answer(board.mirror(), reply.mirror()).ok()?;
        let rule = match answer.rule {
            PlanRule::Reply(answer) => PlanRule::Reply(answer.mirror()),
            other => other,
        };
        Some(PlanMove {
            cell: answer.cell.mirror(),
            rule,
        })
    }
}

impl Proof {
    /// Returns the move that the proof has for the planner after these moves from the empty board,
    /// or `None` if the planner is not to move or the planner's moves have left the proof.
    ///
    /// ```
    /// use foursight_core::Column;
    /// use foursight_proof::{AdviceSource, ShippedProof};
    ///
    /// let proof = ShippedProof::FirstWins.proof();
    /// let advice = proof.advise(&[]).expect("First is to move");
    /// assert_eq!(advice.cell.to_string(), "d1");
    /// assert!(matches!(advice.source, AdviceSource::Drop(_)));
    /// let aside = Column::from_number(1).expect("in range");
    /// assert_eq!(proof.advise(&[aside, aside]), None, "the proof begins with d1");
    /// ```
    #[must_use]
    pub fn advise(&self, moves: &[Column]) -> Option<ProofAdvice> {
        let claim = self.claim();
        let planner_parity = usize::from(claim.planner != foursight_core::Player::First);
        if moves.len() % 2 != planner_parity {
            return None;
        }
        let mut board = ProofBoard::default();
        let mut in_force: Option<PlanInForce<'_>> = None;
        let mut reply = None;
        for (ply, column) in moves.iter().enumerate() {
            let cell = board.landing(*column)?;
            if ply % 2 != planner_parity {
                board = board.with_reply(cell.bit());
                reply = Some(cell);
                continue;
            }
            let planned = match (in_force, reply) {
                (Some(plan), Some(reply)) => plan.answer(board, reply),
                _ => None,
            };
            // A plan ends when the planner leaves it.
            in_force = in_force.filter(|_| planned.is_some_and(|planned| planned.cell == cell));
            board = board.with_own(cell.bit());
            if let Some(entry) = self.node(board) {
                in_force = match entry.value {
                    ReplyNode::Inner => None,
                    ReplyNode::Plan(plan) => Some(PlanInForce {
                        plan,
                        from: board,
                        is_mirrored: entry.is_mirrored,
                    }),
                };
            }
        }
        self.advise_in(board, reply, in_force)
    }

    /// Returns the move in one position, by its own entries or the plan in force.
    fn advise_in(
        &self,
        board: ProofBoard,
        reply: Option<PlanCell>,
        in_force: Option<PlanInForce<'_>>,
    ) -> Option<ProofAdvice> {
        let lines = board.own_threats() & board.landings();
        let drop = self
            .drop_at(board)
            .and_then(|entry| board.landing(entry.value));
        let planned = in_force
            .zip(reply)
            .and_then(|(plan, reply)| Some((plan, plan.answer(board, reply)?)));
        if lines != 0 && (in_force.is_some() || self.is_after_inner(board, reply)) {
            let cell = PlanCell::from_bit(bits::lowest(lines));
            return Some(ProofAdvice {
                cell,
                source: AdviceSource::Line,
            });
        }
        if let Some(cell) = drop {
            return Some(ProofAdvice {
                cell,
                source: AdviceSource::Drop(board),
            });
        }
        let (in_force, answer) = planned?;
        let plan = in_force.plan;
        let plan = if in_force.is_mirrored {
            plan.mirror()
        } else {
            plan.clone()
        };
        let source = AdviceSource::Plan {
            from: in_force.from,
            plan,
            rule: answer.rule,
        };
        Some(ProofAdvice {
            cell: answer.cell,
            source,
        })
    }

    /// Returns true if the position follows one of the proof by this reply.
    fn is_after_inner(&self, board: ProofBoard, reply: Option<PlanCell>) -> bool {
        let before = reply.map(|reply| board.without_reply(reply.bit()));
        before.is_some_and(|before| self.node(before).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ShippedProof;

    fn columns(text: &str) -> Vec<Column> {
        let column = |digit: char| Column::from_number(digit.to_digit(10)? as usize);
        text.chars()
            .map(|digit| column(digit).expect("a column"))
            .collect()
    }

    #[test]
    fn a_game_and_its_mirror_image_get_mirrored_advice() {
        let proof = ShippedProof::FirstWins.proof();
        let mut games = vec![columns("4")];
        let mut seen = 0;
        while let Some(game) = games.pop() {
            for reply in 0..7 {
                let mut game = game.clone();
                game.push(Column::from_index(reply).expect("a column"));
                let Some(advice) = proof.advise(&game) else {
                    continue;
                };
                // After a symmetric position both games are answered as one.
                let is_symmetric = |plies: usize| {
                    let board = ProofBoard::after(&game[..plies], true).expect("legal");
                    board.mirror() == board
                };
                if (2..=game.len()).any(is_symmetric) {
                    continue;
                }
                let mirrored: Vec<Column> = game
                    .iter()
                    .map(|column| column.mirror(7).expect("a column"))
                    .collect();
                let image = proof
                    .advise(&mirrored)
                    .expect("the mirror image has advice");
                // Of two cells that complete a line, either game takes the leftmost.
                let completes = advice.source == AdviceSource::Line;
                assert!(completes || image.cell == advice.cell.mirror());
                seen += 1;
                if game.len() < 8 && seen < 400 {
                    game.push(advice.column());
                    games.push(game);
                }
            }
        }
        assert!(seen > 300, "{seen}");
    }

    #[test]
    fn there_is_no_advice_off_the_proof() {
        let proof = ShippedProof::FirstWins.proof();
        for game in ["1", "44", "4", "11"] {
            let is_known = proof.advise(&columns(game)).is_some();
            assert_eq!(is_known, game == "44", "{game}");
        }
    }
}
