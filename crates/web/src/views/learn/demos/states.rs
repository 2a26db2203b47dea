//! The state machine of a game: groups, start and ends, with the current state highlighted and
//! transitions counted.

use foursight_core::{Game, Phase, Ruleset};
use foursight_page::learn::lesson_text::{drop_error_text, two_lines};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use leptos::prelude::*;

use super::super::super::{click_handler, text_signal};
use super::super::board_picture::{BoardPicture, picture};
use super::super::widgets::columns;
use super::{DemoGame, WIDTH};
use crate::shell::signals::{ErasedMemo, ErasedSignal, erased_memo};

/// Half the width and height of a state; the first one has a longer label and is wider.
const HALF: (i32, i32) = (96, 32);
const FIRST_HALF: i32 = 150;
/// Groups: name, corner, width and height.
const GROUPS: [(M, [i32; 4]); 3] = [
    (M::StatesEmpty, [10, 10, 620, 110]),
    (M::StatesInPlay, [10, 150, 620, 110]),
    (M::StatesEnded, [10, 290, 620, 110]),
];

/// Returns the centre of a state.
const fn state_centre(phase: Phase) -> (i32, i32) {
    match phase {
        Phase::Empty => (320, 75),
        Phase::FirstToDrop => (150, 215),
        Phase::SecondToDrop => (480, 215),
        Phase::FirstWon => (110, 355),
        Phase::Draw => (320, 355),
        Phase::SecondWon => (530, 355),
    }
}

/// Returns the transitions of a game on the standard board.
fn transitions() -> Vec<(Phase, Phase)> {
    let all = Phase::ALL.into_iter();
    let next = |from: Phase| from.successors_under(Ruleset::STANDARD);
    all.flat_map(|from| next(from).map(move |to| (from, to)))
        .collect()
}

/// The state machine, and a game that drives it.
pub(super) fn show(text: Text) -> AnyView {
    let demo = DemoGame::new(text, Game::default());
    let taken = ErasedSignal::new(Vec::<(Phase, Phase)>::new());
    let press = Callback::new(move |index: usize| {
        let Some(column) = foursight_core::Column::from_index(index) else {
            return;
        };
        let before = demo.game.with_untracked(Game::phase);
        match demo.game.with_untracked(|game| game.drop_in(column)) {
            Ok(next) => {
                taken.update(|taken| taken.push((before, next.phase())));
                demo.message.set(String::new());
                demo.game.set(next);
            }
            Err(error) => demo.message.set(drop_error_text(text, error)),
        }
    });
    let phase = erased_memo(move || demo.game.with(Game::phase));
    let now = text_signal(move || {
        let state = text.get(game_text::phase_name(phase.get()));
        let sentence = text.with(M::StateNow, &[("state", &state)]);
        format!("{sentence} {}", demo.message.get())
    });
    let count = move |transition: (Phase, Phase)| {
        taken.with(|taken| taken.iter().filter(|taken| **taken == transition).count())
    };
    let list = transitions().into_iter().map(move |transition| {
        let words = text_signal(move || {
            let [from, to] =
                [transition.0, transition.1].map(|phase| text.get(game_text::phase_name(phase)));
            let parts: [(&str, &dyn std::fmt::Display); 3] =
                [("from", &from), ("to", &to), ("count", &count(transition))];
            text.with(M::StateWay, &parts)
        });
        view! { <li>{words}</li> }
    });
    view! {
        <p role="status" data-testid="state-now">{now}</p>
        {columns(text, WIDTH, true, press)}
        {machine_view(text, Some(phase), count, "state-tip")}
        {picture(text, erased_memo(move || demo.game.with(BoardPicture::of)), Some(press))}
        <div class="row">
            <button type="button" data-testid="reset" on:click=click_handler(move || demo.reset())>{text.get(M::Reset)}</button>
        </div>
        <details><summary>{text.get(M::StatesWays)}</summary><ul data-testid="ways">{list.collect_view()}</ul></details>
    }
    .into_any()
}

/// The state machine as printed, without a current state. Its arrow heads need an id of their own.
pub(super) fn printed(text: Text, id: &str) -> AnyView {
    machine_view(text, None, |_| 0, &format!("tip-{id}"))
}

fn machine_view(
    text: Text,
    phase: Option<ErasedMemo<Phase>>,
    count: impl Fn((Phase, Phase)) -> usize + Copy + Send + Sync + 'static,
    tip: &str,
) -> AnyView {
    let is_now = move |this: Phase| phase.is_some_and(|phase| phase.get() == this);
    let tip_link = format!("url(#{tip})");
    let tip_url = tip_link.clone();
    let groups = GROUPS.map(|(name, [x, y, width, height])| {
        view! {
            <rect class="group" x=x y=y width=width height=height rx="18"/>
            <text class="name" x=x + 14 y=y + 22>{text.get(name)}</text>
        }
    });
    let arrows = transitions().into_iter().map(move |transition| {
        let class = text_signal(move || {
            let class = if is_now(transition.0) {
                "way open"
            } else {
                "way"
            };
            class.to_owned()
        });
        let ((x, y), (u, v)) = arrow_ends(transition);
        let label = text_signal(move || match count(transition) {
            0 => String::new(),
            count => format!("{count}×"),
        });
        view! {
            <path class=class marker-end=tip_url.clone() d=format!("M{x} {y}L{u} {v}")/>
            <text class="count" x=i32::midpoint(x, u) + 8 y=i32::midpoint(y, v) - 4>{label}</text>
        }
    });
    let states = Phase::ALL.map(|this| {
        let (x, y) = state_centre(this);
        let class = text_signal(move || {
            let class = if is_now(this) { "state lit" } else { "state" };
            class.to_owned()
        });
        let name = text.get(game_text::phase_name(this));
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

/// The marks of the final states.
fn end_marks() -> AnyView {
    let ended = [Phase::FirstWon, Phase::Draw, Phase::SecondWon].map(|phase| {
        let (x, y) = state_centre(phase);
        view! { <circle class="end" cx=x + HALF.0 - 12 cy=y - HALF.1 + 12 r="7"/><circle class="dot" cx=x + HALF.0 - 12 cy=y - HALF.1 + 12 r="3.5"/> }
    });
    ended.collect_view().into_any()
}

/// Returns the ends of an arrow: at the edges of its states, shifted where two run side by side.
fn arrow_ends((from, to): (Phase, Phase)) -> ((i32, i32), (i32, i32)) {
    let ((x, y), (u, v)) = (state_centre(from), state_centre(to));
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
