//! The page of a tournament: the next game, the bracket, the table, and actions.

use std::sync::Arc;

use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{LocalTournament, TOURNAMENT_KEY_PREFIX, describe};
use foursight_tournament::{MatchResult, ResultReason, TournamentPhase};
use leptos::ev;
use leptos::prelude::*;

use super::bot_runner::{BotRunner, RunnerEvent};
use super::confirmation::{Confirmation, ask, confirmation_view};
use super::roster_changes::RosterChanges;
use super::{bracket, load, open, take_notice};
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;
use crate::views::{click_handler, context, dynamic_view, icons, text_signal, theme, view_if};

/// The page of a tournament.
#[component]
pub(super) fn TournamentPage(id: u64, local: LocalTournament) -> impl IntoView {
    let (ui, text) = context();
    let title = local.tournament.setup().name.clone();
    let local = ErasedSignal::new(local);
    let status = ErasedSignal::new(String::new());
    let notice = take_notice(ui);
    let notice = notice
        .map(|notice| view! { <p role="status" class="card" data-testid="cup-news">{notice}</p> });
    let key = format!("{TOURNAMENT_KEY_PREFIX}{id}");
    let storage_listener = window_event_listener(ev::storage, move |event| {
        // Another tab has played a game.
        if event.key().as_ref() == Some(&key)
            && let Some(latest) = load(id)
        {
            local.set(latest);
        }
    });
    on_cleanup(move || storage_listener.remove());
    view! {
        <section class="cup" data-testid="cup">
            <h1>{title}</h1>
            <p class="small" data-testid="cup-summary">{text_signal(move || local.with(|local| describe::summary(text, local)))}</p>
            {notice}
            {dynamic_view(move || local.with(|local| state_card(text, local, id)))}
            <BotGamesButton id=id local=local/>
            <div class="cup-board">
                <div>{dynamic_view(move || local.with(|local| bracket::rounds(text, local, id)))}</div>
                <div>{dynamic_view(move || local.with(|local| bracket::standings(text, local)))}</div>
            </div>
            {view_if(move || local.with(|local| local.tournament.phase() != TournamentPhase::Over), move || view! { <RosterChanges id=id local=local status=status/> }.into_any())}
            <p role="status" class="cup-told" data-testid="cup-told">{text_signal(move || status.get())}</p>
            {share(ui, text, id, local)}
        </section>
    }
}

/// The card with the next game, or the winner.
fn state_card(text: Text, local: &LocalTournament, id: u64) -> AnyView {
    let state = describe::state(text, local);
    if local.tournament.phase() == TournamentPhase::Over {
        let places = describe::runners_up(text, &local.tournament).into_iter();
        let lines = last_decision(text, local).into_iter().chain(places);
        let lines = lines.map(|line| view! { <p>{line}</p> });
        return view! {
            <section class="card cup-winner" data-testid="cup-winner">
                <div class="cup-rain" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i></div>
                {icons::icon(icons::CUP)}
                <div role="status"><p class="cup-name" id="cup-state" tabindex="-1" data-testid="cup-state">{state}</p>{lines.collect_view()}</div>
            </section>
        }
        .into_any();
    }
    let next = local.next_game().map(|due| {
        let is_begun = local.in_play.as_ref().is_some_and(|open| open.match_id == due.match_id);
        let message = match (local.is_bot_game(due), is_begun) {
            (true, _) => M::CupWatch,
            (false, true) => M::CupPlayOn,
            (false, false) => M::CupPlay,
        };
        let href = format!("#/tournament/{id}/{}", due.match_id.0);
        let line = describe::due_game(text, &local.tournament, due);
        let label = format!("{}: {line}", text.get(message));
        view! {
            <a class="button main" data-testid="cup-next" href=href aria-label=label>{icons::icon(icons::PLAY)}{text.get(message)}</a>
        }
    });
    let due = local.next_game();
    let game = due.and_then(|due| describe::game_number(text, &local.tournament, due));
    let game = game.map(|game| view! { <p class="small">{game}</p> });
    view! {
        <section class="card cup-now">
            <div><p role="status" class="cup-name" id="cup-state" tabindex="-1" data-testid="cup-state">{state}</p>
            <p class="small" data-testid="cup-progress">{describe::progress(text, &local.tournament)}</p>{game}</div>
            {next}
        </section>
    }
    .into_any()
}

/// Describes the last match if a draw-break or a walkover decided it.
fn last_decision(text: Text, local: &LocalTournament) -> Option<String> {
    let last = local.tournament.deciding_match()?;
    let Some(MatchResult::Won { reason: by, .. }) = last.result else {
        return None;
    };
    matches!(
        by,
        ResultReason::CoinToss | ResultReason::FasterWin | ResultReason::Walkover
    )
    .then(|| describe::match_summary(text, &local.tournament, last))
}

