//! The course: its map, its lessons, the glossary, and worksheets to print.
//!
//! What a learner does is a `LearnMessage`; the views show the `LearnState` of the model.

mod blocks;
mod board_picture;
mod course_map;
mod demos;
mod emoji_picture;
mod exercise;
mod glossary;
mod lesson;
mod trace_player;
mod widgets;
mod worksheet;

use std::cell::Cell;
use std::rc::Rc;

use foursight_lessons::{Progress, Track, course, glossary as glossary_terms};
use foursight_page::engine_client::RequestToken;
use foursight_page::learn::course_map::lesson_in_progress;
use foursight_page::learn::{LearnEffect, LearnMessage, LearnState, StoredLearning};
use foursight_page::text::{Text, UiMessage as M};
use foursight_protocol::engine::EngineQuery;
use leptos::prelude::*;

use super::{context, not_found};
use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::engine::perform;
use crate::shell::signals::ErasedSignal;

/// Storage key of deleted progress, which can be restored until new steps are done.
const FORGOTTEN_KEY: &str = "foursight.course-forgotten";

/// Returns the page of an address below `#/learn`: the map, or a lesson at a step.
pub(crate) fn page(place: Option<&(String, Option<String>)>) -> AnyView {
    let (_, text) = context();
    browser::remove_attribute("learn-style", "disabled");
    let place = place.map(|(name, step)| (name.as_str(), step.as_deref()));
    let track = place.and_then(|(name, step)| Track::from_name(name).filter(|_| step.is_none()));
    match place {
        Some(_) if track.is_some() => course_map::show(text, track),
        None => course_map::show(text, None),
        Some(("words", term)) => glossary::show(text, term),
        Some((name, step)) => match course().iter().find(|lesson| lesson.name == name) {
            Some(lesson) if step == Some("print") => worksheet::show(text, lesson),
            Some(lesson) => lesson::show(text, lesson, step),
            None => not_found(text, text.get(M::NoSuchPage).to_owned()),
        },
    }
}

/// The tile of the lesson in progress, for the home page.
pub(crate) fn lesson_tile(text: Text) -> Option<AnyView> {
    let stored = browser::load(StorageKey::Lessons).unwrap_or_default();
    let lesson = lesson_in_progress(text, &Progress::from_text(&stored))?;
    let steps = lesson.finished.len();
    let at = text.with(M::LessonStepOf, &[("at", &lesson.step), ("all", &steps)]);
    let beads = lesson.finished.iter().map(|is_finished| {
        view! { <i class:done=*is_finished></i> }
    });
    let tile = view! {
        <a class="tile" data-testid="tile-lesson" href=lesson.address>
            <span>
                <small>{lesson.track}</small>
                <b>{lesson.title}</b>
                <span class="small">{at}</span>
                <span class="beads" aria-hidden="true">{beads.collect_view()}</span>
            </span>
        </a>
    };
    Some(tile.into_any())
}

/// The state of the course pages, and the way to change it. Cheap to copy.
#[derive(Clone, Copy)]
struct LearnHandle {
    ui: StoredValue<Ui, LocalStorage>,
    state: ErasedSignal<LearnState>,
}

impl LearnHandle {
    /// Returns the handle of the view that calls this. The first call starts the feature.
    fn get() -> Self {
        let (ui, _) = context();
        if !ui.has_feature::<LearnState>() {
            let request = Rc::new(Cell::new(None));
            ui.perform_features(move |effect| {
                if let Some(effect) = effect.get() {
                    perform_effect(ui, &request, effect);
                }
            });
        }
        Self {
            ui: StoredValue::new_local(ui),
            state: ui.feature(),
        }
    }

    fn send(self, message: LearnMessage) {
        self.ui.get_value().send(message.into());
    }
}

/// Performs an effect of the course pages. `request` is the last request to the solver.
fn perform_effect(ui: Ui, request: &Cell<Option<RequestToken>>, effect: &LearnEffect) {
    match effect {
        LearnEffect::SaveProgress(progress) => browser::save(StorageKey::Lessons, progress),
        LearnEffect::SaveReflection(content) => browser::save(StorageKey::Reflection, content),
        LearnEffect::SaveForgotten(progress) => {
            browser::save_raw(FORGOTTEN_KEY, progress.as_deref());
        }
        LearnEffect::RequestVerdicts(number, game) => {
            cancel(request);
            let (number, game) = (*number, foursight_core::Game::clone(game));
            let reply = ui.request_in_background(EngineQuery::SolveColumns { game });
            let on_result = move |result| {
                ui.send(LearnMessage::VerdictsArrived(number, result).into());
            };
            request.set(Some(perform(reply, Box::new(on_result))));
        }
        LearnEffect::CancelRequest => cancel(request),
        LearnEffect::Download(name, content) => {
            browser::download(name, "text/plain", content.as_bytes());
        }
        LearnEffect::Navigate(address) => browser::navigate(address),
    }
}

fn cancel(request: &Cell<Option<RequestToken>>) {
    if let Some(token) = request.take() {
        token.cancel();
    }
}

/// Loads what the browser stores about the course.
fn stored() -> StoredLearning {
    StoredLearning {
        progress: browser::load(StorageKey::Lessons).unwrap_or_default(),
        reflection: browser::load(StorageKey::Reflection).unwrap_or_default(),
        forgotten: browser::load_raw(FORGOTTEN_KEY),
    }
}

/// Returns all terms of the glossary, for texts in which nothing should be linked.
fn all_terms() -> blocks::LinkedTerms {
    glossary_terms()
        .iter()
        .map(|term| term.name.as_str())
        .collect()
}
