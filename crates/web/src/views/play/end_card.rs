//! Lazily loaded parts of the play view: the card at the end of a game, and the camera buttons.

use foursight_bots::Level;
use foursight_core::Player;
use foursight_page::keys::KeyCommand;
use foursight_page::links::Route;
use foursight_page::opponents;
use foursight_page::play::{Authority, Dialog, Message, Play};
use foursight_page::replay::archive::Archive;
use foursight_page::replay::review::Review;
use foursight_page::stage::camera;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_page::wording::outcome_text::outcome_summary;
use foursight_page::wording::player_names::PlayerNames;
use foursight_table::{GameStart, Seat};
use leptos::prelude::*;

use super::opponent_cards::level_portrait;
use crate::browser;
use crate::shell::{DelegatePanel, Ui};
use crate::views::play::{disc_icon, model_text, player_class};
use crate::views::replay::replay_address;
use crate::views::replay::review;
use crate::views::{click_handler, coach, context, dynamic_view, icons, text_signal, view_if};

/// Id of the heading of the end card.
const END_HEADING: &str = "end-heading";

/// The card with the outcome and the next actions.
pub(crate) fn end_card() -> AnyView {
    let (ui, text) = context();
    let class = move || {
        let winner = ui.view.with(|seen| seen.player);
        let own = if ui.authority.get() == Authority::Page {
            " own"
        } else {
            ""
        };
        format!("end card {}{own}", winner.map_or("", player_class))
    };
    let outcome_text = move || {
        // The delegate of the game may know more than the table.
        let beside = ui.delegate_status.with(|beside| beside.ending.clone());
        let by_rules = ui.with_play(|play| outcome_summary(text, play.game(), play.table.ending()));
        if beside.is_empty() { by_rules } else { beside }
    };
    browser::move_focus_from_inert(END_HEADING);
    let review_signal = ui.with_play(|play| review::start(ui, play.game()));
    view! {
        <section class=text_signal(class) data-testid="end">
            {dynamic_view(move || ui.view.with(|seen| seen.player).map_or_else(|| ().into_any(), disc_icon))}
            <div>
                <h2 id=END_HEADING tabindex="-1">{model_text(ui, |seen| &seen.status)}</h2>
                <p data-testid="how">{text_signal(outcome_text)}</p>
            </div>
            <p class="stands" aria-hidden="true">{dynamic_view(move || ui.with_play(score_view))}</p>
            {review_signal.map(|review| review::graph(ui, text, review, None, open_replay))}
            <div class="row">
                {dynamic_view(move || match (ui.authority.get(), ui.panel.get()) {
                    // The delegate of the game decides what comes next.
                    (Authority::Delegate(_), Some(DelegatePanel { after_end: Some(after_end), .. })) => after_end(),
                    (Authority::Delegate(_), _) => next_button(ui, icons::PLAY, text.get(M::GoOn)),
                    _ => next_button(ui, icons::AGAIN, text.get(M::PlayAgain)),
                })}
                {dynamic_view(move || next_level_button(ui, text))}
                {view_if(move || !has_next_level(ui), move || replay_button(ui, text))}
            </div>
            {more_actions(ui, text)}
            {review_signal.map(|review| review::moments(ui, text, review, open_replay))}
        </section>
    }
    .into_any()
}

/// Further actions after a game. On phones the card covers the tools, so it repeats those that are
/// useful then.
fn more_actions(ui: Ui, text: Text) -> AnyView {
    let button = move |id: &'static str, icon: &'static str, label: &'static str, act: fn(Ui)| {
        view! {
            <button data-testid=id on:click=click_handler(move || act(ui))>{icons::icon(icon)}{label}</button>
        }
        .into_any()
    };
    let can_undo = move || ui.view.with(|seen| seen.can_undo);
    let own = move || {
        view! {
            {view_if(move || has_next_level(ui), move || replay_button(ui, text))}
            <button data-testid="swap" title=text.get(M::SwapAbout) on:click=click_handler(move || {
                ui.send(Message::StartGame(Box::new(ui.with_own_play(swapped))));
            })>{icons::icon(icons::SWAP)}{text.get(M::Swap)}</button>
            // Wide windows show both among the tools.
            <div class="folded">
            {view_if(can_undo, move || button("undo-end", icons::UNDO, text.get(M::Undo), |ui| ui.send(Message::RunCommand(KeyCommand::Undo))))}
            {button("new-end", icons::PLUS, text.get(M::NewShort), |ui| ui.send(Message::SetDialog(Some(Dialog::NewGame))))}
            </div>
        }
        .into_any()
    };
    let has_verdicts = ui.with_play(|play| Review::of(play.game()).is_some());
    view! {
        <div class="also">
            {has_verdicts.then(|| button("coach-end", icons::LAMP, text.get(M::CoachHeading), |ui| {
                browser::navigate(&ui.play.with_untracked(|play| coach::address(ui.text(), play)));
            }))}
            {view_if(move || ui.authority.get() == Authority::Page, own)}
            {button("share-end", icons::SHARE, text.get(M::Share), |ui| ui.send(Message::SetDialog(Some(Dialog::Share))))}
        </div>
    }
    .into_any()
}

