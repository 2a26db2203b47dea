//! Messages that change the page "The proof".

use std::sync::Arc;

use foursight_core::Column;
use foursight_protocol::engine::EngineQuery;

use super::check::damaged_copy;
use super::state::file_bytes;
use super::{AttemptTally, CheckPhase, CheckRun, MapPoint, MapStep, ProofAttempt, ProofPageState};
use crate::engine_client::RequestResult;
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};

/// Positions that the worker checks for one request: many frames of progress, and few messages.
const STEPS: u64 = 12;

/// A message of the page.
#[derive(Clone, Debug)]
pub enum ProofMessage {
    /// The page is shown, with the attempts that the browser has stored.
    Open(AttemptTally),
    /// Check the shipped proof.
    Check,
    /// Check a copy that lacks an entry.
    CheckDamaged,
    /// Stop the check.
    StopCheck,
    /// The worker has replied to the check with this number.
    Checked(u32, RequestResult),
    /// Play a reply.
    Press(Column),
    /// Aim at a column, or at none.
    Aim(Option<Column>),
    /// Take the last reply back.
    Undo,
    /// Begin again after the first drop.
    Restart,
    /// Move along the map by keys.
    Step(MapStep),
    /// Point out the position near a place.
    PointAt(MapPoint),
    /// Put the position pointed out on the board.
    OpenPointed,
    /// Point out the position that the game has reached.
    PointAtGame,
    /// Point out the position that the check has refused.
    PointAtRefused,
    /// Double or halve the map, around a place if there is one.
    Zoom(i32, Option<MapPoint>),
    /// Move the shown part of the map.
    Pan(i32, i32),
}

/// An effect that the view performs.
#[derive(Clone, Debug)]
pub enum ProofEffect {
    /// Ask the worker, and reply to the check with this number.
    Request(u32, Box<EngineQuery>),
    /// Store the attempts.
    SaveTally(AttemptTally),
}

impl From<ProofMessage> for Message {
    fn from(message: ProofMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for ProofMessage {
    fn apply(self: Box<Self>, model: &mut Model, now: TimeAndSeed) {
        let effect = model.update_feature(|state: &mut ProofPageState| state.apply(*self, now));
        if let Some(effect) = effect {
            model.emit_feature(effect);
        }
    }
}

impl ProofPageState {
    /// Applies a message, and returns the effect to perform.
    pub fn apply(&mut self, message: ProofMessage, now: TimeAndSeed) -> Option<ProofEffect> {
        let shared = self.shared();
        match message {
            ProofMessage::Open(tally) => self.tally = tally,
            ProofMessage::Check => {
                self.bytes = Arc::from(file_bytes());
                return Some(self.begin_check(false, now));
            }
            ProofMessage::CheckDamaged => {
                let copy = damaged_copy(&shared.proof, &shared.map, now.seed)?;
                self.bytes = Arc::from(copy);
                return Some(self.begin_check(true, now));
            }
            ProofMessage::StopCheck => {
                self.run += 1;
                self.check = CheckRun::default();
            }
            ProofMessage::Checked(run, result) => return self.checked(run, result, now),
            ProofMessage::Press(column) => {
                let is_over = self.press(column);
                return is_over.then_some(ProofEffect::SaveTally(self.tally));
            }
            ProofMessage::Aim(column) => self.aim = column,
            ProofMessage::Undo => {
                if self.attempt.undo() {
                    self.aim = None;
                    self.view.point_at(&shared.map, self.place());
                }
            }
            ProofMessage::Restart => {
                self.attempt = ProofAttempt::new(&shared.proof);
                self.aim = None;
                self.view.point_at(&shared.map, 0);
            }
            other => self.apply_to_map(&other),
        }
        None
    }

    fn apply_to_map(&mut self, message: &ProofMessage) {
        let shared = self.shared();
        let map = &shared.map;
        match message {
            ProofMessage::Step(step) => self.view.step(map, *step),
            ProofMessage::PointAt(place) => {
                let before = self.view.cursor;
                // A second press on a position opens it.
                if self.view.point_near(map, *place) && self.view.cursor == before {
                    self.open(before);
                }
            }
            ProofMessage::OpenPointed => self.open(self.view.cursor),
            ProofMessage::PointAtGame => self.view.point_at(map, self.place()),
            ProofMessage::PointAtRefused => {
                if let Some(node) = self.refused_node() {
                    self.view.point_at(map, node);
                    self.open(node);
                }
            }
            ProofMessage::Zoom(doublings, around) => self.view.zoom(map, *doublings, *around),
            ProofMessage::Pan(x, y) => self.view.pan(*x, *y),
            _ => {}
        }
    }

    fn begin_check(&mut self, is_damaged: bool, now: TimeAndSeed) -> ProofEffect {
        self.run += 1;
        let positions = self.map().nodes().len();
        self.check = CheckRun::begin(is_damaged, positions, now.at_ms);
        self.request(true)
    }

    fn checked(
        &mut self,
        run: u32,
        result: RequestResult,
        now: TimeAndSeed,
    ) -> Option<ProofEffect> {
        if run != self.run || self.check.phase != CheckPhase::Running {
            return None;
        }
        let shared = self.shared();
        let goes_on = self.check.record(&shared.map, result, now.at_ms);
        goes_on.then(|| self.request(false))
    }

    fn request(&self, from_start: bool) -> ProofEffect {
        let query = EngineQuery::CheckProof {
            bytes: self.bytes.to_vec(),
            steps: STEPS,
            from_start,
        };
        ProofEffect::Request(self.run, Box::new(query))
    }
}
