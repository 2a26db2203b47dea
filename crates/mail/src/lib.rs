//! The mail of the workers of the web game: messages in, messages out, and files that they load.
//!
//! A worker is alone in its scope, so nothing has to be handed around. There are workers only in a browser;
//! everywhere else this library is empty.

#[cfg(target_arch = "wasm32")]
mod scope;

#[cfg(target_arch = "wasm32")]
pub use scope::{NotLoaded, load, on_message, post};
