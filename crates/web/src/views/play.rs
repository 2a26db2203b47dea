//! The game: grid, status, buttons, score and moves.

use foursight_core::{Action as GameAction, Disc, Game, Player, Variant};
use leptos::prelude::*;

use super::flat::{FlatGridProps, face};
use super::twin::{GridTable, Hands, MoveLog, Slots};
use super::{context, live, shown, shown_if, tap, when};
use crate::model::{Action, Detail, State, View};
use crate::names::Names;
use crate::page::{Asked, Dialog, Page};
use crate::scene::quality::Quality;
use crate::scene::shown::Shown;
use crate::scene::{Health, Scene, camera};
use crate::shell::source::{Derived, Source, derived, follow};
use crate::text::{Message as M, Text};
use crate::words;

/// The page with the game.
#[component]
pub(crate) fn Play() -> impl IntoView {
    let (page, text) = context();
    let game = derived(move || page.shown_game());
    let health = Source::new(Health::Well);
    let is_flat = derived(move || !is_wanted_in_space(page) || health.get() != Health::Well);
    view! {
        <h1 class="hidden">{text.get(M::FourInARow)}</h1>
        <div class="play">
            <div class="table-top" class:in-space=when(move || !is_flat.get())>
                <p class="status" id="status" tabindex="-1" data-testid="status">
                    {live(move || page.status(text))}
                </p>
                <p class="notice" data-testid="notice">{live(move || notice(page, text))}</p>
                {shown_if(move || page.missed.get().is_some(), move || view! {
                    <button class="main" data-testid="engine-again" on:click=tap(move || page.try_again())>
                        {text.get(M::LoadAgain)}
                    </button>
                }.into_any())}
                <Hands/>
                <Slots/>
                <DrawnGrid game=game is_flat=is_flat health=health/>
                <GridTable game=game names=derived(move || page.see(|state| Names::of(text, state)))/>
            </div>
            <aside class="side">
                <Buttons/>
                <p class="score" data-testid="score">{live(move || page.see(|state| words::score(text, state)))}</p>
                {shown(move || holdings(page, text))}
                <MoveLog/>
            </aside>
        </div>
    }
}

/// The grid with the turn at its lower left and the camera at its lower right.
#[component]
fn DrawnGrid(game: Derived<Game>, is_flat: Derived<bool>, health: Source<Health>) -> impl IntoView {
    let (page, text) = context();
    let wants_scene = derived(move || is_wanted_in_space(page) && health.get() != Health::Missing);
    let aim = derived(move || page.shown_aim());
    let on_aim = Callback::new(move |column| page.aim.set(column));
    let on_drop = Callback::new(move |column| page.press(column));
    let shake = live(move || {
        match page.refused.get() {
            (0, _) | (_, None) => "stage",
            (n, _) if n % 2 == 1 => "stage shake-a",
            _ => "stage shake-b",
        }
        .to_owned()
    });
    // What happened before this view was there is not shown again.
    let mut shaken = page.refused.get_untracked().0;
    follow(move || {
        let (count, column) = page.refused.get();
        if let (true, Some(column)) = (count != shaken, column) {
            page.scene.refuse(column);
        }
        shaken = count;
    });
    let mut was_flipped = page.is_flipped.get_untracked();
    follow(move || {
        let is_flipped = page.is_flipped.get();
        if is_flipped != was_flipped {
            page.scene.turn(camera::Turn::Behind);
        }
        was_flipped = is_flipped;
    });
    view! {
        <div
            class=shake
            class:behind=when(move || page.is_flipped.get())
            data-testid="stage"
            data-view=live(move || if is_flat.get() { "flat" } else { "scene" }.to_owned())
        >
            {shown_if(move || is_flat.get(), move || {
                page.flat.show(text, |flat| {
                    let props = FlatGridProps::builder().game(game).aim(aim);
                    (flat.grid)(props.on_aim(on_aim).on_drop(on_drop).build())
                })
            })}
            // While the browser keeps the graphics processor away, the scene waits unseen.
            {shown_if(move || wants_scene.get(), move || view! {
                <Scene
                    shown=derived(move || game.with(Shown::of))
                    aim=aim
                    on_aim=on_aim
                    on_drop=on_drop
                    palette=derived(move || page.settings().theme.scene())
                    is_still=derived(move || page.is_still())
                    quality=derived(move || quality(page.settings().detail))
                    on_health=Callback::new(move |now| health.set(now))
                    handle=page.scene
                />
                <Camera/>
            }.into_any())}
            <Turn/>
        </div>
    }
}

/// Power discs have letters, which only the flat grid shows.
fn is_wanted_in_space(page: Page) -> bool {
    let has_letters = |state: &State| {
        let ruleset = state.game().ruleset();
        matches!(ruleset.variant(), Variant::PowerUp(_))
    };
    page.settings().view == View::Scene && !page.see(has_letters)
}

const fn quality(detail: Detail) -> Option<Quality> {
    match detail {
        Detail::Auto => None,
        Detail::Low => Some(Quality::Low),
        Detail::Medium => Some(Quality::Medium),
        Detail::High => Some(Quality::High),
    }
}

