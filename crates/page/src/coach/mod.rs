//! The coach: mistakes of finished games as questions, and a log of what a player keeps missing.
//!
//! [`CoachState`] says what to ask the engine next ([`CoachState::next_request`]), so that a view
//! only passes requests and replies on. Only the engine's verdicts judge an answer: every drop that
//! keeps the outcome is right. Part of a lazy chunk.

mod coach_state;
mod message;
mod mistake_log;
mod question;
mod request;
mod words;

pub use coach_state::{CoachNotice, CoachSession, CoachState};
pub use message::{CoachMessage, CoachPage};
pub use mistake_log::{LoggedMistake, MISTAKES_MAX, MistakeLog, RETURN_DAYS, ThemeMistakes};
pub use question::{CoachAnswer, CoachQuestion, HINTS_MAX, POINTS_MAX};
pub use request::{CoachReply, CoachRequest};
pub use words::{CoachWords, theme_name};

#[cfg(test)]
mod tests;
