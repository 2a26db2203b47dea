//! A lesson, one step at a time: the board first, and the way on always in view.

use foursight_lessons::{Block, Lesson, Step, Track};
use foursight_page::learn::LearnMessage;
use foursight_page::learn::step::{Praise, StepState};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::{
    PageTitle, bool_signal, click_handler, context, dynamic_view, text_signal, view_if,
};
use super::blocks::{LinkedTerms, StepPlace, block, prose};
use super::{LearnHandle, all_terms, exercise, stored, widgets};
use crate::browser;
use crate::shell::signals::{ErasedMemo, ErasedSignal, erased_memo};

/// The lesson at the step of this name, or else at the first.
pub(super) fn show(text: Text, lesson: &'static Lesson, step: Option<&str>) -> AnyView {
    let language = text.0;
    let found = lesson
        .steps
        .iter()
        .position(|known| Some(known.name.as_str()) == step);
    let index = found.unwrap_or(0);
    let error = step.filter(|_| found.is_none()).map(|wanted| {
        let message = text.with(M::LessonNoStep, &[("step", &wanted)]);
        view! { <p role="alert" class="bad" data-testid="no-step">{message}</p> }
    });
    widgets::handle_keys();
    let (ui, _) = context();
    let learn = LearnHandle::get();
    let place = StepPlace {
        learn,
        lesson,
        index,
    };
    learn.send(LearnMessage::OpenStep(lesson, index, stored()));
    on_cleanup(move || ui.send(LearnMessage::LeaveStep(lesson, index).into()));
    let title = format!(
        "{} – {}",
        place.step().title.get(language),
        lesson.title.get(language)
    );
    let PageTitle(own_title) = expect_context();
    own_title.set(title);
    on_cleanup(move || own_title.set(String::new()));
    let mut linked_terms: LinkedTerms = linked_before(text, lesson, index);
    let class = if place.step().exercise().is_some() {
        "lesson prose boarded"
    } else {
        "lesson prose"
    };
    view! {
        <article class=class data-testid="lesson">
            <div class="head">
                <div class="row tops">{tracks(text, Track::of(&lesson.name))}{beads(text, place)}</div>
                {error}
                <h1>{place.step().title.get(language)}</h1>
                {quiet_line(text, place)}
                {learning_goal(text, place)}
            </div>
            {blocks(text, place, &mut linked_terms)}
            {footer(text, place)}
            {links(text, place)}
        </article>
    }
    .into_any()
}

fn address(lesson: &Lesson, step: &Step) -> String {
    format!("#/learn/{}/{}", lesson.name, step.name)
}

/// Links to the two tracks of the course.
pub(super) fn tracks(text: Text, current: Option<Track>) -> AnyView {
    let link = |track: Track| {
        let address = format!("#/learn/{}", track.name());
        let is_current = (current == Some(track)).then_some("true");
        view! { <a href=address aria-current=is_current data-track=track.name()>{track.title(text.0)}</a> }
    };
    view! { <nav class="tracks" aria-label=text.get(M::LessonTracks)>{Track::ALL.map(link).collect_view()}</nav> }
        .into_any()
}

/// The steps of the lesson.
fn beads(text: Text, place: StepPlace) -> AnyView {
    let StepPlace {
        learn,
        lesson,
        index,
    } = place;
    let beads = lesson.steps.iter().enumerate().map(move |(number, other)| {
        let is_done = text_signal(move || {
            let state = learn.state;
            let is_done =
                state.with(|state| state.progress().is_finished(&lesson.name, &other.name));
            if is_done { "done" } else { "" }.to_owned()
        });
        let current = (number == index).then_some("step");
        let address = address(lesson, other);
        let title = other.title.get(text.0);
        view! { <li><a href=address aria-current=current class=is_done title=title aria-label=format!("{}. {title}", number + 1)>{number + 1}</a></li> }
    });
    view! { <ol class="steps" aria-label=text.get(M::LessonSteps)>{beads.collect_view()}</ol> }
        .into_any()
}

/// Lesson, step, duration and audience in one line.
fn quiet_line(text: Text, place: StepPlace) -> AnyView {
    let StepPlace { lesson, index, .. } = place;
    let language = text.0;
    let parts: [(&str, &dyn std::fmt::Display); 2] =
        [("at", &(index + 1)), ("all", &lesson.steps.len())];
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    let mut line = format!(
        " · {} · {} · {minutes}",
        lesson.title.get(language),
        text.with(M::LessonStepOf, &parts)
    );
    if let Some(audience) = &lesson.audience {
        line.push_str(" · ");
        line.push_str(&foursight_lessons::strip_markup(audience.get(language)));
    }
    view! { <p class="small quiet" data-testid="facts"><a href="#/learn">{text.get(M::LearnHeading)}</a>{line}</p> }
        .into_any()
}

