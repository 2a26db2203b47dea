//! Online play on the page: what it knows of the server, and what it does about what it hears.
//!
//! [`Client`] needs no browser: it hears messages and answers with what is to be done. A move of the
//! people here falls at once and is sent. The table that the server has confirmed is kept beside it, so
//! that a move which is refused can be taken back. After a lost connection the page comes back, asks for
//! what it missed, and sends again what was not confirmed: the server makes no move twice.
//!
//! | module | what it is |
//! |---|---|
//! | `account` | accounts over HTTP |
//! | `client` | the line, wishes, the lobby |
//! | `live` | the game on the page, confirmed and hoped |
//! | `part` | the people here at that game, as the play view asks them |
//! | `terms` | what can be chosen for a game |
//! | `words` | refusals, endings, times |
//! | `wire`, `call` | the socket, and calls to those who look elsewhere: only in a browser |

pub mod account;
mod client;
mod live;
mod part;
mod terms;
#[cfg(test)]
mod tests;
pub mod words;

#[cfg(target_arch = "wasm32")]
pub(crate) mod call;
#[cfg(target_arch = "wasm32")]
pub(crate) mod wire;

pub use client::{Client, Do, Line};
pub use live::{Live, Pending};
pub use part::{Seated, Server};
pub use terms::{Choice, NUMBERS, Number, Pace, QUICK, clock_lines, clock_words};
