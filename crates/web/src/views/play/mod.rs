//! The play view: board, status, buttons, score and moves.

pub(crate) mod accessible_board;
pub(crate) mod board_choice;
pub(crate) mod board_size;
pub(crate) mod clock;
pub(crate) mod count_up;
pub(crate) mod debug;
pub(crate) mod end_card;
pub(crate) mod flat_board;
pub(crate) mod hands;
pub(crate) mod move_log;
pub(crate) mod net_insight;
pub(crate) mod new_game;
pub(crate) mod opponent_cards;
pub(crate) mod rules;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Disc, Player, Ruleset, Variant};
use foursight_page::hand::drop_preview::DropPreview;
use foursight_page::keys::KeyCommand;
use foursight_page::play::{Authority, Dialog, Message, Play as Game, PlayViewState};
use foursight_page::settings::{Detail, View};
use foursight_page::stage::camera;
use foursight_page::stage::quality::Quality;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::bot_ids::level_of;
use foursight_page::wording::ruleset_names::{game_name, size_text, variant_name};
use foursight_table::{Seat, TimeControl};
use leptos::prelude::*;

use super::{
    bool_signal, click_handler, context, dynamic_view, icons, text_signal, theme, view_if,
};
use crate::browser;
use crate::scene::{AimBindings, Scene, SceneStatus};
use crate::shell::Ui;
use crate::shell::signals::{ErasedMemo, ErasedSignal, effect, erased_memo};
use crate::views::play::accessible_board::{BoardTable, Slots};
use crate::views::play::flat_board::disc_face;

/// The page with the game, whether it is played here, against a bot, replayed, or owned by a
/// delegate.
#[component]
pub(crate) fn Play() -> impl IntoView {
    let (ui, text) = context();
    let health = ErasedSignal::new(SceneStatus::Running);
    let is_flat = erased_memo(move || !prefers_scene(ui) || health.get() != SceneStatus::Running);
    let is_record = erased_memo(move || ui.with_play(Game::is_record));
    let heading = move || {
        let name = ui.with_play(|play| game_name(text, play.game().ruleset()));
        if is_record.get() {
            format!("{}: {name}", text.get(M::ReplayHeading))
        } else {
            name
        }
    };
    view! {
        <h1 class="hidden">{text_signal(heading)}</h1>
        <div class="play">
            <div
                class="table-top"
                class:in-space=bool_signal(move || !is_flat.get())
                class:behind=bool_signal(move || ui.display.get().is_flipped)
                style=("--columns", board_side(ui, Ruleset::width))
                style=("--rows", board_side(ui, Ruleset::height))
            >
                <p class="hidden" id="status" tabindex="-1" data-testid="status">
                    {model_text(ui, |seen| &seen.status)}
                </p>
                <Slots/>
                <BoardStage is_flat=is_flat health=health/>
                <div class="foot">
                    <Turn/>
                    <p class="notice" data-testid="notice">{model_text(ui, |seen| &seen.notice)}</p>
                    {button_if(ui, "engine-again", text.get(M::LoadAgain), |seen| seen.has_engine_failed, || Message::RetryEngine)}
                    // The way back to the scene for those who left it.
                    {view_if(move || !prefers_scene(ui), move || scene_button(ui, text))}
                </div>
            </div>
            {Seat::BOTH.map(|seat| seat_card(ui, seat)).collect_view()}
            {dynamic_view(move || panel(ui, text))}
            <div class="moves card">
                // The list is loaded after the first move, since it is empty before.
                {dynamic_view(move || match ui.main_chunk.loaded() {
                    Some(Ok(exports)) => (exports.move_log)(),
                    _ => view! { {log_head(ui, text)}{empty_log(ui, text)} }.into_any(),
                })}
                <p class="hidden" data-testid="score">{model_text(ui, |seen| &seen.score)}</p>
            </div>
            {dynamic_view(move || ui.main_chunk.show_if_loaded(|exports| (exports.net_evaluation)()))}
            {view_if(move || ui.view.with(|seen| seen.is_over) && !is_record.get(), move || ui.main_chunk.show(text, |exports| (exports.game_result)()))}
        </div>
        <BoardTable game=ui.viewed_game/>
    }
}

/// Returns the width or height of the board as a CSS value.
fn board_side(ui: Ui, which: fn(Ruleset) -> u8) -> Signal<String> {
    text_signal(move || {
        ui.viewed_game
            .with(|game| which(game.ruleset()).to_string())
    })
}

