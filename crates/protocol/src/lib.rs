//! Every message that crosses a socket or a pipe, named by who speaks to whom.
//!
//! | module | what it holds |
//! |---|---|
//! | [`answer`] | the frame of every answer in JSON |
//! | [`engine`] | what the web page and its engine in a worker say to each other |
//! | [`solve`] | what perfect play makes of a position, as the command and the server tell it |
//!
//! Messages hold the types of the rules, the solver and the bots themselves, so that what was read
//! is legal. What cannot be read is refused with the reason. The crate sends nothing itself.

pub mod answer;
pub mod engine;
pub mod solve;

mod sent;
