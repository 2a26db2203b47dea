//! The web game: the scene, its twin in plain HTML, and the state behind both.
//!
//! [`model`] is the page as one value, which changes by messages. Everything that needs no browser is
//! tested without one:
//!
//! | module | what it is |
//! |---|---|
//! | [`model`] | the page as one value, what changes it, and how it is saved |
//! | [`text`], [`words`], [`reasons`] | the catalogue of messages, sentences about games, and about what is refused |
//! | [`names`], [`called`], [`opponents`] | what the players and their game are called, and how strong bots are |
//! | [`taught`] | what the demos of the course say about a game |
//! | [`nets`] | what a net sees next to the truth |
//! | [`review`] | who stood better in a game after each move, and which moves mattered |
//! | [`aimed`] | what a press on a column would do, before it is made |
//! | [`keys`], [`links`] | what keys and addresses mean |
//! | [`archive`], [`themes`] | the games that are kept, and colours |
//! | [`online`] | what the page knows of the server of online games, and what it does about what it hears |
//! | [`tournament`] | tournaments of people and bots at this device |
//! | [`scene`] | what moves where in three dimensions; it is drawn only in a browser |
//!
//! The rest exists only in a browser:
//!
//! | module | what it is |
//! |---|---|
//! | `views` | what is seen, one file a part |
//! | `browser` | storage, sound, clipboard and files |
//! | `shell` | performs effects; values that views follow, parts that are loaded later, the worker |
//! | `offline` | what is kept for when there is no network, and newer versions |
//!
//! This crate knows colours, words and the browser. The rules live in `foursight-core`.

pub mod aimed;
pub mod archive;
pub mod called;
pub mod clocks;
pub mod ends;
pub mod keys;
pub mod links;
pub mod model;
pub mod names;
pub mod nets;
pub mod online;
pub mod opponents;
pub mod reasons;
pub mod review;
pub mod scene;
pub mod sound;
pub mod taught;
pub mod text;
pub mod themes;
pub mod tournament;
pub mod words;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod offline;
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
