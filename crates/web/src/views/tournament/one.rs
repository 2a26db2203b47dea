//! The page of one tournament: what is next, the bracket, the table, and what can be done with it.

use std::sync::Arc;

use foursight_tournament::{By, Decision, Phase};
use leptos::ev;
use leptos::prelude::*;

use super::at_once::{self, Step};
use super::changes::Changes;
use super::sure::{Question, ask, question};
use super::{NEWS, bracket, load, open};
use crate::browser;
use crate::shell::Ui;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::tournament::{Held, TOURNAMENT_KEY, words};
use crate::views::{context, icons, live, shown, shown_if, tap, theme};

/// The page.
#[component]
pub(super) fn One(id: u64, held: Held) -> impl IntoView {
    let (ui, text) = context();
    let title = held.tournament.setup().name.clone();
    let held = Source::new(held);
    let told = Source::new(String::new());
    let news = NEWS.take();
    let news =
        news.map(|news| view! { <p role="status" class="card" data-testid="cup-news">{news}</p> });
    let own = format!("{TOURNAMENT_KEY}{id}");
    let others = window_event_listener(ev::storage, move |event| {
        // Another tab has played a game.
        if event.key().as_ref() == Some(&own)
            && let Some(now) = load(id)
        {
            held.set(now);
        }
    });
    on_cleanup(move || {
        others.remove();
        at_once::stop();
    });
    view! {
        <section class="cup" data-testid="cup">
            <h1>{title}</h1>
            <p class="small" data-testid="cup-summary">{live(move || held.with(|held| words::summary(text, held)))}</p>
            {news}
            {shown(move || held.with(|held| now(text, held, id)))}
            <AtOnce id=id held=held/>
            {shown(move || held.with(|held| bracket::drawn(text, held)))}
            {shown(move || held.with(|held| bracket::rounds(text, held, id)))}
            {shown(move || held.with(|held| bracket::standings(text, held)))}
            {shown_if(move || held.with(|held| held.tournament.phase() != Phase::Over), move || view! { <Changes id=id held=held told=told/> }.into_any())}
            <p role="status" class="cup-told" data-testid="cup-told">{live(move || told.get())}</p>
            {share(ui, text, id, held)}
        </section>
    }
}

/// What is next, or who has won.
fn now(text: Text, held: &Held, id: u64) -> AnyView {
    let state = words::state(text, held);
    if held.tournament.phase() == Phase::Over {
        let others = words::runners_up(text, &held.tournament).into_iter();
        let others = lot(text, held).into_iter().chain(others);
        let others = others.map(|line| view! { <p>{line}</p> });
        return view! {
            <section class="card cup-winner" data-testid="cup-winner">
                <div class="cup-rain" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i></div>
                {icons::drawn(icons::CUP)}
                <div role="status"><p class="cup-name" id="cup-state" tabindex="-1" data-testid="cup-state">{state}</p>{others.collect_view()}</div>
            </section>
        }
        .into_any();
    }
    let next = held.next().map(|due| {
        let is_begun = held.in_play.as_ref().is_some_and(|open| open.match_id == due.match_id);
        let message = match (held.is_for_bots(due), is_begun) {
            (true, _) => M::CupWatch,
            (false, true) => M::CupPlayOn,
            (false, false) => M::CupPlay,
        };
        let href = format!("#/tournament/{id}/{}", due.match_id.0);
        let line = words::due_line(text, &held.tournament, due);
        let label = format!("{}: {line}", text.get(message));
        view! {
            <a class="button main" data-testid="cup-next" href=href aria-label=label>{icons::drawn(icons::PLAY)}{text.get(message)}</a>
        }
    });
    let due = held.next();
    let game = due.and_then(|due| words::game_of(text, &held.tournament, due));
    let game = game.map(|game| view! { <p class="small">{game}</p> });
    view! {
        <section class="card cup-now">
            <div><p role="status" class="cup-name" id="cup-state" tabindex="-1" data-testid="cup-state">{state}</p>
            <p class="small" data-testid="cup-progress">{words::progress(text, &held.tournament)}</p>{game}</div>
            {next}
        </section>
    }
    .into_any()
}

/// What decided the last match, if its games did not.
fn lot(text: Text, held: &Held) -> Option<String> {
    let last = held.tournament.last_match()?;
    let Some(Decision::Won { by, .. }) = last.decision else {
        return None;
    };
    matches!(by, By::Lots | By::ShorterWin | By::Walkover)
        .then(|| words::match_line(text, &held.tournament, last))
}

