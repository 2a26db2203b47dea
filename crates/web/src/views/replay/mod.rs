//! The panel of a replay: step, play, speed and scrub bar, and the links of the game.

pub(crate) mod review;

use foursight_core::{Game, Player};
use foursight_page::keys::KeyCommand;
use foursight_page::links::Route;
use foursight_page::play::{Message, PLAYBACK_INTERVALS_MS, replay_message, summarise_verdicts};
use foursight_page::replay::LastReview;
use foursight_page::replay::archive::Archive;
use foursight_page::replay::review::Review;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::error_text;
use foursight_page::wording::game_text;
use foursight_page::wording::outcome_text::outcome_summary;
use foursight_page::wording::player_names::PlayerNames;
use foursight_record::{GameRecord, read_link, write_link};
use leptos::prelude::*;

use super::coach::coach_link;
use super::games::record;
use super::share::Exports;
use super::{click_handler, context, dynamic_view, icons, text_signal, view_if};
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::{ErasedSignal, effect};

/// Returns the address of a replay from a ply on. The names are those of First and Second.
pub(crate) fn replay_address(game: &Game, ply: usize, names: [&str; 2]) -> String {
    let [first, second] = names.map(browser::encode_component);
    format!("/replay/{}/{ply}/{first}/{second}", write_link(game))
}

/// Opens the replay of a linked game, or shows the error in the link.
pub(crate) fn linked_replay(
    link: &str,
    ply: Option<usize>,
    names: Option<&[String; 2]>,
) -> AnyView {
    let (ui, text) = context();
    match read_link(link) {
        Ok(game) => {
            let names =
                names.map(|names| names.each_ref().map(|name| browser::decode_component(name)));
            ui.send(replay_message(&game, names, None, ply));
            ().into_any()
        }
        Err(error) => {
            let reason = error_text::read_error_text(text, &error);
            super::not_found(text, text.with(M::LinkFailed, &[("reason", &reason)]))
        }
    }
}

/// Opens the replay of an archived game. The play view appears once the model has it.
pub(crate) fn archived_replay(began: u64, ply: Option<usize>) -> AnyView {
    let (ui, text) = context();
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    ui.send(match archive.get(began) {
        Some(archived) => {
            let names = PlayerNames::from_record(text, &archived.record);
            let names = Player::BOTH.map(|player| names.get(player).to_owned());
            let ended = archived.record.result().ending();
            replay_message(archived.record.game(), Some(names), ended, ply)
        }
        None => Message::RouteNotFound,
    });
    ().into_any()
}

/// Returns the record of the displayed game, with everything that the archive has of it.
fn current_record(ui: Ui) -> GameRecord {
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    let archived = match ui.route.get_untracked() {
        Route::Archived(began, _) => archive.get(began).map(|archived| archived.record.clone()),
        // The play view has the names of a link.
        _ => None,
    };
    archived.unwrap_or_else(|| ui.play.with_untracked(|play| record(ui.text(), play)))
}

/// The panel of a replay.
#[component]
pub(crate) fn Replay() -> impl IntoView {
    let (ui, text) = context();
    let plies = ui.view.with_untracked(|seen| seen.plies);
    let play_on = move || {
        let game = ui.viewed_game.get_untracked();
        ui.send(Message::ContinueGame(Box::new(game)));
    };
    let step_button = move |id: &'static str, sign: &'static str, message: M, to: KeyCommand| {
        view! {
            <button data-testid=id aria-label=text.get(message) on:click=click_handler(move || ui.send(Message::RunCommand(to)))>{sign}</button>
        }
    };
    let play_label = move || {
        let is_on = ui.playback.get().is_playing;
        text.get(if is_on { M::ReplayPause } else { M::ReplayPlay })
            .to_owned()
    };
    // A tournament game links back to its tournament.
    let tournament_id = match ui.route.get_untracked() {
        Route::Tournament(at) => Some(at.split('/').next().unwrap_or_default().to_owned()),
        _ => None,
    };
    let back = tournament_id.map(|id| {
        view! {
            <p><a class="button" data-testid="cup-back" href=format!("#/tournament/{id}")>
                {icons::icon(icons::CUP)}{text.get(M::PageTournament)}
            </a></p>
        }
    });
    view! {
        <section class="replay card">
            {back}
            <p role="status" data-testid="replay-status">{text_signal(move || move_text(ui, text))}</p>
            {slider("replay-scrub", text.get(M::ReplayScrub), plies, move || ui.viewed_game.with(|game| game.moves().len()), move |ply| ui.send(Message::ViewPly(Some(ply))))}
            <div class="row steps">
                {step_button("replay-start", "|◀", M::ReplayStart, KeyCommand::Start)}
                {step_button("replay-back", "◀", M::ReplayBack, KeyCommand::Back)}
                <button class="main" data-testid="replay-play" on:click=click_handler(move || ui.send(Message::TogglePlayback))>{text_signal(play_label)}</button>
                {step_button("replay-forward", "▶", M::ReplayForward, KeyCommand::Forward)}
                {step_button("replay-end", "▶|", M::ReplayEnd, KeyCommand::End)}
            </div>
            <div class="row">
                {slider("replay-speed", text.get(M::ReplaySpeed), PLAYBACK_INTERVALS_MS.len() - 1, move || ui.playback.get().speed, move |pace| ui.send(Message::SetPlaybackSpeed(pace)))}
                <button data-testid="play-on" on:click=click_handler(play_on)>{text.get(M::PlayFromHere)}</button>
                <a class="button" data-testid="open-analysis" href=text_signal(move || analysis_address(ui))>{text.get(M::AnalysisOpenHere)}</a>
                {view_if(move || ui.with_play(|play| Review::of(play.game()).is_some()), move || coach_link(ui, text, "coach-replay"))}
            </div>
            {dynamic_view(move || analysis(ui, text))}
            <details>
                <summary>{text.get(M::Share)}</summary>
                {dynamic_view(move || exports(ui))}
            </details>
        </section>
    }
}

