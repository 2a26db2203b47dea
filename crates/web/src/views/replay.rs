//! What stands beside a game that is looked at: step, play, speed and scrub, and its links.

use foursight_core::{Game, Player};
use foursight_record::{GameRecord, read_link, write_link};
use leptos::prelude::*;

use super::games::record;
use super::share::Exports;
use super::{context, icons, live, review, shown, tap};
use crate::archive::Archive;
use crate::browser;
use crate::ends::how;
use crate::keys::Command;
use crate::links::Route;
use crate::model::{Message, WALK_MS, judge, replay};
use crate::names::Names;
use crate::reasons;
use crate::review::Review;
use crate::shell::Ui;
use crate::shell::source::{Source, follow};
use crate::text::{Message as M, Text};
use crate::words;

/// Where a game of these players is looked at from a ply on: who began it, and the other.
pub(crate) fn address(game: &Game, ply: usize, names: [&str; 2]) -> String {
    let [first, second] = names.map(browser::encoded);
    format!("/replay/{}/{ply}/{first}/{second}", write_link(game))
}

/// Looks at a linked game from a ply on, or says what is wrong with it.
pub(crate) fn linked(link: &str, ply: Option<usize>, names: Option<&[String; 2]>) -> AnyView {
    let (ui, text) = context();
    match read_link(link) {
        Ok(game) => {
            let names = names.map(|names| names.each_ref().map(|name| browser::decoded(name)));
            ui.send(replay(&game, names, None, ply));
            ().into_any()
        }
        Err(error) => {
            let reason = reasons::read(text, &error);
            super::lost(text, text.with(M::LinkFailed, &[("reason", &reason)]))
        }
    }
}

/// Looks at a game that was kept; the play view shows it as soon as the model has it.
pub(crate) fn kept(began: u64, ply: Option<usize>) -> AnyView {
    let (ui, text) = context();
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    ui.send(match archive.begun(began) {
        Some(kept) => {
            let names = Names::kept(text, &kept.record);
            let names = Player::BOTH.map(|player| names.get(player).to_owned());
            let ended = kept.record.result().ending();
            replay(kept.record.game(), Some(names), ended, ply)
        }
        None => Message::Lost,
    });
    ().into_any()
}

/// The record of the game that is looked at, with all that was kept beside it.
fn recorded(ui: Ui) -> GameRecord {
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    let kept = match ui.route.get_untracked() {
        Route::Kept(began, _) => archive.begun(began).map(|kept| kept.record.clone()),
        // The names that a link has are in the play view.
        _ => None,
    };
    kept.unwrap_or_else(|| ui.play.with_untracked(|play| record(ui.text(), play)))
}

/// What stands beside a game that is looked at.
#[component]
pub(crate) fn Replay() -> impl IntoView {
    let (ui, text) = context();
    let plies = ui.seen.with_untracked(|seen| seen.plies);
    let play_on = move || {
        let game = ui.shown.get_untracked();
        ui.send(Message::PlayOn(Box::new(game)));
    };
    let step = move |id: &'static str, sign: &'static str, message: M, to: Command| {
        view! {
            <button data-testid=id aria-label=text.get(message) on:click=tap(move || ui.send(Message::Do(to)))>{sign}</button>
        }
    };
    let walks = move || {
        let is_on = ui.walking.get().is_on;
        text.get(if is_on { M::ReplayPause } else { M::ReplayPlay })
            .to_owned()
    };
    // A game of a tournament leads back to it.
    let cup = match ui.route.get_untracked() {
        Route::Tournament(at) => Some(at.split('/').next().unwrap_or_default().to_owned()),
        _ => None,
    };
    let back = cup.map(|id| {
        view! {
            <p><a class="button" data-testid="cup-back" href=format!("#/tournament/{id}")>
                {icons::drawn(icons::CUP)}{text.get(M::PageTournament)}
            </a></p>
        }
    });
    view! {
        <section class="replay card">
            {back}
            <p role="status" data-testid="replay-status">{live(move || told(ui, text))}</p>
            {slider("replay-scrub", text.get(M::ReplayScrub), plies, move || ui.shown.with(|game| game.moves().len()), move |ply| ui.send(Message::Look(Some(ply))))}
            <div class="row steps">
                {step("replay-start", "|◀", M::ReplayStart, Command::Start)}
                {step("replay-back", "◀", M::ReplayBack, Command::Back)}
                <button class="main" data-testid="replay-play" on:click=tap(move || ui.send(Message::Walk))>{live(walks)}</button>
                {step("replay-forward", "▶", M::ReplayForward, Command::Forward)}
                {step("replay-end", "▶|", M::ReplayEnd, Command::End)}
            </div>
            <div class="row">
                {slider("replay-speed", text.get(M::ReplaySpeed), WALK_MS.len() - 1, move || ui.walking.get().pace, move |pace| ui.send(Message::Pace(pace)))}
                <button data-testid="play-on" on:click=tap(play_on)>{text.get(M::PlayFromHere)}</button>
            </div>
            {shown(move || analysis(ui, text))}
            <details>
                <summary>{text.get(M::Share)}</summary>
                <Exports record=recorded(ui)/>
            </details>
        </section>
    }
}

/// Who stood better after each move, with what each column leads to on the grid; at first the button that asks
/// for it, unless it is known.
fn analysis(ui: Ui, text: Text) -> AnyView {
    let game = ui.see(|play| play.game().clone());
    if Review::of(&game).is_none() {
        return ().into_any();
    }
    let is_wanted = Source::new(review::remembered(&game).is_some());
    let inside = move || {
        if !is_wanted.get() {
            return view! {
                <button data-testid="analyse" on:click=tap(move || is_wanted.set(true))>
                    {icons::drawn(icons::EYE)}{text.get(M::Analyse)}
                </button>
            }
            .into_any();
        }
        let Some(found) = review::begun(&game) else {
            return ().into_any();
        };
        follow(move || {
            let plies = ui.shown.with(|game| game.moves().len());
            let columns = found.with(|found| found.columns(plies).map(<[_]>::to_vec));
            let judged = judge(text, &columns.unwrap_or_default());
            ui.send(Message::Chips(judged.tags));
            // What is found leaves the list of moves less room.
            browser::show_item("log", plies.saturating_sub(1));
        });
        let go = |ui: Ui, ply| ui.send(Message::Look(Some(ply)));
        let now = |ui: Ui| ui.shown.with(|game| game.moves().len());
        view! {
            {review::graph(ui, text, found, Some(now), go)}
            {review::moments(ui, text, found, go)}
        }
        .into_any()
    };
    view! { <div class="analysis">{shown(inside)}</div> }.into_any()
}

/// The move that is shown. The last one of a game that ended beside the grid also says how.
fn told(ui: Ui, text: Text) -> String {
    let (status, plies) = ui.seen.with(|seen| (seen.status.clone(), seen.plies));
    let is_last = ui.shown.with(|game| game.moves().len()) == plies;
    ui.see(|play| {
        let ending = play.table.ending().filter(|ending| !ending.is_by_rules());
        match ending.filter(|_| is_last) {
            None => status,
            ending => {
                let names = Names::of(text, play.start());
                let ended = words::status(text, &names, play.game(), ending);
                format!("{status} {ended}: {}.", how(text, play.game(), ending))
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
                prop:value=live(move || value().to_string())
                on:input=move |event| {
                    if let Ok(value) = event_target_value(&event).parse() { set(value); }
                }
            />
        </label>
    }
}