/// Games of bots at once: one button, which stays while they play.
#[component]
fn AtOnce(id: u64, held: Source<Held>) -> impl IntoView {
    let (_, text) = context();
    let is_on = Source::new(false);
    let said = Source::new(String::new());
    let toggle = move || {
        if is_on.get_untracked() {
            at_once::stop();
            is_on.set(false);
            return said.set(String::new());
        }
        is_on.set(true);
        at_once::start(id, move |step| match step {
            Step::Began(now, due) => {
                let line = words::due_line(text, &now.tournament, due);
                said.set(text.with(M::CupRunning, &[("match", &line)]));
                held.set(*now);
            }
            Step::Done | Step::Failed => {
                is_on.set(false);
                if let Some(now) = load(id) {
                    held.set(now);
                }
                let state = held.with_untracked(|held| words::state(text, held));
                said.set(if matches!(step, Step::Failed) {
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
    let is_offered = move || is_on.get() || held.with(|held| held.bots_due().is_some());
    view! {
        <div class="row">
            {shown_if(is_offered, move || view! {
                <button data-testid="cup-at-once" on:click=tap(toggle)>{live(label)}</button>
            }.into_any())}
            <p role="status" class="small" data-testid="cup-running">{live(move || said.get())}</p>
        </div>
    }
}

/// The picture, the file, the same again, and the end of it all.
fn share(ui: Ui, text: Text, id: u64, held: Source<Held>) -> AnyView {
    let told = move |name: &str, is_done: bool| {
        let message = if is_done {
            M::Downloaded
        } else {
            M::DownloadFailed
        };
        ui.tell(text.with(message, &[("name", &name)]));
    };
    let picture = move || {
        let colours = bracket::colours(theme(ui));
        let day = browser::day(id as f64, text.0);
        held.with_untracked(|held| {
            let heading = words::picture_heading(text, held, &day);
            words::picture(text, &held.tournament, &colours, &heading)
        })
    };
    let named = move |ending: &str| {
        let day = browser::iso_day(id as f64);
        let name = held.with_untracked(|held| words::file_name(&held.tournament, &day));
        format!("{name}.{ending}")
    };
    let png = move || {
        let name = named("png");
        let made = name.clone();
        browser::download_png(&name, &picture(), move |is_done| told(&made, is_done));
    };
    let svg = move || {
        let name = named("svg");
        let is_done = browser::download(&name, "image/svg+xml", picture().as_bytes());
        told(&name, is_done);
    };
    let file = move || {
        let name = named("txt");
        let kept = held.with_untracked(Held::to_text);
        let is_done = browser::download(&name, "text/plain", kept.as_bytes());
        told(&name, is_done);
    };
    let again = move || {
        let seed = (js_sys::Math::random() * 1e6) as u64;
        if let Some(new) = held.with_untracked(|held| held.again(seed)) {
            open(ui, text, &new, None);
        }
    };
    let asked = Source::new(None::<Question>);
    view! {
        <h2>{text.get(M::CupShare)}</h2>
        <div class="row">
            <button data-testid="cup-png" on:click=tap(png)>{text.get(M::CupSavePicture)}</button>
            <button data-testid="cup-svg" on:click=tap(svg)>{text.get(M::CupSaveDrawing)}</button>
            <button data-testid="cup-save" on:click=tap(file)>{text.get(M::CupSaveFile)}</button>
        </div>
        <p class="small" data-testid="cup-notice">{live(move || ui.notice.get())}</p>
        <div class="row">
            <button class="button" data-testid="cup-again" on:click=tap(again)>{icons::drawn(icons::AGAIN)}{text.get(M::CupAgain)}</button>
            <a class="button" href="#/tournament">{icons::drawn(icons::PLUS)}{text.get(M::CupNew)}</a>
            <button id="cup-forget" data-testid="cup-forget" on:click=tap(move || ask_to_forget(text, id, asked))>{text.get(M::CupForget)}</button>
        </div>
        {question(text, asked)}
    }
    .into_any()
}

/// Asks whether the tournament shall be deleted.
fn ask_to_forget(text: Text, id: u64, asked: Source<Option<Question>>) {
    let question = Question {
        words: text.get(M::CupForgetSure).to_owned(),
        yes: text.get(M::CupForgetYes),
        from: "cup-forget".to_owned(),
        act: Arc::new(move || {
            browser::forget_tournament(id);
            browser::go("/tournament");
        }),
    };
    ask(asked, question);
}
