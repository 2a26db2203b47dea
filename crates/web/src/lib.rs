//! The web game: the scene, its twin in plain HTML, and the state behind both.
//!
//! [`model`] is one value, a game of `core` plus settings, and changes only by actions. Everything
//! that needs no browser is tested without one:
//!
//! | module | what it is |
//! |---|---|
//! | [`model`] | the one value behind the page, and how it is saved |
//! | [`text`], [`words`], [`reasons`] | the catalogue of messages, sentences about games, and about what is refused |
//! | [`names`], [`opponents`] | what the players are called, and how strong bots are |
//! | [`keys`], [`links`] | what keys and addresses mean |
//! | [`archive`], [`themes`] | the games that are kept, and colours |
//! | [`sound`] | what is heard, as notes |
//! | [`scene`] | what moves where in three dimensions; it is drawn only in a browser |
//!
//! The rest are views of the state and exist only in a browser:
//!
//! | module | what it is |
//! |---|---|
//! | `page` | the state with all that happens around it: bots, hints, sounds, announcements |
//! | `views` | what is seen, one file a part |
//! | `browser` | storage, sound, clipboard and files |
//! | `shell` | values that views follow, parts that are loaded later, the worker |
//! | `offline` | what is kept for when there is no network, and newer versions |
//!
//! This crate knows colours, words and the browser. The rules live in `foursight-core`.

pub mod archive;
pub mod keys;
pub mod links;
pub mod model;
pub mod names;
pub mod opponents;
pub mod reasons;
pub mod scene;
pub mod sound;
pub mod text;
pub mod themes;
pub mod words;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod offline;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(target_arch = "wasm32")]
mod shell;
#[cfg(target_arch = "wasm32")]
mod views;

/// Shows the page.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(views::App);
}
