//! The game: grid, status, buttons, score and moves.

use foursight_core::{Action as GameAction, Disc, End, Game, Player, Variant};
use foursight_record::write_link;
use leptos::prelude::*;

use super::flat::{FlatGridProps, face};
use super::twin::{GridTable, Hands, MoveLog, Slots};
use super::{context, icons, live, shown, shown_if, tap, theme, when};
use crate::browser;
use crate::model::{Action, Detail, Seat, State, View, Who};
use crate::names::{Names, at_seat};
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
    let is_over = move || page.see(|state| state.game().end().is_some());
    view! {
        <h1 class="hidden">{text.get(M::FourInARow)}</h1>
        <div class="play">
            <div
                class="table-top"
                class:in-space=when(move || !is_flat.get())
                class:behind=when(move || page.is_flipped.get())
            >
                <p class="hidden" id="status" tabindex="-1" data-testid="status">
                    {live(move || page.status(text))}
                </p>
                <Slots/>
                <DrawnGrid game=game is_flat=is_flat health=health/>
                <div class="foot">
                    <Turn/>
                    <p class="notice" data-testid="notice">{live(move || notice(page, text))}</p>
                    {shown_if(move || page.missed.get().is_some(), move || view! {
                        <button class="main" data-testid="engine-again" on:click=tap(move || page.try_again())>
                            {text.get(M::LoadAgain)}
                        </button>
                    }.into_any())}
                </div>
            </div>
            {Seat::BOTH.map(|seat| place(page, text, seat)).collect_view()}
            <Hands/>
            <Tools/>
            <div class="moves card">
                <MoveLog/>
                {shown(move || holdings(page, text))}
                <p class="hidden" data-testid="score">{live(move || page.see(|state| words::score(text, state)))}</p>
                <button data-testid="reset-score" on:click=tap(move || page.act(&Action::ResetScore))>{text.get(M::ResetScore)}</button>
            </div>
            {shown_if(is_over, move || ended(page, text))}
        </div>
        <GridTable game=game names=derived(move || page.see(|state| Names::of(text, state)))/>
    }
}

/// Who sits at a seat: disc, name, what they are, and how many games they have won.
fn place(page: Page, text: Text, seat: Seat) -> AnyView {
    let player = move || page.see(|state| state.player_at(seat));
    let class = move || {
        let is_active = page.see(|state| state.game().to_move()) == Some(player());
        let number = ["seat one", "seat two"][seat.index()];
        let active = if is_active { " active" } else { "" };
        format!("{number} {}{active}", side(player()))
    };
    let about = move || {
        page.see(|state| match state.pairing().seats[seat.index()] {
            Who::Person => String::new(),
            Who::Bot(level, _) => text.get(words::level_name(level)).to_owned(),
        })
    };
    let disc = shown(move || faced(player()));
    view! {
        <div class=live(class) data-testid=["seat-one", "seat-two"][seat.index()]>
            {disc}
            <div>
                <b>{live(move || page.see(|state| at_seat(text, state, seat)))}</b>
                <small>{live(about)}</small>
            </div>
            <output aria-hidden="true">{live(move || page.see(|state| state.score().wins[seat.index()].to_string()))}</output>
        </div>
    }
    .into_any()
}

/// What the style sheet calls a player.
const fn side(player: Player) -> &'static str {
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

