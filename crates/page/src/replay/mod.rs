//! Finished games: the archive, and the review of a game with exact verdicts.

pub mod archive;
pub mod gallery;
mod last_review;
pub mod review;

pub use last_review::{LastReview, ReviewMessage, move_mark};
