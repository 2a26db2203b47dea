//! Sentences and names, made of messages of the catalogue.

pub mod bot_ids;
pub mod clocks;
pub mod error_text;
pub mod game_text;
pub mod outcome_text;
pub mod player_names;
pub mod ruleset_names;
