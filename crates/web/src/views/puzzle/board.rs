//! The board of a puzzle, in 3D or flat, with a button for each column and the feedback below.

use foursight_core::{Column, Game, Move};
use foursight_page::hand::drop_preview::DropPreview;
use foursight_page::hand::{Hand, available_hands, hand_name};
use foursight_page::puzzle::{OpenPuzzle, PuzzleMessage, PuzzleState};
use foursight_page::stage::BoardAnimation;
use foursight_page::stage::flat_board::FlatBoard as FlatDiscs;
use foursight_page::text::UiMessage as M;
use foursight_page::wording::game_text;
use leptos::prelude::*;

use super::PuzzlePage;
use crate::scene::{AimBindings, Scene, SceneHandle, SceneStatus};
use crate::shell::signals::{ErasedMemo, ErasedSignal, effect, erased_memo};
use crate::views::play::flat_board::FlatBoard;
use crate::views::play::{disc_icon, player_class, prefers_scene, quality};
use crate::views::{bool_signal, click_handler, dynamic_view, text_signal, theme, view_if};

/// The board with its column heads, and what is said about the last move.
pub(super) fn board(page: PuzzlePage) -> AnyView {
    let health = ErasedSignal::new(SceneStatus::Running);
    let is_flat =
        erased_memo(move || !prefers_scene(page.ui) || health.get() != SceneStatus::Running);
    let side = page.read(|state| {
        let rules = shown(state).ruleset();
        (rules.width(), rules.height())
    });
    let text = page.words(|words| words.board());
    view! {
        <section
            class="table-top"
            class:in-space=bool_signal(move || !is_flat.get())
            style=("--columns", text_signal(move || side.get().0.to_string()))
            style=("--rows", text_signal(move || side.get().1.to_string()))
        >
            {heads(page, side)}
            {stage(page, is_flat, health)}
            {foot(page)}
            <p class="hidden" data-testid="puzzle-board-text">{text_signal(move || text.get())}</p>
        </section>
    }
    .into_any()
}

fn shown(state: &PuzzleState) -> Game {
    state
        .open()
        .map(|open| open.shown().clone())
        .unwrap_or_default()
}

/// A button for each column.
fn heads(page: PuzzlePage, side: ErasedMemo<(u8, u8)>) -> AnyView {
    let button = move |column: Column| {
        let label = page.words(move |words| words.column_label(column));
        let is_closed = page.read(move |state| {
            let can_press = |open: &OpenPuzzle| {
                let mv = open.move_for_press(column);
                open.is_refuted() || open.attempt().game().after(mv).is_ok()
            };
            !state.open().is_some_and(can_press)
        });
        let is_full = page.read(move |state| {
            let game = shown(state);
            game.position().board().landing(column).is_none()
        });
        view! {
            <button
                type="button"
                data-testid=format!("puzzle-column-{column}")
                data-column=column.to_string()
                data-letter=column.letters()
                class:aimed=bool_signal(move || page.aim.get() == Some(column))
                class:full=bool_signal(move || is_full.get())
                aria-label=text_signal(move || label.get())
                aria-disabled=text_signal(move || is_closed.get().to_string())
                on:focus=move |_| page.aim.set(Some(column))
                on:pointerenter=move |_| page.aim.set(Some(column))
                on:click=click_handler(move || page.send(PuzzleMessage::Press(column)))
            >
                <span>{column.number()}</span>
            </button>
        }
    };
    let width = erased_memo(move || usize::from(side.get().0));
    dynamic_view(move || {
        let width = width.get();
        let label = page.text.with(M::PuzzleBoard, &[("width", &width)]);
        let columns = (0..width).filter_map(Column::from_index);
        view! {
            <div class="slots"><div role="group" aria-label=label>{columns.map(button).collect_view()}</div></div>
        }
        .into_any()
    })
    .into_any()
}

