//! The engine of the web game: solver and bots in a worker, so that the page never waits.
//!
//! [`Engine`] answers the questions of [`foursight_protocol::engine`]. In the browser the module
//! starts itself, says that it is ready and answers messages one by one; everywhere else it is an
//! ordinary library, which is how it is tested.

mod engine;
#[cfg(target_arch = "wasm32")]
mod post;

pub use engine::{Engine, Heard};
#[cfg(target_arch = "wasm32")]
pub use post::start;
