//! Local search: one change at a time, kept if the proof gets smaller.

use std::collections::HashSet;

use foursight_core::{Column, Player, SplitMix64};

use super::finder::{ConflictSearch, ValueOracle};
use crate::board::ProofBoard;
use crate::graph::{Proof, ReplyNode};
use crate::minimise::minimise;
use crate::plan::Plan;
use crate::walk::PlanWalk;

/// Attempts for each plan, the later ones with noise.
const ATTEMPTS: usize = 3;
/// Share of the steps that try another drop, in per cent; the others try a plan.
const DROP_SHARE: usize = 40;

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Changes that were tried.
    pub steps: u64,
    /// Changes that made the proof smaller.
    pub improvements: u64,
}

/// A search for a smaller proof of the same claim. The same proof and seed lead to the same steps.
#[derive(Debug)]
pub struct ProofSearch {
    proof: Proof,
    random: SplitMix64,
    stats: SearchStats,
}

impl ProofSearch {
    /// Begins with a proof, which has to hold.
    #[must_use]
    pub fn new(proof: Proof, seed: u64) -> Self {
        Self {
            proof,
            random: SplitMix64::new(seed),
            stats: SearchStats::default(),
        }
    }

    /// The smallest proof so far.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// Tries one change. Returns true if the proof got smaller.
    pub fn step(&mut self, oracle: &mut ValueOracle<'_>) -> bool {
        self.stats.steps += 1;
        let places = inner_games(&self.proof);
        if places.is_empty() {
            return false;
        }
        let game = &places[self.random.below(places.len())];
        let changed = if self.random.below(100) < DROP_SHARE {
            self.with_other_drop(game, oracle)
        } else {
            self.with_plan(self.proof.clone(), game, oracle)
        };
        let size = |proof: &Proof| proof.nodes().count();
        let start = self.proof.claim().start.clone();
        // What is no longer reached goes.
        let changed = changed.and_then(|changed| changed.part(&start));
        match changed.filter(|changed| size(changed) < size(&self.proof)) {
            Some(smaller) => {
                self.proof = smaller;
                self.stats.improvements += 1;
                true
            }
            None => false,
        }
    }

    fn planner_begins(&self) -> bool {
        self.proof.claim().planner == Player::First
    }

    /// Returns `proof` with a plan for the position after these moves.
    fn with_plan(
        &mut self,
        mut proof: Proof,
        game: &[Column],
        oracle: &mut ValueOracle<'_>,
    ) -> Option<Proof> {
        let (goal, planner_begins) = (proof.claim().goal, self.planner_begins());
        let board = ProofBoard::after(game, planner_begins)?;
        let hints = hints(&proof, game, planner_begins);
        let seed = self.random.next_u64();
        let mut finder = ConflictSearch::new(goal, planner_begins, oracle, &hints, seed);
        let plan = finder.find(game, ATTEMPTS)?;
        let mut walk = PlanWalk::new(goal);
        walk.walk(&plan, board).ok()?;
        let plan = minimise(&mut walk, board, plan.normal(board));
        proof.set_node(board, ReplyNode::Plan(plan));
        Some(proof)
    }

    /// Returns the proof with another drop after one of the replies to the position after these moves:
    /// one that leads to a position of the proof, or else to one with a plan.
    fn with_other_drop(&mut self, game: &[Column], oracle: &mut ValueOracle<'_>) -> Option<Proof> {
        let planner_begins = self.planner_begins();
        let mut reply_games: Vec<Vec<Column>> = Vec::new();
        for reply in columns() {
            let mut moves = game.to_vec();
            moves.push(reply);
            let board = ProofBoard::after(&moves, planner_begins);
            if board.is_some_and(|board| self.proof.drop_at(board).is_some()) {
                reply_games.push(moves);
            }
        }
        if reply_games.is_empty() {
            return None;
        }
        let moves = reply_games.swap_remove(self.random.below(reply_games.len()));
        let board = ProofBoard::after(&moves, planner_begins)?;
        let named = self.proof.drop_at(board)?.value;
        let others: Vec<Column> = columns().filter(|column| *column != named).collect();
        let column = others[self.random.below(others.len())];
        let next_board = board.with_own(board.landing(column)?.bit());
        let mut next = moves;
        next.push(column);
        let mut proof = self.proof.clone();
        proof.set_drop(board, column);
        if proof.node(next_board).is_some() {
            return Some(proof);
        }
        let is_lost = next_board.opponent_threats() & next_board.landings() != 0;
        if is_lost || !oracle(&next) {
            return None;
        }
        self.with_plan(proof, &next, oracle)
    }
}

fn columns() -> impl Iterator<Item = Column> {
    (0..7).filter_map(Column::from_index)
}

