//! What is seen. Every view takes the [`Ui`] and the words from its context.
//!
//! A change of language builds all views anew, so that none has to follow it by itself.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

pub(crate) mod beside;
pub(crate) mod clock;
mod counted;
pub(crate) mod debug;
pub(crate) mod dialogs;
pub(crate) mod flat;
pub(crate) mod games;
pub(crate) mod home;
pub(crate) mod icons;
mod import;
pub(crate) mod known;
pub(crate) mod learn;
pub(crate) mod measures;
pub(crate) mod mini;
pub(crate) mod net;
pub(crate) mod new_game;
pub(crate) mod online;
pub(crate) mod play;
pub(crate) mod replay;
mod review;
pub(crate) mod scores;
pub(crate) mod settings;
pub(crate) mod share;
pub(crate) mod tournament;
pub(crate) mod twin;

use leptos::ev;
use leptos::prelude::*;

use crate::browser;
use crate::links::Route;
use crate::model::{Dialog, Keeper, Message, Theme};
use crate::offline::{Newer, Updates};
use crate::shell::Ui;
use crate::shell::source::{Derived, Source, derived, follow};
use crate::text::{Message as M, Text};

/// Whether the system wants light pages.
#[derive(Clone, Copy)]
struct LightWanted(Source<bool>);

/// The theme that is drawn, as a view follows it.
pub(crate) fn theme(ui: Ui) -> Theme {
    let LightWanted(is_wanted) = expect_context();
    ui.settings().theme.drawn(is_wanted.get())
}

/// A part of the page that follows something. All of them are of one type, as are the words and the
/// states below, which keeps the page small: a view with a closure of its own is compiled anew.
pub(crate) type Part = Box<dyn Fn() -> AnyView + Send>;

/// The model as views see it, and the words of the page's language.
pub(crate) fn context() -> (Ui, Text) {
    (expect_context(), expect_context())
}

/// Words that follow what they are made of.
fn live(words: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(words)
}

/// Something that holds or not.
fn when(is: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(is)
}

/// A part of the page that is built anew whenever something that it asked for has changed.
pub(crate) fn shown(part: impl Fn() -> AnyView + Send + 'static) -> Part {
    Box::new(part)
}

/// A part of the page that is there or not. It is built anew only if that changes.
pub(crate) fn shown_if(
    is: impl Fn() -> bool + Send + Sync + 'static,
    part: impl Fn() -> AnyView + Send + 'static,
) -> Part {
    let is = derived(is);
    shown(move || if is.get() { part() } else { ().into_any() })
}

/// What a press on a button does.
pub(crate) fn tap(act: impl Fn() + 'static) -> Box<dyn FnMut(ev::MouseEvent)> {
    Box::new(move |_| act())
}

/// The whole page.
#[component]
pub(crate) fn App() -> impl IntoView {
    let ui = Ui::start();
    provide_context(ui);
    provide_context(Newer::start());
    let keys = window_event_listener(ev::keydown, move |event| ui.key(&event));
    let routes = window_event_listener(ev::hashchange, move |_| {
        ui.follow_address();
        browser::catch_focus();
    });
    let others = window_event_listener(ev::storage, move |event| {
        if let Some(key) = event.key() {
            ui.hear_of_other_tab(key, event.new_value().unwrap_or_default());
        }
    });
    on_cleanup(move || {
        keys.remove();
        routes.remove();
        others.remove();
    });
    let is_light = Source::new(browser::system_is_light());
    provide_context(LightWanted(is_light));
    // Systems that change at night are followed as soon as somebody looks again.
    let looks = window_event_listener(ev::focus, move |_| is_light.set(browser::system_is_light()));
    on_cleanup(move || looks.remove());
    follow(move || {
        let settings = ui.settings();
        browser::mark("data-theme", theme(ui).name());
        browser::mark("data-names", settings.column_names.name());
        browser::mark("data-motion", if ui.is_still() { "still" } else { "full" });
    });
    let language = derived(move || {
        ui.settings();
        ui.text().0
    });
    let frame = shown(move || {
        let text = Text(language.get());
        browser::mark("lang", text.0.code());
        provide_context(text);
        view! { <Frame/> }.into_any()
    });
    view! {
        {frame}
        <twin::LiveRegions/>
    }
}