/// The button that plays the games of bots in the background, and its status.
#[component]
fn BotGamesButton(id: u64, local: ErasedSignal<LocalTournament>) -> impl IntoView {
    let (ui, text) = context();
    let runner = BotRunner::new(ui, id);
    let is_on = ErasedSignal::new(false);
    let status = ErasedSignal::new(String::new());
    let toggle = move || {
        if is_on.get_untracked() {
            runner.stop();
            is_on.set(false);
            return status.set(String::new());
        }
        is_on.set(true);
        runner.start(move |event| match event {
            RunnerEvent::GameStarted(latest, due) => {
                let line = describe::due_game(text, &latest.tournament, due);
                status.set(text.with(M::CupRunning, &[("match", &line)]));
                local.set(*latest);
            }
            RunnerEvent::Finished | RunnerEvent::Failed => {
                is_on.set(false);
                if let Some(latest) = load(id) {
                    local.set(latest);
                }
                let state = local.with_untracked(|local| describe::state(text, local));
                status.set(if matches!(event, RunnerEvent::Failed) {
                    text.get(M::CupEngine).to_owned()
                } else {
                    text.with(M::CupBotsDone, &[("state", &state)])
                });
            }
        });
    };
    let label = move || {
        let message = if is_on.get() {
            M::CupStop
        } else {
            M::CupAtOnce
        };
        text.get(message).to_owned()
    };
    let is_offered = move || is_on.get() || local.with(|local| local.next_bot_game().is_some());
    view! {
        <div class="row">
            {view_if(is_offered, move || view! {
                <button data-testid="cup-at-once" on:click=click_handler(toggle)>{text_signal(label)}</button>
            }.into_any())}
            <p role="status" class="small" data-testid="cup-running">{text_signal(move || status.get())}</p>
        </div>
    }
}

/// The image, the file, a rematch, and deletion.
fn share(ui: Ui, text: Text, id: u64, local: ErasedSignal<LocalTournament>) -> AnyView {
    let report = move |name: &str, is_done: bool| {
        let message = if is_done {
            M::Downloaded
        } else {
            M::DownloadFailed
        };
        ui.notify(text.with(message, &[("name", &name)]));
    };
    let image = move || {
        let colours = bracket::file_colours(theme(ui));
        let day = browser::format_day(id as f64, text.0);
        local.with_untracked(|local| {
            let heading = describe::image_heading(text, local, &day);
            describe::svg_image(text, &local.tournament, &colours, &heading)
        })
    };
    let file_name = move |ending: &str| {
        let day = browser::format_iso_day(id as f64);
        let name = local.with_untracked(|local| describe::file_name(&local.tournament, &day));
        format!("{name}.{ending}")
    };
    let png = move || {
        let name = file_name("png");
        let saved_name = name.clone();
        browser::download_png(&name, &image(), move |is_done| report(&saved_name, is_done));
    };
    let svg = move || {
        let name = file_name("svg");
        let is_done = browser::download(&name, "image/svg+xml", image().as_bytes());
        report(&name, is_done);
    };
    let file = move || {
        let name = file_name("txt");
        let stored = local.with_untracked(LocalTournament::to_text);
        let is_done = browser::download(&name, "text/plain", stored.as_bytes());
        report(&name, is_done);
    };
    let rematch = move || {
        let seed = (js_sys::Math::random() * 1e6) as u64;
        if let Some(new) = local.with_untracked(|local| local.rematch(seed)) {
            open(ui, text, &new, None);
        }
    };
    let pending = ErasedSignal::new(None::<Confirmation>);
    view! {
        <h2>{text.get(M::CupShare)}</h2>
        <div class="row">
            <button data-testid="cup-png" on:click=click_handler(png)>{text.get(M::CupSavePicture)}</button>
            <button data-testid="cup-svg" on:click=click_handler(svg)>{text.get(M::CupSaveDrawing)}</button>
            <button data-testid="cup-save" on:click=click_handler(file)>{text.get(M::CupSaveFile)}</button>
        </div>
        <p class="small" data-testid="cup-notice">{text_signal(move || ui.notice.get())}</p>
        <div class="row">
            <button class="button" data-testid="cup-again" on:click=click_handler(rematch)>{icons::icon(icons::AGAIN)}{text.get(M::CupAgain)}</button>
            <a class="button" href="#/tournament">{icons::icon(icons::PLUS)}{text.get(M::CupNew)}</a>
            <button id="cup-forget" data-testid="cup-forget" on:click=click_handler(move || confirm_delete(text, id, pending))>{text.get(M::CupForget)}</button>
        </div>
        {confirmation_view(text, pending)}
    }
    .into_any()
}

/// Asks for confirmation, then deletes the tournament.
fn confirm_delete(text: Text, id: u64, pending: ErasedSignal<Option<Confirmation>>) {
    let confirmation = Confirmation {
        prompt: text.get(M::CupForgetSure).to_owned(),
        yes: text.get(M::CupForgetYes),
        from: "cup-forget".to_owned(),
        act: Arc::new(move || {
            browser::delete_tournament(id);
            browser::navigate("/tournament");
        }),
    };
    ask(pending, confirmation);
}
