//! Explanations of drops as lists of numbers, for messages between programs.
//!
//! Only what was searched for is written: the proof, perfect play, and a proof on its way. Verdicts
//! are known to the reader, and facts follow from the position without a search.

use foursight_core::{Cell, Column, Player, Position, Row};
use foursight_solver::Verdict;

use crate::explainer::{DropExplanation, ProofAhead, reasons};
use crate::game_grades::GradedMove;
use crate::proof::{
    AllisRule, Claim, ColumnPlan, Goal, PlanMode, ProofBranch, ProofNode, RuleCover, RuleInstance,
    VerdictProof,
};
use crate::reason::Reason;

/// Levels of replies that a proof may have: a game has no more.
const DEPTH_MAX: usize = 21;
/// Numbers that a list may have.
const LIST_MAX: u64 = 100;

const OVER: u64 = 0;
const REPLIES: u64 = 1;
const PLAN: u64 = 2;
const RULES: u64 = 3;

/// Writes and reads explanations.
#[derive(Clone, Copy, Debug)]
pub struct ProofCode;

impl ProofCode {
    /// Writes what was found about a drop.
    #[must_use]
    pub fn encode(drop: &DropExplanation) -> Vec<u64> {
        let mut code = Vec::new();
        push_columns(&mut code, &drop.line);
        push_reason(&mut code, drop.proof());
        if let Some(ahead) = &drop.ahead {
            push_columns(&mut code, &ahead.moves);
            push_reason(&mut code, Some(&ahead.reason));
        } else {
            code.push(0);
        }
        code
    }

    /// Reads the explanation of a drop in a position with these verdicts of all columns. Proofs are
    /// not checked again. Returns `None` if the numbers are no explanation.
    #[must_use]
    pub fn decode(
        position: &Position,
        column: Column,
        verdicts: &[Option<Verdict>],
        code: &[u64],
    ) -> Option<DropExplanation> {
        let cell = position.board().landing(column)?;
        let graded = GradedMove::new(position, column, verdicts.to_vec());
        let mut numbers = NumberReader(code);
        let line = numbers.columns()?;
        let proof = if numbers.flag()? {
            Some(numbers.proof()?)
        } else {
            None
        };
        let moves = numbers.columns()?;
        let ahead = match moves.last() {
            None => None,
            Some(last) => {
                numbers.flag()?.then_some(())?;
                let (proof, cells) = numbers.proof()?;
                let reason = Reason {
                    column: *last,
                    cells,
                    fact: None,
                    proof: Some(proof),
                };
                Some(ProofAhead { moves, reason })
            }
        };
        let verdict = graded.verdict();
        numbers.0.is_empty().then(|| DropExplanation {
            column,
            cell,
            verdict,
            grade: graded.grade,
            reasons: match verdict {
                Some(verdict) => reasons(position, column, verdict, proof, &line),
                None => Vec::new(),
            },
            line,
            ahead,
        })
    }
}

fn push_columns(code: &mut Vec<u64>, columns: &[Column]) {
    code.push(columns.len() as u64);
    code.extend(columns.iter().map(|column| column.index() as u64));
}

fn push_cells(code: &mut Vec<u64>, cells: &[Cell]) {
    code.push(cells.len() as u64);
    code.extend(
        cells
            .iter()
            .map(|cell| (cell.column.index() << 8 | cell.row.index()) as u64),
    );
}

/// Writes a proof and the cells that decide, or 0.
fn push_reason(code: &mut Vec<u64>, reason: Option<&Reason>) {
    let Some((reason, proof)) = reason.and_then(|reason| Some((reason, reason.proof.as_ref()?)))
    else {
        return code.push(0);
    };
    let player = u64::from(proof.claim.player == Player::Second);
    let goal = u64::from(proof.claim.goal == Goal::Win);
    let reply = proof.reply.map_or(0, |reply| reply.number() as u64);
    code.extend([1, player, goal, reply]);
    push_node(code, &proof.strategy);
    push_cells(code, &reason.cells);
}

fn push_node(code: &mut Vec<u64>, node: &ProofNode) {
    match node {
        ProofNode::Over => code.push(OVER),
        ProofNode::Replies(branches) => {
            code.extend([REPLIES, branches.len() as u64]);
            for branch in branches {
                code.extend([branch.reply, branch.answer].map(|column| column.index() as u64));
                push_node(code, &branch.then);
            }
        }
        ProofNode::Plan(plan) => {
            code.extend([PLAN, plan.odd_bits().into(), plan.mode() as u64]);
        }
        ProofNode::Rules(cover) => {
            code.extend([RULES, cover.rules.len() as u64]);
            for instance in &cover.rules {
                code.push(instance.rule as u64);
                push_cells(code, &instance.cells);
            }
        }
    }
}

/// The numbers that are still to be read.
struct NumberReader<'a>(&'a [u64]);

