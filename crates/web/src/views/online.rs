//! Online play: the lobby, the way of an invitation, the account, and what stands beside a game. The game
//! itself is in the play view.

mod account;
mod lobby;
mod panel;
mod terms;

use leptos::prelude::*;

use super::{context, live};
use crate::online::wire::Wire;
use crate::online::{Client, Line, words};
use crate::shell::Panel;
use crate::text::{Message as M, Text};
use account::Account;
use lobby::{Join, Lobby};

/// What stands around an online game.
pub(crate) const PANEL: Panel = Panel {
    beside: panel::panel,
    after_end: Some(panel::after_end),
};

/// What stands behind an address: the lobby, the account, an invitation, or a game.
pub(crate) fn at(address: &str) -> AnyView {
    match (address, address.strip_prefix("join/")) {
        ("" | "pair", _) => view! { <Lobby is_pairing=address == "pair"/> }.into_any(),
        ("account", _) => view! { <Account/> }.into_any(),
        (_, Some(secret)) => view! { <Join secret=secret.to_owned()/> }.into_any(),
        (_, None) => view! { <Waiting id=address.to_owned()/> }.into_any(),
    }
}

/// A game that is on its way: as soon as it is there, the play view takes the place of this.
#[component]
fn Waiting(id: String) -> impl IntoView {
    let (ui, text) = context();
    let wire = StoredValue::new_local(Wire::get(ui, text));
    let client = wire.with_value(|wire| wire.client);
    wire.with_value(|wire| wire.look_at(&id));
    on_cleanup(move || wire.with_value(|wire| wire.look_away_from(&id)));
    let state = move || {
        client.with(|client| {
            let told = said_of(text, client);
            told.unwrap_or_else(|| text.get(M::OnlineConnecting).to_owned())
        })
    };
    view! {
        <section class="prose online">
            <h1>{text.get(M::PlayOnline)}</h1>
            <p role="status" data-testid="online-line">{live(state)}</p>
            <p><a class="button" href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}

/// What is to be said about the line and the last refusal; none if all is well.
fn said_of(text: Text, client: &Client) -> Option<String> {
    match (&client.refused, client.line) {
        (_, Line::Lost) => Some(text.get(M::OnlineLost).to_owned()),
        (Some(code), _) => Some(words::refusal(text, code)),
        _ => None,
    }
}
