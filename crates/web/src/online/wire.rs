//! The socket of the page, and the [`Client`] behind it: one for all online pages.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use foursight_protocol::online::Ask;
use foursight_table::{Command, Seat};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, RequestInit, WebSocket};

use super::{Client, Do, Live, Seated, Server, call};
use crate::browser;
use crate::links::Route;
use crate::model::{Message, Tone};
use crate::shell::source::Source;
use crate::shell::{Beside, Ui};
use crate::text::Text;
use crate::views::online;

/// Where moves that are not confirmed outlive a reload: this and the id of their game.
const KEPT: &str = "foursight.online.";
/// Where the secret of an invitation that waits outlives a reload.
const KEPT_INVITATION: &str = "foursight.invitation";
/// Where the game on the page outlives a reload.
const KEPT_GAME: &str = "foursight.online-game";
/// Clocks and absences go on without messages.
const BEAT: Duration = Duration::from_secs(1);

type Shared = RefCell<Option<Wire>>;

thread_local! {
    static WIRE: Shared = Shared::default();
}

/// The client and its socket.
#[derive(Clone)]
pub(crate) struct Wire {
    /// What views follow.
    pub(crate) client: Source<Client>,
    ui: Ui,
    inner: Rc<RefCell<Inner>>,
}

#[derive(Default)]
struct Inner {
    client: Client,
    socket: Option<WebSocket>,
    /// The attempt to connect that counts: what an earlier one says means nothing.
    attempt: u32,
    /// Somebody who looks elsewhere is called.
    is_calling: bool,
    /// An invitation was asked for and not yet shown.
    is_inviting: bool,
}

impl Wire {
    /// The one of this page, made when it is first wanted.
    pub(crate) fn get(ui: Ui, text: Text) -> Self {
        let wire = WIRE.with_borrow_mut(|wire| wire.get_or_insert_with(|| Self::new(ui)).clone());
        wire.inner.borrow_mut().client.text = text;
        wire
    }

    fn new(ui: Ui) -> Self {
        // It outlives every view, and a new root would take the place of the view that asks.
        let here = Owner::current();
        let owner = Owner::new_root(None);
        let mut first = Client::default();
        first.invitation = browser::kept(KEPT_INVITATION);
        first.last_game = browser::kept(KEPT_GAME);
        let client = owner.with(|| Source::new(first.clone()));
        std::mem::forget(owner);
        if let Some(here) = here {
            here.set();
        }
        let wire = Self {
            client,
            ui,
            inner: Rc::new(RefCell::new(Inner {
                client: first,
                ..Inner::default()
            })),
        };
        let beating = wire.clone();
        let beat = move || {
            let todo = beating.inner.borrow_mut().client.beat(now_ms());
            if todo.is_empty() {
                beating.tell_beside();
            } else {
                beating.update(|_| todo);
            }
        };
        set_interval(beat, BEAT);
        let (cut, back) = (wire.clone(), wire.clone());
        call::on_network(move |is_there| {
            if is_there {
                back.update(Client::back_online);
            } else {
                cut.update(Client::cut);
            }
        });
        let looking = wire.clone();
        call::on_look(move |is_away| {
            if !is_away {
                looking.inner.borrow_mut().is_calling = false;
                call::unmark();
            }
            looking.update(|client| client.look_elsewhere(is_away));
        });
        wire
    }

    /// Asks the server something.
    pub(crate) fn ask(&self, ask: Ask) {
        if matches!(ask, Ask::Invite { .. }) {
            self.inner.borrow_mut().is_inviting = true;
        }
        self.update(|client| client.ask(ask));
    }

    /// True once after an invitation was asked for.
    pub(crate) fn has_just_invited(&self) -> bool {
        std::mem::take(&mut self.inner.borrow_mut().is_inviting)
    }

    /// Does something at the table.
    pub(crate) fn command(&self, command: &Command) {
        self.update(|client| client.command(command));
    }

    /// Looks at a game.
    pub(crate) fn look_at(&self, game: &str) {
        let kept = browser::kept(&format!("{KEPT}{game}"));
        self.update(|client| client.look_at(game, kept.as_deref()));
    }

    /// Looks at no game, unless the page is still at the address of this one.
    pub(crate) fn look_away_from(&self, game: &str) {
        if self.ui.route.get_untracked() != Route::Online(game.to_owned()) {
            self.ui.beside.set(Beside::default());
            self.update(Client::look_away);
        }
    }

    /// The people here have signed in or out.
    pub(crate) fn change_person(&self) {
        if let Some(socket) = self.inner.borrow_mut().socket.take() {
            // One that is closed already stays so.
            let _ = socket.close();
        }
        self.update(Client::change_person);
    }

