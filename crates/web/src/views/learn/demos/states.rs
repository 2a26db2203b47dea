//! The states of a game as a drawing with groups, start and end, the live one lit, and ways counted.

use foursight_core::{Game, Phase, Ruleset};
use leptos::prelude::*;

use super::super::super::{live, tap};
use super::super::kit::columns;
use super::super::picture::{Picture, picture};
use super::{Toy, WIDTH};
use crate::shell::source::{Derived, Source, derived};
use crate::taught::{refusal, two_lines};
use crate::text::{Message as M, Text};
use crate::words;

/// Half the width and height of a state in the drawing; the first one, which has more to say, is wider.
const HALF: (i32, i32) = (96, 32);
const FIRST_HALF: i32 = 150;
/// A group: its name, and its corner, width and height.
const GROUPS: [(M, [i32; 4]); 3] = [
    (M::StatesEmpty, [10, 10, 620, 110]),
    (M::StatesInPlay, [10, 150, 620, 110]),
    (M::StatesEnded, [10, 290, 620, 110]),
];

/// Where each state stands.
const fn place(phase: Phase) -> (i32, i32) {
    match phase {
        Phase::Empty => (320, 75),
        Phase::FirstToDrop => (150, 215),
        Phase::SecondToDrop => (480, 215),
        Phase::FirstWon => (110, 355),
        Phase::Tied => (320, 355),
        Phase::SecondWon => (530, 355),
    }
}

/// The ways of a game on the usual grid.
fn ways() -> Vec<(Phase, Phase)> {
    let all = Phase::ALL.into_iter();
    let next = |from: Phase| from.successors_by(Ruleset::STANDARD);
    all.flat_map(|from| next(from).map(move |to| (from, to)))
        .collect()
}

/// The machine, and a game that drives it.
pub(super) fn show(text: Text) -> AnyView {
    let toy = Toy::new(text, Game::default());
    let taken = Source::new(Vec::<(Phase, Phase)>::new());
    let press = Callback::new(move |index: usize| {
        let Some(column) = foursight_core::Column::from_index(index) else {
            return;
        };
        let before = toy.game.with_untracked(Game::phase);
        match toy.game.with_untracked(|game| game.drop_in(column)) {
            Ok(next) => {
                taken.update(|taken| taken.push((before, next.phase())));
                toy.said.set(String::new());
                toy.game.set(next);
            }
            Err(error) => toy.said.set(refusal(text, error)),
        }
    });
    let phase = derived(move || toy.game.with(Game::phase));
    let now = live(move || {
        let state = text.get(words::phase_name(phase.get()));
        let said = text.with(M::StateNow, &[("state", &state)]);
        format!("{said} {}", toy.said.get())
    });
    let count = move |way: (Phase, Phase)| {
        taken.with(|taken| taken.iter().filter(|it| **it == way).count())
    };
    let list = ways().into_iter().map(move |way| {
        let words = live(move || {
            let [from, to] = [way.0, way.1].map(|phase| text.get(words::phase_name(phase)));
            let parts: [(&str, &dyn std::fmt::Display); 3] =
                [("from", &from), ("to", &to), ("count", &count(way))];
            text.with(M::StateWay, &parts)
        });
        view! { <li>{words}</li> }
    });
    view! {
        <p role="status" data-testid="state-now">{now}</p>
        {columns(text, WIDTH, true, press)}
        {drawing(text, Some(phase), count, "state-tip")}
        {picture(text, derived(move || toy.game.with(Picture::of)), Some(press))}
        <div class="row">
            <button type="button" data-testid="reset" on:click=tap(move || toy.reset())>{text.get(M::Reset)}</button>
        </div>
        <details><summary>{text.get(M::StatesWays)}</summary><ul data-testid="ways">{list.collect_view()}</ul></details>
    }
    .into_any()
}

/// The machine with none of its states lit, as it stands on paper. Its tips need an id of their own.
pub(super) fn still(text: Text, id: &str) -> AnyView {
    drawing(text, None, |_| 0, &format!("tip-{id}"))
}

fn drawing(
    text: Text,
    phase: Option<Derived<Phase>>,
    count: impl Fn((Phase, Phase)) -> usize + Copy + Send + Sync + 'static,
    tip: &str,
) -> AnyView {
    let is_now = move |this: Phase| phase.is_some_and(|phase| phase.get() == this);
    let tip_link = format!("url(#{tip})");
    let tips = tip_link.clone();
    let groups = GROUPS.map(|(name, [x, y, width, height])| {
        view! {
            <rect class="group" x=x y=y width=width height=height rx="18"/>
            <text class="name" x=x + 14 y=y + 22>{text.get(name)}</text>
        }
    });
    let arrows = ways().into_iter().map(move |way| {
        let class = live(move || {
            let class = if is_now(way.0) { "way open" } else { "way" };
            class.to_owned()
        });
        let ((x, y), (u, v)) = ends(way);
        let label = live(move || match count(way) {
            0 => String::new(),
            count => format!("{count}×"),
        });
        view! {
            <path class=class marker-end=tips.clone() d=format!("M{x} {y}L{u} {v}")/>
            <text class="count" x=i32::midpoint(x, u) + 8 y=i32::midpoint(y, v) - 4>{label}</text>
        }
    });
    let states = Phase::ALL.map(|this| {
        let (x, y) = place(this);
        let class = live(move || {
            let class = if is_now(this) { "state lit" } else { "state" };
            class.to_owned()
        });
        let name = text.get(words::phase_name(this));
        let half = if this == Phase::Empty {
            FIRST_HALF
        } else {
            HALF.0
        };
        let (above, below) = two_lines(name);
        let first = if below.is_empty() {
            "0.35em"
        } else {
            "-0.25em"
        };
        view! {
            <g class=class transform=format!("translate({x} {y})")>
                <rect x=-half y=-HALF.1 width=2 * half height=2 * HALF.1 rx="14"/>
                <text dy=first>{above}</text><text dy="0.95em">{below}</text>
            </g>
        }
    });
    view! {
        <svg class="machine" viewBox="0 0 640 410" aria-hidden="true">
            <defs>
                <marker id=tip.to_owned() viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="tip" d="M0 0L10 5L0 10z"/></marker>
            </defs>
            {groups.collect_view()}
            <circle class="dot" cx="100" cy="75" r="9"/>
            <path class="way" marker-end=tip_link d="M110 75L168 75"/>
            {arrows.collect_view()}
            {states.collect_view()}
            {end_marks()}
        </svg>
    }
    .into_any()
}

/// The mark of an end on each state that is one.
fn end_marks() -> AnyView {
    let ended = [Phase::FirstWon, Phase::Tied, Phase::SecondWon].map(|phase| {
        let (x, y) = place(phase);
        view! { <circle class="end" cx=x + HALF.0 - 12 cy=y - HALF.1 + 12 r="7"/><circle class="dot" cx=x + HALF.0 - 12 cy=y - HALF.1 + 12 r="3.5"/> }
    });
    ended.collect_view().into_any()
}

/// Where an arrow begins and ends: at the edges of its states, a little aside where two run side by side.
fn ends((from, to): (Phase, Phase)) -> ((i32, i32), (i32, i32)) {
    let ((x, y), (u, v)) = (place(from), place(to));
    if y == v {
        let aside = if u < x { 10 } else { -10 };
        let sign = (u - x).signum();
        return (
            (x + sign * HALF.0, y + aside),
            (u - sign * HALF.0, v + aside),
        );
    }
    let lean = (u - x).clamp(-70, 70);
    ((x + lean, y + HALF.1), (u - lean / 2, v - HALF.1))
}
