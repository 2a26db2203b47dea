//! A game to look at: step, play, speed and scrub.

use std::time::Duration;

use foursight_core::Game;
use foursight_record::{GameRecord, read_link, write_link};
use leptos::ev;
use leptos::prelude::*;

use super::flat::FlatGrid;
use super::share::Exports;
use super::twin::GridTable;
use super::{context, live, tap};
use crate::archive::Archive;
use crate::browser;
use crate::keys::{Command, command};
use crate::model::State;
use crate::names::Names;
use crate::page::{Page, is_field};
use crate::reasons;
use crate::shell::source::{Source, derived, follow};
use crate::text::{Message as M, Text};
use crate::words;

/// Milliseconds a move, from slow to fast.
const SPEEDS_MS: [u64; 4] = [2000, 1000, 500, 200];

/// Where a step leads, from a ply in a game of so many.
type Walk = fn(usize, usize) -> usize;
const TO_START: Walk = |_, _| 0;
const BACK: Walk = |at, _| at.saturating_sub(1);
const FORWARD: Walk = |at, _| at + 1;
const TO_END: Walk = |_, plies| plies;

/// The page of a linked game, from a ply on.
pub(crate) fn linked(link: &str, ply: Option<usize>) -> AnyView {
    let (_, text) = context();
    match read_link(link) {
        Ok(game) => view! { <Player record=GameRecord::from_game(&game) ply=ply/> }.into_any(),
        Err(error) => {
            let reason = reasons::read(text, &error);
            let complaint = text.with(M::LinkFailed, &[("reason", &reason)]);
            super::lost(text, complaint)
        }
    }
}

/// The page of a game that was kept, by when it began.
pub(crate) fn kept(began_ms: u64) -> AnyView {
    let (page, text) = context();
    let archive = page.games.with_untracked(|text| Archive::from_text(text));
    match archive.begun(began_ms) {
        Some(kept) => view! { <Player record=kept.record.clone() ply=None/> }.into_any(),
        None => super::lost(text, text.get(M::NoSuchPage).to_owned()),
    }
}

#[component]
fn Player(record: GameRecord, ply: Option<usize>) -> impl IntoView {
    let (page, text) = context();
    let game = record.game().clone();
    let names = Names::kept(text, &record);
    let shown_names = names.clone();
    let plies = game.moves().len();
    let at = Source::new(ply.unwrap_or(plies).min(plies));
    let is_playing = Source::new(false);
    let speed = Source::new(1_usize);
    let whole = StoredValue::new(game);
    let shown = derived(move || {
        whole
            .with_value(|game| game.at(at.get()))
            .unwrap_or_default()
    });
    let go = move |ply: usize| {
        is_playing.set(false);
        at.set(ply.min(plies));
    };
    play(is_playing, at, plies, speed);
    walk(page, move |to| go(to(at.get_untracked(), plies)));
    let toggle = move || {
        if !is_playing.get_untracked() && at.get_untracked() == plies {
            at.set(0);
        }
        is_playing.update(|is| *is = !*is);
    };
    let play_on = move || browser::go(&format!("/play/{}", write_link(&shown.get_untracked())));
    let step = move |id: &'static str, sign: &'static str, message: M, to: Walk| {
        view! {
            <button data-testid=id aria-label=text.get(message) on:click=tap(move || go(to(at.get_untracked(), plies)))>{sign}</button>
        }
    };
    view! {
        <section class="replay">
            <h1>{text.get(M::ReplayHeading)}</h1>
            <p role="status" data-testid="replay-status">{live(move || said(text, &names, &shown.get(), plies))}</p>
            <div class="stage">
                <FlatGrid game=shown aim=derived(|| None) on_aim=Callback::new(|_| ()) on_drop=Callback::new(|_| ())/>
            </div>
            <GridTable game=shown names=derived(move || shown_names.clone())/>
            <div class="row">
                {step("replay-start", "|◀", M::ReplayStart, TO_START)}
                {step("replay-back", "◀", M::ReplayBack, BACK)}
                <button data-testid="replay-play" on:click=tap(toggle)>
                    {live(move || text.get(if is_playing.get() { M::ReplayPause } else { M::ReplayPlay }).to_owned())}
                </button>
                {step("replay-forward", "▶", M::ReplayForward, FORWARD)}
                {step("replay-end", "▶|", M::ReplayEnd, TO_END)}
            </div>
            {slider("replay-scrub", text.get(M::ReplayScrub), plies, move || at.get(), go)}
            {slider("replay-speed", text.get(M::ReplaySpeed), SPEEDS_MS.len() - 1, move || speed.get(), move |index| speed.set(index))}
            <p><button class="main" data-testid="play-on" on:click=tap(play_on)>{text.get(M::PlayFromHere)}</button></p>
            <Exports record=record/>
        </section>
    }
}

fn slider(
    id: &'static str,
    label: &'static str,
    max: usize,
    value: impl Fn() -> usize + Send + Sync + 'static,
    set: impl Fn(usize) + 'static,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <input
                type="range"
                data-testid=id
                min="0"
                max=max
                prop:value=live(move || value().to_string())
                on:input=move |event| {
                    if let Ok(value) = event_target_value(&event).parse() { set(value); }
                }
            />
        </label>
    }
}

/// The last move shown and where in the game it is.
fn said(text: Text, names: &Names, game: &Game, plies: usize) -> String {
    let last = game.undo().zip(game.moves().last()).map(|(before, step)| {
        let who = names.get(before.position().to_move());
        words::said(text, who, before.position(), *step)
    });
    let last = last.unwrap_or_else(|| text.get(M::NoMoves).to_owned());
    format!(
        "{}/{plies} {last} {}",
        game.moves().len(),
        words::ending(text, game)
    )
}

/// Walks by the keys that walk through a game that is played.
fn walk(page: Page, go: impl Fn(Walk) + 'static) {
    let keys = window_event_listener(ev::keydown, move |event| {
        let is_other = event.ctrl_key() || event.meta_key() || event.alt_key();
        if is_other || is_field(&event) || page.dialog.get_untracked().is_some() {
            return;
        }
        let settings = page.peek(State::settings);
        let to = match command(&event.key(), settings.key_map()) {
            Some(Command::Start) => TO_START,
            Some(Command::Back) => BACK,
            Some(Command::Forward) => FORWARD,
            Some(Command::End) => TO_END,
            _ => return,
        };
        event.prevent_default();
        go(to);
    });
    on_cleanup(move || keys.remove());
}

/// One move after the other while it is playing. Each change of pace starts another clock.
fn play(is_playing: Source<bool>, at: Source<usize>, plies: usize, speed: Source<usize>) {
    let clock = StoredValue::new(None::<IntervalHandle>);
    let stop = move || {
        if let Some(Some(running)) = clock.try_get_value() {
            running.clear();
        }
    };
    follow(move || {
        stop();
        let pause_ms = SPEEDS_MS.get(speed.get()).copied().unwrap_or(SPEEDS_MS[0]);
        let tick = move || {
            if at.get_untracked() < plies {
                at.update(|at| *at += 1);
            } else {
                is_playing.set(false);
            }
        };
        let running = is_playing
            .get()
            .then(|| set_interval_with_handle(tick, Duration::from_millis(pause_ms)));
        clock.set_value(running.and_then(Result::ok));
    });
    on_cleanup(stop);
}
