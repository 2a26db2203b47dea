//! Newer versions of the game, which `offline.js` and the service worker fetch and keep.
//!
//! A notice says when one is ready. It is loaded only if the person wants it: nobody is interrupted.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

use leptos::ev::Custom;
use leptos::prelude::*;
use web_sys::Event;

use crate::shell::source::Source;
use crate::text::Message as M;
use crate::views::{context, shown_if, tap};

/// What the script says when a newer version waits.
const READY: &str = "update-ready";
/// What it hears when the person wants it.
const WANTED: &str = "update-wanted";

/// Whether a newer version waits and the person has not said no.
#[derive(Clone, Copy)]
pub(crate) struct Newer(Source<bool>);

impl Newer {
    /// Listens to the script.
    pub(crate) fn start() -> Self {
        let newer = Self(Source::new(false));
        let ready = window_event_listener(Custom::<Event>::new(READY), move |_| newer.0.set(true));
        on_cleanup(move || ready.remove());
        newer
    }
}

/// Says when a newer version is ready, in words that are loaded then.
#[component]
pub(crate) fn Updates() -> impl IntoView {
    let (ui, text) = context();
    let Newer(is_ready) = expect_context();
    shown_if(
        move || is_ready.get(),
        move || ui.doors.show(text, |doors| (doors.update)()),
    )
}

/// That a newer version is ready.
pub(crate) fn update() -> AnyView {
    let (_, text) = context();
    let Newer(is_ready) = expect_context();
    let load = || {
        let wanted = web_sys::window().zip(Event::new(WANTED).ok());
        if let Some((window, wanted)) = wanted {
            // Whoever does not hear it leaves everything as it is.
            let _ = window.dispatch_event(&wanted);
        }
    };
    view! {
        <div class="update" role="status">
            <span>{text.get(M::UpdateReady)}</span>
            <button data-testid="update" on:click=tap(load)>{text.get(M::UpdateNow)}</button>
            <button data-testid="update-later" on:click=tap(move || is_ready.set(false))>{text.get(M::UpdateLater)}</button>
        </div>
    }
    .into_any()
}
