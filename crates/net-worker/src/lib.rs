//! The second web worker of the game: opponents beside the ladder, and evaluations of the nets.
//!
//! The first drop needs none of this, so the page loads this module on demand, and the module
//! fetches the weights of a net with the first request for that net. [`NetEngine`] answers the
//! requests of [`foursight_protocol::nets`]. In the browser the module starts itself; on every
//! other target it is an ordinary library, which is how the tests run it.

#[cfg(target_arch = "wasm32")]
mod browser;
mod engine;

#[cfg(target_arch = "wasm32")]
pub use browser::start;
pub use engine::{NetEngine, NetOutcome};
