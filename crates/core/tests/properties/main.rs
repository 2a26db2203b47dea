//! What must hold in every game, on every grid, under every rule.

mod lines;
mod mirror;
mod phases;
#[path = "../random_games/mod.rs"]
mod random_games;
mod reachable;
mod refusals;
mod setup;
mod undo;
