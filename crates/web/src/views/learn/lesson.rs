//! A lesson, one step at a time.

use foursight_lessons::{Block, Lesson, Step};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::{click_handler, text_signal, view_if};
use super::blocks::{LinkedTerms, block, prose};
use super::widgets;
use super::{all_terms, update_progress};
use crate::browser;
use crate::shell::signals::ErasedSignal;

/// The lesson at the step of this name, or else at the first.
pub(super) fn show(text: Text, lesson: &'static Lesson, step: Option<&str>) -> AnyView {
    let language = text.0;
    let found = lesson
        .steps
        .iter()
        .position(|known| Some(known.name.as_str()) == step);
    let at = found.unwrap_or(0);
    let error = step.filter(|_| found.is_none()).map(|wanted| {
        let message = text.with(M::LessonNoStep, &[("step", &wanted)]);
        view! { <p role="alert" class="bad" data-testid="no-step">{message}</p> }
    });
    let step = &lesson.steps[at];
    widgets::handle_keys();
    let progress = ErasedSignal::new(update_progress(|progress| {
        progress.visit(&lesson.name, &step.name);
    }));
    let to_solve = step.questions().count() + usize::from(step.exercise().is_some());
    let finish = move || {
        progress.set(update_progress(|progress| {
            progress.finish(&lesson.name, &step.name);
        }));
    };
    let steps = lesson.steps.iter().enumerate().map(move |(number, other)| {
        let is_done = text_signal(move || {
            let is_done = progress.with(|progress| progress.is_finished(&lesson.name, &other.name));
            if is_done { "done" } else { "" }.to_owned()
        });
        let current = (number == at).then_some("step");
        let address = address(lesson, other);
        let title = other.title.get(language);
        view! { <li><a href=address aria-current=current class=is_done title=title aria-label=format!("{}. {title}", number + 1)>{number + 1}</a></li> }
    });
    let mut linked_terms: LinkedTerms = linked_before(text, lesson, at);
    let parts: [(&str, &dyn std::fmt::Display); 2] =
        [("at", &(at + 1)), ("all", &lesson.steps.len())];
    let is_done = move || progress.with(|progress| progress.is_finished(&lesson.name, &step.name));
    view! {
        <article class="lesson prose" data-testid="lesson">
            <p class="small"><a href="#/learn">{text.get(M::LearnHeading)}</a>" · "{lesson.title.get(language)}" · "{text.with(M::LessonStepOf, &parts)}</p>
            <ol class="steps" aria-label=text.get(M::LessonSteps)>{steps.collect_view()}</ol>
            {error}
            <h1>{step.title.get(language)}</h1>
            {(at == 0).then(|| facts(text, lesson))}
            {blocks(text, step, &mut linked_terms, to_solve, finish)}
            <p role="status" class="good" data-testid="step-done">{view_if(is_done, move || format!("✓ {}", text.get(M::LessonDone)).into_any())}</p>
            {footer(text, lesson, at, to_solve, finish)}
        </article>
    }
    .into_any()
}

fn address(lesson: &Lesson, step: &Step) -> String {
    format!("#/learn/{}/{}", lesson.name, step.name)
}

/// Returns the terms that earlier steps have linked already.
fn linked_before(text: Text, lesson: &'static Lesson, at: usize) -> LinkedTerms {
    let mut linked_terms = Vec::new();
    for step in &lesson.steps[..at] {
        for block in &step.blocks {
            if let Block::Text(words) | Block::Point(words) | Block::Takeaway(words) = block {
                drop(prose(text, words, &mut linked_terms));
            }
        }
    }
    linked_terms
}

/// The audience, aim and duration of the lesson.
fn facts(text: Text, lesson: &'static Lesson) -> AnyView {
    let language = text.0;
    let row = |heading: M, words: &Option<foursight_lessons::BilingualText>| {
        words.as_ref().map(|words| {
            let words = prose(text, words, &mut all_terms());
            view! { <div><dt>{text.get(heading)}</dt><dd>{words}</dd></div> }
        })
    };
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    view! {
        <details class="facts card" open=browser::is_wide()>
            <summary>{minutes}</summary>
            <p>{lesson.about.get(language)}</p>
            <dl>
                {row(M::LessonAudience, &lesson.audience)}
                {row(M::LessonAim, &lesson.aim)}
            </dl>
        </details>
    }
    .into_any()
}

/// The blocks of a step. The step is finished once everything that can be solved is.
fn blocks(
    text: Text,
    step: &'static Step,
    linked_terms: &mut LinkedTerms,
    to_solve: usize,
    finish: impl Fn() + Copy + Send + Sync + 'static,
) -> AnyView {
    let solved = ErasedSignal::new(vec![false; step.blocks.len()]);
    // Listings that a demo steps through are not repeated.
    let is_stepped = |part: &Block| {
        match part {
        Block::Code(listing) => step.blocks.iter().any(
            |other| matches!(other, Block::Demo(demo, _) if step.traced_listings(*demo).contains(listing)),
        ),
        _ => false,
    }
    };
    let parts = step.blocks.iter().enumerate();
    let parts = parts.filter(|(_, part)| !is_stepped(part));
    let views = parts.map(|(at, part)| {
        let on_solved = Callback::new(move |()| {
            solved.update(|solved| solved[at] = true);
            let count = solved.with_untracked(|solved| solved.iter().filter(|is| **is).count());
            if count >= to_solve {
                finish();
            }
        });
        block(text, step, part, linked_terms, on_solved)
    });
    views.collect::<Vec<_>>().into_any()
}

/// The links to the next and previous step, and those for teachers.
fn footer(
    text: Text,
    lesson: &'static Lesson,
    at: usize,
    to_solve: usize,
    finish: impl Fn() + Copy + Send + Sync + 'static,
) -> AnyView {
    let go = |step: Option<&Step>| {
        step.map_or_else(
            || "/learn".to_owned(),
            |step| format!("/learn/{}/{}", lesson.name, step.name),
        )
    };
    let next = go(lesson.steps.get(at + 1));
    let is_last = at + 1 == lesson.steps.len();
    let go_next = move || {
        if to_solve == 0 {
            finish();
        }
        browser::navigate(&next);
    };
    let back = at.checked_sub(1).map(|before| {
        let address = address(lesson, &lesson.steps[before]);
        view! { <a class="button" href=address data-testid="step-back">{text.get(M::LessonBefore)}</a> }
    });
    let label = if is_last {
        M::LessonToMap
    } else {
        M::LessonNext
    };
    let here = address(lesson, &lesson.steps[at]);
    let status = ErasedSignal::new(String::new());
    let copy = move || {
        let link = [browser::base(), here.clone()].concat();
        browser::copy(&link.clone(), move |is_done| {
            // Show the link if the browser refuses to copy it.
            status.set(if is_done {
                text.get(M::Copied).to_owned()
            } else {
                link.clone()
            });
        });
    };
    let worksheet = format!("#/learn/{}/print", lesson.name);
    view! {
        <div class="row foot">
            {back}
            <button type="button" class="main" data-testid="step-next" on:click=click_handler(go_next)>{text.get(label)}</button>
        </div>
        <p role="status" data-testid="link-said">{text_signal(move || status.get())}</p>
        <p class="small teacher"><button type="button" data-testid="copy-step" on:click=click_handler(copy)>{text.get(M::LessonLink)}</button>" "<a href=worksheet>{text.get(M::LessonPrint)}</a>" · "<a href="#/learn/words">{text.get(M::LessonWords)}</a></p>
    }
    .into_any()
}
