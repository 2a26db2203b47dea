//! The map of the course: its two tracks, a board with a column per lesson, and a list.

use foursight_lessons::{Lesson, Track, course};
use foursight_page::learn::LearnMessage;
use foursight_page::learn::course_map::{
    continue_address, course_steps, current_track, finished_steps,
};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;

use super::super::{click_handler, dynamic_view, text_signal, view_if};
use super::lesson::tracks;
use super::{LearnHandle, stored};
use crate::browser;
use crate::shell::signals::erased_memo;

/// Size limit of a progress file: every step, and reflections of maximal length.
const FILE_BYTES_MAX: u32 = 100_000;

/// The page with the map of a track, or of the track visited last.
pub(super) fn show(text: Text, chosen: Option<Track>) -> AnyView {
    let learn = LearnHandle::get();
    learn.send(LearnMessage::OpenMap(stored()));
    let done = erased_memo(move || learn.state.with(|state| finished_steps(state.progress())));
    let track = erased_memo(move || {
        let state = learn.state;
        chosen.unwrap_or_else(|| state.with(|state| current_track(state.progress())))
    });
    let summary = text_signal(move || {
        let parts: [(&str, &dyn std::fmt::Display); 2] =
            [("done", &done.get()), ("all", &course_steps())];
        text.with(M::CourseProgress, &parts)
    });
    let go = dynamic_view(move || go_button(text, learn, track.get()));
    let columns = dynamic_view(move || {
        let lessons = track.get().lessons().iter().enumerate();
        let columns: Vec<_> = lessons
            .map(|(at, lesson)| column(text, learn, at, lesson))
            .collect();
        columns.into_any()
    });
    let entries = dynamic_view(move || {
        let lessons = track.get().lessons().iter().enumerate();
        let entries: Vec<_> = lessons
            .map(|(at, lesson)| entry(text, learn, at, lesson))
            .collect();
        entries.into_any()
    });
    view! {
        <section class="prose course">
            <h1>{text.get(M::LearnHeading)}</h1>
            <p>{text.get(M::LearnIntro)}</p>
            {dynamic_view(move || tracks(text, Some(track.get())))}
            <div class="mapped">
            <div class="here card">
                <p class="row">{go}</p>
                <p data-testid="course-progress">{summary}</p>
                <progress max=course_steps().to_string() value=text_signal(move || done.get().to_string()) aria-label=text.get(M::CourseProgressLabel)></progress>
                <nav class="cgrid" aria-label=text.get(M::CourseMap)>{columns}</nav>
            </div>
            <div>
            <ol class="chapters">{entries}</ol>
            {progress_buttons(text, learn)}
            {teachers(text)}
            </div>
            </div>
        </section>
    }
    .into_any()
}

/// The way on: the step visited last, if it is of this track, else the first lesson of the track.
fn go_button(text: Text, learn: LearnHandle, track: Track) -> AnyView {
    let last = learn.state.with(|state| {
        let address = continue_address(state.progress());
        address.filter(|_| current_track(state.progress()) == track)
    });
    let first = track
        .lessons()
        .first()
        .map_or("", |lesson| lesson.name.as_str());
    let (label, address) = match last {
        Some(address) => (M::CourseContinue, address),
        None => (M::CourseBegin, format!("#/learn/{first}")),
    };
    view! { <a class="button main" data-testid="course-go" href=address>{text.get(label)}</a> }
        .into_any()
}

/// Reads the chosen progress file.
fn read_file(learn: LearnHandle, event: &leptos::ev::Event) {
    let field = event.target();
    if let Some(field) = field.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
        browser::read_file_input(&field, FILE_BYTES_MAX, move |file| {
            learn.send(LearnMessage::ProgressFileRead(file));
        });
    }
}

