//! The engines of the web game, which run in web workers so that the page never blocks.
//!
//! Three modules are built from this crate, and all answer the requests of
//! [`foursight_protocol::engine`] one by one:
//!
//! - `foursight_ladder` holds the [`LadderEngine`]: the ladder bots that need no solver. It is loaded
//!   before the first drop.
//! - `foursight_engine` holds the [`SolverEngine`]: solver, ladder bots, learner. It is loaded after
//!   the first drop, or for a bot that needs it.
//! - `foursight_nets` holds the [`NetEngine`]: opponents beside the ladder, the nets, and the proofs
//!   of openings. It is loaded on demand.
//!
//! An [`Engine`] names the file that a request needs, and `message_loop` fetches it. On every target
//! but a browser this is an ordinary library, which is how the tests run it.

mod bot_cache;
mod engine;
mod ladder_engine;
#[cfg(target_arch = "wasm32")]
mod message_loop;
mod net_engine;
mod proof_check;
#[cfg(target_arch = "wasm32")]
mod scope;
mod solver_engine;

pub use engine::{Engine, EngineOutcome};
pub use ladder_engine::LadderEngine;
#[cfg(target_arch = "wasm32")]
pub use message_loop::run;
pub use net_engine::NetEngine;
pub use solver_engine::SolverEngine;
