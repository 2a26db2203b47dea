//! Who stood better after each move, drawn as a bar a move, and the moves that mattered.
//!
//! An engine of its own is asked about the positions one by one, so that nobody who plays waits for it; it ends
//! with the view. What was found last is remembered: the replay of a game that has just ended has it at once.

use std::cell::RefCell;

use foursight_core::{Game, Player};
use foursight_protocol::engine::{Ask, Found};
use foursight_table::{Start, Who};
use leptos::prelude::*;

use super::play::side;
use super::{live, shown, tap};
use crate::browser;
use crate::model::{Message, News};
use crate::names::Names;
use crate::review::{HEIGHT_MAX, Moment, Review, Why};
use crate::shell::Ui;
use crate::shell::engine::Engine;
use crate::shell::source::{Source, derived, follow};
use crate::text::{Message as M, Text};

thread_local! {
    static LAST: RefCell<Option<Review>> = RefCell::default();
}

/// The bars of a graph have this width, and half of this is left between two.
const BAR: usize = 8;
/// A tie is a bar of this height, so that it is seen.
const TIE: i16 = 10;

/// What was found of this game, if it was the last one that was looked at again.
pub(crate) fn remembered(game: &Game) -> Option<Review> {
    LAST.with_borrow(|last| last.clone().filter(|last| last.is_of(game)))
}

/// What is found of a game, bit by bit; none if nothing can be known of it.
pub(crate) fn begun(game: &Game) -> Option<Source<Review>> {
    let review = Source::new(remembered(game).or_else(|| Review::of(game))?);
    ask(review);
    Some(review)
}

/// The graph of the game in play, for windows that have room for it. Games by rules that no verdict is known of
/// have none.
pub(crate) fn during(ui: Ui, text: Text) -> AnyView {
    let can_be = derived(move || ui.see(|play| Review::of(play.game()).is_some()));
    let inside = move || {
        let review = can_be
            .get()
            .then(|| begun(&ui.play.with_untracked(|play| play.game().clone())));
        let Some(review) = review.flatten() else {
            return ().into_any();
        };
        follow(move || {
            let now = ui.see(|play| play.game().clone());
            let is_other = |review: &Review| !review.is_of(&now);
            if review.with_untracked(is_other)
                && let Some(grown) = review.with_untracked(|review| review.with(&now))
            {
                review.set(grown);
            }
        });
        let now = |ui: Ui| ui.shown.with(|game| game.moves().len());
        graph(ui, text, review, Some(now), |ui, ply| {
            ui.send(Message::Look(Some(ply)));
        })
    };
    if browser::is_wide() {
        shown(inside).into_any()
    } else {
        ().into_any()
    }
}

/// A question that the engine was asked: its number, the move before which the position is, and the position.
type Asked = (u32, usize, Game);

/// Has the positions of which nothing is known yet solved, one by one.
fn ask(review: Source<Review>) {
    let engine = StoredValue::new_local(None::<Engine>);
    let asked = StoredValue::new_local(None::<Asked>);
    let hear = move |news| {
        // The view may be gone.
        if !review.is_there() {
            return;
        }
        let change: Box<dyn FnOnce(&mut Review)> = match news {
            News::Found(id, Found::Verdicts { columns, .. }) => {
                // The game may have gone another way meanwhile.
                let Some((_, at, game)) = asked.get_value().filter(|(last, ..)| *last == id) else {
                    return;
                };
                if review.with_untracked(Review::next) != Some((at, game)) {
                    return;
                }
                Box::new(move |it| it.hear(at, columns))
            }
            News::Refused(..) | News::Failed => Box::new(Review::stop),
            _ => return,
        };
        review.update(change);
        LAST.with_borrow_mut(|last| *last = Some(review.get_untracked()));
    };
    follow(move || {
        let Some((at, game)) = review.with(Review::next) else {
            // Nothing more is asked: its memory is given back.
            return engine.set_value(None);
        };
        let last = asked.get_value();
        if last
            .as_ref()
            .is_some_and(|(_, was, of)| (was, of) == (&at, &game))
        {
            return;
        }
        let number = last.map_or(1, |(number, ..)| number.wrapping_add(1).max(1));
        asked.set_value(Some((number, at, game.clone())));
        engine.update_value(|engine| {
            if engine.is_none() {
                *engine = Engine::start(hear).ok();
            }
        });
        let ask = |engine: &Engine| engine.ask(number, Ask::Verdicts { game });
        let is_asked = engine.with_value(|engine| engine.as_ref().map(ask));
        if !matches!(is_asked, Some(Ok(()))) {
            review.update(Review::stop);
        }
    });
}

