//! The page about the game: what it is, privacy, licence and source.

use foursight_page::play::{Dialog, Message};
use foursight_page::text::UiMessage as M;
use leptos::prelude::*;

use super::{click_handler, context};
use crate::browser;

/// Address of the source code. Builds without a public one have a reserved host name.
const SOURCE_ADDRESS: &str = env!("CARGO_PKG_REPOSITORY");
/// Host names with this ending never exist.
const NO_HOST: &str = ".invalid/";

/// Returns the page, with the focus on the heading of a section if one is named.
pub(crate) fn page(section: &str) -> AnyView {
    let (ui, text) = context();
    if !section.is_empty() {
        let id = format!("about-{section}");
        set_timeout(move || browser::focus(&id), std::time::Duration::ZERO);
    }
    let heading = move |id: &'static str, message: M| {
        view! { <h2 id=format!("about-{id}") tabindex="-1">{text.get(message)}</h2> }
    };
    let has_source = !SOURCE_ADDRESS.contains(NO_HOST);
    let source = has_source.then(|| {
        view! { <p><a href=SOURCE_ADDRESS>{text.get(M::AboutSource)}</a></p> }
    });
    let keys = move || ui.send(Message::SetDialog(Some(Dialog::Keys)));
    view! {
        <section class="prose about" data-testid="about">
            <h1>{text.get(M::AboutHeading)}</h1>
            <p>{text.get(M::AboutWhat)}</p>
            <p>{text.get(M::AboutOffline)}</p>
            {heading("privacy", M::AboutPrivacy)}
            <p>{text.get(M::AboutPrivacyLocal)}</p>
            <p>{text.get(M::AboutPrivacyOnline)}</p>
            <p>{text.get(M::AboutPrivacyDelete)}</p>
            {heading("licence", M::AboutLicence)}
            <p>{text.get(M::AboutLicenceText)}</p>
            {source}
            {heading("keyboard", M::AboutKeyboard)}
            <p>{text.get(M::AboutKeyboardText)}</p>
            <p><button data-testid="about-keys" on:click=click_handler(keys)>{text.get(M::AboutKeys)}</button></p>
        </section>
    }
    .into_any()
}
