//! The map of the course: a grid with a column for each lesson, and a list.

use foursight_lessons::{Lesson, Progress, course, joined_thoughts};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;

use super::super::{live, shown, shown_if, tap};
use super::kit::tongue;
use super::progress;
use crate::browser::{self, Entry};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// The most bytes of a file with progress: every step, and thoughts of the longest kind.
const FILE_BYTES_MAX: u32 = 100_000;

/// Where progress that was forgotten waits until it is taken back, or something new is learned.
const FORGOTTEN: &str = "foursight.course-forgotten";

/// The map.
pub(super) fn show(text: Text) -> AnyView {
    let known = Source::new(progress());
    let all: usize = course().iter().map(|lesson| lesson.steps.len()).sum();
    let done = move || known.with(done_steps);
    let summary = live(move || {
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("done", &done()), ("all", &all)];
        text.with(M::CourseProgress, &parts)
    });
    let go = shown(move || {
        let (label, address) = match known.with(goes_on) {
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
                <progress max=all.to_string() value=live(move || done().to_string()) aria-label=text.get(M::CourseProgressLabel)></progress>
                <nav class="cgrid" aria-label=text.get(M::CourseMap)>
                    {course().iter().enumerate().map(|(at, lesson)| column(text, known, at, lesson)).collect_view()}
                </nav>
            </div>
            <div>
            <ol class="chapters">{course().iter().enumerate().map(|(at, lesson)| entry(text, known, at, lesson)).collect_view()}</ol>
            {kept(text, known, all)}
            {teachers(text)}
            </div>
            </div>
        </section>
    }
    .into_any()
}

/// The address of where somebody was last.
fn goes_on(known: &Progress) -> Option<String> {
    let place = known
        .last()
        .filter(|(name, _)| course().iter().any(|lesson| lesson.name == *name));
    place.map(|(lesson, step)| format!("#/learn/{lesson}/{step}"))
}

/// How many steps of the course are done.
fn done_steps(known: &Progress) -> usize {
    course().iter().map(|lesson| known.finished(lesson)).sum()
}

/// What is kept of somebody's course, and what was forgotten and can be taken back.
#[derive(Clone, Copy)]
struct Keeping {
    text: Text,
    known: Source<Progress>,
    /// How many steps the course has.
    all: usize,
    forgotten: Source<Option<Progress>>,
    /// What was done last, in words.
    said: Source<String>,
}

impl Keeping {
    fn new(text: Text, known: Source<Progress>, all: usize) -> Self {
        let (forgotten, said) = (Source::new(None), Source::new(String::new()));
        let keeping = Self {
            text,
            known,
            all,
            forgotten,
            said,
        };
        let old = browser::kept(FORGOTTEN);
        // Something new that was learned takes the place of what was forgotten.
        let is_over = known.with_untracked(|known| done_steps(known) > 0);
        if old.is_some() {
            keeping.set_aside(
                old.filter(|_| !is_over)
                    .map(|old| Progress::from_text(&old)),
            );
        }
        keeping
    }

    fn set_aside(self, old: Option<Progress>) {
        browser::keep(FORGOTTEN, old.as_ref().map(Progress::to_text).as_deref());
        let told = old.as_ref().map(|old| {
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("done", &done_steps(old)), ("all", &self.all)];
            self.text.with(M::CourseForgotten, &parts)
        });
        self.said.set(told.unwrap_or_default());
        self.forgotten.set(old);
    }

    fn keep(self, progress: Progress) {
        browser::save(Entry::Lessons, &progress.to_text());
        self.known.set(progress);
    }

    fn export(self) {
        let thoughts = browser::load(Entry::Reflection).unwrap_or_default();
        let file = self.known.with_untracked(|known| known.to_file(&thoughts));
        browser::download("foursight-course.txt", "text/plain", file.as_bytes());
    }

    fn forget(self) {
        let old = self.known.get_untracked();
        if old == Progress::default() {
            // A second press would take the place of what can be undone.
            return;
        }
        if done_steps(&old) > 0 {
            self.set_aside(Some(old));
        }
        self.keep(Progress::default());
    }

    fn undo(self) {
        if let Some(old) = self.forgotten.get_untracked() {
            self.keep(old);
        }
        self.set_aside(None);
    }

    /// Adds what a file says.
    fn read(self, event: &leptos::ev::Event) {
        let field = event.target();
        let Some(field) = field.and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) else {
            return;
        };
        browser::opened(&field, FILE_BYTES_MAX, move |file| {
            let Some((progress, thoughts)) = Progress::from_file(&file.unwrap_or_default()) else {
                let failed = self.text.get(M::CourseReadFailed);
                return self.said.set(failed.to_owned());
            };
            let mut both = self.known.get_untracked();
            both.add(&progress);
            let done = done_steps(&both);
            let own = browser::load(Entry::Reflection).unwrap_or_default();
            browser::save(Entry::Reflection, &joined_thoughts(&own, &thoughts));
            self.set_aside(None);
            self.keep(both);
            let told = self.text.with(M::CourseReadDone, &[("done", &done)]);
            self.said.set(told);
        });
    }
}

