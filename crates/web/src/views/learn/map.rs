//! The map of the course: a grid with a column for each lesson, and a list.

use foursight_lessons::{Lesson, Progress, course};
use leptos::prelude::*;

use super::super::{live, tap};
use super::kit::tongue;
use super::progress;
use crate::browser::{self, Entry};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// The map.
pub(super) fn show(text: Text) -> AnyView {
    let known = Source::new(progress());
    let all: usize = course().iter().map(|lesson| lesson.steps.len()).sum();
    let done = move || {
        known.with(|known| {
            course()
                .iter()
                .map(|lesson| known.finished(lesson))
                .sum::<usize>()
        })
    };
    let summary = live(move || {
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("done", &done()), ("all", &all)];
        text.with(M::CourseProgress, &parts)
    });
    let goes_on = known.with_untracked(|known| {
        let place = known
            .last()
            .filter(|(name, _)| course().iter().any(|lesson| lesson.name == *name));
        place.map(|(lesson, step)| format!("#/learn/{lesson}/{step}"))
    });
    let (label, address) = match goes_on {
        Some(address) => (M::CourseContinue, address),
        None => (M::CourseBegin, format!("#/learn/{}", course()[0].name)),
    };
    let export = move || {
        let reflection = browser::load(Entry::Reflection).unwrap_or_default();
        let kept = known.with_untracked(Progress::to_text);
        let file = format!("{kept}\n{reflection}\n");
        browser::download("foursight-course.txt", "text/plain", file.as_bytes());
    };
    let forget = move || {
        browser::forget(Entry::Lessons);
        known.set(Progress::default());
    };
    view! {
        <section class="prose course">
            <h1>{text.get(M::LearnHeading)}</h1>
            <p>{text.get(M::LearnIntro)}</p>
            <div class="mapped">
            <div class="here card">
                <p class="row"><a class="button main" data-testid="course-go" href=address>{text.get(label)}</a></p>
                <p data-testid="course-progress">{summary}</p>
                <progress max=all.to_string() value=live(move || done().to_string()) aria-label=text.get(M::CourseProgressLabel)></progress>
                <nav class="cgrid" aria-label=text.get(M::CourseMap)>
                    {course().iter().enumerate().map(|(at, lesson)| column(text, known, at, lesson)).collect_view()}
                </nav>
            </div>
            <div>
            <ol class="chapters">{course().iter().enumerate().map(|(at, lesson)| entry(text, known, at, lesson)).collect_view()}</ol>
            <div class="row">
                <a class="button" href="#/learn/words">{text.get(M::LessonWords)}</a>
                <button type="button" data-testid="course-export" on:click=tap(export)>{text.get(M::CourseExport)}</button>
                <button type="button" data-testid="course-forget" on:click=tap(forget)>{text.get(M::CourseForget)}</button>
            </div>
            {teachers(text)}
            </div>
            </div>
        </section>
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
