//! The account page: create, sign in and out, change name and password, export and delete.

use foursight_page::online::account::{AccountAction, AccountForm, failure_text};
use foursight_page::text::{Text, UiMessage as M};
use foursight_protocol::online::ClientMessage;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

use super::super::{click_handler, context, dynamic_view, text_signal};
use super::connection_error;
use crate::browser;
use crate::online::connection::OnlineConnection;
use crate::shell::signals::{ErasedSignal, erased_memo};

/// The account page.
#[component]
pub(super) fn Account() -> impl IntoView {
    let (ui, text) = context();
    let connection = OnlineConnection::get(ui);
    let client = connection.client;
    // The server sends the user's identity over the socket, and again after each change.
    connection.request(ClientMessage::WatchLobby { is_watching: false });
    let notice = ErasedSignal::new(String::new());
    let you = erased_memo(move || {
        client.with(|client| client.you.clone().map(|you| (you.name, you.has_account)))
    });
    let line = move || {
        let error = client.with(|client| connection_error(text, client));
        match (error, you.get()) {
            (Some(error), _) => error,
            (None, None) => text.get(M::OnlineConnecting).to_owned(),
            (None, Some((name, true))) => text.with(M::AccountYours, &[("name", &name)]),
            (None, Some((name, false))) => text.with(M::AccountGuest, &[("name", &name)]),
        }
    };
    view! {
        <section class="prose online account">
            <h1>{text.get(M::AccountHeading)}</h1>
            <p data-testid="account-line">{text_signal(line)}</p>
            <p role="status" data-testid="account-news">{text_signal(move || notice.get())}</p>
            {dynamic_view(move || match you.get() {
                None => ().into_any(),
                Some((_, false)) => guest(text, connection, notice),
                Some((name, true)) => member(text, &name, connection, notice),
            })}
            <p><a class="button" href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}

/// A form on the account page.
#[derive(Clone, Copy)]
struct AccountFormView {
    text: Text,
    wish: AccountAction,
    heading: M,
    about: Option<M>,
    connection: OnlineConnection,
    notice: ErasedSignal<String>,
}

/// A field of a form: its autocomplete token, label and hint.
struct AccountField {
    kind: &'static str,
    autocomplete: &'static str,
    label: M,
    hint: Option<M>,
    value: String,
    write: fn(&mut AccountForm, String),
}

impl AccountField {
    fn name(hint: Option<M>, value: String) -> Self {
        Self {
            kind: "text",
            autocomplete: "username",
            label: M::AccountName,
            hint,
            value,
            write: |written, text| written.name = text,
        }
    }

    fn password(autocomplete: &'static str, hint: Option<M>) -> Self {
        Self {
            kind: "password",
            autocomplete,
            label: M::AccountPassword,
            hint,
            value: String::new(),
            write: |written, text| written.password = text,
        }
    }

    fn new_password() -> Self {
        Self {
            label: M::AccountNewPassword,
            write: |written, text| written.new_password = text,
            ..Self::password("new-password", Some(M::AccountPasswordHint))
        }
    }
}

impl AccountFormView {
    fn view(self, fields: Vec<AccountField>) -> AnyView {
        let Self {
            text,
            wish,
            heading,
            about,
            ..
        } = self;
        let mut first = AccountForm::default();
        for field in &fields {
            (field.write)(&mut first, field.value.clone());
        }
        let written = ErasedSignal::new(first);
        let id = format!("{wish:?}").to_lowercase();
        let fields = fields.into_iter().map(|field| {
            let AccountField {
                kind,
                autocomplete,
                label,
                hint,
                value,
                write,
            } = field;
            let name = format!("{id}-{}", if kind == "text" { "name" } else { autocomplete });
            let hint_id = format!("{name}-hint");
            let on_input = move |event| {
                let value = event_target_value(&event);
                written.update(|written| write(written, value));
            };
            view! {
                <div class="field">
                    <label for=name.clone()>{text.get(label)}</label>
                    <input
                        id=name.clone() data-testid=name type=kind autocomplete=autocomplete value=value
                        aria-describedby=hint_id.clone() on:input=on_input
                    />
                    <small id=hint_id>{hint.map(|hint| text.get(hint))}</small>
                </div>
            }
        });
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            self.send(written.get_untracked());
        };
        view! {
            <form class="card" novalidate on:submit=submit>
                <h2>{text.get(heading)}</h2>
                {about.map(|about| view! { <p>{text.get(about)}</p> })}
                {fields.collect_view()}
                <button type="submit" data-testid=id.clone()>{text.get(heading)}</button>
            </form>
        }
        .into_any()
    }

    fn send(self, written: AccountForm) {
        let Self {
            text,
            wish,
            connection,
            notice,
            ..
        } = self;
        if let Some(complaint) = wish.validate(&written) {
            return notice.set(text.get(complaint).to_owned());
        }
        spawn_local(async move {
            match post(wish.path(), &wish.body(&written)).await {
                Ok((true, answer)) => {
                    notice.set(wish.success_text(text, &answer));
                    connection.switch_account();
                }
                Ok((false, answer)) => notice.set(failure_text(text, Some(&answer))),
                Err(_) => notice.set(failure_text(text, None)),
            }
        });
    }
}