/// The learning goal of the step, or on the first step that of the lesson.
fn learning_goal(text: Text, place: StepPlace) -> Option<AnyView> {
    let step_aim = place.step().aim.as_ref();
    let lesson_aim = place.lesson.aim.as_ref().filter(|_| place.index == 0);
    let (heading, words) = match (step_aim, lesson_aim) {
        (Some(words), _) => (text.get(M::LessonGoalOfStep).to_owned(), words),
        (None, Some(words)) => (format!("{}:", text.get(M::LessonAim)), words),
        (None, None) => return None,
    };
    let words = prose(text, words, &mut all_terms());
    Some(view! { <p class="aim" data-testid="aim"><b>{heading}</b>" "{words}</p> }.into_any())
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

/// The blocks of a step. What comes before an exercise goes beside its board.
fn blocks(text: Text, place: StepPlace, linked_terms: &mut LinkedTerms) -> AnyView {
    let step = place.step();
    // Listings that a demo steps through are not repeated.
    let is_stepped = |part: &Block| {
        let Block::Code(listing) = part else {
            return false;
        };
        let mut blocks = step.blocks.iter();
        blocks.any(|other| matches!(other, Block::Demo(demo, _) if step.traced_listings(*demo).contains(listing)))
    };
    let mut views = Vec::new();
    for (at, part) in step.blocks.iter().enumerate() {
        if is_stepped(part) {
            continue;
        }
        let has_exercise = matches!(part, Block::Scene(scene) if scene.exercise.is_some());
        let intro = if has_exercise {
            std::mem::take(&mut views)
        } else {
            Vec::new()
        };
        views.push(block(text, place, at, intro, linked_terms));
    }
    views.into_any()
}

/// Back and on, with praise between them. It stays in view.
fn footer(text: Text, place: StepPlace) -> AnyView {
    let StepPlace {
        learn,
        lesson,
        index,
    } = place;
    let step = place.step();
    let is_done = bool_signal(move || {
        let state = learn.state;
        state.with(|state| state.progress().is_finished(&lesson.name, &step.name))
    });
    let praise = erased_memo(move || {
        let state = learn.state;
        state.with(|state| state.step(&lesson.name, index).and_then(StepState::praise))
    });
    let is_last = index + 1 == lesson.steps.len();
    let back = index.checked_sub(1).map(|before| {
        let address = address(lesson, &lesson.steps[before]);
        view! { <a class="button" href=address data-testid="step-back">{text.get(M::LessonBefore)}</a> }
    });
    let label = if is_last {
        M::LessonToMap
    } else {
        M::LessonNext
    };
    let class = text_signal(move || {
        let is_right = praise.get().is_some();
        if is_right { "foot right" } else { "foot" }.to_owned()
    });
    view! {
        <div class=class>
            {back}
            <div class="feat">
                {exercise::feedback(text, place)}
                {praise_view(text, praise)}
                <p role="status" class="good" data-testid="step-done">{view_if(move || is_done.get(), move || format!("✓ {}", text.get(M::LessonDone)).into_any())}</p>
            </div>
            <button type="button" class="main" data-testid="step-next" on:click=click_handler(move || learn.send(LearnMessage::GoOn))>{text.get(label)}</button>
        </div>
    }
    .into_any()
}

/// Number of discs that a right answer throws up.
const PRAISE_DISCS: usize = 6;

/// Praise for a right answer, with discs that jump.
fn praise_view(text: Text, praise: ErasedMemo<Option<Praise>>) -> AnyView {
    let view = dynamic_view(move || {
        let Some(praise) = praise.get() else {
            return ().into_any();
        };
        let discs = (0..PRAISE_DISCS).map(|at| {
            let class = if at % 2 == 0 { "p1" } else { "p2" };
            view! { <i class=class></i> }
        });
        view! {
            <span class="burst" aria-hidden="true">{discs.collect_view()}</span>
            <b>{praise.text(text)}</b>
        }
        .into_any()
    });
    view! { <p class="praise" role="status" data-testid="praise">{view}</p> }.into_any()
}

/// The links for teachers.
fn links(text: Text, place: StepPlace) -> AnyView {
    let here = address(place.lesson, place.step());
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
    let worksheet = format!("#/learn/{}/print", place.lesson.name);
    view! {
        <p role="status" data-testid="link-said">{text_signal(move || status.get())}</p>
        <p class="small teacher"><button type="button" data-testid="copy-step" on:click=click_handler(copy)>{text.get(M::LessonLink)}</button>" "<a href=worksheet>{text.get(M::LessonPrint)}</a>" · "<a href="#/learn/words">{text.get(M::LessonWords)}</a></p>
    }
    .into_any()
}
