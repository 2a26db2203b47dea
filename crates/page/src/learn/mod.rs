//! The course: the step that a learner works on, progress, reflections, and texts about demos.
//!
//! [`LearnState`] is a feature of the model and changes by [`LearnMessage`]s; each [`LearnEffect`]
//! is performed by the views. The state knows no storage: stored texts arrive when a page opens.

pub mod course_map;
pub mod exercise;
mod learn_state;
pub mod lesson_text;
pub mod reflection;
pub mod step;
#[cfg(test)]
mod tests;

pub use learn_state::{LearnEffect, LearnMessage, LearnState, StoredLearning};
