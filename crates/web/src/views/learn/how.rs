//! The lesson "How the game works": demos, a flow chart, questions and a place to write.

use foursight_core::Game;
use foursight_record::read_link;
use leptos::prelude::*;

use super::super::{context, live, tap};
use super::demos::{Demo, Kind};
use crate::browser::{self, Entry};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// A position with columns of every height, to drop into in thought.
const FALL_POSITION: &str = "444444322355";
/// A position in which a line is near.
const WIN_POSITION: &str = "435443";

/// The longest text that somebody may leave.
const REFLECTION_CHARS_MAX: u32 = 10_000;

/// The lesson.
#[component]
pub(crate) fn How() -> impl IntoView {
    let (_, text) = context();
    let game = |link: &str| Source::new(read_link(link).unwrap_or_default());
    let demo = move |kind, heading: M, about: M, game: Source<Game>| {
        view! {
            <section>
                <h2>{text.get(heading)}</h2>
                <p>{text.get(about)}</p>
                <Demo kind=kind game=game label=text.get(heading)/>
            </section>
        }
    };
    view! {
        <article class="prose">
            <h1>{text.get(M::LessonHow)}</h1>
            <h2>{text.get(M::GoalsHeading)}</h2>
            {list(text, &[M::Goal1, M::Goal2, M::Goal3])}
            {demo(Kind::Data, M::DemoData, M::DemoDataText, game(""))}
            {demo(Kind::Fall, M::DemoFall, M::DemoFallText, game(FALL_POSITION))}
            {demo(Kind::Turns, M::DemoTurns, M::DemoTurnsText, game(""))}
            {demo(Kind::Win, M::DemoWin, M::DemoWinText, game(WIN_POSITION))}
            <h2>{text.get(M::FlowHeading)}</h2>
            {flow(text)}
            <h2>{text.get(M::TakeawaysHeading)}</h2>
            {list(text, &[M::Takeaway1, M::Takeaway2, M::Takeaway3])}
            <h2>{text.get(M::CheckHeading)}</h2>
            {question(text, M::Question1, M::Answer1)}
            {question(text, M::Question2, M::Answer2)}
            {question(text, M::Question3, M::Answer3)}
            <Reflection/>
        </article>
    }
}

fn list(text: Text, messages: &[M]) -> impl IntoView + use<> {
    let items = messages
        .iter()
        .map(|message| view! { <li>{text.get(*message)}</li> });
    view! { <ul>{items.collect_view()}</ul> }
}

fn question(text: Text, question: M, answer: M) -> impl IntoView + use<> {
    view! {
        <p>{text.get(question)}</p>
        <details><summary>{text.get(M::CheckAnswer)}</summary><p>{text.get(answer)}</p></details>
    }
}

/// One turn as a chart: an ordered list, so that it is a chart to the eye and steps to the ear.
fn flow(text: Text) -> impl IntoView + use<> {
    let yes = text.get(M::Yes);
    let no = text.get(M::No);
    let step = |message: M| view! { <li class="step">{text.get(message)}</li> };
    let fork = |ask: M, then: M| {
        view! {
            <li class="fork">
                <span class="ask">{text.get(ask)}</span>
                <span class="then">{yes}" → "{text.get(then)}</span>
                <span class="else">{no}" ↓"</span>
            </li>
        }
    };
    view! {
        <ol class="flow">
            {step(M::FlowChoose)}
            {fork(M::FlowFull, M::FlowRefuse)}
            {step(M::FlowDrop)}
            {fork(M::FlowLine, M::FlowWon)}
            {fork(M::FlowGridFull, M::FlowTie)}
            {step(M::FlowNext)}
        </ol>
    }
}

/// A place to write that stays in the browser.
#[component]
fn Reflection() -> impl IntoView {
    let (_, text) = context();
    let written = Source::new(browser::load(Entry::Reflection).unwrap_or_default());
    let write = move |event| {
        let now = event_target_value(&event);
        browser::save(Entry::Reflection, &now);
        written.set(now);
    };
    let export = move || {
        browser::download(
            "foursight-thoughts.txt",
            "text/plain",
            written.get_untracked().as_bytes(),
        );
    };
    view! {
        <h2>{text.get(M::ReflectionHeading)}</h2>
        <label class="field">
            <span>{text.get(M::ReflectionLabel)}</span>
            <textarea data-testid="reflection" rows="5" maxlength=REFLECTION_CHARS_MAX prop:value=live(move || written.get()) on:input=write></textarea>
        </label>
        <button data-testid="reflection-export" on:click=tap(export)>{text.get(M::ReflectionExport)}</button>
    }
}
