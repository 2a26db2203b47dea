//! The review of a game: a bar per move for who stood better, and the moves that mattered.
//!
//! A separate engine solves the positions one by one, so that the game never waits for it; it stops
//! with the view. The last review is remembered: the replay of a game that has just ended has it at
//! once.

use foursight_core::{Game, Player};
use foursight_page::engine_client::EngineClient;
use foursight_page::play::Message;
use foursight_page::replay::review::{HEIGHT_MAX, KeyMoment, MomentKind, Review};
use foursight_page::replay::{LastReview, ReviewMessage};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::player_names::PlayerNames;
use foursight_protocol::engine::{EngineQuery, EngineReply};
use foursight_table::{GameStart, Occupant};
use leptos::prelude::*;

use crate::browser;
use crate::shell::Ui;
use crate::shell::engine::{RequestSlot, new_solver};
use crate::shell::signals::{ErasedSignal, effect, erased_memo};
use crate::views::play::{disc_icon, player_class};
use crate::views::{click_handler, dynamic_view, text_signal};

/// Width of a bar; half of it is left between two.
const BAR_WIDTH: usize = 8;
/// Height of the bar of a draw, so that it is visible.
const DRAW_HEIGHT: i16 = 10;

/// Returns the remembered review, if it is of this game.
pub(crate) fn last_review(ui: Ui, game: &Game) -> Option<Review> {
    let last: ErasedSignal<LastReview> = ui.feature();
    last.with_untracked(|last| last.of(game))
}

/// Starts or resumes the review of a game. Returns `None` if its rules have no verdicts.
pub(crate) fn start(ui: Ui, game: &Game) -> Option<ErasedSignal<Review>> {
    let review = ErasedSignal::new(last_review(ui, game).or_else(|| Review::of(game))?);
    request_verdicts(ui, review);
    Some(review)
}

/// The graph of the game in play, in wide windows, for rules with verdicts.
pub(crate) fn live_graph(ui: Ui, text: Text) -> AnyView {
    let can_be = erased_memo(move || ui.with_play(|play| Review::of(play.game()).is_some()));
    let inside = move || {
        let review = can_be
            .get()
            .then(|| start(ui, &ui.play.with_untracked(|play| play.game().clone())));
        let Some(review) = review.flatten() else {
            return ().into_any();
        };
        effect(move || {
            let now = ui.with_play(|play| play.game().clone());
            let is_other = |review: &Review| !review.is_for(&now);
            if review.with_untracked(is_other)
                && let Some(extended) = review.with_untracked(|review| review.with(&now))
            {
                review.set(extended);
            }
        });
        let now = |ui: Ui| ui.viewed_game.with(|game| game.moves().len());
        graph(ui, text, review, Some(now), |ui, ply| {
            ui.send(Message::ViewPly(Some(ply)));
        })
    };
    if browser::is_wide() {
        dynamic_view(inside).into_any()
    } else {
        ().into_any()
    }
}

/// Requests the verdicts of the unsolved positions, one by one.
fn request_verdicts(ui: Ui, review: ErasedSignal<Review>) {
    let engine = StoredValue::new_local(None::<EngineClient>);
    let requested = StoredValue::new_local(None::<(usize, Game)>);
    let slot = RequestSlot::new();
    effect(move || {
        let next = review.with(Review::next_position);
        if requested.with_value(|requested| *requested == next) {
            return;
        }
        requested.set_value(next.clone());
        let Some((at, game)) = next else {
            // All is solved: free the memory of the engine.
            return engine.set_value(None);
        };
        let client =
            engine.try_update_value(|engine| engine.get_or_insert_with(new_solver).clone());
        let Some(client) = client else { return };
        let request = || client.request(EngineQuery::SolveColumns { game });
        slot.request(request, move |result| {
            let change: Box<dyn FnOnce(&mut Review)> = match result {
                Ok(EngineReply::ColumnVerdicts { columns, .. }) => {
                    Box::new(move |review| review.record(at, columns))
                }
                _ => Box::new(Review::stop),
            };
            review.update(change);
            ui.send(ReviewMessage::Progressed(review.get_untracked()).into());
        });
    });
}

