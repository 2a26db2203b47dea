//! The state of the page "The proof".

use std::sync::Arc;

use foursight_core::Column;
use foursight_proof::{Proof, ShippedProof};

use super::{
    AttemptTally, CheckPhase, CheckRefusal, CheckRun, MapView, PlannedAnswer, ProofAttempt,
    ProofMap,
};

/// Returns the file of the shipped proof that First wins.
#[must_use]
pub fn file_bytes() -> &'static [u8] {
    ShippedProof::FirstWins.bytes()
}

/// The shipped proof that First wins, and its map. Made at the first visit.
#[derive(Debug)]
pub struct SharedProof {
    /// The proof.
    pub proof: Proof,
    /// Its map.
    pub map: ProofMap,
}

impl Default for SharedProof {
    fn default() -> Self {
        let proof = ShippedProof::FirstWins.proof();
        let map = ProofMap::new(&proof);
        Self { proof, map }
    }
}

/// The state of the page "The proof".
#[derive(Clone, Debug)]
pub struct ProofPageState {
    shared: Arc<SharedProof>,
    pub(super) check: CheckRun,
    /// Number of the latest check: replies to earlier ones are late.
    pub(super) run: u32,
    /// The bytes that are being checked.
    pub(super) bytes: Arc<[u8]>,
    pub(super) attempt: ProofAttempt,
    pub(super) aim: Option<Column>,
    pub(super) tally: AttemptTally,
    pub(super) view: MapView,
}

impl Default for ProofPageState {
    fn default() -> Self {
        let shared = Arc::new(SharedProof::default());
        Self {
            attempt: ProofAttempt::new(&shared.proof),
            shared,
            check: CheckRun::default(),
            run: 0,
            bytes: Arc::from(file_bytes()),
            aim: None,
            tally: AttemptTally::default(),
            view: MapView::default(),
        }
    }
}

impl ProofPageState {
    /// The proof and its map, which never change.
    #[must_use]
    pub fn shared(&self) -> Arc<SharedProof> {
        Arc::clone(&self.shared)
    }

    /// The proof.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.shared.proof
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &ProofMap {
        &self.shared.map
    }

    /// The check.
    #[must_use]
    pub const fn check(&self) -> &CheckRun {
        &self.check
    }

    /// Returns true once the shipped proof is verified.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.check.phase == CheckPhase::Verified && !self.check.is_damaged
    }

    /// The game against the proof.
    #[must_use]
    pub const fn attempt(&self) -> &ProofAttempt {
        &self.attempt
    }

    /// Attempts on this device.
    #[must_use]
    pub const fn tally(&self) -> AttemptTally {
        self.tally
    }

    /// The shown part of the map.
    #[must_use]
    pub const fn view(&self) -> MapView {
        self.view
    }

    /// Returns the column aimed at, if it is open.
    #[must_use]
    pub fn aim(&self) -> Option<Column> {
        let position = self.attempt.game().position();
        self.aim.filter(|column| position.drop_in(*column).is_ok())
    }

    /// Returns the answer to a reply in the aimed column.
    #[must_use]
    pub fn aimed_answer(&self) -> Option<PlannedAnswer> {
        self.attempt.answer(self.proof(), self.aim()?)
    }

    /// Returns the last position of the map that the game has gone through.
    #[must_use]
    pub fn place(&self) -> usize {
        let moves = self.attempt.moves();
        let odd = (1..=moves.len()).rev().step_by(2);
        let mut found = odd.filter_map(|plies| self.map().find(&moves[..plies]));
        found.next().unwrap_or(0)
    }

    /// Returns the positions of the map that the game has gone through, from the first drop on.
    #[must_use]
    pub fn trail(&self) -> Vec<usize> {
        let moves = self.attempt.moves();
        let plies = (1..=moves.len()).step_by(2);
        plies
            .map_while(|plies| self.map().find(&moves[..plies]))
            .collect()
    }

    /// Returns the position on the map whose entry the last check has refused.
    #[must_use]
    pub fn refused_node(&self) -> Option<usize> {
        match &self.check.phase {
            CheckPhase::Refused(CheckRefusal::Walk { node, .. }) => *node,
            _ => None,
        }
    }

    /// Puts a position of the map on the board.
    pub(super) fn open(&mut self, node: usize) {
        let moves = self.map().nodes().get(node).map(|node| node.moves.clone());
        if let Some(attempt) = moves.and_then(|moves| ProofAttempt::after(&moves)) {
            self.attempt = attempt;
            self.aim = None;
        }
    }

    /// Plays a reply. Returns true if the game has ended with it.
    pub(super) fn press(&mut self, column: Column) -> bool {
        let shared = self.shared();
        if !self.attempt.play(&shared.proof, column) {
            return false;
        }
        self.aim = None;
        self.view.point_at(&shared.map, self.place());
        let Some(is_won) = self.attempt.is_won() else {
            return false;
        };
        self.tally.attempts = self.tally.attempts.saturating_add(1);
        self.tally.broken = self.tally.broken.saturating_add(u32::from(!is_won));
        true
    }
}
