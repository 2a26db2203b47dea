//! The game: grid, status, buttons, score and moves.

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Disc, Player, Ruleset, Variant};
use foursight_table::{ClockRule, Seat};
use leptos::prelude::*;

use super::flat::face;
use super::twin::{GridTable, Slots};
use super::{context, icons, live, shown, shown_if, tap, theme, when};
use crate::aimed::Foreseen;
use crate::browser;
use crate::called::game_name;
use crate::keys::Command;
use crate::model::{Detail, Dialog, Keeper, Message, Play as Game, Seen, View, level_of};
use crate::scene::quality::Quality;
use crate::scene::{Ahead, Health, Scene, camera};
use crate::shell::Ui;
use crate::shell::source::{Derived, Source, derived, follow};
use crate::text::{Message as M, Text};

/// The page with the game, whoever keeps it: people here, a bot, a record, another part.
#[component]
pub(crate) fn Play() -> impl IntoView {
    let (ui, text) = context();
    let health = Source::new(Health::Well);
    let is_flat = derived(move || !is_wanted_in_space(ui) || health.get() != Health::Well);
    let is_record = derived(move || ui.see(Game::is_record));
    let heading = move || {
        let name = ui.see(|play| game_name(text, play.game().ruleset()));
        if is_record.get() {
            format!("{}: {name}", text.get(M::ReplayHeading))
        } else {
            name
        }
    };
    view! {
        <h1 class="hidden">{live(heading)}</h1>
        <div class="play">
            <div
                class="table-top"
                class:in-space=when(move || !is_flat.get())
                class:behind=when(move || ui.looks.get().is_flipped)
                style=("--columns", side_of(ui, Ruleset::width))
                style=("--rows", side_of(ui, Ruleset::height))
            >
                <p class="hidden" id="status" tabindex="-1" data-testid="status">
                    {words(ui, |seen| &seen.status)}
                </p>
                <Slots/>
                <DrawnGrid is_flat=is_flat health=health/>
                <div class="foot">
                    <Turn/>
                    <p class="notice" data-testid="notice">{words(ui, |seen| &seen.notice)}</p>
                    {offered(ui, "engine-again", text.get(M::LoadAgain), |seen| seen.has_missed, || Message::TryAgain)}
                </div>
            </div>
            {Seat::BOTH.map(|seat| place(ui, seat)).collect_view()}
            {shown(move || panel(ui, text))}
            <div class="moves card">
                // The list is loaded after the first move: before, there is nothing in it.
                {shown(move || match ui.doors.found() {
                    Some(Ok(doors)) => (doors.log)(),
                    _ => view! { <p class="small">{ui.see(|play| game_name(text, play.game().ruleset()))}</p> }.into_any(),
                })}
                <p class="hidden" data-testid="score">{words(ui, |seen| &seen.score)}</p>
            </div>
            {shown(move || ui.doors.if_there(|doors| (doors.net)()))}
            {shown_if(move || ui.seen.with(|seen| seen.is_over) && !is_record.get(), move || ui.doors.show(text, |doors| (doors.ended)()))}
        </div>
        <GridTable game=ui.shown/>
    }
}

/// A measure of the grid that is shown.
fn side_of(ui: Ui, which: fn(Ruleset) -> u8) -> Signal<String> {
    live(move || ui.shown.with(|game| which(game.ruleset()).to_string()))
}

/// Words that the model has found.
pub(crate) fn words(ui: Ui, which: fn(&Seen) -> &String) -> Signal<String> {
    live(move || ui.seen.with(|seen| which(seen).clone()))
}

/// A button that is there only when there is something to do.
fn offered(
    ui: Ui,
    id: &'static str,
    label: &'static str,
    is: fn(&Seen) -> bool,
    act: fn() -> Message,
) -> super::Part {
    shown_if(
        move || ui.seen.with(is),
        move || {
            view! {
                <button class="main" data-testid=id on:click=tap(move || ui.send(act()))>{label}</button>
            }
            .into_any()
        },
    )
}

/// What stands beside the grid: it differs by who keeps the game.
fn panel(ui: Ui, text: Text) -> AnyView {
    match ui.keeper.get() {
        Keeper::Page => {
            let are_bots = move || ui.see(|play| !play.start().has_people());
            let watched = shown_if(are_bots, move || {
                ui.doors.show(text, |doors| (doors.watched)())
            });
            view! { {hands(ui, text)}{watched}<Tools/> }.into_any()
        }
        Keeper::Record => ui.doors.show(text, |doors| (doors.replay)()),
        Keeper::Part(_) => {
            let inside = ui.panel.get().map(|panel| (panel.beside)());
            view! { {hands(ui, text)}{inside} }.into_any()
        }
    }
}