/// The graph with its heading. `now` returns the displayed ply, and a click on a bar calls `go`.
pub(crate) fn graph(
    ui: Ui,
    text: Text,
    review: ErasedSignal<Review>,
    now: Option<fn(Ui) -> usize>,
    go: fn(Ui, usize),
) -> AnyView {
    let names = ui.with_play(|play| PlayerNames::of(text, play.start()));
    let caption = move || {
        if review.with(|review| !review.is_done()) {
            return text.get(M::ReviewBusy).to_owned();
        }
        let person = ui.with_play(|play| only_person(play.start()));
        person.map_or_else(String::new, |player| sound_moves(ui, text, review, player))
    };
    let summary_names = names.clone();
    let description =
        text_signal(move || review.with(|review| review.summary(text, &summary_names)));
    let pointed = ErasedSignal::new(None::<usize>);
    let bars = move || {
        let now = now.map(|now| now(ui));
        review.with(|review| bars(ui, review, now, go, pointed))
    };
    let sides = Player::BOTH.map(|player| {
        let disc = disc_icon(player);
        view! { <span class=player_class(player)>{disc}{names.get(player).to_owned()}</span> }
    });
    let [first, second] = sides;
    let bar_names = ui.with_play(|play| PlayerNames::of(text, play.start()));
    let bar = move || match pointed.get() {
        Some(ply) => review.with(|review| review.bar_text(text, &bar_names, ply)),
        None => text.get(M::ReviewPoint).to_owned(),
    };
    view! {
        <div class="graph" data-testid="graph">
            <p><b>{text.get(M::ReviewHeading)}</b><small role="status" data-testid="review">{text_signal(caption)}</small></p>
            <div class="plot">
                <div class="sides" aria-hidden="true">{first}<span>{text.get(M::ReviewEven)}</span>{second}</div>
                <div class="bars">
                    <div role="img" aria-label=description>{dynamic_view(bars)}</div>
                    {dynamic_view(move || axis(text, review.with(|review| review.heights().len())))}
                </div>
            </div>
            <small class="bar-text" data-testid="bar" aria-hidden="true">{text_signal(bar)}</small>
        </div>
    }
    .into_any()
}

/// Moves between two ticks of the axis.
const TICK_MOVES: usize = 5;
/// More ticks than this would touch each other.
const TICKS_MAX: usize = 6;

/// The axis below the bars: numbers of moves, each below its bar.
fn axis(text: Text, moves: usize) -> AnyView {
    let step = TICK_MOVES * moves.div_ceil(TICK_MOVES * TICKS_MAX).max(1);
    let tick = |ply: usize| {
        let middle = 100.0 * (ply as f64 - 0.5) / moves as f64;
        view! { <span style:left=format!("{middle:.1}%")>{ply}</span> }
    };
    let ticks = (step..=moves).step_by(step).map(tick).collect_view();
    view! { <div class="axis" aria-hidden="true"><i>{text.get(M::ReviewMove)}</i>{ticks}</div> }
        .into_any()
}

/// Returns the player who is a person, if the other one is a bot.
fn only_person(start: &GameStart) -> Option<Player> {
    let is_person = |player: &Player| matches!(start.occupant(*player), Occupant::Person(_));
    let mut people = Player::BOTH.into_iter().filter(is_person);
    let one = people.next()?;
    people.next().is_none().then_some(one)
}

fn sound_moves(ui: Ui, text: Text, review: ErasedSignal<Review>, player: Player) -> String {
    let Some(percent) = review.with(|review| review.accuracy(player)) else {
        return String::new();
    };
    let percent = format!("{percent:.0}");
    let name = ui.with_play(|play| PlayerNames::of(text, play.start()).get(player).to_owned());
    let sound = text.with(M::ReviewSound, &[("name", &name), ("percent", &percent)]);
    let hints = ui.with_play(|play| play.hinted.len());
    match hints {
        0 => sound,
        _ => text.with(M::ReviewHints, &[("sound", &sound), ("count", &hints)]),
    }
}

