//! Checks a proof of an opening, a few positions a request.

use std::collections::HashMap;

use foursight_proof::{Proof, ProofBoard, ProofWalk, WalkError, WalkReason};
use foursight_protocol::engine::{ProofCheck, ProofCheckState};

/// A check that goes on from request to request.
pub(crate) struct RunningCheck {
    /// The bytes that are checked, by which the next request is recognised.
    bytes: Vec<u8>,
    walk: ProofWalk<Proof>,
    /// Place of each position in the list of the proof.
    places: HashMap<ProofBoard, u64>,
}

impl RunningCheck {
    fn new(bytes: &[u8]) -> Result<Self, ProofCheckState> {
        let proof = Proof::from_bytes(bytes)
            .map_err(|error| ProofCheckState::Unreadable(error.to_string()))?;
        let places = (0..).zip(proof.nodes());
        Ok(Self {
            bytes: bytes.to_vec(),
            places: places.map(|(place, (board, _))| (board, place)).collect(),
            walk: ProofWalk::new(proof),
        })
    }

    /// Checks some positions.
    fn advance(&mut self, steps: u64) -> ProofCheck {
        let mut walked = Vec::new();
        let mut state = ProofCheckState::Running;
        for _ in 0..steps {
            let result = self.walk.step();
            let place = self.walk.last_position();
            walked.extend(place.and_then(|board| self.places.get(&board)));
            match result {
                Ok(true) => {}
                Ok(false) => state = ProofCheckState::Proved,
                Err(error) => state = failed(error),
            }
            if state != ProofCheckState::Running {
                break;
            }
        }
        let report = self.walk.report();
        ProofCheck {
            plans: report.plans as u64,
            inner: report.inner as u64,
            drops: report.drops as u64,
            plan_positions: report.plan_positions,
            positions: self.places.len() as u64,
            walked,
            state,
        }
    }
}

/// Begins or continues the check of a proof, and forgets it at its end.
pub(crate) fn check_proof(
    running: &mut Option<RunningCheck>,
    bytes: &[u8],
    steps: u64,
    from_start: bool,
) -> ProofCheck {
    let mut check = match running.take().filter(|check| check.bytes == bytes) {
        Some(check) if !from_start => check,
        _ => match RunningCheck::new(bytes) {
            Ok(check) => check,
            Err(state) => {
                return ProofCheck {
                    state,
                    ..ProofCheck::default()
                };
            }
        },
    };
    let progress = check.advance(steps);
    *running = (progress.state == ProofCheckState::Running).then_some(check);
    progress
}

fn failed(error: WalkError) -> ProofCheckState {
    let reason = WalkReason::ALL
        .iter()
        .position(|reason| *reason == error.reason);
    ProofCheckState::Failed {
        reason: reason.unwrap_or_default() as u64,
        board: error.board.to_string(),
        plan_of: error.plan_of.map(|board| board.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use foursight_proof::{Plan, ReplyNode, ShippedProof};

    use super::*;

    fn finish(bytes: &[u8], steps: u64) -> (ProofCheck, Vec<u64>) {
        let (mut running, mut walked) = (None, Vec::new());
        loop {
            let progress = check_proof(&mut running, bytes, steps, false);
            walked.extend(&progress.walked);
            if progress.state != ProofCheckState::Running {
                assert!(running.is_none(), "a finished check is forgotten");
                return (progress, walked);
            }
        }
    }

    #[test]
    fn a_proof_is_checked_in_parts() {
        let shipped = ShippedProof::SecondHoldsC1;
        let (progress, mut walked) = finish(shipped.bytes(), 7);
        assert_eq!(progress.state, ProofCheckState::Proved);
        let stats = shipped.proof().stats();
        assert_eq!(progress.plans + progress.inner, stats.positions() as u64);
        assert_eq!(progress.positions, stats.positions() as u64);
        walked.sort_unstable();
        let all: Vec<u64> = (0..progress.positions).collect();
        assert_eq!(walked, all, "every position is reported once");
        let (at_once, _) = finish(shipped.bytes(), u64::MAX);
        assert_eq!(at_once.plan_positions, progress.plan_positions);
    }

    #[test]
    fn the_next_request_continues_or_begins_anew() {
        let bytes = ShippedProof::SecondHoldsC1.bytes();
        let mut running = None;
        let first = check_proof(&mut running, bytes, 3, false);
        let second = check_proof(&mut running, bytes, 3, false);
        assert!(second.plans + second.inner > first.plans + first.inner);
        assert_eq!(check_proof(&mut running, bytes, 3, true), first);
        let other = ShippedProof::SecondHoldsA1.bytes();
        let progress = check_proof(&mut running, other, 3, false);
        assert_eq!(progress.walked.len(), 2, "the first step plays the opening");
    }

    #[test]
    fn damage_is_found() {
        let mut bytes = ShippedProof::SecondHoldsC1.bytes().to_vec();
        bytes[100] ^= 1;
        let (progress, _) = finish(&bytes, 50);
        assert!(
            matches!(progress.state, ProofCheckState::Unreadable(_)),
            "{progress:?}"
        );
        // Proofs that are written as they should be, with an empty plan in place of a full one.
        let proof = ShippedProof::SecondHoldsC1.proof();
        let is_fragile =
            |node: &ReplyNode| matches!(node, ReplyNode::Plan(plan) if plan.list.len() > 2);
        let fragile = proof.nodes().filter(|(_, node)| is_fragile(node));
        let board = fragile
            .map(|(board, _)| board)
            .find(|board| {
                let mut broken = proof.clone();
                broken.replace_plan(*board, Plan::default());
                ProofWalk::new(broken).finish().is_err()
            })
            .expect("plans need their lists");
        let mut broken = proof.clone();
        assert!(broken.replace_plan(board, Plan::default()));
        let (progress, walked) = finish(&broken.to_bytes().expect("complete"), 50);
        let ProofCheckState::Failed { plan_of, .. } = progress.state else {
            panic!("{progress:?}");
        };
        assert_eq!(plan_of, Some(board.to_string()));
        let place = proof.nodes().position(|(other, _)| other == board);
        assert_eq!(
            walked.last().copied(),
            place.map(|place| place as u64),
            "the last position is the one that failed"
        );
    }
}
