//! What the play view shows only later: how a game ended, and buttons for the camera.

use foursight_record::write_link;
use leptos::prelude::*;

use super::play::{side, words};
use super::{context, live, tap};
use crate::browser;
use crate::model::{Keeper, Message};
use crate::scene::camera;
use crate::text::Message as M;

/// How it ended, and what to do next.
pub(crate) fn ended() -> AnyView {
    let (ui, text) = context();
    let class = move || {
        let winner = ui.seen.with(|seen| seen.player);
        format!("end card {}", winner.map_or("", side))
    };
    let look = move || {
        let link = ui.play.with_untracked(|play| write_link(play.game()));
        browser::go(&format!("/replay/{link}/0"));
    };
    // The part that keeps the game decides what comes next.
    let next = match ui.keeper.get_untracked() {
        Keeper::Part(_) => M::GoOn,
        Keeper::Page | Keeper::Record => M::PlayAgain,
    };
    view! {
        <section class=live(class) data-testid="end">
            <h2>{words(ui, |seen| &seen.status)}</h2>
            <p>{words(ui, |seen| &seen.how)}</p>
            <div class="row">
                <button class="main" data-testid="play-again" on:click=tap(move || ui.send(Message::Next))>
                    {text.get(next)}
                </button>
                <button data-testid="look-again" on:click=tap(look)>{text.get(M::LookAgain)}</button>
            </div>
        </section>
    }
    .into_any()
}

/// Buttons that do what drags and wheels do.
pub(crate) fn camera_buttons() -> AnyView {
    let (ui, text) = context();
    let button = move |(id, sign, message, turn): (&'static str, &'static str, M, camera::Turn)| {
        view! {
            <button
                data-testid=id
                aria-label=text.get(message)
                title=text.get(message)
                on:click=tap(move || ui.scene.turn(turn))
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
        <div role="group" aria-label=text.get(M::Camera)>{buttons.map(button).collect_view()}</div>
    }
    .into_any()
}