#[component]
fn Frame() -> impl IntoView {
    let (ui, text) = context();
    // A game that the page does not keep has the play view at its own address.
    let is_guest = derived(move || ui.keeper.get() != Keeper::Page);
    follow(move || {
        let about = match ui.route.get() {
            Route::Play
            | Route::Open(_)
            | Route::Table(_)
            | Route::Replay(..)
            | Route::Kept(..) => ui.seen.with(|seen| seen.title.clone()),
            Route::Online(_) if is_guest.get() => ui.seen.with(|seen| seen.title.clone()),
            Route::Games => text.get(M::GamesHeading).to_owned(),
            Route::Scores => text.get(M::ScoresHeading).to_owned(),
            Route::Learn | Route::Lesson(..) => text.get(M::LearnHeading).to_owned(),
            Route::New => text.get(M::NewGame).to_owned(),
            Route::Online(_) => text.get(M::PageOnline).to_owned(),
            Route::Tournament(_) => text.get(M::PageTournament).to_owned(),
            Route::Welcome | Route::Unknown => text.get(M::FourInARow).to_owned(),
        };
        let is_calling = ui.beside.with(|beside| beside.is_calling);
        let mark = if is_calling { "● " } else { "" };
        browser::entitle(&format!("{mark}{about} – Foursight"));
    });
    let link = move |hash: &'static str,
                     message: M,
                     icon: &'static str,
                     is_here: fn(&Route) -> bool| {
        let current = move || ui.route.with(is_here).then_some("page");
        view! { <a href=hash aria-current=current>{icons::drawn(icon)}<span>{text.get(message)}</span></a> }
    };
    let mark = move |id: &'static str, message: M, icon: &'static str, act: fn(Ui)| {
        view! {
            <button data-testid=id title=text.get(message) aria-label=text.get(message) on:click=tap(move || act(ui))>
                {icons::drawn(icon)}
            </button>
        }
    };
    let is_playing = move || {
        let is_part = matches!(ui.keeper.get(), Keeper::Part(_));
        is_part || ui.route.with(|route| matches!(route, Route::Play))
    };
    view! {
        <div class="frame" class:zen=when(move || ui.looks.get().is_zen) class:playing=when(is_playing)>
            <button class="hidden" data-testid="skip" on:click=tap(|| { browser::focus("main"); browser::focus("status"); })>{text.get(M::SkipBar)}</button>
            <header>
                <a class="brand" href="#/">
                    <svg viewBox="0 0 64 64" aria-hidden="true">
                        <rect width="64" height="64" rx="12" fill="#0052cc"/>
                        <circle cx="20" cy="20" r="10" fill="#16213e"/>
                        <circle cx="44" cy="20" r="10" fill="#ffd60a"/>
                        <circle cx="20" cy="44" r="10" fill="#e63946"/>
                        <circle cx="44" cy="44" r="10" fill="#e63946"/>
                    </svg>
                    <span class="wide">"Foursight"</span>
                </a>
                <nav aria-label=text.get(M::Navigation)>
                    {link("#/play", M::PagePlay, icons::PLAY, |route| matches!(route, Route::Play))}
                    {link("#/online", M::PageOnline, icons::PEOPLE, |route| matches!(route, Route::Online(_)))}
                    {link("#/learn", M::PageLearn, icons::BOOK, |route| matches!(route, Route::Learn | Route::Lesson(..)))}
                    {link("#/games", M::PageGames, icons::PAST, |route| matches!(route, Route::Games | Route::Replay(..) | Route::Kept(..)))}
                    {link("#/scores", M::ScoresHeading, icons::CUP, |route| matches!(route, Route::Scores))}
                </nav>
                <div class="marks">
                    {mark("light", M::LightOrDark, icons::SUN, |ui| {
                        let shown = theme(ui);
                        ui.choose(|settings| settings.turn_light(shown));
                    })}
                    {mark("keys", M::PageKeys, icons::KEYBOARD, |ui| ui.send(Message::Open(Some(Dialog::Keys))))}
                    {mark("settings", M::PageSettings, icons::SLIDERS, |ui| ui.send(Message::Open(Some(Dialog::Settings))))}
                </div>
            </header>
            <Updates/>
            <main id="main" tabindex="-1" data-engine=live(move || if ui.thinking.with(|thinking| thinking.is_ready) { "ready" } else { "starting" }.to_owned())>
                {shown(move || routed(ui, text, is_guest))}
            </main>
            {shown_if(move || ui.dialog.get().is_some(), move || ui.doors.show(text, |doors| (doors.dialogs)()))}
            {shown_if(move || ui.looks.get().is_debug, move || ui.doors.show(text, |doors| (doors.debug)()))}
        </div>
    }
}

/// A page that is not there, and the way to one that is.
pub(crate) fn lost(text: Text, complaint: String) -> AnyView {
    view! {
        <section class="prose">
            <h1>{text.get(M::LostHeading)}</h1>
            <p role="alert" data-testid="link-error">{complaint}</p>
            <p><a class="button" href="#/">{text.get(M::FourInARow)}</a></p>
        </section>
    }
    .into_any()
}

/// The page of the address. A game that the page does not keep is shown in the play view wherever it began.
fn routed(ui: Ui, text: Text, is_guest: Derived<bool>) -> AnyView {
    match ui.route.get() {
        Route::Welcome => view! { <home::Home/> }.into_any(),
        Route::New => ui.doors.show(text, |doors| (doors.new_page)()),
        Route::Play | Route::Open(_) | Route::Table(_) => view! { <play::Play/> }.into_any(),
        Route::Replay(..) | Route::Kept(..) | Route::Online(_) | Route::Tournament(_)
            if is_guest.get() =>
        {
            view! { <play::Play/> }.into_any()
        }
        Route::Replay(link, ply, names) => ui
            .doors
            .show(text, |doors| (doors.linked)(&link, ply, names.as_ref())),
        Route::Kept(began, ply) => ui.doors.show(text, |doors| (doors.kept)(began, ply)),
        Route::Games => ui.doors.show(text, |doors| (doors.games)()),
        Route::Scores => ui.doors.show(text, |doors| (doors.scores)()),
        Route::Learn => ui.doors.show(text, |doors| (doors.learn)(None)),
        Route::Lesson(name, step) => ui
            .doors
            .show(text, |doors| (doors.learn)(Some((name, step)))),
        Route::Online(at) => ui.doors.show(text, |doors| (doors.online)(&at)),
        Route::Tournament(at) => ui.doors.show(text, |doors| (doors.tournament)(&at)),
        Route::Unknown => lost(text, text.get(M::NoSuchPage).to_owned()),
    }
}
