//! The views. Each takes the [`Ui`] and the texts from its context.
//!
//! A change of language rebuilds all views, so that no view has to react to it.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

pub(crate) mod about;
pub(crate) mod analysis;
pub(crate) mod coach;
pub(crate) mod dialogs;
pub(crate) mod games;
pub(crate) mod home;
pub(crate) mod icons;
pub(crate) mod learn;
pub(crate) mod online;
pub(crate) mod play;
pub(crate) mod proof;
pub(crate) mod puzzle;
pub(crate) mod replay;
pub(crate) mod settings;
pub(crate) mod share;
pub(crate) mod tournament;

use foursight_page::links::Route;
use foursight_page::play::{Authority, Dialog, Message, Play};
use foursight_page::settings::Theme;
use foursight_page::text::{Text, UiMessage as M};
use leptos::ev;
use leptos::prelude::*;

use crate::browser;
use crate::offline::{UpdateNotice, Updates};
use crate::shell::Ui;
use crate::shell::signals::{ErasedMemo, ErasedSignal, effect, erased_memo};

/// Address of the own game.
const PLAY_ADDRESS: &str = "#/play";

/// True while the operating system prefers light pages.
#[derive(Clone, Copy)]
struct PrefersLight(ErasedSignal<bool>);

/// The title that a page gives itself, such as the name of a step; empty if it has none.
#[derive(Clone, Copy)]
pub(crate) struct PageTitle(pub(crate) ErasedSignal<String>);

/// Returns the theme in force, and subscribes the caller to it.
pub(crate) fn theme(ui: Ui) -> Theme {
    let PrefersLight(is_wanted) = expect_context();
    ui.settings().theme.resolved(is_wanted.get())
}

/// A reactive part of the page. Erasing its type, as with the signals below, keeps the bundle
/// small: every closure type would instantiate the rendering code again.
pub(crate) type DynamicView = Box<dyn Fn() -> AnyView + Send>;

/// Returns the model's handle and the texts of the page's language.
pub(crate) fn context() -> (Ui, Text) {
    (expect_context(), expect_context())
}

/// Wraps a derived text as a type-erased signal.
fn text_signal(words: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(words)
}

/// Wraps a derived condition as a type-erased signal.
fn bool_signal(is: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(is)
}

/// Rebuilds a part of the page whenever one of its dependencies changes.
pub(crate) fn dynamic_view(part: impl Fn() -> AnyView + Send + 'static) -> DynamicView {
    Box::new(part)
}

/// Shows a part of the page while a condition holds, and rebuilds it only if that changes.
pub(crate) fn view_if(
    is: impl Fn() -> bool + Send + Sync + 'static,
    part: impl Fn() -> AnyView + Send + 'static,
) -> DynamicView {
    let is = erased_memo(is);
    dynamic_view(move || if is.get() { part() } else { ().into_any() })
}

/// Returns a click handler.
pub(crate) fn click_handler(act: impl Fn() + 'static) -> Box<dyn FnMut(ev::MouseEvent)> {
    Box::new(move |_| act())
}

/// The root component.
#[component]
pub(crate) fn App() -> impl IntoView {
    let ui = Ui::start();
    provide_context(ui);
    provide_context(PageTitle(ErasedSignal::new(String::new())));
    provide_context(UpdateNotice::start());
    let key_listener = window_event_listener(ev::keydown, move |event| ui.key(&event));
    let route_listener = window_event_listener(ev::hashchange, move |_| {
        ui.follow_address();
        browser::restore_focus();
    });
    let storage_listener = window_event_listener(ev::storage, move |event| {
        if let Some(key) = event.key() {
            ui.on_storage_event(key, event.new_value().unwrap_or_default());
        }
    });
    on_cleanup(move || {
        key_listener.remove();
        route_listener.remove();
        storage_listener.remove();
    });
    let is_light = ErasedSignal::new(browser::system_is_light());
    provide_context(PrefersLight(is_light));
    browser::on_system_theme(move || is_light.set(browser::system_is_light()));
    effect(move || {
        let settings = ui.settings();
        browser::set_root_attribute("data-theme", theme(ui).name());
        browser::set_root_attribute("data-names", settings.column_names.name());
        browser::set_root_attribute(
            "data-motion",
            if ui.reduces_motion() { "still" } else { "full" },
        );
    });
    let language = erased_memo(move || {
        ui.settings();
        ui.text().0
    });
    let framed = dynamic_view(move || {
        let text = Text(language.get());
        browser::set_root_attribute("lang", text.0.code());
        provide_context(text);
        view! { <Frame/> }.into_any()
    });
    view! {
        {framed}
        <play::accessible_board::LiveRegions/>
    }
}