impl NumberReader<'_> {
    fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn count(&mut self) -> Option<u64> {
        self.number().filter(|count| *count <= LIST_MAX)
    }

    fn flag(&mut self) -> Option<bool> {
        match self.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn column(&mut self) -> Option<Column> {
        Column::from_index(usize::try_from(self.number()?).ok()?)
    }

    fn columns(&mut self) -> Option<Vec<Column>> {
        (0..self.count()?).map(|_| self.column()).collect()
    }

    fn cells(&mut self) -> Option<Vec<Cell>> {
        let cell = |number: u64| {
            let [column, row] = u16::try_from(number).ok()?.to_be_bytes();
            Some(Cell {
                column: Column::from_index(column.into())?,
                row: Row::from_index(row.into())?,
            })
        };
        (0..self.count()?).map(|_| cell(self.number()?)).collect()
    }

    /// Reads a proof and the cells that decide.
    fn proof(&mut self) -> Option<(VerdictProof, Vec<Cell>)> {
        let player = if self.flag()? {
            Player::Second
        } else {
            Player::First
        };
        let goal = if self.flag()? { Goal::Win } else { Goal::Hold };
        let reply = match self.number()? {
            0 => None,
            number => Some(Column::from_number(usize::try_from(number).ok()?)?),
        };
        let proof = VerdictProof {
            claim: Claim { player, goal },
            reply,
            strategy: self.node(DEPTH_MAX)?,
        };
        Some((proof, self.cells()?))
    }

    fn node(&mut self, depth: usize) -> Option<ProofNode> {
        let depth = depth.checked_sub(1)?;
        Some(match self.number()? {
            OVER => ProofNode::Over,
            REPLIES => {
                let mut branches = Vec::new();
                for _ in 0..self.count()? {
                    branches.push(ProofBranch {
                        reply: self.column()?,
                        answer: self.column()?,
                        then: self.node(depth)?,
                    });
                }
                ProofNode::Replies(branches)
            }
            PLAN => {
                let odd = u8::try_from(self.number()?)
                    .ok()
                    .filter(|odd| *odd < 1 << 7)?;
                let modes = [PlanMode::Pure, PlanMode::Complete, PlanMode::Guided];
                let mode = *modes.get(usize::try_from(self.number()?).ok()?)?;
                ProofNode::Plan(ColumnPlan::new(odd, mode))
            }
            RULES => {
                let mut rules = Vec::new();
                for _ in 0..self.count()? {
                    let rule = usize::try_from(self.number()?).ok()?;
                    rules.push(RuleInstance {
                        rule: *AllisRule::ALL.get(rule)?,
                        cells: self.cells()?,
                    });
                }
                ProofNode::Rules(RuleCover { rules })
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Game;
    use foursight_solver::Solver;

    use super::*;
    use crate::{ExplainBudget, Explainer};

    fn position(moves: &str) -> Position {
        let column = |digit: u8| Column::from_number(usize::from(digit - b'0')).expect("in range");
        let columns = moves.bytes().filter(u8::is_ascii_digit).map(column);
        let played = columns.fold(Game::default(), |game, column| {
            game.drop_in(column).expect("legal")
        });
        *played.position()
    }

    /// Explanations with plans, trees, rules, facts and perfect play.
    #[test]
    fn explanations_round_trip_and_damage_is_refused() {
        let mut solver = Solver::default();
        let budget = ExplainBudget {
            positions: 100_000,
            looks_ahead: true,
        };
        let mut explainer = Explainer::new(&mut solver, budget);
        let mut kinds = std::collections::BTreeSet::new();
        let all = include_str!("../tests/data/fair.txt").lines();
        // Early positions take long without a book.
        let late = all.filter(|moves| moves.len() > 14);
        for moves in late.step_by(60).take(12) {
            let position = position(moves);
            let verdicts = explainer.verdicts(&position).expect("the standard board");
            for column in position.board().columns() {
                let Some(drop) = explainer.explain_drop(&position, column, &verdicts) else {
                    continue;
                };
                kinds.extend(drop.reasons.iter().map(Reason::name));
                let code = ProofCode::encode(&drop);
                let read = |code: &[u64]| ProofCode::decode(&position, column, &verdicts, code);
                assert_eq!(read(&code), Some(drop), "{moves} {column}");
                for end in 0..code.len() {
                    assert_eq!(read(&code[..end]), None, "{moves} {column}");
                }
                let longer = [&code[..], &[0]].concat();
                assert_eq!(read(&longer), None);
            }
        }
        assert!(kinds.len() > 5, "{kinds:?}");
    }

    #[test]
    fn endless_nesting_is_refused() {
        let mut code = vec![0, 1, 0, 1, 0];
        for _ in 0..1000 {
            code.extend([REPLIES, 1, 0, 0]);
        }
        let verdicts = [Some(Verdict::Draw); 7];
        let column = Column::from_index(0).expect("in range");
        let read = ProofCode::decode(&Position::default(), column, &verdicts, &code);
        assert_eq!(read, None);
    }
}
