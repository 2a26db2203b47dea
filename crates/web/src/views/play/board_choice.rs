//! The offer of the flat board, where the scene is too slow.

use foursight_page::play::Message;
use foursight_page::settings::View;
use foursight_page::text::UiMessage as M;
use leptos::prelude::*;

use crate::views::{click_handler, context};

/// The offer, with a way to decline it. The flat board has a button that leads back.
pub(crate) fn flat_offer() -> AnyView {
    let (ui, text) = context();
    let show = move |view: View| click_handler(move || ui.send(Message::ShowBoard(view)));
    view! {
        <aside class="slow-scene" role="status" data-testid="slow-scene">
            <p>{text.get(M::SlowScene)}</p>
            <button class="main" data-testid="use-flat" on:click=show(View::Flat)>{text.get(M::SlowSceneFlat)}</button>
            <button data-testid="keep-scene" on:click=show(View::Scene)>{text.get(M::SlowSceneKeep)}</button>
        </aside>
    }
    .into_any()
}