/// The scene, or the flat board where there is none or the settings ask for it.
fn stage(
    page: PuzzlePage,
    is_flat: ErasedMemo<bool>,
    health: ErasedSignal<SceneStatus>,
) -> AnyView {
    let ui = page.ui;
    let handle = SceneHandle::new();
    let now = page.read(shown);
    let game = ErasedSignal::new(now.get_untracked());
    let drawn = ErasedSignal::new(game.with_untracked(FlatDiscs::of));
    handle.show(&BoardAnimation::Jump(now.get_untracked()));
    effect(move || {
        let after = now.get();
        let before = game.get_untracked();
        if before != after {
            let animation = BoardAnimation::path(&before, after.clone());
            game.set(after);
            handle.show(&animation);
            drawn.update(|drawn| drawn.show(&animation));
        }
    });
    let ahead = ahead(page);
    let aim = erased_memo(move || page.aim.get());
    let on_drop = Callback::new(move |column| page.send(PuzzleMessage::Press(column)));
    let on_pull = Callback::new(move |column| page.send(PuzzleMessage::Play(Move::Pop(column))));
    let wants_scene =
        erased_memo(move || prefers_scene(ui) && health.get() != SceneStatus::Unavailable);
    let flat = move || {
        view! { <FlatBoard game=game drawn=drawn aim=aim ahead=ahead on_drop=on_drop on_pull=on_pull/> }
            .into_any()
    };
    let scene = move || {
        view! {
            <Scene
                ahead=ahead
                on_drop=on_drop
                on_pull=on_pull
                palette=erased_memo(move || theme(ui).scene_palette())
                is_still=erased_memo(move || ui.reduces_motion())
                quality=erased_memo(move || quality(ui.settings().detail))
                on_health=Callback::new(move |now| health.set(now))
                handle=handle
            />
        }
        .into_any()
    };
    view! {
        <div
            class="stage"
            data-testid="puzzle-stage"
            data-view=text_signal(move || if is_flat.get() { "flat" } else { "scene" }.to_owned())
        >
            {view_if(move || is_flat.get(), flat)}
            {view_if(move || wants_scene.get(), scene)}
        </div>
    }
    .into_any()
}

/// The preview of the move under the pointer, or at the focused column.
fn ahead(page: PuzzlePage) -> AimBindings {
    let below = ErasedSignal::new(None);
    AimBindings {
        preview: erased_memo(move || {
            let (over, below) = (page.aim.get(), below.get());
            page.state.with(|state| match state.open() {
                Some(open) if state.may_move() => {
                    DropPreview::of(open.shown(), open.hand(), over, below)
                }
                _ => DropPreview::default(),
            })
        }),
        on_aim: Callback::new(move |column| {
            below.set(None);
            page.aim.set(column);
        }),
        on_aim_below: Callback::new(move |column| {
            page.aim.set(None);
            below.set(column);
        }),
    }
}

/// The player to move, the piece to hold, and the feedback on the last move.
fn foot(page: PuzzlePage) -> AnyView {
    let player = page.read(|state| {
        let open = state.open()?;
        open.shown().to_move()
    });
    let names = page.names();
    let class = text_signal(move || format!("turn {}", player.get().map_or("", player_class)));
    let is_yours = page.read(PuzzleState::may_move);
    let turn = move || {
        let Some(player) = player.get() else {
            return ().into_any();
        };
        let words = if is_yours.get() {
            page.text.get(M::PuzzleTurn).to_owned()
        } else {
            names.get(player).to_owned()
        };
        view! { {disc_icon(player)}<span>{words}</span> }.into_any()
    };
    let feedback = page.words(|words| words.feedback());
    let tone = page.read(|state| match state.open() {
        Some(open) if open.is_refuted() => "puzzle-say bad",
        Some(open) if open.attempt().is_solved() => "puzzle-say good",
        _ => "puzzle-say",
    });
    view! {
        <div class="foot">
            <p class=class aria-hidden="true">{dynamic_view(turn)}</p>
            <p class=text_signal(move || tone.get().to_owned()) role="status" data-testid="puzzle-feedback">{text_signal(move || feedback.get())}</p>
        </div>
        {dynamic_view(move || hands(page))}
    }
    .into_any()
}

/// The choice of the held piece, in variants with more than drops.
fn hands(page: PuzzlePage) -> AnyView {
    let choices = page.read(|state| match state.open() {
        Some(open) if !open.attempt().is_solved() => {
            let game = open.attempt().game();
            let can_pass = game.legal_moves().contains(&Move::Pass);
            (available_hands(game), can_pass)
        }
        _ => (Vec::new(), false),
    });
    let (held, can_pass) = choices.get();
    let count = held.len();
    let button = |hand: Hand| {
        let is_held = page.read(move |state| state.open().is_some_and(|open| open.hand() == hand));
        let pressed = text_signal(move || is_held.get().to_string());
        let name = page.text.get(hand_name(hand));
        let choose = click_handler(move || page.send(PuzzleMessage::ChooseHand(hand)));
        view! { <button type="button" aria-pressed=pressed on:click=choose>{name}</button> }
    };
    let pass = can_pass.then(|| {
        let pass = click_handler(move || page.send(PuzzleMessage::Play(Move::Pass)));
        view! { <button type="button" on:click=pass>{game_text::move_label(page.text, Move::Pass)}</button> }
    });
    if count < 2 && pass.is_none() {
        return ().into_any();
    }
    let hands = held.into_iter().filter(|_| count > 1).map(button);
    view! {
        <div class="row puzzle-hands" role="group" aria-label=page.text.get(M::InHand)>{hands.collect_view()}{pass}</div>
    }
    .into_any()
}
