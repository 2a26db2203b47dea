//! Invariants of every game, on every board, under every ruleset.

mod illegal_moves;
mod lines;
mod mirror;
mod phases;
#[path = "../random_games/mod.rs"]
mod random_games;
mod reachable;
mod setup;
mod undo;
