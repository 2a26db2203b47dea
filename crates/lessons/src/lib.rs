//! The course: lessons as plain text, a judge for what readers try, and the algorithms they step through.
//!
//! ```
//! use foursight_lessons::{Attempt, Judged, course};
//!
//! let lesson = course().iter().find(|lesson| lesson.name == "see").expect("it is part of the course");
//! let step = &lesson.steps[0];
//! let mut attempt = Attempt::new(step.scene().expect("it has a position")).expect("there is a goal");
//! let step = attempt.moves().into_iter().find(|step| {
//!     matches!(attempt.clone().try_move(*step), Judged::Reached(_))
//! });
//! assert!(step.is_some());
//! ```
//!
//! | to | use |
//! |---|---|
//! | show the course | [`course`], [`Lesson`], [`Step`], [`Block`] |
//! | read and check a file | [`parse`](fn@parse), [`check`](fn@check) |
//! | judge what somebody tries | [`Attempt`], [`Judged`] |
//! | step through an algorithm | [`teach`], [`Trace`], [`Listing`] |
//! | go back and forth through states | [`Story`] |
//! | keep how far somebody has come | [`Progress`] |
//! | explain a word | [`glossary`](fn@glossary) |
//!
//! Nothing here draws, waits or keeps a file. The texts are the one place below the apps where words of a
//! language stand.

#[macro_use]
mod trace;
mod check;
mod course;
mod entries;
mod error;
mod glossary;
mod judge;
mod lesson;
mod listing;
mod notation;
mod parse;
mod progress;
mod story;
pub mod teach;
mod words;

pub use check::{Verdicts, check};
pub use course::course;
pub use error::{LessonError, Reason};
pub use glossary::{Linked, Term, glossary, linked};
pub use judge::{Attempt, Judged, PLIES_MAX};
pub use lesson::{Answer, Block, Demo, Exercise, Lesson, Question, Scene, Step, Task};
pub use listing::Listing;
pub use parse::{LESSON_BYTES_MAX, parse, parse_all};
pub use progress::{Progress, REFLECTION_CHARS_MAX, joined_thoughts};
pub use story::Story;
pub use trace::{MOMENTS_MAX, Mark, Moment, See, Trace};
pub use words::{Piece, Tongue, Words, pieces, unmarked};