/// How it ended, and what to do next.
fn ended(page: Page, text: Text) -> AnyView {
    let class = move || {
        let winner = page.see(|state| state.game().end());
        match winner {
            Some(End::Won(winner)) => format!("end card {}", side(winner)),
            _ => "end card".to_owned(),
        }
    };
    let how = move || {
        page.see(|state| {
            let drops = text.count(M::OneMove, M::Moves, state.game().moves().len());
            format!("{} {drops}.", words::ending(text, state.game()))
        })
    };
    let look = move || {
        let link = page.peek(|state| write_link(state.game()));
        browser::go(&format!("/replay/{link}/0"));
    };
    view! {
        <section class=live(class) data-testid="end">
            <h2>{live(move || page.status(text))}</h2>
            <p>{live(how)}</p>
            <div class="row">
                <button class="main" data-testid="play-again" on:click=tap(move || page.act(&Action::PlayAgain))>
                    {text.get(M::PlayAgain)}
                </button>
                <button data-testid="look-again" on:click=tap(look)>{text.get(M::LookAgain)}</button>
            </div>
        </section>
    }
    .into_any()
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
                    palette=derived(move || theme(page).scene())
                    is_still=derived(move || page.is_still())
                    quality=derived(move || quality(page.settings().detail))
                    on_health=Callback::new(move |now| health.set(now))
                    handle=page.scene
                />
                <Camera/>
            }.into_any())}
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

pub(crate) const fn quality(detail: Detail) -> Option<Quality> {
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
            <summary data-testid="camera" title=text.get(M::Camera) aria-label=text.get(M::Camera)>{icons::drawn(icons::CAMERA)}</summary>
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
    let player = move || {
        page.see(|state| match (state.game().to_move(), state.game().end()) {
            (Some(player), _) | (None, Some(End::Won(player))) => Some(player),
            _ => None,
        })
    };
    let is_thinking = move || page.asked.get().is_some_and(Asked::is_for_move);
    let words = move || {
        page.see(|state| match state.game().to_move() {
            Some(player) if is_thinking() => {
                let names = Names::of(text, state);
                text.with(M::Thinking, &[("name", &names.get(player))])
            }
            Some(player) => {
                let names = Names::of(text, state);
                words::turn(text, names.get(player))
            }
            None => page.status(text),
        })
    };
    let class = move || {
        let thinking = if is_thinking() { " thinking" } else { "" };
        format!("turn {}{thinking}", player().map_or("", side))
    };
    view! {
        <p class=live(class) data-testid="turn" aria-hidden="true">
            {shown(move || player().map(faced).into_any())}
            <span>
                {live(words)}
                {shown_if(is_thinking, || view! { <span class="dots">"…"</span> }.into_any())}
            </span>
        </p>
    }
}

/// What can be done at any time, each with a drawing and a word.
#[component]
fn Tools() -> impl IntoView {
    let (page, text) = context();
    let button = move |id: &'static str,
                       message: M,
                       icon: &'static str,
                       act: fn(Page),
                       is_off: fn(&State) -> bool| {
        let class = if id == "restart" { "apart" } else { "" };
        view! {
            <button
                class=class
                data-testid=id
                aria-disabled=live(move || page.see(is_off).to_string())
                on:click=tap(move || act(page))
            >
                {icons::drawn(icon)}
                {text.get(message)}
            </button>
        }
    };
    let is_looking = move || page.looking.get().is_some();
    view! {
        <div class="tools card">
            {shown_if(is_looking, move || view! {
                <button class="main" on:click=tap(move || page.look_at(None))>{text.get(M::BackToGame)}</button>
            }.into_any())}
            {button("undo", M::Undo, icons::UNDO, |page| page.act(&Action::Undo), |state| !state.can_undo())}
            {button("redo", M::Redo, icons::REDO, |page| page.act(&Action::Redo), |state| !state.can_redo())}
            {button("hint", M::Hint, icons::LAMP, Page::hint, |state| !state.is_persons_turn())}
            {button("verdicts", M::Verdicts, icons::EYE, Page::verdicts, |state| !state.is_persons_turn())}
            {button("share", M::Share, icons::SHARE, |page| page.dialog.set(Some(Dialog::Share)), |_| false)}
            {button("new-game", M::NewShort, icons::PLUS, |page| page.dialog.set(Some(Dialog::NewGame)), |_| false)}
            {button("restart", M::Restart, icons::AGAIN, |page| page.act(&Action::Game(GameAction::Restart)), |_| false)}
        </div>
    }
}