/// The buttons for progress: export, import, delete, undo.
fn progress_buttons(text: Text, learn: LearnHandle) -> AnyView {
    let send = move |message: fn() -> LearnMessage| click_handler(move || learn.send(message()));
    let undo_button = move || {
        view! {
            <button type="button" data-testid="course-unforget" on:click=send(|| LearnMessage::RestoreProgress)>{text.get(M::Undo)}</button>
            <button type="button" data-testid="course-forgotten" on:click=send(|| LearnMessage::DiscardForgotten)>{text.get(M::Close)}</button>
        }
        .into_any()
    };
    let can_restore = move || learn.state.with(|state| state.map().can_restore());
    let status = text_signal(move || learn.state.with(|state| state.map().notice_text(text)));
    view! {
        <div class="row">
            <a class="button" href="#/learn/words">{text.get(M::LessonWords)}</a>
            <button type="button" data-testid="course-export" on:click=send(|| LearnMessage::ExportProgress)>{text.get(M::CourseExport)}</button>
            <label class="button">
                {text.get(M::CourseRead)}
                <input type="file" class="hidden" accept=".txt,text/plain" data-testid="course-read" on:change=move |event| read_file(learn, &event)/>
            </label>
            <button type="button" data-testid="course-forget" on:click=send(|| LearnMessage::ForgetProgress)>{text.get(M::CourseForget)}</button>
        </div>
        <div class="row">
            <span role="status" data-testid="course-said">{status}</span>
            {view_if(can_restore, undo_button)}
        </div>
    }
    .into_any()
}

/// Help for teachers: how to use the course in a class, and the worksheets.
fn teachers(text: Text) -> AnyView {
    let worksheet_link = |lesson: &'static Lesson| {
        let address = format!("#/learn/{}/print", lesson.name);
        view! { <li><a href=address>{lesson.title.get(text.0)}</a></li> }
    };
    view! {
        <details class="card teachers">
            <summary>{text.get(M::Teachers)}</summary>
            <ul>{[M::TeachersHour, M::TeachersLink, M::TeachersPrivate].map(|message| view! { <li>{text.get(message)}</li> }).collect_view()}</ul>
            <p>{text.get(M::TeachersSheets)}</p>
            <ul class="sheets">{course().iter().map(worksheet_link).collect_view()}</ul>
        </details>
    }
    .into_any()
}

/// A column of the map: a hole for each step, with a disc if it is done.
fn column(text: Text, learn: LearnHandle, at: usize, lesson: &'static Lesson) -> AnyView {
    let label = text_signal(move || {
        let title = format!("{}. {}", at + 1, lesson.title.get(text.0));
        let done = finished_in(learn, lesson);
        let parts: [(&str, &dyn std::fmt::Display); 3] = [
            ("title", &title),
            ("done", &done),
            ("all", &lesson.steps.len()),
        ];
        text.with(M::CourseColumn, &parts)
    });
    let kind = if at.is_multiple_of(2) {
        "hole p1"
    } else {
        "hole p2"
    };
    let holes = lesson.steps.iter().rev().map(move |step| {
        let class = text_signal(move || {
            let is_done = learn
                .state
                .with(|state| state.progress().is_finished(&lesson.name, &step.name));
            if is_done { kind } else { "hole" }.to_owned()
        });
        view! { <i class=class></i> }
    });
    let address = format!("#/learn/{}", lesson.name);
    view! { <a href=address aria-label=label>{holes.collect_view()}<small>{at + 1}</small></a> }
        .into_any()
}

fn entry(text: Text, learn: LearnHandle, at: usize, lesson: &'static Lesson) -> AnyView {
    let language = text.0;
    let address = format!("#/learn/{}", lesson.name);
    let count =
        text_signal(move || format!("{}/{}", finished_in(learn, lesson), lesson.steps.len()));
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    let is_done = move || finished_in(learn, lesson) == lesson.steps.len();
    let state = text_signal(move || if is_done() { "done" } else { "" }.to_owned());
    let sign = text_signal(move || {
        if is_done() {
            "✓".to_owned()
        } else {
            (at + 1).to_string()
        }
    });
    view! {
        <li><a class="chapter" href=address data-lesson=lesson.name.as_str()>
            <i class=state aria-hidden="true">{sign}</i>
            <span><b>{lesson.title.get(language)}</b><small>{lesson.about.get(language)}</small></span>
            <span class="small">{minutes}<br/>{count}</span>
        </a></li>
    }
    .into_any()
}

/// Returns the number of finished steps of a lesson. Tracked by the calling view.
fn finished_in(learn: LearnHandle, lesson: &Lesson) -> usize {
    learn
        .state
        .with(|state| state.progress().finished_steps(lesson))
}
