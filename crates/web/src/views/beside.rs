//! What the play view shows only later: how a game ended, and buttons for the camera.

use foursight_bots::Level;
use foursight_core::Player;
use foursight_table::{Seat, Start};
use leptos::prelude::*;

use super::new_game::portrait;
use super::play::{faced, side, words as said};
use super::replay::address;
use super::{context, icons, live, review, shown, shown_if, tap};
use crate::archive::Archive;
use crate::browser;
use crate::ends::how;
use crate::keys::Command;
use crate::links::Route;
use crate::model::{Dialog, Keeper, Message, Play};
use crate::names::Names;
use crate::opponents;
use crate::scene::camera;
use crate::shell::{Panel, Ui};
use crate::text::{Message as M, Text};
use crate::words;

/// What is said first of an end.
const END_HEADING: &str = "end-heading";

/// How it ended, and what to do next.
pub(crate) fn ended() -> AnyView {
    let (ui, text) = context();
    let class = move || {
        let winner = ui.seen.with(|seen| seen.player);
        let own = if ui.keeper.get() == Keeper::Page {
            " own"
        } else {
            ""
        };
        format!("end card {}{own}", winner.map_or("", side))
    };
    let ended_how = move || {
        // A part may know more of it than the table.
        let beside = ui.beside.with(|beside| beside.how.clone());
        let how = ui.see(|play| how(text, play.game(), play.table.ending()));
        if beside.is_empty() { how } else { beside }
    };
    browser::hand_focus(END_HEADING);
    let found = ui.see(|play| review::begun(play.game()));
    view! {
        <section class=live(class) data-testid="end">
            {shown(move || ui.seen.with(|seen| seen.player).map_or_else(|| ().into_any(), faced))}
            <div>
                <h2 id=END_HEADING tabindex="-1">{said(ui, |seen| &seen.status)}</h2>
                <p data-testid="how">{live(ended_how)}</p>
            </div>
            <p class="stands" aria-hidden="true">{shown(move || ui.see(stands))}</p>
            {found.map(|found| review::graph(ui, text, found, None, look))}
            <div class="row">
                {shown(move || match (ui.keeper.get(), ui.panel.get()) {
                    // The part that keeps the game decides what comes next.
                    (Keeper::Part(_), Some(Panel { after_end: Some(after_end), .. })) => after_end(),
                    (Keeper::Part(_), _) => next(ui, icons::PLAY, text.get(M::GoOn)),
                    _ => next(ui, icons::AGAIN, text.get(M::PlayAgain)),
                })}
                {shown(move || harder(ui, text))}
                {shown_if(move || !has_harder(ui), move || again(ui, text))}
            </div>
            {also(ui, text)}
            {found.map(|found| review::moments(ui, text, found, look))}
        </section>
    }
    .into_any()
}

/// What else can be done after an end. On a phone it takes the place of the tools, so it has the ones that
/// are wanted then.
fn also(ui: Ui, text: Text) -> AnyView {
    let button = move |id: &'static str, icon: &'static str, label: &'static str, act: fn(Ui)| {
        view! {
            <button data-testid=id on:click=tap(move || act(ui))>{icons::drawn(icon)}{label}</button>
        }
        .into_any()
    };
    let can_undo = move || ui.seen.with(|seen| seen.can_undo);
    let own = move || {
        view! {
            {shown_if(move || has_harder(ui), move || again(ui, text))}
            <button data-testid="swap" title=text.get(M::SwapAbout) on:click=tap(move || {
                ui.send(Message::Begin(Box::new(ui.own(swapped))));
            })>{icons::drawn(icons::SWAP)}{text.get(M::Swap)}</button>
            // Where the tools are seen they have both.
            <div class="folded">
            {shown_if(can_undo, move || button("undo-end", icons::UNDO, text.get(M::Undo), |ui| ui.send(Message::Do(Command::Undo))))}
            {button("new-end", icons::PLUS, text.get(M::NewShort), |ui| ui.send(Message::Open(Some(Dialog::NewGame))))}
            </div>
        }
        .into_any()
    };
    view! {
        <div class="also">
            {shown_if(move || ui.keeper.get() == Keeper::Page, own)}
            {button("share-end", icons::SHARE, text.get(M::Share), |ui| ui.send(Message::Open(Some(Dialog::Share))))}
        </div>
    }
    .into_any()
}

