//! The socket of the page, and the [`Client`] behind it: one for all online pages.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_protocol::online::Ask;
use foursight_table::Command;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, RequestInit, WebSocket};

use super::{Client, Do};
use crate::browser;
use crate::shell::source::Source;

/// Where a move that is not confirmed outlives a reload.
const KEPT: &str = "foursight.online";

type Shared = RefCell<Option<Wire>>;

thread_local! {
    static WIRE: Shared = Shared::default();
}

/// The client and its socket.
#[derive(Clone)]
pub(crate) struct Wire {
    /// What views follow.
    pub(crate) client: Source<Client>,
    inner: Rc<RefCell<Inner>>,
}

#[derive(Default)]
struct Inner {
    client: Client,
    socket: Option<WebSocket>,
}

impl Wire {
    /// The one of this page, made when it is first wanted.
    pub(crate) fn get() -> Self {
        WIRE.with_borrow_mut(|wire| {
            let wire = wire.get_or_insert_with(|| {
                // It outlives every view.
                let owner = Owner::new_root(None);
                let client = owner.with(|| Source::new(Client::default()));
                std::mem::forget(owner);
                Self {
                    client,
                    inner: Rc::default(),
                }
            });
            wire.clone()
        })
    }

    /// Asks the server something.
    pub(crate) fn ask(&self, ask: Ask) {
        self.update(|client| client.ask(ask));
    }

    /// Does something at the table.
    pub(crate) fn command(&self, command: &Command) {
        self.update(|client| client.command(command));
    }

    /// Looks at a game.
    pub(crate) fn look_at(&self, game: &str) {
        let kept = storage().and_then(|storage| storage.get_item(KEPT).ok().flatten());
        self.update(|client| client.look_at(game, kept.as_deref()));
    }

    /// Looks at no game.
    pub(crate) fn look_away(&self) {
        self.update(Client::look_away);
    }

    fn update(&self, change: impl FnOnce(&mut Client) -> Vec<Do>) {
        let todo = change(&mut self.inner.borrow_mut().client);
        let client = self.inner.borrow().client.clone();
        self.client.set(client);
        for what in todo {
            self.perform(what);
        }
    }

    fn perform(&self, what: Do) {
        match what {
            Do::Connect(wait_ms) => self.connect(wait_ms),
            Do::Send(text) => {
                if let Some(socket) = &self.inner.borrow().socket {
                    // One that is closing tells so, and what is not confirmed is sent again.
                    let _ = socket.send_with_str(&text);
                }
            }
            Do::Go(game) => browser::go(&format!("#/online/{game}")),
            Do::Notice => notice(),
            Do::Keep(text) => {
                if let Some(storage) = storage() {
                    // Without storage a reload forgets a move that is under way.
                    let _ = match text {
                        Some(text) => storage.set_item(KEPT, &text),
                        None => storage.remove_item(KEPT),
                    };
                }
            }
            // The views show the client as it is.
            Do::Sit(_) | Do::Entries(_) | Do::Confirm(_) | Do::Refused(_) => {}
        }
    }

    /// Opens a socket after a wait, of which chance takes up to a half: many pages that were cut off
    /// together do not come back together.
    fn connect(&self, wait_ms: u32) {
        let wire = self.clone();
        let part = 1.0 - js_sys::Math::random() / 2.0;
        let wait_ms = (f64::from(wait_ms) * part) as u64;
        set_timeout(
            move || spawn_local(async move { wire.open().await }),
            std::time::Duration::from_millis(wait_ms),
        );
    }

    async fn open(self) {
        // Whoever has no session gets one.
        if join().await.is_err() {
            return self.update(Client::closed);
        }
        let Ok(socket) = WebSocket::new(&address()) else {
            return self.update(Client::closed);
        };
        let listen = |name: &str, act: Box<dyn Fn(JsValue)>| {
            let closure = Closure::wrap(act);
            let target: &web_sys::EventTarget = socket.as_ref();
            // A name of an event is always taken.
            let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
            // The socket keeps it for as long as it lives.
            closure.forget();
        };
        let wire = self.clone();
        listen("open", Box::new(move |_| wire.update(Client::opened)));
        let wire = self.clone();
        listen("close", Box::new(move |_| wire.update(Client::closed)));
        let wire = self.clone();
        listen(
            "message",
            Box::new(move |event| {
                let data = event.unchecked_into::<MessageEvent>().data();
                if let Some(text) = data.as_string() {
                    let now_ms = browser::now_ms() as u64;
                    wire.update(|client| client.hear(&text, now_ms));
                }
            }),
        );
        self.inner.borrow_mut().socket = Some(socket);
    }
}

/// `POST /api/guest`, which sets the cookie of the session.
async fn join() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let how = RequestInit::new();
    how.set_method("POST");
    let answer = window.fetch_with_str_and_init("api/guest", &how);
    let answer: web_sys::Response = JsFuture::from(answer).await?.dyn_into()?;
    answer.ok().then_some(()).ok_or(JsValue::NULL)
}

/// Says that it is the turn of the people here, to those who look elsewhere: in the title of the page, which
/// is written anew as soon as something is shown.
fn notice() {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(document) = document.filter(web_sys::Document::hidden) {
        let title = document.title();
        document.set_title(&format!("● {}", title.trim_start_matches("● ")));
    }
}

fn address() -> String {
    let location = web_sys::window().map(|window| window.location());
    let part = |read: fn(&web_sys::Location) -> Result<String, JsValue>| {
        location
            .as_ref()
            .and_then(|location| read(location).ok())
            .unwrap_or_default()
    };
    let (protocol, host) = (
        part(web_sys::Location::protocol),
        part(web_sys::Location::host),
    );
    let scheme = if protocol == "https:" { "wss" } else { "ws" };
    format!("{scheme}://{host}/api/socket")
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