/// The exports, with the marks of the review in pictures.
fn exports(ui: Ui) -> AnyView {
    let review: ErasedSignal<LastReview> = ui.feature();
    let marks = ui.with_play(|play| review.with(|review| review.marks(play.game())));
    view! { <Exports record=current_record(ui) marks=marks/> }.into_any()
}

/// Returns the address of the replayed game in the analysis board, at the displayed move.
fn analysis_address(ui: Ui) -> String {
    let ply = ui.viewed_game.with(|game| game.moves().len());
    let link = ui.with_play(|play| write_link(play.game()));
    format!("#/analysis/{link}/{ply}")
}

/// The review with its graph and the verdicts on the board; before that, the button that starts it,
/// unless the review is remembered.
fn analysis(ui: Ui, text: Text) -> AnyView {
    let game = ui.with_play(|play| play.game().clone());
    if Review::of(&game).is_none() {
        return ().into_any();
    }
    let is_requested = ErasedSignal::new(review::last_review(ui, &game).is_some());
    let inside = move || {
        if !is_requested.get() {
            return view! {
                <button data-testid="analyse" on:click=click_handler(move || is_requested.set(true))>
                    {icons::icon(icons::EYE)}{text.get(M::Analyse)}
                </button>
            }
            .into_any();
        }
        let Some(review_signal) = review::start(ui, &game) else {
            return ().into_any();
        };
        effect(move || {
            let plies = ui.viewed_game.with(|game| game.moves().len());
            let columns = review_signal.with(|review| review.columns(plies).map(<[_]>::to_vec));
            let judged = summarise_verdicts(text, &columns.unwrap_or_default());
            ui.send(Message::SetVerdictTags(judged.tags));
            // The review leaves less room for the move list.
            browser::scroll_list_to("log", plies.saturating_sub(1));
        });
        let go = |ui: Ui, ply| ui.send(Message::ViewPly(Some(ply)));
        let now = |ui: Ui| ui.viewed_game.with(|game| game.moves().len());
        view! {
            {review::graph(ui, text, review_signal, Some(now), go)}
            {review::moments(ui, text, review_signal, go)}
        }
        .into_any()
    };
    view! { <div class="analysis">{dynamic_view(inside)}</div> }.into_any()
}

/// Describes the displayed move. The last one also says how the game ended, unless the board shows
/// it.
fn move_text(ui: Ui, text: Text) -> String {
    let (status, plies) = ui.view.with(|seen| (seen.status.clone(), seen.plies));
    let is_last = ui.viewed_game.with(|game| game.moves().len()) == plies;
    ui.with_play(|play| {
        let ending = play.table.ending().filter(|ending| !ending.is_by_rules());
        match ending.filter(|_| is_last) {
            None => status,
            ending => {
                let names = PlayerNames::of(text, play.start());
                let ended = game_text::status_text(text, &names, play.game(), ending);
                format!(
                    "{status} {ended}: {}.",
                    outcome_summary(text, play.game(), ending)
                )
            }
        }
    })
}

fn slider(
    id: &'static str,
    label: &'static str,
    max: usize,
    value: impl Fn() -> usize + Send + Sync + 'static,
    set: impl Fn(usize) + 'static,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <input
                type="range"
                data-testid=id
                min="0"
                max=max
                prop:value=text_signal(move || value().to_string())
                on:input=move |event| {
                    if let Ok(value) = event_target_value(&event).parse() { set(value); }
                }
            />
        </label>
    }
}