/// What is in the hand, where the rules know more than drops.
fn hands(ui: Ui, text: Text) -> super::Part {
    let has_hands = move || {
        let variant = ui.see(|play| play.game().ruleset().variant());
        !matches!(variant, Variant::Standard | Variant::FiveInARow)
    };
    shown_if(has_hands, move || {
        ui.doors.show(text, |doors| (doors.hands)())
    })
}

/// Who sits at a seat: disc, name, what they are, and how many games they have won.
fn place(ui: Ui, seat: Seat) -> AnyView {
    let at = seat.index();
    let player = derived(move || ui.seen.with(|seen| seen.seats[at].player));
    let level = derived(move || ui.see(|play| level_of(&play.start().seats[at])));
    let class = move || {
        let is_active = ui.seen.with(|seen| seen.seats[at].is_active);
        let number = ["seat one", "seat two"][at];
        let active = if is_active { " active" } else { "" };
        format!("{number} {}{active}", side(player.get()))
    };
    view! {
        <div class=live(class) data-testid=["seat-one", "seat-two"][at]>
            {shown(move || portrait(ui, player.get(), level.get()))}
            <div>
                <b>{live(move || ui.seen.with(|seen| seen.seats[at].name.clone()))}</b>
                <small>{live(move || {
                    let beside = ui.beside.with(|beside| beside.seats[at].clone());
                    let about = ui.seen.with(|seen| seen.seats[at].about.clone());
                    if beside.is_empty() { about } else { beside }
                })}</small>
            </div>
            {shown_if(move || ui.see(has_clock), move || ui.doors.if_there(move |doors| (doors.clock)(seat)))}
            <output aria-hidden="true">{live(move || ui.seen.with(|seen| seen.seats[at].wins.clone()))}</output>
        </div>
    }
    .into_any()
}

/// A disc of a player: with the face of a bot, as soon as faces are loaded.
fn portrait(ui: Ui, player: Player, bot: Option<(Level, Personality)>) -> AnyView {
    match (bot, ui.doors.found()) {
        (Some((level, _)), Some(Ok(doors))) => (doors.face)(player, level),
        _ => faced(player),
    }
}

/// True if the page keeps time.
fn has_clock(play: &Game) -> bool {
    play.keeper == Keeper::Page && play.start().clock != ClockRule::None
}

