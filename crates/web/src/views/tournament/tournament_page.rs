//! The page of a tournament: the next game, the bracket, the table, and actions.

use std::sync::Arc;

use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{
    LocalTournament, TOURNAMENT_KEY_PREFIX, TournamentMessage, TournamentPages, describe,
};
use foursight_tournament::{MatchResult, ResultReason, TournamentPhase};
use leptos::ev;
use leptos::prelude::*;

use super::bot_runner::BotRunner;
use super::confirmation::{Confirmation, ask, confirmation_view};
use super::roster_changes::RosterChanges;
use super::{bracket, load, open, take_notice};
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::{ErasedMemo, ErasedSignal, erased_memo};
use crate::views::{click_handler, context, dynamic_view, icons, text_signal, theme, view_if};

/// The page of a tournament.
#[component]
pub(super) fn TournamentPage(id: u64, local: LocalTournament) -> impl IntoView {
    let (ui, text) = context();
    let title = local.tournament.setup().name.clone();
    let notice = take_notice(ui);
    ui.send(TournamentMessage::Open(id, Box::new(local.clone())).into());
    let pages: ErasedSignal<TournamentPages> = ui.feature();
    // Until another page is opened the model has this tournament.
    let local = erased_memo(move || {
        let shown = pages.with(|pages| pages.tournament(id).cloned());
        shown.unwrap_or_else(|| local.clone())
    });
    let roster_status = move || pages.with(|pages| pages.roster_result.done.clone());
    let notice = notice
        .map(|notice| view! { <p role="status" class="card" data-testid="cup-news">{notice}</p> });
    let key = format!("{TOURNAMENT_KEY_PREFIX}{id}");
    let storage_listener = window_event_listener(ev::storage, move |event| {
        // Another tab has played a game.
        if event.key().as_ref() == Some(&key)
            && let Some(latest) = load(id)
        {
            ui.send(TournamentMessage::Stored(id, Box::new(latest)).into());
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
            {view_if(move || local.with(|local| local.tournament.phase() != TournamentPhase::Over), move || view! { <RosterChanges id=id local=local/> }.into_any())}
            <p role="status" class="cup-told" data-testid="cup-told">{text_signal(roster_status)}</p>
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
fn BotGamesButton(id: u64, local: ErasedMemo<LocalTournament>) -> impl IntoView {
    let (ui, text) = context();
    let pages: ErasedSignal<TournamentPages> = ui.feature();
    let is_running = move || pages.with(|pages| pages.is_running);
    let runner = BotRunner::new(ui, id);
    let toggle = move || {
        if pages.with_untracked(|pages| pages.is_running) {
            runner.stop();
        } else {
            runner.start();
        }
    };
    let label = move || {
        let message = if is_running() {
            M::CupStop
        } else {
            M::CupAtOnce
        };
        text.get(message).to_owned()
    };
    let is_offered = move || is_running() || local.with(|local| local.next_bot_game().is_some());
    let status = move || pages.with(|pages| pages.run_status.clone());
    view! {
        <div class="row">
            {view_if(is_offered, move || view! {
                <button data-testid="cup-at-once" on:click=click_handler(toggle)>{text_signal(label)}</button>
            }.into_any())}
            <p role="status" class="small" data-testid="cup-running">{text_signal(status)}</p>
        </div>
    }
}

/// The image, the file, a rematch, and deletion.
fn share(ui: Ui, text: Text, id: u64, local: ErasedMemo<LocalTournament>) -> AnyView {
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
        let local = local.get_untracked();
        let heading = describe::image_heading(text, &local, &day);
        describe::svg_image(text, &local.tournament, &colours, &heading)
    };
    let file_name = move |ending: &str| {
        let day = browser::format_iso_day(id as f64);
        let name = describe::file_name(&local.get_untracked().tournament, &day);
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
        let stored = local.get_untracked().to_text();
        let is_done = browser::download(&name, "text/plain", stored.as_bytes());
        report(&name, is_done);
    };
    let rematch = move || {
        let seed = (js_sys::Math::random() * 1e6) as u64;
        if let Some(new) = local.get_untracked().rematch(seed) {
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
