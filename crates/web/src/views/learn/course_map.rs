//! The map of the course: a board with a column per lesson, and a list.

use foursight_lessons::{Lesson, Progress, course, merge_reflections};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;

use super::super::{click_handler, dynamic_view, text_signal, view_if};
use super::progress;
use crate::browser::{self, StorageKey};
use crate::shell::signals::ErasedSignal;

/// Size limit of a progress file: every step, and reflections of maximal length.
const FILE_BYTES_MAX: u32 = 100_000;

/// Storage key of deleted progress, which can be restored until new steps are done.
const DELETED_KEY: &str = "foursight.course-forgotten";

/// The page with the map.
pub(super) fn show(text: Text) -> AnyView {
    let progress_signal = ErasedSignal::new(progress());
    let all: usize = course().iter().map(|lesson| lesson.steps.len()).sum();
    let done = move || progress_signal.with(done_steps);
    let summary = text_signal(move || {
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("done", &done()), ("all", &all)];
        text.with(M::CourseProgress, &parts)
    });
    let go = dynamic_view(move || {
        let (label, address) = match progress_signal.with(continue_address) {
            Some(address) => (M::CourseContinue, address),
            None => (M::CourseBegin, format!("#/learn/{}", course()[0].name)),
        };
        view! { <a class="button main" data-testid="course-go" href=address>{text.get(label)}</a> }
            .into_any()
    });
    view! {
        <section class="prose course">
            <h1>{text.get(M::LearnHeading)}</h1>
            <p>{text.get(M::LearnIntro)}</p>
            <div class="mapped">
            <div class="here card">
                <p class="row">{go}</p>
                <p data-testid="course-progress">{summary}</p>
                <progress max=all.to_string() value=text_signal(move || done().to_string()) aria-label=text.get(M::CourseProgressLabel)></progress>
                <nav class="cgrid" aria-label=text.get(M::CourseMap)>
                    {course().iter().enumerate().map(|(at, lesson)| column(text, progress_signal, at, lesson)).collect_view()}
                </nav>
            </div>
            <div>
            <ol class="chapters">{course().iter().enumerate().map(|(at, lesson)| entry(text, progress_signal, at, lesson)).collect_view()}</ol>
            {progress_buttons(text, progress_signal, all)}
            {teachers(text)}
            </div>
            </div>
        </section>
    }
    .into_any()
}

/// Returns the address of the step visited last.
fn continue_address(progress: &Progress) -> Option<String> {
    let place = progress
        .last()
        .filter(|(name, _)| course().iter().any(|lesson| lesson.name == *name));
    place.map(|(lesson, step)| format!("#/learn/{lesson}/{step}"))
}

/// Returns the number of finished steps.
fn done_steps(progress: &Progress) -> usize {
    course()
        .iter()
        .map(|lesson| progress.finished_steps(lesson))
        .sum()
}

/// The stored progress, and deleted progress that can be restored.
#[derive(Clone, Copy)]
struct ProgressControls {
    text: Text,
    progress_signal: ErasedSignal<Progress>,
    /// Number of steps in the course.
    all: usize,
    deleted: ErasedSignal<Option<Progress>>,
    /// Text about the last action.
    status: ErasedSignal<String>,
}

impl ProgressControls {
    fn new(text: Text, progress_signal: ErasedSignal<Progress>, all: usize) -> Self {
        let (deleted, status) = (ErasedSignal::new(None), ErasedSignal::new(String::new()));
        let controls = Self {
            text,
            progress_signal,
            all,
            deleted,
            status,
        };
        let old = browser::load_raw(DELETED_KEY);
        // New progress replaces what could be restored.
        let is_over = progress_signal.with_untracked(|progress| done_steps(progress) > 0);
        if old.is_some() {
            controls.keep_deleted(
                old.filter(|_| !is_over)
                    .map(|old| Progress::from_text(&old)),
            );
        }
        controls
    }