/// What the style sheet calls a player.
pub(crate) const fn side(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// A disc of a player with its shape.
pub(crate) fn faced(player: Player) -> AnyView {
    let shape = face(Disc::ordinary(player));
    view! { <svg viewBox="-50 -50 100 100" aria-hidden="true">{shape}</svg> }.into_any()
}

/// The grid with the turn at its lower left and the camera at its lower right.
#[component]
fn DrawnGrid(is_flat: Derived<bool>, health: Source<Health>) -> impl IntoView {
    let (ui, text) = context();
    let wants_scene = derived(move || is_wanted_in_space(ui) && health.get() != Health::Missing);
    let aim = derived(move || ui.shown_aim());
    let ahead = ahead(ui, aim);
    let on_drop = Callback::new(move |column| ui.send(Message::Press(column)));
    let on_pull = Callback::new(move |column| ui.send(Message::Pull(column)));
    let shake = live(move || {
        match ui.looks.get().refusals {
            0 => "stage",
            n if n % 2 == 1 => "stage shake-a",
            _ => "stage shake-b",
        }
        .to_owned()
    });
    let mut was_flipped = ui.looks.get_untracked().is_flipped;
    follow(move || {
        let is_flipped = ui.looks.get().is_flipped;
        if is_flipped != was_flipped {
            ui.scene.turn(camera::Turn::Behind);
        }
        was_flipped = is_flipped;
    });
    view! {
        <div
            class=shake
            data-testid="stage"
            data-view=live(move || if is_flat.get() { "flat" } else { "scene" }.to_owned())
        >
            {shown_if(move || is_flat.get(), move || {
                ui.flat.show(text, |flat| (flat.grid)(aim, ahead))
            })}
            // While the browser keeps the graphics processor away, the scene waits unseen.
            {shown_if(move || wants_scene.get(), move || view! {
                <Scene
                    ahead=ahead
                    on_drop=on_drop
                    on_pull=on_pull
                    palette=derived(move || theme(ui).scene())
                    is_still=derived(move || ui.is_still())
                    quality=derived(move || quality(ui.settings().detail))
                    on_health=Callback::new(move |now| health.set(now))
                    handle=ui.scene
                />
                <Camera/>
            }.into_any())}
        </div>
    }
}

/// What would happen where somebody points: over a column, or below one.
fn ahead(ui: Ui, aim: Derived<Option<Column>>) -> Ahead {
    let reach = Source::new(None);
    let tell = move |over, below| {
        reach.set(below);
        ui.send(Message::Aim(over));
    };
    Ahead {
        foreseen: derived(move || {
            if !ui.can_move_here() {
                return Foreseen::default();
            }
            let (hand, over, below) = (ui.hand.get(), aim.get(), reach.get());
            ui.shown.with(|game| Foreseen::of(game, hand, over, below))
        }),
        on_aim: Callback::new(move |column| tell(column, None)),
        on_reach: Callback::new(move |column| tell(None, column)),
    }
}

/// Whether the grid is wanted in space.
pub(crate) fn is_wanted_in_space(ui: Ui) -> bool {
    ui.settings().view == View::Scene
}

pub(crate) const fn quality(detail: Detail) -> Option<Quality> {
    match detail {
        Detail::Auto => None,
        Detail::Low => Some(Quality::Low),
        Detail::Medium => Some(Quality::Medium),
        Detail::High => Some(Quality::High),
    }
}

/// Buttons that do what drags and wheels do, loaded when somebody looks for them.
#[component]
fn Camera() -> impl IntoView {
    let (ui, text) = context();
    let is_open = Source::new(false);
    // They would lie on discs in the way of the next drop.
    follow(move || {
        ui.shown.with(|game| game.moves().len());
        browser::unmark("camera", "open");
    });
    view! {
        <details class="camera" id="camera" on:toggle=move |_| is_open.set(true)>
            <summary data-testid="camera" title=text.get(M::Camera) aria-label=text.get(M::Camera)>{icons::drawn(icons::CAMERA)}</summary>
            {shown_if(move || is_open.get(), move || ui.doors.show(text, |doors| (doors.camera)()))}
        </details>
    }
}

/// Whose turn it is, at the lower left, in their colour and shape.
#[component]
fn Turn() -> impl IntoView {
    let (ui, _) = context();
    let player = derived(move || ui.seen.with(|seen| seen.player));
    let is_thinking = move || ui.seen.with(|seen| seen.is_thinking);
    view! {
        <p class=live(move || format!("turn {}", player.get().map_or("", side))) data-testid="turn" aria-hidden="true">
            {shown(move || player.get().map(faced).into_any())}
            <span>
                {words(ui, |seen| &seen.turn)}
                {shown_if(is_thinking, || view! { <span class="dots">"…"</span> }.into_any())}
            </span>
        </p>
    }
}

/// What can be done at any time, each with a drawing and a word.
#[component]
fn Tools() -> impl IntoView {
    let (ui, text) = context();
    let button = move |id: &'static str,
                       message: M,
                       icon: &'static str,
                       act: fn() -> Message,
                       is_off: fn(&Seen) -> bool| {
        let class = if id == "restart" { "apart" } else { "" };
        let is_switch = id == "verdicts";
        let is_on = move || ui.thinking.with(|thinking| thinking.is_judging).to_string();
        view! {
            <button
                class=class
                data-testid=id
                aria-pressed=is_switch.then(|| live(is_on))
                aria-disabled=live(move || ui.seen.with(is_off).to_string())
                on:click=tap(move || ui.send(act()))
            >
                {icons::drawn(icon)}
                {text.get(message)}
            </button>
        }
    };
    let is_looking = move || ui.looking.get().is_some();
    view! {
        <div class="tools card">
            {shown_if(is_looking, move || view! {
                <button class="main" on:click=tap(move || ui.send(Message::Look(None)))>{text.get(M::BackToGame)}</button>
            }.into_any())}
            {button("undo", M::Undo, icons::UNDO, || Message::Do(Command::Undo), |seen| !seen.can_undo)}
            {button("redo", M::Redo, icons::REDO, || Message::Do(Command::Redo), |seen| !seen.can_redo)}
            {button("hint", M::Hint, icons::LAMP, || Message::Do(Command::Hint), |seen| !seen.may_move)}
            {button("verdicts", M::Verdicts, icons::EYE, || Message::Do(Command::Verdicts), |seen| !seen.can_judge)}
            {button("share", M::Share, icons::SHARE, || Message::Open(Some(Dialog::Share)), |_| false)}
            {button("new-game", M::NewShort, icons::PLUS, || Message::Open(Some(Dialog::NewGame)), |_| false)}
            {button("restart", M::Restart, icons::AGAIN, || Message::Next, |_| false)}
        </div>
    }
}