/// The graph with its heading. `now` says after how many moves the game is looked at, and a press on a bar
/// looks at another moment.
pub(crate) fn graph(
    ui: Ui,
    text: Text,
    review: Source<Review>,
    now: Option<fn(Ui) -> usize>,
    go: fn(Ui, usize),
) -> AnyView {
    let names = ui.see(|play| Names::of(text, play.start()));
    let caption = move || {
        if review.with(|review| !review.is_done()) {
            return text.get(M::ReviewBusy).to_owned();
        }
        let person = ui.see(|play| only_person(play.start()));
        person.map_or_else(String::new, |player| sound(ui, text, review, player))
    };
    let told = live(move || review.with(|review| review.told(text, &names)));
    let bars = move || {
        let now = now.map(|now| now(ui));
        review.with(|review| bars(ui, review, now, go))
    };
    view! {
        <div class="graph" data-testid="graph">
            <p><b>{text.get(M::ReviewHeading)}</b><small role="status" data-testid="review">{live(caption)}</small></p>
            <div role="img" aria-label=told>{shown(bars)}</div>
        </div>
    }
    .into_any()
}

/// The one person at the table, if the other is a bot.
fn only_person(start: &Start) -> Option<Player> {
    let is_person = |player: &Player| matches!(start.who(*player), Who::Person(_));
    let mut people = Player::BOTH.into_iter().filter(is_person);
    let one = people.next()?;
    people.next().is_none().then_some(one)
}

fn sound(ui: Ui, text: Text, review: Source<Review>, player: Player) -> String {
    let (good, all) = review.with(|review| review.sound(player));
    if all == 0 {
        return String::new();
    }
    let name = ui.see(|play| Names::of(text, play.start()).get(player).to_owned());
    text.with(
        M::ReviewSound,
        &[("name", &name), ("good", &good), ("all", &all)],
    )
}

fn bars(ui: Ui, review: &Review, now: Option<usize>, go: fn(Ui, usize)) -> AnyView {
    let moments: Vec<_> = moments_of(review).iter().map(|it| it.ply).collect();
    let heights = review.heights();
    let width = heights.len() * 3 * BAR / 2;
    let bar = |(at, height): (usize, Option<i16>)| {
        let ply = at + 1;
        let x = at * 3 * BAR / 2;
        let drawn = height.map(|height| {
            let (class, y, tall) = match height {
                0 => ("tie", -TIE / 2, TIE),
                1.. => (side(Player::First), -height, height),
                _ => (side(Player::Second), 0, -height),
            };
            let mark = if moments.contains(&ply) {
                " moment"
            } else {
                ""
            };
            view! { <rect class=format!("{class}{mark}") x=x y=y width=BAR height=tall rx="2"/> }
        });
        let is_now = now == Some(ply);
        // The whole height can be pressed.
        view! {
            <g on:click=tap(move || go(ui, ply))>
                <rect class="behind" class:now=is_now x=x y=-HEIGHT_MAX width=BAR * 3 / 2 height=2 * HEIGHT_MAX/>
                {drawn}
            </g>
        }
    };
    let bars = heights.into_iter().enumerate().map(bar).collect_view();
    view! {
        <svg viewBox=format!("0 {} {width} {}", -HEIGHT_MAX, 2 * HEIGHT_MAX) preserveAspectRatio="none" aria-hidden="true">
            {bars}
            <path class="middle" d=format!("M0 0H{width}")/>
        </svg>
    }
    .into_any()
}

/// They are told once all is known: before, another may prove to be more important.
fn moments_of(review: &Review) -> Vec<Moment> {
    if review.is_done() {
        review.moments()
    } else {
        Vec::new()
    }
}

/// The moves that mattered, each leading to the position before it.
pub(crate) fn moments(ui: Ui, text: Text, review: Source<Review>, go: fn(Ui, usize)) -> AnyView {
    let names = ui.see(|play| Names::of(text, play.start()));
    let inside = move || {
        let (is_done, is_known) = review.with(|review| {
            let is_known = review.heights().iter().any(Option::is_some);
            (review.is_done(), is_known)
        });
        let moments = review.with(moments_of);
        if moments.is_empty() {
            let words = match (is_done, is_known) {
                (false, _) => "",
                (true, true) => text.get(M::ReviewNone),
                (true, false) => text.get(M::ReviewOpen),
            };
            return view! { <p>{words}</p> }.into_any();
        }
        let items = moments
            .iter()
            .map(|moment| item(ui, text, &names, moment, go));
        view! { <ul>{items.collect_view()}</ul> }.into_any()
    };
    view! { <div class="moments" data-testid="moments">{shown(inside)}</div> }.into_any()
}

fn item(ui: Ui, text: Text, names: &Names, moment: &Moment, go: fn(Ui, usize)) -> AnyView {
    let before = moment.ply - 1;
    let class = match moment.why {
        Why::Slip(..) => "chip loss",
        Why::Only(_) => "chip",
    };
    view! {
        <li>
            <button data-testid=format!("moment-{}", moment.ply) on:click=tap(move || go(ui, before))>
                <i class=class aria-hidden="true">{moment.sign()}</i>
                <span><b>{moment.title(text)}</b><small>{moment.about(text, names)}</small></span>
            </button>
        </li>
    }
    .into_any()
}
