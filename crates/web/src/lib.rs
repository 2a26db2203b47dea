//! The web game: the scene, its twin in plain HTML, and the state behind both.
//!
//! [`state`] is one value, a game of `core` plus settings, and changes only by actions. Everything
//! else is a view of it, needs a browser and exists only there:
//!
//! | module | what it is |
//! |---|---|
//! | `app` | the page: it shows the state and turns what people do into actions |
//! | `engine` | the worker with the solver and the bots |
//!
//! This crate knows colours, words and the browser. The rules live in `foursight-core`.

pub mod state;

#[cfg(target_arch = "wasm32")]
pub mod app;
#[cfg(target_arch = "wasm32")]
mod engine;

/// Shows the page.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
