//! Online play: the client of the server.
//!
//! [`OnlineClient`] needs no browser: it handles messages and returns effects. A move of the player here is
//! shown at once and sent. The client keeps the table confirmed by the server beside it, so that a
//! refused move can be taken back. After a lost connection it reconnects, requests the missed entries
//! and resends unconfirmed commands; the server applies none twice.
//!
//! | module | contents |
//! |---|---|
//! | `account` | accounts over HTTP |
//! | `client` | connection state, requests, the lobby |
//! | `message` | messages, and how they change the model |
//! | `live` | the game on the page, confirmed and optimistic |
//! | `delegate` | connects that game with the play view |
//! | `terms` | the form for the terms of a game |
//! | `phrases` | texts of refusals, endings and durations |

pub mod account;
mod client;
mod delegate;
mod live;
mod message;
pub mod phrases;
mod terms;
#[cfg(test)]
mod tests;

pub use client::{ConnectionState, OnlineClient, OnlineEffect};
pub use delegate::OnlineDelegate;
pub use live::{LiveGame, UnconfirmedCommand};
pub use message::OnlineMessage;
pub use terms::{
    CLOCK_FIELDS, ClockField, ClockKind, QUICK_CLOCKS, TermsForm, clock_lines, clock_words,
};
