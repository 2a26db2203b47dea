//! Messages exchanged between the web page, its engine workers, the server and the command line.
//!
//! | module | contents |
//! |---|---|
//! | [`response`] | envelope of every JSON response |
//! | [`explain`] | reasons and grades as JSON, for the command line and the server |
//! | [`engine`] | messages between the web page and its engine workers |
//! | [`online`] | messages between a client and the server of online games |
//! | [`puzzle`] | puzzles as JSON, for the command line and the server |
//! | [`solve`] | solver results as JSON, for the command line and the server |
//! | [`table`] | events and commands of a game in JSON |
//!
//! Messages hold the types of the rules, the solver and the bots themselves, so that a decoded
//! message is always legal. Decoding rejects everything else with a reason. That is why this crate
//! builds on the bots (levels, predictions of nets) and the solver (verdicts): every program that
//! uses it has both anyway. It performs no I/O.

pub mod engine;
pub mod explain;
pub mod online;
pub mod puzzle;
pub mod response;
pub mod solve;
pub mod table;

mod codec;
