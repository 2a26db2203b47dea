//! The check of the proof, as the worker reports it part by part, and a damaged copy to try.

use foursight_core::{Column, Player, SplitMix64};
use foursight_proof::{
    Plan, Proof, ProofBoard, ProofClaim, ProofGoal, ProofWalk, ReplyNode, WalkReason,
};
use foursight_protocol::engine::{EngineReply, ProofCheck, ProofCheckState};

use super::ProofMap;
use crate::engine_client::RequestResult;

/// Stage of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CheckPhase {
    /// No check has begun.
    #[default]
    Idle,
    /// The worker plays replies.
    Running,
    /// Every reply was played.
    Verified,
    /// The proof has a gap.
    Refused(CheckRefusal),
    /// The worker has failed.
    Failed,
}

/// The gap in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckRefusal {
    /// The proof fails in a position.
    Walk {
        /// The reason.
        reason: WalkReason,
        /// The position, as the proof has it.
        board: Option<ProofBoard>,
        /// The position on the map whose entry is wrong.
        node: Option<usize>,
    },
    /// The bytes are no proof.
    Unreadable(String),
}

/// A check and how far it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckRun {
    /// Its stage.
    pub phase: CheckPhase,
    /// True if the checked bytes are a damaged copy.
    pub is_damaged: bool,
    /// Positions of the proof that were checked.
    pub checked: u64,
    /// Positions of the proof.
    pub positions: u64,
    /// Boards that were met on the way, the opponent to move.
    pub boards: u64,
    /// Time since the start.
    pub elapsed_ms: u64,
    /// Checked positions on the map, in the order of the check.
    pub walked: Vec<usize>,
    pub(super) began_ms: u64,
}

impl CheckRun {
    pub(super) fn begin(is_damaged: bool, positions: usize, now_ms: u64) -> Self {
        Self {
            phase: CheckPhase::Running,
            is_damaged,
            positions: positions as u64,
            began_ms: now_ms,
            ..Self::default()
        }
    }

    /// Records a reply of the worker. Returns true if it has to be asked again.
    pub(super) fn record(&mut self, map: &ProofMap, result: RequestResult, now_ms: u64) -> bool {
        self.elapsed_ms = now_ms.saturating_sub(self.began_ms);
        let Ok(EngineReply::ProofProgress(progress)) = result else {
            self.phase = CheckPhase::Failed;
            return false;
        };
        self.add(map, &progress);
        self.phase = match progress.state {
            ProofCheckState::Running => return true,
            ProofCheckState::Proved => CheckPhase::Verified,
            ProofCheckState::Unreadable(reason) => {
                CheckPhase::Refused(CheckRefusal::Unreadable(reason))
            }
            ProofCheckState::Failed {
                reason,
                board,
                plan_of,
            } => {
                let read = |text: &String| text.parse::<ProofBoard>().ok();
                let board = read(&board);
                let of = plan_of.as_ref().and_then(read).or(board);
                let reason = usize::try_from(reason).ok();
                let reason = reason.and_then(|index| WalkReason::ALL.get(index).copied());
                CheckPhase::Refused(CheckRefusal::Walk {
                    reason: reason.unwrap_or(WalkReason::NotListed),
                    board,
                    node: of.and_then(|board| map.find_board(board)),
                })
            }
            // States of a later version of the worker.
            _ => CheckPhase::Failed,
        };
        false
    }

    fn add(&mut self, map: &ProofMap, progress: &ProofCheck) {
        self.checked = progress.plans + progress.inner;
        self.boards = progress.plan_positions;
        if progress.positions > 0 {
            self.positions = progress.positions;
        }
        let places = progress
            .walked
            .iter()
            .filter_map(|place| usize::try_from(*place).ok());
        self.walked
            .extend(places.filter_map(|place| map.find_listed(place)));
    }
}

/// Returns a copy of the proof in which one plan lacks an entry that it needs, in the compact form.
/// The form is as good as that of the whole proof, so that only playing finds the gap.
#[must_use]
pub(super) fn damaged_copy(proof: &Proof, map: &ProofMap, seed: u64) -> Option<Vec<u8>> {
    let mut random = SplitMix64::new(seed);
    let plans: Vec<_> = proof.plan_nodes().collect();
    let first = random.below(plans.len().max(1));
    let from_first = plans.iter().cycle().skip(first).take(plans.len());
    for node in from_first {
        let plan = without_an_entry(node.plan, &mut random);
        let place = map.find_board(node.board).map(|place| &map.nodes()[place]);
        if place.is_some_and(|place| is_broken(&place.moves, node.board, &plan)) {
            let mut copy = proof.clone();
            copy.replace_plan(node.board, plan);
            return copy.to_bytes().ok();
        }
    }
    None
}

fn without_an_entry(plan: &Plan, random: &mut SplitMix64) -> Plan {
    let mut plan = plan.clone();
    let entries = plan.list.len() + plan.replies.len();
    match random.below(entries.max(1)) {
        index if index < plan.list.len() => {
            plan.list.remove(index);
        }
        index if index < entries => {
            plan.replies.remove(index - plan.list.len());
        }
        _ => {}
    }
    plan
}

/// Plays the plan of one position against every reply, which takes a millisecond.
fn is_broken(moves: &[Column], board: ProofBoard, plan: &Plan) -> bool {
    let mut part = Proof::new(ProofClaim {
        planner: Player::First,
        goal: ProofGoal::Win,
        start: moves.to_vec(),
    });
    let is_added = part.add_node(board, ReplyNode::Plan(plan.clone())).is_ok();
    is_added && ProofWalk::new(part).finish().is_err()
}