/// What one can do with what is kept: save it, read it back, forget it, and take that back.
fn kept(text: Text, known: Source<Progress>, all: usize) -> AnyView {
    let keeping = Keeping::new(text, known, all);
    let Keeping {
        forgotten, said, ..
    } = keeping;
    let undo_button = move || {
        view! {
            <button type="button" data-testid="course-unforget" on:click=tap(move || keeping.undo())>{text.get(M::Undo)}</button>
            <button type="button" data-testid="course-forgotten" on:click=tap(move || keeping.set_aside(None))>{text.get(M::Close)}</button>
        }
        .into_any()
    };
    view! {
        <div class="row">
            <a class="button" href="#/learn/words">{text.get(M::LessonWords)}</a>
            <button type="button" data-testid="course-export" on:click=tap(move || keeping.export())>{text.get(M::CourseExport)}</button>
            <label class="button">
                {text.get(M::CourseRead)}
                <input type="file" class="hidden" accept=".txt,text/plain" data-testid="course-read" on:change=move |event| keeping.read(&event)/>
            </label>
            <button type="button" data-testid="course-forget" on:click=tap(move || keeping.forget())>{text.get(M::CourseForget)}</button>
        </div>
        <div class="row">
            <span role="status" data-testid="course-said">{live(move || said.get())}</span>
            {shown_if(move || forgotten.with(Option::is_some), undo_button)}
        </div>
    }
    .into_any()
}

/// What helps to prepare an hour: how to use the course in a class, and the sheets.
fn teachers(text: Text) -> AnyView {
    let sheet = |lesson: &'static Lesson| {
        let address = format!("#/learn/{}/print", lesson.name);
        view! { <li><a href=address>{lesson.title.get(tongue(text))}</a></li> }
    };
    view! {
        <details class="card teachers">
            <summary>{text.get(M::Teachers)}</summary>
            <ul>{[M::TeachersHour, M::TeachersLink, M::TeachersPrivate].map(|said| view! { <li>{text.get(said)}</li> }).collect_view()}</ul>
            <p>{text.get(M::TeachersSheets)}</p>
            <ul class="sheets">{course().iter().map(sheet).collect_view()}</ul>
        </details>
    }
    .into_any()
}

/// A column of the map: a hole for each step, a disc where it is done.
fn column(text: Text, known: Source<Progress>, at: usize, lesson: &'static Lesson) -> AnyView {
    let label = live(move || {
        let title = format!("{}. {}", at + 1, lesson.title.get(tongue(text)));
        let done = known.with(|known| known.finished(lesson));
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
        let class = live(move || {
            let is_done = known.with(|known| known.has(&lesson.name, &step.name));
            if is_done { kind } else { "hole" }.to_owned()
        });
        view! { <i class=class></i> }
    });
    let address = format!("#/learn/{}", lesson.name);
    view! { <a href=address aria-label=label>{holes.collect_view()}<small>{at + 1}</small></a> }
        .into_any()
}

fn entry(text: Text, known: Source<Progress>, at: usize, lesson: &'static Lesson) -> AnyView {
    let tongue = tongue(text);
    let address = format!("#/learn/{}", lesson.name);
    let count = live(move || {
        format!(
            "{}/{}",
            known.with(|known| known.finished(lesson)),
            lesson.steps.len()
        )
    });
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    let is_done = move || known.with(|known| known.finished(lesson)) == lesson.steps.len();
    let state = live(move || if is_done() { "done" } else { "" }.to_owned());
    let sign = live(move || {
        if is_done() {
            "✓".to_owned()
        } else {
            (at + 1).to_string()
        }
    });
    view! {
        <li><a class="chapter" href=address data-lesson=lesson.name.as_str()>
            <i class=state aria-hidden="true">{sign}</i>
            <span><b>{lesson.title.get(tongue)}</b><small>{lesson.about.get(tongue)}</small></span>
            <span class="small">{minutes}<br/>{count}</span>
        </a></li>
    }
    .into_any()
}