/// Returns a text of the view model as a signal.
pub(crate) fn model_text(ui: Ui, which: fn(&PlayViewState) -> &String) -> Signal<String> {
    text_signal(move || ui.view.with(|seen| which(seen).clone()))
}

/// A button that is visible only while a condition holds.
fn button_if(
    ui: Ui,
    id: &'static str,
    label: &'static str,
    is: fn(&PlayViewState) -> bool,
    act: fn() -> Message,
) -> super::DynamicView {
    view_if(
        move || ui.view.with(is),
        move || {
            view! {
                <button class="main" data-testid=id on:click=click_handler(move || ui.send(act()))>{label}</button>
            }
            .into_any()
        },
    )
}

/// The button of the flat board that leads back to the scene.
fn scene_button(ui: Ui, text: Text) -> AnyView {
    view! {
        <button
            class="to-scene"
            data-testid="to-scene"
            on:click=click_handler(move || ui.send(Message::ShowBoard(View::Scene)))
        >
            {icons::icon(icons::CAMERA)}{text.get(M::ViewScene)}
        </button>
    }
    .into_any()
}

/// The panel beside the board, which depends on the authority of the game.
fn panel(ui: Ui, text: Text) -> AnyView {
    match ui.authority.get() {
        Authority::Page => {
            let are_bots = move || ui.with_play(|play| !play.start().has_people());
            let watched = view_if(are_bots, move || {
                ui.main_chunk.show(text, |exports| (exports.bot_controls)())
            });
            view! { {hands(ui, text)}{watched}<Tools/> }.into_any()
        }
        Authority::Record => ui.main_chunk.show(text, |exports| (exports.replay)()),
        Authority::Delegate(_) => {
            let inside = ui.panel.get().map(|panel| (panel.sidebar)());
            view! { {hands(ui, text)}{inside} }.into_any()
        }
    }
}

/// The choice of move kinds, in variants with more than drops.
fn hands(ui: Ui, text: Text) -> super::DynamicView {
    let has_hands = move || {
        let variant = ui.with_play(|play| play.game().ruleset().variant());
        !matches!(variant, Variant::Standard | Variant::FiveInARow)
    };
    view_if(has_hands, move || {
        ui.main_chunk.show(text, |exports| (exports.hands)())
    })
}

/// The card of a seat: disc, name, description, clock and games won.
fn seat_card(ui: Ui, seat: Seat) -> AnyView {
    let at = seat.index();
    let player = erased_memo(move || ui.view.with(|seen| seen.seats[at].player));
    let level = erased_memo(move || ui.with_play(|play| level_of(&play.start().seats[at])));
    let class = move || {
        let is_active = ui.view.with(|seen| seen.seats[at].is_active);
        let number = ["seat one", "seat two"][at];
        let active = if is_active { " active" } else { "" };
        format!("{number} {}{active}", player_class(player.get()))
    };
    view! {
        <div class=text_signal(class) data-testid=["seat-one", "seat-two"][at]>
            {dynamic_view(move || seat_disc(player.get(), level.get()))}
            <div>
                <b>{text_signal(move || ui.view.with(|seen| seen.seats[at].name.clone()))}</b>
                <small>{text_signal(move || {
                    let beside = ui.delegate_status.with(|beside| beside.seats[at].clone());
                    let about = ui.view.with(|seen| seen.seats[at].details.clone());
                    if beside.is_empty() { about } else { beside }
                })}</small>
                {view_if(move || ui.with_play(has_power_discs), move || ui.main_chunk.show_if_loaded(move |exports| (exports.power_stock)(seat)))}
            </div>
            {view_if(move || ui.with_play(has_page_clock), move || ui.main_chunk.show_if_loaded(move |exports| (exports.clock)(seat)))}
            <output aria-hidden="true">{text_signal(move || ui.view.with(|seen| seen.seats[at].wins.clone()))}</output>
        </div>
    }
    .into_any()
}

/// A disc of a player, with the face of a bot.
fn seat_disc(player: Player, bot: Option<(Level, Personality)>) -> AnyView {
    match bot {
        Some((level, _)) => end_card::bot_disc(player, level),
        None => disc_icon(player),
    }
}

