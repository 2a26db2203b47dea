//! The course: its map, its lessons, the glossary, and worksheets to print.

mod blocks;
mod board_picture;
mod course_map;
mod demos;
mod exercise;
mod glossary;
mod lesson;
mod trace_player;
mod widgets;
mod worksheet;

use foursight_lessons::{course, glossary as glossary_terms};
use foursight_page::text::UiMessage as M;
use leptos::prelude::*;

use super::{context, not_found};
use crate::browser::{self, StorageKey};
use foursight_lessons::Progress;

/// Returns the page of an address below `#/learn`: the map, or a lesson at a step.
pub(crate) fn page(place: Option<&(String, Option<String>)>) -> AnyView {
    let (_, text) = context();
    browser::remove_attribute("learn-style", "disabled");
    match place.map(|(name, step)| (name.as_str(), step.as_deref())) {
        None => course_map::show(text),
        Some(("words", term)) => glossary::show(text, term),
        Some((name, step)) => match course().iter().find(|lesson| lesson.name == name) {
            Some(lesson) if step == Some("print") => worksheet::show(text, lesson),
            Some(lesson) => lesson::show(text, lesson, step),
            None => not_found(text, text.get(M::NoSuchPage).to_owned()),
        },
    }
}

/// Loads the learner's progress.
fn progress() -> Progress {
    Progress::from_text(&browser::load(StorageKey::Lessons).unwrap_or_default())
}

/// Changes the stored progress.
fn update_progress(change: impl FnOnce(&mut Progress)) -> Progress {
    let mut progress = progress();
    change(&mut progress);
    browser::save(StorageKey::Lessons, &progress.to_text());
    progress
}

/// Returns all terms of the glossary, for texts in which nothing should be linked.
fn all_terms() -> blocks::LinkedTerms {
    glossary_terms()
        .iter()
        .map(|term| term.name.as_str())
        .collect()
}
