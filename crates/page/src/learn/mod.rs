//! The course.

pub mod lesson_text;
