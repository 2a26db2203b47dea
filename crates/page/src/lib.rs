//! The web game without a browser: what the page knows, and what it says.
//!
//! Features are folders, and uses between them only point down, as `cargo xtask tidy` checks:
//!
//! | module | contents |
//! |---|---|
//! | [`online`] | the client of the online server |
//! | [`tournament`] | tournaments of people and bots on this device |
//! | [`play`] | the play page: its state, messages and effects |
//! | [`coach`] | mistakes as questions, and the log of what a player keeps missing |
//! | [`analysis`] | the analysis board |
//! | [`proof`] | the proof that First wins: its check, its map, and attempts to break it |
//! | [`puzzle`] | puzzles: of the day, by theme, near a rating, in series |
//! | [`replay`] | finished games and their review |
//! | [`net_insight`] | the prediction of a net for the displayed position |
//! | [`learn`] | the course |
//! | [`scores`] | the ranking of this device, and the level that suits a player |
//! | [`opponents`] | bots on offer, and evaluations of a net next to the exact verdicts |
//! | [`sound`], [`stage`] | sounds as notes; animation, camera and gestures of the board |
//! | [`hand`] | the held piece, and the preview of its move |
//! | [`wording`] | sentences and names |
//! | [`themes`], [`settings`], [`saved`] | colours, settings, and the form of saved texts |
//! | [`keys`], [`links`], [`text`] | key maps, addresses, and the message catalogue |
//! | [`engine_client`] | requests to the engines in web workers |
//! | [`mod@slice`], [`math`] | change tracking; vectors, matrices and angles |
//!
//! This crate owns colours and texts of the web game. It knows no browser, so that all of it is
//! tested on the host; `foursight-web` renders it.

pub mod analysis;
pub mod coach;
pub mod engine_client;
pub mod hand;
pub mod keys;
pub mod learn;
pub mod links;
pub mod math;
pub mod net_insight;
pub mod online;
pub mod opponents;
pub mod play;
pub mod proof;
pub mod puzzle;
pub mod replay;
pub mod saved;
pub mod scores;
pub mod settings;
pub mod slice;
pub mod sound;
pub mod stage;
pub mod text;
pub mod themes;
pub mod tournament;
pub mod wording;
