//! Every message that crosses a socket or a pipe, named by who speaks to whom.
//!
//! | module | what it holds |
//! |---|---|
//! | [`answer`] | the frame of every answer in JSON |
//! | [`engine`] | what the web page and its engine in a worker say to each other |
//! | [`nets`] | the same with the worker that has the nets |
//! | [`online`] | what a client and the server of online games say to each other |
//! | [`solve`] | what perfect play makes of a position, as the command and the server tell it |
//! | [`table`] | what happens at a table, and what a seat may ask |
//!
//! Messages hold the types of the rules, the solver and the bots themselves, so that what was read
//! is legal. What cannot be read is refused with the reason. The crate sends nothing itself.

pub mod answer;
pub mod engine;
pub mod nets;
pub mod online;
pub mod solve;
pub mod table;

mod sent;