/// Opens the replay of the finished game at a ply.
fn open_replay(ui: Ui, ply: usize) {
    browser::navigate(
        &ui.play
            .with_untracked(|play| ended_game_address(ui, play, ply)),
    );
}

/// The button that opens the replay.
fn replay_button(ui: Ui, text: Text) -> AnyView {
    view! {
        <button data-testid="look-again" on:click=click_handler(move || open_replay(ui, ui.view.with_untracked(|seen| seen.plies)))>
            {icons::icon(icons::EYE)}{text.get(M::LookAgain)}
        </button>
    }
    .into_any()
}

/// Returns a game against the next stronger bot if the player has just beaten one here.
fn promoted(ui: Ui) -> Option<(GameStart, Level)> {
    let promoted = ui.with_play(|play| opponents::promotion(&play.table));
    promoted.filter(|_| ui.authority.get() == Authority::Page)
}

fn has_next_level(ui: Ui) -> bool {
    promoted(ui).is_some()
}

/// The button for the next stronger bot.
fn next_level_button(ui: Ui, text: Text) -> AnyView {
    let Some((start, level)) = promoted(ui) else {
        return ().into_any();
    };
    let label = text.with(
        M::NextLevel,
        &[("level", &text.get(game_text::level_name(level)))],
    );
    let begin = move || ui.send(Message::StartGame(Box::new(start.clone())));
    view! {
        <button data-testid="next-level" on:click=click_handler(begin)>{icons::icon(icons::FLASH)}{label}</button>
    }
    .into_any()
}

/// Returns the replay address of the finished game: in the archive, or a link with the players'
/// names if a delegate owns the game.
fn ended_game_address(ui: Ui, play: &Play, from: usize) -> String {
    if let Route::Tournament(at) = ui.route.get_untracked() {
        // Tournament games have an address of their own.
        let score = play.start().score;
        let game = score.wins.iter().sum::<u32>() + score.draws;
        return format!("/tournament/{at}/{game}");
    }
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    if play.authority == Authority::Page && archive.get(play.began_ms).is_some() {
        return format!("/games/{}/{from}", play.began_ms);
    }
    let names = PlayerNames::with_levels(ui.text(), play.start());
    replay_address(
        play.game(),
        from,
        Player::BOTH.map(|player| names.get(player)),
    )
}

/// Returns the same game with the other player starting.
fn swapped(play: &Play) -> GameStart {
    let last = play.start();
    GameStart {
        first: last.first.opponent(),
        opening: Vec::new(),
        is_counted: true,
        has_ended: false,
        ..last.clone()
    }
}

/// The score, each number in the colour of its player.
fn score_view(play: &Play) -> AnyView {
    let wins = play.table.score().wins;
    if wins == [0, 0] {
        return ().into_any();
    }
    let [one, two] = Seat::BOTH.map(|seat| {
        view! { <b class=player_class(play.start().player_at(seat))>{wins[seat.index()]}</b> }
    });
    view! { {one}":"{two} }.into_any()
}

/// Id of the button for the next game.
pub(crate) const NEXT_BUTTON: &str = "play-again";

/// The button for the next game.
pub(crate) fn next_button(ui: Ui, icon: &'static str, label: &'static str) -> AnyView {
    view! {
        <button class="main" id=NEXT_BUTTON data-testid=NEXT_BUTTON on:click=click_handler(move || ui.send(Message::NextGame))>
            {icons::icon(icon)}{label}
        </button>
    }
    .into_any()
}

/// A disc of a player with the face of a bot.
pub(crate) fn bot_disc(player: Player, level: Level) -> AnyView {
    view! {
        <svg class=player_class(player) viewBox="-50 -50 100 100" aria-hidden="true">
            <circle class="body" r="44"/>
            <circle class="edge" r="36"/>
            <path class="sign" transform="translate(-26.4 -26.4) scale(2.2)" d=level_portrait(level).0/>
        </svg>
    }
    .into_any()
}

/// Buttons for what drags and the mouse wheel do.
pub(crate) fn camera_buttons() -> AnyView {
    let (ui, text) = context();
    let button =
        move |(id, sign, message, turn): (&'static str, &'static str, M, camera::CameraStep)| {
            view! {
                <button
                    data-testid=id
                    aria-label=text.get(message)
                    title=text.get(message)
                    on:click=click_handler(move || ui.scene.move_camera(turn))
                >
                    {sign}
                </button>
            }
        };
    let buttons = [
        ("camera-left", "←", M::CameraLeft, camera::CameraStep::Left),
        (
            "camera-right",
            "→",
            M::CameraRight,
            camera::CameraStep::Right,
        ),
        ("camera-up", "↑", M::CameraUp, camera::CameraStep::Up),
        ("camera-down", "↓", M::CameraDown, camera::CameraStep::Down),
        ("camera-in", "+", M::CameraIn, camera::CameraStep::In),
        ("camera-out", "−", M::CameraOut, camera::CameraStep::Out),
        (
            "camera-behind",
            "⇄",
            M::CameraBehind,
            camera::CameraStep::Behind,
        ),
        (
            "camera-reset",
            "⌂",
            M::CameraReset,
            camera::CameraStep::Reset,
        ),
    ];
    view! {
        <div role="group" aria-label=text.get(M::Camera)>{buttons.map(button).collect_view()}</div>
    }
    .into_any()
}