#[component]
fn Frame() -> impl IntoView {
    let (ui, text) = context();
    let PageTitle(own_title) = expect_context();
    // A game whose authority is not the page itself keeps its own address in the play view.
    let is_foreign = erased_memo(move || ui.authority.get() != Authority::Page);
    effect(move || {
        let about = match ui.route.get() {
            Route::Play
            | Route::Open(_)
            | Route::Table(_)
            | Route::Replay(..)
            | Route::Archived(..) => ui.view.with(|seen| seen.title.clone()),
            Route::Online(_) if is_foreign.get() => ui.view.with(|seen| seen.title.clone()),
            Route::Games => text.get(M::GamesHeading).to_owned(),
            Route::Scores => text.get(M::ScoresHeading).to_owned(),
            Route::Learn | Route::Lesson(..) => {
                let own = own_title.get();
                if own.is_empty() {
                    text.get(M::LearnHeading).to_owned()
                } else {
                    own
                }
            }
            Route::New => text.get(M::NewGame).to_owned(),
            Route::Online(_) => text.get(M::PageOnline).to_owned(),
            Route::Tournament(_) => text.get(M::PageTournament).to_owned(),
            Route::Analysis(_) => text.get(M::AnalysisHeading).to_owned(),
            Route::About(_) => text.get(M::FooterAbout).to_owned(),
            Route::Coach(_) => text.get(M::CoachHeading).to_owned(),
            Route::Proof => text.get(M::ProofHeading).to_owned(),
            Route::Puzzle(_) => text.get(M::PagePuzzles).to_owned(),
            Route::Welcome | Route::Unknown => text.get(M::FourInARow).to_owned(),
        };
        let is_calling = ui.delegate_status.with(|beside| beside.is_calling);
        let prefix = if is_calling { "● " } else { "" };
        browser::set_title(&format!("{prefix}{about} – Foursight"));
    });
    let link = move |hash: &'static str,
                     message: M,
                     icon: &'static str,
                     is_here: fn(&Route) -> bool| {
        let current = move || ui.route.with(is_here).then_some("page");
        // Newcomers choose an opponent: the board of a first visit is for two people.
        let hash = text_signal(move || {
            let is_first = hash == PLAY_ADDRESS && {
                ui.with_play(|_| ());
                ui.with_own_play(Play::is_untouched)
            };
            if is_first { "#/new" } else { hash }.to_owned()
        });
        view! { <a href=hash aria-current=current>{icons::icon(icon)}<span>{text.get(message)}</span></a> }
    };
    let mark_button = move |id: &'static str, message: M, icon: &'static str, act: fn(Ui)| {
        view! {
            <button data-testid=id title=text.get(message) aria-label=text.get(message) on:click=click_handler(move || act(ui))>
                {icons::icon(icon)}
            </button>
        }
    };
    let is_playing = move || {
        let is_delegated = matches!(ui.authority.get(), Authority::Delegate(_));
        is_delegated || ui.route.with(|route| matches!(route, Route::Play))
    };
    view! {
        <div class="frame" class:zen=bool_signal(move || ui.display.get().is_zen) class:playing=bool_signal(is_playing)>
            <button class="hidden" data-testid="skip" on:click=click_handler(|| { browser::focus("main"); browser::focus("status"); })>{text.get(M::SkipBar)}</button>
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
                    {link(PLAY_ADDRESS, M::PagePlay, icons::PLAY, |route| matches!(route, Route::Play | Route::New))}
                    {link("#/online", M::PageOnline, icons::PEOPLE, |route| matches!(route, Route::Online(_)))}
                    {link("#/puzzle", M::PagePuzzles, icons::PUZZLE, |route| matches!(route, Route::Puzzle(_)))}
                    {link("#/learn", M::PageLearn, icons::BOOK, |route| matches!(route, Route::Learn | Route::Lesson(..)))}
                    {link("#/games", M::PageGames, icons::PAST, |route| matches!(route, Route::Games | Route::Replay(..) | Route::Archived(..) | Route::Analysis(_) | Route::Coach(_)))}
                    {link("#/scores", M::ScoresHeading, icons::CUP, |route| matches!(route, Route::Scores))}
                </nav>
                <div class="marks">
                    {mark_button("light", M::LightOrDark, icons::SUN, |ui| {
                        let shown = theme(ui);
                        ui.change_settings(|settings| settings.toggle_light(shown));
                    })}
                    {mark_button("keys", M::PageKeys, icons::KEYBOARD, |ui| ui.send(Message::SetDialog(Some(Dialog::Keys))))}
                    {mark_button("settings", M::PageSettings, icons::SLIDERS, |ui| ui.send(Message::SetDialog(Some(Dialog::Settings))))}
                </div>
            </header>
            <Updates/>
            <main id="main" tabindex="-1" data-engine=text_signal(move || if ui.engine.with(|thinking| thinking.is_ready) { "ready" } else { "starting" }.to_owned())>
                {dynamic_view(move || route_view(ui, text, is_foreign))}
            </main>
            {view_if(move || ui.dialog.get().is_some(), move || ui.main_chunk.show(text, |exports| (exports.dialogs)()))}
            {view_if(move || ui.display.get().is_debug, move || ui.main_chunk.show(text, |exports| (exports.debug)()))}
        </div>
    }
}