/// The head of the list of moves: the rules, the button that explains them, and how full the board
/// is.
pub(crate) fn log_head(ui: Ui, text: Text) -> AnyView {
    let rules = move || {
        let rules = ui.with_play(|play| play.game().ruleset());
        let name = text.get(variant_name(rules.variant()));
        format!("{name}, {}", size_text(text, rules))
    };
    let filled = move || {
        ui.viewed_game.with(|game| {
            let filled = game.position().board().discs();
            let all = u32::from(game.ruleset().width()) * u32::from(game.ruleset().height());
            text.with(M::CellsFilled, &[("filled", &filled), ("all", &all)])
        })
    };
    view! {
        <div class="moves-head">
            <p class="rules" data-testid="rules-name">{text_signal(rules)}</p>
            <button data-testid="game-rules" on:click=click_handler(move || ui.send(Message::SetDialog(Some(Dialog::Rules))))>
                {icons::icon(icons::BOOK)}{text.get(M::Rules)}
            </button>
        </div>
        <div class="moves-head"><h2>{text.get(M::MoveLog)}</h2><small data-testid="filled">{text_signal(filled)}</small></div>
    }
    .into_any()
}

/// The panel before the first move: how to win, and how to move.
pub(crate) fn empty_log(ui: Ui, text: Text) -> AnyView {
    let line = ui.with_play(|play| play.game().ruleset().connect());
    view! {
        <p>{text.get(M::NoMoves)}</p>
        <ul class="first-steps">
            <li>{text.with(M::RulesWin, &[("line", &line)])}</li>
            <li>{text.get(M::StepsMove)}</li>
            <li>{text.get(M::StepsHelp)}</li>
        </ul>
    }
    .into_any()
}

/// Returns true if the page runs the clocks.
fn has_page_clock(play: &Game) -> bool {
    play.authority == Authority::Page && play.start().time_control != TimeControl::Unlimited
}

/// Returns true if the players have power discs.
fn has_power_discs(play: &Game) -> bool {
    matches!(play.game().ruleset().variant(), Variant::PowerUp(_))
}

