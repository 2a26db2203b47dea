//! The engine of the web game: solver and bots in a web worker, so that the page never blocks.
//!
//! [`EngineWorker`] answers the requests of [`foursight_protocol::engine`]. In the browser the module
//! starts itself, reports that it is ready and answers messages one by one. On every other target
//! it is an ordinary library, which is how the tests run it.

#[cfg(target_arch = "wasm32")]
mod browser;
mod engine;

#[cfg(target_arch = "wasm32")]
pub use browser::start;
pub use engine::{EngineOutcome, EngineWorker};
