//! A lesson, one step at a time.

use foursight_lessons::{Block, Lesson, Step};
use leptos::prelude::*;

use super::super::{live, shown_if, tap};
use super::blocks::{Seen, block, prose};
use super::kit::{self, tongue};
use super::{all_seen, keep_progress};
use crate::browser;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// The lesson at a step: the one of this name, else the first.
pub(super) fn show(text: Text, lesson: &'static Lesson, step: Option<&str>) -> AnyView {
    let tongue = tongue(text);
    let found = lesson
        .steps
        .iter()
        .position(|known| Some(known.name.as_str()) == step);
    let at = found.unwrap_or(0);
    let missing = step.filter(|_| found.is_none()).map(|wanted| {
        let said = text.with(M::LessonNoStep, &[("step", &wanted)]);
        view! { <p role="alert" class="bad" data-testid="no-step">{said}</p> }
    });
    let step = &lesson.steps[at];
    kit::follow_keys();
    let progress = Source::new(keep_progress(|progress| {
        progress.visit(&lesson.name, &step.name);
    }));
    let to_solve = step.questions().count() + usize::from(step.exercise().is_some());
    let finish = move || {
        progress.set(keep_progress(|progress| {
            progress.finish(&lesson.name, &step.name);
        }));
    };
    let steps = lesson.steps.iter().enumerate().map(move |(number, other)| {
        let is_done = live(move || {
            let is_done = progress.with(|progress| progress.has(&lesson.name, &other.name));
            if is_done { "done" } else { "" }.to_owned()
        });
        let current = (number == at).then_some("step");
        let address = address(lesson, other);
        let title = other.title.get(tongue);
        view! { <li><a href=address aria-current=current class=is_done title=title aria-label=format!("{}. {title}", number + 1)>{number + 1}</a></li> }
    });
    let mut seen: Seen = seen_before(text, lesson, at);
    let parts: [(&str, &dyn std::fmt::Display); 2] =
        [("at", &(at + 1)), ("all", &lesson.steps.len())];
    let is_done = move || progress.with(|progress| progress.has(&lesson.name, &step.name));
    view! {
        <article class="lesson prose" data-testid="lesson">
            <p class="small"><a href="#/learn">{text.get(M::LearnHeading)}</a>" · "{lesson.title.get(tongue)}" · "{text.with(M::LessonStepOf, &parts)}</p>
            <ol class="steps" aria-label=text.get(M::LessonSteps)>{steps.collect_view()}</ol>
            {missing}
            <h1>{step.title.get(tongue)}</h1>
            {(at == 0).then(|| facts(text, lesson))}
            {blocks(text, step, &mut seen, to_solve, finish)}
            <p role="status" class="good" data-testid="step-done">{shown_if(is_done, move || format!("✓ {}", text.get(M::LessonDone)).into_any())}</p>
            {foot(text, lesson, at, to_solve, finish)}
        </article>
    }
    .into_any()
}

fn address(lesson: &Lesson, step: &Step) -> String {
    format!("#/learn/{}/{}", lesson.name, step.name)
}

/// The words that the steps before this one have linked already.
fn seen_before(text: Text, lesson: &'static Lesson, at: usize) -> Seen {
    let mut seen = Vec::new();
    for step in &lesson.steps[..at] {
        for block in &step.blocks {
            if let Block::Text(words) | Block::Point(words) | Block::Takeaway(words) = block {
                drop(prose(text, words, &mut seen));
            }
        }
    }
    seen
}

/// Whom the lesson is for, what it is for, and how long it takes.
fn facts(text: Text, lesson: &'static Lesson) -> AnyView {
    let tongue = tongue(text);
    let row = |heading: M, words: &Option<foursight_lessons::Words>| {
        words.as_ref().map(|words| {
            let words = prose(text, words, &mut all_seen());
            view! { <div><dt>{text.get(heading)}</dt><dd>{words}</dd></div> }
        })
    };
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    view! {
        <details class="facts card" open=browser::is_wide()>
            <summary>{text.get(M::LessonDuration)}" "{minutes}</summary>
            <p>{lesson.about.get(tongue)}</p>
            <dl>
                {row(M::LessonAudience, &lesson.audience)}
                {row(M::LessonAim, &lesson.aim)}
            </dl>
        </details>
    }
    .into_any()
}

/// The blocks of a step. When all that can be solved is solved, the step is finished.
fn blocks(
    text: Text,
    step: &'static Step,
    seen: &mut Seen,
    to_solve: usize,
    finish: impl Fn() + Copy + Send + Sync + 'static,
) -> AnyView {
    let solved = Source::new(vec![false; step.blocks.len()]);
    // What a demo steps through stands there already.
    let is_stepped = |part: &Block| match part {
        Block::Code(listing) => step.blocks.iter().any(
            |other| matches!(other, Block::Demo(demo, _) if step.stepped(*demo).contains(listing)),
        ),
        _ => false,
    };
    let parts = step.blocks.iter().enumerate();
    let parts = parts.filter(|(_, part)| !is_stepped(part));
    let views = parts.map(|(at, part)| {
        let tell = Callback::new(move |()| {
            solved.update(|solved| solved[at] = true);
            let count = solved.with_untracked(|solved| solved.iter().filter(|is| **is).count());
            if count >= to_solve {
                finish();
            }
        });
        block(text, step, part, seen, tell)
    });
    views.collect::<Vec<_>>().into_any()
}

/// The ways on and back, and what teachers want.
fn foot(
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
    let go_on = move || {
        if to_solve == 0 {
            finish();
        }
        browser::go(&next);
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
    let said = Source::new(String::new());
    let copy = move || {
        let link = [browser::base(), here.clone()].concat();
        browser::copy(&link.clone(), move |is_done| {
            // Whoever may not copy reads it.
            said.set(if is_done {
                text.get(M::Copied).to_owned()
            } else {
                link.clone()
            });
        });
    };
    let sheet = format!("#/learn/{}/print", lesson.name);
    view! {
        <div class="row foot">
            {back}
            <button type="button" class="main" data-testid="step-next" on:click=tap(go_on)>{text.get(label)}</button>
        </div>
        <p role="status" data-testid="link-said">{live(move || said.get())}</p>
        <p class="small teacher"><button type="button" data-testid="copy-step" on:click=tap(copy)>{text.get(M::LessonLink)}</button>" "<a href=sheet>{text.get(M::LessonPrint)}</a>" · "<a href="#/learn/words">{text.get(M::LessonWords)}</a></p>
    }
    .into_any()
}
