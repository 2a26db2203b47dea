//! Finished games: the archive, and the review of a game with exact verdicts.

pub mod archive;
pub mod review;