/// Lists a game to each position whose replies are all listed.
fn inner_games(proof: &Proof) -> Vec<Vec<Column>> {
    let claim = proof.claim();
    let planner_begins = claim.planner == Player::First;
    let mut games = Vec::new();
    let mut pending = vec![claim.start.clone()];
    let mut seen = HashSet::new();
    while let Some(mut game) = pending.pop() {
        let Some(mut board) = ProofBoard::after(&game, planner_begins) else {
            continue;
        };
        if let Some(drop) = proof.drop_at(board)
            && let Some(landing) = board.landing(drop.value)
        {
            game.push(drop.value);
            board = board.with_own(landing.bit());
        }
        let is_inner = proof
            .node(board)
            .is_some_and(|entry| *entry.value == ReplyNode::Inner);
        if !is_inner || !seen.insert(board.canonical()) {
            continue;
        }
        for reply in columns() {
            let mut next = game.clone();
            next.push(reply);
            let after = ProofBoard::after(&next, planner_begins);
            if after.is_some_and(|after| proof.drop_at(after).is_some()) {
                pending.push(next);
            }
        }
        games.push(game);
    }
    games
}

/// Returns the plans of the positions that follow, in the orientation of the game.
fn hints(proof: &Proof, game: &[Column], planner_begins: bool) -> Vec<Plan> {
    let Some(board) = ProofBoard::after(game, planner_begins) else {
        return Vec::new();
    };
    let follow = |reply: Column| {
        let board = board.with_reply(board.landing(reply)?.bit());
        let drop = proof.drop_at(board)?;
        let board = board.with_own(board.landing(drop.value)?.bit());
        let entry = proof.node(board)?;
        match entry.value {
            ReplyNode::Plan(plan) if entry.is_mirrored => Some(plan.mirror()),
            ReplyNode::Plan(plan) => Some(plan.clone()),
            ReplyNode::Inner => None,
        }
    };
    columns().filter_map(follow).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::open_replies;
    use crate::{ProofWalk, ShippedProof, verify_text};

    /// A part of a proof in which one plan is taken apart again, so that there is something to find.
    fn with_a_split_plan() -> Proof {
        let proof = ShippedProof::SecondHoldsC1.proof();
        let game = inner_games(&proof)
            .into_iter()
            .max_by_key(Vec::len)
            .expect("there are inner positions");
        proof.part(&game).expect("a part")
    }

    #[test]
    fn every_step_keeps_the_claim() {
        let proof = with_a_split_plan();
        let before = proof.nodes().count();
        let mut search = ProofSearch::new(proof, 5);
        for _ in 0..12 {
            search.step(&mut |_| true);
            let walk = ProofWalk::new(search.proof()).finish();
            assert!(walk.is_ok(), "{walk:?}");
        }
        assert!(search.proof().nodes().count() <= before);
        assert_eq!(search.stats().steps, 12);
    }

    #[test]
    fn a_plan_that_was_taken_apart_is_found_again() {
        let mut proof = ShippedProof::SecondHoldsC1.proof();
        // A late plan becomes a position whose replies are all listed, each with the same plan.
        let replies = |node: &crate::PlanNode<'_>| open_replies(node.board).count();
        let late = proof
            .plan_nodes()
            .filter(|node| replies(node) > 3)
            .max_by_key(|node| node.board.plies());
        let (board, plan) = late
            .map(|node| (node.board, node.plan.clone()))
            .expect("a plan");
        let size = proof.nodes().count();
        proof.set_node(board, ReplyNode::Inner);
        for reply in open_replies(board) {
            let next = board.with_reply(reply);
            let cell = crate::PlanCell::from_bit(reply);
            let answer = plan.answer(next, cell).expect("an answer");
            if proof.drop_at(next).is_none() {
                proof.set_drop(next, answer.cell.column());
            }
            let after = next.with_own(answer.cell.bit());
            if proof.node(after).is_none() {
                proof.set_node(after, ReplyNode::Plan(plan.clone()));
            }
        }
        assert!(proof.nodes().count() > size, "it is larger now");
        assert!(ProofWalk::new(&proof).finish().is_ok());
        let game = inner_games(&proof).into_iter().find(|game| {
            ProofBoard::after(game, false).map(ProofBoard::canonical) == Some(board.canonical())
        });
        let game = game.expect("it is reached");
        let mut search = ProofSearch::new(proof.clone(), 1);
        let found = search.with_plan(proof, &game, &mut |_| true);
        let found = found.expect("the plan is found from its hints");
        let found = found.part(&found.claim().start.clone()).expect("a proof");
        assert!(found.nodes().count() <= size);
        assert!(verify_text(&found.to_text()).is_ok());
    }
}