/// Buttons that do what drags and wheels do.
#[component]
fn Camera() -> impl IntoView {
    let (page, text) = context();
    let button = move |(id, sign, message, turn): (&'static str, &'static str, M, camera::Turn)| {
        view! {
            <button
                data-testid=id
                aria-label=text.get(message)
                title=text.get(message)
                on:click=tap(move || page.scene.turn(turn))
            >
                {sign}
            </button>
        }
    };
    let buttons = [
        ("camera-left", "←", M::CameraLeft, camera::Turn::Left),
        ("camera-right", "→", M::CameraRight, camera::Turn::Right),
        ("camera-up", "↑", M::CameraUp, camera::Turn::Up),
        ("camera-down", "↓", M::CameraDown, camera::Turn::Down),
        ("camera-in", "+", M::CameraIn, camera::Turn::In),
        ("camera-out", "−", M::CameraOut, camera::Turn::Out),
        ("camera-behind", "⇄", M::CameraBehind, camera::Turn::Behind),
        ("camera-reset", "⌂", M::CameraReset, camera::Turn::Reset),
    ];
    view! {
        <details class="camera">
            <summary data-testid="camera">{text.get(M::Camera)}</summary>
            <div role="group" aria-label=text.get(M::Camera)>{buttons.map(button).collect_view()}</div>
        </details>
    }
}

/// A hint or refusal if there is one; otherwise how the game ended or what is to be done.
fn notice(page: Page, text: Text) -> String {
    let notice = page.notice.get();
    if !notice.is_empty() {
        return notice;
    }
    if let Some(ply) = page.looking.get() {
        let plies = page.see(|state| state.whole_game().moves().len());
        return text.with(M::LookingBack, &[("ply", &ply), ("plies", &plies)]);
    }
    let is_new = page.see(|state| state.game().moves().is_empty());
    if is_new && page.settings().view == View::Scene && !is_wanted_in_space(page) {
        return text.get(M::PowerUpIsFlat).to_owned();
    }
    page.see(|state| match words::ending(text, state.game()) {
        ending if ending.is_empty() => words::pending(text, state.game()).to_owned(),
        ending => ending,
    })
}

fn holdings(page: Page, text: Text) -> AnyView {
    let lines = page.see(|state| Player::BOTH.map(|player| words::holdings(text, state, player)));
    lines
        .into_iter()
        .flatten()
        .map(|line| view! { <p>{line}</p> })
        .collect_view()
        .into_any()
}

/// Whose turn it is, at the lower left, in their colour and shape.
#[component]
fn Turn() -> impl IntoView {
    let (page, text) = context();
    let disc = shown(move || {
        page.see(|state| {
            let player = state.game().to_move().or_else(|| match state.game().end() {
                Some(foursight_core::End::Won(winner)) => Some(winner),
                _ => None,
            });
            player.map(|player| {
                let shape = face(Disc::ordinary(player));
                view! { <svg viewBox="-50 -50 100 100" aria-hidden="true">{shape}</svg> }
            })
        })
        .into_any()
    });
    let is_thinking = move || page.asked.get().is_some_and(Asked::is_for_move);
    let words = move || {
        page.see(|state| match state.game().to_move() {
            Some(player) if is_thinking() => {
                let names = Names::of(text, state);
                text.with(M::Thinking, &[("name", &names.get(player))])
            }
            _ => page.status(text),
        })
    };
    view! {
        <p class="turn" class:thinking=when(is_thinking) data-testid="turn" aria-hidden="true">{disc}<span>{live(words)}</span></p>
    }
}

#[component]
fn Buttons() -> impl IntoView {
    let (page, text) = context();
    let is_over = move || page.see(|state| state.game().end().is_some());
    let button = move |id: &'static str, message: M, act: fn(Page), is_off: fn(&State) -> bool| {
        view! {
            <button
                data-testid=id
                aria-disabled=live(move || page.see(is_off).to_string())
                on:click=tap(move || act(page))
            >
                {text.get(message)}
            </button>
        }
    };
    let is_looking = move || page.looking.get().is_some();
    view! {
        <div class="row">
            {shown_if(is_over, move || view! {
                <button class="main" data-testid="play-again" on:click=tap(move || page.act(&Action::PlayAgain))>
                    {text.get(M::PlayAgain)}
                </button>
            }.into_any())}
            {shown_if(is_looking, move || view! {
                <button class="main" on:click=tap(move || page.look_at(None))>{text.get(M::BackToGame)}</button>
            }.into_any())}
            {button("undo", M::Undo, |page| page.act(&Action::Undo), |state| !state.can_undo())}
            {button("redo", M::Redo, |page| page.act(&Action::Redo), |state| !state.can_redo())}
            {button("hint", M::Hint, Page::hint, |state| !state.is_persons_turn())}
            {button("restart", M::Restart, |page| page.act(&Action::Game(GameAction::Restart)), |_| false)}
            {button("new-game", M::NewGame, |page| page.dialog.set(Some(Dialog::NewGame)), |_| false)}
            {button("share", M::Share, |page| page.dialog.set(Some(Dialog::Share)), |_| false)}
            {button("reset-score", M::ResetScore, |page| page.act(&Action::ResetScore), |_| false)}
        </div>
    }
}
