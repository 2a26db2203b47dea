//! Four in a row at a terminal.
//!
//! | module | contents |
//! |---|---|
//! | [`line_mode`] | line mode: prompt, input line, reply in sentences |
//! | [`full_screen`] | the full-screen game |
//! | [`saved_games`] | saved games, autosave, and recovery of interrupted games |
//! | [`text`] | positions, moves and endings in English sentences |
//! | [`players`] | seats, and the construction of bots |
//! | [`learner_file`], [`scores_file`] | data stored between games |
//! | [`board_text`], [`theme`], [`output`], [`line_input`], [`exit`] | input and output shared by all commands |
//!
//! Line mode and full screen are independent of each other; shared code lies below both. The
//! command parses arguments and settings and passes them in.

pub mod board_text;
pub mod choices;
pub mod exit;
pub mod full_screen;
pub mod house_rules;
pub mod learner_file;
pub mod line_input;
pub mod line_mode;
pub mod nets;
pub mod output;
pub mod players;
pub mod saved_games;
pub mod scores_file;
pub mod session;
pub mod text;
pub mod theme;
pub mod toml_entries;
