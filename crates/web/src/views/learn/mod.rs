//! The course: its map, its lessons, the glossary, and sheets to print.

mod blocks;
mod demos;
mod exercise;
mod kit;
mod lesson;
mod map;
mod picture;
mod print;
mod walk;
mod words;

use foursight_lessons::{course, glossary};
use leptos::prelude::*;

use super::{context, lost};
use crate::browser::{self, Entry};
use crate::text::Message as M;
use foursight_lessons::Progress;

/// The page of an address below `#/learn`: the map, or a lesson with a step.
pub(crate) fn page(place: Option<&(String, Option<String>)>) -> AnyView {
    let (_, text) = context();
    browser::unmark("learn-style", "disabled");
    match place.map(|(name, step)| (name.as_str(), step.as_deref())) {
        None => map::show(text),
        Some(("words", term)) => words::show(text, term),
        Some((name, step)) => match course().iter().find(|lesson| lesson.name == name) {
            Some(lesson) if step == Some("print") => print::show(text, lesson),
            Some(lesson) => lesson::show(text, lesson, step),
            None => lost(text, text.get(M::NoSuchPage).to_owned()),
        },
    }
}

/// How far the reader has come.
fn progress() -> Progress {
    Progress::from_text(&browser::load(Entry::Lessons).unwrap_or_default())
}

/// Changes what is kept of that.
fn keep_progress(change: impl FnOnce(&mut Progress)) -> Progress {
    let mut progress = progress();
    change(&mut progress);
    browser::save(Entry::Lessons, &progress.to_text());
    progress
}

/// The words of the glossary, all of them: where nothing is to be linked.
fn all_seen() -> blocks::Seen {
    glossary().iter().map(|term| term.name.as_str()).collect()
}
