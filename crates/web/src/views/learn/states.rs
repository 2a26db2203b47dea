//! The states of a game as a drawing, with the live one lit, and the same in words.

use foursight_core::{Game, Phase};
use leptos::prelude::*;

use super::super::{context, live};
use super::demos::{Demo, Kind};
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::words;

/// Half the width and height of a state in the drawing.
const HALF: (i32, i32) = (95, 34);

/// Where each state stands.
const fn place(phase: Phase) -> (i32, i32) {
    match phase {
        Phase::Empty => (320, 45),
        Phase::FirstToDrop => (150, 160),
        Phase::SecondToDrop => (490, 160),
        Phase::FirstWon => (110, 290),
        Phase::SecondWon => (530, 290),
        Phase::Tied => (320, 290),
    }
}

/// The page.
#[component]
pub(crate) fn States() -> impl IntoView {
    let (_, text) = context();
    let game = Source::new(Game::default());
    let phase = derived(move || game.with(Game::phase));
    let now = move || {
        text.with(
            M::StateNow,
            &[("state", &text.get(words::phase_name(phase.get())))],
        )
    };
    let arrows = Phase::ALL
        .into_iter()
        .flat_map(|from| from.successors().iter().map(move |to| (from, *to)))
        .map(|(from, to)| {
            let class = live(move || {
                let is_open = phase.get() == from;
                if is_open { "arrow open" } else { "arrow" }.to_owned()
            });
            view! { <path class=class marker-end="url(#tip)" d=arrow(from, to)/> }
        });
    let states = Phase::ALL.into_iter().map(|this| {
        let (x, y) = place(this);
        let class = live(move || {
            let is_lit = phase.get() == this;
            if is_lit { "state lit" } else { "state" }.to_owned()
        });
        view! {
            <g class=class transform=format!("translate({x} {y})")>
                <rect x=-HALF.0 y=-HALF.1 width=2 * HALF.0 height=2 * HALF.1 rx="16"/>
                {label(text, this)}
            </g>
        }
    });
    view! {
        <article class="prose">
            <h1>{text.get(M::LessonStates)}</h1>
            <p>{text.get(M::StatesText)}</p>
            <p role="status" data-testid="state-now">{live(now)}</p>
            <svg class="states" viewBox="0 0 640 340" aria-hidden="true">
                <defs>
                    <marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
                        <path class="tip" d="M0 0L10 5L0 10z"/>
                    </marker>
                </defs>
                {arrows.collect_view()}
                {states.collect_view()}
            </svg>
            <ul>{Phase::ALL.map(|phase| view! { <li>{in_words(text, phase)}</li> }).collect_view()}</ul>
            <Demo kind=Kind::Turns game=game label=text.get(M::DropADisc)/>
        </article>
    }
}

/// The name of a state on two lines, split at its comma or in the middle.
fn label(text: Text, phase: Phase) -> impl IntoView + use<> {
    let name = text.get(words::phase_name(phase));
    match name.split_once(", ") {
        Some((above, below)) => view! {
            <text y="-4">{above}</text>
            <text y="18">{below}</text>
        }
        .into_any(),
        None => view! { <text y="6">{name}</text> }.into_any(),
    }
}

/// From the edge of one state to the edge of another; a little aside, because some go both ways.
fn arrow(from: Phase, to: Phase) -> String {
    let ((x, y), (u, v)) = (place(from), place(to));
    let aside = if from == Phase::SecondToDrop && to == Phase::FirstToDrop {
        12
    } else {
        -12
    };
    if y == v {
        let sign = (u - x).signum();
        return format!(
            "M{} {}L{} {}",
            x + sign * HALF.0,
            y + aside,
            u - sign * HALF.0,
            v + aside
        );
    }
    let reach = |from: i32, to: i32| from + (to - from) * HALF.1 / (v - y).abs();
    format!(
        "M{} {}L{} {}",
        reach(x, u),
        y + HALF.1,
        reach(u, x),
        v - HALF.1
    )
}

fn in_words(text: Text, phase: Phase) -> String {
    let name = |phase| text.get(words::phase_name(phase));
    let next: Vec<_> = phase
        .successors()
        .iter()
        .map(|phase| name(*phase))
        .collect();
    let message = if next.is_empty() {
        M::StateLeadsNowhere
    } else {
        M::StateLeadsTo
    };
    text.with(
        message,
        &[("state", &name(phase)), ("next", &next.join("; "))],
    )
}