/// Returns the CSS class of a player.
pub(crate) const fn player_class(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// A disc of a player with its mark.
pub(crate) fn disc_icon(player: Player) -> AnyView {
    let shape = disc_face(Disc::ordinary(player));
    view! { <svg viewBox="-50 -50 100 100" aria-hidden="true">{shape}</svg> }.into_any()
}

/// The board, in 3D or flat, with the camera buttons.
#[component]
fn BoardStage(is_flat: ErasedMemo<bool>, health: ErasedSignal<SceneStatus>) -> impl IntoView {
    let (ui, text) = context();
    let wants_scene =
        erased_memo(move || prefers_scene(ui) && health.get() != SceneStatus::Unavailable);
    let aim = erased_memo(move || ui.visible_aim());
    let ahead = ahead(ui, aim);
    let on_drop = Callback::new(move |column| ui.send(Message::PressColumn(column)));
    let on_pull = Callback::new(move |column| ui.send(Message::PressBelow(column)));
    let stage_class = text_signal(move || {
        match ui.display.get().refusals {
            0 => "stage",
            n if n % 2 == 1 => "stage shake-a",
            _ => "stage shake-b",
        }
        .to_owned()
    });
    let mut was_flipped = ui.display.get_untracked().is_flipped;
    effect(move || {
        let is_flipped = ui.display.get().is_flipped;
        if is_flipped != was_flipped {
            ui.scene.move_camera(camera::CameraStep::Behind);
        }
        was_flipped = is_flipped;
    });
    view! {
        <div
            class=stage_class
            data-testid="stage"
            data-view=text_signal(move || if is_flat.get() { "flat" } else { "scene" }.to_owned())
        >
            {view_if(move || is_flat.get(), move || {
                ui.flat_chunk.show(text, |flat| (flat.board)(aim, ahead))
            })}
            {view_if(move || ui.display.get().offers_flat, move || ui.main_chunk.show(text, |exports| (exports.flat_offer)()))}
            // While the browser withholds the graphics context, the scene waits hidden.
            {view_if(move || wants_scene.get(), move || view! {
                <Scene
                    ahead=ahead
                    on_drop=on_drop
                    on_pull=on_pull
                    palette=erased_memo(move || theme(ui).scene_palette())
                    is_still=erased_memo(move || ui.reduces_motion())
                    quality=erased_memo(move || quality(ui.settings().detail))
                    on_health=Callback::new(move |now| health.set(now))
                    handle=ui.scene
                />
                <Camera/>
            }.into_any())}
        </div>
    }
}

/// Returns the preview of the move under the pointer: over a column, or below one.
fn ahead(ui: Ui, aim: ErasedMemo<Option<Column>>) -> AimBindings {
    let reach = ErasedSignal::new(None);
    let set_aim = move |over, below| {
        reach.set(below);
        ui.send(Message::AimAt(over));
    };
    AimBindings {
        preview: erased_memo(move || {
            if !ui.can_move_here() {
                return DropPreview::default();
            }
            let (hand, over, below) = (ui.hand.get(), aim.get(), reach.get());
            ui.viewed_game
                .with(|game| DropPreview::of(game, hand, over, below))
        }),
        on_aim: Callback::new(move |column| set_aim(column, None)),
        on_aim_below: Callback::new(move |column| set_aim(None, column)),
    }
}

/// Returns true if the settings ask for the 3D scene.
pub(crate) fn prefers_scene(ui: Ui) -> bool {
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

/// Buttons for what drags and the mouse wheel do, loaded when first unfolded.
#[component]
fn Camera() -> impl IntoView {
    let (ui, text) = context();
    let is_open = ErasedSignal::new(false);
    // Open buttons would cover discs of the next drop.
    effect(move || {
        ui.viewed_game.with(|game| game.moves().len());
        browser::remove_attribute("camera", "open");
    });
    view! {
        <details class="camera" id="camera" on:toggle=move |_| is_open.set(true)>
            <summary data-testid="camera" title=text.get(M::Camera) aria-label=text.get(M::Camera)>{icons::icon(icons::CAMERA)}</summary>
            {view_if(move || is_open.get(), move || ui.main_chunk.show(text, |exports| (exports.camera)()))}
        </details>
    }
}

/// The player to move, in their colour and mark.
#[component]
fn Turn() -> impl IntoView {
    let (ui, _) = context();
    let player = erased_memo(move || ui.view.with(|seen| seen.player));
    let is_thinking = move || ui.view.with(|seen| seen.is_thinking);
    view! {
        <p class=text_signal(move || format!("turn {}", player.get().map_or("", player_class))) data-testid="turn" aria-hidden="true">
            {dynamic_view(move || player.get().map(disc_icon).into_any())}
            <span>
                {model_text(ui, |seen| &seen.turn)}
                {view_if(is_thinking, || view! { <span class="dots">"…"</span> }.into_any())}
            </span>
        </p>
    }
}

/// The tools, each with an icon and a word.
#[component]
fn Tools() -> impl IntoView {
    let (ui, text) = context();
    let button = move |id: &'static str,
                       message: M,
                       icon: &'static str,
                       act: fn() -> Message,
                       is_off: fn(&PlayViewState) -> bool| {
        let class = match id {
            "restart" => "apart",
            // Where the panel has no head, which has this button too.
            "game-rules-tool" => "narrow",
            _ => "",
        };
        let is_switch = id == "verdicts";
        let is_on = move || {
            ui.engine
                .with(|thinking| thinking.shows_verdicts)
                .to_string()
        };
        view! {
            <button
                class=class
                data-testid=id
                aria-pressed=is_switch.then(|| text_signal(is_on))
                aria-disabled=text_signal(move || ui.view.with(is_off).to_string())
                on:click=click_handler(move || ui.send(act()))
            >
                {icons::icon(icon)}
                {text.get(message)}
            </button>
        }
    };
    let is_looking = move || ui.viewed_ply.get().is_some();
    let has_verdicts = move || ui.with_play(|play| play.game().ruleset().variant().is_drop_only());
    view! {
        <div class="tools card">
            {view_if(is_looking, move || view! {
                <button class="main" on:click=click_handler(move || ui.send(Message::ViewPly(None)))>{text.get(M::BackToGame)}</button>
            }.into_any())}
            {button("undo", M::Undo, icons::UNDO, || Message::RunCommand(KeyCommand::Undo), |seen| !seen.can_undo)}
            {button("redo", M::Redo, icons::REDO, || Message::RunCommand(KeyCommand::Redo), |seen| !seen.can_redo)}
            {button("hint", M::Hint, icons::LAMP, || Message::RunCommand(KeyCommand::Hint), |seen| !seen.may_move)}
            {view_if(has_verdicts, move || button("verdicts", M::Verdicts, icons::EYE, || Message::RunCommand(KeyCommand::Verdicts), |seen| !seen.can_show_verdicts).into_any())}
            {button("game-rules-tool", M::Rules, icons::BOOK, || Message::SetDialog(Some(Dialog::Rules)), |_| false)}
            {button("share", M::Share, icons::SHARE, || Message::SetDialog(Some(Dialog::Share)), |_| false)}
            {button("new-game", M::NewShort, icons::PLUS, || Message::SetDialog(Some(Dialog::NewGame)), |_| false)}
            {button("restart", M::Restart, icons::AGAIN, || Message::NextGame, |_| false)}
        </div>
    }
}
