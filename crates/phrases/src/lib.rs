//! What every app says about a game, in English and German: outcomes, refused moves and commands,
//! verdicts, and proved reasons.
//!
//! | module | contents |
//! |---|---|
//! | [`refusals`] | why a move or a command is refused |
//! | [`outcomes`] | how a game ended |
//! | [`verdicts`] | what perfect play makes of a move |
//! | [`reasons`] | why a drop has its verdict: badge, sentence, paragraph, contrast |
//! | [`facts`] | single facts about a drop |
//! | [`grades`] | grades of moves |
//!
//! The page, the terminal and the command take these texts from here, so that one thing has one
//! wording per language. Texts that only one of them has, such as its buttons, stay with it.
//! A text is a [`Phrase`], which always has every language, or a function that fills one in.
//!
//! This crate performs no I/O and knows neither names of people nor colours: callers pass the
//! names of players.

pub mod facts;
pub mod grades;
mod language;
pub mod outcomes;
mod phrase;
pub mod reasons;
pub mod refusals;
pub mod verdicts;

pub use language::Language;
pub use phrase::{Phrase, as_sentence, fill_in, join_list};
