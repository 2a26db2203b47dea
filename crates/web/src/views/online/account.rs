//! The account: make one, sign in and out, change name and password, take everything along, or be forgotten.

use foursight_protocol::online::Ask;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

use super::super::{context, live, shown, tap};
use super::said_of;
use crate::browser;
use crate::online::account::{Wish, Written, refused};
use crate::online::wire::Wire;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};

type Wired = StoredValue<Wire, LocalStorage>;

/// The page.
#[component]
pub(super) fn Account() -> impl IntoView {
    let (ui, text) = context();
    let wire = StoredValue::new_local(Wire::get(ui, text));
    let client = wire.with_value(|wire| wire.client);
    // The socket tells who one is, and says so again after each change.
    wire.with_value(|wire| wire.ask(Ask::Lobby { is_wanted: false }));
    let news = Source::new(String::new());
    let you = derived(move || {
        client.with(|client| client.you.clone().map(|you| (you.name, you.has_account)))
    });
    let line = move || {
        let told = client.with(|client| said_of(text, client));
        match (told, you.get()) {
            (Some(told), _) => told,
            (None, None) => text.get(M::OnlineConnecting).to_owned(),
            (None, Some((name, true))) => text.with(M::AccountYours, &[("name", &name)]),
            (None, Some((name, false))) => text.with(M::AccountGuest, &[("name", &name)]),
        }
    };
    view! {
        <section class="prose online account">
            <h1>{text.get(M::AccountHeading)}</h1>
            <p data-testid="account-line">{live(line)}</p>
            <p role="status" data-testid="account-news">{live(move || news.get())}</p>
            {shown(move || match you.get() {
                None => ().into_any(),
                Some((_, false)) => guest(text, wire, news),
                Some((name, true)) => member(text, &name, wire, news),
            })}
            <p><a class="button" href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}

/// A form about an account.
#[derive(Clone, Copy)]
struct Form {
    text: Text,
    wish: Wish,
    heading: M,
    about: Option<M>,
    wire: Wired,
    news: Source<String>,
}

/// A field of a form: its name in the browser's memory of passwords, its label and a hint.
struct Field {
    kind: &'static str,
    memory: &'static str,
    label: M,
    hint: Option<M>,
    value: String,
    write: fn(&mut Written, String),
}

impl Field {
    fn name(hint: Option<M>, value: String) -> Self {
        Self {
            kind: "text",
            memory: "username",
            label: M::AccountName,
            hint,
            value,
            write: |written, text| written.name = text,
        }
    }

    fn password(memory: &'static str, hint: Option<M>) -> Self {
        Self {
            kind: "password",
            memory,
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

impl Form {
    fn shown(self, fields: Vec<Field>) -> AnyView {
        let Self {
            text,
            wish,
            heading,
            about,
            ..
        } = self;
        let mut first = Written::default();
        for field in &fields {
            (field.write)(&mut first, field.value.clone());
        }
        let written = Source::new(first);
        let id = format!("{wish:?}").to_lowercase();
        let fields = fields.into_iter().map(|field| {
            let Field {
                kind,
                memory,
                label,
                hint,
                value,
                write,
            } = field;
            let name = format!("{id}-{}", if kind == "text" { "name" } else { memory });
            let hint_id = format!("{name}-hint");
            let put = move |event| {
                let value = event_target_value(&event);
                written.update(|written| write(written, value));
            };
            view! {
                <div class="field">
                    <label for=name.clone()>{text.get(label)}</label>
                    <input
                        id=name.clone() data-testid=name type=kind autocomplete=memory value=value
                        aria-describedby=hint_id.clone() on:input=put
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

    fn send(self, written: Written) {
        let Self {
            text,
            wish,
            wire,
            news,
            ..
        } = self;
        if let Some(complaint) = wish.complaint(&written) {
            return news.set(text.get(complaint).to_owned());
        }
        spawn_local(async move {
            match post(wish.path(), &wish.body(&written)).await {
                Ok((true, answer)) => {
                    news.set(wish.done(text, &answer));
                    wire.with_value(Wire::change_person);
                }
                Ok((false, answer)) => news.set(refused(text, Some(&answer))),
                Err(_) => news.set(refused(text, None)),
            }
        });
    }
}

/// What a guest can do.
fn guest(text: Text, wire: Wired, news: Source<String>) -> AnyView {
    let form = |wish, heading, about| Form {
        text,
        wish,
        heading,
        about: Some(about),
        wire,
        news,
    };
    let make = form(Wish::Make, M::AccountMake, M::AccountMakeAbout);
    let sign_in = form(Wish::SignIn, M::AccountSignIn, M::AccountSignInAbout);
    let hint = Some(M::AccountPasswordHint);
    view! {
        {make.shown(vec![Field::name(Some(M::AccountNameHint), String::new()), Field::password("new-password", hint)])}
        {sign_in.shown(vec![Field::name(None, String::new()), Field::password("current-password", None)])}
        {data(text, news)}
        {forget(text, false, wire, news)}
    }
    .into_any()
}

/// What somebody with an account can do.
fn member(text: Text, name: &str, wire: Wired, news: Source<String>) -> AnyView {
    let form = |wish, heading, about| Form {
        text,
        wish,
        heading,
        about,
        wire,
        news,
    };
    let out = |wish: Wish, label: M| {
        let form = form(wish, label, None);
        let id = format!("{wish:?}").to_lowercase();
        view! { <button data-testid=id on:click=tap(move || form.send(Written::default()))>{text.get(label)}</button> }
    };
    let rename = form(Wish::Rename, M::AccountRename, None);
    let change = form(Wish::Change, M::AccountChange, Some(M::AccountChangeAbout));
    view! {
        <p class="row">{out(Wish::SignOut, M::AccountSignOut)}{out(Wish::SignOutAll, M::AccountSignOutAll)}</p>
        {rename.shown(vec![Field::name(Some(M::AccountNameHint), name.to_owned())])}
        {change.shown(vec![Field::password("current-password", None), Field::new_password()])}
        {data(text, news)}
        {forget(text, true, wire, news)}
    }
    .into_any()
}

/// All that is kept, as a file.
fn data(text: Text, news: Source<String>) -> AnyView {
    let export = move || {
        spawn_local(async move {
            let is_there = match get("api/account/export").await {
                Ok(bytes) => {
                    browser::download("foursight-data.json", "application/json", bytes.as_bytes())
                }
                Err(_) => false,
            };
            news.set(if is_there {
                text.get(M::AccountDone).to_owned()
            } else {
                refused(text, None)
            });
        });
    };
    view! { <p><button data-testid="export" on:click=tap(export)>{text.get(M::AccountExport)}</button></p> }.into_any()
}

/// The end of it, after a second press.
fn forget(text: Text, has_account: bool, wire: Wired, news: Source<String>) -> AnyView {
    let is_asked = Source::new(false);
    let form = Form {
        text,
        wish: Wish::Delete,
        heading: M::AccountDeleteSure,
        about: Some(M::AccountDeleteAbout),
        wire,
        news,
    };
    let fields = move || {
        if has_account {
            vec![Field::password("current-password", None)]
        } else {
            Vec::new()
        }
    };
    view! {
        <p><button data-testid="forget" on:click=tap(move || is_asked.set(true))>{text.get(M::AccountDelete)}</button></p>
        {shown(move || if is_asked.get() { form.shown(fields()) } else { ().into_any() })}
    }
    .into_any()
}

/// Asks something over HTTP: whether it is done, and the answer.
async fn post(path: &str, body: &Value) -> Result<(bool, Value), JsValue> {
    let how = RequestInit::new();
    how.set_method("POST");
    how.set_body(&body.to_string().into());
    let answer = fetch(path, &how).await?;
    let text = JsFuture::from(answer.text()?).await?.as_string();
    let told = serde_json::from_str(&text.unwrap_or_default());
    Ok((answer.ok(), told.unwrap_or_default()))
}

async fn get(path: &str) -> Result<String, JsValue> {
    let answer = fetch(path, &RequestInit::new()).await?;
    let text = JsFuture::from(answer.text()?).await?.as_string();
    text.filter(|_| answer.ok()).ok_or(JsValue::NULL)
}

async fn fetch(path: &str, how: &RequestInit) -> Result<Response, JsValue> {
    let window = browser::window().ok_or(JsValue::NULL)?;
    JsFuture::from(window.fetch_with_str_and_init(path, how))
        .await?
        .dyn_into()
}