/// Returns the page for an unknown address or a broken link.
pub(crate) fn not_found(text: Text, complaint: String) -> AnyView {
    view! {
        <section class="prose">
            <h1>{text.get(M::LostHeading)}</h1>
            <p role="alert" data-testid="link-error">{complaint}</p>
            <p><a class="button" href="#/">{text.get(M::FourInARow)}</a></p>
        </section>
    }
    .into_any()
}

/// Returns the page of the address. Games that the page is not the authority of appear in the play
/// view, whatever the address.
fn route_view(ui: Ui, text: Text, is_foreign: ErasedMemo<bool>) -> AnyView {
    match ui.route.get() {
        Route::Welcome => view! { <home::Home/> }.into_any(),
        Route::New => ui.main_chunk.show(text, |exports| (exports.new_page)()),
        Route::Play | Route::Open(_) | Route::Table(_) => view! { <play::Play/> }.into_any(),
        Route::Replay(..) | Route::Archived(..) | Route::Online(_) | Route::Tournament(_)
            if is_foreign.get() =>
        {
            view! { <play::Play/> }.into_any()
        }
        Route::Replay(link, ply, names) => ui.main_chunk.show(text, |exports| {
            (exports.linked_replay)(&link, ply, names.as_ref())
        }),
        Route::Archived(began, ply) => ui
            .main_chunk
            .show(text, |exports| (exports.archived_replay)(began, ply)),
        Route::Games => ui.main_chunk.show(text, |exports| (exports.games)()),
        Route::Scores => ui.main_chunk.show(text, |exports| (exports.scores)()),
        Route::Learn => ui.main_chunk.show(text, |exports| (exports.learn)(None)),
        Route::Lesson(name, step) => ui
            .main_chunk
            .show(text, |exports| (exports.learn)(Some((name, step)))),
        Route::Online(at) => ui.main_chunk.show(text, |exports| (exports.online)(&at)),
        Route::Tournament(at) => ui
            .main_chunk
            .show(text, |exports| (exports.tournament)(&at)),
        Route::Puzzle(at) => ui.main_chunk.show(text, |exports| (exports.puzzle)(&at)),
        Route::Analysis(at) => ui.main_chunk.show(text, |exports| (exports.analysis)(&at)),
        Route::About(section) => ui
            .main_chunk
            .show(text, |exports| (exports.about)(&section)),
        Route::Coach(at) => ui.main_chunk.show(text, |exports| (exports.coach)(&at)),
        Route::Proof => ui.main_chunk.show(text, |exports| (exports.proof)()),
        Route::Unknown => not_found(text, text.get(M::NoSuchPage).to_owned()),
    }
}
