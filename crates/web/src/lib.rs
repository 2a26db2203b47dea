//! The web game in a browser: the 3D scene, and its accessible twin in plain HTML.
//!
//! | module | contents |
//! |---|---|
//! | `views` | components, one file each |
//! | `scene` | the 3D scene |
//! | `browser` | storage, sound, clipboard and files |
//! | `shell` | effects, signals, lazy chunks and workers |
//! | `online` | the socket, and notifications |
//! | `offline` | newer versions of the cached game |
//!
//! State and texts are in `foursight-page`, which is tested without a browser. This crate exists
//! only for WebAssembly; elsewhere it is empty.

#![cfg(target_arch = "wasm32")]

mod browser;
mod offline;
mod online;
mod scene;
mod shell;
mod views;

/// Mounts the page.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
    }));
    leptos::mount::mount_to_body(views::App);
}