/// Looks at the game that ended from a ply on.
fn look(ui: Ui, ply: usize) {
    browser::go(&ui.play.with_untracked(|play| looked_at(ui, play, ply)));
}

/// The button that looks at the game once more.
fn again(ui: Ui, text: Text) -> AnyView {
    view! {
        <button data-testid="look-again" on:click=tap(move || look(ui, 0))>
            {icons::drawn(icons::EYE)}{text.get(M::LookAgain)}
        </button>
    }
    .into_any()
}

/// A game against the next stronger bot, for whoever has beaten one here.
fn promoted(ui: Ui) -> Option<(Start, Level)> {
    let promoted = ui.see(|play| opponents::promoted(&play.table));
    promoted.filter(|_| ui.keeper.get() == Keeper::Page)
}

fn has_harder(ui: Ui) -> bool {
    promoted(ui).is_some()
}

/// The button for that.
fn harder(ui: Ui, text: Text) -> AnyView {
    let Some((start, level)) = promoted(ui) else {
        return ().into_any();
    };
    let label = text.with(
        M::NextLevel,
        &[("level", &text.get(words::level_name(level)))],
    );
    let begin = move || ui.send(Message::Begin(Box::new(start.clone())));
    view! {
        <button data-testid="next-level" on:click=tap(begin)>{icons::drawn(icons::FLASH)}{label}</button>
    }
    .into_any()
}

/// Where the game that ended is looked at from a ply on, with the names of those who played it: it is among
/// those that are kept, unless a part keeps it.
fn looked_at(ui: Ui, play: &Play, from: usize) -> String {
    if let Route::Tournament(at) = ui.route.get_untracked() {
        // A game of a match has an address of its own there.
        let score = play.start().score;
        let game = score.wins.iter().sum::<u32>() + score.ties;
        return format!("/tournament/{at}/{game}");
    }
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    if play.keeper == Keeper::Page && archive.begun(play.began).is_some() {
        return format!("/games/{}/{from}", play.began);
    }
    let names = Names::full(ui.text(), play.start());
    address(
        play.game(),
        from,
        Player::BOTH.map(|player| names.get(player)),
    )
}

/// The same game once more, begun by the one who did not begin this one.
fn swapped(play: &Play) -> Start {
    let last = play.start();
    Start {
        first: last.first.across(),
        opening: Vec::new(),
        is_counted: true,
        has_ended: false,
        ..last.clone()
    }
}

/// How the score stands between the two, each beside its disc.
fn stands(play: &Play) -> AnyView {
    let wins = play.table.score().wins;
    if wins == [0, 0] {
        return ().into_any();
    }
    let [one, two] = Seat::BOTH.map(|seat| {
        view! { <b class=side(play.start().player_at(seat))>{wins[seat.index()]}</b> }
    });
    view! { {one}":"{two} }.into_any()
}

/// The id of the button for the next game.
pub(crate) const NEXT: &str = "play-again";

/// The button for the next game.
pub(crate) fn next(ui: Ui, icon: &'static str, label: &'static str) -> AnyView {
    view! {
        <button class="main" id=NEXT data-testid=NEXT on:click=tap(move || ui.send(Message::Next))>
            {icons::drawn(icon)}{label}
        </button>
    }
    .into_any()
}

/// A disc of a player with the face of a bot.
pub(crate) fn bot(player: Player, level: Level) -> AnyView {
    view! {
        <svg class=side(player) viewBox="-50 -50 100 100" aria-hidden="true">
            <circle class="body" r="44"/>
            <circle class="edge" r="36"/>
            <path class="sign" transform="translate(-26.4 -26.4) scale(2.2)" d=portrait(level).0/>
        </svg>
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
