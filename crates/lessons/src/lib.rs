//! The course: lessons as plain text, a judge for the moves of learners, and traceable algorithms.
//!
//! ```
//! use foursight_lessons::{Attempt, Judgement, course};
//!
//! let lesson = course().iter().find(|lesson| lesson.name == "see").expect("a lesson");
//! let step = &lesson.steps[0];
//! let mut attempt = Attempt::new(step.scene().expect("a position")).expect("an exercise");
//! let solution = attempt.moves().into_iter().find(|mv| {
//!     matches!(attempt.clone().try_move(*mv), Judgement::Reached(_))
//! });
//! assert!(solution.is_some());
//! ```
//!
//! | to | use |
//! |---|---|
//! | show the course | [`course`], [`Track`], [`Lesson`], [`Step`], [`Block`] |
//! | read and check a file | [`parse`](fn@parse), [`check`](fn@check) |
//! | judge the moves of a learner | [`Attempt`], [`Judgement`] |
//! | step through an algorithm | [`teach`], [`Trace`], [`Listing`] |
//! | move through a history of states | [`ActionHistory`] |
//! | store the progress of a learner | [`Progress`] |
//! | explain a word | [`glossary`](fn@glossary) |
//!
//! This crate does not render, block or perform I/O. Of the crates below the apps, only this one
//! contains texts in natural languages.

#[macro_use]
mod trace;
mod action_history;
mod attempt;
mod bilingual;
mod check;
mod course;
mod error;
mod form_notes;
mod glossary;
mod key_values;
mod lesson;
mod listing;
mod notation;
mod parse;
mod progress;
pub mod teach;

pub use action_history::ActionHistory;
pub use attempt::{Attempt, Judgement, PLIES_MAX};
pub use bilingual::{BilingualText, Language, TextSpan, parse_markup, strip_markup};
pub use check::{VerdictSource, check};
pub use course::{Track, course};
pub use error::{LessonError, LessonErrorKind};
pub use form_notes::FormNotes;
pub use glossary::{GlossarySpan, Term, glossary, link_terms};
pub use lesson::{Block, Demo, Exercise, Lesson, QuizAnswer, QuizQuestion, Scene, Step, Task};
pub use listing::Listing;
pub use parse::{LESSON_BYTES_MAX, parse, parse_all};
pub use progress::{Progress, REFLECTION_CHARS_MAX, merge_reflections};
pub use trace::{TRACE_STEPS_MAX, Trace, TracePoint, TraceStep, Tracer};
