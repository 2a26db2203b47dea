//! Shorter plans with the same effect: entries that the walk does not need are removed.

use crate::board::ProofBoard;
use crate::graph::{Proof, ReplyNode};
use crate::plan::Plan;
use crate::walk::{PlanWalk, WalkError};

impl Proof {
    /// Returns the proof with every plan in as few entries as removing them one by one leads to.
    /// Takes some seconds for a thousand plans.
    ///
    /// # Errors
    ///
    /// [`WalkError`] if a plan fails.
    pub fn minimised(&self) -> Result<Self, WalkError> {
        let mut walk = PlanWalk::new(self.claim().goal);
        let mut minimised = self.clone();
        for (board, node) in self.nodes() {
            if let ReplyNode::Plan(plan) = node {
                walk.walk(plan, board)?;
                let plan = minimise(&mut walk, board, plan.normal(board));
                minimised.replace_plan(board, plan);
            }
        }
        Ok(minimised)
    }
}

/// Removes entries as long as the plan holds: the tail of the list, replies, answers, single cells.
pub(crate) fn minimise(walk: &mut PlanWalk, board: ProofBoard, mut plan: Plan) -> Plan {
    let mut keep_if_it_holds = |plan: &mut Plan, change: &dyn Fn(&mut Plan)| {
        let mut shorter = plan.clone();
        change(&mut shorter);
        let holds = shorter != *plan && walk.walk(&shorter, board).is_ok();
        if holds {
            *plan = shorter;
        }
        holds
    };
    for length in 0..plan.list.len() {
        if keep_if_it_holds(&mut plan, &|plan| plan.list.truncate(length)) {
            break;
        }
    }
    loop {
        let before = plan.clone();
        for index in (0..plan.replies.len()).rev() {
            let remove = |plan: &mut Plan| {
                plan.replies.remove(index);
            };
            if keep_if_it_holds(&mut plan, &remove) {
                continue;
            }
            for answer in (1..plan.replies[index].answers.len()).rev() {
                keep_if_it_holds(&mut plan, &|plan| {
                    plan.replies[index].answers.remove(answer);
                });
            }
        }
        for index in (0..plan.list.len()).rev() {
            keep_if_it_holds(&mut plan, &|plan| {
                plan.list.remove(index);
            });
        }
        if plan == before {
            return plan;
        }
    }
}
