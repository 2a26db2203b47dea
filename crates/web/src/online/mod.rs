//! Online play on the page: what it knows of the server, and what it does about what it hears.
//!
//! [`Client`] needs no browser: it hears messages and answers with what is to be done. A move of the
//! people here falls at once and is sent. The table that the server has confirmed is kept beside it, so
//! that a move which is refused can be taken back. After a lost connection the page comes back, asks for
//! what it missed, and sends again what was not confirmed: the server makes no move twice.

mod client;
mod terms;

#[cfg(target_arch = "wasm32")]
pub(crate) mod wire;

pub use client::{Client, Do, Line, Live, Pending};
pub use terms::{Choice, Pace};