    fn keep_deleted(self, old: Option<Progress>) {
        browser::save_raw(DELETED_KEY, old.as_ref().map(Progress::to_text).as_deref());
        let message = old.as_ref().map(|old| {
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("done", &done_steps(old)), ("all", &self.all)];
            self.text.with(M::CourseForgotten, &parts)
        });
        self.status.set(message.unwrap_or_default());
        self.deleted.set(old);
    }

    fn save(self, progress: Progress) {
        browser::save(StorageKey::Lessons, &progress.to_text());
        self.progress_signal.set(progress);
    }

    fn export(self) {
        let thoughts = browser::load(StorageKey::Reflection).unwrap_or_default();
        let file = self
            .progress_signal
            .with_untracked(|progress| progress.to_file(&thoughts));
        browser::download("foursight-course.txt", "text/plain", file.as_bytes());
    }

    fn delete(self) {
        let old = self.progress_signal.get_untracked();
        if old == Progress::default() {
            // A second click would overwrite what can be restored.
            return;
        }
        if done_steps(&old) > 0 {
            self.keep_deleted(Some(old));
        }
        self.save(Progress::default());
    }

    fn undo(self) {
        if let Some(old) = self.deleted.get_untracked() {
            self.save(old);
        }
        self.keep_deleted(None);
    }

    /// Merges the progress of a file.
    fn read(self, event: &leptos::ev::Event) {
        let field = event.target();
        let Some(field) = field.and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
        else {
            return;
        };
        browser::read_file_input(&field, FILE_BYTES_MAX, move |file| {
            let Some((progress, thoughts)) = Progress::from_file(&file.unwrap_or_default()) else {
                let failed = self.text.get(M::CourseReadFailed);
                return self.status.set(failed.to_owned());
            };
            let mut merged = self.progress_signal.get_untracked();
            merged.merge(&progress);
            let done = done_steps(&merged);
            let own = browser::load(StorageKey::Reflection).unwrap_or_default();
            browser::save(StorageKey::Reflection, &merge_reflections(&own, &thoughts));
            self.keep_deleted(None);
            self.save(merged);
            let message = self.text.with(M::CourseReadDone, &[("done", &done)]);
            self.status.set(message);
        });
    }
}

/// The buttons for progress: export, import, delete, undo.
fn progress_buttons(text: Text, progress_signal: ErasedSignal<Progress>, all: usize) -> AnyView {
    let controls = ProgressControls::new(text, progress_signal, all);
    let ProgressControls {
        deleted, status, ..
    } = controls;
    let undo_button = move || {
        view! {
            <button type="button" data-testid="course-unforget" on:click=click_handler(move || controls.undo())>{text.get(M::Undo)}</button>
            <button type="button" data-testid="course-forgotten" on:click=click_handler(move || controls.keep_deleted(None))>{text.get(M::Close)}</button>
        }
        .into_any()
    };
    view! {
        <div class="row">
            <a class="button" href="#/learn/words">{text.get(M::LessonWords)}</a>
            <button type="button" data-testid="course-export" on:click=click_handler(move || controls.export())>{text.get(M::CourseExport)}</button>
            <label class="button">
                {text.get(M::CourseRead)}
                <input type="file" class="hidden" accept=".txt,text/plain" data-testid="course-read" on:change=move |event| controls.read(&event)/>
            </label>
            <button type="button" data-testid="course-forget" on:click=click_handler(move || controls.delete())>{text.get(M::CourseForget)}</button>
        </div>
        <div class="row">
            <span role="status" data-testid="course-said">{text_signal(move || status.get())}</span>
            {view_if(move || deleted.with(Option::is_some), undo_button)}
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
fn column(
    text: Text,
    progress_signal: ErasedSignal<Progress>,
    at: usize,
    lesson: &'static Lesson,
) -> AnyView {
    let label = text_signal(move || {
        let title = format!("{}. {}", at + 1, lesson.title.get(text.0));
        let done = progress_signal.with(|progress| progress.finished_steps(lesson));
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
            let is_done =
                progress_signal.with(|progress| progress.is_finished(&lesson.name, &step.name));
            if is_done { kind } else { "hole" }.to_owned()
        });
        view! { <i class=class></i> }
    });
    let address = format!("#/learn/{}", lesson.name);
    view! { <a href=address aria-label=label>{holes.collect_view()}<small>{at + 1}</small></a> }
        .into_any()
}

fn entry(
    text: Text,
    progress_signal: ErasedSignal<Progress>,
    at: usize,
    lesson: &'static Lesson,
) -> AnyView {
    let language = text.0;
    let address = format!("#/learn/{}", lesson.name);
    let count = text_signal(move || {
        format!(
            "{}/{}",
            progress_signal.with(|progress| progress.finished_steps(lesson)),
            lesson.steps.len()
        )
    });
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    let is_done = move || {
        progress_signal.with(|progress| progress.finished_steps(lesson)) == lesson.steps.len()
    };
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
