//! The module of the nets and the other opponents beside the ladder, which is loaded on demand.
#![cfg_attr(target_arch = "wasm32", no_main)]

/// Starts the engine. The arguments are the URLs of the weights after one minute, after ten minutes
/// and at the end of the training.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn start(minute: String, ten_minutes: String, full: String) {
    let engine = foursight_engine_worker::NetEngine::default();
    foursight_engine_worker::run(engine, vec![minute, ten_minutes, full]);
}

/// Does nothing: this program runs in a web worker.
#[cfg(not(target_arch = "wasm32"))]
const fn main() {}
