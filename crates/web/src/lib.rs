//! The web game: the 3D scene, its accessible twin in plain HTML, and the state behind both.
//!
//! Modules that need no browser are tested without one:
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | state of the page, its messages and effects, and saved texts |
//! | [`text`], [`game_text`], [`error_text`] | the message catalogue, sentences about games and about refusals |
//! | [`player_names`], [`ruleset_names`], [`opponents`] | names of players and games, and the strength of bots |
//! | [`lesson_text`] | sentences of the demos in the course |
//! | [`net_evaluation`] | evaluations of a net next to the exact verdicts |
//! | [`review`] | who stood better after each move, and which moves mattered |
//! | [`drop_preview`] | preview of a press on a column |
//! | [`keys`], [`links`] | key maps and addresses |
//! | [`archive`], [`themes`] | finished games, and colours |
//! | [`online`] | the client of the online server |
//! | [`tournament`] | tournaments of people and bots on this device |
//! | [`scene`] | animation of the 3D scene; rendered only in a browser |
//!
//! The rest exists only in a browser:
//!
//! | module | contents |
//! |---|---|
//! | `views` | components, one file each |
//! | `browser` | storage, sound, clipboard and files |
//! | `shell` | effects, signals, lazy chunks and workers |
//! | `offline` | newer versions of the cached game |
//!
//! This crate owns colours, texts and the browser. The rules live in `foursight-core`.

pub mod archive;
pub mod clocks;
pub mod drop_preview;
pub mod error_text;
pub mod game_text;
pub mod keys;
pub mod lesson_text;
pub mod links;
pub mod model;
pub mod net_evaluation;
pub mod online;
pub mod opponents;
pub mod outcome_text;
pub mod player_names;
pub mod review;
pub mod ruleset_names;
pub mod scene;
pub mod sound;
pub mod text;
pub mod themes;
pub mod tournament;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod offline;
#[cfg(target_arch = "wasm32")]
mod shell;
#[cfg(target_arch = "wasm32")]
mod views;

/// Mounts the page.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(views::App);
}
