//! The page "The proof": it checks the proof that First wins, lets a person try to break it, and draws
//! a map of its positions.
//!
//! Part of a lazy chunk. The check itself runs in a worker, a few positions a request; here is what
//! is known of it ([`ProofPageState`]), where each position lies on the map ([`ProofMap`]), and all of
//! it in words ([`ProofWords`]).

mod attempt;
mod check;
mod map;
mod map_view;
mod message;
mod picture;
mod plan_drawing;
mod state;
mod words;

pub use attempt::{AttemptTally, PlannedAnswer, ProofAttempt};
pub use check::{CheckPhase, CheckRefusal, CheckRun};
pub use map::{MAP_RADIUS, MapNode, MapPoint, ProofMap, WAYS, ring_radius};
pub use map_view::{MapStep, MapView};
pub use message::{ProofEffect, ProofMessage};
pub use picture::share_picture;
pub use plan_drawing::PlanDrawing;
pub use state::{ProofPageState, SharedProof, file_bytes};
pub use words::ProofWords;

#[cfg(test)]
mod tests;
