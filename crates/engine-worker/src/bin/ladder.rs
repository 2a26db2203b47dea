//! The module of the ladder bots without the solver, which is loaded before the first drop.
#![cfg_attr(target_arch = "wasm32", no_main)]

/// Starts the engine.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn start() {
    let engine = foursight_engine_worker::LadderEngine::default();
    foursight_engine_worker::run(engine, Vec::new());
}

/// Does nothing: this program runs in a web worker.
#[cfg(not(target_arch = "wasm32"))]
const fn main() {}
