//! Message plumbing shared by the web workers of the game: receive messages, post messages and
//! fetch files.
//!
//! Each worker owns its global scope, so no handle is passed around. Workers exist only in a
//! browser; on every other target this library is empty.

#[cfg(target_arch = "wasm32")]
mod scope;

#[cfg(target_arch = "wasm32")]
pub use scope::{FetchError, fetch, on_message, post};