fn bars(
    ui: Ui,
    review: &Review,
    now: Option<usize>,
    go: fn(Ui, usize),
    pointed: ErasedSignal<Option<usize>>,
) -> AnyView {
    let moments: Vec<_> = key_moments(review)
        .iter()
        .map(|moment| moment.ply)
        .collect();
    let heights = review.heights();
    let width = heights.len() * 3 * BAR_WIDTH / 2;
    let bar = |(at, height): (usize, Option<i16>)| {
        let ply = at + 1;
        let x = at * 3 * BAR_WIDTH / 2;
        let drawn = height.map(|height| {
            let (class, y, tall) = match height {
                0 => ("tie", -DRAW_HEIGHT / 2, DRAW_HEIGHT),
                1.. => (player_class(Player::First), -height, height),
                _ => (player_class(Player::Second), 0, -height),
            };
            let mark = if moments.contains(&ply) {
                " moment"
            } else {
                ""
            };
            view! { <rect class=format!("{class}{mark}") x=x y=y width=BAR_WIDTH height=tall rx="2"/> }
        });
        let is_now = now == Some(ply);
        // The whole height is clickable.
        view! {
            <g
                on:click=click_handler(move || go(ui, ply))
                on:pointerenter=move |_| pointed.set(Some(ply))
                on:pointerleave=move |_| pointed.set(None)
            >
                <rect class="behind" class:now=is_now x=x y=-HEIGHT_MAX width=BAR_WIDTH * 3 / 2 height=2 * HEIGHT_MAX/>
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

/// Returns the key moments once the review is complete: before, another one may prove more
/// important.
fn key_moments(review: &Review) -> Vec<KeyMoment> {
    if review.is_done() {
        review.moments()
    } else {
        Vec::new()
    }
}

/// The key moments, each a link to the position before it.
pub(crate) fn moments(
    ui: Ui,
    text: Text,
    review: ErasedSignal<Review>,
    go: fn(Ui, usize),
) -> AnyView {
    let names = ui.with_play(|play| PlayerNames::of(text, play.start()));
    let inside = move || {
        let (is_done, is_known) = review.with(|review| {
            let is_known = review.heights().iter().any(Option::is_some);
            (review.is_done(), is_known)
        });
        let moments = review.with(key_moments);
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
            .map(|moment| moment_item(ui, text, &names, moment, go));
        view! { <ul>{items.collect_view()}</ul> }.into_any()
    };
    view! { <div class="moments" data-testid="moments">{dynamic_view(inside)}</div> }.into_any()
}

fn moment_item(
    ui: Ui,
    text: Text,
    names: &PlayerNames,
    moment: &KeyMoment,
    go: fn(Ui, usize),
) -> AnyView {
    let before = moment.ply - 1;
    // A move that the page had suggested deserves no praise.
    let is_hinted = ui.with_play(|play| play.is_hinted(moment.ply));
    let (class, sign, comment) = match moment.kind {
        MomentKind::Mistake(..) => ("chip loss", moment.glyph(), moment.comment(text, names)),
        MomentKind::OnlyMove(_) if is_hinted => {
            let name = names.get(moment.player);
            (
                "chip draw",
                "i",
                format!("{name} · {}", text.get(M::WithHint)),
            )
        }
        MomentKind::OnlyMove(_) => ("chip", moment.glyph(), moment.comment(text, names)),
    };
    view! {
        <li>
            <button data-testid=format!("moment-{}", moment.ply) on:click=click_handler(move || go(ui, before))>
                <i class=class aria-hidden="true">{sign}</i>
                <span><b>{moment.title(text)}</b><small>{comment}</small></span>
            </button>
        </li>
    }
    .into_any()
}
