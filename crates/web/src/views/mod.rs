//! What is seen. Every view takes the [`Page`] and the words from its context.
//!
//! A change of language builds all views anew, so that none has to follow it by itself.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

mod debug;
mod dialogs;
mod flat;
mod games;
mod learn;
mod new_game;
mod play;
mod replay;
mod settings;
mod share;
mod twin;

use foursight_record::read_link;
use leptos::ev;
use leptos::prelude::*;

use crate::browser;
use crate::links::Route;
use crate::offline::{Newer, Updates};
use crate::page::{Dialog, Page};
use crate::source::{derived, follow};
use crate::text::{Message as M, Text};
use crate::words;

/// Three sliders.
const SLIDERS: &str = "M3 6h9m4 0h5M3 12h3m4 0h11M3 18h11m4 0h3M14 4v4M8 10v4M16 16v4";
/// A keyboard.
const KEYBOARD: &str = "M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8";

/// The page and the words of its language.
pub(crate) fn context() -> (Page, Text) {
    (expect_context(), expect_context())
}

/// Words that follow what they are made of. All of them are of one type, as are the two below,
/// which keeps the page small: every view with a closure of its own would be compiled anew.
fn live(words: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(words)
}

/// Something that holds or not.
fn when(is: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(is)
}

/// What a press on a button does.
pub(crate) fn tap(act: impl Fn() + 'static) -> Box<dyn FnMut(ev::MouseEvent)> {
    Box::new(move |_| act())
}

/// The whole page.
#[component]
pub(crate) fn App() -> impl IntoView {
    let page = Page::start();
    provide_context(page);
    provide_context(Newer::start());
    let keys = window_event_listener(ev::keydown, move |event| page.key(&event));
    let routes = window_event_listener(ev::hashchange, move |_| page.follow_hash());
    on_cleanup(move || {
        keys.remove();
        routes.remove();
    });
    follow(move || {
        let settings = page.settings();
        browser::mark("data-theme", settings.theme.name());
        browser::mark(
            "data-motion",
            if page.is_still() { "still" } else { "full" },
        );
    });
    let language = derived(move || {
        page.see(|_| ());
        page.text().0
    });
    let frame = move || {
        let text = Text(language.get());
        browser::mark("lang", text.0.code());
        provide_context(text);
        view! { <Frame/> }
    };
    view! {
        {frame}
        <twin::LiveRegions/>
    }
}

#[component]
fn Frame() -> impl IntoView {
    let (page, text) = context();
    follow(move || {
        let about = match page.route.get() {
            Route::Play | Route::Open(_) => page.see(|state| words::status(text, state)),
            Route::Replay(link, _) => replayed(text, &link),
            Route::Games => text.get(M::GamesHeading).to_owned(),
            Route::Learn => text.get(M::LearnHeading).to_owned(),
            Route::LessonHow => text.get(M::LessonHow).to_owned(),
            Route::LessonStates => text.get(M::LessonStates).to_owned(),
            Route::Welcome | Route::Unknown => text.get(M::FourInARow).to_owned(),
        };
        browser::entitle(&format!("{about} – Foursight"));
    });
    let link = move |hash: &'static str, message: M, is_here: fn(&Route) -> bool| {
        let current = move || page.route.with(is_here).then_some("page");
        view! { <a href=hash aria-current=current>{text.get(message)}</a> }
    };
    let open = move |id: &'static str, message: M, dialog: Dialog, drawing: &'static str| {
        view! {
            <button data-testid=id title=text.get(message) on:click=tap(move || page.dialog.set(Some(dialog)))>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=drawing/></svg>
                <span class="wide">{text.get(message)}</span>
            </button>
        }
    };
    view! {
        <div class="frame" class:zen=when(move || page.is_zen.get())>
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
                    {link("#/play", M::PagePlay, |route| matches!(route, Route::Play))}
                    {link("#/games", M::PageGames, |route| matches!(route, Route::Games | Route::Replay(..)))}
                    {link("#/learn", M::PageLearn, |route| matches!(route, Route::Learn | Route::LessonHow | Route::LessonStates))}
                    {open("settings", M::PageSettings, Dialog::Settings, SLIDERS)}
                    {open("keys", M::PageKeys, Dialog::Keys, KEYBOARD)}
                </nav>
            </header>
            <Updates/>
            <main id="main" data-engine=live(move || if page.is_ready.get() { "ready" } else { "starting" }.to_owned())>
                {move || routed(page, text)}
            </main>
            <dialogs::Dialogs/>
            <Show when=move || page.is_debug.get()><debug::Debug/></Show>
        </div>
    }
}

/// What a linked game is called in the title.
fn replayed(text: Text, link: &str) -> String {
    let heading = text.get(M::ReplayHeading);
    match read_link(link) {
        Ok(game) => format!("{heading}: {}", text.get(words::phase_name(game.phase()))),
        Err(_) => heading.to_owned(),
    }
}

fn routed(page: Page, text: Text) -> AnyView {
    match page.route.get() {
        Route::Welcome => view! { <new_game::Welcome/> }.into_any(),
        Route::Play | Route::Open(_) => view! { <play::Play/> }.into_any(),
        Route::Replay(link, ply) => {
            view! { <replay::Replay game=read_link(&link) ply=ply/> }.into_any()
        }
        Route::Games => view! { <games::Games/> }.into_any(),
        Route::Learn => view! { <learn::Lessons/> }.into_any(),
        Route::LessonHow => view! { <learn::How/> }.into_any(),
        Route::LessonStates => view! { <learn::States/> }.into_any(),
        Route::Unknown => view! { <p role="alert">{text.get(M::NoSuchPage)}</p> }.into_any(),
    }
}
