//! Newer versions of the game, fetched and cached by `offline.js` and the service worker.
//!
//! A notice reports when one is ready. It is loaded only with the user's consent, so no game is
//! interrupted.

#![expect(
    unreachable_pub,
    reason = "the component macro makes the builders public"
)]

use foursight_page::text::UiMessage as M;
use leptos::ev::Custom;
use leptos::prelude::*;
use web_sys::Event;

use crate::shell::signals::ErasedSignal;
use crate::views::{click_handler, context, view_if};

/// Event of the script when a newer version is waiting.
const READY: &str = "update-ready";
/// Event to the script when the user accepts it.
const ACCEPTED: &str = "update-wanted";

/// True while a newer version is waiting and the user has not dismissed it.
#[derive(Clone, Copy)]
pub(crate) struct UpdateNotice(ErasedSignal<bool>);

impl UpdateNotice {
    /// Subscribes to the event of the script.
    pub(crate) fn start() -> Self {
        let newer = Self(ErasedSignal::new(false));
        let ready = window_event_listener(Custom::<Event>::new(READY), move |_| newer.0.set(true));
        on_cleanup(move || ready.remove());
        newer
    }
}

/// Shows the notice about a newer version; its text is in the main chunk.
#[component]
pub(crate) fn Updates() -> impl IntoView {
    let (ui, text) = context();
    let UpdateNotice(is_ready) = expect_context();
    view_if(
        move || is_ready.get(),
        move || ui.main_chunk.show(text, |chunk| (chunk.update_notice)()),
    )
}

/// The notice about a newer version.
pub(crate) fn update() -> AnyView {
    let (_, text) = context();
    let UpdateNotice(is_ready) = expect_context();
    let load = || {
        let event = web_sys::window().zip(Event::new(ACCEPTED).ok());
        if let Some((window, event)) = event {
            // Without the script nothing happens.
            let _ = window.dispatch_event(&event);
        }
    };
    view! {
        <div class="update" role="status">
            <span>{text.get(M::UpdateReady)}</span>
            <button data-testid="update" on:click=click_handler(load)>{text.get(M::UpdateNow)}</button>
            <button data-testid="update-later" on:click=click_handler(move || is_ready.set(false))>{text.get(M::UpdateLater)}</button>
        </div>
    }
    .into_any()
}
