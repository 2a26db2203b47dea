//! The module of the solver and the ladder bots, which is loaded after the first drop.
#![cfg_attr(target_arch = "wasm32", no_main)]

/// Starts the engine. `book` is the URL of the opening book, or empty if there is none.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn start(book: String) {
    let engine = foursight_engine_worker::SolverEngine::default();
    foursight_engine_worker::run(engine, vec![book]);
}

/// Does nothing: this program runs in a web worker.
#[cfg(not(target_arch = "wasm32"))]
const fn main() {}
