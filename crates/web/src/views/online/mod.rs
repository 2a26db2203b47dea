//! Online play: the lobby, invitations, the account, and the panel beside a game. The game itself
//! is in the play view.

mod account;
mod lobby;
mod panel;
mod terms;

use foursight_page::online::{ConnectionState, OnlineClient, phrases};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::{context, text_signal};
use crate::online::connection::OnlineConnection;
use crate::shell::DelegatePanel;
use account::Account;
use lobby::{Join, Lobby};

/// The panel of an online game.
pub(crate) const ONLINE_PANEL: DelegatePanel = DelegatePanel {
    sidebar: panel::panel,
    after_end: Some(panel::after_end),
};

/// Returns the page of an address: the lobby, the account, an invitation, or a game.
pub(crate) fn page(address: &str) -> AnyView {
    match (address, address.strip_prefix("join/")) {
        ("" | "pair", _) => view! { <Lobby is_pairing=address == "pair"/> }.into_any(),
        ("account", _) => view! { <Account/> }.into_any(),
        (_, Some(secret)) => view! { <Join secret=secret.to_owned()/> }.into_any(),
        (_, None) => view! { <Waiting id=address.to_owned()/> }.into_any(),
    }
}

/// The placeholder until a game has loaded; then the play view replaces it.
#[component]
fn Waiting(id: String) -> impl IntoView {
    let (ui, text) = context();
    let connection = OnlineConnection::get(ui);
    let client = connection.client;
    connection.open_game(&id);
    on_cleanup(move || connection.leave_game(&id));
    let state = move || {
        client.with(|client| {
            let error = connection_error(text, client);
            error.unwrap_or_else(|| text.get(M::OnlineConnecting).to_owned())
        })
    };
    view! {
        <section class="prose online">
            <h1>{text.get(M::PlayOnline)}</h1>
            <p role="status" data-testid="online-line">{text_signal(state)}</p>
            <p><a class="button" href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}

/// Describes a lost connection or the last error. Returns `None` if all is well.
fn connection_error(text: Text, client: &OnlineClient) -> Option<String> {
    match (&client.last_refusal, client.connection) {
        (_, ConnectionState::Lost) => Some(text.get(M::OnlineLost).to_owned()),
        (Some(code), _) => Some(phrases::refusal(text, code)),
        _ => None,
    }
}
