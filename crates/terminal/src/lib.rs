//! Four in a row at a terminal.
//!
//! | module | what it holds |
//! |---|---|
//! | [`line`](mod@line) | line mode: a question, a line, a sentence |
//! | [`full`] | the full-screen game |
//! | [`keep`] | games in files, and the game in play that outlives its terminal |
//! | [`words`] | positions, moves and endings in English sentences |
//! | [`opponents`] | who sits where, and how bots are made |
//! | [`learner_file`], [`scores_file`] | what is kept between games |
//! | [`draw`], [`theme`], [`output`], [`input`], [`exit`] | what every command writes and reads with |
//!
//! Line mode and full screen do not know each other; what both need lies below them. Arguments and
//! settings are read by the command and handed in.

pub mod choices;
pub mod draw;
pub mod exit;
pub mod full;
pub mod house_rules;
pub mod input;
pub mod keep;
pub mod learner_file;
pub mod line;
pub mod lines;
pub mod nets;
pub mod opponents;
pub mod output;
pub mod scores_file;
pub mod sitting;
pub mod theme;
pub mod words;