/// The forms for guests.
fn guest(text: Text, connection: OnlineConnection, notice: ErasedSignal<String>) -> AnyView {
    let form = |wish, heading, about| AccountFormView {
        text,
        wish,
        heading,
        about: Some(about),
        connection,
        notice,
    };
    let make = form(AccountAction::Create, M::AccountMake, M::AccountMakeAbout);
    let sign_in = form(
        AccountAction::SignIn,
        M::AccountSignIn,
        M::AccountSignInAbout,
    );
    let hint = Some(M::AccountPasswordHint);
    view! {
        {make.view(vec![AccountField::name(Some(M::AccountNameHint), String::new()), AccountField::password("new-password", hint)])}
        {sign_in.view(vec![AccountField::name(None, String::new()), AccountField::password("current-password", None)])}
        {export_button(text, notice)}
        {delete_form(text, false, connection, notice)}
    }
    .into_any()
}

/// The forms for account holders.
fn member(
    text: Text,
    name: &str,
    connection: OnlineConnection,
    notice: ErasedSignal<String>,
) -> AnyView {
    let form = |wish, heading, about| AccountFormView {
        text,
        wish,
        heading,
        about,
        connection,
        notice,
    };
    let sign_out_button = |wish: AccountAction, label: M| {
        let form = form(wish, label, None);
        let id = format!("{wish:?}").to_lowercase();
        view! { <button data-testid=id on:click=click_handler(move || form.send(AccountForm::default()))>{text.get(label)}</button> }
    };
    let rename = form(AccountAction::Rename, M::AccountRename, None);
    let change = form(
        AccountAction::ChangePassword,
        M::AccountChange,
        Some(M::AccountChangeAbout),
    );
    view! {
        <p class="row">{sign_out_button(AccountAction::SignOut, M::AccountSignOut)}{sign_out_button(AccountAction::SignOutAll, M::AccountSignOutAll)}</p>
        {rename.view(vec![AccountField::name(Some(M::AccountNameHint), name.to_owned())])}
        {change.view(vec![AccountField::password("current-password", None), AccountField::new_password()])}
        {export_button(text, notice)}
        {delete_form(text, true, connection, notice)}
    }
    .into_any()
}

/// The button that exports all stored data.
fn export_button(text: Text, notice: ErasedSignal<String>) -> AnyView {
    let export = move || {
        spawn_local(async move {
            let is_there = match get_text("api/account/export").await {
                Ok(bytes) => {
                    browser::download("foursight-data.json", "application/json", bytes.as_bytes())
                }
                Err(_) => false,
            };
            notice.set(if is_there {
                text.get(M::AccountDone).to_owned()
            } else {
                failure_text(text, None)
            });
        });
    };
    view! { <p><button data-testid="export" on:click=click_handler(export)>{text.get(M::AccountExport)}</button></p> }.into_any()
}

/// The form that deletes all data, after a second click.
fn delete_form(
    text: Text,
    has_account: bool,
    connection: OnlineConnection,
    notice: ErasedSignal<String>,
) -> AnyView {
    let is_confirming = ErasedSignal::new(false);
    let form = AccountFormView {
        text,
        wish: AccountAction::Delete,
        heading: M::AccountDeleteSure,
        about: Some(M::AccountDeleteAbout),
        connection,
        notice,
    };
    let fields = move || {
        if has_account {
            vec![AccountField::password("current-password", None)]
        } else {
            Vec::new()
        }
    };
    view! {
        <p><button data-testid="forget" on:click=click_handler(move || is_confirming.set(true))>{text.get(M::AccountDelete)}</button></p>
        {dynamic_view(move || if is_confirming.get() { form.view(fields()) } else { ().into_any() })}
    }
    .into_any()
}

/// Sends a POST request, and returns whether it succeeded and the response body.
async fn post(path: &str, body: &Value) -> Result<(bool, Value), JsValue> {
    let options = RequestInit::new();
    options.set_method("POST");
    options.set_body(&body.to_string().into());
    let response = fetch(path, &options).await?;
    let text = JsFuture::from(response.text()?).await?.as_string();
    let body = serde_json::from_str(&text.unwrap_or_default());
    Ok((response.ok(), body.unwrap_or_default()))
}

async fn get_text(path: &str) -> Result<String, JsValue> {
    let response = fetch(path, &RequestInit::new()).await?;
    let text = JsFuture::from(response.text()?).await?.as_string();
    text.filter(|_| response.ok()).ok_or(JsValue::NULL)
}

async fn fetch(path: &str, options: &RequestInit) -> Result<Response, JsValue> {
    let window = browser::window().ok_or(JsValue::NULL)?;
    JsFuture::from(window.fetch_with_str_and_init(path, options))
        .await?
        .dyn_into()
}