    fn update(&self, change: impl FnOnce(&mut Client) -> Vec<Do>) {
        let (todo, client) = {
            let client = &mut self.inner.borrow_mut().client;
            (change(client), client.clone())
        };
        self.client.set(client);
        for what in todo {
            self.perform(what);
        }
        self.tell_beside();
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
            Do::Sit(table, seat) => {
                let game = self
                    .inner
                    .borrow()
                    .client
                    .live
                    .as_ref()
                    .map(|live| live.game.clone());
                let route = self.ui.route.get_untracked();
                if game.is_some_and(|game| route == Route::Online(game)) {
                    let part = Seated::new(seat, Rc::new(self.clone()));
                    self.ui.panel.set(Some(online::PANEL));
                    self.ui.send(Message::Sit(table, Box::new(part)));
                } else {
                    // They went elsewhere before it was there.
                    self.update(Client::look_away);
                }
            }
            Do::Entries(entries) => self.ui.send(Message::Entries(entries)),
            Do::Confirm(table) => self.ui.send(Message::Confirm(table)),
            Do::Tell(words) => self.ui.tell(words),
            Do::Go(game) => browser::go(&format!("#/online/{game}")),
            Do::Ring => {
                // A player who looks elsewhere hears the call that comes with it.
                if !call::is_away() {
                    self.ui.ring(Tone::Call);
                }
            }
            Do::Notice(words) => {
                if call::is_away() {
                    self.inner.borrow_mut().is_calling = true;
                    self.ui.ring(Tone::Call);
                    call::call(&words);
                }
            }
            Do::Keep(game, text) => browser::keep(&format!("{KEPT}{game}"), text.as_deref()),
            Do::KeepInvitation(secret) => browser::keep(KEPT_INVITATION, secret.as_deref()),
            Do::KeepGame(game) => browser::keep(KEPT_GAME, game.as_deref()),
        }
    }

    /// Tells the play view what stands below the names, how it ended, and whether somebody is called.
    fn tell_beside(&self) {
        let beside = {
            let inner = self.inner.borrow();
            let server_ms = inner.client.server_ms(now_ms());
            let live = inner.client.live.as_ref();
            let about =
                |live: &Live| Seat::BOTH.map(|seat| live.about(seat, server_ms, inner.client.line));
            Beside {
                seats: live.map(about).unwrap_or_default(),
                how: live.map(Live::how).unwrap_or_default(),
                is_calling: inner.is_calling,
            }
        };
        if self.ui.beside.with_untracked(|known| *known != beside) {
            self.ui.beside.set(beside);
        }
    }

    /// Opens a socket after a wait, of which chance takes up to a half: many pages that were cut off
    /// together do not come back together.
    fn connect(&self, wait_ms: u32) {
        let (attempt, old) = {
            let mut inner = self.inner.borrow_mut();
            inner.attempt += 1;
            (inner.attempt, inner.socket.take())
        };
        if let Some(old) = old {
            // One that is closed already stays so.
            let _ = old.close();
        }
        let wire = self.clone();
        let part = 1.0 - js_sys::Math::random() / 2.0;
        let wait_ms = (f64::from(wait_ms) * part) as u64;
        set_timeout(
            move || spawn_local(async move { wire.open(attempt).await }),
            Duration::from_millis(wait_ms),
        );
    }

    /// Changes the client, if this attempt to connect still counts.
    fn heard(&self, attempt: u32, change: impl FnOnce(&mut Client) -> Vec<Do>) {
        if self.inner.borrow().attempt == attempt {
            self.update(change);
        }
    }

    async fn open(self, attempt: u32) {
        // Whoever has no session gets one.
        let joined = join().await;
        if self.inner.borrow().attempt != attempt {
            return;
        }
        let socket = joined.and_then(|()| WebSocket::new(&address()));
        let Ok(socket) = socket else {
            return self.heard(attempt, Client::closed);
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
        listen(
            "open",
            Box::new(move |_| wire.heard(attempt, Client::opened)),
        );
        let wire = self.clone();
        listen(
            "close",
            Box::new(move |_| wire.heard(attempt, Client::closed)),
        );
        let wire = self.clone();
        listen(
            "message",
            Box::new(move |event| {
                let data = event.unchecked_into::<MessageEvent>().data();
                if let Some(text) = data.as_string() {
                    wire.heard(attempt, |client| client.hear(&text, now_ms()));
                }
            }),
        );
        self.inner.borrow_mut().socket = Some(socket);
    }
}

impl Server for Wire {
    fn command(&self, command: &Command) {
        Self::command(self, command);
    }
}

fn now_ms() -> u64 {
    browser::now_ms() as u64
}

/// `POST /api/guest`, which sets the cookie of the session.
async fn join() -> Result<(), JsValue> {
    let window = browser::window().ok_or(JsValue::NULL)?;
    let how = RequestInit::new();
    how.set_method("POST");
    let answer = window.fetch_with_str_and_init("api/guest", &how);
    let answer: web_sys::Response = JsFuture::from(answer).await?.dyn_into()?;
    answer.ok().then_some(()).ok_or(JsValue::NULL)
}

/// The address of the socket: beside the page.
fn address() -> String {
    let base = browser::base();
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    // `http` becomes `ws`, `https` becomes `wss`.
    format!("{}/api/socket", folder.replacen("http", "ws", 1))
}
